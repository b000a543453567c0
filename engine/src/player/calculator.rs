//! The alpha-beta player.

use std::sync::Arc;

use super::{Control, Decision, Player};
use crate::eval::{Evaluation, Evaluator, Judge};
use crate::rules::Game;
use crate::search::{
    self, History, Nodes, Options, Part, SearchLimits, Setup, Table, TableTooLarge,
};

/// Plays by alpha-beta search.
///
/// Every move starts from an empty memory, so the same game, limits, options and hash size give
/// the same answer whatever was played before; [`remember`](Self::remember) changes that.
pub struct Calculator {
    table: Arc<Table>,
    history: History,
    judge: Judge,
    evaluator: Box<dyn Evaluator>,
    options: Options,
    remember: bool,
    role: Role,
}

/// The part that a player has in its searches; see [`Part`].
#[derive(Clone)]
enum Role {
    Alone,
    Leader(Arc<Nodes>),
    Helper { nodes: Arc<Nodes>, number: usize },
}

impl Role {
    fn part(&self) -> Part<'_> {
        match self {
            Role::Alone => Part::Alone,
            Role::Leader(nodes) => Part::Leader(nodes),
            Role::Helper { nodes, number } => Part::Helper {
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
    /// When there is no memory for that; [`resize`](Self::resize) says so instead.
    #[must_use]
    pub fn new(hash_mb: u32) -> Self {
        Calculator::with_table(Arc::new(Table::new(hash_mb)))
    }

    /// A player on a table that others may share.
    #[must_use]
    pub fn with_table(table: Arc<Table>) -> Self {
        let judge = Judge::from(Evaluation::Tuned);
        Calculator {
            table,
            history: History::default(),
            evaluator: judge.evaluator(),
            judge,
            options: Options::default(),
            remember: false,
            role: Role::Alone,
        }
    }

    /// As many players as `count` who help this one think, in place of those it had. The caller
    /// gives each a thread and lets it choose, under [`SearchLimits::for_helper`], while this one
    /// does; what they answer does not matter, their nodes are counted in here. With none, this
    /// player is alone again, and deterministic.
    ///
    /// They share the hash table, and have the options and the judge that this one has now:
    /// ask for new ones after a change.
    #[must_use]
    pub fn helpers(&mut self, count: usize) -> Vec<Calculator> {
        let nodes = Arc::new(Nodes::default());
        self.role = match count {
            0 => Role::Alone,
            _ => Role::Leader(Arc::clone(&nodes)),
        };
        let helper = |number| Calculator {
            table: Arc::clone(&self.table),
            history: History::default(),
            judge: self.judge.clone(),
            evaluator: self.judge.evaluator(),
            options: self.options,
            remember: self.remember,
            role: Role::Helper {
                nodes: Arc::clone(&nodes),
                number,
            },
        };
        (1..=count).map(helper).collect()
    }

    /// Replaces the hash table by an empty one of `hash_mb` MB and forgets everything.
    ///
    /// The old table goes first, so that both are never in memory at once, unless others share it
    /// (see [`with_table`](Self::with_table)); helpers stay with it and have to be asked for again.
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

    /// Who judges positions.
    #[must_use]
    pub fn judge(&self) -> &Judge {
        &self.judge
    }

    /// Replaces who judges positions, the hand-made evaluation at first, and forgets what the old one judged.
    pub fn set_judge(&mut self, judge: impl Into<Judge>) {
        let judge = judge.into();
        if judge != self.judge {
            self.evaluator = judge.evaluator();
            self.judge = judge;
            self.new_game();
        }
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
        match (&self.role, self.remember) {
            // The leader turns the pages of the table.
            (Role::Helper { .. }, true) => {}
            (Role::Alone | Role::Leader(_), true) => self.table.next_search(),
            (_, false) => self.new_game(),
        }
        let setup = Setup {
            table: &self.table,
            history: &mut self.history,
            evaluator: &mut *self.evaluator,
            options: self.options,
            part: self.role.part(),
        };
        search::run(game, limits, control, setup)
    }

    fn new_game(&mut self) {
        if !matches!(self.role, Role::Helper { .. }) {
            self.table.forget();
        }
        self.history.clear();
    }
}
