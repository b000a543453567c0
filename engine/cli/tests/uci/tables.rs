//! Endgame tables over UCI.

use std::fs;
use std::path::Path;

use super::gui::Gui;

const ROOK: &str = "position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1";

/// The last line of a search before its move, and the move.
fn answer(gui: &mut Gui, position: &str) -> [String; 2] {
    gui.send("ucinewgame");
    gui.send(position);
    gui.send("go depth 4");
    let mut lines = gui.read_until("bestmove");
    let best = lines.pop().expect("a move");
    lines.retain(|line| line.starts_with("info depth"));
    [lines.pop().expect("a line"), best]
}

#[test]
fn a_solved_ending_is_answered_by_its_table_once_the_set_is_named() {
    let mut gui = Gui::start();
    let searched = answer(&mut gui, ROOK);
    assert!(!searched[0].contains("mate 14"), "{searched:?}");
    gui.send("setoption name EndgameTables value 3");
    let [line, best] = answer(&mut gui, ROOK);
    assert!(line.contains(" score mate 14 nodes 0 "), "{line}");
    let pv = line.split(" pv ").nth(1).expect("a line of moves");
    assert_eq!(pv.split(' ').count(), 27);
    assert!(
        best.starts_with(&format!("bestmove {}", &pv[..4])),
        "{best}"
    );
    // Levels and simple strategies play on without.
    gui.send("setoption name Strategy value pruner");
    assert!(!answer(&mut gui, ROOK)[0].contains("nodes 0 "));
    gui.send("setoption name Strategy value intuition");
    gui.send("setoption name UCI_LimitStrength value true");
    gui.send("setoption name UCI_Elo value 2000");
    assert!(!answer(&mut gui, ROOK)[0].contains("nodes 0 "));
    gui.send("setoption name UCI_LimitStrength value false");
    gui.send("setoption name EndgameTables value none");
    assert_eq!(answer(&mut gui, ROOK)[1], searched[1]);
    gui.quit();
}

#[test]
fn a_set_that_is_not_there_is_not_replaced_by_a_smaller_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
    fs::create_dir_all(&folder).expect("a folder");
    let folder = folder.display().to_string();
    let made = super::ponder(&["tables", "make", "--men", "3", "--out", &folder]);
    assert!(made.status.success(), "{made:?}");

    let mut gui = Gui::start();
    let said = gui.send_and_read("setoption name EndgameTables value 4", "info string");
    assert!(said.contains("TablesPath"), "{said}");
    let path = format!("setoption name TablesPath value {folder}");
    let said = gui.send_and_read(&path, "info string");
    assert!(said.contains("KNvKN.wdl"), "{said}");
    assert!(!answer(&mut gui, ROOK)[0].contains("nodes 0 "));
    gui.send("setoption name EndgameTables value 3");
    assert!(answer(&mut gui, ROOK)[0].contains(" score mate 14 nodes 0 "));
    // A damaged file is named.
    gui.send("setoption name EndgameTables value none");
    let file = Path::new(&folder).join("KRvK.dtm");
    let mut bytes = fs::read(&file).expect("the file");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).expect("the file");
    let said = gui.send_and_read("setoption name EndgameTables value 3", "info string");
    assert!(said.contains("KRvK.dtm: the file is damaged"), "{said}");
    gui.send_and_read("go depth 2", "bestmove");
    gui.quit();
}

#[test]
fn a_table_does_not_answer_an_infinite_search_before_it_is_stopped() {
    let mut gui = Gui::start();
    gui.send("setoption name EndgameTables value 3");
    gui.send("setoption name Threads value 2");
    gui.send(ROOK);
    gui.send("go infinite");
    assert!(
        gui.read_until("info depth")
            .pop()
            .is_some_and(|line| line.contains("mate 14"))
    );
    gui.send("isready");
    let meanwhile = gui.read_until("readyok");
    assert!(
        !meanwhile.iter().any(|line| line.starts_with("bestmove")),
        "{meanwhile:?}"
    );
    gui.send_and_read("stop", "bestmove");
    // A set that changes during a search holds from the next one on.
    gui.send("go infinite");
    gui.send("setoption name EndgameTables value none");
    gui.send_and_read("stop", "bestmove");
    assert!(!answer(&mut gui, ROOK)[0].contains("nodes 0 "));
    gui.quit();
}

/// `SYZYGY_DIR` names a folder of Syzygy files of three and four men.
#[test]
fn syzygy_tables_hold_what_they_know_and_what_is_wrong_with_them_is_said() {
    let mut gui = Gui::start();
    gui.send("setoption name SyzygyPath value /no/such/folder");
    let said = gui.read_until("info string 0 Syzygy files of up to 0 men");
    assert!(said[0].contains("/no/such/folder"), "{said:?}");
    gui.send_and_read("go depth 2", "bestmove");
    if let Some(folder) = std::env::var_os("SYZYGY_DIR") {
        let folder = folder.display().to_string();
        gui.send(&format!("setoption name SyzygyPath value {folder}"));
        gui.read_until("info string 70 Syzygy files of up to 4 men");
        // The pawn's side may play three king moves, two of which let the win slip.
        let [line, best] = answer(&mut gui, "position fen 8/8/8/4k3/8/3K4/3P4/8 b - - 0 1");
        assert!(line.contains(" score cp 0 "), "{line}");
        assert!(best.starts_with("bestmove e5d5"), "{best}");
        gui.send("setoption name SyzygyProbeLimit value 0");
        gui.send("setoption name SyzygyProbeDepth value 5");
    } else {
        println!("SYZYGY_DIR is not set: no files were read");
    }
    gui.send("setoption name SyzygyPath value <empty>");
    gui.send_and_read("go depth 2", "bestmove");
    gui.quit();
}
