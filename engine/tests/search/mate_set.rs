//! The mate set: forced mates in three to eight moves from our own games.

use std::collections::HashSet;

use engine::player::{NeverStop, StoppedClock};
use engine::rules::{Game, Position};
use engine::search::{Score, SearchLimits};

use super::{choose, new_calculator};

/// Its first lines say how it was made and verified.
const SET: &str = include_str!("../data/mates.epd");

/// MB of the transposition table, which is empty for each position.
const HASH_MB: u32 = 16;
/// Nodes for each position.
const NODES: u64 = 400_000;

/// The positions with the moves to mate.
fn mates() -> Vec<(Position, i32)> {
    let lines = SET.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, moves) = line.split_once(" dm ").expect("an operation dm");
            let position =
                Position::from_fen(fen).unwrap_or_else(|error| panic!("{line}: {error}"));
            let moves = moves.trim_end_matches(';').parse().expect("a number");
            (position, moves)
        })
        .collect()
}

#[test]
fn the_set_has_sixty_different_positions_of_every_length() {
    let mates = mates();
    let keys: HashSet<u64> = mates.iter().map(|(position, _)| position.key()).collect();
    assert!(
        keys.len() == mates.len() && mates.len() >= 60,
        "{}",
        mates.len()
    );
    let lengths: HashSet<i32> = mates.iter().map(|(_, moves)| *moves).collect();
    assert_eq!(lengths, (3..=8).collect());
}

#[test]
fn mates_are_found_within_their_nodes_and_none_is_claimed_that_is_shorter() {
    let mates = mates();
    let mut calculator = new_calculator(HASH_MB);
    let (mut found, mut shortest) = (0, 0);
    for &(position, moves) in &mates {
        let game = Game::from_position(position);
        let limits = SearchLimits::nodes(NODES);
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);
        let score = decision.lines[0].score;
        match score {
            Score::Mate(claimed) if claimed > 0 => {
                assert!(claimed >= moves, "mate in {claimed} of {moves}: {position}");
                found += 1;
                shortest += usize::from(claimed == moves);
            }
            _ => println!("{score} instead of a mate in {moves}: {position}"),
        }
    }
    println!(
        "{found} of {} found, {shortest} of them the shortest",
        mates.len()
    );
    let (found_floor, shortest_floor) = super::MATE_FLOORS;
    assert!(found >= found_floor && shortest >= shortest_floor);
}
