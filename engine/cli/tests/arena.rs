//! `ponder arena` from outside: matches between own players and against UCI programs, sound and faulty
//! ones, and interrupted matches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use engine::rules::pgn;

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("arena")
        .join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn arena(arguments: &[&str]) -> Output {
    Command::new(PONDER)
        .arg("arena")
        .args(arguments)
        .output()
        .unwrap()
}

/// The output of a successful match.
fn played(arguments: &[&str]) -> String {
    let output = arena(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// The games of a file with their rounds, sorted.
fn games(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).unwrap();
    let parts = text.split("[Event ").skip(1);
    let mut games: Vec<(String, String)> = parts
        .map(|part| {
            let text = format!("[Event {}\n", part.trim_end());
            let game = pgn::parse(&text).unwrap();
            (game.tags.get("Round").unwrap().to_owned(), text)
        })
        .collect();
    games.sort();
    games
}

/// A UCI program as a shell script; `$line` is its input.
fn program(folder: &Path, on_go: &str) -> String {
    let path = folder.join("program.sh");
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         uci) echo id name Broken; echo uciok;;\n\
         isready) echo readyok;;\n\
         quit) exit 0;;\n\
         go*) {on_go};;\n\
         esac; done\n"
    );
    fs::write(&path, script).unwrap();
    format!("sh {}", path.display())
}

/// The output of a match of two games against such a program.
fn against(name: &str, on_go: &str, its_settings: &str) -> String {
    let folder = folder(name);
    let program = program(&folder, on_go);
    played(&[
        "--a",
        "nodes=100",
        "--b",
        its_settings,
        "--uci",
        &program,
        "--games",
        "2",
        "--concurrency",
        "1",
        "--silence",
        "1",
    ])
}

#[test]
fn the_same_seed_and_nodes_give_the_same_games_on_any_number_of_threads() {
    let folder = folder("same_games");
    let play = |name: &str, concurrency: &str, seed: &str| {
        let path = folder.join(name);
        let text = played(&[
            "--each",
            "nodes=500,hash=1",
            "--b",
            "null_move=off",
            "--games",
            "8",
            "--seed",
            seed,
            "--concurrency",
            concurrency,
            "--pgn",
            path.to_str().unwrap(),
        ]);
        assert!(text.contains("games 8 "), "{text}");
        assert!(text.contains("side a: 0 time losses, 0 illegal moves, 0 crashes, 0 disconnects"));
        games(&path)
    };
    let one = play("one.pgn", "1", "5");
    assert_eq!(one.len(), 8);
    assert!(one == play("three.pgn", "3", "5"));
    assert!(one != play("other.pgn", "3", "6"));
}

#[test]
fn a_program_of_ours_plays_as_our_own_player_does() {
    let path = folder("itself").join("games.pgn");
    let text = played(&[
        "--each",
        "nodes=400,hash=16",
        "--b",
        "option.Strategy=calculator",
        "--uci",
        PONDER,
        "--games",
        "6",
        "--pgn",
        path.to_str().unwrap(),
    ]);
    assert!(text.contains(" Elo +0.0 "), "{text}");
    assert!(text.contains("side b: 0 time losses, 0 illegal moves, 0 crashes, 0 disconnects"));
    let moves = |game: &(String, String)| pgn::parse(&game.1).unwrap().game().moves().to_vec();
    for pair in games(&path).chunks(2) {
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
    }
}

#[test]
fn two_programs_play_each_other_on_a_clock() {
    let text = played(&[
        "--each",
        "tc=0.5+0.02,hash=1,option.MultiPV=1",
        "--uci-a",
        PONDER,
        "--uci-b",
        PONDER,
        "--games",
        "2",
        "--margin",
        "5000",
    ]);
    assert!(text.contains("ponder a against ponder b"), "{text}");
    for side in ["a", "b"] {
        assert!(text.contains(&format!(
            "side {side}: 0 time losses, 0 illegal moves, 0 crashes, 0 disconnects"
        )));
    }
}

#[test]
fn an_option_that_the_program_does_not_take_ends_the_match_by_name() {
    for (option, part) in [
        (
            "option.UCI_Elo=3000",
            "option.UCI_Elo: expected a number from",
        ),
        (
            "option.Strategy=genius",
            "option.Strategy: expected one of ponder",
        ),
        (
            "option.Contempt=5",
            "option.Contempt: the program declares no such option",
        ),
        (
            "option.Hash=5000",
            "option.Hash: expected a number from 1 to 4096",
        ),
    ] {
        let output = arena(&[
            "--each", "nodes=10", "--b", option, "--uci", PONDER, "--games", "2",
        ]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(part),
            "{option}: {error}"
        );
    }
}

#[test]
fn an_illegal_move_loses_and_is_shown() {
    for (name, answer) in [
        ("illegal_move", "echo bestmove e1e8"),
        ("illegal_nothing", "echo bestmove"),
        ("illegal_none", "echo 'bestmove (none)'"),
        ("illegal_text", "printf 'bestmove \\377\\033[2J\\n'"),
    ] {
        let text = against(name, answer, "nodes=100");
        assert!(text.contains("games 2 +2 =0 -0"), "{text}");
        assert!(text.contains("Illegal: move \""), "{text}");
        assert!(
            text.contains("side b: 0 time losses, 2 illegal moves"),
            "{text}"
        );
        assert!(!text.contains('\u{1b}'));
    }
}

