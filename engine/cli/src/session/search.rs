//! A search under way, on a thread of its own.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::uci;
use engine::player::{Control, Decision, Player, Stop};
use engine::rules::{Game, Move};
use engine::search::{Report, SearchLimits};

use super::signals::Signals;
use crate::clock::WallClock;
use crate::say::say;
use crate::team::Team;

/// Root moves and unfinished depths are reported once a search takes longer than this; before, they
/// would only flood.
const QUIET_FOR: Duration = Duration::from_secs(3);

/// Whatever keeps the team busy.
pub struct Search {
    signals: Arc<Signals>,
    thread: JoinHandle<Option<Box<Team>>>,
}

/// What is asked of a search.
pub struct Question {
    pub game: Game,
    pub limits: SearchLimits,
    pub show_wdl: bool,
}

impl Search {
    /// Does `work` on another thread. It gives the team back, unless the team has come to harm.
    pub fn start(
        signals: Signals,
        team: Box<Team>,
        work: impl FnOnce(Box<Team>, &Signals) -> Option<Box<Team>> + Send + 'static,
    ) -> Search {
        let signals = Arc::new(signals);
        let thread = thread::spawn({
            let signals = Arc::clone(&signals);
            move || work(team, &signals)
        });
        Search { signals, thread }
    }

    /// Asks it to end; it will answer soon.
    pub fn stop(&self) {
        self.signals.stop();
        self.thread.thread().unpark();
    }

    /// From now on its time counts.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
        self.thread.thread().unpark();
    }

    /// Whether it ends without being stopped.
    pub fn will_end(&self) -> bool {
        self.signals.will_end()
    }

    /// Whether it has said all that it had to say.
    pub fn is_answered(&self) -> bool {
        self.signals.is_answered() || self.thread.is_finished()
    }

    /// Waits for its end.
    pub fn join(self) -> Option<Box<Team>> {
        self.thread.join().ok().flatten()
    }
}

/// `go`: searches, says what it finds, and answers as soon as an answer is waited for.
pub fn answer(mut team: Box<Team>, question: &Question, signals: &Signals) -> Option<Box<Team>> {
    let position = *question.game.position();
    // A GUI waits for its answer even if the search has failed.
    let decision = panic::catch_unwind(AssertUnwindSafe(|| choose(&mut team, question, signals)));
    while !signals.may_answer() {
        thread::park();
    }
    let Ok(decision) = decision else {
        signals.answer();
        say("info string the search failed; any legal move");
        say(&uci::best_move(
            position.legal_moves().first().copied(),
            None,
        ));
        return None;
    };
    if decision.mv.is_none() {
        say(&uci::game_over(&position));
    }
    signals.answer();
    say(&uci::best_move(decision.mv, reply(&decision)));
    Some(team)
}

fn choose(team: &mut Team, question: &Question, signals: &Signals) -> Decision {
    let clock = WallClock::new();
    let start = Instant::now();
    let wdl = question.show_wdl;
    let mut unsaid = None;
    let mut report = |report: Report| match report {
        Report::Depth(line) => {
            unsaid = None;
            say(&uci::line(&line, wdl));
        }
        Report::Unfinished { line, bound } if start.elapsed() >= QUIET_FOR => {
            unsaid = None;
            say(&uci::unfinished(&line, bound, wdl));
        }
        Report::Unfinished { line, bound } => unsaid = Some((line, bound)),
        Report::Trying(trying) if start.elapsed() >= QUIET_FOR => {
            say(&uci::current_move(&trying));
        }
        Report::Trying(_) | Report::RootMove(_) | Report::Explored(_) => {}
    };
    let mut control = Control {
        clock: &clock,
        stop: signals,
        report: &mut report,
        rng: engine::rng(0),
    };
    let decision = team.choose(&question.game, &question.limits, &mut control);
    // The last line that is shown is the one that is played.
    if let Some((line, bound)) = unsaid.filter(|(line, _)| decision.lines.first() == Some(line)) {
        say(&uci::unfinished(&line, bound, wdl));
    }
    decision
}

/// What the best line expects of the opponent.
fn reply(decision: &Decision) -> Option<Move> {
    decision.lines.first()?.pv.get(1).copied()
}

/// `go perft`: counts, unless it is stopped before it has done.
pub fn count(game: &Game, depth: u8, signals: &Signals) {
    let divided = crate::perft::divided(game.position(), depth, &|| !signals.is_set());
    signals.answer();
    match divided {
        Some(text) => say(text.trim_end()),
        None => say("info string perft: stopped"),
    }
}
