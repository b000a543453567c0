//! Adding, merging, limits, and what is to be sent.

use engine::rules::Position;
use proptest::prelude::*;
use wire::visitor::exercises::{
    MAX_ANSWERS, MAX_EXERCISES, MAX_SENT_ANSWERS, MAX_SENT_EXERCISES, StoredExercise,
};

use super::schedule::any_grade;
use super::*;
use AnswerGrade::{Good, SetAside};
use engine::exercises::ExerciseOrigin;

/// Different exercises, each with a queen, a king and a bare king.
fn many(count: usize) -> Vec<Exercise> {
    let places = (0..64).flat_map(|queen| (0..64).map(move |king| (queen, king)));
    let places = places.flat_map(|(queen, king)| [4, 27, 60].map(|bare| (queen, king, bare)));
    let made = places.filter_map(|(queen, king, bare)| {
        let mut men = [' '; 64];
        men[bare] = 'k';
        men[king] = if king == bare { return None } else { 'K' };
        men[queen] = if men[queen] == ' ' { 'Q' } else { return None };
        let ranks: Vec<String> = men.chunks(8).map(rank_text).collect();
        let fen = format!("{} w - - 0 1", ranks.join("/"));
        let start = Position::from_fen(&fen).ok()?;
        let moves = start.legal_moves();
        let [played, good, ..] = moves[..] else {
            return None;
        };
        Some(Exercise {
            start,
            ply: 0,
            played,
            loss: 20.0,
            origin: ExerciseOrigin::Mistake,
            accepted: vec![good],
            solution: vec![good],
            refutation: Vec::new(),
            found_after: 200,
            idea: None,
        })
    });
    let made: Vec<_> = made.take(count).collect();
    assert_eq!(made.len(), count);
    made
}

/// A rank of a FEN.
fn rank_text(men: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &man in men.iter().chain(&['/']) {
        if man == ' ' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        if man != '/' {
            text.push(man);
        }
    }
    text
}

fn merged(one: &Deck, other: &Deck) -> Deck {
    let mut merged = one.clone();
    merged.merge(other);
    merged
}

#[test]
fn an_exercise_added_twice_is_one_with_the_earlier_time() {
    let mut deck = Deck::default();
    assert_eq!(deck.add(exercise(0), 20), Added::New);
    assert_eq!(deck.add(exercise(0), 10), Added::Known);
    assert_eq!(deck.add(exercise(0), 30), Added::Known);
    assert_eq!(deck.len(), 1);
    assert_eq!(deck.get(id(0)).map(|entry| entry.added_at), Some(10));
}

#[test]
fn a_full_deck_takes_no_more_and_keeps_the_earliest() {
    let mut exercises = many(MAX_EXERCISES + 3);
    let late = exercises.split_off(MAX_EXERCISES);
    let mut full = Deck::default();
    for exercise in exercises {
        assert_eq!(full.add(exercise, 10), Added::New);
    }
    assert_eq!(full.add(late[0].clone(), 1), Added::Full);
    let known = full.iter().next().map(|(_, entry)| entry.exercise.clone());
    let known = known.expect("an exercise");
    assert_eq!(full.add((*known).clone(), 11), Added::Known);
    // A deck that has others: of all the earliest stay, in whatever order they meet.
    let mut early = Deck::default();
    early.add(late[1].clone(), 1);
    early.add(late[2].clone(), 99);
    let both = merged(&full, &early);
    assert_eq!(both, merged(&early, &full));
    assert_eq!(both.len(), MAX_EXERCISES);
    assert!(both.get(late[1].id()).is_some());
    assert!(both.get(late[2].id()).is_none());
    let mut third = Deck::default();
    third.add(late[0].clone(), 2);
    assert_eq!(
        merged(&merged(&full, &early), &third),
        merged(&full, &merged(&early, &third)),
    );
}

