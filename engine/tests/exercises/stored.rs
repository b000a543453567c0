//! Exercises as text: what is written is read again, and what is wrong is refused.

use engine::exercises::{
    Exercise, ExerciseError, ExerciseId, InvalidExerciseId, MAX_EXERCISE_BYTES,
};

use crate::{exercises, game};

const GAME: &str = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Kxd1 dxe5";

/// Of version 1, as it was first stored.
const STORED: &str = "1;rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6;10;e1d1;\
                      852;missed_chance;c4f7;c4f7 e8e7 c3d5;d6e5 c4f7;200;Forces;c4f7 e8e7 c3d5;\
                      d5;It forces mate in 2.";

/// The text with this field replaced.
fn with(field: usize, text: &str) -> String {
    let mut fields: Vec<&str> = STORED.split(';').collect();
    fields[field] = text;
    fields.join(";")
}

#[test]
fn what_is_written_is_read_again() {
    let made = exercises(&game(None, GAME));
    assert!(!made.is_empty());
    for exercise in made {
        let text = exercise.encode();
        assert!(text.len() <= MAX_EXERCISE_BYTES && !text.contains('\n'));
        assert_eq!(Exercise::decode(&text), Ok(exercise));
    }
    let stored = STORED.to_owned();
    assert_eq!(Exercise::decode(&stored).unwrap().encode(), stored);
}

#[test]
fn an_idea_of_a_later_version_is_left_out() {
    let exercise = Exercise::decode(&with(10, "Clearance")).unwrap();
    assert_eq!(exercise.idea, None);
    assert_eq!(Exercise::decode(&exercise.encode()), Ok(exercise));
}

#[test]
fn what_is_no_exercise_is_refused_by_field() {
    let long = "x".repeat(MAX_EXERCISE_BYTES + 1);
    assert!(matches!(
        Exercise::decode(&long),
        Err(ExerciseError::TooLong { .. })
    ));
    assert_eq!(Exercise::decode(""), Err(ExerciseError::Version));
    assert_eq!(Exercise::decode(&with(0, "2")), Err(ExerciseError::Version));
    assert_eq!(
        Exercise::decode("1;a;b"),
        Err(ExerciseError::FieldCount { found: 3 })
    );
    assert!(matches!(
        Exercise::decode(&with(1, "8/8 w")),
        Err(ExerciseError::Fen(_))
    ));
    let squares = "d5 ".repeat(65);
    for (field, text) in [
        (2, "-1"),
        (3, "e1e3"),
        (4, "1001"),
        (4, "85.2"),
        (5, "luck"),
        (6, ""),
        (6, "e1d1"),
        (6, "c4f7 c4f7"),
        (6, "c4f7 a2a3 b2b3 g2g3"),
        (6, "c4c9"),
        (7, ""),
        (7, "a2a3"),
        (7, "c4f7 e8e7"),
        (7, "c4f7 e8e7 e1e3"),
        (8, "d6e5 d6e5"),
        (9, "many"),
        (11, "c4f7 e8e7 c3d5 e7e6"),
        (11, "c4f7 --"),
        (12, "j9"),
        (12, &squares),
        (13, "two\nlines"),
        (13, &"long ".repeat(100)),
    ] {
        let found = Exercise::decode(&with(field, text));
        assert!(
            matches!(
                found,
                Err(ExerciseError::Value { .. } | ExerciseError::Move { .. })
            ),
            "{field} {text}: {found:?}"
        );
    }
}

#[test]
fn damaged_text_is_refused_or_reads_as_an_exercise_that_is_written_the_same_again() {
    let stored = STORED.to_owned();
    let letters = b" ;-/0129aehKQRkqwb\n\xc3";
    for place in 0..stored.len() {
        let cut = &stored[..place];
        assert!(
            Exercise::decode(cut).is_err() || place > stored.len() - 21,
            "{cut}"
        );
        for &letter in letters {
            let mut bytes = stored.clone().into_bytes();
            bytes[place] = letter;
            let text = String::from_utf8_lossy(&bytes);
            if let Ok(exercise) = Exercise::decode(&text) {
                assert_eq!(Exercise::decode(&exercise.encode()), Ok(exercise));
            }
        }
    }
}

#[test]
fn an_id_is_read_as_it_is_written_and_in_no_other_way() {
    for id in [0, 0x0123_4567_89ab_cdef, u64::MAX].map(ExerciseId) {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    for text in [
        "",
        "0123456789abcde",
        "00123456789abcdef",
        "0123456789ABCDEF",
        "+123456789abcdef",
        "0123456789abcdeg",
        " 123456789abcdef",
        "0x23456789abcdef",
        "0123456789abcd\u{e9}",
    ] {
        assert_eq!(text.parse::<ExerciseId>(), Err(InvalidExerciseId), "{text}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn an_exercise_is_serialised_as_its_text() {
    use serde::Deserialize;
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StringDeserializer};

    let read = |text: String| {
        let text: StringDeserializer<Error> = text.into_deserializer();
        Exercise::deserialize(text)
    };
    let stored = STORED.to_owned();
    assert_eq!(read(stored.clone()).unwrap().encode(), stored);
    assert!(read("1;".to_owned()).is_err());
}

#[test]
fn an_id_is_sixteen_digits_and_nothing_else() {
    for id in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX].map(ExerciseId) {
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    for text in [
        "",
        "0123456789abcde",
        "0123456789abcdef0",
        "0123456789ABCDEF",
        "+123456789abcdef",
        " 123456789abcdef",
        "0123456789abcdeg",
        "01234567\u{e9}9abcde",
    ] {
        assert!(text.parse::<ExerciseId>().is_err(), "{text}");
    }
}
