//! Whether a bet of a recorded search was right: the node again, to its full depth, without the rule.

use super::memory::SearchMemory;
use super::node::Window;
use super::options::Options;
use super::piece_to::PieceTo;
use super::rules::{ChosenRules, SearchRule};
use super::score::MAX_PLY;
use super::searcher::{SearchSetup, Searcher};
use super::trace::{Bet, BetScope, NoRecorder, SearchTree, TraceNode};
use super::tt::TranspositionTable;
use crate::control::{Clock, SearchControl, SearchLimits, Stop, ThreadRole};
use crate::eval::Evaluator;
use crate::rules::{Game, Move, Position};

/// What became of a bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetVerdict {
    /// The node, or the move, is on the same side of the bound.
    Held,
    /// It is on the other side. `replacement` is the visit whose score is wrong, and the internal score
    /// that it should have had at least or at most, side to move.
    Failed { visit: u32, replacement: i32 },
    /// The nodes did not suffice.
    Unchecked,
}

/// Checks bets one after the other, each from an empty table.
pub struct BetChecker<'a> {
    game: &'a Game,
    evaluator: &'a mut (dyn Evaluator + 'static),
    options: Options,
    rules: ChosenRules,
    table: TranspositionTable,
    memory: SearchMemory,
}

/// A search of one node.
struct NodeSearch<'p> {
    line: &'p [Option<Move>],
    window: Window,
    depth: i32,
    cut: bool,
    quiescence: bool,
    /// Depth of the iteration that the node is part of, plies.
    iteration: u8,
}

impl<'a> BetChecker<'a> {
    /// A checker for searches of this game by this evaluation, these options and rules, with a table of
    /// `hash_mb` MB.
    pub fn new(
        game: &'a Game,
        evaluator: &'a mut (dyn Evaluator + 'static),
        options: Options,
        rules: ChosenRules,
        hash_mb: u32,
    ) -> BetChecker<'a> {
        BetChecker {
            game,
            evaluator,
            options,
            rules,
            table: TranspositionTable::new(hash_mb),
            memory: SearchMemory::default(),
        }
    }

    /// The verdict on a bet of `tree`, by at most `nodes` nodes.
    pub fn check(
        &mut self,
        tree: &SearchTree,
        bet: Bet,
        nodes: u64,
        clock: &dyn Clock,
        stop: &dyn Stop,
    ) -> BetVerdict {
        let node = tree.nodes()[bet.node as usize];
        let line = tree.line(bet.node);
        let iteration = tree.root_of(bet.node).depth.unsigned_abs();
        let parent = node.parent.map(|parent| tree.nodes()[parent as usize]);
        let search = NodeSearch {
            line: &line,
            window: deciding_window(tree, bet),
            depth: self.full_depth(&node, &line, bet.scope),
            cut: match bet.scope {
                BetScope::Node => node.cut,
                _ => parent.is_some_and(|parent| !parent.cut),
            },
            quiescence: bet.scope == BetScope::SkippedMove
                && parent.is_some_and(|parent| parent.depth <= 0),
            iteration,
        };
        let limits = SearchLimits::nodes(nodes);
        let control = SearchControl::new(&limits, clock, stop, ThreadRole::Single);
        let Some(score) = self.score(&search, &limits, control, bet.rule) else {
            return BetVerdict::Unchecked;
        };
        verdict(tree, bet, score)
    }

    /// The depth without the bet, before a check extension.
    fn full_depth(&self, node: &TraceNode, line: &[Option<Move>], scope: BetScope) -> i32 {
        let depth = i32::from(node.depth);
        let in_check = position_after(self.game, line).in_check();
        match scope {
            BetScope::Node | BetScope::SkippedMove => depth,
            BetScope::ReducedMove => {
                let extended = in_check && line.len() < MAX_PLY / 2;
                depth - i32::from(extended) + i32::from(node.reduction)
            }
        }
    }

    /// The score of a node, side to move, without a rule; `None` where the search was ended.
    fn score(
        &mut self,
        node: &NodeSearch<'_>,
        limits: &SearchLimits,
        control: SearchControl<'_>,
        rule: SearchRule,
    ) -> Option<i32> {
        self.table.clear();
        self.memory.clear();
        let setup = SearchSetup {
            tables: None,
            table: &self.table,
            memory: &mut self.memory,
            evaluator: &mut *self.evaluator,
            options: self.options,
            rules: self.rules.clone().without(rule),
            role: ThreadRole::Single,
            recorder: NoRecorder,
        };
        let mut searcher = Searcher::new(self.game, limits, control, setup);
        searcher.iteration = node.iteration;
        let mut position = *self.game.position();
        for (ply, &mv) in node.line.iter().enumerate() {
            searcher.evaluator.begin(ply);
            let eval = searcher.evaluator.evaluate_at(&position, ply);
            searcher.stack[ply].eval = (!position.in_check()).then_some(eval);
            searcher.stack[ply].current =
                mv.map_or(PieceTo::NONE, |mv| PieceTo::new(&position, mv));
            position = after(&position, mv);
            match mv {
                Some(mv) => searcher.path.push(position.key(), mv),
                None => drop(searcher.path.push_null(position.key())),
            }
        }
        let ply = node.line.len();
        searcher.evaluator.begin(ply);
        let score = if node.quiescence {
            searcher.quiescence::<false>(&position, node.window, ply)
        } else {
            searcher.negamax::<false>(&position, node.window, node.depth, ply, node.cut)
        };
        searcher.control.stop_reason().is_none().then_some(score)
    }
}

/// The bet's node and the one above it.
fn nodes_of(tree: &SearchTree, bet: Bet) -> (&TraceNode, Option<&TraceNode>) {
    let node = &tree.nodes()[bet.node as usize];
    let parent = node.parent.map(|parent| &tree.nodes()[parent as usize]);
    (node, parent)
}

/// The window of the search that decides on a bet.
pub(crate) fn deciding_window(tree: &SearchTree, bet: Bet) -> Window {
    match (bet.scope, nodes_of(tree, bet)) {
        // Null, at the bound that the bet is on.
        (BetScope::SkippedMove, (_, Some(parent))) => {
            Window::null(i32::from(parent.alpha)).negated()
        }
        (_, (node, _)) => Window {
            alpha: node.alpha.into(),
            beta: node.beta.into(),
        },
    }
}

/// The verdict by the score of the search in that window, side to move.
pub(crate) fn verdict(tree: &SearchTree, bet: Bet, score: i32) -> BetVerdict {
    let (node, parent) = nodes_of(tree, bet);
    let window = deciding_window(tree, bet);
    let failed_high = match bet.scope {
        // What was above beta or below alpha still is.
        BetScope::Node => node.score >= node.beta,
        // The move's position is at or above its beta: the move is not above alpha.
        BetScope::SkippedMove | BetScope::ReducedMove => true,
    };
    let held = match failed_high {
        true => score >= window.beta,
        false => score <= window.alpha,
    };
    if held {
        return BetVerdict::Held;
    }
    match (bet.scope, parent) {
        (BetScope::SkippedMove, Some(parent)) => BetVerdict::Failed {
            visit: parent.visit,
            replacement: (-score).max(i32::from(parent.score)),
        },
        _ => BetVerdict::Failed {
            visit: node.visit,
            replacement: score,
        },
    }
}

fn after(position: &Position, mv: Option<Move>) -> Position {
    match mv {
        Some(mv) => position.play(mv),
        None => position.play_null(),
    }
}

fn position_after(game: &Game, line: &[Option<Move>]) -> Position {
    line.iter()
        .fold(*game.position(), |position, &mv| after(&position, mv))
}