#[test]
fn of_too_many_answers_the_latest_stay() {
    let answers: Vec<_> = (0..MAX_ANSWERS as u64 + 10)
        .map(|number| answer(ExerciseId(number % 1_000), number * DAY_MS, Good))
        .collect();
    let (early, late) = answers.split_at(30_000);
    let [mut one, mut other] = [Deck::default(), Deck::default()];
    one.receive(&[], early);
    other.receive(&[], late);
    let both = merged(&one, &other);
    assert_eq!(both, merged(&other, &one));
    assert_eq!(both.history.log.iter().count(), MAX_ANSWERS);
    let earliest = both.history.log.iter().map(|entry| entry.answer.at).min();
    assert_eq!(earliest, Some(10 * DAY_MS));
    // One by one they lead to the same deck.
    let mut added = both.clone();
    let last = answer(ExerciseId(5_000), u64::MAX, Good);
    assert!(added.add_answer(last));
    assert!(!added.add_answer(last));
    let mut single = Deck::default();
    single.add_answer(last);
    assert_eq!(added.history.log.iter().count(), MAX_ANSWERS);
    assert_eq!(merged(&both, &single), added);
}

#[test]
fn an_answer_waits_for_its_exercise() {
    let mut deck = Deck::default();
    deck.add_answer(answer(id(0), NOON, Good));
    assert_eq!(deck.due(after_noon(30 * DAY_MS)), []);
    deck.add(exercise(0), NOON + 5);
    assert_eq!(deck.due(after_noon(30 * DAY_MS)), [id(0)]);
}

#[test]
fn what_is_sent_is_sent_once() {
    let mut deck = deck();
    let count = deck.len();
    deck.add_answer(answer(id(0), NOON, Good));
    deck.add_answer(answer(id(1), NOON, SetAside));
    let first = unsent(&deck);
    assert_eq!((first.exercises.len(), first.answers.len()), (count, 2));
    // While it was on its way another answer was given.
    deck.add_answer(answer(id(2), NOON, Good));
    deck.mark_sent(&first);
    let left = unsent(&deck);
    assert_eq!(left.exercises, []);
    assert_eq!(left.answers, [answer(id(2), NOON, Good)]);
    deck.mark_sent(&left);
    assert!(unsent(&deck).is_empty());
    // Added earlier on another device, it is sent again.
    let mut earlier = Deck::default();
    earlier.add(exercise(3), NOON - DAY_MS);
    deck.merge(&earlier);
    assert_eq!(unsent(&deck).exercises.len(), 1);
    assert_eq!(unsent(&deck).exercises[0].added_at, NOON - DAY_MS);
}

#[test]
fn what_comes_from_the_server_need_not_be_sent() {
    let here = deck();
    let mut deck = Deck::default();
    let first = unsent(&here);
    let hostile = ["", "1;", "\u{0}", &"x".repeat(5_000)].map(|text| StoredExercise {
        text: text.to_owned(),
        added_at: u64::MAX,
    });
    let sent: Vec<_> = first.exercises.iter().cloned().chain(hostile).collect();
    let answers = [answer(id(0), NOON, Good)];
    assert_eq!(deck.receive(&sent, &answers), 4);
    assert_eq!(deck.len(), here.len());
    assert!(unsent(&deck).is_empty());
    // What both have is sent.
    let both = merged(&here, &deck);
    assert!(unsent(&both).is_empty());
}

#[test]
fn a_request_carries_no_more_than_it_may() {
    let mut deck = Deck::default();
    for exercise in many(MAX_SENT_EXERCISES + 1) {
        deck.add(exercise, NOON);
    }
    for at in 0..=MAX_SENT_ANSWERS as u64 {
        deck.add_answer(answer(id(0), NOON + at, Good));
    }
    let first = unsent(&deck);
    assert_eq!(first.exercises.len(), MAX_SENT_EXERCISES);
    assert_eq!(first.answers.len(), MAX_SENT_ANSWERS);
    deck.mark_sent(&first);
    let left = unsent(&deck);
    assert_eq!((left.exercises.len(), left.answers.len()), (1, 1));
}

#[derive(Debug, Clone)]
struct Piecemeal {
    /// Line, when it was added, whether its text is another one, whether it is sent.
    exercises: Vec<(usize, u64, bool, bool)>,
    /// Line, time, grade, whether it is sent.
    answers: Vec<(usize, u64, AnswerGrade, bool)>,
}

