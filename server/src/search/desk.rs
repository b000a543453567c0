//! What a search thread works with: one engine, kept from task to task.

use std::time::{Duration, Instant};

use app::api::request::{OptionsSpec, Resolved};
use engine::{
    player::{Calculator, Clock, Control, Decision, Player},
    search::Options,
};

use super::{
    limits::CEILING,
    pool::{StopFlag, Worker},
};

/// A thread's own engine.
#[derive(Default)]
pub struct Desk {
    /// With the size of its hash table in MB; a table of the same size is used again, but what
    /// is in it is not: an answer depends on the request alone, not on who asked before.
    calculator: Option<(u32, Calculator)>,
}

impl Worker for Desk {
    type Task = Resolved;
    type Answer = (Resolved, Decision);

    fn work(&mut self, task: Resolved, stop: &StopFlag) -> Self::Answer {
        let calculator = self.calculator(task.hash_mb);
        let OptionsSpec {
            quiescence,
            null_move,
        } = task.options;
        calculator.set_options(Options {
            quiescence,
            null_move,
        });
        let limits = CEILING.under(task.limits.clone());
        let clock = Wall(Instant::now());
        let mut control = Control {
            clock: &clock,
            stop,
            report: &mut |_| {},
            rng: engine::rng(task.seed),
        };
        let decision = calculator.choose(&task.game, &limits, &mut control);
        (task, decision)
    }
}

impl Desk {
    fn calculator(&mut self, hash_mb: u32) -> &mut Calculator {
        // The old table goes before the new one comes.
        self.calculator.take_if(|(size, _)| *size != hash_mb);
        &mut self
            .calculator
            .get_or_insert_with(|| (hash_mb, Calculator::new(hash_mb)))
            .1
    }
}

/// Time since the search began.
struct Wall(Instant);

impl Clock for Wall {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
