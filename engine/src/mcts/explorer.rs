//! Monte Carlo tree search with PUCT selection; leaves are evaluated by quiescence.

use super::explored_tree::ExploredNode;
use super::playouts::{self, MctsPolicy};
use super::prior::{self, MoveHistory};
use super::tree::{Index, Proof, ROOT, Tree};
use crate::control::{SearchControl, SearchLimits, ThreadRole};
use crate::eval::{EvalConfig, Evaluator};
use crate::player::{Control, Decision, Player};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::{
    NoRecorder, Options, QuiescenceSearcher, Score, SearchMemory, SearchSetup, Shipped,
    TranspositionTable,
};

/// PUCT's exploration constant.
const EXPLORATION: f64 = 1.6;
/// First play urgency reduction: how much worse than its parent an unvisited move is assumed to be
/// once all others were visited.
const FPU_REDUCTION: f64 = 0.35;
/// Centipawns with an expected score of 73%: a value is `2 / (1 + e^(-cp / SCALE)) - 1`.
const SCALE: f64 = 140.0;
/// Minimum visits of each root move, as long as all of them are at most one visit in `FORCED_PART`:
/// enough to find each reply to a quiet move that mates in two.
const FORCED_VISITS: u32 = 64;
const FORCED_PART: u32 = 4;
/// One part in this many of the memory is for the transposition table, the rest for the tree.
const TABLE_PART: u32 = 4;

/// Plays by Monte Carlo tree search.
///
/// Every search starts with an empty tree, so the same game, limits and memory size give the same
/// answer; [`remember`](Self::remember) changes that.
pub struct Explorer {
    tree: Tree,
    /// The game that the tree was searched for.
    searched_game: Option<Game>,
    move_history: MoveHistory,
    table: TranspositionTable,
    memory: SearchMemory,
    evaluator: Box<dyn Evaluator>,
    options: Options,
    remember: bool,
    max_visits: Option<u32>,
}

impl Explorer {
    /// A player with `memory_mb` MB (at least 2) for tree and table, and this evaluation.
    #[must_use]
    pub fn new(memory_mb: u32, eval: EvalConfig) -> Explorer {
        let table_mb = (memory_mb / TABLE_PART).max(1);
        Explorer {
            tree: Tree::new(memory_mb.saturating_sub(table_mb).max(1)),
            searched_game: None,
            move_history: MoveHistory::new(),
            table: TranspositionTable::new(table_mb),
            memory: SearchMemory::default(),
            evaluator: eval.evaluator(),
            options: Options::default(),
            remember: false,
            max_visits: None,
        }
    }

    /// Changes the search features; only quiescence applies. Without it the priors ignore static
    /// exchanges too.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Whether the tree is kept between searches; off at first.
    pub fn remember(&mut self, remember: bool) {
        self.remember = remember;
    }

    /// Limits the visits of the root, besides the limits of each search.
    pub fn limit_visits(&mut self, max: Option<u32>) {
        self.max_visits = max;
    }

    /// The tree of the last search: at most `max` nodes, those with the most visits.
    #[must_use]
    pub fn explored_tree(&self, max: usize) -> Vec<ExploredNode> {
        self.tree.explored(max)
    }

    /// Advances the tree to the game's position if it was searched for an earlier one of the game.
    fn reuse_tree(&mut self, game: &Game) {
        let since = self
            .searched_game
            .take()
            .filter(|earlier| earlier.start() == game.start())
            .and_then(|earlier| {
                game.moves()
                    .strip_prefix(earlier.moves())
                    .map(<[_]>::to_vec)
            });
        match since {
            Some(moves) => self.tree.advance(&moves),
            None => self.tree.clear(),
        }
        self.searched_game = Some(game.clone());
    }
}

