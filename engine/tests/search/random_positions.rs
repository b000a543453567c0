//! Positions of random games, and random pieces on random squares that the FEN parser accepts: the
//! search answers with legal moves.

use engine::player::{Calculator, NeverStop, StoppedClock};
use engine::rules::{Game, PERFT_CASES, Position};
use engine::search::SearchLimits;
use rand::Rng as _;

use super::{HASH_MB, assert_playable, choose, new_calculator};

const WALKED: u32 = 7_000;
const PLACED: u32 = 3_000;

/// A number below `limit`.
pub(super) fn below(rng: &mut engine::Rng, limit: usize) -> usize {
    (rng.next_u64() % limit as u64) as usize
}

/// A game of up to 200 random moves from one of the standard positions; it may have ended.
pub(super) fn walked(rng: &mut engine::Rng) -> Game {
    let start = PERFT_CASES[below(rng, PERFT_CASES.len())].fen;
    let mut game = Game::from_fen(start).unwrap();
    for _ in 0..below(rng, 200) {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[below(rng, moves.len())]).unwrap();
    }
    game
}

/// The FEN of two kings among random pieces, with rights, en passant and clock at random. Most are
/// refused.
fn scattered(rng: &mut engine::Rng) -> String {
    // By row: a few of all pieces, many queens, promoted knights, pawns alone.
    let letters = ["PPPNBRQpppnbrq", "QQQRqqqr", "NNBPnnbp", "Pp"][below(rng, 4)].as_bytes();
    let mut board = [b'1'; 64];
    for _ in 0..below(rng, 24) {
        board[below(rng, 64)] = letters[below(rng, letters.len())];
    }
    board[below(rng, 64)] = b'K';
    board[below(rng, 64)] = b'k';
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    let side = ["w", "b"][below(rng, 2)];
    let castling = ["-", "-", "-", "KQkq", "Kq"][below(rng, 5)];
    let en_passant = ["-", "-", "-", "d6", "e3"][below(rng, 5)];
    let clock = [0, 0, 42, 98, 99, 100, 150][below(rng, 7)];
    format!(
        "{} {side} {castling} {en_passant} {clock} 90",
        ranks.join("/")
    )
}

/// A rank with its empty squares, written as ones, counted together.
fn rank(squares: &[u8]) -> String {
    let ones: String = squares.iter().map(|&letter| char::from(letter)).collect();
    (2..=8).rev().fold(ones, |text, empty| {
        text.replace(&"1".repeat(empty), &empty.to_string())
    })
}

fn placed(rng: &mut engine::Rng) -> Position {
    loop {
        if let Ok(position) = Position::from_fen(&scattered(rng)) {
            return position;
        }
    }
}

fn assert_answered(calculator: &mut Calculator, game: &Game, depth: u8) {
    let limits = SearchLimits::depth(depth);
    let (decision, _) = choose(calculator, game, &limits, &StoppedClock, &NeverStop);
    let position = game.position();
    match decision.mv {
        Some(mv) => assert!(position.is_legal(mv), "{mv} in {position} at depth {depth}"),
        None => assert!(!position.has_legal_move(), "{position} at depth {depth}"),
    }
    for line in &decision.lines {
        assert_playable(game, &line.pv);
    }
}

#[test]
fn seven_thousand_positions_of_random_games_get_legal_moves() {
    let mut rng = engine::rng(101);
    let mut calculator = new_calculator(HASH_MB);
    for number in 0..WALKED {
        let game = walked(&mut rng);
        assert_answered(&mut calculator, &game, 1 + (number % 4) as u8);
    }
}

#[test]
fn three_thousand_positions_of_scattered_pieces_get_legal_moves() {
    let mut rng = engine::rng(102);
    let mut calculator = new_calculator(HASH_MB);
    let (mut in_check, mut en_passant, mut promoted) = (0, 0, 0);
    for number in 0..PLACED {
        let position = placed(&mut rng);
        in_check += u32::from(position.in_check());
        en_passant += u32::from(position.legal_moves().iter().any(|mv| mv.is_en_passant()));
        promoted += u32::from(position.to_fen().matches(['Q', 'q']).count() > 2);
        let game = Game::from_position(position);
        assert_answered(&mut calculator, &game, 1 + (number % 3) as u8);
    }
    assert!(
        in_check > 100 && en_passant > 0 && promoted > 100,
        "too tame: {in_check} in check, {en_passant} en passant, {promoted} with many queens"
    );
}
