//! The Monte Carlo tree search of the article on server-side search: UCB1 with C = √2, one random game
//! from each new position, the most visited move.

use std::f64::consts::SQRT_2;

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::playouts::{self, MctsPolicy};
use super::tree::{Index, Tree};
use crate::Rng;
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::{EvalConfig, Evaluator};
use crate::player::{Control, Decision, Player};
use crate::rules::{Color, Game, Move, Position};
use crate::search::Score;
use crate::search::path::Path;

/// Minimum visits, and visits for each ply of the depth limit.
const MIN_VISITS: u32 = 200;
const VISITS_PER_PLY: u32 = 250;
/// The depth limit where nothing is limited.
const DEFAULT_DEPTH: u8 = 3;
/// Probability of a capture in a random game, where there is one.
const CAPTURE_SHARE: f64 = 0.6;
/// Maximum length of a random game, plies, and the evaluation from which on it is won.
const MAX_PLIES: usize = 60;
const WON_CP: i32 = 50;

/// Plays by random games.
pub struct Rollouts {
    tree: Tree,
    evaluator: Box<dyn Evaluator>,
}

impl Rollouts {
    /// A player with `memory_mb` MB for its tree; `eval` decides games that reach the maximum length.
    #[must_use]
    pub fn new(memory_mb: u32, eval: EvalConfig) -> Rollouts {
        Rollouts {
            tree: Tree::new(memory_mb),
            evaluator: eval.evaluator(),
        }
    }
}

/// The visits by the depth limit, unless nodes or time limit the search.
fn max_visits(limits: &SearchLimits) -> Option<u32> {
    let by_depth = |depth: u8| (VISITS_PER_PLY * u32::from(depth)).max(MIN_VISITS);
    let unlimited = limits.nodes.is_none()
        && limits.movetime.is_none()
        && limits.clock.is_none()
        && !limits.infinite;
    match limits.depth {
        Some(depth) => Some(by_depth(depth)),
        None if unlimited => Some(by_depth(DEFAULT_DEPTH)),
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
        let mut policy = RolloutPolicy {
            control: SearchControl::new(limits, control.clock, control.stop, ThreadRole::Single),
            path: Path::new(game, limits.sight),
            evaluator: &mut *self.evaluator,
            rng: control.rng.clone(),
        };
        playouts::run(
            &mut policy,
            &mut self.tree,
            game,
            limits,
            max_visits(limits),
            control.report,
        )
        .into()
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

/// UCB1 selection and random games of one search.
struct RolloutPolicy<'a> {
    control: SearchControl<'a>,
    path: Path,
    evaluator: &'a mut dyn Evaluator,
    rng: Rng,
}

impl<'a> MctsPolicy<'a> for RolloutPolicy<'a> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        &mut self.control
    }

    fn path(&mut self) -> &mut Path {
        &mut self.path
    }

    /// UCB1 (Auer et al. 2002): `wins / visits + C √(ln parent's visits / visits)`, unvisited moves
    /// first, in random order.
    fn select(&mut self, tree: &Tree, node: Index) -> Index {
        let unvisited: Vec<Index> = tree
            .children(node)
            .filter(|&child| tree.node(child).visits == 0)
            .collect();
        if let Some(&child) = unvisited.choose(&mut self.rng) {
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

    fn evaluate(&mut self, position: &Position) -> f64 {
        let winner = self.play_random_game(*position);
        match winner {
            None => 0.0,
            Some(winner) if winner == position.side_to_move() => 1.0,
            Some(_) => -1.0,
        }
    }

    /// Centipawns by the logistic Elo curve: an expected score of 0.75 is 191.
    fn score(&self, q: f64) -> Score {
        let points = (q.clamp(-0.999, 0.999) + 1.0) / 2.0;
        Score::Cp((400.0 * libm::log10(points / (1.0 - points))) as i32)
    }
}

impl RolloutPolicy<'_> {
    /// The winner of a random game from here; `None` for a draw.
    fn play_random_game(&mut self, mut position: Position) -> Option<Color> {
        for _ in 0..MAX_PLIES {
            if self.control.count_node() || position.insufficient_material() {
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
            let chosen = if !captures.is_empty() && self.rng.random::<f64>() < CAPTURE_SHARE {
                captures.choose(&mut self.rng)
            } else {
                moves.choose(&mut self.rng)
            };
            position = position.play(*chosen?);
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
