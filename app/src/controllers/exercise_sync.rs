//! Exercises and answers between this browser and the server: both sides only gain.

use std::rc::Rc;

use client::exercises::{TrainEvent, Unsent};
use leptos::task::spawn_local;
use wire::BackendError;
use wire::visitor::exercise_sync::{RefusedExercises, that_fit};

use super::train::TrainController;
use crate::platform::exercise_storage::ExerciseStorage;
use crate::platform::online::is_online;
use crate::server_fns;

impl TrainController {
    /// Fetches what the server knows, and sends what it lacks. What does not arrive is sent at the next time.
    pub(super) fn sync(self) {
        let resources = self.resources();
        let begins = resources.update(|it| {
            // What is new meanwhile is sent after it.
            it.wants_sync = it.is_syncing;
            !std::mem::replace(&mut it.is_syncing, true)
        });
        let storage = resources.with(|it| it.storage.clone()).flatten();
        if let (Some(true), Some(storage)) = (begins, storage) {
            spawn_local(async move {
                // What cannot be sent now is sent at the next visit; what is refused has its reason told.
                if let Err(refused @ BackendError::Invalid { .. }) = self.exchange(storage).await {
                    self.tell(format!("The server keeps no more exercises ({refused})."));
                }
                let again = resources.update(|it| {
                    it.is_syncing = false;
                    std::mem::take(&mut it.wants_sync)
                });
                if again == Some(true) {
                    self.sync();
                }
            });
        }
    }

    async fn exchange(self, storage: Rc<ExerciseStorage>) -> Result<(), BackendError> {
        if !is_online() {
            return Ok(());
        }
        let mut after = storage.cursor().await;
        loop {
            let page = server_fns::known_exercises(after).await?;
            self.dispatch(TrainEvent::Received {
                exercises: page.exercises,
                answers: page.answers,
            });
            after = page.next;
            storage.set_cursor(after).await;
            if page.is_complete {
                break;
            }
        }
        while let Some(sent) = self.next_to_send() {
            let refused =
                server_fns::record_exercises(sent.exercises.clone(), sent.answers.clone()).await?;
            self.dispatch(TrainEvent::Sent(Box::new(without(sent, &refused))));
            if !refused.is_empty() {
                self.tell(refused.to_string());
                break;
            }
        }
        Ok(())
    }

    /// What fits into the next request; `None` where there is nothing to send, or the page is gone.
    fn next_to_send(self) -> Option<Unsent> {
        let mut unsent = self.try_with_untracked(|state| state.deck.unsent())?;
        let (exercises, answers) = that_fit(&unsent.exercises, &unsent.answers);
        unsent.exercises.truncate(exercises);
        unsent.answers.truncate(answers);
        (!unsent.is_empty()).then_some(unsent)
    }
}

/// What was sent without what the server has no room for.
fn without(mut sent: Unsent, refused: &RefusedExercises) -> Unsent {
    let id = |text: &str| engine::exercises::Exercise::decode(text).map(|exercise| exercise.id());
    sent.exercises.retain(|stored| {
        let id = id(&stored.text);
        id.is_ok_and(|id| !refused.exercises.contains(&id))
    });
    sent.answers
        .retain(|answer| !refused.answers.contains(answer));
    sent
}
