//! The rules against cozy-chess, an independent implementation, along random games.

use std::collections::BTreeSet;

use engine::rules::{Game, Move, PERFT_CASES, Position};
use rand::Rng;

/// Both engines' moves as text; cozy-chess writes castling as the king taking its rook.
fn their_moves(board: &cozy_chess::Board) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    texts
}

fn their_text(mv: Move) -> String {
    let rook = |long: &str, short: &str| {
        if mv.to() < mv.from() {
            long.into()
        } else {
            short.into()
        }
    };
    match (mv.is_castle(), mv.from().to_string().as_str()) {
        (true, "e1") => rook("e1a1", "e1h1"),
        (true, _) => rook("e8a8", "e8h8"),
        _ => mv.to_string(),
    }
}

/// The FEN without the en-passant field, which ours keeps only where a pawn may legally take.
fn without_en_passant(fen: &str) -> Vec<&str> {
    let fields: Vec<&str> = fen.split(' ').collect();
    [&fields[..3], &fields[4..]].concat()
}

fn assert_equal(position: &Position, board: &cozy_chess::Board) {
    let fen = position.to_fen();
    let ours: BTreeSet<String> = position
        .legal_moves()
        .iter()
        .map(|&mv| their_text(mv))
        .collect();
    assert_eq!(ours, their_moves(board), "{fen}");
    assert_eq!(ours.len(), position.legal_moves().len(), "{fen}");
    assert_eq!(ours.len(), position.count_legal_moves(), "{fen}");
    assert_eq!(position.in_check(), !board.checkers().is_empty(), "{fen}");
    assert_eq!(position.checkers().0, board.checkers().0, "{fen}");
    assert_eq!(
        without_en_passant(&fen),
        without_en_passant(&board.to_string())
    );
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(position), "{fen}");
    // What they print, with every en-passant square of a double step, must mean the same to us.
    assert_eq!(
        Position::from_fen(&board.to_string()).as_ref(),
        Ok(position),
        "{fen}"
    );
}

#[test]
fn random_games_have_the_same_moves_checks_and_fens_as_in_cozy_chess() {
    let mut rng = engine::rng(2);
    let mut positions = 0;
    for round in 0..120 {
        let start = PERFT_CASES[round % PERFT_CASES.len()].fen;
        let mut game = Game::from_fen(start).unwrap();
        let mut board: cozy_chess::Board = start.parse().unwrap();
        while game.outcome().is_none() && game.ply() < 200 {
            assert_equal(game.position(), &board);
            positions += 1;
            let moves = game.position().legal_moves();
            let mv = moves[rng.next_u64() as usize % moves.len()];
            game.play(mv).unwrap();
            board.play(their_text(mv).parse().unwrap());
        }
    }
    assert!(
        positions > 10_000,
        "only {positions} positions were compared"
    );
}

#[test]
fn random_games_have_the_captures_and_queen_promotions_among_their_moves() {
    let mut rng = engine::rng(3);
    for _ in 0..100 {
        let mut position = Position::startpos();
        for _ in 0..150 {
            let moves = position.legal_moves();
            let noisy = |mv: &&Move| mv.is_capture() || mv.to_string().ends_with('q');
            let expected: BTreeSet<Move> = moves.iter().filter(noisy).copied().collect();
            let captures = position.captures();
            assert_eq!(
                captures.iter().copied().collect::<BTreeSet<_>>(),
                expected,
                "{position}"
            );
            assert_eq!(captures.len(), expected.len(), "{position}");
            assert_eq!(position.has_legal_move(), !moves.is_empty());
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.next_u64() as usize % moves.len()]);
        }
    }
}

#[test]
fn equal_keys_mean_equal_positions_up_to_the_clocks() {
    let mut rng = engine::rng(4);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..200 {
        let mut position = Position::startpos();
        for _ in 0..100 {
            let fen = position.to_fen();
            let repeats = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let known = seen
                .entry(position.key())
                .or_insert_with(|| repeats.clone());
            assert_eq!(*known, repeats);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[rng.next_u64() as usize % moves.len()]);
        }
    }
    assert!(seen.len() > 10_000);
}
