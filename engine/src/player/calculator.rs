//! The alpha-beta player.

use std::sync::Arc;

use super::{Control, Decision, NeverStop, Player, StoppedClock};
use crate::eval::{EvalConfig, Evaluation, Evaluator};
use crate::rules::Game;
use crate::search::{
    self, BetChecker, ChosenRules, NoRecorder, Options, Recorder, RunSearch, SearchLimits,
    SearchMemory, SearchSetup, SharedNodes, Shipped, TableTooLarge, ThreadRole, TranspositionTable,
};
use crate::tables::SharedTables;

/// Plays by alpha-beta search.
///
/// Every search starts with an empty transposition table and empty histories, so the same game,
/// limits, options and hash size give the same answer; [`remember`](Self::remember) changes that.
pub struct Calculator<R = Shipped> {
    table: Arc<TranspositionTable>,
    memory: SearchMemory,
    eval: EvalConfig,
    evaluator: Box<dyn Evaluator>,
    options: Options,
    rules: R,
    tables: Option<SharedTables>,
    remember: bool,
    smp: SmpState,
}

/// The owner of what a [`ThreadRole`] borrows.
#[derive(Clone)]
enum SmpState {
    Single,
    Main(Arc<SharedNodes>),
    Helper {
        nodes: Arc<SharedNodes>,
        number: usize,
    },
}

impl SmpState {
    fn role(&self) -> ThreadRole<'_> {
        match self {
            SmpState::Single => ThreadRole::Single,
            SmpState::Main(nodes) => ThreadRole::Main(nodes),
            SmpState::Helper { nodes, number } => ThreadRole::Helper {
                nodes,
                number: *number,
            },
        }
    }
}

impl Calculator {
    /// A player with a hash table of `hash_mb` MB (at least 1).
    ///
    /// # Panics
    /// When the memory cannot be allocated; [`resize`](Self::resize) returns an error instead.
    #[must_use]
    pub fn new(hash_mb: u32) -> Self {
        Calculator::with_table(Arc::new(TranspositionTable::new(hash_mb)))
    }

    /// A player on a shared transposition table.
    #[must_use]
    pub fn with_table(table: Arc<TranspositionTable>) -> Self {
        let eval = EvalConfig::from(Evaluation::Tuned);
        Calculator {
            table,
            memory: SearchMemory::default(),
            evaluator: eval.evaluator(),
            eval,
            options: Options::default(),
            rules: Shipped,
            tables: None,
            remember: false,
            smp: SmpState::Single,
        }
    }

    /// The same player by other rules.
    #[must_use]
    pub fn by_rules<R: RunSearch>(self, rules: R) -> Calculator<R> {
        Calculator {
            table: self.table,
            memory: self.memory,
            eval: self.eval,
            evaluator: self.evaluator,
            options: self.options,
            rules,
            tables: self.tables,
            remember: self.remember,
            smp: self.smp,
        }
    }
}

impl<R: RunSearch> Calculator<R> {
    /// `count` helper players (Lazy SMP), in place of earlier ones. The caller runs each on a thread,
    /// under [`SearchLimits::for_helper`], while this player chooses; their answers are ignored, their
    /// nodes are counted here. With none, this player is deterministic again.
    ///
    /// Helpers share the transposition table and have the current options and evaluation: after a
    /// change new ones are needed.
    #[must_use]
    pub fn helpers(&mut self, count: usize) -> Vec<Calculator<R>> {
        let nodes = Arc::new(SharedNodes::default());
        self.smp = match count {
            0 => SmpState::Single,
            _ => SmpState::Main(Arc::clone(&nodes)),
        };
        let helper = |number| Calculator {
            table: Arc::clone(&self.table),
            memory: SearchMemory::default(),
            eval: self.eval.clone(),
            evaluator: self.eval.evaluator(),
            options: self.options,
            rules: self.rules.clone(),
            tables: self.tables.clone(),
            remember: self.remember,
            smp: SmpState::Helper {
                nodes: Arc::clone(&nodes),
                number,
            },
        };
        (1..=count).map(helper).collect()
    }

