//! What is counted, and what is not.

use super::*;
use AnswerGrade::{Again, Good, Hard, SetAside};

#[test]
fn days_are_local_and_counted_once() {
    let mut deck = deck();
    for (line, day) in [(0, 0), (1, 0), (2, 3), (3, 8), (4, 27), (5, 28)] {
        deck.add_answer(answer(id(line), NOON - day * DAY_MS, Good));
    }
    let statistics = deck.statistics(after_noon(0));
    assert_eq!((statistics.days_of_7, statistics.days_of_28), (2, 4));
    assert_eq!(statistics.solved_today, 2);
    // In the evening of a place in the east it is tomorrow.
    let east = LocalTime {
        utc_offset: 720,
        ..after_noon(HOUR_MS)
    };
    let statistics = deck.statistics(east);
    assert_eq!(statistics.solved_today, 2);
    let tomorrow = deck.statistics(after_noon(12 * HOUR_MS));
    assert_eq!((tomorrow.solved_today, tomorrow.days_of_7), (0, 2));
}

#[test]
fn only_solved_exercises_are_solved_and_each_once_a_day() {
    let mut deck = deck();
    deck.add_answer(answer(id(0), NOON, Again));
    deck.add_answer(answer(id(0), NOON + HOUR_MS, Good));
    deck.add_answer(answer(id(0), NOON + 2 * HOUR_MS, Good));
    deck.add_answer(answer(id(1), NOON, Again));
    deck.add_answer(answer(id(2), NOON, Hard));
    deck.add_answer(answer(id(3), NOON, SetAside));
    let statistics = deck.statistics(after_noon(3 * HOUR_MS));
    assert_eq!(statistics.solved_today, 2);
    assert_eq!(statistics.exercises, deck.len() - 1);
}

#[test]
fn what_is_known_fades_and_what_is_new_is_not_known() {
    let mut deck = deck();
    assert_eq!(deck.statistics(after_noon(0)).known, 0);
    for line in 0..10 {
        deck.add_answer(answer(id(line), NOON, Good));
    }
    let known = |days: u64| deck.statistics(after_noon(days * DAY_MS)).known;
    assert_eq!((known(0), known(3)), (10, 9));
    assert!(known(400) < 5 && known(400) > 0);
}

#[test]
fn first_tries_are_counted_by_idea() {
    let mut deck = deck();
    for (line, grade) in [(1, Good), (2, Hard)] {
        // A second one an hour later is practice.
        deck.add_answer(answer(id(line), NOON, grade));
        deck.add_answer(answer(id(line), NOON + HOUR_MS, Good));
    }
    deck.add_answer(answer(id(1), NOON + 4 * DAY_MS, Good));
    let statistics = deck.statistics(after_noon(4 * DAY_MS));
    let forks = IdeaShare {
        group: IdeaGroup::Forks,
        answers: 3,
        first_tries: 2,
    };
    assert_eq!(statistics.ideas, [forks]);
    assert_eq!(share_text(forks), "Forks: 2 of 3 solved at the first try.");
}

#[test]
fn each_group_has_a_name_of_its_own() {
    let mut names = IdeaGroup::ALL.map(IdeaGroup::name);
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}
