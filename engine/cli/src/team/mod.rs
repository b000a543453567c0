//! Our player on several threads (Lazy SMP): one leads and answers, the others fill its table.
//!
//! The leader never waits for a helper: on a busy machine one may not even have begun when the
//! answer is due.

mod helper;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::uci::Settings;
use engine::eval::Judge;
use engine::player::{Calculator, Control, Decision, Player};
use engine::rules::Game;
use engine::search::{SearchLimits, TableTooLarge};

use helper::{Helper, Task};

/// A leader with its helpers. Without helpers it is the leader, no more and no less.
pub struct Team {
    leader: Calculator,
    /// Threads asked for; there may be fewer.
    threads: u16,
    helpers: Vec<Helper>,
    /// Who plays in the leader's place, alone.
    guest: Option<Box<dyn Player + Send>>,
    /// The settings that chose who plays.
    seated_for: Option<Settings>,
}

impl Team {
    /// One thread, and a hash table of `hash_mb` MB.
    pub fn new(hash_mb: u32) -> Team {
        let mut leader = Calculator::new(hash_mb);
        // In a game each move builds on the last one's search.
        leader.remember(true);
        Team {
            leader,
            threads: 1,
            helpers: Vec::new(),
            guest: None,
            seated_for: None,
        }
    }

    /// Lets play whom the settings want, the leader or another mind; a mind that stays keeps what
    /// it knows.
    pub fn seat(&mut self, settings: &Settings) {
        if self.seated_for.as_ref() != Some(settings) {
            self.guest = settings.seat().and_then(|(id, seat)| seat.take(id));
            self.seated_for = Some(settings.clone());
        }
    }

    /// The size of the hash table, MB.
    pub fn hash_mb(&self) -> u32 {
        self.leader.hash_mb()
    }

    /// Replaces who judges positions and forgets what was judged before.
    pub fn set_judge(&mut self, judge: Judge) {
        if judge != *self.leader.judge() {
            self.helpers.clear();
            self.leader.set_judge(judge);
            self.hire();
        }
    }

    /// Threads that search, at least 1; new ones know nothing but the table.
    pub fn set_threads(&mut self, threads: u16) {
        let threads = threads.max(1);
        if threads != self.threads {
            self.threads = threads;
            self.hire();
        }
    }

    /// Replaces the hash table by an empty one.
    ///
    /// # Errors
    /// The memory is not to be had; the size stays what it was.
    pub fn resize(&mut self, hash_mb: u32) -> Result<(), TableTooLarge> {
        // They hold the old table, which has to go first.
        self.helpers.clear();
        let resized = self.leader.resize(hash_mb);
        self.hire();
        resized
    }

    /// New helpers in place of those there are; as many as threads are to be had.
    fn hire(&mut self) {
        self.helpers.clear();
        let players = self.leader.helpers(usize::from(self.threads) - 1);
        let hired = players
            .into_iter()
            .map_while(|player| Helper::hire(player).ok());
        self.helpers = hired.collect();
    }
}

impl Player for Team {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        if let Some(guest) = &mut self.guest {
            return guest.choose(game, limits, control);
        }
        let done = Arc::new(AtomicBool::new(false));
        let _done = SetWhenDropped(&done);
        if !self.helpers.is_empty() {
            let task = Task {
                game: Arc::new(game.clone()),
                limits: Arc::new(limits.for_helper()),
                done: Arc::clone(&done),
            };
            self.helpers
                .iter()
                .for_each(|helper| helper.help(task.clone()));
        }
        self.leader.choose(game, limits, control)
    }

    fn new_game(&mut self) {
        // They first: one that is still about to stop would write into the table.
        self.helpers.iter().for_each(Helper::forget);
        self.leader.new_game();
        if let Some(guest) = &mut self.guest {
            guest.new_game();
        }
    }
}

/// Lets the helpers go whatever becomes of the leader, a panic included.
struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
