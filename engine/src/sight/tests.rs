//! What is overlooked, and how often.

use super::*;
use crate::rules::Game;

/// Nearly the worst.
const WEAK: u16 = 650;

fn sight(game: &Game, seed: u64) -> Sight {
    Sight {
        overlooked: WEAK,
        viewer: game.position().side_to_move(),
        seed,
    }
}

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::from_fen(fen).unwrap();
    for uci in moves {
        let mv = game.position().parse_uci(uci).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// Of so many sights, those that do not see the move.
fn missed(game: &Game, uci: &str) -> usize {
    let mv = game.position().parse_uci(uci).unwrap();
    let misses = |&seed: &u64| !sight(game, seed).seen_moves(game).contains(&mv);
    (0..2_000).filter(misses).count()
}

#[test]
fn what_takes_back_or_saves_the_queen_is_always_seen() {
    let recapture = game("4k3/8/8/3p4/4P3/8/8/3RK3 b - - 0 1", &["d5e4"]);
    assert!(missed(&recapture, "d1d8") > 0);
    let taken = game("3rk3/8/8/3P4/8/8/8/3RK3 b - - 0 1", &["d8d5"]);
    assert_eq!(missed(&taken, "d1d5"), 0);
    let queen = game("3rk3/8/8/8/3Q4/8/8/4K3 w - - 0 1", &[]);
    assert_eq!((missed(&queen, "d4a1"), missed(&queen, "d4d8")), (0, 0));
}

#[test]
fn what_is_harder_to_see_is_missed_more_often() {
    // A rook's moves: takes a pawn, gives check, one step, four steps, backwards.
    let rook = game("4k3/8/8/p7/R7/8/8/4K3 w - - 0 1", &[]);
    let rising = ["a4a5", "a4e4", "a4b4", "a4f4", "a4a1"].map(|uci| missed(&rook, uci));
    assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
    // Mate is seen sooner than a check.
    let mate = game("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1", &[]);
    let check = game("6k1/5pp1/8/8/8/8/8/R3R1K1 w - - 0 1", &[]);
    assert!(missed(&mate, "e1e8") < missed(&check, "e1e8"));
    // A guarded pawn looks worse to take than a free one.
    let guarded = game("4k3/8/1p6/p7/R7/8/8/4K3 w - - 0 1", &[]);
    assert!(missed(&rook, "a4a5") < missed(&guarded, "a4a5"));
    // The pawn has just left the bishop's way.
    let opened = game(
        "4k3/1n6/8/8/8/8/4P1P1/4K2B b - - 0 1",
        &["e8f8", "g2g4", "f8e8"],
    );
    let before = game("4k3/1n6/8/8/6P1/8/4P3/4K2B w - - 0 1", &[]);
    let opened_last = game("4k3/1n6/8/3p4/8/8/4P3/4K2B b - - 0 1", &["d5d4"]);
    assert_eq!(missed(&opened, "h1b7"), missed(&before, "h1b7"));
    assert!(missed(&opened, "h1b7") < missed(&opened_last, "h1b7"));
}

#[test]
fn a_capture_of_what_has_just_moved_or_by_a_pawn_is_seldom_missed() {
    let stands = game("4k3/8/8/5n2/8/8/8/R4RK1 b - - 0 1", &["e8e7"]);
    let came = game("4k3/4n3/8/8/8/8/8/R4RK1 b - - 0 1", &["e7f5"]);
    let (stood, moved) = (missed(&stands, "f1f5"), missed(&came, "f1f5"));
    assert!(0 < moved && 2 * moved < stood, "{moved} and {stood}");
    let pawn = game("4k3/8/8/5n2/4P3/8/8/5RK1 w - - 0 1", &[]);
    let (by_pawn, by_rook) = (missed(&pawn, "e4f5"), missed(&pawn, "f1f5"));
    assert!(0 < by_pawn && by_pawn < by_rook, "{by_pawn} and {by_rook}");
}

#[test]
fn the_opponents_moves_are_missed_more_often_than_ones_own() {
    let game = game("4k3/8/8/8/4n3/8/8/R3K3 w - - 0 1", &[]);
    let count = |viewer| {
        let misses = |seed: u64| {
            let sight = Sight {
                overlooked: WEAK,
                viewer,
                seed,
            };
            let legal = game.position().legal_moves();
            let misses = |&&mv: &&Move| !sight.sees(game.position(), None, mv);
            legal.iter().filter(misses).count()
        };
        (0..200).map(misses).sum::<usize>()
    };
    assert!(count(Color::White) < count(Color::Black));
}

#[test]
fn some_move_is_always_seen_and_only_legal_ones() {
    let game = game("7k/8/8/8/8/8/8/K7 w - - 0 1", &[]);
    for seed in 0..500 {
        let seen = sight(&game, seed).seen_moves(&game);
        assert!(!seen.is_empty());
        assert!(seen.iter().all(|&mv| game.position().is_legal(mv)));
    }
}

#[test]
fn a_capture_stays_unseen_while_the_pawns_stand() {
    let position = |fen| *game(fen, &[]).position();
    let before = position("4k3/1n4p1/8/8/8/8/4P3/4K2B w - - 0 1");
    let later = position("3k4/1n4p1/8/8/8/8/4P3/3K3B w - - 0 1");
    let capture = before.parse_uci("h1b7").unwrap();
    for seed in 0..300 {
        let sight = sight(&game("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[]), seed);
        let sees = |position| sight.sees(position, None, capture);
        assert_eq!(sees(&before), sees(&later), "{seed}");
    }
}

#[test]
fn nobody_overlooks_without_a_probability() {
    let game = game("4k3/8/8/p7/R7/8/8/4K3 w - - 0 1", &[]);
    let perfect = Sight {
        overlooked: 0,
        ..sight(&game, 3)
    };
    let legal = game.position().legal_moves();
    assert_eq!(perfect.seen_moves(&game).len(), legal.len());
}
