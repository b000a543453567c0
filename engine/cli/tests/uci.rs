//! The `ponder` program as a GUI sees it: lines in, lines out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

struct Gui {
    program: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gui {
    fn start() -> Gui {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ponder"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = program.stdin.take().unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        Gui {
            program,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads up to the line that begins so; all lines read.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert!(read > 0, "ended before {beginning:?}: {lines:?}");
            let line = line.trim_end().to_owned();
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, beginning: &str) -> String {
        self.say(line);
        self.until(beginning).pop().unwrap()
    }

    fn quit(mut self) {
        self.say("quit");
        assert!(self.program.wait().unwrap().success());
    }
}

/// Feeds the whole input and reads the whole output.
fn piped(input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ponder"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input).unwrap();
    program.wait_with_output().unwrap()
}

fn ponder(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ponder"))
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn a_game_is_opened_and_played() {
    let mut gui = Gui::start();
    gui.say("uci");
    let hello = gui.until("uciok");
    assert!(hello.iter().any(|line| line.starts_with("id name ponder ")));
    assert!(
        hello
            .iter()
            .any(|line| line.starts_with("option name Hash type spin"))
    );
    assert_eq!(gui.ask("isready", "readyok"), "readyok");
    gui.say("ucinewgame");
    gui.say("position startpos moves f2f3 e7e5 g2g4");
    gui.say("go depth 3");
    let answer = gui.until("bestmove");
    assert!(
        answer.iter().any(|line| line.contains("score mate 1")),
        "{answer:?}"
    );
    assert_eq!(answer.last().unwrap(), "bestmove d8h4");
    gui.quit();
}

#[test]
fn an_infinite_search_answers_after_the_stop_and_not_before() {
    let mut gui = Gui::start();
    // The mate is found at once; the answer has to wait all the same.
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    gui.say("go infinite");
    assert!(
        gui.until("info depth 3")
            .iter()
            .all(|line| !line.starts_with("bestmove"))
    );
    gui.say("isready");
    assert!(
        gui.until("readyok")
            .iter()
            .all(|line| !line.starts_with("bestmove"))
    );
    assert_eq!(gui.ask("stop", "bestmove"), "bestmove e1e8");
    gui.quit();
}

#[test]
fn quit_ends_a_running_search() {
    let mut gui = Gui::start();
    gui.say("go infinite");
    gui.until("info depth 2");
    gui.quit();
}

#[test]
fn without_a_legal_move_the_best_move_is_none() {
    let mut gui = Gui::start();
    gui.say("position fen k7/1Q6/2K5/8/8/8/8/8 b - - 0 1");
    assert_eq!(gui.ask("go depth 5", "bestmove"), "bestmove (none)");
    gui.quit();
}

#[test]
fn several_lines_are_numbered() {
    let mut gui = Gui::start();
    gui.say("setoption name MultiPV value 3");
    gui.say("go depth 2");
    let lines = gui.until("bestmove");
    for rank in 1..=3 {
        let text = format!(" multipv {rank} ");
        assert_eq!(lines.iter().filter(|line| line.contains(&text)).count(), 2);
    }
    gui.quit();
}

#[test]
fn perft_is_counted() {
    let mut gui = Gui::start();
    assert_eq!(
        gui.ask("go perft 3", "Nodes searched"),
        "Nodes searched: 8902"
    );
    gui.quit();
    let output = ponder(&["perft", "startpos", "3"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Nodes searched: 8902"));
}

#[test]
fn a_finite_search_is_finished_at_the_end_of_the_input() {
    let output = piped(b"position startpos\ngo depth 5\n");
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
    let output = piped(&input);
    assert!(output.status.success());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("readyok"));
    assert_eq!(text.matches("bestmove ").count(), 6, "{text}");
    assert_eq!(text.matches("info string position").count(), 3, "{text}");
}

#[test]
fn wrong_arguments_are_refused_with_the_usage() {
    for arguments in [&["bench", "--xml"][..], &["perft", "startpos"], &["xyzzy"]] {
        let output = ponder(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("ponder perft FEN DEPTH"));
    }
    for arguments in [["perft", "not a fen", "2"], ["perft", "startpos", "deep"]] {
        assert_eq!(ponder(&arguments).status.code(), Some(2));
    }
}
