//! A search on a thread of its own.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::player::{Control, Decision, Player, Stop};
use engine::rules::{Game, Move};
use engine::search::{Report, SearchLimits};

use super::signals::SearchSignals;
use crate::clock::WallClock;
use crate::output::print_line;
use crate::smp::LazySmp;
use crate::uci;

/// Root moves and unfinished depths are reported once a search takes longer; earlier they would flood
/// the GUI.
const REPORT_DETAILS_AFTER: Duration = Duration::from_secs(3);

/// The handle of a thread that owns the player while it works.
pub struct SearchThread {
    signals: Arc<SearchSignals>,
    thread: JoinHandle<Option<Box<LazySmp>>>,
}

/// A `go` command with the game and the options it is for.
pub struct SearchRequest {
    pub game: Game,
    pub limits: SearchLimits,
    pub show_wdl: bool,
}

impl SearchThread {
    /// Runs `work` on a new thread. It returns the player, unless the player has panicked.
    pub fn start(
        signals: SearchSignals,
        player: Box<LazySmp>,
        work: impl FnOnce(Box<LazySmp>, &SearchSignals) -> Option<Box<LazySmp>> + Send + 'static,
    ) -> SearchThread {
        let signals = Arc::new(signals);
        let thread = thread::spawn({
            let signals = Arc::clone(&signals);
            move || work(player, &signals)
        });
        SearchThread { signals, thread }
    }

    /// `stop`: the search ends and answers.
    pub fn stop(&self) {
        self.signals.stop();
        self.thread.thread().unpark();
    }

    /// `ponderhit`: the time limits hold from now on.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
        self.thread.thread().unpark();
    }

    /// Whether the search ends without `stop`.
    pub fn ends_by_itself(&self) -> bool {
        self.signals.ends_by_itself()
    }

    /// Whether the search has printed its answer.
    pub fn is_answered(&self) -> bool {
        self.signals.is_answered() || self.thread.is_finished()
    }

    /// Waits for the end; `None` if the player was lost.
    pub fn join(self) -> Option<Box<LazySmp>> {
        self.thread.join().ok().flatten()
    }
}

/// `go`: searches, prints `info` lines, and prints `bestmove` as soon as the signals allow it.
pub fn run_go(
    mut player: Box<LazySmp>,
    request: &SearchRequest,
    signals: &SearchSignals,
) -> Option<Box<LazySmp>> {
    let position = *request.game.position();
    // The GUI waits for a move even if the search has panicked.
    let decision = panic::catch_unwind(AssertUnwindSafe(|| search(&mut player, request, signals)));
    while !signals.may_answer() {
        thread::park();
    }
    let Ok(decision) = decision else {
        signals.set_answered();
        print_line("info string the search failed; any legal move");
        print_line(&uci::best_move(
            position.legal_moves().first().copied(),
            None,
        ));
        return None;
    };
    if decision.mv.is_none() {
        print_line(&uci::game_over(&position));
    }
    signals.set_answered();
    print_line(&uci::best_move(decision.mv, reply(&decision)));
    Some(player)
}

fn search(player: &mut LazySmp, request: &SearchRequest, signals: &SearchSignals) -> Decision {
    let clock = WallClock::new();
    let start = Instant::now();
    let wdl = request.show_wdl;
    let mut unprinted = None;
    let mut report = |report: Report| match report {
        Report::Depth(line) => {
            unprinted = None;
            print_line(&uci::info_line(&line, wdl));
        }
        Report::Unfinished { line, bound } if start.elapsed() >= REPORT_DETAILS_AFTER => {
            unprinted = None;
            print_line(&uci::partial_info_line(&line, bound, wdl));
        }
        Report::Unfinished { line, bound } => unprinted = Some((line, bound)),
        Report::Trying(trying) if start.elapsed() >= REPORT_DETAILS_AFTER => {
            print_line(&uci::current_move(&trying));
        }
        Report::Trying(_) | Report::RootMove(_) | Report::Explored(_) => {}
    };
    let mut control = Control {
        clock: &clock,
        stop: signals,
        report: &mut report,
        rng: engine::rng(0),
    };
    let decision = player.choose(&request.game, &request.limits, &mut control);
    // The last line that is printed is the one that is played.
    if let Some((line, bound)) = unprinted.filter(|(line, _)| decision.lines.first() == Some(line))
    {
        print_line(&uci::partial_info_line(&line, bound, wdl));
    }
    decision
}

/// The opponent's expected reply.
fn reply(decision: &Decision) -> Option<Move> {
    decision.lines.first()?.pv.get(1).copied()
}

/// `go perft`: prints the counts, unless stopped before.
pub fn run_perft(game: &Game, depth: u8, signals: &SearchSignals) {
    let divided = crate::perft::perft_divided(game.position(), depth, &|| !signals.is_set());
    signals.set_answered();
    match divided {
        Some(text) => print_line(text.trim_end()),
        None => print_line("info string perft: stopped"),
    }
}
