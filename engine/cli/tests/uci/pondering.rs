//! `go ponder`: no answer before the ponderhit or the stop, and one soon after.

use super::gui::Gui;

/// Mate in one, so that the search has done long before it may answer.
const MATE: &str = "position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";

/// What is said until the program is ready: no answer among it.
fn waits(gui: &mut Gui) {
    for _ in 0..20 {
        gui.say("isready");
        let lines = gui.until("readyok");
        assert!(
            lines.iter().all(|line| !line.starts_with("bestmove")),
            "{lines:?}"
        );
    }
}

#[test]
fn the_answer_waits_for_the_ponderhit() {
    let mut gui = Gui::start();
    gui.say(MATE);
    for limits in [
        "wtime 1000 btime 1000 winc 10 binc 10",
        "wtime 0 btime 0",
        "movetime 1",
        "depth 2",
        "nodes 5000",
        "mate 1",
    ] {
        gui.say(&format!("go ponder {limits}"));
        waits(&mut gui);
        assert_eq!(
            gui.ask("ponderhit", "bestmove"),
            "bestmove e1e8",
            "{limits}"
        );
    }
    gui.quit();
}

#[test]
fn a_stop_ends_pondering_without_a_ponderhit() {
    let mut gui = Gui::start();
    gui.say(MATE);
    gui.say("go ponder wtime 1000 btime 1000");
    gui.until("info depth 1");
    waits(&mut gui);
    assert_eq!(gui.ask("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}

#[test]
fn a_ponder_search_becomes_a_timed_one() {
    let mut gui = Gui::start();
    gui.say("setoption name Ponder value true");
    gui.say("position startpos moves e2e4 e7e5");
    gui.say("go ponder wtime 500 btime 500 winc 10 binc 10");
    // Deeper than half a second's share goes.
    gui.until("info depth 6");
    gui.ask("ponderhit", "bestmove");
    // The answered search takes no more signals, the next one none of this.
    gui.say("ponderhit");
    gui.say("stop");
    gui.say("isready");
    assert_eq!(gui.until("readyok"), ["readyok"]);
    gui.say("go ponder depth 1");
    waits(&mut gui);
    gui.ask("ponderhit", "bestmove");
    gui.quit();
}

#[test]
fn an_infinite_search_that_pondered_still_waits_for_the_stop() {
    let mut gui = Gui::start();
    gui.say(MATE);
    gui.say("go ponder infinite");
    gui.say("ponderhit");
    gui.until("info depth 1");
    waits(&mut gui);
    assert_eq!(gui.ask("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}
