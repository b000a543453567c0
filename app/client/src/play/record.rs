//! Finished games: counted once, and kept until the server has recorded and the learner has learned
//! them.

use engine::player::StrategyId;
use engine::rules::{Color, Move, Outcome};
use wire::{BackendError, StrategyTally, game_id::GameId};

use super::unsent_game::{LessonDetails, Recipient, RecordDetails, UnsentGame};
use super::update::{PlayUpdate, start_fen};
use super::{EngineState, PlayEffect, PlayEvent, PlayState, Players, RecordState};
use crate::worker::learner::LearnerRequest;

/// The wait after the first failure, milliseconds; each further one doubles it.
const MIN_RETRY_MS: u32 = 4_000;
/// The longest wait before a retry, milliseconds.
const MAX_RETRY_MS: u32 = 5 * 60 * 1_000;

impl PlayUpdate<'_> {
    /// Handles the end of a game, once per game: a game against the engine counts, and learners
    /// learn from theirs.
    pub(super) fn handle_game_end(&mut self) {
        let state = &mut *self.state;
        let (Some(outcome), Some(id)) = (state.outcome(), state.client_id.clone()) else {
            return;
        };
        if state.counted || state.players == Players::TwoPeople {
            return;
        }
        state.counted = true;
        state.engines_running = false;
        if let Some(human) = state.players.human() {
            state.tally.count(human, &outcome);
            state.streak.count(human, state.settings.engine, &outcome);
            state.record = RecordState::Sending;
        }
        let game = finished_game(state, id, &outcome);
        if game.has_arrived() {
            return;
        }
        state.unsent.push(game.clone());
        self.effects.push(PlayEffect::StoreUnsent(game.clone()));
        for recipient in Recipient::ALL {
            self.deliver(&game, recipient);
        }
    }

    /// Sends a finished game to a recipient that waits for it.
    fn deliver(&mut self, game: &UnsentGame, recipient: Recipient) {
        match recipient {
            Recipient::Server => {
                if let Some(record) = game.to_record() {
                    self.state.records_sent += 1;
                    self.effects.push(PlayEffect::RecordGame(record));
                }
            }
            Recipient::Learner => {
                if let Some(lesson) = game.to_lesson() {
                    self.ask_learner(LearnerRequest::Learn(lesson));
                }
            }
        }
    }

    /// Sends a recipient the games for which it waits.
    pub(super) fn send_unsent(&mut self, recipient: Recipient) {
        for game in self.state.unsent.clone() {
            self.deliver(&game, recipient);
        }
    }

    /// Looks for the games that wait in the browser's storage. Until they are found one may be on its way to
    /// the server, which a synchronisation of the learner waits for.
    pub(super) fn find_unsent(&mut self) {
        self.state.unsent_missing = false;
        self.state.records_sent += 1;
        self.effects.push(PlayEffect::FindUnsent);
    }

    pub(super) fn unsent_found(&mut self, games: Option<Vec<UnsentGame>>) {
        match games {
            Some(games) => self.send_found(games),
            None => {
                self.state.unsent_missing = true;
                if self.state.record == RecordState::Sending {
                    let reason = "a part of the page could not be loaded";
                    self.state.record = RecordState::Waiting(reason.to_owned());
                }
                self.plan_retry();
            }
        }
        self.record_answered();
    }

    /// Sends what was found in the browser's storage; the games of this visit are on their way.
    fn send_found(&mut self, games: Vec<UnsentGame>) {
        let is_ready = self.state.engine == EngineState::Ready;
        for game in games {
            if self.state.unsent.iter().any(|known| known.id == game.id) {
                continue;
            }
            if game.record.is_some() {
                self.set_record(game.id.as_str(), RecordState::Sending);
            }
            self.deliver(&game, Recipient::Server);
            // A worker that is not ready gets its games when it is.
            if is_ready && game.lesson.is_some() {
                self.deliver(&game, Recipient::Learner);
                self.request_summary();
            }
            self.state.unsent.push(game);
        }
    }

    /// Removes a finished game for which a recipient no longer waits.
    pub(super) fn remove_unsent(&mut self, id: &str, recipient: Recipient) {
        let unsent = &mut self.state.unsent;
        let game = unsent.iter_mut().find(|game| game.id.as_str() == id);
        game.into_iter().for_each(|game| game.arrived(recipient));
        unsent.retain(|game| !game.has_arrived());
        self.effects.push(PlayEffect::RemoveUnsent {
            id: id.to_owned(),
            recipient,
        });
    }

    pub(super) fn record_saved(&mut self, client_id: &str, results: Vec<StrategyTally>) {
        self.state.results = Some(results);
        self.state.send_failures = 0;
        self.remove_unsent(client_id, Recipient::Server);
        self.set_record(client_id, RecordState::Saved);
        self.record_answered();
    }

    pub(super) fn record_failed(&mut self, client_id: &str, error: BackendError) {
        match error {
            BackendError::Invalid { .. } => {
                self.remove_unsent(client_id, Recipient::Server);
                self.set_record(client_id, RecordState::Rejected(error.to_string()));
            }
            later => {
                self.set_record(client_id, RecordState::Waiting(later.to_string()));
                self.plan_retry();
            }
        }
        self.record_answered();
    }

    /// A synchronisation may have waited for the answer. The game tells the strength, whether or not it has arrived.
    fn record_answered(&mut self) {
        self.request_rating();
        let state = &mut *self.state;
        state.records_sent = state.records_sent.saturating_sub(1);
        if state.learner.sync.repeat && !state.learner.sync.running {
            self.sync_learner();
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

    fn set_record(&mut self, client_id: &str, state: RecordState) {
        let current = self.state.client_id.as_ref();
        if current.is_some_and(|id| id.as_str() == client_id) {
            self.state.record = state;
        }
    }
}

/// The game that has ended, with all who wait for it.
fn finished_game(state: &PlayState, id: GameId, outcome: &Outcome) -> UnsentGame {
    let engine = state.settings.engine;
    let record = state.players.human().map(|human| RecordDetails {
        human,
        strategy: engine.strategy.as_str().to_owned(),
        strength: engine.strength,
        reason: outcome.reason,
        losses: state.losses(),
    });
    let sides = learning_sides(state);
    let lesson = (!sides.is_empty()).then_some(LessonDetails {
        sides,
        how: state.settings.learning,
    });
    UnsentGame {
        id,
        start_fen: start_fen(&state.game),
        moves: state.game.moves().iter().map(Move::to_string).collect(),
        winner: outcome.winner,
        record,
        lesson,
    }
}

/// The colours whose players learn from this game.
fn learning_sides(state: &PlayState) -> Vec<Color> {
    if !state.settings.learning.on {
        return Vec::new();
    }
    let learns = |color: &Color| {
        let engine = state.engine_for(*color);
        engine.is_some_and(|engine| {
            matches!(engine.strategy, StrategyId::Ponder | StrategyId::Learner)
        })
    };
    Color::ALL.into_iter().filter(learns).collect()
}
