//! The server functions of exercises: `Exercises` over the store.

use wire::visitor::exercise_sync;
use wire::{
    BackendError, BackendFuture, ExerciseAnswer, ExercisePage, Exercises, FieldError,
    RecordedExercises, SessionToken, StoredExercise,
};

use crate::backend::Visitors;
use crate::offload::offload;
use crate::store::{NewExercise, now_ms};

impl Exercises for Visitors {
    fn known_exercises(
        &self,
        session: Option<SessionToken>,
        after: u64,
    ) -> BackendFuture<'_, ExercisePage> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.known_exercises(user, after).await?),
                None => Ok(ExercisePage::of_nobody()),
            }
        })
    }

    fn record_exercises(
        &self,
        session: Option<SessionToken>,
        exercises: Vec<StoredExercise>,
        answers: Vec<ExerciseAnswer>,
    ) -> BackendFuture<'_, RecordedExercises> {
        Box::pin(async move {
            if exercises.is_empty() && answers.is_empty() {
                return Ok(RecordedExercises::default());
            }
            let now = now_ms().unsigned_abs();
            // Each move of each exercise is checked.
            let checked = offload(move || checked(exercises, answers, now)).await;
            let checked = checked.map_err(|error| BackendError::Unavailable(error.to_string()))?;
            let (exercises, answers) = checked.map_err(|error| BackendError::Invalid {
                field: error.field,
                reason: error.reason,
            })?;
            let user = self.user(session).await?;
            let recorded = self.store.record_exercises(user, exercises, answers).await;
            Ok(recorded?)
        })
    }
}

fn checked(
    exercises: Vec<StoredExercise>,
    answers: Vec<ExerciseAnswer>,
    now_ms: u64,
) -> Result<(Vec<NewExercise>, Vec<ExerciseAnswer>), FieldError> {
    let ids = exercise_sync::check(&exercises, &answers, now_ms)?;
    let new = |(id, exercise)| NewExercise { id, exercise };
    Ok((ids.into_iter().zip(exercises).map(new).collect(), answers))
}