#[test]
fn a_program_that_dies_loses_and_is_started_again() {
    let text = against("dying", "exit 3", "nodes=100");
    assert!(text.contains("games 2 +2 =0 -0"), "{text}");
    assert!(text.contains("Crashed: it ended: exit status: 3"), "{text}");
    assert!(text.contains("2 crashes, 0 disconnects"), "{text}");
}

#[test]
fn a_program_that_hangs_loses_and_is_started_again() {
    let text = against("hanging", "exec sleep 1000", "nodes=100");
    assert!(text.contains("games 2 +2 =0 -0"), "{text}");
    assert!(text.contains("0 crashes, 2 disconnects"), "{text}");
}

#[test]
fn a_program_that_answers_late_loses_on_time_and_goes_on() {
    let text = against("late", "sleep 0.4; echo bestmove e2e4", "movetime=100");
    assert!(text.contains("games 2 +2 =0 -0"), "{text}");
    assert!(text.contains("no move within 150 ms"), "{text}");
    assert!(text.contains("side b: 2 time losses, 0 illegal moves, 0 crashes, 0 disconnects"));
}

#[test]
fn a_program_that_floods_is_no_danger() {
    let flood =
        "head -c 3000000 /dev/zero; echo; while echo info depth 99999999999 score cp x; do :; done";
    let text = against("flooding", flood, "nodes=100");
    assert!(text.contains("games 2 +2 =0 -0"), "{text}");
    assert!(text.contains("0 crashes, 2 disconnects"), "{text}");
}

#[test]
fn a_program_that_does_not_start_breaks_the_match_off() {
    for command in ["/nonexistent/engine", "true"] {
        let output = arena(&["--each", "nodes=100", "--uci", command, "--games", "2"]);
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(command), "{error}");
    }
}

#[test]
fn an_interrupted_match_goes_on_where_it_stopped() {
    let folder = folder("resumed");
    let results = folder.join("results");
    let results = results.to_str().unwrap();
    let play = |games: &str, seed: &str| {
        arena(&[
            "--each",
            "nodes=300,hash=1",
            "--games",
            games,
            "--seed",
            seed,
            "--resume",
            results,
        ])
    };
    assert!(play("4", "1").status.success());
    let whole = fs::read_to_string(results).unwrap();
    // As if the program had been killed while it wrote the second pair.
    let torn = &whole[..whole.len() - 5];
    fs::write(results, torn).unwrap();
    let output = play("8", "1");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("games 8 "), "{text}");
    assert!(text.contains("6 games in "), "{text}");
    let lines = fs::read_to_string(results).unwrap();
    assert_eq!(lines.lines().count(), 5, "{lines}");
    let first_pair = whole.lines().nth(1).unwrap();
    assert!(lines.contains(first_pair));

    let other = play("8", "2");
    assert_eq!(other.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
}

#[test]
fn a_test_ends_the_match_as_soon_as_it_is_decided() {
    let text = played(&[
        "--a",
        "depth=4,hash=1",
        "--b",
        "depth=1,hash=1",
        "--sprt",
        "0,30",
        "--games",
        "400",
    ]);
    assert!(
        text.contains("SPRT [0, 30] normalised Elo: accepted"),
        "{text}"
    );
    assert!(!text.contains("games 400 "), "{text}");
}

#[test]
fn arguments_that_cannot_be_read_are_refused_by_name() {
    for (arguments, named) in [
        (&["--games"][..], "'--games <N>'"),
        (&["--each", "nodes"], "--each: "),
        (&[], "side a has no limit"),
        (&["--each", "depth=1", "x", "y"], "'x'"),
    ] {
        let output = arena(arguments);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(named), "{error}");
        assert!(error.contains("try '--help'"), "{error}");
    }
    assert!(played(&["--help"]).contains("--resume <FILE>"));
}

#[test]
fn what_games_teach_is_read_back_and_played_with() {
    let folder = folder("memory");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, memory, results) = (path("games.pgn"), path("memory.json"), path("results"));
    let each = "strategy=ponder,depth=2,book=off";
    played(&["--each", each, "--games", "4", "--pgn", &games]);
    let train = |from: &str| {
        let mut command = Command::new(PONDER);
        command.args(["train-q", "--from", from, "--out", &memory]);
        command.output().unwrap()
    };
    let output = train(&games);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && stdout.starts_with("4 games, "),
        "{stdout}"
    );
    let knowing = format!("learn=on,memory={memory}");
    let arguments = [
        "--each", each, "--a", &knowing, "--games", "2", "--resume", &results,
    ];
    played(&arguments);
    // Another learner's table is another match.
    fs::write(
        &memory,
        r#"{"format":"ponder-learning","version":1,"results":"","games":[],"states":{}}"#,
    )
    .unwrap();
    let refused = String::from_utf8(arena(&arguments).stderr).unwrap();
    assert!(refused.contains("another match"), "{refused}");
    fs::write(&games, "1. e4 Ke4").unwrap();
    let output = train(&games);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && stderr.contains("games.pgn"),
        "{stderr}"
    );
}
