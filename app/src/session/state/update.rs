//! The reducer: what happened → the new state, and what has to be done.
//!
//! Three rules hold everything together. A search is started in one place, [`Step::go_on`], and
//! only when none is in progress. Whoever changes the position first calls [`Step::drop_search`].
//! A report or an answer counts only if it bears the number of the search in progress (F1).

use std::time::Duration;

use super::{
    Draw, Effect, EngineState, Event, Purpose, RecordState, Search, Seats, Stage, State, Thought,
    replay::{Replay, SHORT_SEARCH_MS},
    thought,
};
use crate::{
    api::{BackendError, FinishedGame, StrategyTally},
    engine_client::{SearchId, SearchOrder},
    prefs::{Opponent, Settings},
    session::saved::{SavedGame, VERSION},
};
use engine::{
    player::{Decision, StrategyId},
    rules::{Color, Game, Move, Position},
    search::{Options, Report, SearchLimits},
};

/// So many failures in a row, and the worker is given up until somebody asks for it.
pub const MAX_FAILURES: u8 = 3;
/// An evaluation of a person's position goes so deep, in plies…
const EVALUATION_DEPTH: u8 = 8;
/// …and takes no longer than this, in milliseconds.
const EVALUATION_MS: u64 = 250;
/// The wait after the first failure to reach the server, in milliseconds; doubled each time.
const FIRST_RETRY_MS: u32 = 4_000;
/// The longest wait before the server is tried again, in milliseconds.
const LONGEST_RETRY_MS: u32 = 5 * 60 * 1_000;

/// Takes in an event and answers what has to be done, in this order.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let mut step = Step {
        state,
        effects: Vec::new(),
        save: false,
    };
    step.take(event);
    if step.save && step.state.loaded {
        let saved = step.state.client_id.clone().map(|id| saved(step.state, id));
        step.effects
            .extend(saved.map(|saved| Effect::Save(Box::new(saved))));
    }
    step.effects
}

/// Who plays under these settings, should `drawn` be the colour that chance decides on.
pub(super) fn seats(settings: &Settings, drawn: Color) -> Seats {
    match settings.opponent {
        Opponent::Engine => Seats::Engine {
            human: settings.color.resolve(drawn),
        },
        Opponent::Person => Seats::People,
    }
}

/// One event on its way through the state.
struct Step<'a> {
    state: &'a mut State,
    effects: Vec<Effect>,
    /// Whether the saved game is no longer up to date.
    save: bool,
}

