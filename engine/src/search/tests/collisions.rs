//! Tests of hash collisions. Entries of other positions may cost strength, but never make the search
//! play an illegal move, report an illegal line or panic.
//!
//! 48 bits of the key are verified, so collisions are rare; here every position near the root has
//! one.

use std::sync::Arc;

use rand::Rng as _;

use crate::eval::EVAL_LIMIT;
use crate::player::{Calculator, Control, Decision, NeverStop, Player, StoppedClock};
use crate::rules::{Game, Move, PERFT_CASES, Position};
use crate::search::score::{MATE, MAX_PLY};
use crate::search::tt::{TranspositionTable, TtEntry};
use crate::search::{Bound, Score, SearchLimits};

/// Positions near each root that get a foreign entry.
const FOREIGN_ENTRIES: usize = 600;
const ROOTS: usize = 250;

fn below(rng: &mut crate::Rng, limit: usize) -> usize {
    (rng.next_u64() % limit as u64) as usize
}

/// A random score or evaluation, often an extreme one.
fn number(rng: &mut crate::Rng, most: i32) -> i32 {
    let any = below(rng, 2 * most as usize + 1) as i32 - most;
    [any, any / 50, most, -most, most - 1, 0][below(rng, 6)]
}

/// An entry of another position: a move that is legal there or random bits, and random scores.
fn foreign(rng: &mut crate::Rng, elsewhere: &Position) -> TtEntry {
    let moves = elsewhere.legal_moves();
    let mv = match below(rng, 3) {
        0 => Move::from_raw(rng.next_u64() as u16),
        _ if moves.is_empty() => None,
        _ => Some(moves[below(rng, moves.len())]),
    };
    TtEntry {
        mv,
        score: number(rng, MATE),
        eval: number(rng, EVAL_LIMIT - 1),
        depth: [0, 1, 7, 64, 250][below(rng, 5)],
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][below(rng, 3)],
    }
}

/// The position after a few random moves.
fn random_walk(rng: &mut crate::Rng, mut position: Position, most: usize) -> Position {
    for _ in 0..below(rng, most) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[below(rng, moves.len())]);
    }
    position
}

/// Stores foreign entries for the root, its children and many positions below.
fn store_foreign_entries(rng: &mut crate::Rng, table: &TranspositionTable, root: &Position) {
    let children = root.legal_moves();
    let near = children.iter().map(|&mv| root.play(mv)).chain([*root]);
    let mut positions: Vec<Position> = near.collect();
    while positions.len() < FOREIGN_ENTRIES {
        positions.push(random_walk(rng, *root, 6));
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
        let root = random_walk(&mut rng, start, 80);
        let table = Arc::new(TranspositionTable::new(1));
        store_foreign_entries(&mut rng, &table, &root);
        let mut calculator = Calculator::with_table(table);
        // Otherwise the table is cleared before the search.
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
