//! The search: started in one place, its reports shown, its answer played. And the worker behind it.

use std::time::Duration;

use engine::player::{Decision, Source, StrategyId};
use engine::search::{Options, Report, SearchLimits};
use wire::game_id::GameId;

use super::replay::{Replay, SHORT_SEARCH_MS};
use super::update::{Step, start_fen};
use super::{Effect, EngineState, Event, Purpose, Search, Seats, Stage, State, Thought, thinking};
use crate::worker::{SearchId, SearchOrder, protocol::HASH_MB};

/// So many failures in a row, and the worker is given up until somebody asks for it.
pub const MAX_FAILURES: u8 = 3;
/// An evaluation of a person's position goes so deep, in plies…
const EVALUATION_DEPTH: u8 = 8;
/// …and takes no longer than this, in milliseconds.
const EVALUATION_MS: u64 = 250;
/// Advice goes so deep, in plies…
const HINT_DEPTH: u8 = 14;
/// …and takes no longer than this, in milliseconds.
const HINT_MS: u64 = 900;

impl Step<'_> {
    /// Starts the search that the position asks for: the engine's move, or the evaluation of a
    /// position that a person has before them. Nothing else starts a search.
    pub(super) fn go_on(&mut self) {
        self.start_clock();
        let state = &mut *self.state;
        let idle = state.search.is_none() && state.engine == EngineState::Ready;
        let halted = state.seats == Seats::Engines && !state.running;
        if !idle || halted || state.outcome().is_some() {
            return;
        }
        let ply = state.game.ply();
        let purpose = if !state.seats.is_human(state.turn()) {
            Purpose::Move
        } else if state.hint_wanted {
            state.hint_wanted = false;
            Purpose::Hint
        } else if (ply > 0 || state.doubt.is_some()) && !state.evaluations.contains_key(&ply) {
            Purpose::Evaluate
        } else if state
            .doubt
            .as_ref()
            .is_some_and(|doubt| doubt.line.is_none())
        {
            Purpose::Doubt
        } else {
            return;
        };
        let id = state.last_search.next();
        // Nothing is slowed down on a clock.
        let slow = state.settings.slow_replay
            && !state.instant
            && state.clock.is_none()
            && purpose == Purpose::Move;
        let stage = if slow { Stage::Recording } else { Stage::Live };
        state.last_search = id;
        state.search = Some(Search {
            id,
            purpose,
            stage,
            reports: Vec::new(),
            shown: 0,
            stopping: false,
        });
        if purpose == Purpose::Move {
            state.thought = Some(Thought::new(*state.game.position(), ply));
            state.reply_shown = false;
        }
        self.look_at_memory();
        let state = &*self.state;
        self.effects.push(Effect::Search(Box::new(order(
            state, id, purpose, self.now,
        ))));
        if slow {
            let event = Box::new(Event::GoLive { id });
            self.effects.push(Effect::After {
                ms: SHORT_SEARCH_MS,
                event,
            });
        }
    }

    /// Ends the search in progress, whose answer is not wanted any more.
    pub(super) fn drop_search(&mut self) {
        let Some(search) = self.state.search.take() else {
            return;
        };
        if !matches!(search.stage, Stage::Replaying { .. }) {
            self.effects.push(Effect::CancelSearch(search.id));
        }
        if let Some(thought) = &mut self.state.thought {
            thought.finished = true;
        }
    }

    /// The position is about to change: the search and the thoughts about it go.
    pub(super) fn leave_position(&mut self) {
        self.drop_search();
        self.state.thought = None;
        self.forget_doubt();
        self.state.hint = None;
        self.state.hint_wanted = false;
    }

    /// The search in progress, if it has this number and its answer is still to come.
    pub(super) fn running(&mut self, id: SearchId) -> Option<&mut Search> {
        self.state
            .search
            .as_mut()
            .filter(|search| search.id == id && !matches!(search.stage, Stage::Replaying { .. }))
    }

    pub(super) fn report(&mut self, id: SearchId, reports: Vec<Report>) {
        let Some(search) = self.running(id) else {
            return;
        };
        search.reports.extend(reports);
        if matches!(search.stage, Stage::Live) {
            self.show(usize::MAX);
        }
    }

    pub(super) fn done(&mut self, id: SearchId, decision: Box<Decision>) {
        // Anything that differs from game to game and from move to move.
        let chance = self.state.client_id.as_ref().map_or(0, GameId::seed) >> (id.0 % 32);
        let Some(search) = self.running(id) else {
            return;
        };
        let recorded = matches!(search.stage, Stage::Recording);
        let short =
            decision.time_ms < u64::from(SHORT_SEARCH_MS) && recorded && !search.reports.is_empty();
        let from_book = recorded && decision.source == Source::Book;
        let purpose = search.purpose;
        if short || from_book {
            let replay = match from_book {
                true => Replay::book_pause(chance),
                false => Replay::new(search.reports.len()),
            };
            let slowed = replay.is_slow();
            search.stage = Stage::Replaying { replay, decision };
            if let Some(thought) = &mut self.state.thought {
                thought.slowed = slowed;
            }
            self.state.failures = 0;
            return self.replay_tick(id);
        }
        self.state.failures = 0;
        match purpose {
            Purpose::Move => self.complete(*decision),
            Purpose::Evaluate | Purpose::Hint => {
                self.show(usize::MAX);
                self.state.search = None;
                self.state.hint = decision.mv.filter(|_| purpose == Purpose::Hint);
                if self.state.doubt.is_some() {
                    self.go_on();
                }
            }
            Purpose::Doubt => {
                self.state.search = None;
                self.answer_doubt(&decision);
            }
        }
    }

    /// The engine's move is played, and everything that led to it shown.
    pub(super) fn complete(&mut self, decision: Decision) {
        self.show(usize::MAX);
        self.state.search = None;
        let ply = self.state.game.ply();
        let sound = self.state.judges_soundly();
        if let Some(thought) = &mut self.state.thought {
            decision
                .lines
                .iter()
                .cloned()
                .for_each(|line| thought.take(&Report::Depth(line)));
            thought.finished = true;
            thought.slowed = false;
            if let Some(found) = thought.evaluation().filter(|_| sound) {
                self.state.evaluations.insert(ply, found);
            }
        }
        let Some(mv) = decision
            .mv
            .filter(|&mv| self.state.game.position().is_legal(mv))
        else {
            return self.engine_failed("the engine's answer is not a legal move".to_owned());
        };
        self.play(mv);
        self.state.sources.insert(ply, decision.source);
        self.remember_decision(ply, decision);
        if let Some(&found) = self.state.evaluations.get(&ply).filter(|_| sound) {
            self.state.evaluations.insert(ply + 1, found);
        }
        self.settle();
    }

    /// Shows the first so many of the search's reports.
    pub(super) fn show(&mut self, until: usize) {
        let sound = self.state.judges_soundly();
        let Some(search) = &mut self.state.search else {
            return;
        };
        let until = until.min(search.reports.len());
        let fresh = &search.reports[search.shown.min(until)..until];
        search.shown = search.shown.max(until);
        let ply = self.state.game.ply();
        let found = match (search.purpose, &mut self.state.thought) {
            (Purpose::Evaluate | Purpose::Hint, _) => {
                let mut thought = Thought::new(*self.state.game.position(), ply);
                fresh.iter().for_each(|report| thought.take(report));
                thought.evaluation()
            }
            (Purpose::Move, Some(thought)) => {
                fresh.iter().for_each(|report| thought.take(report));
                thought.evaluation().filter(|_| sound)
            }
            (Purpose::Move, None) | (Purpose::Doubt, _) => None,
        };
        if let Some(found) = found {
            self.state.evaluations.insert(ply, found);
        }
    }

    pub(super) fn go_live(&mut self, id: SearchId) {
        let Some(search) = self.running(id) else {
            return;
        };
        if matches!(search.stage, Stage::Recording) {
            search.stage = Stage::Live;
            self.show(usize::MAX);
        }
    }

    pub(super) fn replay_tick(&mut self, id: SearchId) {
        let Some(search) = self.state.search.as_mut().filter(|search| search.id == id) else {
            return;
        };
        let Stage::Replaying { replay, .. } = &mut search.stage else {
            return;
        };
        let ms = replay.step_ms();
        match replay.step() {
            Some(range) => {
                self.show(range.end);
                let event = Box::new(Event::ReplayTick { id });
                self.effects.push(Effect::After { ms, event });
            }
            None => self.end_replay(),
        }
    }

    pub(super) fn end_replay(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        if let Stage::Replaying { decision, .. } = &search.stage {
            let decision = Decision::clone(decision);
            self.complete(decision);
        }
    }

    pub(super) fn skip(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        match search.stage {
            Stage::Recording => self.go_live(search.id),
            Stage::Live => {}
            Stage::Replaying { .. } => self.end_replay(),
        }
    }

    pub(super) fn stop(&mut self) {
        if !self.state.can_stop() {
            return;
        }
        self.skip();
        let Some(search) = &mut self.state.search else {
            return;
        };
        if search.purpose == Purpose::Move && matches!(search.stage, Stage::Live) {
            search.stopping = true;
            self.effects.push(Effect::StopSearch(search.id));
        }
    }

    pub(super) fn engine_failed(&mut self, message: String) {
        self.forget_asked();
        let replaying = self
            .state
            .search
            .as_ref()
            .is_some_and(|search| matches!(search.stage, Stage::Replaying { .. }));
        if !replaying {
            self.state.search = None;
            self.state.thought = None;
        }
        self.state.failures = self.state.failures.saturating_add(1);
        if self.state.failures >= MAX_FAILURES {
            self.state.engine = EngineState::Failed(message);
        } else {
            self.state.engine = EngineState::Starting(Some(message));
            self.effects.push(Effect::StartEngine);
        }
    }

    /// The worker should have answered by now. It is replaced once; then it is said to be missing.
    pub(super) fn engine_late(&mut self) {
        if !matches!(self.state.engine, EngineState::Starting(_)) {
            return;
        }
        if self.state.failures > 0 {
            self.state.failures = MAX_FAILURES - 1;
        }
        let why = "it does not answer. Reload the page, or try another browser.";
        self.engine_failed(why.to_owned());
    }

    pub(super) fn retry_engine(&mut self) {
        if matches!(self.state.engine, EngineState::Failed(_)) {
            self.state.failures = 0;
            self.state.engine = EngineState::Starting(None);
            self.effects.push(Effect::StartEngine);
        }
    }
}

