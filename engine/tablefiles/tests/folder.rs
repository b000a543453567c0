//! Folders of tables: made, read, and refused where a file is missing or damaged.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::rules::Position;
use engine::tables::{EndgameTables, EndgameValue};
use tablebase::{Ending, TableKind};
use tablefiles::{FolderError, MakeError, MakeOptions, TableFolder, make};

const THREE: MakeOptions = MakeOptions {
    men: 3,
    threads: 2,
    check: Some(97),
};

/// A folder of a test, deleted at its end.
struct TestFolder(PathBuf);

impl TestFolder {
    fn new(name: &str) -> TestFolder {
        let path = std::env::temp_dir().join(format!("ponder-{name}-{}", std::process::id()));
        TestFolder(path)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        // It may not be there.
        drop(fs::remove_dir_all(&self.0));
    }
}

fn ending(name: &str) -> Ending {
    let mut endings = Ending::all(3).into_iter();
    endings
        .find(|ending| ending.to_string() == name)
        .expect(name)
}

#[test]
fn what_is_made_is_read() {
    let at = TestFolder::new("tables-made");
    let folder = TableFolder::new(&at.0);
    let totals = make(&folder, &THREE, |_| true).expect("made");
    assert_eq!(totals.endings, 5);
    assert!(totals.compared > 1_000, "{totals:?}");
    let files = fs::read_dir(&at.0).expect("a folder").count();
    assert_eq!(files, 15, "no file is left under another name");
    let tables = folder.read(3).expect("read");
    let position = Position::from_fen("8/8/8/8/8/2k5/8/K6R w - - 0 1").expect("a FEN");
    assert_eq!(tables.mate(&position), Some(EndgameValue::Win(27)));
}

#[test]
fn a_missing_or_damaged_file_is_named() {
    let at = TestFolder::new("tables-damaged");
    let folder = TableFolder::new(&at.0);
    let read = || folder.read(3).err().expect("no tables");
    assert!(read().is_missing(), "no folder");
    make(&folder, &THREE, |_| true).expect("made");
    let error = folder.read(4).err().expect("four men are not made");
    assert!(error.is_missing(), "{error}");

    let path = folder.file(&ending("KRvK"), TableKind::Dtz);
    let mut bytes = fs::read(&path).expect("a file");
    bytes[20] ^= 1;
    fs::write(&path, &bytes).expect("written");
    let error = read();
    assert!(!error.is_missing());
    assert!(matches!(error, FolderError::Table { .. }));
    let text = error.to_string();
    assert!(text.ends_with("KRvK.dtz: the file is damaged"), "{text}");

    fs::remove_file(&path).expect("removed");
    assert!(read().is_missing());
    assert!(read().to_string().contains("KRvK.dtz"));
}

#[test]
fn the_work_can_be_stopped() {
    let at = TestFolder::new("tables-stopped");
    let folder = TableFolder::new(&at.0);
    let made = AtomicUsize::new(0);
    let alone = MakeOptions {
        threads: 1,
        ..THREE
    };
    let stopped = make(&folder, &alone, |_| {
        made.fetch_add(1, Ordering::Relaxed) < 1
    });
    assert!(matches!(stopped, Err(MakeError::Stopped)));
    assert_eq!(made.load(Ordering::Relaxed), 2);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let at = TestFolder::new("tables-no-folder");
    fs::write(&at.0, "a file").expect("written");
    let error = make(&TableFolder::new(&at.0), &THREE, |_| true).expect_err("a file is there");
    assert!(error.to_string().contains("tables-no-folder"), "{error}");
    fs::remove_file(&at.0).expect("removed");
}
