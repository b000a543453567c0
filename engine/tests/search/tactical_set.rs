//! The tactical set: positions from our own games with one move that changes the result.

use engine::player::{NeverStop, StoppedClock};
use engine::rules::{Color, Game, Move, Position, san};
use engine::search::SearchLimits;

use super::{choose, new_calculator};

/// Its first lines say how it was made and verified.
const SET: &str = include_str!("../data/tactics.epd");

/// MB of the transposition table, which is empty for each position.
const HASH_MB: u32 = 16;

struct Problem {
    id: &'static str,
    position: Position,
    best: Move,
}

/// The value of an operation, such as `bm`, in an EPD line.
fn operand(line: &'static str, name: &str) -> &'static str {
    let operations = line.splitn(5, ' ').nth(4).unwrap_or_default();
    let found = operations.split(';').find_map(|operation| {
        let (code, operand) = operation.trim().split_once(' ')?;
        (code == name).then_some(operand)
    });
    let operand = found.unwrap_or_else(|| panic!("no {name} in {line}"));
    operand.trim_matches('"')
}

fn problem(line: &'static str) -> Problem {
    let fields: Vec<&str> = line.split(' ').take(4).collect();
    let position = Position::from_fen(&fields.join(" ")).unwrap_or_else(|e| panic!("{line}: {e}"));
    let best = operand(line, "bm");
    Problem {
        id: operand(line, "id"),
        position,
        best: san::parse(&position, best).unwrap_or_else(|error| panic!("{line}: {error}")),
    }
}

fn problems() -> Vec<Problem> {
    let lines = SET.lines().filter(|line| !line.starts_with('#'));
    lines.map(problem).collect()
}

#[test]
fn the_set_has_two_hundred_different_positions_of_both_sides_with_a_legal_best_move() {
    let problems = problems();
    assert!(problems.len() >= 200, "{}", problems.len());
    let mut ids: Vec<&str> = problems.iter().map(|problem| problem.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), problems.len(), "an id stands twice");
    let mut keys: Vec<u64> = problems
        .iter()
        .map(|problem| problem.position.key())
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), problems.len(), "a position stands twice");
    let white = problems
        .iter()
        .filter(|problem| problem.position.side_to_move() == Color::White);
    let share = white.count() as f64 / problems.len() as f64;
    assert!(
        (0.35..0.65).contains(&share),
        "White is to move in {share} of them"
    );
    for Problem { id, position, best } in &problems {
        assert!(position.is_legal(*best), "{id}");
        assert!(position.legal_moves().len() > 1, "{id} is no problem");
    }
}

#[test]
fn the_engine_solves_as_much_of_the_set_as_at_first() {
    let problems = problems();
    let mut calculator = new_calculator(HASH_MB);
    for (nodes, floor) in super::TACTICAL_FLOORS {
        let limits = SearchLimits::nodes(nodes);
        let solved = problems.iter().filter(|problem| {
            let game = Game::from_position(problem.position);
            let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
            decision.mv == Some(problem.best)
        });
        let count = solved.count();
        let of = problems.len();
        println!("{count} of {of} solved at {nodes} nodes");
        assert!(
            count >= floor,
            "{count} of {of} solved at {nodes} nodes, expected at least {floor}"
        );
    }
}
