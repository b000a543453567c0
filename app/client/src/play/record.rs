//! Results: counted once, sent until the server confirms.

use super::update::{PlayUpdate, start_fen};
use super::{PlayEffect, PlayEvent, Players, RecordState};
use engine::rules::{Color, Move, Outcome};
use wire::{BackendError, FinishedGame, StrategyTally, game_id::GameId};

/// The wait after the first failure, milliseconds; each further one doubles it.
const MIN_RETRY_MS: u32 = 4_000;
/// The longest wait before a retry, milliseconds.
const MAX_RETRY_MS: u32 = 5 * 60 * 1_000;

impl PlayUpdate<'_> {
    /// Handles the end of a game, once per game: learners learn from it, and a game against the
    /// engine counts.
    pub(super) fn handle_game_end(&mut self) {
        let state = &*self.state;
        let (Some(result), Some(id)) = (state.outcome(), state.client_id.clone()) else {
            return;
        };
        if state.counted || state.players == Players::TwoPeople {
            return;
        }
        let human = state.players.human();
        self.state.counted = true;
        self.state.engines_running = false;
        self.learn_from_game(&id, &result);
        if let Some(human) = human {
            self.record_result(&id, human, result);
        }
    }

    fn record_result(&mut self, id: &GameId, human: Color, result: Outcome) {
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
        self.effects.extend([
            PlayEffect::StoreUnsent(game.clone()),
            PlayEffect::RecordGame(game),
        ]);
    }

    pub(super) fn send_unsent(&mut self) {
        self.state.retry_planned = false;
        self.effects.extend(
            self.state
                .unsent
                .iter()
                .cloned()
                .map(PlayEffect::RecordGame),
        );
    }

    pub(super) fn record_saved(&mut self, client_id: &str, results: Vec<StrategyTally>) {
        self.state.results = Some(results);
        self.state.send_failures = 0;
        self.remove_unsent(client_id, RecordState::Saved);
    }

    pub(super) fn record_failed(&mut self, client_id: String, error: BackendError) {
        match error {
            BackendError::Invalid { .. } => {
                self.remove_unsent(&client_id, RecordState::Rejected(error.to_string()));
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
        let ms = MIN_RETRY_MS
            .saturating_mul(1 << doublings)
            .min(MAX_RETRY_MS);
        self.state.retry_planned = true;
        self.state.send_failures = self.state.send_failures.saturating_add(1);
        self.effects.push(PlayEffect::After {
            ms,
            event: Box::new(PlayEvent::RetryRecord),
        });
    }

    pub(super) fn remove_unsent(&mut self, client_id: &str, became: RecordState) {
        self.state.unsent.retain(|game| game.client_id != client_id);
        self.effects.push(PlayEffect::RemoveUnsent {
            client_id: client_id.to_owned(),
        });
        self.set_record(client_id, became);
    }

    pub(super) fn set_record(&mut self, client_id: &str, state: RecordState) {
        if self
            .state
            .client_id
            .as_ref()
            .is_some_and(|id| id.as_str() == client_id)
        {
            self.state.record = state;
        }
    }
}
