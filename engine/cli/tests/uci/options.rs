//! What the options do, and that docs/uci.md lists them as they are.

use std::fs;
use std::path::Path;

use engine::eval::nnue::{Network, SHIPPED_FILE};
use engine::player::{Level, strategies};
use engine::rules::Position;

use super::gui::Gui;

fn declared() -> Vec<String> {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.read_until("uciok");
    gui.quit();
    let options = lines.into_iter().filter(|line| line.starts_with("option "));
    options.collect()
}

/// Nodes of a search from the start position to a depth.
fn nodes(gui: &mut Gui) -> String {
    gui.send("position startpos");
    gui.send("go depth 7");
    let lines = gui.read_until("bestmove");
    let last = lines.iter().rfind(|line| line.contains(" nodes ")).unwrap();
    let words = last.split(' ').skip_while(|word| *word != "nodes");
    words.skip(1).take(1).collect()
}

#[test]
fn the_documentation_lists_the_options_word_for_word() {
    let documentation = include_str!("../../../../docs/uci.md");
    let listed: Vec<&str> = documentation
        .lines()
        .filter(|line| line.starts_with("option name "))
        .collect();
    assert_eq!(listed, declared());
}

#[test]
fn every_option_of_a_gui_is_declared() {
    let declared = declared();
    for name in [
        "Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "Move Overhead type spin",
        "Ponder type check",
        "Clear Hash type button",
        "UCI_ShowWDL type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "Strategy type combo default intuition var ponder var calculator",
        "Evaluation type combo default own var own var network var tuned",
        "EvalFile type string default <empty>",
        "Book type combo default standard var off",
        "Style type combo default none var none var attacker",
    ] {
        let beginning = format!("option name {name}");
        assert!(
            declared.iter().any(|line| line.starts_with(&beginning)),
            "{name}"
        );
    }
}

#[test]
fn several_lines_are_numbered() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 3");
    gui.send("go depth 2");
    let lines = gui.read_until("bestmove");
    for rank in 1..=3 {
        let text = format!(" multipv {rank} ");
        assert_eq!(lines.iter().filter(|line| line.contains(&text)).count(), 2);
    }
    gui.quit();
}

#[test]
fn two_threads_play_legal_moves_and_stop_together() {
    let mut gui = Gui::start();
    gui.send("setoption name Threads value 2");
    gui.send("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(gui.best_move("go depth 6"), "e1e8");
    gui.send("position startpos");
    gui.send("go infinite");
    gui.read_until("info depth 6");
    assert!(gui.best_move("stop").len() == 4);
    gui.send("go ponder wtime 300 btime 300");
    gui.read_until("info depth 3");
    assert!(gui.best_move("ponderhit").len() == 4);
    // Another size of table, another number of threads, with nothing in between.
    gui.send("setoption name Hash value 4");
    gui.send("setoption name Threads value 5");
    assert!(gui.best_move("go nodes 50000").len() == 4);
    gui.quit();
}

#[test]
fn one_thread_counts_the_same_after_there_were_two() {
    let mut gui = Gui::start();
    let alone = nodes(&mut gui);
    gui.send("setoption name Threads value 2");
    nodes(&mut gui);
    gui.send("setoption name Threads value 1");
    gui.send("ucinewgame");
    assert_eq!(nodes(&mut gui), alone);
    gui.quit();
}

#[test]
fn a_cleared_hash_searches_as_if_new() {
    let mut gui = Gui::start();
    let first = nodes(&mut gui);
    assert_ne!(nodes(&mut gui), first, "it remembers");
    gui.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut gui), first);
    gui.quit();
}

#[test]
fn wins_draws_and_losses_are_shown_when_asked_for() {
    let mut gui = Gui::start();
    gui.send("go depth 4");
    let lines = gui.read_until("bestmove");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")));
    gui.send("setoption name UCI_ShowWDL value true");
    gui.send("go depth 4");
    let mut lines = gui.read_until("bestmove");
    lines.pop();
    for line in lines {
        let mut words = line.split(' ').skip_while(|word| *word != "wdl").skip(1);
        let shares: Vec<u16> = words
            .by_ref()
            .take(3)
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(shares.iter().sum::<u16>(), 1_000, "{line}");
        assert_eq!(words.next(), Some("nodes"), "{line}");
    }
    gui.quit();
}

