//! The `ponder` program as a GUI sees it: lines in, lines out.

mod gui;
mod options;
mod pondering;
mod stopping;
mod tables;

use std::process::{Command, Output};

use gui::{Gui, run_with_input};

fn ponder(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ponder"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn a_game_is_opened_and_played() {
    let mut gui = Gui::start();
    gui.send("uci");
    let hello = gui.read_until("uciok");
    assert!(hello.iter().any(|line| line.starts_with("id name ponder ")));
    assert!(
        hello
            .iter()
            .any(|line| line.starts_with("option name Hash type spin"))
    );
    assert_eq!(gui.send_and_read("isready", "readyok"), "readyok");
    gui.send("ucinewgame");
    gui.send("position startpos moves f2f3 e7e5 g2g4");
    gui.send("go depth 3");
    let answer = gui.read_until("bestmove");
    assert!(
        answer.iter().any(|line| line.contains("score mate 1")),
        "{answer:?}"
    );
    assert_eq!(answer.last().unwrap(), "bestmove d8h4");
    gui.quit();
}

#[test]
fn without_a_legal_move_the_best_move_is_none() {
    let mut gui = Gui::start();
    for (fen, score) in [
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", "score mate 0"),
        ("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1", "score cp 0"),
    ] {
        gui.send(&format!("position fen {fen}"));
        for go in ["go depth 5", "go movetime 50", "go wtime 100 btime 100"] {
            gui.send(go);
            let answer = gui.read_until("bestmove");
            assert_eq!(
                answer,
                [format!("info depth 0 {score}").as_str(), "bestmove (none)"]
            );
        }
    }
    gui.quit();
}

#[test]
fn the_last_line_shown_is_the_one_that_is_played() {
    let mut gui = Gui::start();
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for millis in 1..80 {
        gui.send("setoption name Clear Hash");
        gui.send(&format!("go movetime {millis}"));
        let mut lines = gui.read_until("bestmove");
        let answer = lines.pop().unwrap();
        let last = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
        let pv = last.split(" pv ").nth(1).unwrap();
        let played = pv.split(' ').next();
        assert_eq!(answer.split(' ').nth(1), played, "{last}\n{answer}");
    }
    gui.quit();
}

#[test]
fn perft_is_counted() {
    let mut gui = Gui::start();
    assert_eq!(
        gui.send_and_read("go perft 3", "Nodes searched"),
        "Nodes searched: 8902"
    );
    gui.quit();
    let output = ponder(&["perft", "startpos", "3"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Nodes searched: 8902"));
}

#[test]
fn a_finite_search_is_finished_at_the_end_of_the_input() {
    let output = run_with_input(b"position startpos\ngo depth 5\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("bestmove "));
}

#[test]
fn hostile_input_is_answered_or_ignored_and_the_program_lives() {
    let mut input = Vec::new();
    for line in [
        "position fen not a position",
        "position startpos moves e2e5",
        "position",
        "go depth",
        "go perft -1",
        "setoption name Hash value 0",
        "setoption",
        "stop",
        "stop",
        "ponderhit",
        "go depth 0",
        "go mate 0",
        "go nodes 0",
        "go movetime 0",
        "go wtime -100 btime -100",
        "go searchmoves e2e5 a1a1 depth 1",
        "go ponder depth",
        "go movestogo x",
        "setoption name",
        "setoption name Threads value 0",
        "setoption name Threads value -2",
        "setoption name Threads value 1000000",
        "setoption name MultiPV value 0",
        "setoption name Move Overhead value 1h",
        "setoption name Ponder value maybe",
        "setoption name Clear Hash value nothing",
        "setoption name UCI_ShowWDL",
        "setoption name UCI_LimitStrength value 3",
        "setoption name UCI_Elo value 100000",
        "setoption name Strategy value",
        "setoption name Strategy value oracle",
        "setoption name Evaluation value",
        "setoption name Book value thick",
        "setoption value value name name",
        "d",
        "eval",
        "\u{0}\u{1}\u{2}",
    ] {
        input.extend_from_slice(line.as_bytes());
        input.push(b'\n');
    }
    input.extend_from_slice(&[0xff, 0xfe, b'\n', b'\r', b'\n']);
    input.extend_from_slice(&vec![b'x'; 1 << 20]);
    input.extend_from_slice(b"\nisready\n");
    let output = run_with_input(&input);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("readyok"));
    assert_eq!(text.matches("bestmove ").count(), 6, "{text}");
    assert_eq!(text.matches("info string position").count(), 3, "{text}");
    assert_eq!(text.matches("info string setoption").count(), 17, "{text}");
}

#[test]
fn wrong_arguments_are_refused_with_the_usage() {
    for (arguments, usage) in [
        (&["bench", "--xml"][..], "Usage: ponder bench"),
        (&["perft", "startpos"], "Usage: ponder perft <FEN> <DEPTH>"),
        (&["xyzzy"], "Usage: ponder [COMMAND]"),
        (&["go", "depth", "1"], "Usage: ponder [COMMAND]"),
    ] {
        let output = ponder(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(usage));
    }
    for arguments in [["perft", "not a fen", "2"], ["perft", "startpos", "deep"]] {
        assert_eq!(ponder(&arguments).status.code(), Some(2));
    }
}
