//! The sentences of the page.

use super::*;
use AnswerGrade::{Again, Good};

#[test]
fn the_page_says_what_is_due() {
    let mut page = Page::with(&[]);
    assert_eq!(due_text(&page.state), "There are no exercises yet.");
    page = Page::with(&[0, 1, 2]);
    let look = |page: &mut Page, ms: u64| {
        page.send(TrainEvent::Look(after_noon(ms)));
        due_text(&page.state)
    };
    assert_eq!(look(&mut page, 0), "Nothing is due, and 3 are new.");
    page.send(TrainEvent::SetNewPerDay(1));
    assert_eq!(look(&mut page, 0), "Nothing is due, and 1 is new.");
    page.state.deck.add_answer(answer(id(0), NOON, Good));
    assert_eq!(
        look(&mut page, 1),
        "Nothing is due. The next one comes tomorrow."
    );
    page.send(TrainEvent::SetNewPerDay(0));
    assert_eq!(
        look(&mut page, 1),
        "Nothing is due. The next one comes in 3 days."
    );
    assert_eq!(
        look(&mut page, 2 * DAY_MS),
        "Nothing is due. The next one comes tomorrow."
    );
    assert_eq!(look(&mut page, 300 * DAY_MS), "1 is due today.");
    page.state.deck.add_answer(answer(id(1), NOON, Again));
    assert_eq!(look(&mut page, DAY_MS), "1 is due today.");
    page.send(TrainEvent::SetNewPerDay(5));
    assert_eq!(
        look(&mut page, 300 * DAY_MS),
        "2 are due today, and 1 is new."
    );
}

#[test]
fn an_exercise_says_where_it_comes_from_and_what_was_played() {
    assert_eq!(
        origin_text(&exercise(TAKES_PAWN)),
        "From a game of yours, move 40."
    );
    assert_eq!(
        origin_text(&exercise(MATES)),
        "From a game of yours, move 6. Your opponent has just made a mistake."
    );
    assert_eq!(task_text(&exercise(TAKES_PAWN)), "Black to move");
    assert_eq!(
        played_text(&exercise(TAKES_PAWN)),
        "In the game Rf7 was played; it cost 14 points of winning chance."
    );
    assert_eq!(
        idea_text(&exercise(STOPS_MATE)).as_deref(),
        Some("Qe2: It stops their mate: they threatened Qxg2#.")
    );
}

/// The engine speaks of itself as "I" and "my"; no word of it is left.
#[test]
fn no_idea_speaks_for_the_engine() {
    for exercise in exercises() {
        let text = idea_text(&exercise).expect("an idea");
        let words = text.split(|letter: char| !letter.is_alphabetic());
        let left: Vec<&str> = words
            .filter(|word| ["I", "my", "My", "mine", "me"].contains(word))
            .collect();
        assert_eq!(left, [""; 0], "{text}");
    }
}

#[test]
fn counts_are_said_and_missed_days_are_not() {
    let statistics = |days_of_7, days_of_28| Statistics {
        days_of_7,
        days_of_28,
        ..Statistics::default()
    };
    assert_eq!(practised_text(&statistics(0, 0)), "");
    assert_eq!(
        practised_text(&statistics(0, 2)),
        "Practised on 2 of the last 28 days."
    );
    assert_eq!(
        practised_text(&statistics(3, 9)),
        "Practised on 3 of the last 7 days, and on 9 of the last 28."
    );
    let solved = |solved_today| {
        solved_today_text(&Statistics {
            solved_today,
            ..Statistics::default()
        })
    };
    assert_eq!(
        [0, 1, 4].map(solved),
        ["", "1 exercise solved today.", "4 exercises solved today."]
    );
    let known = Statistics {
        known: 34,
        exercises: 50,
        ..Statistics::default()
    };
    assert_eq!(
        known_text(&known),
        "You would solve about 34 of 50 exercises now."
    );
}

#[test]
fn an_import_says_what_became_of_its_exercises() {
    let added = |new, known, refused| {
        added_text(AddedCount {
            new,
            known,
            refused,
        })
    };
    assert_eq!(added(1, 0, 0), "1 new exercise added.");
    assert_eq!(
        added(3, 1, 0),
        "3 new exercises added. 1 was there already."
    );
    assert_eq!(
        added(0, 4, 2),
        "No new exercises. 4 were there already. 2 were left out: there is room for 5000."
    );
}