    /// Replaces the transposition table by an empty one of `hash_mb` MB and clears the histories.
    ///
    /// The old table is dropped first, so that both are never in memory at once, unless it is shared
    /// (see [`with_table`](Self::with_table)). Helpers keep the old table; new ones are needed.
    ///
    /// # Errors
    /// The memory cannot be allocated; the size stays the same.
    pub fn resize(&mut self, hash_mb: u32) -> Result<(), TableTooLarge> {
        let before = self.table.megabytes();
        self.table = Arc::new(TranspositionTable::new(1));
        self.memory.clear();
        let resized = TranspositionTable::try_new(hash_mb);
        let error = resized.as_ref().err().copied();
        // If even the old size cannot be allocated again, the table of 1 MB stays.
        if let Ok(table) = resized.or_else(|_| TranspositionTable::try_new(before)) {
            self.table = Arc::new(table);
        }
        error.map_or(Ok(()), Err)
    }

    /// The size of the transposition table, MB.
    #[must_use]
    pub fn hash_mb(&self) -> u32 {
        self.table.megabytes()
    }

    /// The search features in use.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the search features from the next search on.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Lends the search endgame tables; scores that were found with others are forgotten.
    pub fn set_tables(&mut self, tables: Option<SharedTables>) {
        if tables != self.tables {
            self.tables = tables;
            self.new_game();
        }
    }

    /// The evaluation in use; at first [`Evaluation::Tuned`].
    #[must_use]
    pub fn eval(&self) -> &EvalConfig {
        &self.eval
    }

    /// Checks bets of searches of `game` by this player's evaluation and options, and by these rules.
    pub fn bet_checker<'a>(
        &'a mut self,
        game: &'a Game,
        rules: ChosenRules,
        hash_mb: u32,
    ) -> BetChecker<'a> {
        BetChecker::new(game, &mut *self.evaluator, self.options, rules, hash_mb)
    }

    /// Replaces the evaluation and clears table and histories, whose scores came from the old one.
    pub fn set_eval(&mut self, eval: impl Into<EvalConfig>) {
        let eval = eval.into();
        if eval != self.eval {
            self.evaluator = eval.evaluator();
            self.eval = eval;
            self.new_game();
        }
    }

    /// Whether table and histories are kept between searches. Stronger, but an answer then depends on
    /// the searches before it; off at first.
    pub fn remember(&mut self, remember: bool) {
        self.remember = remember;
    }

    /// Chooses without clock, stop flag and reports: the limits alone end the search.
    pub fn choose_by_limits(&mut self, game: &Game, limits: &SearchLimits) -> Decision {
        by_limits_alone(|control| self.choose(game, limits, control))
    }

    /// Chooses as [`choose_by_limits`](Self::choose_by_limits) does, and tells `recorder` of every node.
    pub fn trace_by_limits<T: Recorder>(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        recorder: T,
    ) -> Decision {
        by_limits_alone(|control| self.trace(game, limits, control, recorder))
    }

    /// Chooses as [`choose`](Player::choose) does, and tells `recorder` of every node.
    pub fn trace<T: Recorder>(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
        recorder: T,
    ) -> Decision {
        let setup = self.setup(recorder);
        let Control { clock, stop, .. } = *control;
        search::run(game, limits, clock, stop, control.report, setup).into()
    }

    /// What the next search works with.
    fn setup<T>(&mut self, recorder: T) -> SearchSetup<'_, R, T> {
        match (&self.smp, self.remember) {
            // Only the main thread advances the table's age.
            (SmpState::Helper { .. }, true) => {}
            (SmpState::Single | SmpState::Main(_), true) => self.table.new_search(),
            (_, false) => self.new_game(),
        }
        SearchSetup {
            table: &self.table,
            memory: &mut self.memory,
            evaluator: &mut *self.evaluator,
            options: self.options,
            rules: self.rules.clone(),
            tables: self.tables.as_deref(),
            role: self.smp.role(),
            recorder,
        }
    }
}

/// Calls `search` with neither clock nor stop flag, and nobody to report to.
fn by_limits_alone(search: impl FnOnce(&mut Control<'_>) -> Decision) -> Decision {
    search(&mut Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: crate::rng(0),
    })
}

impl<R: RunSearch> Player for Calculator<R> {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let setup = self.setup(NoRecorder);
        let Control { clock, stop, .. } = *control;
        R::run(game, limits, clock, stop, control.report, setup).into()
    }

    fn new_game(&mut self) {
        if !matches!(self.smp, SmpState::Helper { .. }) {
            self.table.clear();
        }
        self.memory.clear();
    }
}
