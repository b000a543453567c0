//! Our tables and Syzygy tables as one set. `SYZYGY_DIR` names a folder of Syzygy files of three and four men;
//! without it the tests that read them say so and pass.

use std::path::PathBuf;
use std::sync::Arc;

use engine::rules::{Game, Position};
use engine::tables::{EndgameTables, EndgameValue, Wdl};
use syzygy::{Syzygy, SyzygyOptions};
use tablebase::three_men;
use tablefiles::{LentSyzygy, LentTables};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Our tables of three men, and Syzygy tables of up to so many, if there are any.
fn lent(max_men: usize) -> Option<LentTables> {
    let Some(folder) = std::env::var_os("SYZYGY_DIR") else {
        println!("SYZYGY_DIR is not set: nothing was read");
        return None;
    };
    let (tables, problems) = Syzygy::open(&[PathBuf::from(folder)], &SyzygyOptions::default());
    assert!(problems.is_empty(), "{problems:?}");
    let syzygy = LentSyzygy {
        tables: Arc::new(tables),
        probe_depth: 3,
        max_men,
    };
    Some(LentTables {
        ours: Some(Arc::new(three_men())),
        syzygy: Some(syzygy),
    })
}

#[test]
fn without_syzygy_ours_are_as_they_are() {
    let tables = LentTables {
        ours: Some(Arc::new(three_men())),
        syzygy: None,
    };
    let rook = position("8/8/8/8/8/2k5/8/K6R w - - 0 1");
    assert_eq!((tables.men(), tables.min_depth(3)), (3, i32::MIN));
    assert_eq!(tables.mate(&rook), Some(EndgameValue::Win(27)));
    assert_eq!(
        tables.wdl(&position("8/8/8/8/8/2k5/1r6/K6R w - - 0 1")),
        None
    );
    assert!(LentTables::default().is_empty());
}

#[test]
fn what_ours_have_not_is_read_from_syzygy_files() {
    let Some(tables) = lent(4) else { return };
    assert_eq!(tables.men(), 4);
    assert_eq!([3, 4].map(|men| tables.min_depth(men)), [i32::MIN, 3]);
    // Bishop and knight: won, with no distance to mate.
    let fen = "8/8/8/8/8/2k5/8/KBN5 w - - 0 1";
    assert_eq!(tables.wdl(&position(fen)), Some(Wdl::Win));
    assert_eq!(tables.mate(&position(fen)), None);
    let game = Game::from_fen(fen).expect(fen);
    let keeping = tables.keeping_moves(&game).expect("a table");
    assert_eq!(keeping.result, Wdl::Win);
    for &mv in &keeping.moves {
        let child = game.position().play(mv);
        assert_eq!(tables.wdl(&child), Some(Wdl::Loss), "{mv}");
    }
    let legal = game.position().legal_moves().len();
    assert!(keeping.moves.len() < legal, "two moves lose a piece");
    // With 90 plies on the clock there is no time for it.
    let late = Game::from_fen("8/8/8/8/8/2k5/8/KBN5 w - - 90 99").expect("legal");
    let keeping = tables.keeping_moves(&late).expect("a table");
    assert_eq!(keeping.result, Wdl::Draw);
}

#[test]
fn positions_with_more_men_than_the_limit_are_not_asked_for() {
    let Some(tables) = lent(3) else { return };
    assert_eq!(tables.men(), 3);
    assert_eq!(
        tables.wdl(&position("8/8/8/8/8/2k5/8/KBN5 w - - 0 1")),
        None
    );
    assert_eq!(
        tables.wdl(&position("8/8/8/8/8/2k5/8/K6R w - - 0 1")),
        Some(Wdl::Win)
    );
}
