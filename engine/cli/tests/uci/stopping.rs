//! `stop` and `quit`, at any time.

use engine::rules::{Game, Position};

use super::gui::Gui;

#[test]
fn an_infinite_search_answers_after_the_stop_and_not_before() {
    let mut gui = Gui::start();
    // The mate is found at once; the answer has to wait for `stop`.
    gui.send("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    gui.send("go infinite");
    assert!(
        gui.read_until("info depth 3")
            .iter()
            .all(|line| !line.starts_with("bestmove"))
    );
    gui.send("isready");
    assert!(
        gui.read_until("readyok")
            .iter()
            .all(|line| !line.starts_with("bestmove"))
    );
    assert_eq!(gui.send_and_read("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}

#[test]
fn quit_ends_a_running_search() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.read_until("info depth 2");
    gui.quit();
}

#[test]
fn a_stop_at_any_moment_is_answered_with_a_legal_move() {
    let mut gui = Gui::start();
    let mut game = Game::new();
    for (number, go) in [
        "go infinite",
        "go wtime 600000 btime 600000",
        "go movetime 600000",
        "go depth 90",
        "go nodes 100000000000",
        "go ponder wtime 1000 btime 1000",
        "go mate 30",
    ]
    .into_iter()
    .cycle()
    .take(56)
    .enumerate()
    {
        let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        gui.send(&format!("position startpos moves {}", moves.join(" ")));
        gui.send(go);
        // Stopped after nothing to some thousand nodes, as long as the other lines take.
        let mut lines = Vec::new();
        for _ in 0..(number * 7) % 30 {
            gui.send("isready");
            lines.append(&mut gui.read_until("readyok"));
        }
        gui.send("stop");
        // An only move or a mate may have ended the search before.
        let answered = lines.into_iter().find(|line| line.starts_with("bestmove "));
        let answer = answered.unwrap_or_else(|| gui.read_until("bestmove ").pop().unwrap());
        let mv = answer.split(' ').nth(1).unwrap();
        let mv = game
            .position()
            .parse_uci(mv)
            .unwrap_or_else(|error| panic!("{go}: {error}"));
        game.play(mv).unwrap();
        if game.outcome().is_some() {
            game = Game::new();
        }
    }
    gui.quit();
}

#[test]
fn a_stop_without_a_search_says_nothing() {
    let mut gui = Gui::start();
    gui.send("stop");
    gui.send("stop");
    gui.send("isready");
    assert_eq!(gui.read_until("readyok"), ["readyok"]);
    gui.quit();
}

#[test]
fn perft_can_be_stopped() {
    let mut gui = Gui::start();
    gui.send("go perft 40");
    assert_eq!(gui.send_and_read("isready", "readyok"), "readyok");
    assert_eq!(
        gui.send_and_read("stop", "info string"),
        "info string perft: stopped"
    );
    assert!(
        Position::startpos()
            .parse_uci(&gui.best_move("go depth 1"))
            .is_ok()
    );
    gui.quit();
}

#[test]
fn a_search_without_an_end_is_stopped_by_the_next() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.send("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    gui.send("go depth 3");
    gui.read_until("bestmove");
    assert_eq!(gui.read_until("bestmove").pop().unwrap(), "bestmove e1e8");
    gui.quit();
}
