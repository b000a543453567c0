//! Tests: hash collisions. A table whose entries belong to other positions may cost strength, but
//! never makes the search play an illegal move, report an unplayable line or panic.
//!
//! 48 bits of the key are checked, so a collision is rare; shared tables and long analyses have
//! them all the same. Here every position near the root has one.

use std::sync::Arc;

use rand::Rng as _;

use super::score::{MATE, MAX_PLY};
use super::tt::{Bound, Entry, Table};
use super::{Score, SearchLimits};
use crate::eval::LIMIT;
use crate::player::{Calculator, Control, Decision, NeverStop, Player, StoppedClock};
use crate::rules::{Game, Move, PERFT_CASES, Position};

/// Positions below each root that are given an entry.
const POISONED: usize = 600;
const ROOTS: usize = 250;

fn below(rng: &mut crate::Rng, limit: usize) -> usize {
    (rng.next_u64() % limit as u64) as usize
}

/// A score or evaluation at random: often an extreme one.
fn number(rng: &mut crate::Rng, most: i32) -> i32 {
    let any = below(rng, 2 * most as usize + 1) as i32 - most;
    [any, any / 50, most, -most, most - 1, 0][below(rng, 6)]
}

/// What another position might have left: a move that is legal there or mere bits, and numbers that
/// mean nothing here.
fn foreign(rng: &mut crate::Rng, elsewhere: &Position) -> Entry {
    let moves = elsewhere.legal_moves();
    let mv = match below(rng, 3) {
        0 => Move::from_raw(rng.next_u64() as u16),
        _ if moves.is_empty() => None,
        _ => Some(moves[below(rng, moves.len())]),
    };
    Entry {
        mv,
        score: number(rng, MATE),
        eval: number(rng, LIMIT - 1),
        depth: [0, 1, 7, 64, 250][below(rng, 5)],
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][below(rng, 3)],
    }
}

/// A few random moves from `position`.
fn wander(rng: &mut crate::Rng, mut position: Position, most: usize) -> Position {
    for _ in 0..below(rng, most) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[below(rng, moves.len())]);
    }
    position
}

/// Gives the root, all positions a move away and many further ones an entry of another position.
fn poison(rng: &mut crate::Rng, table: &Table, root: &Position) {
    let children = root.legal_moves();
    let near = children.iter().map(|&mv| root.play(mv)).chain([*root]);
    let mut positions: Vec<Position> = near.collect();
    while positions.len() < POISONED {
        positions.push(wander(rng, *root, 6));
    }
    for (index, position) in positions.iter().enumerate() {
        let elsewhere = positions[(index * 7 + 3) % positions.len()];
        table.store(position.key(), 0, foreign(rng, &elsewhere));
    }
}

fn search(calculator: &mut Calculator, game: &Game, limits: &SearchLimits) -> Decision {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: crate::rng(0),
    };
    calculator.choose(game, limits, &mut control)
}

#[test]
fn entries_of_other_positions_never_make_a_move_illegal() {
    let mut rng = crate::rng(201);
    for number in 0..ROOTS {
        let start = Position::from_fen(PERFT_CASES[number % PERFT_CASES.len()].fen).unwrap();
        let root = wander(&mut rng, start, 80);
        let table = Arc::new(Table::new(1));
        poison(&mut rng, &table, &root);
        let mut calculator = Calculator::with_table(table);
        // Or it would forget the poison.
        calculator.remember(true);
        let depth = SearchLimits::depth(1 + (number % 6) as u8);
        let nodes = SearchLimits::nodes(3_000).with_multipv(3);
        for limits in [depth, nodes] {
            let game = Game::from_position(root);
            let decision = search(&mut calculator, &game, &limits);
            assert_eq!(decision.mv.is_some(), root.has_legal_move(), "{root}");
            for line in &decision.lines {
                let mut position = root;
                for &mv in &line.pv {
                    assert!(position.is_legal(mv), "{mv} of {:?} in {position}", line.pv);
                    position = position.play(mv);
                }
                if let Score::Mate(moves) = line.score {
                    assert!(moves.unsigned_abs() as usize <= MAX_PLY, "{root}: {line:?}");
                }
            }
        }
    }
}
