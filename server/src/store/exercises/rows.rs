//! Rows of `exercises` and `exercise_answers`.

use std::collections::{BTreeMap, BTreeSet};

use engine::exercises::ExerciseId;
use sqlx::{AnyConnection, AssertSqlSafe};
use wire::visitor::exercises::{MAX_ANSWERS, MAX_EXERCISES, MAX_SENT_ANSWERS, MAX_SENT_EXERCISES};
use wire::{AnswerGrade, ExerciseAnswer, StoredExercise};

use super::log::Log;
use crate::store::columns::{Narrow, Parameters};
use crate::store::{StoreError, UserId};

/// Rows in one statement: far from SQLite's limit of 32,766 parameters.
const AT_ONCE: usize = 500;

/// An exercise that was checked.
#[derive(Clone, Debug)]
pub struct NewExercise {
    /// The id of the exercise that the text is.
    pub id: ExerciseId,
    pub exercise: StoredExercise,
}

/// Rows with their numbers, and the number up to which these are all rows after the one that was asked for.
type RowsAfter<T> = (Vec<(i64, T)>, i64);

/// The first exercises after a number.
pub async fn exercises_after(
    connection: &mut AnyConnection,
    log: &Log,
    after: i64,
) -> Result<RowsAfter<StoredExercise>, StoreError> {
    let rows: Vec<(i64, String, Narrow<u64>)> = sqlx::query_as(
        "SELECT seq, text, added_at FROM exercises WHERE user_id = $1 AND seq > $2 \
         ORDER BY seq LIMIT $3",
    )
    .bind(log.user)
    .bind(after)
    .bind(MAX_SENT_EXERCISES as i64)
    .fetch_all(connection)
    .await?;
    let exercise = |(seq, text, Narrow(added_at))| (seq, StoredExercise { text, added_at });
    let rows = rows.into_iter().map(exercise).collect();
    Ok(up_to(rows, MAX_SENT_EXERCISES, log))
}

/// The first answers after a number.
pub async fn answers_after(
    connection: &mut AnyConnection,
    log: &Log,
    after: i64,
) -> Result<RowsAfter<ExerciseAnswer>, StoreError> {
    let rows: Vec<(i64, i64, Narrow<u64>, String)> = sqlx::query_as(
        "SELECT seq, exercise, at, grade FROM exercise_answers WHERE user_id = $1 AND seq > $2 \
         ORDER BY seq LIMIT $3",
    )
    .bind(log.user)
    .bind(after)
    .bind(MAX_SENT_ANSWERS as i64)
    .fetch_all(connection)
    .await?;
    let answer = |(seq, exercise, Narrow(at), grade): (i64, i64, Narrow<u64>, String)| {
        let answer = ExerciseAnswer {
            exercise: ExerciseId(exercise.cast_unsigned()),
            at,
            grade: grade_named(&grade)?,
        };
        Ok::<_, StoreError>((seq, answer))
    };
    let rows = rows.into_iter().map(answer).collect::<Result<_, _>>()?;
    Ok(up_to(rows, MAX_SENT_ANSWERS, log))
}

fn up_to<T>(rows: Vec<(i64, T)>, most: usize, log: &Log) -> RowsAfter<T> {
    let last = rows.last().filter(|_| rows.len() == most);
    let read = last.map_or(log.last_seq, |(seq, _)| *seq);
    (rows, read)
}

