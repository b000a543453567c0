//! The work of a search thread, with an engine that is kept between jobs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::player::{
    Calculator, Clock, Control, Player, PlayerConfig, Stop, StoppedClock, StrategyId,
};
use engine::rules::Game;
use engine::search::{POLL_EVERY, Report, RootMove, SearchLimits, TreeRecorder};
use engine::tables::SharedTables;
use tablebase::choose_by_tables;
use wire::search::request::ResolvedSearch;

use crate::metrics::{self, Searching};
use crate::rate_limit::SearchPayer;

use super::found::FinishedSearch;
use super::in_flight::Progress;
use super::limits::bounded;
use super::pool::{JobContext, Worker};
use super::request_context::RequestContext;

/// A thread's own engine.
#[derive(Default)]
pub struct SearchWorker {
    /// The size of its hash table in MB, and the engine. A table of the same size is reused but
    /// cleared, because an answer depends on the request alone.
    calculator: Option<(u32, Calculator)>,
}

/// A search to be made.
pub struct SearchJob {
    pub request: ResolvedSearch,
    /// The endgame tables that it asks for.
    pub tables: Option<SharedTables>,
    /// Receives reports.
    pub progress: Arc<Progress>,
    /// Pays for the search.
    pub payer: SearchPayer,
    /// When it was queued.
    pub since: Instant,
    /// The request that it was first made for.
    pub context: RequestContext,
}

/// A helper thread's share in another thread's search.
pub struct HelperSearch {
    player: Calculator,
    game: Arc<Game>,
    limits: Arc<SearchLimits>,
}

impl Worker for SearchWorker {
    type Task = SearchJob;
    type Answer = FinishedSearch;
    type Part = HelperSearch;

    fn work(&mut self, job: SearchJob, context: &JobContext<'_, Self>) -> FinishedSearch {
        let _in_span = job.context.span().enter();
        let searching = Searching::begin(job.since);
        job.progress.begin();
        let answered = self.search(job.request, job.tables, context, &|report| {
            job.progress.report(report);
        });
        let nodes = answered.decision.nodes;
        if let Some(looks) = context.looks_before_stop() {
            // The search polls once before its first node, so this is an upper bound.
            metrics::unwanted(nodes.saturating_sub(looks.saturating_sub(1) * POLL_EVERY));
        }
        searching.end(nodes);
        let all_threads = answered.thread_time * u32::from(answered.threads);
        job.payer.charge_search(nodes, all_threads);
        answered
    }

    fn help(mut part: HelperSearch, stop: &dyn Stop) {
        let mut control = Control {
            clock: &StoppedClock,
            stop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        part.player.choose(&part.game, &part.limits, &mut control);
    }
}

/// The root moves of an unfinished depth. A search reports a move again after a re-search; only the
/// last report counts, and only of finished depths.
#[derive(Default)]
struct DepthInProgress(Vec<RootMove>);

impl DepthInProgress {
    fn add(&mut self, report: Report, tell: &dyn Fn(Report)) {
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

impl SearchWorker {
    /// Runs the search; `tell` receives the reports for streams.
    fn search(
        &mut self,
        request: ResolvedSearch,
        tables: Option<SharedTables>,
        context: &JobContext<'_, Self>,
        tell: &dyn Fn(Report),
    ) -> FinishedSearch {
        let limits = bounded(request.limits.clone());
        let begun = Instant::now();
        let clock = WallClock(begun);
        let mut depth = DepthInProgress::default();
        if let Some(movetime) = limits.movetime {
            context.set_deadline(begun + movetime);
        }
        let mut control = Control {
            clock: &clock,
            stop: context,
            report: &mut |report| depth.add(report, tell),
            rng: engine::rng(request.seed),
        };
        // Other players are created per request.
        if let Some(mut mind) = other_player(&request, tables.as_ref()) {
            let decision = choose_by_tables(
                tables.as_deref(),
                &request.game,
                &limits,
                &mut control,
                |limits, control| mind.choose(&request.game, limits, control),
            );
            return FinishedSearch {
                request,
                decision,
                threads: 1,
                tree: None,
                thread_time: begun.elapsed().saturating_sub(context.paused()),
                lacks_tables: false,
            };
        }
        let calculator = self.calculator(request.hash_mb);
        calculator.set_options(request.options);
        calculator.set_eval(request.judge());
        calculator.set_tables(tables.clone());
        let game = Arc::new(request.game.clone());
        let mut threads = 1;
        let (decision, tree) = match request.trace {
            None => {
                let search = |limits: &SearchLimits, control: &mut Control<'_>| {
                    // Asked here: a position that a table answers needs no help.
                    let help_limits = Arc::new(limits.for_helper());
                    // The engine has no helpers after this search, even if fewer threads help than were
                    // asked.
                    let helpers = calculator.helpers(usize::from(request.threads) - 1);
                    let help =
                        context.ask_for_help(helpers.into_iter().map(|player| HelperSearch {
                            player,
                            game: Arc::clone(&game),
                            limits: Arc::clone(&help_limits),
                        }));
                    let decision = calculator.choose(&game, limits, control);
                    threads = 1 + help.count() as u16;
                    decision
                };
                let decision =
                    choose_by_tables(tables.as_deref(), &game, &limits, &mut control, search);
                (decision, None)
            }
            Some(trace) => {
                let mut recorder = TreeRecorder::new(trace.nodes as usize);
                let decision = calculator.trace(&game, &limits, &mut control, &mut recorder);
                (decision, Some(recorder.into_tree()))
            }
        };
        FinishedSearch {
            request,
            decision,
            threads,
            tree,
            thread_time: begun.elapsed().saturating_sub(context.paused()),
            lacks_tables: false,
        }
    }
}

/// The player of a request that full-strength alpha-beta does not serve.
fn other_player(
    request: &ResolvedSearch,
    tables: Option<&SharedTables>,
) -> Option<Box<dyn Player + Send>> {
    let is_plain = matches!(
        request.strategy,
        StrategyId::Calculator | StrategyId::Intuition
    );
    if is_plain && request.strength.is_none() && request.playing_style.is_none() {
        return None;
    }
    let seat = PlayerConfig {
        hash_mb: request.hash_mb,
        options: request.options,
        evaluation: request.evaluation,
        network: request.judge().network,
        strength: request.strength,
        playing_style: request.playing_style,
        seed: request.seed,
        book: request.book,
        // Requests of the API have no learner.
        learning: None,
        tables: tables.cloned(),
        ..PlayerConfig::default()
    };
    seat.player(request.strategy)
}

impl SearchWorker {
    fn calculator(&mut self, hash_mb: u32) -> &mut Calculator {
        // The old table is freed before the new one is allocated.
        self.calculator.take_if(|(size, _)| *size != hash_mb);
        &mut self
            .calculator
            .get_or_insert_with(|| (hash_mb, Calculator::new(hash_mb)))
            .1
    }
}

/// Time since the search began.
struct WallClock(Instant);

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
