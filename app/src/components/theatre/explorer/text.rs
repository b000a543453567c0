//! A tree search in words.

use client::theatre::{ExploredTree, Snapshot, TheatreState};
use engine::rules::{Move, Position, san};

use crate::components::shared::format::{count, counted};

/// The expected result of the side that moves, per cent: 100 won, 50 drawn; `q` is per mille from −1000.
pub fn expected(q: i16) -> f64 {
    f64::from(i32::from(q) + 1_000) / 20.0
}

/// The move of a node, or "Start".
pub fn step_name(tree: &ExploredTree, start: &Position, index: u32) -> String {
    match (
        tree.nodes[index as usize].mv,
        tree.nodes[index as usize].parent,
    ) {
        (Some(mv), Some(parent)) => san::write(&tree.board(start, parent).0, mv),
        _ => "Start".to_owned(),
    }
}

/// The moment that is shown.
pub fn moment_text(snapshot: &Snapshot) -> String {
    format!("after {}", counted(snapshot.visits.into(), "visit"))
}

/// What the picture shows right now.
pub fn sentence(state: &TheatreState) -> Option<String> {
    let (tree, snapshot) = (state.explored.as_ref()?, state.snapshot()?);
    let game = state.game.as_ref()?;
    let start = game.position();
    if let Some(mv) = tree.root_move(state.shown_explored()) {
        return Some(about_move(snapshot, start, mv));
    }
    let (first, second) = (snapshot.moves.first()?, snapshot.moves.get(1));
    let name = |mv: Move| san::write(start, mv);
    let share = 100 * first.visits / snapshot.visits.max(1);
    let mut text = format!(
        "{} has {share} % of {} and is expected to score {:.0} %",
        name(first.mv),
        counted(snapshot.visits.into(), "visit"),
        expected(first.q)
    );
    if let Some(second) = second {
        text.push_str(&format!(
            "; next comes {} with {:.0} %",
            name(second.mv),
            expected(second.q)
        ));
    }
    text.push('.');
    Some(text)
}

/// Why a root move has the visits that it has.
fn about_move(snapshot: &Snapshot, start: &Position, mv: Move) -> String {
    let name = san::write(start, mv);
    let (Some(found), Some(best)) = (snapshot.of(mv), snapshot.moves.first()) else {
        return format!("{name} was not looked at.");
    };
    let visits = count(found.visits.into());
    let prior = f64::from(found.prior) / 10.0;
    if best.mv == mv {
        return format!(
            "{name} is the most visited: {visits} visits, {:.0} % expected. Before the search it was given {prior:.0} %.",
            expected(found.q)
        );
    }
    format!(
        "{name} got {visits} visits: it was given {prior:.0} % before the search, and is expected to score {:.0} %, where {} scores {:.0} %.",
        expected(found.q),
        san::write(start, best.mv),
        expected(best.q)
    )
}

#[cfg(test)]
mod tests {
    use engine::search::Explored;

    use super::*;

    #[test]
    fn a_move_is_compared_with_the_best() {
        let start = Position::startpos();
        let found = |text: &str, visits: u32, q: i16| Explored {
            mv: start.parse_uci(text).unwrap(),
            visits,
            q,
            prior: 150,
        };
        let snapshot = Snapshot::new(vec![found("e2e4", 300, 100), found("g2g4", 100, -300)]);
        let about = |text: &str| about_move(&snapshot, &start, start.parse_uci(text).unwrap());
        assert_eq!(
            about("e2e4"),
            "e4 is the most visited: 300 visits, 55 % expected. Before the search it was given 15 %."
        );
        assert_eq!(
            about("g2g4"),
            "g4 got 100 visits: it was given 15 % before the search, and is expected to score 35 %, where e4 scores 55 %."
        );
        assert_eq!(about("a2a3"), "a3 was not looked at.");
        assert_eq!(moment_text(&snapshot), "after 400 visits");
    }
}
