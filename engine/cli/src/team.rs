//! Our player on several threads (Lazy SMP): one leads and answers, the others fill its table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use engine::player::{Calculator, Control, Decision, Player, StoppedClock};
use engine::rules::Game;
use engine::search::{SearchLimits, TableTooLarge};

/// A leader with its helpers. Without helpers it is the leader, no more and no less.
pub struct Team {
    leader: Calculator,
    helpers: Vec<Calculator>,
}

impl Team {
    /// One thread, and a hash table of `hash_mb` MB.
    pub fn new(hash_mb: u32) -> Team {
        let mut leader = Calculator::new(hash_mb);
        // In a game each move builds on the last one's search.
        leader.remember(true);
        Team {
            leader,
            helpers: Vec::new(),
        }
    }

    /// The size of the hash table, MB.
    pub fn hash_mb(&self) -> u32 {
        self.leader.hash_mb()
    }

    /// Threads that search, at least 1; new ones have forgotten everything but the table.
    pub fn set_threads(&mut self, threads: u16) {
        let helpers = usize::from(threads.max(1)) - 1;
        if helpers != self.helpers.len() {
            self.helpers = self.leader.helpers(helpers);
        }
    }

    /// Replaces the hash table by an empty one.
    ///
    /// # Errors
    /// The memory is not to be had; the size stays what it was.
    pub fn resize(&mut self, hash_mb: u32) -> Result<(), TableTooLarge> {
        let helpers = self.helpers.len();
        // They hold the old table, which has to go first.
        self.helpers.clear();
        let resized = self.leader.resize(hash_mb);
        self.helpers = self.leader.helpers(helpers);
        resized
    }
}

impl Player for Team {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let done = AtomicBool::new(false);
        let leader = &mut self.leader;
        thread::scope(|scope| {
            let _done = SetWhenDropped(&done);
            for helper in &mut self.helpers {
                let help = || help(helper, game, &limits.for_helper(), &done);
                if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    // No more threads to be had: those there are play as well.
                    break;
                }
            }
            leader.choose(game, limits, control)
        })
    }

    fn new_game(&mut self) {
        self.leader.new_game();
        self.helpers.iter_mut().for_each(Player::new_game);
    }
}

/// Searches until the leader has done.
fn help(helper: &mut Calculator, game: &Game, limits: &SearchLimits, done: &AtomicBool) {
    let mut control = Control {
        clock: &StoppedClock,
        stop: done,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    helper.choose(game, limits, &mut control);
}

/// Lets the helpers go whatever becomes of the leader, a panic included.
struct SetWhenDropped<'a>(&'a AtomicBool);

impl Drop for SetWhenDropped<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
