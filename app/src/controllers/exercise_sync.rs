//! Exercises and answers between this browser and the server: both sides only gain.

use std::rc::Rc;

use client::exercises::{Deck, TrainEvent, Unsent};
use engine::exercises::Exercise;
use futures::channel::oneshot;
use leptos::task::spawn_local;
use wire::BackendError;
use wire::visitor::exercise_sync::{RefusedExercises, VisitorOfCursor, that_fit};

use super::train::TrainController;
use crate::platform::clock::wall_clock;
use crate::platform::exercise_storage::{ExerciseStorage, notes};
use crate::platform::online::is_online;
use crate::server_fns;

/// Why an exchange came to no end.
enum SyncError {
    Server(BackendError),
    /// The browser stores nothing, in its words.
    Storage(String),
}

impl From<BackendError> for SyncError {
    fn from(error: BackendError) -> Self {
        Self::Server(error)
    }
}

impl From<String> for SyncError {
    fn from(reason: String) -> Self {
        Self::Storage(reason)
    }
}

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
                let done = self.exchange(storage).await;
                self.tell_of(done);
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

    async fn exchange(self, storage: Rc<ExerciseStorage>) -> Result<RefusedExercises, SyncError> {
        let mut refused = RefusedExercises::default();
        if !is_online() {
            return Ok(refused);
        }
        let mut after = storage.cursor().await;
        loop {
            let page = server_fns::known_exercises(after).await?;
            match VisitorOfCursor::of(after, page.next) {
                VisitorOfCursor::Same => {}
                VisitorOfCursor::Another => self.take_in(TrainEvent::OtherVisitor).await?,
                VisitorOfCursor::Nobody => self.take_in(TrainEvent::ServerForgot).await?,
            }
            self.take_in(TrainEvent::Received {
                exercises: page.exercises,
                answers: page.answers,
            })
            .await?;
            // Only now: what is not stored is asked for again.
            after = page.next;
            storage.set_cursor(after).await;
            if page.is_complete {
                break;
            }
        }
        while let Some(deck) = self.try_with_untracked(|state| state.deck.clone())
            && let Some(sent) = next_to_send(&deck, &refused)
        {
            let kept = send(sent, &mut refused).await?;
            self.take_in(TrainEvent::Sent(Box::new(kept))).await?;
        }
        Ok(refused)
    }

    /// Tells the visitor what they can do something about; a server that is out of reach is asked again.
    fn tell_of(self, done: Result<RefusedExercises, SyncError>) {
        let text = match done {
            Ok(refused) if refused.is_empty() => None,
            Ok(refused) => Some(format!("The server has no more room: {refused}.")),
            Err(SyncError::Server(BackendError::Invalid { .. })) => Some(
                "The server did not take your latest answers. Is the clock of this device right?"
                    .to_owned(),
            ),
            Err(SyncError::Server(_)) => None,
            Err(SyncError::Storage(reason)) => return self.storage_failed(reason),
        };
        self.set_sync_trouble(text);
    }
}

/// Sends what this browser has stored and not sent: before the visitor leaves.
pub async fn send_stored() {
    let (done, is_done) = oneshot::channel();
    // A form waits for it, whose future may be sent between threads; the storage may not.
    spawn_local(async move {
        send_all().await;
        // Otherwise nobody waits any more.
        done.send(()).ok();
    });
    is_done.await.ok();
}

async fn send_all() {
    if let Ok(storage) = ExerciseStorage::open().await
        && let Ok(mut deck) = storage.read().await
    {
        for answer in notes() {
            deck.add_answer(answer);
        }
        let mut refused = RefusedExercises::default();
        while let Some(sent) = next_to_send(&deck, &refused) {
            match send(sent, &mut refused).await {
                Ok(kept) => deck.mark_sent(&kept),
                // Nor would the server let the visitor go.
                Err(_) => return,
            }
        }
    }
}

/// What fits into the next request; `None` where there is nothing to send.
fn next_to_send(deck: &Deck, refused: &RefusedExercises) -> Option<Unsent> {
    let mut unsent = deck.unsent(wall_clock(), refused);
    let (exercises, answers) = that_fit(&unsent.exercises, &unsent.answers);
    unsent.exercises.truncate(exercises);
    unsent.answers.truncate(answers);
    (!unsent.is_empty()).then_some(unsent)
}

/// Sends it, and returns what was kept of it; the rest goes to `refused`.
async fn send(mut sent: Unsent, refused: &mut RefusedExercises) -> Result<Unsent, BackendError> {
    let Unsent { exercises, answers } = sent.clone();
    let now = server_fns::record_exercises(exercises, answers).await?;
    sent.exercises.retain(|stored| {
        let id = Exercise::decode(&stored.text).map(|exercise| exercise.id());
        id.is_ok_and(|id| !now.exercises.contains(&id))
    });
    sent.answers.retain(|answer| !now.answers.contains(answer));
    refused.exercises.extend(now.exercises);
    refused.answers.extend(now.answers);
    Ok(sent)
}