/// The order for a search of the game as it stands.
fn order(state: &State, id: SearchId, purpose: Purpose, now: u64) -> SearchOrder {
    let settings = &state.settings;
    let engine = match purpose {
        Purpose::Move => state.engine_of(state.turn()),
        Purpose::Evaluate | Purpose::Hint | Purpose::Doubt => None,
    };
    let (depth, ms) = match purpose {
        Purpose::Hint => (HINT_DEPTH, HINT_MS),
        // As deep as what it is compared with, and one move is sooner looked at than all.
        Purpose::Move | Purpose::Evaluate | Purpose::Doubt => (EVALUATION_DEPTH, EVALUATION_MS),
    };
    let (limits, options) = match engine {
        // Several lines, so that the candidates on the board have scores of their own: alpha-beta
        // proves only of the others that they are no better.
        Some(engine) => (
            SearchLimits {
                depth: settings.depth_of(engine),
                clock: state.remaining(now),
                ..SearchLimits::default().with_multipv(thinking::CANDIDATES as u8)
            },
            settings.options(),
        ),
        None => (
            SearchLimits {
                depth: Some(depth),
                movetime: Some(Duration::from_millis(ms)),
                searchmoves: match (&state.doubt, purpose) {
                    (Some(doubt), Purpose::Doubt) => vec![doubt.mv],
                    _ => Vec::new(),
                },
                ..SearchLimits::default()
            },
            Options::default(),
        ),
    };
    SearchOrder {
        id,
        start_fen: start_fen(&state.game),
        moves: state.game.moves().to_vec(),
        limits,
        strategy: engine.map_or(StrategyId::Intuition, |engine| engine.strategy),
        level: engine
            .filter(|engine| settings.depth_of(engine).is_none())
            .map(|engine| engine.level),
        book: engine.and_then(|engine| engine.book),
        learning: settings.learning.learning(),
        options,
        seed: state.client_id.as_ref().map_or(0, |id| id.seed()),
        hash_mb: HASH_MB,
    }
}
