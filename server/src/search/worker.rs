//! What a search thread works with: one engine, kept from task to task.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use engine::{
    eval::nnue,
    player::{Calculator, Clock, Control, Player, PlayerConfig, Stop, StoppedClock, StrategyId},
    rules::Game,
    search::{POLL_EVERY, Report, RootMove, SearchLimits},
};
use wire::search::request::ResolvedSearch;

use crate::{
    metrics::{self, Searching},
    rate_limit::SearchPayer,
};

use super::{
    found::Answered,
    in_flight::Progress,
    limits::CEILING,
    pool::{JobContext, Worker},
};

/// A thread's own engine.
#[derive(Default)]
pub struct Desk {
    /// With the size of its hash table in MB; a table of the same size is used again, but what
    /// is in it is not: an answer depends on the request alone, not on who asked before.
    calculator: Option<(u32, Calculator)>,
}

/// A search to be made.
pub struct Order {
    /// What was asked.
    pub request: ResolvedSearch,
    /// Where to tell how far it is.
    pub progress: Arc<Progress>,
    /// Who pays.
    pub payer: SearchPayer,
    /// Since when it waits for a thread.
    pub since: Instant,
}

/// A part in another thread's search.
pub struct Part {
    player: Calculator,
    game: Arc<Game>,
    limits: Arc<SearchLimits>,
}

impl Worker for Desk {
    type Task = Order;
    type Answer = Answered;
    type Part = Part;

    fn work(&mut self, order: Order, context: &JobContext<'_, Self>) -> Answered {
        let searching = Searching::begin(order.since);
        let answered = self.search(order.request, context, &|report| {
            order.progress.report(report);
        });
        let nodes = answered.decision.nodes;
        if let Some(looks) = context.looks_before_stop() {
            // The first look comes before the first node, so this counts some that were wanted.
            metrics::unwanted(nodes.saturating_sub(looks.saturating_sub(1) * POLL_EVERY));
        }
        searching.end(nodes);
        let all_threads = answered.thread_time * u32::from(answered.threads);
        order.payer.charge_search(nodes, all_threads);
        answered
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

/// The root moves of a depth until it is finished. A search reports a move again whenever it looks at
/// it again; only the last time counts, and only of depths that were finished.
#[derive(Default)]
struct DepthInProgress(Vec<RootMove>);

impl DepthInProgress {
    fn take(&mut self, report: Report, tell: &dyn Fn(Report)) {
        match report {
            Report::RootMove(found) => {
                let same = |known: &RootMove| known.depth == found.depth && known.mv != found.mv;
                self.0.retain(same);
                self.0.push(found);
            }
            Report::Depth(_) => {
                self.0.drain(..).map(Report::RootMove).for_each(tell);
                tell(report);
            }
            Report::Explored(_) => tell(report),
            Report::Trying(_) | Report::Unfinished { .. } => {}
        }
    }
}

impl Desk {
    /// Makes the search; `tell` gets what a stream tells of it.
    fn search(
        &mut self,
        request: ResolvedSearch,
        context: &JobContext<'_, Self>,
        tell: &dyn Fn(Report),
    ) -> Answered {
        let limits = CEILING.under(request.limits.clone());
        let begun = Instant::now();
        let clock = Wall(begun);
        let mut depth = DepthInProgress::default();
        if let Some(movetime) = limits.movetime {
            context.set_deadline(begun + movetime);
        }
        let mut control = Control {
            clock: &clock,
            stop: context,
            report: &mut |report| depth.take(report, tell),
            rng: engine::rng(request.seed),
        };
        // The others come as they are: nothing is kept of them.
        if let Some(mut mind) = another_mind(&request) {
            let decision = mind.choose(&request.game, &limits, &mut control);
            return Answered {
                request,
                decision,
                threads: 1,
                thread_time: begun.elapsed().saturating_sub(context.paused()),
            };
        }
        let calculator = self.calculator(request.hash_mb);
        calculator.set_options(request.options);
        calculator.set_eval(request.judge());
        let game = Arc::new(request.game.clone());
        let help_limits = Arc::new(limits.for_helper());
        // Alone again after this search, even if fewer come than are hired.
        let helpers = calculator.helpers(usize::from(request.threads) - 1);
        let help = context.ask_for_help(helpers.into_iter().map(|player| Part {
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
            thread_time: begun.elapsed().saturating_sub(context.paused()),
        }
    }
}

/// Who plays a request that is not for alpha-beta at its best.
fn another_mind(request: &ResolvedSearch) -> Option<Box<dyn Player + Send>> {
    let is_plain = matches!(
        request.strategy,
        StrategyId::Calculator | StrategyId::Intuition
    );
    if is_plain && request.level.is_none() {
        return None;
    }
    let seat = PlayerConfig {
        hash_mb: request.hash_mb,
        options: request.options,
        evaluation: request.evaluation,
        network: Some(nnue::shipped()),
        level: request.level,
        seed: request.seed,
        book: request.book,
        // Without a visitor there is nothing to remember.
        learning: None,
        ..PlayerConfig::default()
    };
    seat.player(request.strategy)
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
