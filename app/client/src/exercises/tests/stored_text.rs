//! Texts of the browser's storage, ours and hostile ones.

use proptest::prelude::*;

use super::*;
use AnswerGrade::{Again, Easy, Good, Hard, SetAside, TakenUp};

#[test]
fn a_chunk_has_an_answer_a_line() {
    let mut deck = Deck::default();
    deck.receive(&[], &[answer(ExerciseId(10), NOON, Good)]);
    deck.add_answer(answer(ExerciseId(11), NOON + 1, SetAside));
    let chunk = Deck::chunk_of(NOON);
    assert_eq!(deck.chunks(), [chunk]);
    assert_eq!(
        deck.chunk_text(chunk),
        "000000000000000a 1779105600000 good\n\
         000000000000000b 1779105600001 set_aside unsent\n"
    );
    assert_eq!(deck.chunk_text(chunk + 1), "");
}

/// As it was first stored.
#[test]
fn an_exercise_is_stored_with_its_time() {
    let mut deck = Deck::default();
    deck.add(exercise(0), NOON);
    let text = deck.exercise_text(id(0)).expect("it is there");
    assert_eq!(
        text,
        format!("1779105600000 unsent {}", exercise(0).encode())
    );
    assert_eq!(deck.exercise_text(id(1)), None);
    deck.mark_sent(&unsent(&deck));
    let text = deck.exercise_text(id(0)).expect("it is there");
    assert!(text.starts_with("1779105600000 sent 1;"), "{text}");
}

#[test]
fn each_grade_is_read_again() {
    let mut deck = Deck::default();
    for (day, grade) in [Again, Hard, Good, Easy, SetAside, TakenUp]
        .into_iter()
        .enumerate()
    {
        deck.add_answer(answer(ExerciseId(1), day as u64 * DAY_MS, grade));
    }
    let text = deck.chunk_text(0);
    assert_eq!(text.lines().count(), 6);
    assert_eq!(Deck::from_stored([], [text.as_str()]), deck);
}

#[test]
fn what_is_not_understood_is_left_out() {
    let good = "000000000000000a 5 good";
    for bad in [
        "",
        "good",
        "00000000000000a 5 good",
        "000000000000000A 5 good",
        "000000000000000a -5 good",
        "000000000000000a 18446744073709551616 good",
        "000000000000000a 5 Good",
        "000000000000000a 5 good later",
        "000000000000000a 5 good unsent more",
        "000000000000000a  5 good",
        "\u{0}\u{1f600} 5 good",
    ] {
        let text = format!("{bad}\n{good}\n{bad}");
        let deck = Deck::from_stored([], [text.as_str()]);
        assert_eq!(deck.history.log.iter().count(), 1, "{bad}");
    }
    let text = exercise(0).encode();
    for bad in [
        "",
        "5",
        "5 sent",
        &text,
        &format!("5 later {text}"),
        &format!("-5 sent {text}"),
        &format!("5 sent {text};"),
        &format!("5 sent 2{text}"),
        &format!("5 sent {}", "x".repeat(100_000)),
    ] {
        // A sentence may end with a semicolon.
        let expected = usize::from(bad.ends_with(".;"));
        assert_eq!(Deck::from_stored([bad], []).len(), expected, "{bad}");
    }
}

/// As page and server send it.
#[test]
fn an_answer_is_sent_as_json() {
    let sent = r#"{"exercise":"000000000000000a","at":5,"grade":"set_aside"}"#;
    let answer = answer(ExerciseId(10), 5, SetAside);
    assert_eq!(serde_json::to_string(&answer).expect("JSON"), sent);
    let read = |text: &str| serde_json::from_str::<ExerciseAnswer>(text);
    assert_eq!(read(sent).expect("an answer"), answer);
    for (part, other) in [
        ("000a", "000A"),
        ("000a", "00a"),
        ("\"000000000000000a\"", "10"),
        ("set_aside", "SetAside"),
        ("5", "-5"),
        ("5", "5,\"more\":1"),
    ] {
        let text = sent.replacen(part, other, 1);
        assert!(read(&text).is_err(), "{text}");
    }
}

#[test]
fn equal_lines_and_chunks_that_overlap_are_one_answer() {
    let lines = "000000000000000a 5 good\n000000000000000a 5 good unsent\n";
    let deck = Deck::from_stored([], [lines, lines]);
    assert_eq!(deck.history.log.iter().count(), 1);
    assert!(unsent(&deck).is_empty());
}

proptest! {
    #[test]
    fn no_text_breaks_the_storage(texts in prop::collection::vec(".{0,200}", 0..8)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let deck = Deck::from_stored(texts.iter().copied(), texts.iter().copied());
        prop_assert!(deck.len() <= texts.len());
    }

    #[test]
    fn no_mangled_line_breaks_the_storage(at in any::<u64>(), cut in 0..60_usize, letter in any::<char>()) {
        let mut deck = Deck::default();
        deck.add_answer(answer(ExerciseId(at), at, Good));
        let text = deck.chunk_text(Deck::chunk_of(at));
        let start = text.get(..cut).unwrap_or_default();
        let end = text.get(cut..).unwrap_or_default();
        let mangled = format!("{start}{letter}{end}");
        let read = Deck::from_stored([], [mangled.as_str()]);
        prop_assert!(read.history.log.iter().count() <= 1);
    }
}
