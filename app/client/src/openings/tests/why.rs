//! What is said of a move that is not the repertoire's.

use engine::player::{Control, NeverStop};
use engine::rules::san;

use super::{after, moves};
use crate::openings::{Departure, DepartureOrder, explain_departure};
use crate::worker::SearchId;
use crate::worker::codec::{decode, encode};

struct Still;

impl engine::player::Clock for Still {
    fn now(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

fn explain(before: &str, played: &str, expected: &str) -> Departure {
    let position = after(before);
    let read = |text| san::parse(&position, text).unwrap();
    let order = DepartureOrder {
        id: SearchId(3),
        moves: moves(before),
        played: read(played),
        expected: vec![read(expected)],
    };
    let mut control = Control {
        clock: &Still,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let mut found = Vec::new();
    explain_departure(&encode(&order), None, &mut control, &mut |bytes| {
        found.push(bytes)
    })
    .unwrap();
    decode(&found[0]).unwrap()
}

#[test]
fn a_move_that_loses_a_piece_is_a_blunder_with_its_refutation() {
    let found = explain("e4 e5 Nf3 Nc6", "Ba6", "Bb5");
    assert!(found.loss > 15.0, "{found:?}");
    assert!(found.verdict().is_some());
    let texts: Vec<&str> = found
        .sentences
        .iter()
        .map(|sentence| &*sentence.text)
        .collect();
    assert_eq!(
        texts,
        [
            "White allows bxa6. It takes a bishop that nothing defends.",
            "Bb5 was better. It brings a bishop into play.",
        ]
    );
}

#[test]
fn another_good_move_is_about_as_good() {
    let found = explain("e4 e5 Nf3 Nc6", "Bc4", "Bb5");
    assert!(found.is_equal() && found.verdict().is_none(), "{found:?}");
    let mut sentences = found.sentences.iter();
    assert!(
        sentences.all(
            |sentence| sentence.text.starts_with("Bc4: ") || sentence.text.starts_with("Bb5: ")
        )
    );
}

#[test]
fn a_request_with_illegal_moves_is_refused() {
    let mut control = Control {
        clock: &Still,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let order = DepartureOrder {
        id: SearchId(1),
        moves: moves("e4").repeat(2),
        played: moves("e4")[0],
        expected: Vec::new(),
    };
    for request in [encode(&order), vec![7]] {
        assert!(explain_departure(&request, None, &mut control, &mut |_| {}).is_err());
    }
}
