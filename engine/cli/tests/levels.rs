//! `ponder levels` from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn levels(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ponder"))
        .arg("levels")
        .args(arguments)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn all_levels_are_listed() {
    let list = text(&levels(&[]));
    assert_eq!(list.lines().count(), 10);
    assert!(list.starts_with(" 1   210 Elo  Newcomer"), "{list}");
}

#[test]
fn levels_are_measured_and_an_interrupted_measurement_goes_on() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("levels");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let path = folder.to_str().unwrap();
    let flags = "--measure --minds plodder --games 2 --nodes 20 --concurrency 1 --resume";
    let flags: Vec<&str> = flags.split(' ').chain([path]).collect();
    let first = text(&levels(&flags));
    assert!(
        first.contains("\nintuition 10 against intuition 9: +"),
        "{first}"
    );
    assert!(
        first.contains("\nplodder 1 against intuition 1: +"),
        "{first}"
    );
    assert!(first.contains("\n| level | Plodder |\n"), "{first}");
    // Every level has a place.
    assert_eq!(first.matches(" to ").count(), 10, "{first}");

    // A match that is missing is played again, with the same end.
    let missing = folder.join("intuition-5-intuition-4.txt");
    let kept = fs::read_to_string(&missing).unwrap();
    fs::remove_file(&missing).unwrap();
    assert_eq!(text(&levels(&flags)), first);
    assert_eq!(fs::read_to_string(&missing).unwrap(), kept);

    fs::write(&missing, "another file\n").unwrap();
    let refused = levels(&flags);
    assert_eq!(refused.status.code(), Some(1));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(
        error.contains("intuition-5-intuition-4.txt: holds another match"),
        "{error}"
    );
}
