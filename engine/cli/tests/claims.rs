//! `ponder claims` as a program.

use std::process::{Command, Output};

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

fn claims(arguments: &[&str]) -> Output {
    let mut command = Command::new(PONDER);
    command.arg("claims").args(arguments);
    command.output().expect("ponder can be started")
}

#[test]
fn a_game_of_a_level_is_explained_and_checked_by_another_program() {
    let few = ["--levels", "1", "--games", "1", "--nodes", "1000"];
    let check = ["--check", PONDER, "--depth", "1", "--sample", "3"];
    let output = claims(&[&few[..], &check].concat());
    let text = String::from_utf8(output.stdout).expect("the lines are UTF-8");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{error}");
    assert!(text.contains(" % with a specific one"), "{text}");
    assert!(text.contains("at depth 1, "), "{text}");
}

#[test]
fn the_moves_of_a_file_are_told_one_by_one() {
    let file = std::env::temp_dir().join(format!("claims-{}.pgn", std::process::id()));
    std::fs::write(&file, "1. f3 e5 2. g4 Qh4# 0-1\n").expect("it can be written");
    let path = file.to_str().expect("a name in UTF-8");
    let output = claims(&["--pgn", path, "--nodes", "1000", "--all"]);
    std::fs::remove_file(&file).expect("it was written");
    let text = String::from_utf8(output.stdout).expect("the lines are UTF-8");
    assert!(text.contains("| Qh4# | Mate | It is mate."), "{text}");
    assert!(text.contains("4 moves, "), "{text}");
}

#[test]
fn the_moves_of_a_file_are_judged_and_checked_by_another_program() {
    let file = std::env::temp_dir().join(format!("judgements-{}.pgn", std::process::id()));
    std::fs::write(&file, "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n").expect("it can be written");
    let path = file.to_str().expect("a name in UTF-8");
    let judge = ["--pgn", path, "--judgements", "--nodes", "1000", "--all"];
    let check = ["--check", PONDER, "--depth", "1", "--sample", "3"];
    let output = claims(&[&judge[..], &check].concat());
    std::fs::remove_file(&file).expect("it was written");
    let text = String::from_utf8(output.stdout).expect("the lines are UTF-8");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{error}");
    let said = "| Ke7?? | allows | Mate | Black allows Qxe5#.";
    assert!(text.contains(said), "{text}");
    assert!(
        text.contains("| Qxe5# | does well | Mate | It is mate."),
        "{text}"
    );
    assert!(
        text.contains(" bad moves, ") && text.contains(" other moves, "),
        "{text}"
    );
    assert!(text.contains("at depth 1, "), "{text}");
}

#[test]
fn settings_that_make_no_sense_are_refused_by_name() {
    for (arguments, named) in [
        (
            &["--levels", "8-3"][..],
            "the first level is above the last",
        ),
        (&["--levels", "0"], "no level from 1 to 10"),
        (&["--levels", "three"], "no level from 1 to 10"),
        (&["--nodes", "5"], "--nodes"),
        (&["--depth", "9"], "--check"),
        (&["--judgements"], "--pgn"),
        (&["--pgn", "/no/such/file"], "/no/such/file"),
    ] {
        let output = claims(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
    let gone = ["--levels", "1", "--games", "1", "--nodes", "1000"];
    let output = claims(&[&gone[..], &["--check", "/no/such/program"]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(error.contains("/no/such/program"), "{error}");
}