impl Piecemeal {
    fn deck(&self) -> Deck {
        let mut deck = Deck::default();
        for &(line, added_at, without_idea, sent) in &self.exercises {
            let mut exercise = exercise(line);
            if without_idea {
                exercise.idea = None;
            }
            let stored = StoredExercise {
                text: exercise.encode(),
                added_at,
            };
            match sent {
                true => assert_eq!(deck.receive(&[stored], &[]), 0),
                false => {
                    deck.add(exercise, added_at);
                }
            }
        }
        for &(line, at, grade, sent) in &self.answers {
            let answer = answer(id(line), at * HOUR_MS, grade);
            match sent {
                true => {
                    deck.receive(&[], &[answer]);
                }
                false => {
                    deck.add_answer(answer);
                }
            }
        }
        deck
    }
}

fn any_deck() -> impl Strategy<Value = Deck> {
    let exercise = (0..4_usize, 0..3_u64, any::<bool>(), any::<bool>());
    let answer = (0..4_usize, 0..40_u64, any_grade(), any::<bool>());
    let exercises = prop::collection::vec(exercise, 0..6);
    let answers = prop::collection::vec(answer, 0..12);
    let parts = (exercises, answers);
    parts.prop_map(|(exercises, answers)| Piecemeal { exercises, answers }.deck())
}

proptest! {
    #[test]
    fn decks_merge_to_the_same_one_in_any_order(
        one in any_deck(), other in any_deck(), third in any_deck(),
    ) {
        prop_assert_eq!(merged(&one, &one), one.clone());
        prop_assert_eq!(merged(&one, &other), merged(&other, &one));
        prop_assert_eq!(
            merged(&merged(&one, &other), &third),
            merged(&one, &merged(&other, &third))
        );
        prop_assert_eq!(merged(&one, &Deck::default()), one);
    }

    #[test]
    fn the_storage_gives_the_deck_back(deck in any_deck()) {
        let exercises: Vec<String> =
            deck.iter().filter_map(|(id, _)| deck.exercise_text(id)).collect();
        let chunks: Vec<String> =
            deck.chunks().into_iter().map(|chunk| deck.chunk_text(chunk)).collect();
        let read = Deck::from_stored(
            exercises.iter().map(String::as_str),
            chunks.iter().map(String::as_str),
        );
        prop_assert_eq!(read, deck);
    }
}

/// A clock that was wrong, or a server that is full, does not keep the rest from being sent.
#[test]
fn what_the_server_would_not_keep_is_not_sent() {
    let mut deck = Deck::default();
    deck.add(exercise(0), 5);
    deck.add(exercise(1), NOON);
    let [long_ago, kept, far_ahead] = [5, NOON, u64::MAX].map(|at| answer(id(1), at, Good));
    for answer in [long_ago, kept, far_ahead] {
        deck.add_answer(answer);
    }
    let first = unsent(&deck);
    assert_eq!(first.exercises.len(), 1);
    assert_eq!(first.answers, [kept]);
    let refused = RefusedExercises {
        exercises: vec![id(1)],
        answers: vec![kept],
    };
    assert!(deck.unsent(LATER, &refused).is_empty());
}

#[test]
fn a_deck_of_which_the_server_has_nothing_is_sent_again_and_what_it_has_can_be_left_out() {
    let mut deck = deck();
    deck.add_answer(answer(id(0), NOON, Good));
    let whole = unsent(&deck);
    deck.mark_sent(&whole);
    deck.add_answer(answer(id(1), NOON, AnswerGrade::Hard));
    let left = deck.without_sent();
    assert!(left.is_empty());
    assert_eq!(
        unsent(&left).answers,
        [answer(id(1), NOON, AnswerGrade::Hard)]
    );
    assert_eq!(left.schedule(id(0)), Schedule::default());
    deck.mark_unsent();
    assert_eq!(unsent(&deck).exercises, whole.exercises);
    assert_eq!(unsent(&deck).answers.len(), 2);
}
