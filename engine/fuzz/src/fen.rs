//! Any text as a FEN: what parses reads back the same, and can be played on and searched.

use engine::rules::{Game, MAX_FULLMOVE_NUMBER, MAX_HALFMOVE_CLOCK, Position, san};
use engine::search::SearchLimits;

use super::search::search;

pub fn check(text: &str) {
    let Ok(position) = Position::from_fen(text) else {
        return;
    };
    assert_eq!(Position::from_fen(&position.to_fen()), Ok(position));
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves());
    // Counters go on counting beyond what a FEN may say.
    let next_is_a_fen = position.halfmove_clock() < MAX_HALFMOVE_CLOCK
        && position.fullmove_number() < MAX_FULLMOVE_NUMBER;
    for &mv in moves.iter() {
        assert!(position.is_legal(mv));
        assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv));
        assert_eq!(san::parse(&position, &san::write(&position, mv)), Ok(mv));
        assert_eq!(position.see_ge(mv, 0), position.see(mv) >= 0);
        let next = position.play(mv);
        assert_eq!(position.gives_check(mv), next.in_check());
        if next_is_a_fen {
            assert_eq!(Position::from_fen(&next.to_fen()), Ok(next));
        }
    }
    for depth in 1..=2 {
        search(&Game::from_position(position), SearchLimits::depth(depth));
    }
}
