//! What a search thread works with: one engine, kept from task to task.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use app::api::request::Resolved;
use engine::{
    player::{Calculator, Clock, Control, Decision, Player, Seat, Stop, StoppedClock, StrategyId},
    rules::Game,
    search::SearchLimits,
};

use super::{
    limits::CEILING,
    pool::{Shift, Worker},
};

/// A thread's own engine.
#[derive(Default)]
pub struct Desk {
    /// With the size of its hash table in MB; a table of the same size is used again, but what
    /// is in it is not: an answer depends on the request alone, not on who asked before.
    calculator: Option<(u32, Calculator)>,
}

/// A finished search.
pub struct Answered {
    /// What was asked.
    pub request: Resolved,
    /// What was found.
    pub decision: Decision,
    /// Threads that searched.
    pub threads: u16,
}

/// A part in another thread's search.
pub struct Part {
    player: Calculator,
    game: Arc<Game>,
    limits: Arc<SearchLimits>,
}

impl Worker for Desk {
    type Task = Resolved;
    type Answer = Answered;
    type Favour = Part;

    fn work(&mut self, request: Resolved, shift: &Shift<'_, Self>) -> Answered {
        let limits = CEILING.under(request.limits.clone());
        let clock = Wall(Instant::now());
        let mut control = Control {
            clock: &clock,
            stop: shift,
            report: &mut |_| {},
            rng: engine::rng(request.seed),
        };
        // The others come as they are: nothing is kept of them.
        if let Some(mut mind) = another_mind(&request) {
            let decision = mind.choose(&request.game, &limits, &mut control);
            return Answered {
                request,
                decision,
                threads: 1,
            };
        }
        let calculator = self.calculator(request.hash_mb);
        calculator.set_options(request.options);
        calculator.set_judge(request.evaluation.unwrap_or_default());
        let game = Arc::new(request.game.clone());
        let help_limits = Arc::new(limits.for_helper());
        // Alone again after this search, even if fewer come than are hired.
        let helpers = calculator.helpers(usize::from(request.threads) - 1);
        let help = shift.ask(helpers.into_iter().map(|player| Part {
            player,
            game: Arc::clone(&game),
            limits: Arc::clone(&help_limits),
        }));
        let decision = calculator.choose(&game, &limits, &mut control);
        let threads = 1 + help.count() as u16;
        Answered {
            request,
            decision,
            threads,
        }
    }

    fn help(mut part: Part, stop: &dyn Stop) {
        let mut control = Control {
            clock: &StoppedClock,
            stop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        part.player.choose(&part.game, &part.limits, &mut control);
    }
}

/// Who plays a request that is not for the calculator at its best.
fn another_mind(request: &Resolved) -> Option<Box<dyn Player + Send>> {
    if request.strategy == StrategyId::Calculator && request.level.is_none() {
        return None;
    }
    let seat = Seat {
        hash_mb: request.hash_mb,
        options: request.options,
        evaluation: request.evaluation,
        level: request.level,
        seed: request.seed,
        book: request.book,
        // Without a visitor there is nothing to remember.
        learning: None,
        ..Seat::default()
    };
    seat.take(request.strategy)
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
