//! Won endings without pawns are mated within fifty moves, against the same engine's defence.

use engine::player::{NeverStop, StoppedClock};
use engine::rules::{Color, Reason};
use engine::search::SearchLimits;

use super::{HASH_MB, choose, game, new_calculator};

const NODES: u64 = 20_000;

/// Plays `fen` out, White to mate, each side with its own memory.
fn assert_mated(fen: &str) {
    let mut game = game(fen);
    let mut players = [(); 2].map(|()| {
        let mut calculator = new_calculator(HASH_MB);
        calculator.remember(true);
        calculator
    });
    let limits = SearchLimits::nodes(NODES);
    while game.outcome().is_none() {
        let player = &mut players[usize::from(game.position().side_to_move() == Color::Black)];
        let (decision, _) = choose(player, &game, &limits, &StoppedClock, &NeverStop);
        game.play(decision.mv.unwrap()).unwrap();
    }
    let outcome = game.outcome().unwrap();
    assert_eq!(
        (outcome.winner, outcome.reason),
        (Some(Color::White), Reason::Checkmate),
        "{fen} after {} plies, at {}",
        game.ply(),
        game.position()
    );
    // No capture and no pawn move: the fifty-move rule has not begun anew on the way.
    assert!(game.ply() <= 100, "{fen}: {} plies", game.ply());
}

#[test]
fn a_queen_mates_the_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "7K/8/8/8/4k3/8/8/Q7 w - - 0 1",
        "k7/8/8/8/8/8/8/6KQ b - - 0 1",
        "8/8/2k5/8/8/8/5Q2/7K b - - 0 1",
    ] {
        assert_mated(fen);
    }
}

#[test]
fn a_rook_mates_the_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "7K/8/8/8/4k3/8/8/R7 w - - 0 1",
        "8/8/4k3/8/8/8/8/6KR b - - 0 1",
        "8/8/8/8/3k4/8/6R1/7K b - - 0 1",
    ] {
        assert_mated(fen);
    }
}

#[test]
fn bishop_and_knight_mate_the_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "7k/8/8/8/8/8/8/KNB5 w - - 0 1",
        "8/8/3k4/8/8/3K4/3B4/3N4 b - - 0 1",
        "k7/8/2K5/8/3N4/8/8/5B2 w - - 0 1",
    ] {
        assert_mated(fen);
    }
}
