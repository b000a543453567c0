//! What a visitor has of exercises, against a file or a database of PostgreSQL.

use std::collections::{BTreeMap, BTreeSet};

use engine::exercises::ExerciseId;
use futures::future::join_all;
use sqlx::AssertSqlSafe;
use wire::AnswerGrade;
use wire::visitor::exercises::{MAX_ANSWERS, MAX_EXERCISES, MAX_SENT_ANSWERS, MAX_SENT_EXERCISES};

use super::*;
use crate::account::code::CodeHash;
use crate::account::names;
use crate::account::password::Phc;
use crate::store::tests::TestStore;
use crate::store::{NewAccount, SignedIn};

/// The bits of a number as a position's key: half of them are negative in the database.
fn id(number: u64) -> ExerciseId {
    ExerciseId(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

fn exercise(number: u64, added_at: u64) -> NewExercise {
    NewExercise {
        id: id(number),
        exercise: StoredExercise {
            text: format!("exercise {number}"),
            added_at,
        },
    }
}

fn answer(number: u64, at: u64, grade: AnswerGrade) -> ExerciseAnswer {
    ExerciseAnswer {
        exercise: id(number),
        at,
        grade,
    }
}

fn good(number: u64, at: u64) -> ExerciseAnswer {
    answer(number, at, AnswerGrade::Good)
}

async fn opened(name: &str) -> (TestStore, Store) {
    let place = TestStore::new(name).await;
    let store = place.open().await;
    (place, store)
}

async fn record(
    store: &Store,
    user: UserId,
    exercises: Vec<NewExercise>,
    answers: Vec<ExerciseAnswer>,
) -> RefusedExercises {
    let recorded = store.record_exercises(Some(user), exercises, answers).await;
    let recorded = recorded.expect("works");
    assert_eq!(recorded.new_session, None);
    recorded.refused
}

/// A new guest with this, and the session.
async fn guest(
    store: &Store,
    exercises: Vec<NewExercise>,
    answers: Vec<ExerciseAnswer>,
) -> (UserId, wire::SessionToken) {
    let recorded = store.record_exercises(None, exercises, answers).await;
    let recorded = recorded.expect("works");
    assert!(recorded.refused.is_empty());
    let token = recorded.new_session.expect("a guest was made");
    let user = store.user_of(&token).await.expect("reads");
    (user.expect("is known"), token)
}

async fn page_after(store: &Store, user: UserId, after: u64) -> ExercisePage {
    store.known_exercises(user, after).await.expect("reads")
}

/// All pages after a cursor, put together as a device does, with the cursor after them.
async fn all_after(store: &Store, user: UserId, mut after: u64) -> (ExercisePage, u64) {
    let mut all = ExercisePage::default();
    loop {
        let page = page_after(store, user, after).await;
        assert!(page.exercises.len() <= MAX_SENT_EXERCISES);
        assert!(page.answers.len() <= MAX_SENT_ANSWERS);
        assert!(page.next >= after, "a cursor goes forwards");
        all.exercises.extend(page.exercises);
        all.answers.extend(page.answers);
        after = page.next;
        if page.is_complete {
            return (all, after);
        }
    }
}

/// The numbers in the names of exercises.
fn numbers(page: &ExercisePage) -> Vec<u64> {
    let texts = page.exercises.iter().map(|exercise| &exercise.text);
    texts
        .map(|text| text["exercise ".len()..].parse().expect("a number"))
        .collect()
}

async fn count(store: &Store, table: &str) -> i64 {
    let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
    let count = sqlx::query_scalar(sql).fetch_one(&store.readers);
    count.await.expect("reads")
}

#[tokio::test]
async fn a_device_is_told_what_came_after_its_cursor_and_nothing_twice() {
    let (_place, store) = opened("exercises-cursor").await;
    let (user, _) = guest(&store, vec![exercise(1, 10)], vec![good(1, 20)]).await;
    let first = page_after(&store, user, 0).await;
    assert_eq!(first.exercises, [exercise(1, 10).exercise]);
    assert_eq!(first.answers, [good(1, 20)]);
    assert!(first.is_complete && first.next > 0 && first.next < 1 << 53);
    // What was sent before is no news.
    for _ in 0..2 {
        record(&store, user, vec![exercise(1, 10)], vec![good(1, 20)]).await;
        let page = page_after(&store, user, first.next).await;
        let nothing = ExercisePage {
            next: first.next,
            ..ExercisePage::of_nobody()
        };
        assert_eq!(page, nothing);
    }
    record(&store, user, vec![exercise(2, 5)], vec![good(1, 21)]).await;
    let second = page_after(&store, user, first.next).await;
    assert_eq!(numbers(&second), [2]);
    assert_eq!(second.answers, [good(1, 21)]);
    assert!(second.is_complete && second.next > first.next);
    // A cursor that was never given is the beginning: the store may be an older copy.
    for cursor in [u64::MAX, second.next + 1, 1, first.next >> 32] {
        let all = page_after(&store, user, cursor).await;
        assert_eq!((all.exercises.len(), all.answers.len()), (2, 2), "{cursor}");
    }
}

#[tokio::test]
async fn every_grade_is_read_as_it_was_written() {
    let (place, store) = opened("exercises-grades").await;
    let grades = [
        AnswerGrade::Again,
        AnswerGrade::Hard,
        AnswerGrade::Good,
        AnswerGrade::Easy,
        AnswerGrade::SetAside,
        AnswerGrade::TakenUp,
    ];
    let answers: Vec<_> = (30..)
        .zip(grades)
        .map(|(at, grade)| answer(7, at, grade))
        .collect();
    let (user, _) = guest(&store, vec![], answers.clone()).await;
    assert_eq!(page_after(&store, user, 0).await.answers, answers);
    let written: Vec<String> = sqlx::query_scalar("SELECT grade FROM exercise_answers ORDER BY at")
        .fetch_all(&store.readers)
        .await
        .expect("reads");
    let sent = grades.map(|grade| serde_json::to_value(grade).expect("a name"));
    assert_eq!(written, sent);
    place
        .execute("UPDATE exercise_answers SET grade = 'perfect' WHERE at = 30")
        .await;
    let damaged = store.known_exercises(user, 0).await;
    let error = damaged.expect_err("is no grade").to_string();
    assert!(error.contains("perfect"), "{error}");
}

#[tokio::test]
async fn long_logs_come_in_pages_without_a_gap() {
    let (_place, store) = opened("exercises-pages").await;
    let (user, _) = guest(&store, vec![], vec![good(0, 1)]).await;
    let mut sent_answers = vec![good(0, 1)];
    // Exercises and answers alternate, then come only answers, then only exercises.
    for round in 0..6_u64 {
        let exercises = match round {
            3 => vec![],
            _ => (0..90).map(|n| exercise(100 * round + n, n)).collect(),
        };
        let answers: Vec<_> = match round {
            4 => vec![],
            _ => (0..480).map(|n| good(round, 10 + n)).collect(),
        };
        sent_answers.extend(&answers);
        record(&store, user, exercises, answers).await;
    }
    let (all, _) = all_after(&store, user, 0).await;
    let expected = (0..6_u64)
        .filter(|round| *round != 3)
        .flat_map(|round| (0..90).map(move |n| 100 * round + n));
    assert_eq!(numbers(&all), expected.collect::<Vec<_>>());
    assert_eq!(all.answers, sent_answers);
}

#[tokio::test]
async fn of_an_exercise_the_one_that_was_added_first_stays_and_all_devices_get_it() {
    let (_place, store) = opened("exercises-first").await;
    let with_text = |text: &str, added_at| {
        let mut new = exercise(1, added_at);
        new.exercise.text = text.to_owned();
        new
    };
    let (user, _) = guest(&store, vec![with_text("b", 20), exercise(2, 20)], vec![]).await;
    let seen = page_after(&store, user, 0).await.next;
    record(&store, user, vec![with_text("c", 30)], vec![]).await;
    record(&store, user, vec![with_text("d", 20)], vec![]).await;
    assert_eq!(page_after(&store, user, seen).await.exercises, []);
    // Twice in one request, in either order.
    let (early, earlier) = (with_text("early", 15), with_text("earlier", 10));
    record(&store, user, vec![early, earlier.clone()], vec![]).await;
    let page = page_after(&store, user, seen).await;
    assert_eq!(page.exercises, [earlier.exercise]);
    assert_eq!(page_after(&store, user, 0).await.exercises.len(), 2);
    let again = answer(1, 40, AnswerGrade::Again);
    record(&store, user, vec![], vec![again, good(1, 40)]).await;
    record(&store, user, vec![], vec![good(1, 40)]).await;
    assert_eq!(page_after(&store, user, 0).await.answers, [again]);
}

#[tokio::test]
async fn who_has_as_many_as_there_may_be_keeps_them_and_is_told_what_was_refused() {
    let (_place, store) = opened("exercises-full").await;
    let most = MAX_EXERCISES as u64;
    let many = (2..most).map(|number| exercise(number, 50)).collect();
    let (user, _) = guest(&store, many, vec![]).await;
    // Two have room: those that were added first.
    let sent = vec![
        exercise(most + 1, 60),
        exercise(0, 55),
        exercise(2, 50),
        exercise(1, 50),
    ];
    for _ in 0..2 {
        let refused = record(&store, user, sent.clone(), vec![good(0, 1)]).await;
        assert_eq!(refused.exercises, [id(most + 1)]);
        assert_eq!(refused.answers, []);
        assert!(refused.to_string().contains("at most 5000"));
    }
    // What is there may still be replaced by an earlier one.
    let refused = record(&store, user, vec![exercise(3, 40)], vec![]).await;
    assert!(refused.is_empty());

    let most = MAX_ANSWERS as u64;
    let many = (2..most).map(|at| good(0, at)).collect();
    assert!(record(&store, user, vec![], many).await.is_empty());
    let sent = vec![good(5, most + 1), good(0, 1), good(5, most)];
    for _ in 0..2 {
        let refused = record(&store, user, vec![exercise(2, 50)], sent.clone()).await;
        assert_eq!(refused.answers, [good(5, most + 1)]);
        assert_eq!(refused.exercises, []);
    }
    let (all, _) = all_after(&store, user, 0).await;
    let known: BTreeSet<u64> = numbers(&all).into_iter().collect();
    assert_eq!(known, (0..MAX_EXERCISES as u64).collect());
    let times: BTreeSet<u64> = all.answers.iter().map(|answer| answer.at).collect();
    assert_eq!(times, (1..=most).collect());
    assert_eq!(all.answers.len(), MAX_ANSWERS);
    let log =
        sqlx::query_as("SELECT exercises, answers FROM exercise_logs").fetch_one(&store.readers);
    let counted: (i64, i64) = log.await.expect("reads");
    assert_eq!(counted, (MAX_EXERCISES as i64, MAX_ANSWERS as i64));
}

#[tokio::test]
async fn what_is_a_visitors_own_reaches_nobody_else() {
    let (_place, store) = opened("exercises-own").await;
    let (ann, _) = guest(&store, vec![exercise(1, 10)], vec![good(1, 11)]).await;
    let (bystander, _) = guest(&store, vec![exercise(2, 10)], vec![good(2, 12)]).await;
    let anns = page_after(&store, ann, 0).await;
    let before = page_after(&store, bystander, 0).await;
    // The same exercise and the same time, earlier and graded otherwise.
    let again = answer(2, 12, AnswerGrade::Again);
    record(&store, ann, vec![exercise(2, 1)], vec![again]).await;
    let many = (100..300).map(|number| exercise(number, 10)).collect();
    record(&store, ann, many, vec![]).await;
    assert_eq!(
        page_after(&store, bystander, before.next).await.exercises,
        []
    );
    assert_eq!(page_after(&store, bystander, 0).await, before);
    // Somebody else's cursor is none.
    assert_eq!(page_after(&store, bystander, anns.next).await, before);
    let nobody = UserId(i64::MAX);
    let nothing = page_after(&store, nobody, anns.next).await;
    assert_eq!(nothing, ExercisePage::of_newcomer());
    assert_eq!(count(&store, "exercise_logs").await, 2, "asking makes none");
}

#[tokio::test]
async fn a_device_that_reads_while_others_write_misses_nothing() {
    let place = TestStore::new("exercises-at-once").await;
    let servers = [place.open().await, place.open().await];
    let (user, _) = guest(&servers[0], vec![], vec![good(9, 9)]).await;
    let writers = (0..40_u64).map(|number| {
        let store = servers[number as usize % servers.len()].clone();
        async move {
            let exercises = (0..3).map(|n| exercise(10 * number + n, 5)).collect();
            let answers = vec![good(number, 1), good(0, number)];
            record(&store, user, exercises, answers).await;
        }
    });
    let writing = tokio::spawn(join_all(writers.collect::<Vec<_>>()));
    let (mut found, mut after) = (ExercisePage::default(), 0);
    loop {
        let is_last = writing.is_finished();
        let (page, next) = all_after(&servers[0], user, after).await;
        found.exercises.extend(page.exercises);
        found.answers.extend(page.answers);
        after = next;
        if is_last {
            break;
        }
    }
    writing.await.expect("no panic");
    let known = numbers(&found);
    let expected: BTreeSet<u64> = (0..40)
        .flat_map(|number| (0..3).map(move |n| 10 * number + n))
        .collect();
    assert_eq!(known.len(), expected.len(), "none comes twice");
    assert_eq!(known.into_iter().collect::<BTreeSet<_>>(), expected);
    // `good(0, 1)` is of two writers.
    let answers: BTreeSet<_> = found.answers.iter().collect();
    assert_eq!((answers.len(), found.answers.len()), (80, 80));
}

/// An account with this, by way of its first guest.
async fn account(
    store: &Store,
    exercises: Vec<NewExercise>,
    answers: Vec<ExerciseAnswer>,
) -> UserId {
    let (user, token) = guest(store, exercises, answers).await;
    let account = NewAccount {
        name: names::check("Anna").expect("a name"),
        password: Phc("$argon2id$".to_owned()),
        recovery: CodeHash([0; 32]),
    };
    let registered = store.register(Some(token), account).await.expect("works");
    registered.expect("is free");
    user
}

/// A guest signs in to the account.
async fn sign_in(store: &Store, guest: wire::SessionToken) -> SignedIn {
    let proofs = store.proofs_by_name("anna").await.expect("reads");
    let proofs = proofs.expect("is there");
    let entered = store.enter(Some(guest), None, &proofs);
    entered.await.expect("works").expect("is right")
}

#[tokio::test]
async fn a_guest_who_signs_in_brings_along_what_is_new() {
    let (_place, store) = opened("exercises-merge").await;
    let own = vec![exercise(1, 10), exercise(2, 10), exercise(3, 10)];
    let user = account(&store, own, vec![good(1, 19), good(2, 20)]).await;
    let seen = page_after(&store, user, 0).await.next;
    let brought = vec![exercise(1, 5), exercise(2, 15), exercise(4, 10)];
    let again = answer(2, 20, AnswerGrade::Again);
    let (guest, token) = guest(&store, brought, vec![again, good(2, 21), good(4, 1)]).await;
    let of_guest = page_after(&store, guest, 0).await.next;
    sign_in(&store, token).await;
    // The account's other devices get what is new; the guest's device gets everything.
    let news = page_after(&store, user, seen).await;
    let since = |page: &ExercisePage| -> BTreeMap<u64, u64> {
        let times = page.exercises.iter().map(|exercise| exercise.added_at);
        numbers(page).into_iter().zip(times).collect()
    };
    assert_eq!(since(&news), [(1, 5), (4, 10)].into());
    assert_eq!(news.answers, [good(4, 1), good(2, 21)]);
    let all = page_after(&store, user, of_guest).await;
    assert_eq!(since(&all), [(1, 5), (2, 10), (3, 10), (4, 10)].into());
    let answers = [good(1, 19), good(2, 20), good(4, 1), good(2, 21)];
    assert_eq!(all.answers, answers);
    assert_eq!(count(&store, "exercise_logs").await, 1);
    assert_eq!(count(&store, "exercises").await, 4);
    assert_eq!(count(&store, "exercise_answers").await, 4);
    record(&store, user, vec![exercise(5, 1)], vec![good(5, 1)]).await;
    let page = page_after(&store, user, all.next).await;
    assert_eq!((numbers(&page), page.answers), (vec![5], vec![good(5, 1)]));
}

#[tokio::test]
async fn an_account_without_exercises_gets_the_guests_and_a_full_one_what_it_has_room_for() {
    let (place, store) = opened("exercises-merge-room").await;
    let user = account(&store, vec![], vec![good(9, 9)]).await;
    place.execute("DELETE FROM exercise_answers").await;
    place.execute("DELETE FROM exercise_logs").await;
    let exercises = (0..300).map(|number| exercise(number, 10)).collect();
    let answers = (0..1_500).map(|at| good(1, at)).collect();
    let (_, token) = guest(&store, exercises, answers).await;
    sign_in(&store, token).await;
    let (all, cursor) = all_after(&store, user, 0).await;
    assert_eq!((all.exercises.len(), all.answers.len()), (300, 1_500));

    place
        .execute("UPDATE exercise_logs SET exercises = 4998, answers = 49999")
        .await;
    let brought = [7_001, 7_002, 7_003, 7_004].map(|number| exercise(number, 9_000 - number));
    let answers = vec![good(7, 3), good(7, 2), good(1, 0)];
    let (_, token) = guest(&store, brought.to_vec(), answers).await;
    sign_in(&store, token).await;
    let page = page_after(&store, user, cursor).await;
    assert_eq!(
        numbers(&page),
        [7_004, 7_003],
        "those that were added first"
    );
    assert_eq!(page.answers, [good(7, 2)]);
    let log =
        sqlx::query_as("SELECT exercises, answers FROM exercise_logs").fetch_one(&store.readers);
    let counted: (i64, i64) = log.await.expect("reads");
    assert_eq!(counted, (MAX_EXERCISES as i64, MAX_ANSWERS as i64));
}

#[tokio::test]
async fn of_who_is_deleted_nothing_stays_and_all_of_it_was_exported() {
    let (_place, store) = opened("exercises-deleted").await;
    let (other, _) = guest(&store, vec![exercise(1, 10)], vec![good(1, 11)]).await;
    let kept = page_after(&store, other, 0).await;
    let exercises = (0..250).map(|number| exercise(number, 10)).collect();
    let answers = (0..1_100).map(|at| good(1, at)).collect();
    let (user, _) = guest(&store, exercises, answers).await;
    let all = store.exercises_of(user).await.expect("reads");
    assert_eq!((all.exercises.len(), all.answers.len()), (250, 1_100));
    let nothing = store.exercises_of(UserId(i64::MAX)).await.expect("reads");
    assert!(nothing.exercises.is_empty() && nothing.answers.is_empty());
    assert!(store.delete_user(user, None).await.expect("works"));
    for table in ["exercise_logs", "exercises", "exercise_answers"] {
        assert_eq!(count(&store, table).await, 1, "{table}");
    }
    assert_eq!(page_after(&store, other, 0).await, kept);
}
