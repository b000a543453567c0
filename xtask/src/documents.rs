//! Tests of the documents: what they link and name is there.

use std::fs;
use std::path::{Path, PathBuf};

use crate::test::STAGES;
use crate::{HELP, rust_files, tools};

/// Folders of the checkout. A code span that begins with one is a path.
const FOLDERS: [&str; 9] = [
    ".ci/", "app/", "docs/", "engine/", "public/", "server/", "style/", "tests/", "xtask/",
];

/// The documents for readers, with their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let folders = [tools::root().to_owned(), tools::root().join("docs")];
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            (path, text)
        })
        .collect()
}

/// What stands between two marks, each time.
fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(open).skip(1);
    parts.filter_map(move |part| Some(part.split_once(close)?.0))
}

/// The anchor of a heading, as the common renderers of Markdown make it.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim()
        .chars()
        .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    for (path, text) in documents() {
        for link in between(&text, "](", ")") {
            if link.contains("://") {
                continue;
            }
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().unwrap_or(Path::new("")).join(file),
            };
            assert!(target.exists(), "{} links {link}", path.display());
            if !part.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| anchor(line.trim_start_matches('#')) == part),
                    "{} links {link}, and no heading is called so",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn every_path_that_a_document_names_is_there() {
    for (path, text) in documents() {
        for named in between(&text, "`", "`") {
            let is_path = FOLDERS.iter().any(|folder| named.starts_with(folder))
                && !named.contains([' ', '*', '\n']);
            assert!(
                !is_path || tools::root().join(named).exists(),
                "{} names {named}",
                path.display()
            );
        }
    }
}

#[test]
fn every_test_that_the_threat_model_names_is_there() {
    let sources: String = ["app", "engine", "server", "tests"]
        .iter()
        .flat_map(|folder| rust_files::find(&tools::root().join(folder)).unwrap())
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let text = fs::read_to_string(tools::root().join("docs/security.md")).unwrap();
    let names = between(&text, "`", "`").filter(|name| {
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        name.chars().all(is_name) && name.matches('_').count() >= 3 && !name.starts_with("ponder_")
    });
    for name in names {
        assert!(
            sources.contains(&format!("fn {name}(")),
            "docs/security.md names {name}"
        );
    }
}

#[test]
fn the_readme_names_every_command_and_every_stage_of_the_tests() {
    let readme = fs::read_to_string(tools::root().join("README.md")).unwrap();
    let commands = HELP.lines().filter(|line| line.starts_with("  "));
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        assert!(
            command == "help" || readme.contains(&format!("cargo xtask {command}")),
            "README.md does not name {command}"
        );
    }
    for (stage, ..) in STAGES {
        assert!(
            readme.contains(&format!("`{stage}`")),
            "README.md does not name {stage}"
        );
    }
}

#[test]
fn the_readme_is_read_in_three_minutes() {
    let readme = fs::read_to_string(tools::root().join("README.md")).unwrap();
    assert!(readme.lines().count() <= 150);
}
