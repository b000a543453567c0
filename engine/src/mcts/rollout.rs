//! Source A's Monte Carlo mind (M1, M2): UCB1 with C = √2, one random game from each new position,
//! the most visited move. Its sign is right here (fault 1).

use std::f64::consts::SQRT_2;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::playouts::{self, Mind};
use super::tree::{Index, Tree};
use crate::Rng;
use crate::eval::{Evaluator, Judge};
use crate::player::{Control, Decision, Player};
use crate::rules::{Color, Game, Move, Position};
use crate::search::path::Path;
use crate::search::watch::Watch;
use crate::search::{Part, Score, SearchLimits, time};

/// Visits at least, and for each ply of the depth that is asked for.
const VISITS_LEAST: u32 = 200;
const VISITS_PER_PLY: u32 = 250;
/// The depth that is meant where nothing is limited.
const USUAL_DEPTH: u8 = 3;
/// A random game takes a capture so often where there is one…
const CAPTURES: f64 = 0.6;
/// …and is judged after so many plies: won from so many centipawns on, else drawn.
const LONGEST: usize = 60;
const WON_CP: i32 = 50;

/// Plays by random games.
pub struct Rollouts {
    tree: Tree,
    evaluator: Box<dyn Evaluator>,
}

impl Rollouts {
    /// A mind with so many MB for its tree; `judge` judges games that get too long.
    #[must_use]
    pub fn new(memory_mb: u32, judge: Judge) -> Rollouts {
        Rollouts {
            tree: Tree::new(memory_mb),
            evaluator: judge.evaluator(),
        }
    }
}

/// The visits that a search is worth: by its depth, unless nodes or time limit it.
fn most_visits(limits: &SearchLimits) -> Option<u32> {
    let by_depth = |depth: u8| (VISITS_PER_PLY * u32::from(depth)).max(VISITS_LEAST);
    let unlimited = limits.nodes.is_none()
        && limits.movetime.is_none()
        && limits.clock.is_none()
        && !limits.infinite;
    match limits.depth {
        Some(depth) => Some(by_depth(depth)),
        None if unlimited => Some(by_depth(USUAL_DEPTH)),
        None => None,
    }
}

impl Player for Rollouts {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        self.tree.clear();
        let hard = time::budget(limits).hard;
        let mut random = Random {
            watch: Watch::new(control, limits.nodes, hard, Part::Alone),
            path: Path::new(game),
            evaluator: &mut *self.evaluator,
            rng: control.rng.clone(),
        };
        playouts::run(
            &mut random,
            &mut self.tree,
            game,
            limits,
            most_visits(limits),
            control.report,
        )
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

/// One search by random games.
struct Random<'a> {
    watch: Watch<'a>,
    path: Path,
    evaluator: &'a mut dyn Evaluator,
    rng: Rng,
}

impl<'a> Mind<'a> for Random<'a> {
    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.watch
    }

    fn path(&mut self) -> &mut Path {
        &mut self.path
    }

    /// UCB1 (Auer et al. 2002): `wins / visits + C √(ln parent's visits / visits)`, untried moves
    /// first, in an order drawn by lot.
    fn select(&mut self, tree: &Tree, node: Index) -> Index {
        let untried: Vec<Index> = tree
            .children(node)
            .filter(|&child| tree.node(child).visits == 0)
            .collect();
        if let Some(&child) = untried.choose(&mut self.rng) {
            return child;
        }
        let log = libm::log(f64::from(tree.node(node).visits.max(1)));
        let ucb = |child: Index| {
            let child = tree.node(child);
            let wins = (child.q(0.0) + 1.0) / 2.0;
            wins + SQRT_2 * (log / f64::from(child.visits)).sqrt()
        };
        let children = tree.children(node);
        let first = children.start;
        children
            .max_by(|&a, &b| ucb(a).total_cmp(&ucb(b)))
            .unwrap_or(first)
    }

    fn priors(&mut self, _: &Position, moves: &[Move]) -> Vec<f32> {
        vec![1.0 / moves.len().max(1) as f32; moves.len()]
    }

    fn judge(&mut self, position: &Position) -> f64 {
        let winner = self.winner(*position);
        match winner {
            None => 0.0,
            Some(winner) if winner == position.side_to_move() => 1.0,
            Some(_) => -1.0,
        }
    }

    /// The share of points, as centipawns by the usual logistic curve: 0.75 of them are 191.
    fn score(&self, q: f64) -> Score {
        let points = (q.clamp(-0.999, 0.999) + 1.0) / 2.0;
        Score::Cp((400.0 * libm::log10(points / (1.0 - points))) as i32)
    }
}

impl Random<'_> {
    /// Who wins a random game from here, if anyone.
    fn winner(&mut self, mut position: Position) -> Option<Color> {
        for _ in 0..LONGEST {
            if self.watch.visit() || position.insufficient_material() {
                return None;
            }
            let moves = position.legal_moves();
            let mover = position.side_to_move();
            if moves.is_empty() {
                return position.in_check().then_some(!mover);
            }
            if position.halfmove_clock() >= 100 {
                return None;
            }
            let captures: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_capture()).collect();
            let drawn = if !captures.is_empty() && self.rng.random::<f64>() < CAPTURES {
                captures.choose(&mut self.rng)
            } else {
                moves.choose(&mut self.rng)
            };
            position = position.play(*drawn?);
        }
        let cp = self.evaluator.evaluate(&position);
        let mover = position.side_to_move();
        match cp {
            WON_CP.. => Some(mover),
            _ if cp <= -WON_CP => Some(!mover),
            _ => None,
        }
    }
}
