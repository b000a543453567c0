//! What is due, and what comes next.

use super::*;
use AnswerGrade::{Again, Easy, Good, SetAside, TakenUp};

/// The exercises that come next one after the other, each answered after a minute.
fn sitting(
    deck: &mut Deck,
    start: LocalTime,
    new_per_day: u16,
    grade: AnswerGrade,
) -> Vec<ExerciseId> {
    let mut shown = Vec::new();
    let mut time = start;
    while let Some(next) = deck.next(time, new_per_day) {
        shown.push(next);
        deck.add_answer(answer(next, time.ms, grade));
        time.ms += MINUTE_MS;
        assert!(shown.len() <= 100, "a sitting ends");
    }
    shown
}

#[test]
fn a_day_brings_so_many_new_ones() {
    let mut deck = deck();
    let count = deck.len();
    assert_eq!(deck.new_today(after_noon(0), 10), 10);
    assert_eq!(deck.new_today(after_noon(0), 100), count);
    assert_eq!(deck.next(after_noon(0), 0), None);
    assert_eq!(sitting(&mut deck, after_noon(0), 10, Good).len(), 10);
    assert_eq!(deck.new_today(after_noon(HOUR_MS), 10), 0);
    assert_eq!(deck.due_today(after_noon(HOUR_MS)), 0);
    // More are allowed.
    assert_eq!(deck.new_today(after_noon(HOUR_MS), 12), 2);
    // The rest comes after local midnight.
    let midnight = 12 * HOUR_MS;
    assert_eq!(deck.new_today(after_noon(midnight - 1), 10), 0);
    assert_eq!(deck.new_today(after_noon(midnight), 10), count - 10);
    let east = LocalTime {
        utc_offset: 120,
        ..after_noon(10 * HOUR_MS)
    };
    assert_eq!(deck.new_today(east, 10), count - 10);
}

#[test]
fn easier_ones_come_first() {
    let mut deck = deck();
    let shown = sitting(&mut deck, after_noon(0), 100, Good);
    assert_eq!(shown.len(), deck.len());
    let level = |id: &ExerciseId| deck.get(*id).map(|entry| entry.difficulty.level);
    let levels: Vec<_> = shown.iter().map(level).collect();
    assert_eq!(levels.first(), levels.iter().min());
    assert_eq!(levels.last(), levels.iter().max());
    let groups: Vec<_> = shown
        .iter()
        .map(|id| deck.get(*id).map(|entry| entry.group))
        .collect();
    assert!(
        !groups
            .windows(3)
            .any(|three| three[0] == three[1] && three[1] == three[2]),
        "{groups:?}"
    );
}

#[test]
fn a_third_of_one_idea_waits_where_there_is_another() {
    let mut deck = deck();
    let of = |deck: &Deck, group| {
        let ids = deck.new_exercises().into_iter();
        let ids = ids.filter(|id| deck.get(*id).is_some_and(|entry| entry.group == group));
        ids.collect::<Vec<_>>()
    };
    let defence = of(&deck, IdeaGroup::Defence);
    assert!(defence.len() >= 3, "{defence:?}");
    deck.add_answer(answer(defence[0], NOON, Good));
    deck.add_answer(answer(defence[1], NOON + 1, Good));
    let next = deck.next(after_noon(2), 100).expect("a new one");
    assert_ne!(
        deck.get(next).map(|entry| entry.group),
        Some(IdeaGroup::Defence)
    );
    // Where there is no other one, it comes.
    let mut alone = Deck::default();
    for id in &defence {
        let entry = deck.get(*id).expect("it is there");
        alone.add((*entry.exercise).clone(), NOON);
    }
    alone.add_answer(answer(defence[0], NOON, Good));
    alone.add_answer(answer(defence[1], NOON + 1, Good));
    assert_eq!(alone.next(after_noon(2), 100), Some(defence[2]));
}

#[test]
fn what_is_overdue_by_its_own_interval_comes_before_what_is_new() {
    let mut deck = deck();
    // Three days after good, fifteen after easy: after twenty days the first is overdue five times.
    deck.add_answer(answer(id(1), NOON, Easy));
    deck.add_answer(answer(id(0), NOON, Good));
    let time = after_noon(20 * DAY_MS);
    assert_eq!(deck.due(time), [id(0), id(1)]);
    assert_eq!(deck.due_today(time), 2);
    assert_eq!(deck.next(time, 100), Some(id(0)));
    assert_eq!(deck.due(after_noon(10 * DAY_MS)), [id(0)]);
    assert_eq!(deck.days_until_due(after_noon(0)), Some(3));
    assert_eq!(deck.days_until_due(time), Some(0));
}

#[test]
fn what_was_not_solved_comes_again_after_others_and_the_next_day() {
    let mut deck = deck();
    let first = deck.next(after_noon(0), 100).expect("a new one");
    deck.add_answer(answer(first, NOON, Again));
    for number in 1..=5 {
        let time = after_noon(number * MINUTE_MS);
        let next = deck.next(time, 100).expect("a new one");
        assert_ne!(next, first, "{number} others");
        deck.add_answer(answer(next, time.ms, Good));
    }
    let time = after_noon(6 * MINUTE_MS);
    assert_eq!(deck.next(time, 100), Some(first), "after five others");
    deck.add_answer(answer(first, time.ms, Good));
    assert_ne!(deck.next(after_noon(7 * MINUTE_MS), 100), Some(first));
    assert_eq!(deck.due(after_noon(HOUR_MS)), []);
    assert_eq!(deck.due(after_noon(DAY_MS)), [first]);
    // After ten minutes it comes without others.
    let mut alone = Deck::default();
    alone.add(exercise(0), NOON);
    alone.add(exercise(1), NOON);
    alone.add_answer(answer(id(0), NOON, Again));
    assert_eq!(alone.next(after_noon(MINUTE_MS), 100), Some(id(1)));
    assert_eq!(alone.next(after_noon(10 * MINUTE_MS), 100), Some(id(0)));
    // Where nothing else is left it does not wait.
    assert_eq!(alone.next(after_noon(MINUTE_MS), 0), Some(id(0)));
}

#[test]
fn a_sitting_ends_when_all_is_solved() {
    let mut deck = deck();
    let count = deck.len();
    for line in 0..count {
        deck.add_answer(answer(id(line), NOON, Again));
    }
    let shown = sitting(&mut deck, after_noon(11 * MINUTE_MS), 0, Good);
    assert_eq!(shown.len(), count);
    assert_eq!(deck.due_today(after_noon(HOUR_MS)), 0);
    assert_eq!(deck.days_until_due(after_noon(HOUR_MS)), Some(1));
}

#[test]
fn what_is_set_aside_does_not_come_until_it_is_taken_up() {
    let mut deck = deck();
    deck.add_answer(answer(id(0), NOON, Good));
    deck.add_answer(answer(id(0), NOON + 1, SetAside));
    deck.add_answer(answer(id(1), NOON + 1, SetAside));
    let time = after_noon(30 * DAY_MS);
    assert_eq!(deck.due(time), []);
    assert!(!deck.new_exercises().contains(&id(1)));
    let mut aside = vec![id(0), id(1)];
    aside.sort_unstable();
    assert_eq!(deck.set_aside(), aside);
    deck.add_answer(answer(id(0), NOON + 2, TakenUp));
    assert_eq!(deck.due(time), [id(0)]);
}
