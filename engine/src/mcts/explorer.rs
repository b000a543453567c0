//! The strong Monte Carlo mind (M4): a tree grown where policy and values point (PUCT), its leaves
//! judged by quiescence instead of random games.

use super::playouts::{self, Mind};
use super::policy::{self, Habits};
use super::tree::{Index, Proof, ROOT, Tree};
use crate::eval::Judge;
use crate::player::{Control, Decision, Player};
use crate::rules::{Game, Move, Position};
use crate::search::path::Path;
use crate::search::watch::Watch;
use crate::search::{History, Options, Part, Score, Scout, SearchLimits, Setup, Table};

/// How much an untried move's promise counts against what was found.
const EXPLORATION: f64 = 1.6;
/// A move that nobody tried is expected to be so much worse than its position, when all others have
/// been tried.
const UNTRIED: f64 = 0.35;
/// Centipawns at which about 73 of 100 points are won: a value is `2 / (1 + e^(-cp / SCALE)) - 1`.
const SCALE: f64 = 140.0;
/// Every root move is visited at least so often, as long as that is no more than one visit in
/// `FORCED_PART`: enough to see each reply to a quiet move that mates in two.
const FORCED: u32 = 64;
const FORCED_PART: u32 = 4;
/// One part in so many of the memory is for what quiescence knows, the rest for the tree.
const TABLE_PART: u32 = 4;

/// Plays by Monte Carlo tree search.
///
/// Every move starts from an empty memory, so the same game, limits and memory give the same answer;
/// [`remember`](Self::remember) changes that: then the tree of one move serves the next.
pub struct Explorer {
    tree: Tree,
    /// The game that the tree belongs to, as far as it was searched.
    grown_for: Option<Game>,
    habits: Habits,
    table: Table,
    history: History,
    evaluator: Box<dyn crate::eval::Evaluator>,
    options: Options,
    remember: bool,
    most_visits: Option<u32>,
}

impl Explorer {
    /// A mind with so many MB for its tree and its table (at least 2), that judges as `judge` does.
    #[must_use]
    pub fn new(memory_mb: u32, judge: Judge) -> Explorer {
        let table_mb = (memory_mb / TABLE_PART).max(1);
        Explorer {
            tree: Tree::new(memory_mb.saturating_sub(table_mb).max(1)),
            grown_for: None,
            habits: Habits::new(),
            table: Table::new(table_mb),
            history: History::default(),
            evaluator: judge.evaluator(),
            options: Options::default(),
            remember: false,
            most_visits: None,
        }
    }

    /// Switches; of the explorer's concern is quiescence. Without it the policy does not see
    /// exchanges either: what stands there is there to be taken.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Whether the tree of one search serves the next; off at first.
    pub fn remember(&mut self, remember: bool) {
        self.remember = remember;
    }

    /// Ends each search after so many visits of its root, whatever the limits say.
    pub fn limit_visits(&mut self, most: Option<u32>) {
        self.most_visits = most;
    }

    /// Keeps what the tree knows of the game's position, if it was grown for an earlier one of it.
    fn replant(&mut self, game: &Game) {
        let since = self
            .grown_for
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
        self.grown_for = Some(game.clone());
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
            self.replant(game);
        } else {
            self.new_game();
        }
        let mut guided = Guided {
            scout: Scout::new(
                game,
                limits,
                control,
                Setup {
                    table: &self.table,
                    history: &mut self.history,
                    evaluator: &mut *self.evaluator,
                    options: self.options,
                    part: Part::Alone,
                },
            ),
            habits: &mut self.habits,
            sees_exchanges: self.options.quiescence,
        };
        playouts::run(
            &mut guided,
            &mut self.tree,
            game,
            limits,
            self.most_visits,
            control.report,
        )
    }

    fn new_game(&mut self) {
        self.tree.clear();
        self.grown_for = None;
        self.habits.clear();
        self.table.forget();
        self.history.clear();
    }
}

/// One search of the explorer.
struct Guided<'a> {
    scout: Scout<'a>,
    habits: &'a mut Habits,
    sees_exchanges: bool,
}

impl<'a> Mind<'a> for Guided<'a> {
    fn watch(&mut self) -> &mut Watch<'a> {
        self.scout.watch()
    }

    fn path(&mut self) -> &mut Path {
        self.scout.path()
    }

    /// PUCT: the mean value, and on top of it the prior, the more the less the move was tried
    /// (Rosin 2011; with a prior as in Silver et al. 2017).
    fn select(&mut self, tree: &Tree, node: Index) -> Index {
        let parent = tree.node(node);
        let children = tree.children(node);
        if let Some(neglected) = neglected(tree, node) {
            return neglected;
        }
        let tried: f64 = children
            .clone()
            .map(|child| tree.node(child))
            .filter(|child| child.visits > 0)
            .map(|child| child.prior())
            .sum();
        // The parent's value is in the view of who moved there, the opponent.
        let unseen = -parent.q(0.0) - UNTRIED * tried.sqrt();
        let spread = EXPLORATION * f64::from(parent.visits.max(1)).sqrt();
        let mut best = children.start;
        let mut best_value = f64::NEG_INFINITY;
        for index in children {
            let child = tree.node(index);
            let promise = child.prior() * spread / f64::from(1 + child.visits);
            let value = match child.proof {
                // What is lost for certain is not tried again while there is anything else.
                Proof::Lost(_) => -2.0,
                _ => child.q(unseen) + promise,
            };
            if value > best_value {
                best_value = value;
                best = index;
            }
        }
        best
    }

    fn priors(&mut self, position: &Position, moves: &[Move]) -> Vec<f32> {
        policy::priors(position, moves, self.habits, self.sees_exchanges)
    }

    fn judge(&mut self, position: &Position) -> f64 {
        let cp = f64::from(self.scout.quiet_score(position));
        2.0 / (1.0 + libm::exp(-cp / SCALE)) - 1.0
    }

    fn score(&self, q: f64) -> Score {
        Score::Cp(centipawns(q))
    }

    fn learn(&mut self, position: &Position, best: Move) {
        self.habits.add(position.side_to_move(), best);
    }
}

/// The root move that was visited least, if that is too little.
fn neglected(tree: &Tree, node: Index) -> Option<Index> {
    if node != ROOT {
        return None;
    }
    let children = tree.children(ROOT);
    let least = (tree.node(ROOT).visits / (FORCED_PART * children.len() as u32)).min(FORCED);
    children
        .filter(|&child| tree.node(child).proof == Proof::Open)
        .filter(|&child| tree.node(child).visits < least)
        .min_by_key(|&child| tree.node(child).visits)
}

/// The reverse of what `judge` does; certain values are 30 pawns.
fn centipawns(q: f64) -> i32 {
    let q = q.clamp(-0.999_999, 0.999_999);
    let cp = SCALE * libm::log((1.0 + q) / (1.0 - q));
    (cp as i32).clamp(-3_000, 3_000)
}
