//! The positions of the course.

use std::collections::HashSet;
use std::path::Path;

use engine::tables::{EndgameTables, TableSet, Wdl};
use tablebase::{Ending, EndingTable, TableKind};

use super::*;

#[test]
fn there_are_24_lessons_with_names_of_their_own() {
    let ids: HashSet<&str> = Lesson::all().map(|lesson| lesson.id).collect();
    let titles: HashSet<&str> = Lesson::all().map(|lesson| lesson.title).collect();
    assert_eq!(
        (Lesson::all().count(), ids.len(), titles.len()),
        (24, 24, 24)
    );
    for lesson in Lesson::all() {
        let allowed = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        assert!(lesson.id.chars().all(allowed), "{}", lesson.id);
        assert_eq!(Lesson::find(lesson.id), Some(lesson));
    }
    let last = Lesson::find("philidor").expect("a lesson");
    assert_eq!(last.next(), None);
    assert_eq!(Lesson::find("lucena").and_then(Lesson::next), Some(last));
}

#[test]
fn every_position_is_legal_quiet_and_has_the_stronger_side_white() {
    for lesson in Lesson::all() {
        let game = game(lesson.fen);
        assert!(!game.position().in_check(), "{}", lesson.id);
        assert_eq!(*game.position(), lesson.position(), "{}", lesson.id);
        if let Some(ending) = Ending::of(game.position()) {
            let name = ending.to_string();
            let white = game.position().by_color(engine::rules::Color::White).len();
            let stronger = name
                .split_once('v')
                .map_or(0, |(stronger, _)| stronger.len());
            assert_eq!(white, stronger, "{}: {name}", lesson.id);
        }
    }
}

/// Those of three men.
#[test]
fn every_goal_is_what_the_tables_say() {
    assert_eq!(goals_as_in(tables()), 8);
}

/// `TABLES_DIR` names a folder of `ponder tables make`.
#[test]
fn every_goal_of_four_men_is_what_the_tables_say() {
    let Some(folder) = std::env::var_os("TABLES_DIR") else {
        println!("TABLES_DIR is not set: no goal of four men was checked");
        return;
    };
    let mut tables = Tables::default();
    for ending in Ending::all(TableSet::Four.men()) {
        let name = format!("{ending}.{}", TableKind::Wdl.as_str());
        let file = std::fs::read(Path::new(&folder).join(&name)).expect(&name);
        tables.insert(EndingTable::read(&ending, &file).expect(&name));
    }
    assert_eq!(goals_as_in(&tables), 22);
}

/// How many goals these tables can tell, each as they do.
fn goals_as_in(tables: &Tables) -> usize {
    let mut tried = 0;
    for lesson in Lesson::all() {
        let position = lesson.position();
        let Some(wdl) = tables.wdl(&position) else {
            continue;
        };
        let expected = match lesson.goal {
            Goal::Win => Wdl::Win,
            Goal::Draw => Wdl::Draw,
        };
        assert_eq!(wdl, expected, "{}", lesson.id);
        tried += 1;
    }
    tried
}
