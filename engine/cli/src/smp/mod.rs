//! Lazy SMP: the main thread searches and answers, helper threads fill its transposition table.
//!
//! The main thread never waits for a helper, which on a busy machine may not even have started when
//! the move is due.

mod helper;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::eval::EvalConfig;
use engine::player::{Calculator, Control, Decision, Player};
use engine::rules::Game;
use engine::search::{SearchLimits, TableTooLarge};
use engine::tables::SharedTables;
use tablebase::choose_by_tables;

use crate::uci::UciSettings;
use helper::{HelperThread, SearchTask};

/// A search on several threads. With one thread it equals the main thread's player.
pub struct LazySmp {
    main: Calculator,
    /// Threads asked for; the system may give fewer.
    threads: u16,
    helpers: Vec<HelperThread>,
    tables: Option<SharedTables>,
    /// Plays in place of the search, on one thread.
    alternate_player: Option<Box<dyn Player + Send>>,
    /// The settings that `alternate_player` was made for.
    player_settings: Option<UciSettings>,
}

impl LazySmp {
    /// One thread, and a hash table of `hash_mb` MB.
    pub fn new(hash_mb: u32) -> LazySmp {
        let mut main = Calculator::new(hash_mb);
        // In a game each move builds on the last one's search.
        main.remember(true);
        LazySmp {
            main,
            threads: 1,
            helpers: Vec::new(),
            tables: None,
            alternate_player: None,
            player_settings: None,
        }
    }

    /// Selects the search or another player, as the settings say; one that stays keeps what it knows.
    pub fn select_player(&mut self, settings: &UciSettings) {
        if self.player_settings.as_ref() != Some(settings) {
            let selected = settings.alternate_player();
            self.alternate_player = selected.and_then(|(id, config)| config.player(id));
            self.player_settings = Some(settings.clone());
        }
    }

    /// The endgame tables that the search and the root are lent.
    pub fn set_tables(&mut self, tables: Option<SharedTables>) {
        if tables != self.tables {
            self.helpers.clear();
            self.main.set_tables(tables.clone());
            self.tables = tables;
            self.spawn_helpers();
        }
    }

    /// The size of the hash table, MB.
    pub fn hash_mb(&self) -> u32 {
        self.main.hash_mb()
    }

    /// Replaces the evaluation and clears what was searched with the old one.
    pub fn set_eval_config(&mut self, config: EvalConfig) {
        if config != *self.main.eval() {
            self.helpers.clear();
            self.main.set_eval(config);
            self.spawn_helpers();
        }
    }

    /// The number of search threads, at least 1. New ones know nothing but the table.
    pub fn set_threads(&mut self, threads: u16) {
        let threads = threads.max(1);
        if threads != self.threads {
            self.threads = threads;
            self.spawn_helpers();
        }
    }

    /// Replaces the hash table by an empty one.
    ///
    /// # Errors
    /// The memory cannot be allocated; the table keeps its size.
    pub fn resize(&mut self, hash_mb: u32) -> Result<(), TableTooLarge> {
        // The helpers hold the old table, which has to be freed first.
        self.helpers.clear();
        let resized = self.main.resize(hash_mb);
        self.spawn_helpers();
        resized
    }

    /// Searches, or lets the other player choose.
    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        if let Some(player) = &mut self.alternate_player {
            return player.choose(game, limits, control);
        }
        let done = Arc::new(AtomicBool::new(false));
        let _done = SetOnDrop(&done);
        if !self.helpers.is_empty() {
            let task = SearchTask {
                game: Arc::new(game.clone()),
                limits: Arc::new(limits.for_helper()),
                done: Arc::clone(&done),
            };
            self.helpers
                .iter()
                .for_each(|helper| helper.start(task.clone()));
        }
        self.main.choose(game, limits, control)
    }

    /// Replaces the helpers; there are as many as the system gives threads.
    fn spawn_helpers(&mut self) {
        self.helpers.clear();
        let players = self.main.helpers(usize::from(self.threads) - 1);
        let spawned = players
            .into_iter()
            .map_while(|player| HelperThread::spawn(player).ok());
        self.helpers = spawned.collect();
    }
}

impl Player for LazySmp {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let tables = self.tables.clone();
        choose_by_tables(
            tables.as_deref(),
            game,
            limits,
            control,
            |limits, control| self.search(game, limits, control),
        )
    }

    fn new_game(&mut self) {
        // Helpers first: one that is still stopping would write into the table.
        self.helpers.iter().for_each(HelperThread::clear);
        self.main.new_game();
        if let Some(player) = &mut self.alternate_player {
            player.new_game();
        }
    }
}

/// Ends the helpers' search however the main thread's ends, by a panic too.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
