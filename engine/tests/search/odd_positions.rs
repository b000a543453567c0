//! Unreachable positions, and games past their end: any FEN that parses can be searched.

use engine::rules::{Game, Position};
use engine::search::SearchLimits;

use super::{assert_playable, search};

/// FENs that the parser refuses are skipped.
const ODD: [&str; 24] = [
    // Nine queens a side, 218 moves, nothing but knights, nothing but pawns.
    "qqqqqqqq/k7/8/8/8/8/K7/QQQQQQQQ w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    "rrrrkrrr/bbbbbbbb/8/8/8/8/BBBBBBBB/RRRRKRRR b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "k7/7P/8/8/8/8/p7/7K w - - 0 1",
    "8/PPPPPPPP/8/2k1K3/8/8/pppppppp/8 b - - 0 1",
    // One move, no move, check by two pieces.
    "7k/8/8/8/8/8/6q1/7K w - - 0 1",
    "k7/8/1Q6/8/8/8/8/7K b - - 0 1",
    "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1",
    "4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1",
    // Bare kings, a lone pawn, material that cannot mate.
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",
    "8/8/8/3k4/8/3K4/3P4/8 b - - 0 1",
    "8/8/8/3k4/8/3K1NN1/8/8 w - - 0 1",
    // Clocks at and past the end.
    "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 100 80",
    "4k3/8/8/8/8/8/4P3/4K2R b K - 150 200",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9999",
    // En passant that uncovers the king, castling with everything aimed at it.
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 10",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // Checks without end in quiescence.
    "q6k/1q5p/2q4P/3q4/4q3/5q2/6q1/K7 w - - 0 1",
    "k6q/6q1/5q2/4q3/3Q4/2Q5/1Q6/Q6K w - - 0 1",
];

#[test]
fn odd_positions_are_searched_without_panic() {
    let mut searched = 0;
    for fen in ODD {
        let Ok(position) = Position::from_fen(fen) else {
            continue;
        };
        searched += 1;
        let game = Game::from_position(position);
        let decision = search(&game, &SearchLimits::depth(3));
        assert_eq!(decision.mv.is_some(), position.has_legal_move(), "{fen}");
        for line in &decision.lines {
            assert_playable(&game, &line.pv);
        }
    }
    assert!(
        searched >= 18,
        "only {searched} of the odd positions are accepted"
    );
}

#[test]
fn a_game_past_its_end_is_still_answered() {
    // Threefold repetition has ended the game, but a GUI may ask all the same.
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let game = super::played(moves);
    assert!(game.outcome().is_some());
    assert!(search(&game, &SearchLimits::depth(3)).mv.is_some());
}

#[test]
fn random_games_are_searched_with_legal_answers() {
    use rand::Rng as _;
    let mut rng = engine::rng(7);
    for _ in 0..20 {
        let mut game = Game::new();
        for ply in 0..120 {
            if game.outcome().is_some() {
                break;
            }
            let moves = game.position().legal_moves();
            let index = (rng.next_u64() % moves.len() as u64) as usize;
            game.play(moves[index]).unwrap();
            if ply % 10 == 9 {
                let decision = search(&game, &SearchLimits::depth(1 + (ply / 10) as u8 % 3));
                let answered = decision.mv.is_some_and(|mv| game.position().is_legal(mv));
                assert_eq!(answered, game.position().has_legal_move());
            }
        }
    }
}
