//! Searches: scheduling, showing reports, playing the result; and the worker's state.

use std::time::Duration;

use engine::player::{Decision, Source, StrategyId};
use engine::search::{Options, Report, SearchLimits};
use engine::tables::TableSet;
use wire::game_id::GameId;

use super::replay::{Replay, SHORT_SEARCH_MS};
use super::update::{PlayUpdate, start_fen};
use super::{
    ActiveSearch, EngineState, PlayEvent, PlayState, SearchPurpose, SearchStage, SearchView,
    thinking,
};
use crate::settings::EngineSettings;
use crate::worker::protocol::{HASH_MB, TableChoice};
use crate::worker::{EngineCommand, SearchId, SearchOrder, ToWorker};

/// Failures in a row after which the worker is given up until the visitor asks again.
pub const MAX_FAILURES: u8 = 3;
/// The depth of an evaluation, plies.
const EVALUATION_DEPTH: u8 = 8;
/// The time limit of a hint, milliseconds.
const EVALUATION_MS: u64 = 250;
/// The depth of a hint, plies.
const HINT_DEPTH: u8 = 14;
/// The time limit of an evaluation, milliseconds.
const HINT_MS: u64 = 900;

impl PlayUpdate<'_> {
    /// Starts the search that the position needs: the engine's move, a hint, or an evaluation for a
    /// person. No other code starts one.
    pub(super) fn schedule_search(&mut self) {
        self.start_clock();
        let state = &mut *self.state;
        let idle = state.search.is_none() && state.engine == EngineState::Ready;
        if !idle || state.is_halted() || state.outcome().is_some() {
            return;
        }
        let ply = state.game.ply();
        let purpose = if !state.players.is_human(state.turn()) {
            SearchPurpose::Move
        } else if state.hint_requested {
            state.hint_requested = false;
            SearchPurpose::Hint
        } else if (ply > 0 || state.questioned_move.is_some())
            && !state.evaluations.contains_key(&ply)
        {
            SearchPurpose::Evaluate
        } else if state
            .questioned_move
            .as_ref()
            .is_some_and(|doubt| doubt.line.is_none())
        {
            SearchPurpose::WhyNot
        } else {
            return;
        };
        let id = state.last_search.next();
        // Nothing is slowed down in a game with a clock.
        let slow = state.settings.slow_replay
            && !state.instant
            && state.clock.is_none()
            && purpose == SearchPurpose::Move;
        let stage = if slow {
            SearchStage::Recording
        } else {
            SearchStage::Live
        };
        state.last_search = id;
        state.search = Some(ActiveSearch {
            id,
            purpose,
            stage,
            reports: Vec::new(),
            shown: 0,
            stopping: false,
        });
        if purpose == SearchPurpose::Move {
            state.search_view = Some(SearchView::new(*state.game.position(), ply));
            let engine = state.engine_for(state.game.position().side_to_move());
            let strength = engine.and_then(|engine| state.strength_of(engine));
            let position = state.game.position();
            state.searched_level =
                strength.map(|strength| strength.level_in(position, state.seed()));
            state.reply_shown = false;
            state.seen_shown = false;
        }
        self.request_summary();
        let order = search_order(self.state, id, purpose, self.now);
        self.send(ToWorker::Search(Box::new(order)));
        if slow {
            self.after(SHORT_SEARCH_MS, PlayEvent::GoLive { id });
        }
    }

    /// Cancels the search in progress.
    pub(super) fn cancel_search(&mut self) {
        let Some(search) = self.state.search.take() else {
            return;
        };
        if !matches!(search.stage, SearchStage::Replaying { .. }) {
            self.command(EngineCommand::Cancel(search.id));
        }
        if let Some(thought) = &mut self.state.search_view {
            thought.finished = true;
        }
    }

    /// Clears the data of the position before it changes.
    pub(super) fn clear_position_data(&mut self) {
        self.cancel_search();
        self.state.search_view = None;
        self.state.coach.release();
        self.clear_question();
        self.state.hint = None;
        self.state.hint_requested = false;
    }

    /// The search in progress with this id, if its result has not arrived.
    pub(super) fn running_search(&mut self, id: SearchId) -> Option<&mut ActiveSearch> {
        self.state.search.as_mut().filter(|search| {
            search.id == id && !matches!(search.stage, SearchStage::Replaying { .. })
        })
    }

    pub(super) fn handle_reports(&mut self, id: SearchId, reports: Vec<Report>) {
        let Some(search) = self.running_search(id) else {
            return;
        };
        search.reports.extend(reports);
        if matches!(search.stage, SearchStage::Live) {
            self.show_reports(usize::MAX);
        }
    }

    pub(super) fn handle_done(&mut self, id: SearchId, decision: Box<Decision>) {
        // A number that differs between games and moves.
        let chance = self.state.client_id.as_ref().map_or(0, GameId::seed) >> (id.0 % 32);
        let Some(search) = self.running_search(id) else {
            return;
        };
        let recorded = matches!(search.stage, SearchStage::Recording);
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
            search.stage = SearchStage::Replaying { replay, decision };
            if let Some(thought) = &mut self.state.search_view {
                thought.slowed = slowed;
            }
            self.state.failures = 0;
            return self.replay_tick(id);
        }
        self.state.failures = 0;
        match purpose {
            SearchPurpose::Move => self.finish_engine_move(*decision),
            SearchPurpose::Evaluate | SearchPurpose::Hint => {
                self.show_reports(usize::MAX);
                self.state.search = None;
                self.state.hint = decision.mv.filter(|_| purpose == SearchPurpose::Hint);
                if self.state.questioned_move.is_some() {
                    self.schedule_search();
                }
            }
            SearchPurpose::WhyNot => {
                self.state.search = None;
                self.show_refutation(&decision);
            }
        }
    }

    /// Plays the engine's move and shows the rest of its reports.
    pub(super) fn finish_engine_move(&mut self, decision: Decision) {
        self.show_reports(usize::MAX);
        self.state.search = None;
        let ply = self.state.game.ply();
        let sound = self.state.evaluates_soundly();
        if let Some(thought) = &mut self.state.search_view {
            decision
                .lines
                .iter()
                .cloned()
                .for_each(|line| thought.add_report(&Report::Depth(line)));
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
        self.play_move(mv);
        self.state.sources.insert(ply, decision.source);
        self.store_decision(ply, decision);
        if let Some(&found) = self.state.evaluations.get(&ply).filter(|_| sound) {
            self.state.evaluations.insert(ply + 1, found);
        }
        self.position_changed();
    }

    /// Shows the reports up to this index.
    pub(super) fn show_reports(&mut self, until: usize) {
        let sound = self.state.evaluates_soundly();
        let Some(search) = &mut self.state.search else {
            return;
        };
        let until = until.min(search.reports.len());
        let fresh = &search.reports[search.shown.min(until)..until];
        search.shown = search.shown.max(until);
        let ply = self.state.game.ply();
        let found = match (search.purpose, &mut self.state.search_view) {
            (SearchPurpose::Evaluate | SearchPurpose::Hint, _) => {
                let mut thought = SearchView::new(*self.state.game.position(), ply);
                fresh.iter().for_each(|report| thought.add_report(report));
                thought.evaluation()
            }
            (SearchPurpose::Move, Some(thought)) => {
                fresh.iter().for_each(|report| thought.add_report(report));
                thought.evaluation().filter(|_| sound)
            }
            (SearchPurpose::Move, None) | (SearchPurpose::WhyNot, _) => None,
        };
        if let Some(found) = found {
            self.state.evaluations.insert(ply, found);
        }
    }

    pub(super) fn show_live(&mut self, id: SearchId) {
        let Some(search) = self.running_search(id) else {
            return;
        };
        if matches!(search.stage, SearchStage::Recording) {
            search.stage = SearchStage::Live;
            self.show_reports(usize::MAX);
        }
    }

    pub(super) fn replay_tick(&mut self, id: SearchId) {
        let Some(search) = self.state.search.as_mut().filter(|search| search.id == id) else {
            return;
        };
        let SearchStage::Replaying { replay, .. } = &mut search.stage else {
            return;
        };
        let ms = replay.step_ms();
        match replay.step() {
            Some(range) => {
                self.show_reports(range.end);
                self.after(ms, PlayEvent::ReplayTick { id });
            }
            None => self.end_replay(),
        }
    }

    pub(super) fn end_replay(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        if let SearchStage::Replaying { decision, .. } = &search.stage {
            let decision = Decision::clone(decision);
            self.finish_engine_move(decision);
        }
    }

    pub(super) fn skip_replay(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        match search.stage {
            SearchStage::Recording => self.show_live(search.id),
            SearchStage::Live => {}
            SearchStage::Replaying { .. } => self.end_replay(),
        }
    }

    pub(super) fn stop_search(&mut self) {
        if !self.state.can_stop() {
            return;
        }
        self.skip_replay();
        let Some(search) = &mut self.state.search else {
            return;
        };
        if search.purpose == SearchPurpose::Move && matches!(search.stage, SearchStage::Live) {
            search.stopping = true;
            let id = search.id;
            self.command(EngineCommand::Stop(id));
        }
    }

    pub(super) fn engine_failed(&mut self, message: String) {
        self.cancel_verifications();
        let replaying = self
            .state
            .search
            .as_ref()
            .is_some_and(|search| matches!(search.stage, SearchStage::Replaying { .. }));
        if !replaying {
            self.state.search = None;
            self.state.search_view = None;
        }
        self.state.failures = self.state.failures.saturating_add(1);
        // Where a visitor's network is missing, another worker would not have it, either.
        let engine = self.state.engine_for(self.state.turn());
        let needs_network = engine.is_some_and(|engine| !engine.strategy.strategy().ready);
        if self.state.failures >= MAX_FAILURES || needs_network {
            self.state.engine = EngineState::Failed(message);
        } else {
            self.state.engine = EngineState::Starting(Some(message));
            self.command(EngineCommand::Start);
        }
    }

    /// The worker is replaced once if it does not answer in time, then given up.
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
            self.command(EngineCommand::Start);
        }
    }
}

