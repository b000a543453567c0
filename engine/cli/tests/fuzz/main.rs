//! The fuzz targets on their seeds: what they demand holds, and they still fit the engine.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

fn each_seed(target: &str, check: fn(&str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/seeds")
        .join(target);
    let mut checked = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        // libFuzzer gives targets of text nothing else.
        if let Ok(text) = fs::read_to_string(&path) {
            eprintln!("{}", path.display());
            check(&text);
            checked += 1;
        }
    }
    assert!(checked > 0, "no seeds in {}", folder.display());
}

#[test]
fn every_fen_seed_is_read_and_played_on() {
    each_seed("fen", targets::fen::check);
}

#[test]
fn every_uci_line_seed_is_read_or_refused() {
    each_seed("uci_line", targets::uci_line::check);
}

#[test]
fn every_uci_session_seed_is_answered() {
    each_seed("uci_session", targets::uci_session::check);
}

#[test]
fn every_table_file_seed_is_read_or_refused() {
    each_seed("table_file", |text| {
        targets::table_file::check(text.as_bytes())
    });
}

#[test]
fn every_syzygy_file_seed_is_read_or_refused() {
    each_seed("syzygy_file", |text| {
        targets::syzygy_file::check(text.as_bytes())
    });
}
