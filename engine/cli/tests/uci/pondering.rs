//! `go ponder`: no answer before the ponderhit or the stop, and one soon after.

use super::gui::Gui;

/// Mate in one: the search ends long before it may answer.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

/// The lines up to `readyok`, without a `bestmove`.
fn waits(gui: &mut Gui) {
    for _ in 0..20 {
        gui.send("isready");
        let lines = gui.read_until("readyok");
        assert!(
            lines.iter().all(|line| !line.starts_with("bestmove")),
            "{lines:?}"
        );
    }
}

#[test]
fn the_answer_waits_for_the_ponderhit() {
    let mut gui = Gui::start();
    gui.send(MATE);
    for limits in [
        "wtime 1000 btime 1000 winc 10 binc 10",
        "wtime 0 btime 0",
        "movetime 1",
        "depth 2",
        "nodes 5000",
        "mate 1",
    ] {
        gui.send(&format!("go ponder {limits}"));
        waits(&mut gui);
        assert_eq!(
            gui.send_and_read("ponderhit", "bestmove"),
            "bestmove e1e8",
            "{limits}"
        );
    }
    gui.quit();
}

#[test]
fn a_stop_ends_pondering_without_a_ponderhit() {
    let mut gui = Gui::start();
    gui.send(MATE);
    gui.send("go ponder wtime 1000 btime 1000");
    gui.read_until("info depth 1");
    waits(&mut gui);
    assert_eq!(gui.send_and_read("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}

#[test]
fn a_ponder_search_becomes_a_timed_one() {
    let mut gui = Gui::start();
    gui.send("setoption name Ponder value true");
    gui.send("position startpos moves e2e4 e7e5");
    gui.send("go ponder wtime 500 btime 500 winc 10 binc 10");
    // Deeper than half a second's share goes.
    gui.read_until("info depth 6");
    gui.send_and_read("ponderhit", "bestmove");
    // Signals after the answer reach neither this search nor the next one.
    gui.send("ponderhit");
    gui.send("stop");
    gui.send("isready");
    assert_eq!(gui.read_until("readyok"), ["readyok"]);
    gui.send("go ponder depth 1");
    waits(&mut gui);
    gui.send_and_read("ponderhit", "bestmove");
    gui.quit();
}

#[test]
fn an_infinite_search_that_pondered_still_waits_for_the_stop() {
    let mut gui = Gui::start();
    gui.send(MATE);
    gui.send("go ponder infinite");
    gui.send("ponderhit");
    gui.read_until("info depth 1");
    waits(&mut gui);
    assert_eq!(gui.send_and_read("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}