impl Player for Explorer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        if self.remember {
            self.reuse_tree(game);
        } else {
            self.new_game();
        }
        let mut policy = PuctPolicy {
            quiescence: QuiescenceSearcher::new(
                game,
                limits,
                control.clock,
                control.stop,
                SearchSetup {
                    tables: None,
                    table: &self.table,
                    memory: &mut self.memory,
                    evaluator: &mut *self.evaluator,
                    options: self.options,
                    rules: Shipped,
                    role: ThreadRole::Single,
                    recorder: NoRecorder,
                },
            ),
            move_history: &mut self.move_history,
            sees_exchanges: self.options.quiescence,
        };
        playouts::run(
            &mut policy,
            &mut self.tree,
            game,
            limits,
            self.max_visits,
            control.report,
        )
        .into()
    }

    fn new_game(&mut self) {
        self.tree.clear();
        self.searched_game = None;
        self.move_history.clear();
        self.table.clear();
        self.memory.clear();
    }
}

/// PUCT selection and quiescence evaluation of one search.
struct PuctPolicy<'a> {
    quiescence: QuiescenceSearcher<'a>,
    move_history: &'a mut MoveHistory,
    sees_exchanges: bool,
}

impl<'a> MctsPolicy<'a> for PuctPolicy<'a> {
    fn control(&mut self) -> &mut SearchControl<'a> {
        self.quiescence.control()
    }

    fn path(&mut self) -> &mut Path {
        self.quiescence.path()
    }

    /// PUCT: the mean value plus an exploration term in proportion to the prior (Rosin 2011; Silver et
    /// al. 2017).
    fn select(&mut self, tree: &Tree, node: Index) -> Index {
        let parent = tree.node(node);
        let children = tree.children(node);
        if let Some(forced) = forced_child(tree, node) {
            return forced;
        }
        let visited_prior: f64 = children
            .clone()
            .map(|child| tree.node(child))
            .filter(|child| child.visits > 0)
            .map(|child| child.prior())
            .sum();
        // The parent's value is in the opponent's view.
        let unvisited = -parent.q(0.0) - FPU_REDUCTION * visited_prior.sqrt();
        let scale = EXPLORATION * f64::from(parent.visits.max(1)).sqrt();
        let mut best = children.start;
        let mut best_value = f64::NEG_INFINITY;
        for index in children {
            let child = tree.node(index);
            let exploration = child.prior() * scale / f64::from(1 + child.visits);
            let value = match child.proof {
                // A proven loss comes last.
                Proof::Lost(_) => -2.0,
                _ => child.q(unvisited) + exploration,
            };
            if value > best_value {
                best_value = value;
                best = index;
            }
        }
        best
    }

    fn priors(&mut self, position: &Position, moves: &[Move]) -> Vec<f32> {
        prior::priors(position, moves, self.move_history, self.sees_exchanges)
    }

    fn evaluate(&mut self, position: &Position) -> f64 {
        let cp = f64::from(self.quiescence.quiet_score(position));
        2.0 / (1.0 + libm::exp(-cp / SCALE)) - 1.0
    }

    fn score(&self, q: f64) -> Score {
        Score::Cp(centipawns(q))
    }

    fn update_history(&mut self, position: &Position, best: Move) {
        self.move_history.add(position.side_to_move(), best);
    }
}

/// The least visited root move, if it is below its forced visits.
fn forced_child(tree: &Tree, node: Index) -> Option<Index> {
    if node != ROOT {
        return None;
    }
    let children = tree.children(ROOT);
    let min_visits =
        (tree.node(ROOT).visits / (FORCED_PART * children.len() as u32)).min(FORCED_VISITS);
    children
        .filter(|&child| tree.node(child).proof == Proof::Open)
        .filter(|&child| tree.node(child).visits < min_visits)
        .min_by_key(|&child| tree.node(child).visits)
}

/// The inverse of `evaluate`; proven values are 30 pawns.
fn centipawns(q: f64) -> i32 {
    let q = q.clamp(-0.999_999, 0.999_999);
    let cp = SCALE * libm::log((1.0 + q) / (1.0 - q));
    (cp as i32).clamp(-3_000, 3_000)
}