impl Step<'_> {
    fn take(&mut self, event: Event) {
        // Before it is known which game was left here, there is none to change.
        if !self.state.loaded && event.changes_game() {
            return;
        }
        match event {
            Event::Loaded {
                saved,
                unsent,
                draw,
                instant,
            } => {
                self.loaded(saved.map(|saved| *saved), unsent, draw, instant);
            }
            Event::UserMove(mv) => self.user_move(mv),
            Event::NewGame(draw) => self.new_game(draw),
            Event::Undo => self.undo(),
            Event::Redo => self.redo(),
            Event::Resign => self.resign(),
            Event::Stop => self.stop(),
            Event::Skip => self.skip(),
            Event::ViewPly(ply) => self.view(ply),
            Event::Flip => {
                self.state.flipped ^= true;
                self.save = true;
            }
            Event::ShowReply(shown) => self.state.reply_shown = shown,
            Event::SetLevel(level) => self.set(|settings| settings.level = level),
            Event::SetColor { choice, drawn } => {
                self.set(|settings| settings.color = choice);
                self.reseat(drawn);
            }
            Event::SetOpponent { opponent, drawn } => {
                self.set(|settings| settings.opponent = opponent);
                self.reseat(drawn);
            }
            Event::SetHints(on) => self.set(|settings| settings.hints = on),
            Event::SetSlowReplay(on) => self.set(|settings| settings.slow_replay = on),
            Event::EngineReady => {
                self.state.engine = EngineState::Ready;
                self.go_on();
            }
            Event::EngineFailed { message } => self.engine_failed(message),
            Event::RetryEngine => self.retry_engine(),
            Event::SearchReport { id, reports } => self.report(id, reports),
            Event::SearchDone { id, decision } => self.done(id, decision),
            Event::GoLive { id } => self.go_live(id),
            Event::ReplayTick { id } => self.replay_tick(id),
            Event::RecordSaved { client_id, results } => self.record_saved(&client_id, results),
            Event::RecordFailed { client_id, error } => self.record_failed(client_id, error),
            Event::RetryRecord => self.send_all(),
            Event::ResultsLoaded(results) => self.state.results = Some(results),
        }
    }

    // --- the game -----------------------------------------------------------------------------

    fn loaded(
        &mut self,
        saved: Option<SavedGame>,
        unsent: Vec<FinishedGame>,
        draw: Draw,
        instant: bool,
    ) {
        if self.state.loaded {
            return;
        }
        self.state.loaded = true;
        self.state.instant = instant;
        self.state.unsent = unsent;
        self.state.engine = EngineState::Starting(None);
        self.effects
            .extend([Effect::StartEngine, Effect::LoadResults]);
        self.send_all();
        match saved.and_then(|saved| Some((saved.game().ok()?, saved))) {
            Some((game, saved)) => self.restore(game, saved),
            None => self.begin(draw),
        }
    }

    fn restore(&mut self, game: Game, saved: SavedGame) {
        let state = &mut *self.state;
        state.seats = saved.seats();
        state.game = game;
        state.resigned = saved.resigned.filter(|_| state.game.ply() > 0);
        state.counted = saved.counted;
        state.flipped = saved.flipped;
        state.tally = saved.tally;
        let waiting = state
            .unsent
            .iter()
            .any(|game| game.client_id == saved.client_id.as_str());
        state.record = match (waiting, state.counted) {
            (true, _) => RecordState::Sending,
            (false, true) => RecordState::Saved,
            (false, false) => RecordState::None,
        };
        state.client_id = Some(saved.client_id);
        self.settle();
        self.state.viewed = saved.viewed.filter(|&ply| ply < self.state.game.ply());
    }

    fn new_game(&mut self, draw: Draw) {
        self.leave_position();
        self.effects.push(Effect::ForgetGame);
        self.begin(draw);
    }

    fn begin(&mut self, draw: Draw) {
        let state = &mut *self.state;
        state.client_id = Some(draw.client_id);
        state.game = Game::new();
        state.seats = seats(&state.settings, draw.color);
        state.resigned = None;
        state.counted = false;
        state.flipped = false;
        state.evaluations.clear();
        state.record = RecordState::None;
        self.settle();
    }

    /// Opponent and colour change a game that has not begun; one that has begun keeps them.
    fn reseat(&mut self, drawn: Color) {
        if self.state.game.ply() > 0 || !self.state.game.redo_moves().is_empty() {
            return;
        }
        self.leave_position();
        self.state.seats = seats(&self.state.settings, drawn);
        self.state.flipped = false;
        self.settle();
    }

    fn user_move(&mut self, mv: Move) {
        let state = &*self.state;
        let playable = state.viewed.is_none()
            && state.outcome().is_none()
            && state.seats.is_human(state.turn())
            && state.game.position().is_legal(mv);
        if !playable {
            return;
        }
        self.leave_position();
        self.play(mv);
        self.settle();
    }

    fn undo(&mut self) {
        let Some(target) = self.state.undo_target() else {
            return;
        };
        self.leave_position();
        while self.state.game.ply() > target {
            self.state.game.undo();
        }
        self.state.resigned = None;
        self.settle();
    }

    fn redo(&mut self) {
        if !self.state.can_redo() {
            return;
        }
        self.leave_position();
        // The answer comes back with the move, up to the visitor's turn.
        while self.state.game.redo().is_some() && !self.state.seats.is_human(self.state.turn()) {}
        self.settle();
    }

    fn resign(&mut self) {
        if !self.state.can_resign() {
            return;
        }
        self.drop_search();
        // The visitor loses, whoever's turn it is (fault 11).
        self.state.resigned = Some(self.state.seats.human().unwrap_or(self.state.turn()));
        self.settle();
    }

    fn view(&mut self, ply: usize) {
        self.state.viewed = (ply < self.state.game.ply()).then_some(ply);
        self.save = true;
    }

    /// Plays a legal move; what was known about later positions goes.
    fn play(&mut self, mv: Move) {
        let ply = self.state.game.ply();
        if self.state.game.play(mv).is_ok() {
            self.state.evaluations.retain(|&known, _| known <= ply);
        }
    }

    /// The position has changed: show it, count the result if the game is over, go on if not.
    fn settle(&mut self) {
        self.save = true;
        self.state.viewed = None;
        self.state.reply_shown = false;
        self.finish();
        self.go_on();
    }

    // --- the search ---------------------------------------------------------------------------

    /// Starts the search that the position asks for: the engine's move, or the evaluation of a
    /// position that a person has before them. Nothing else starts a search.
    fn go_on(&mut self) {
        let state = &mut *self.state;
        let idle = state.search.is_none() && state.engine == EngineState::Ready;
        if !idle || state.outcome().is_some() {
            return;
        }
        let ply = state.game.ply();
        let purpose = if !state.seats.is_human(state.turn()) {
            Purpose::Move
        } else if ply > 0 && !state.evaluations.contains_key(&ply) {
            Purpose::Evaluate
        } else {
            return;
        };
        let id = state.last_search.next();
        let slow = state.settings.slow_replay && !state.instant && purpose == Purpose::Move;
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
        self.effects
            .push(Effect::Search(Box::new(order(state, id, purpose))));
        if slow {
            let event = Box::new(Event::GoLive { id });
            self.effects.push(Effect::After {
                ms: SHORT_SEARCH_MS,
                event,
            });
        }
    }

    /// Ends the search in progress, whose answer is not wanted any more.
    fn drop_search(&mut self) {
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
    fn leave_position(&mut self) {
        self.drop_search();
        self.state.thought = None;
    }

    /// The search in progress, if it has this number and its answer is still to come.
    fn running(&mut self, id: SearchId) -> Option<&mut Search> {
        self.state
            .search
            .as_mut()
            .filter(|search| search.id == id && !matches!(search.stage, Stage::Replaying { .. }))
    }

    fn report(&mut self, id: SearchId, reports: Vec<Report>) {
        let Some(search) = self.running(id) else {
            return;
        };
        search.reports.extend(reports);
        if matches!(search.stage, Stage::Live) {
            self.show(usize::MAX);
        }
    }

    fn done(&mut self, id: SearchId, decision: Box<Decision>) {
        let Some(search) = self.running(id) else {
            return;
        };
        let short = decision.time_ms < u64::from(SHORT_SEARCH_MS)
            && matches!(search.stage, Stage::Recording)
            && !search.reports.is_empty();
        let purpose = search.purpose;
        if short {
            let replay = Replay::new(search.reports.len());
            search.stage = Stage::Replaying { replay, decision };
            if let Some(thought) = &mut self.state.thought {
                thought.slowed = true;
            }
            self.state.failures = 0;
            return self.replay_tick(id);
        }
        self.state.failures = 0;
        match purpose {
            Purpose::Move => self.complete(*decision),
            Purpose::Evaluate => {
                self.show(usize::MAX);
                self.state.search = None;
            }
        }
    }

    /// The engine's move is played, and everything that led to it shown.
    fn complete(&mut self, decision: Decision) {
        self.show(usize::MAX);
        self.state.search = None;
        let ply = self.state.game.ply();
        if let Some(thought) = &mut self.state.thought {
            decision
                .lines
                .iter()
                .cloned()
                .for_each(|line| thought.take(&Report::Depth(line)));
            thought.finished = true;
            thought.slowed = false;
            if let Some(found) = thought.evaluation() {
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
        if let Some(&found) = self.state.evaluations.get(&ply) {
            self.state.evaluations.insert(ply + 1, found);
        }
        self.settle();
    }

    /// Shows the first so many of the search's reports.
    fn show(&mut self, until: usize) {
        let Some(search) = &mut self.state.search else {
            return;
        };
        let until = until.min(search.reports.len());
        let fresh = &search.reports[search.shown.min(until)..until];
        search.shown = search.shown.max(until);
        let ply = self.state.game.ply();
        let found = match (search.purpose, &mut self.state.thought) {
            (Purpose::Evaluate, _) => {
                let mut thought = Thought::new(*self.state.game.position(), ply);
                fresh.iter().for_each(|report| thought.take(report));
                thought.evaluation()
            }
            (Purpose::Move, Some(thought)) => {
                fresh.iter().for_each(|report| thought.take(report));
                thought.evaluation()
            }
            (Purpose::Move, None) => None,
        };
        if let Some(found) = found {
            self.state.evaluations.insert(ply, found);
        }
    }

    fn go_live(&mut self, id: SearchId) {
        let Some(search) = self.running(id) else {
            return;
        };
        if matches!(search.stage, Stage::Recording) {
            search.stage = Stage::Live;
            self.show(usize::MAX);
        }
    }

    fn replay_tick(&mut self, id: SearchId) {
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

    fn end_replay(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        if let Stage::Replaying { decision, .. } = &search.stage {
            let decision = Decision::clone(decision);
            self.complete(decision);
        }
    }

    fn skip(&mut self) {
        let Some(search) = &self.state.search else {
            return;
        };
        match search.stage {
            Stage::Recording => self.go_live(search.id),
            Stage::Live => {}
            Stage::Replaying { .. } => self.end_replay(),
        }
    }

    fn stop(&mut self) {
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

    // --- the worker ---------------------------------------------------------------------------

    fn engine_failed(&mut self, message: String) {
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

    fn retry_engine(&mut self) {
        if matches!(self.state.engine, EngineState::Failed(_)) {
            self.state.failures = 0;
            self.state.engine = EngineState::Starting(None);
            self.effects.push(Effect::StartEngine);
        }
    }

    // --- settings and results -----------------------------------------------------------------

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.state.settings);
        self.effects.push(Effect::SaveSettings(self.state.settings));
        if !self.state.settings.slow_replay {
            self.skip();
        }
    }

    /// Counts the result of a game against the engine that is over, once in the game's life.
    fn finish(&mut self) {
        let state = &mut *self.state;
        let (Some(result), Some(human), Some(id)) =
            (state.outcome(), state.seats.human(), &state.client_id)
        else {
            return;
        };
        if state.counted {
            return;
        }
        let game = FinishedGame {
            client_id: id.to_string(),
            start_fen: start_fen(&state.game),
            moves: state.game.moves().iter().map(Move::to_string).collect(),
            human,
            strategy: StrategyId::Calculator.as_str().to_owned(),
            level: state.settings.level.into(),
            result,
        };
        state.counted = true;
        state.tally.count(human, &result);
        state.record = RecordState::Sending;
        state.unsent.push(game.clone());
        self.effects
            .extend([Effect::KeepUnsent(game.clone()), Effect::Record(game)]);
    }

    fn send_all(&mut self) {
        self.state.retry_planned = false;
        self.effects
            .extend(self.state.unsent.iter().cloned().map(Effect::Record));
    }

    fn record_saved(&mut self, client_id: &str, results: Vec<StrategyTally>) {
        self.state.results = Some(results);
        self.state.send_failures = 0;
        self.forget_unsent(client_id, RecordState::Saved);
    }

    fn record_failed(&mut self, client_id: String, error: BackendError) {
        match error {
            BackendError::Invalid { .. } => {
                self.forget_unsent(&client_id, RecordState::Refused(error.to_string()));
            }
            BackendError::Unavailable(reason) => {
                self.set_record(&client_id, RecordState::Waiting(reason));
                self.plan_retry();
            }
        }
    }

    fn plan_retry(&mut self) {
        if self.state.retry_planned {
            return;
        }
        let doublings = self.state.send_failures.min(16);
        let ms = FIRST_RETRY_MS
            .saturating_mul(1 << doublings)
            .min(LONGEST_RETRY_MS);
        self.state.retry_planned = true;
        self.state.send_failures = self.state.send_failures.saturating_add(1);
        self.effects.push(Effect::After {
            ms,
            event: Box::new(Event::RetryRecord),
        });
    }

    fn forget_unsent(&mut self, client_id: &str, became: RecordState) {
        self.state.unsent.retain(|game| game.client_id != client_id);
        self.effects.push(Effect::ForgetUnsent {
            client_id: client_id.to_owned(),
        });
        self.set_record(client_id, became);
    }

    fn set_record(&mut self, client_id: &str, became: RecordState) {
        if self
            .state
            .client_id
            .as_ref()
            .is_some_and(|id| id.as_str() == client_id)
        {
            self.state.record = became;
        }
    }
}

/// The order for a search of the game as it stands.
fn order(state: &State, id: SearchId, purpose: Purpose) -> SearchOrder {
    let limits = match purpose {
        // Several lines, so that the candidates on the board have scores of their own: alpha-beta
        // proves only of the others that they are no better.
        Purpose::Move => state
            .settings
            .level
            .limits()
            .with_multipv(thought::CANDIDATES as u8),
        Purpose::Evaluate => SearchLimits {
            depth: Some(EVALUATION_DEPTH),
            movetime: Some(Duration::from_millis(EVALUATION_MS)),
            ..SearchLimits::default()
        },
    };
    SearchOrder {
        id,
        start_fen: start_fen(&state.game),
        moves: state.game.moves().to_vec(),
        limits,
        options: Options::default(),
        seed: state.client_id.as_ref().map_or(0, |id| id.seed()),
    }
}

/// The game in the form that survives a reload.
fn saved(state: &State, client_id: super::GameId) -> SavedGame {
    let played = state.game.moves().iter().chain(state.game.redo_moves());
    SavedGame {
        version: VERSION,
        client_id,
        start_fen: start_fen(&state.game),
        moves: played.map(Move::to_string).collect(),
        ply: state.game.ply(),
        human: state.seats.human(),
        resigned: state.resigned,
        counted: state.counted,
        flipped: state.flipped,
        viewed: state.viewed,
        tally: state.tally,
    }
}

fn start_fen(game: &Game) -> Option<String> {
    (*game.start() != Position::startpos()).then(|| game.start().to_fen())
}