/// Adds exercises to a log; those for which there is no room. Of those with the same id the one that was added
/// first stays.
pub async fn add_exercises(
    connection: &mut AnyConnection,
    log: &mut Log,
    mut sent: Vec<NewExercise>,
) -> Result<Vec<ExerciseId>, StoreError> {
    sent.sort_by_key(|new| (new.exercise.added_at, new.id));
    let mut ids = BTreeSet::new();
    sent.retain(|new| ids.insert(new.id));
    let known = known_since(connection, log.user, &sent).await?;
    let mut refused = Vec::new();
    let mut rows = Vec::new();
    for new in sent {
        match known.get(&new.id) {
            Some(added_at) if *added_at <= new.exercise.added_at => continue,
            Some(_) => {}
            None if log.exercises >= MAX_EXERCISES as i64 => {
                refused.push(new.id);
                continue;
            }
            None => log.exercises += 1,
        }
        rows.push((log.next_seq(), new));
    }
    for rows in rows.chunks(AT_ONCE) {
        let values = Parameters::of(connection).rows(rows.len(), 5);
        let sql = format!(
            "INSERT INTO exercises (user_id, id, text, added_at, seq) VALUES {values} \
             ON CONFLICT (user_id, id) DO UPDATE \
                SET text = excluded.text, added_at = excluded.added_at, seq = excluded.seq"
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (seq, new) in rows {
            query = query
                .bind(log.user)
                .bind(new.id.0.cast_signed())
                .bind(&new.exercise.text)
                .bind(time(new.exercise.added_at))
                .bind(*seq);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(refused)
}

/// When those of these exercises that are known were added.
async fn known_since(
    connection: &mut AnyConnection,
    user: UserId,
    exercises: &[NewExercise],
) -> Result<BTreeMap<ExerciseId, u64>, StoreError> {
    let mut known = BTreeMap::new();
    for exercises in exercises.chunks(AT_ONCE) {
        let parameters = Parameters::of(connection);
        let (user_id, list) = (parameters.list(0, 1), parameters.list(1, exercises.len()));
        let sql = format!(
            "SELECT id, added_at FROM exercises WHERE user_id = {user_id} AND id IN ({list})"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(user);
        for new in exercises {
            query = query.bind(new.id.0.cast_signed());
        }
        let rows: Vec<(i64, Narrow<u64>)> = query.fetch_all(&mut *connection).await?;
        let since = |(id, Narrow(added_at)): (i64, _)| (ExerciseId(id.cast_unsigned()), added_at);
        known.extend(rows.into_iter().map(since));
    }
    Ok(known)
}

/// Adds answers to a log; those for which there is no room. Of those of one exercise and time the first one
/// stays.
pub async fn add_answers(
    connection: &mut AnyConnection,
    log: &mut Log,
    mut sent: Vec<ExerciseAnswer>,
) -> Result<Vec<ExerciseAnswer>, StoreError> {
    let key = |answer: &ExerciseAnswer| (answer.at, answer.exercise);
    sent.sort_by_key(key);
    sent.dedup_by_key(|answer| key(answer));
    let known = known_answers(connection, log.user, &sent).await?;
    sent.retain(|answer| !known.contains(&key(answer)));
    let room = (MAX_ANSWERS as i64).saturating_sub(log.answers);
    let room = usize::try_from(room).unwrap_or(0);
    let refused = sent.split_off(room.min(sent.len()));
    for rows in sent.chunks(AT_ONCE) {
        let values = Parameters::of(connection).rows(rows.len(), 5);
        let sql = format!(
            "INSERT INTO exercise_answers (user_id, exercise, at, grade, seq) VALUES {values}"
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for answer in rows {
            log.answers += 1;
            query = query
                .bind(log.user)
                .bind(answer.exercise.0.cast_signed())
                .bind(time(answer.at))
                .bind(grade_name(answer.grade))
                .bind(log.next_seq());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(refused)
}

/// The times and exercises of those of these answers that are known.
async fn known_answers(
    connection: &mut AnyConnection,
    user: UserId,
    answers: &[ExerciseAnswer],
) -> Result<BTreeSet<(u64, ExerciseId)>, StoreError> {
    let mut known = BTreeSet::new();
    for answers in answers.chunks(AT_ONCE) {
        let parameters = Parameters::of(connection);
        let rows = parameters.rows(answers.len(), 3);
        // Not with `IN (VALUES …)`, for which SQLite goes through the answers of all users: a cross join begins
        // with what stands first.
        let sql = format!(
            "SELECT exercise, at FROM (VALUES {rows}) AS sent CROSS JOIN exercise_answers \
             WHERE user_id = sent.column1 AND exercise = sent.column2 AND at = sent.column3"
        );
        let mut query = sqlx::query_as(AssertSqlSafe(sql));
        for answer in answers {
            query = query
                .bind(user)
                .bind(answer.exercise.0.cast_signed())
                .bind(time(answer.at));
        }
        let rows: Vec<(i64, Narrow<u64>)> = query.fetch_all(&mut *connection).await?;
        let key = |(exercise, Narrow(at)): (i64, _)| (at, ExerciseId(exercise.cast_unsigned()));
        known.extend(rows.into_iter().map(key));
    }
    Ok(known)
}

/// Adds the exercises of another user to a log, as [`add_exercises`] does.
pub async fn merge_exercises(
    connection: &mut AnyConnection,
    log: &mut Log,
    from: UserId,
) -> Result<(), StoreError> {
    let earlier = sqlx::query(
        "INSERT INTO exercises (user_id, id, text, added_at, seq) \
         SELECT $2, id, text, added_at, $3 + ROW_NUMBER() OVER (ORDER BY added_at, id) \
         FROM exercises WHERE user_id = $1 AND EXISTS (SELECT 1 FROM exercises AS own \
            WHERE own.user_id = $2 AND own.id = exercises.id \
                AND own.added_at > exercises.added_at) \
         ON CONFLICT (user_id, id) DO UPDATE \
            SET text = excluded.text, added_at = excluded.added_at, seq = excluded.seq",
    )
    .bind(from)
    .bind(log.user)
    .bind(log.last_seq)
    .execute(&mut *connection)
    .await?;
    log.last_seq += rows_of(earlier.rows_affected());
    let new = sqlx::query(
        "INSERT INTO exercises (user_id, id, text, added_at, seq) \
         SELECT $2, id, text, added_at, $3 + ROW_NUMBER() OVER (ORDER BY added_at, id) AS number \
         FROM exercises WHERE user_id = $1 AND NOT EXISTS (SELECT 1 FROM exercises AS own \
            WHERE own.user_id = $2 AND own.id = exercises.id) \
         ORDER BY number LIMIT $4",
    )
    .bind(from)
    .bind(log.user)
    .bind(log.last_seq)
    .bind((MAX_EXERCISES as i64 - log.exercises).max(0))
    .execute(connection)
    .await?;
    let new = rows_of(new.rows_affected());
    (log.last_seq, log.exercises) = (log.last_seq + new, log.exercises + new);
    Ok(())
}

/// Adds the answers of another user to a log, as [`add_answers`] does.
pub async fn merge_answers(
    connection: &mut AnyConnection,
    log: &mut Log,
    from: UserId,
) -> Result<(), StoreError> {
    let new = sqlx::query(
        "INSERT INTO exercise_answers (user_id, exercise, at, grade, seq) \
         SELECT $2, exercise, at, grade, \
            $3 + ROW_NUMBER() OVER (ORDER BY at, exercise) AS number \
         FROM exercise_answers WHERE user_id = $1 \
            AND NOT EXISTS (SELECT 1 FROM exercise_answers AS own WHERE own.user_id = $2 \
                AND own.exercise = exercise_answers.exercise AND own.at = exercise_answers.at) \
         ORDER BY number LIMIT $4",
    )
    .bind(from)
    .bind(log.user)
    .bind(log.last_seq)
    .bind((MAX_ANSWERS as i64 - log.answers).max(0))
    .execute(connection)
    .await?;
    let new = rows_of(new.rows_affected());
    (log.last_seq, log.answers) = (log.last_seq + new, log.answers + new);
    Ok(())
}

fn rows_of(affected: u64) -> i64 {
    i64::try_from(affected).unwrap_or(i64::MAX)
}

/// A time as its column has it. Checked ones are far from the limit.
fn time(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

const GRADES: [AnswerGrade; 6] = [
    AnswerGrade::Again,
    AnswerGrade::Hard,
    AnswerGrade::Good,
    AnswerGrade::Easy,
    AnswerGrade::SetAside,
    AnswerGrade::TakenUp,
];

fn grade_name(grade: AnswerGrade) -> &'static str {
    match grade {
        AnswerGrade::Again => "again",
        AnswerGrade::Hard => "hard",
        AnswerGrade::Good => "good",
        AnswerGrade::Easy => "easy",
        AnswerGrade::SetAside => "set_aside",
        AnswerGrade::TakenUp => "taken_up",
    }
}

fn grade_named(name: &str) -> Result<AnswerGrade, StoreError> {
    let found = GRADES.into_iter().find(|grade| grade_name(*grade) == name);
    found.ok_or_else(|| StoreError::Damaged(format!("the grade {name:?}")))
}
