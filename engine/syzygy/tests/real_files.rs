//! Tests on real files: the folder that `SYZYGY_DIR` names has those of three and four men. Without the
//! variable they do nothing.

use std::path::PathBuf;

use engine::rules::{Game, Move, Piece, Position};
use rand::{Rng, RngExt};
use syzygy::{Syzygy, SyzygyOptions, SyzygyWdl};

fn tables() -> Option<Syzygy> {
    let Some(folder) = std::env::var_os("SYZYGY_DIR") else {
        println!("skipped: SYZYGY_DIR is not set");
        return None;
    };
    let options = SyzygyOptions {
        max_open_files: 3,
        ..SyzygyOptions::default()
    };
    let (tables, problems) = Syzygy::open(&[PathBuf::from(folder)], &options);
    assert!(problems.is_empty(), "{problems:?}");
    assert!(tables.men() >= 4, "{} men", tables.men());
    Some(tables)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

#[test]
fn known_positions_have_their_results() {
    let Some(tables) = tables() else { return };
    for (fen, wdl, dtz) in [
        ("8/2K5/4B3/3N4/8/8/4k3/8 b - - 0 1", SyzygyWdl::Loss, -53),
        ("8/8/8/8/8/2k5/8/K7 w - - 0 1", SyzygyWdl::Draw, 0),
        // Mated, and stalemated.
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", SyzygyWdl::Loss, -1),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", SyzygyWdl::Draw, 0),
        // The queen is lost to the king.
        ("8/8/8/8/8/8/1kQ5/7K b - - 0 1", SyzygyWdl::Draw, 0),
        // Mate in one.
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", SyzygyWdl::Win, 1),
    ] {
        let position = position(fen);
        assert_eq!(tables.wdl(&position), Ok(Some(wdl)), "{fen}");
        assert_eq!(tables.dtz(&position), Ok(Some(dtz)), "{fen}");
    }
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.wdl(&castling), Ok(None));
    assert_eq!(tables.dtz(&castling), Ok(None));
    let game = Game::from_position(Position::startpos());
    assert_eq!(tables.root_moves(&game), Ok(None));
}

#[test]
fn sound_files_pass_the_check_of_every_block() {
    let Some(mut tables) = tables() else { return };
    let mut checked = 0;
    let problems = tables.verify(|_| {
        checked += 1;
        true
    });
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(checked, tables.files());
}

/// A random legal position of four men.
fn random_position(rng: &mut impl Rng) -> Position {
    loop {
        let mut ranks = [["1"; 8]; 8];
        for man in ["K", "k"] {
            ranks[rng.random_range(0..8)][rng.random_range(0..8)] = man;
        }
        for _ in 0..2 {
            let man = rng.random_range(0..10);
            let man = ["Q", "R", "B", "N", "P", "q", "r", "b", "n", "p"][man];
            ranks[rng.random_range(0..8)][rng.random_range(0..8)] = man;
        }
        let mut board = ranks.map(|rank| rank.concat()).join("/");
        for empty in (2..=8).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        let side = if rng.random_bool(0.5) { "w" } else { "b" };
        if let Ok(position) = Position::from_fen(&format!("{board} {side} - - 0 1"))
            && position.occupied().len() == 4
        {
            return position;
        }
    }
}

/// The result and the distance of a position are those of its best move.
#[test]
fn a_position_is_worth_its_best_move() {
    let Some(tables) = tables() else { return };
    let mut rng = engine::rng(7);
    for _ in 0..20_000 {
        let position = random_position(&mut rng);
        let wdl = tables.wdl(&position).unwrap().unwrap();
        let dtz = tables.dtz(&position).unwrap().unwrap();
        let moves = tables.root_moves(&Game::from_position(position)).unwrap();
        let Some(moves) = moves else {
            assert_eq!(dtz, if position.in_check() { -1 } else { 0 });
            continue;
        };
        assert_eq!(moves[0].wdl, wdl, "{position}");
        assert_eq!(moves[0].rank, 0);
        // Distances in moves may be a ply too few on either side of the move.
        let off = moves[0].dtz - dtz;
        assert!(off.abs() <= 1, "{position}: {dtz}, {:?}", moves[0]);
    }
}

/// A random one of the moves that hold the result, or the move that is best for the other side.
fn choose(tables: &Syzygy, game: &Game, is_winner: bool, rng: &mut impl Rng) -> Move {
    let moves = tables.root_moves(game).unwrap().expect("moves");
    if !is_winner {
        return match rng.random_bool(0.3) {
            true => moves[rng.random_range(0..moves.len())].mv,
            false => moves[0].mv,
        };
    }
    assert_eq!(moves[0].wdl, SyzygyWdl::Win, "{}", game.position());
    let count = moves.iter().take_while(|ranked| ranked.rank == 0).count();
    moves[rng.random_range(0..count)].mv
}

#[test]
fn who_plays_any_move_of_the_best_rank_wins_in_time() {
    let Some(tables) = tables() else { return };
    let mut rng = engine::rng(8);
    let mut won = 0;
    while won < 150 {
        let start = random_position(&mut rng);
        let wdl = tables.wdl(&start).unwrap().unwrap();
        if !matches!(wdl, SyzygyWdl::Win | SyzygyWdl::Loss) {
            continue;
        }
        // Pawnless, so that the clock matters.
        if rng.random_bool(0.7) && !start.pieces(Piece::Pawn).is_empty() {
            continue;
        }
        let winner = match wdl {
            SyzygyWdl::Win => start.side_to_move(),
            _ => !start.side_to_move(),
        };
        let mut game = Game::from_position(start);
        while game.outcome().is_none() {
            let is_winner = game.position().side_to_move() == winner;
            let mv = choose(&tables, &game, is_winner, &mut rng);
            game.play(mv).unwrap();
        }
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.winner, Some(winner), "{start}: {:?}", game.moves());
        won += 1;
    }
}
