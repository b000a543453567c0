//! Exercises of visitors, and what the visitors did with them. `log` numbers what comes, `rows` reads and writes
//! it.

mod log;
mod rows;

pub use rows::NewExercise;

use sqlx::AnyConnection;
use wire::{ExerciseAnswer, ExercisePage, RecordedExercises, RefusedExercises, StoredExercise};

use self::log::Log;
use super::{Store, StoreError, sessions, user_id::UserId};

/// All exercises and answers of a user, as they are exported.
#[derive(Debug, Default, serde::Serialize)]
pub struct ExerciseData {
    exercises: Vec<StoredExercise>,
    /// What was done with them.
    answers: Vec<ExerciseAnswer>,
}

impl Store {
    /// What came after a cursor.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn known_exercises(
        &self,
        user: UserId,
        after: u64,
    ) -> Result<ExercisePage, StoreError> {
        // One transaction, so that the numbers and the rows belong together.
        let mut transaction = self.readers.begin().await?;
        let Some(log) = Log::find(&mut transaction, user).await? else {
            return Ok(ExercisePage::of_newcomer());
        };
        page(&mut transaction, &log, after).await
    }

    /// All exercises and answers of a user.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn exercises_of(&self, user: UserId) -> Result<ExerciseData, StoreError> {
        let mut transaction = self.readers.begin().await?;
        let mut all = ExerciseData::default();
        let Some(log) = Log::find(&mut transaction, user).await? else {
            return Ok(all);
        };
        let mut after = 0;
        loop {
            let page = page(&mut transaction, &log, after).await?;
            all.exercises.extend(page.exercises);
            all.answers.extend(page.answers);
            after = page.next;
            if page.is_complete {
                return Ok(all);
            }
        }
    }

    /// Adds exercises and answers of `user`, or of a new guest: what is new, and what there is room for.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn record_exercises(
        &self,
        user: Option<UserId>,
        exercises: Vec<NewExercise>,
        answers: Vec<ExerciseAnswer>,
    ) -> Result<RecordedExercises, StoreError> {
        self.write(move |connection| {
            Box::pin(async move {
                let (user, new_session) = sessions::find_or_create_user(connection, user).await?;
                let mut log = Log::find_or_make(connection, user).await?;
                let before = log.last_seq;
                let refused = RefusedExercises {
                    exercises: rows::add_exercises(connection, &mut log, exercises).await?,
                    answers: rows::add_answers(connection, &mut log, answers).await?,
                };
                if log.last_seq > before {
                    log.save(connection).await?;
                }
                Ok(RecordedExercises {
                    refused,
                    new_session,
                })
            })
        })
        .await
    }
}

/// As many exercises and answers after a cursor as are answered at once. All rows up to the next cursor are in
/// it.
async fn page(
    connection: &mut AnyConnection,
    log: &Log,
    after: u64,
) -> Result<ExercisePage, StoreError> {
    let after = log.seq(after);
    let (mut exercises, read_exercises) = rows::exercises_after(connection, log, after).await?;
    let (mut answers, read_answers) = rows::answers_after(connection, log, after).await?;
    let next = read_exercises.min(read_answers);
    exercises.retain(|(seq, _)| *seq <= next);
    answers.retain(|(seq, _)| *seq <= next);
    Ok(ExercisePage {
        exercises: exercises.into_iter().map(|(_, row)| row).collect(),
        answers: answers.into_iter().map(|(_, row)| row).collect(),
        next: log.cursor(next),
        is_complete: next == log.last_seq,
    })
}

/// Gives a guest's exercises and answers to the account, as far as there is room for them.
pub(super) async fn merge(
    connection: &mut AnyConnection,
    guest: UserId,
    account: UserId,
) -> Result<(), StoreError> {
    if Log::find(connection, guest).await?.is_none() {
        return Ok(());
    }
    let mut log = Log::find_or_make(connection, account).await?;
    rows::merge_exercises(connection, &mut log, guest).await?;
    rows::merge_answers(connection, &mut log, guest).await?;
    log.save(connection).await
}

#[cfg(test)]
mod tests;
