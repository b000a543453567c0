//! The replay of answers.

use proptest::prelude::*;

use super::*;
use crate::exercises::schedule::{REST_MS, RETRY_MS};
use AnswerGrade::{Again, Easy, Good, Hard, SetAside, TakenUp};

const ID: ExerciseId = ExerciseId(7);

/// The schedule of answers at these hours after noon.
fn replay(answers: &[(u64, AnswerGrade)]) -> Schedule {
    let answers = answers.iter();
    let answers: Vec<_> = answers
        .map(|&(hours, grade)| answer(ID, NOON + hours * HOUR_MS, grade))
        .collect();
    Schedule::replay(&answers)
}

#[test]
fn intervals_grow_with_good_and_shrink_with_again() {
    let mut answers = vec![(0, Good)];
    let mut intervals = Vec::new();
    for _ in 0..5 {
        let interval = replay(&answers).interval().expect("an answer");
        intervals.push(interval);
        let (hours, _) = answers[answers.len() - 1];
        answers.push((hours + 24 * u64::from(interval), Good));
    }
    assert!(
        intervals.windows(2).all(|pair| pair[0] < pair[1]),
        "{intervals:?}"
    );
    let (hours, _) = answers[answers.len() - 1];
    let before = replay(&answers);
    answers.push((hours + 24 * 30, Again));
    let after = replay(&answers);
    assert!(after.interval() < before.interval());
    assert_eq!(after.interval(), Some(1));
    let time = after_noon((hours + 24 * 40) * HOUR_MS);
    assert!(after.retrievability(time) < before.retrievability(time));
}

#[test]
fn easier_grades_have_longer_intervals() {
    let intervals = [Again, Hard, Good, Easy].map(|grade| replay(&[(0, grade)]).interval());
    assert!(
        intervals.windows(2).all(|pair| pair[0] < pair[1]),
        "{intervals:?}"
    );
}

#[test]
fn what_was_not_solved_comes_in_the_same_sitting_and_the_next_day() {
    let unsolved = replay(&[(0, Again)]);
    let now = after_noon(0);
    assert_eq!(unsolved.due_at(now), Some(NOON + RETRY_MS));
    assert_eq!(unsolved.unsolved_since(), Some(NOON));
    // Solved an hour later it is due on the next day: the second answer was practice.
    let solved = replay(&[(0, Again), (1, Good)]);
    assert_eq!(solved.unsolved_since(), None);
    let midnight = NOON + 12 * HOUR_MS;
    assert_eq!(solved.due_at(now), Some(midnight));
    assert_eq!((solved.answers, solved.first_tries), (1, 0));
}

#[test]
fn what_is_solved_late_rests_past_midnight() {
    // Not solved at 23:00, solved at 01:00: due on the same day, but not in the night.
    let solved = replay(&[(11, Again), (13, Good)]);
    let time = after_noon(13 * HOUR_MS);
    assert_eq!(solved.due_at(time), Some(NOON + 13 * HOUR_MS + REST_MS));
}

#[test]
fn an_exercise_is_due_from_local_midnight_on() {
    let good = replay(&[(0, Good)]);
    let interval = u64::from(good.interval().expect("an answer"));
    for (utc_offset, hours) in [(0, 12), (120, 10), (-300, 17), (13 * 60, 23)] {
        let time = LocalTime {
            ms: NOON,
            utc_offset,
        };
        let due = good.due_at(time).expect("an answer");
        let midnight = due as i64 + i64::from(utc_offset) * MINUTE_MS as i64;
        assert_eq!(midnight % DAY_MS as i64, 0, "{utc_offset}");
        assert_eq!(
            due,
            NOON + interval * DAY_MS - (24 - hours) * HOUR_MS % DAY_MS
        );
    }
}

#[test]
fn an_hour_earlier_than_yesterday_is_the_next_day() {
    let daily = replay(&[(0, Good), (23, Good)]);
    let exact = replay(&[(0, Good), (24, Good)]);
    assert_eq!(daily.interval(), exact.interval());
    assert_eq!(daily.answers, 2);
    let practice = replay(&[(0, Good), (7, Good)]);
    assert_eq!((practice.answers, practice.interval()), (1, Some(3)));
}

#[test]
fn the_last_word_says_whether_an_exercise_is_set_aside() {
    assert!(replay(&[(0, SetAside)]).is_set_aside);
    assert!(replay(&[(0, SetAside)]).is_new());
    assert!(!replay(&[(0, SetAside), (1, TakenUp)]).is_set_aside);
    assert!(replay(&[(0, SetAside), (1, TakenUp), (2, SetAside)]).is_set_aside);
    assert!(replay(&[(0, SetAside), (1, Good)]).is_set_aside);
    // At the same moment it is taken up.
    assert!(!replay(&[(0, SetAside), (0, TakenUp)]).is_set_aside);
}

pub(super) fn any_grade() -> impl Strategy<Value = AnswerGrade> {
    prop::sample::select(vec![Again, Hard, Good, Easy, SetAside, TakenUp])
}

pub(super) fn any_time() -> impl Strategy<Value = u64> {
    prop_oneof![
        Just(0),
        Just(u64::MAX),
        any::<u64>(),
        NOON..NOON + 100 * DAY_MS,
    ]
}

proptest! {
    /// Out of order, too, which the log never has.
    #[test]
    fn no_log_breaks_the_replay(
        answers in prop::collection::vec((any_time(), any_grade()), 0..200),
        now in any_time(),
        utc_offset in any::<i32>(),
    ) {
        let answers: Vec<_> = answers
            .into_iter()
            .map(|(at, grade)| answer(ID, at, grade))
            .collect();
        let schedule = Schedule::replay(&answers);
        let time = LocalTime { ms: now, utc_offset };
        prop_assert!((0.0..=1.0).contains(&schedule.retrievability(time)));
        let overdue = schedule.overdue(time);
        prop_assert!(overdue <= 0 || schedule.due_at(time).is_some_and(|due| due < now));
        prop_assert!(overdue >= 0 || schedule.due_at(time).is_some_and(|due| due > now));
        prop_assert_eq!(schedule.due_at(time).is_none(), schedule.is_new());
        prop_assert!(schedule.interval().is_none_or(|days| (1..=365).contains(&days)));
        prop_assert!(schedule.first_tries <= schedule.answers);
    }

    #[test]
    fn a_log_is_replayed_the_same_each_time(
        answers in prop::collection::vec((any_time(), any_grade()), 0..50),
    ) {
        let forward: Vec<_> = answers
            .iter()
            .map(|&(at, grade)| answer(ID, at, grade))
            .collect();
        let [mut one, mut other] = [Deck::default(), Deck::default()];
        for answer in &forward {
            one.add_answer(*answer);
        }
        for answer in forward.iter().rev() {
            other.add_answer(*answer);
        }
        prop_assert_eq!(one.schedule(ID), other.schedule(ID));
    }
}
