//! The alpha-beta player.

use std::sync::Arc;

use super::{Control, Decision, Player};
use crate::eval::{Evaluation, Evaluator};
use crate::rules::Game;
use crate::search::{self, History, Options, SearchLimits, Setup, Table, TableTooLarge};

/// Plays by alpha-beta search.
///
/// Every move starts from an empty memory, so the same game, limits, options and hash size give
/// the same answer whatever was played before; [`remember`](Self::remember) changes that.
pub struct Calculator {
    table: Arc<Table>,
    history: History,
    evaluator: Box<dyn Evaluator>,
    options: Options,
    remember: bool,
}

impl Calculator {
    /// A player with a hash table of `hash_mb` MB (at least 1).
    ///
    /// # Panics
    /// When there is no memory for that; [`resize`](Self::resize) says so instead.
    #[must_use]
    pub fn new(hash_mb: u32) -> Self {
        Calculator::with_table(Arc::new(Table::new(hash_mb)))
    }

    /// A player on a table that others may share.
    #[must_use]
    pub fn with_table(table: Arc<Table>) -> Self {
        Calculator {
            table,
            history: History::default(),
            evaluator: Evaluation::default().evaluator(),
            options: Options::default(),
            remember: false,
        }
    }

    /// Replaces the hash table by an empty one of `hash_mb` MB and forgets everything.
    ///
    /// The old table goes first, so that both are never in memory at once, unless others share it
    /// (see [`with_table`](Self::with_table)).
    ///
    /// # Errors
    /// The memory is not to be had; the size stays what it was.
    pub fn resize(&mut self, hash_mb: u32) -> Result<(), TableTooLarge> {
        let before = self.table.megabytes();
        self.table = Arc::new(Table::new(1));
        self.history.clear();
        let resized = Table::try_new(hash_mb);
        let error = resized.as_ref().err().copied();
        // The memory for the old size was given back a moment ago; should someone else have taken
        // it meanwhile, 1 MB plays as well.
        if let Ok(table) = resized.or_else(|_| Table::try_new(before)) {
            self.table = Arc::new(table);
        }
        error.map_or(Ok(()), Err)
    }

    /// The size of the hash table, MB.
    #[must_use]
    pub fn hash_mb(&self) -> u32 {
        self.table.megabytes()
    }

    /// The switches in force.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the switches from the next search on.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Replaces the evaluation, which is `tuned` at first, and forgets what the old one judged.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluator = evaluation.evaluator();
        self.new_game();
    }

    /// Whether what one search found out serves the next. Stronger, but then an answer depends on
    /// the moves searched before it; off at first.
    pub fn remember(&mut self, remember: bool) {
        self.remember = remember;
    }
}

impl Player for Calculator {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        if self.remember {
            self.table.next_search();
        } else {
            self.new_game();
        }
        let setup = Setup {
            table: &self.table,
            history: &mut self.history,
            evaluator: &mut *self.evaluator,
            options: self.options,
        };
        search::run(game, limits, control, setup)
    }

    fn new_game(&mut self) {
        self.table.forget();
        self.history.clear();
    }
}