#[test]
fn a_limited_strength_searches_no_deeper_than_its_level() {
    let mut gui = Gui::start();
    gui.send("setoption name UCI_LimitStrength value true");
    let elo = Level::new(5).unwrap().elo();
    gui.send(&format!("setoption name UCI_Elo value {elo}"));
    gui.send("go wtime 60000 btime 60000");
    let lines = gui.read_until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
    assert!(lines.iter().all(|line| !line.starts_with("info depth 4 ")));
    gui.quit();
}

#[test]
fn every_strategy_that_is_ready_plays() {
    let mut gui = Gui::start();
    for strategy in strategies().iter().filter(|strategy| strategy.ready) {
        gui.send(&format!("setoption name Strategy value {}", strategy.id));
        gui.send("ucinewgame");
        gui.send("position startpos moves a2a3 a7a6");
        gui.send("go movetime 40");
        let answer = gui.read_until("bestmove").pop().unwrap();
        let position = played(&["a2a3", "a7a6"]);
        let mv = answer.split(' ').nth(1).unwrap();
        assert!(position.parse_uci(mv).is_ok(), "{}: {answer}", strategy.id);
    }
    gui.quit();
}

/// The position after these moves.
fn played(moves: &[&str]) -> Position {
    moves.iter().fold(Position::startpos(), |position, mv| {
        position.play(position.parse_uci(mv).unwrap())
    })
}

#[test]
fn options_set_during_a_search_hold_from_the_next_one_on() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.read_until("info depth 3");
    for option in [
        "MultiPV value 2",
        "Hash value 8",
        "Threads value 3",
        "Move Overhead value 50",
        "UCI_ShowWDL value true",
        "Clear Hash",
        "Strategy value calculator",
    ] {
        gui.send(&format!("setoption name {option}"));
    }
    gui.send("ucinewgame");
    gui.send("isready");
    let lines = gui.read_until("readyok");
    assert!(lines.iter().all(|line| !line.contains("multipv 2")));
    gui.send_and_read("stop", "bestmove");
    gui.send("go depth 4");
    let lines = gui.read_until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")));
    assert!(lines.iter().any(|line| line.contains(" wdl ")));
    gui.quit();
}

#[test]
fn a_network_comes_from_a_file_and_what_is_none_changes_nothing() {
    let mut gui = Gui::start();
    let judged = |gui: &mut Gui| {
        gui.send("eval");
        gui.send("isready");
        gui.read_until("readyok").join("\n")
    };
    let own = judged(&mut gui);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("networks");
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("damaged"), &SHIPPED_FILE[..SHIPPED_FILE.len() - 1]).unwrap();
    fs::write(path("foreign"), b"no network at all").unwrap();
    for name in ["missing", "damaged", "foreign"] {
        let option = format!("setoption name EvalFile value {}", path(name));
        let answer = gui.send_and_read(&option, "info string");
        assert!(
            answer.starts_with("info string setoption: EvalFile: "),
            "{answer}"
        );
    }
    assert_eq!(judged(&mut gui), own);

    let mut numbers = Network::read(SHIPPED_FILE).unwrap().parameters();
    numbers.provenance = "everything is worth nothing".to_owned();
    numbers.output_weights.fill(0);
    numbers.output_biases.fill(0);
    fs::write(path("flat"), Network::new(numbers).unwrap().write()).unwrap();
    let option = format!("setoption name EvalFile value {}", path("flat"));
    let answer = gui.send_and_read(&option, "info string");
    assert!(answer.contains("worth nothing"), "{answer}");
    assert_ne!(judged(&mut gui), own);
    gui.send_and_read("setoption name EvalFile value <empty>", "info string");
    assert_eq!(judged(&mut gui), own);
    gui.quit();
}

#[test]
fn a_hash_that_the_memory_does_not_hold_is_refused_and_it_plays_on() {
    let mut gui = Gui::start();
    gui.send("setoption name Hash value 4097");
    assert!(
        gui.read_until("info string")
            .pop()
            .unwrap()
            .contains("1 to 4096")
    );
    gui.send_and_read("go depth 3", "bestmove");
    gui.quit();
}
