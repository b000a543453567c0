//! `ponder exercises` as a program.

use std::process::{Command, Output};

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

/// White takes the bishop instead of mating.
const GAME: &str = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Kxd1 dxe5 *\n";

fn exercises(arguments: &[&str]) -> Output {
    let mut command = Command::new(PONDER);
    command.arg("exercises").args(arguments);
    command.output().expect("ponder can be started")
}

#[test]
fn a_missed_mate_is_told_as_text_and_as_json() {
    let file = std::env::temp_dir().join(format!("exercises-{}.pgn", std::process::id()));
    std::fs::write(&file, GAME).expect("it can be written");
    let path = file.to_str().expect("a name in UTF-8");
    let few = [path, "--nodes", "45000", "--scan-nodes", "3000"];
    let text = exercises(&few);
    let json = exercises(&[&few[..], &["--json", "--games", "1"]].concat());
    std::fs::remove_file(&file).expect("it was written");
    let text = String::from_utf8(text.stdout).expect("the lines are UTF-8");
    assert!(text.contains("\tmissed chance\tBxf7+ Ke7 Nd5#\t"), "{text}");
    assert!(text.contains("1 games, 13 positions, "), "{text}");
    let json = String::from_utf8(json.stdout).expect("the lines are UTF-8");
    let read = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let lines: Vec<_> = json.lines().map(read).collect();
    let mate = lines.iter().find(|line| line["ply"] == 10);
    let mate = mate.unwrap_or_else(|| panic!("{json}"));
    assert_eq!(mate["solution"][2], "Nd5#");
    assert_eq!(mate["idea"], "Forces");
    assert_eq!(lines.last().map(|line| &line["games"]), Some(&1.into()));
}

#[test]
fn settings_that_make_no_sense_are_refused_by_name() {
    for (arguments, named) in [
        (&["--json"][..], "<FILE>"),
        (&["a.pgn", "--nodes", "5"], "--nodes"),
        (&["/no/such/file"], "/no/such/file"),
    ] {
        let output = exercises(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
}
