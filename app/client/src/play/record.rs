//! The result: counted once, sent until the server has it.

use super::update::{Step, start_fen};
use super::{Effect, Event, RecordState, Seats};
use engine::rules::{Color, Move, Outcome};
use wire::{BackendError, FinishedGame, StrategyTally, game_id::GameId};

/// The wait after the first failure to reach the server, in milliseconds; doubled each time.
const FIRST_RETRY_MS: u32 = 4_000;
/// The longest wait before the server is tried again, in milliseconds.
const LONGEST_RETRY_MS: u32 = 5 * 60 * 1_000;

impl Step<'_> {
    /// What a game that is over leads to, once in the game's life: learners learn from it, and
    /// against the engine its result is counted.
    pub(super) fn finish(&mut self) {
        let state = &*self.state;
        let (Some(result), Some(id)) = (state.outcome(), state.client_id.clone()) else {
            return;
        };
        if state.counted || state.seats == Seats::People {
            return;
        }
        let human = state.seats.human();
        self.state.counted = true;
        self.state.running = false;
        self.learn(&id, &result);
        if let Some(human) = human {
            self.count(&id, human, result);
        }
    }

    fn count(&mut self, id: &GameId, human: Color, result: Outcome) {
        let state = &mut *self.state;
        let engine = state.settings.engine;
        let game = FinishedGame {
            client_id: id.to_string(),
            start_fen: start_fen(&state.game),
            moves: state.game.moves().iter().map(Move::to_string).collect(),
            human,
            strategy: engine.strategy.as_str().to_owned(),
            level: engine.level.into(),
            result,
        };
        state.tally.count(human, &result);
        state.streak.count(human, engine, &result);
        state.record = RecordState::Sending;
        state.unsent.push(game.clone());
        self.effects
            .extend([Effect::KeepUnsent(game.clone()), Effect::Record(game)]);
    }

    pub(super) fn send_all(&mut self) {
        self.state.retry_planned = false;
        self.effects
            .extend(self.state.unsent.iter().cloned().map(Effect::Record));
    }

    pub(super) fn record_saved(&mut self, client_id: &str, results: Vec<StrategyTally>) {
        self.state.results = Some(results);
        self.state.send_failures = 0;
        self.forget_unsent(client_id, RecordState::Saved);
    }

    pub(super) fn record_failed(&mut self, client_id: String, error: BackendError) {
        match error {
            BackendError::Invalid { .. } => {
                self.forget_unsent(&client_id, RecordState::Refused(error.to_string()));
            }
            later => {
                self.set_record(&client_id, RecordState::Waiting(later.to_string()));
                self.plan_retry();
            }
        }
    }

    pub(super) fn plan_retry(&mut self) {
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

    pub(super) fn forget_unsent(&mut self, client_id: &str, became: RecordState) {
        self.state.unsent.retain(|game| game.client_id != client_id);
        self.effects.push(Effect::ForgetUnsent {
            client_id: client_id.to_owned(),
        });
        self.set_record(client_id, became);
    }

    pub(super) fn set_record(&mut self, client_id: &str, became: RecordState) {
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
