//! The worker's answers: the opponent, the map, the truth that spreads.

use engine::rules::{Color, Square};
use engine::tables::{EndgameTables, EndgameValue};

use super::*;
use crate::endgames::opponent::reply;

#[test]
fn the_opponent_resists_as_long_as_it_can_and_the_best_moves_mate_in_the_least_number() {
    for id in ["queen", "rook", "sixth-rank", "opposition", "key-squares"] {
        let mut game = Game::from_position(lesson(id).position());
        let EndgameValue::Win(plies) = tables().mate(game.position()).expect(id) else {
            panic!("{id} is not won");
        };
        while game.outcome().is_none() {
            let mv = reply(tables(), &game).expect("a move");
            game.play(mv).expect("a legal move");
        }
        assert_eq!(game.ply(), usize::from(plies), "{id}");
        assert_eq!(
            game.outcome().and_then(|outcome| outcome.winner),
            Some(Color::White)
        );
    }
}

/// A man less, or stalemate: the attack has given up.
#[test]
fn an_attack_on_a_drawn_position_goes_on_for_as_long_as_it_can() {
    for id in ["hold-the-opposition", "rook-pawn", "square"] {
        let mut game = Game::from_position(lesson(id).position());
        let men = game.position().occupied().len();
        let attacker = !game.position().side_to_move();
        let mut moves = 0;
        while game.outcome().is_none() && moves < HELD_MOVES {
            let defended = tablebase::solved_moves(tables(), game.position()).expect(id);
            // Any defence that holds.
            game.play(defended[0].mv).expect("a legal move");
            if game.outcome().is_some() {
                break;
            }
            let others = tablebase::solved_moves(tables(), game.position()).expect(id);
            let mv = reply(tables(), &game).expect("a move");
            let goes_on = |mv| {
                let child = game.position().play(mv);
                child.has_legal_move() && child.occupied().len() == men
            };
            let draws = others
                .iter()
                .filter(|other| other.value == EndgameValue::Draw);
            let could_go_on = draws.clone().any(|other| {
                let child = game.position().play(other.mv);
                let answers = tablebase::solved_moves(tables(), &child).unwrap_or_default();
                goes_on(other.mv)
                    && !answers
                        .iter()
                        .any(|answer| answer.value == EndgameValue::Draw && answer.mv.is_capture())
            });
            assert!(
                goes_on(mv) || !could_go_on,
                "{id}: {mv} in {}",
                game.position().to_fen()
            );
            game.play(mv).expect("a legal move");
            moves += 1;
        }
        let winner = game.outcome().and_then(|outcome| outcome.winner);
        assert_ne!(winner, Some(attacker), "{id}");
        assert!(moves >= 3, "{id}: the attack ended after {moves} moves");
    }
}

#[test]
fn the_map_has_the_value_of_each_square() {
    let fen = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    let request = |square| EndgameRequest::Map {
        fen: fen.to_owned(),
        square,
    };
    let EndgameAnswer::Map(map) = answer(&request(Square::H1), tables()).expect("an answer") else {
        panic!("no map");
    };
    assert_eq!((map.square, map.turn), (Square::H1, Color::Black));
    let at = |square: Square| map.values[square.index()];
    // Its legal moves have the values of the positions after them.
    let position = *game(fen).position();
    for mv in position.legal_moves() {
        if mv.from() == Square::H1 {
            assert_eq!(at(mv.to()), tables().mate(&position.play(mv)), "{mv}");
        }
    }
    // On a square that it cannot reach now, too; beside the other king it is lost; on a king's it cannot stand.
    assert!(matches!(at(Square::G8), Some(EndgameValue::Loss(_))));
    assert_eq!(at(Square::D2), Some(EndgameValue::Draw));
    assert_eq!((at(Square::A1), at(Square::C3)), (None, None));
    assert_eq!(
        map_label(&map, Square::D2.index(), Color::White),
        Some(("even", "=".to_owned()))
    );
    let (class, text) = map_label(&map, Square::G8.index(), Color::White).expect("a square");
    assert_eq!(class, "won");
    assert!(text.parse::<u8>().is_ok());
    let (class, text) = map_label(&map, Square::G8.index(), Color::Black).expect("a square");
    assert_eq!(class, "lost");
    assert!(text.starts_with('\u{2212}'));
    let text = map_text(&map, Color::White);
    assert!(text.starts_with("The piece of h1: won on "), "{text}");
    assert!(text.contains("drawn on ") && text.contains("d2"), "{text}");
    // An empty square has none.
    let Ok(EndgameAnswer::Map(empty)) = answer(&request(Square::D5), tables()) else {
        panic!("no answer");
    };
    assert!(empty.values.iter().all(Option::is_none));
}

#[test]
fn a_pawn_on_the_seventh_is_a_queen_on_the_eighth() {
    let request = EndgameRequest::Map {
        fen: "8/4P3/8/8/8/k7/8/K7 w - - 0 1".to_owned(),
        square: Square::E7,
    };
    let EndgameAnswer::Map(map) = answer(&request, tables()).expect("an answer") else {
        panic!("no map");
    };
    assert!(matches!(
        map.values[Square::E8.index()],
        Some(EndgameValue::Loss(_))
    ));
    // No pawn stands on another square of the first and last rank.
    assert_eq!(map.values[Square::D8.index()], None);
}

#[test]
fn the_truth_spreads_until_all_that_is_won_is_won() {
    let request = EndgameRequest::Spread {
        fen: lesson("rook").fen.to_owned(),
    };
    let EndgameAnswer::Spread(spread) = answer(&request, tables()).expect("an answer") else {
        panic!("no spread");
    };
    assert_eq!(spread.ending, "KRvK");
    // The longest mate takes 16 moves.
    assert_eq!(spread.steps.len(), 17);
    assert!(
        spread
            .steps
            .windows(2)
            .all(|pair| pair[0].won <= pair[1].won)
    );
    let last = spread.steps.last().expect("steps");
    assert!(last.won <= spread.positions);
    for square in Square::ALL {
        let shares = spread.steps.iter().map(|step| step.shares[square.index()]);
        assert!(shares.is_sorted(), "{square}");
    }
    assert!(
        share_text(&spread, 16).contains("within 16 moves: "),
        "{}",
        share_text(&spread, 16)
    );
    assert_eq!(share_text(&spread, 99), "");
}

#[test]
fn what_no_table_has_and_what_is_no_position_is_said() {
    let probe = |fen: &str| {
        let request = EndgameRequest::Probe {
            fen: fen.to_owned(),
            moves: Vec::new(),
        };
        answer(&request, tables())
    };
    let lucena = lesson("lucena");
    let key = lucena.position().key();
    assert_eq!(probe(lucena.fen), Ok(EndgameAnswer::NoTables(key)));
    assert!(probe("8/8/8").is_err());
    let EndgameAnswer::Probed(bare) = probe("8/8/8/8/8/2k5/8/K7 w - - 0 1").expect("two kings")
    else {
        panic!("two kings are a draw");
    };
    assert_eq!(bare.value, EndgameValue::Draw);
}
