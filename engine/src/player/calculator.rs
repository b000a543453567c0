//! The alpha-beta player.

use std::sync::Arc;

use super::{Control, Decision, Player};
use crate::eval::{Evaluator, Tuned};
use crate::rules::Game;
use crate::search::{self, History, Options, SearchLimits, Setup, Table};

/// Plays by alpha-beta search.
///
/// Every move starts from an empty memory, so the same game, limits, options and hash size give
/// the same answer whatever was played before; [`remember`](Self::remember) changes that.
pub struct Calculator {
    table: Arc<Table>,
    history: History,
    evaluator: &'static (dyn Evaluator + Sync),
    options: Options,
    remember: bool,
}

impl Calculator {
    /// A player with a hash table of `hash_mb` MB (at least 1).
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
            evaluator: &Tuned,
            options: Options::default(),
            remember: false,
        }
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

    /// Replaces the evaluator, which is `tuned` at first.
    pub fn set_evaluator(&mut self, evaluator: &'static (dyn Evaluator + Sync)) {
        self.evaluator = evaluator;
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
            evaluator: self.evaluator,
            options: self.options,
        };
        search::run(game, limits, control, setup)
    }

    fn new_game(&mut self) {
        self.table.forget();
        self.history.clear();
    }
}