/// The order for a search of the current position.
fn search_order(state: &PlayState, id: SearchId, purpose: SearchPurpose, now: u64) -> SearchOrder {
    let settings = &state.settings;
    let engine = match purpose {
        SearchPurpose::Move => state.engine_for(state.turn()),
        SearchPurpose::Evaluate | SearchPurpose::Hint | SearchPurpose::WhyNot => None,
    };
    let (depth, ms) = match purpose {
        SearchPurpose::Hint => (HINT_DEPTH, HINT_MS),
        // The same depth as the evaluations that it is compared with.
        SearchPurpose::Move | SearchPurpose::Evaluate | SearchPurpose::WhyNot => {
            (EVALUATION_DEPTH, EVALUATION_MS)
        }
    };
    let (limits, options) = match engine {
        // MultiPV gives the candidates on the board their own scores: alpha-beta proves only a
        // bound for other moves.
        Some(engine) => (
            SearchLimits {
                depth: settings.depth_of(engine),
                clock: state.search_clock(now),
                ..SearchLimits::default().with_multipv(thinking::MAX_CANDIDATES as u8)
            },
            settings.options(),
        ),
        None => (
            SearchLimits {
                depth: Some(depth),
                movetime: Some(Duration::from_millis(ms)),
                searchmoves: match (&state.questioned_move, purpose) {
                    (Some(doubt), SearchPurpose::WhyNot) => vec![doubt.mv],
                    _ => Vec::new(),
                },
                ..SearchLimits::default()
            },
            Options::default(),
        ),
    };
    let tables = match settings.tables {
        _ if engine.is_none() => TableChoice::None,
        // A game without a clock is the same for all who open its link.
        TableSet::None if limits.clock.is_none() => TableChoice::None,
        TableSet::None => TableChoice::Available,
        named => TableChoice::Named(named),
    };
    SearchOrder {
        id,
        start_fen: start_fen(&state.game),
        moves: state.game.moves().to_vec(),
        limits,
        strategy: engine.map_or(StrategyId::Intuition, |engine| engine.strategy),
        strength: engine
            .filter(|engine| settings.depth_of(engine).is_none())
            .map(|engine| engine.strength),
        book: engine.and_then(|engine| engine.book),
        playing_style: engine.and_then(EngineSettings::style),
        learning: settings.learning.learning(),
        options,
        tables,
        seed: state.seed(),
        hash_mb: HASH_MB,
    }
}
