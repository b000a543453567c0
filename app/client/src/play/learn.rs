//! Lessons: each finished game is learned once, and stored until it is.

use crate::worker::{EngineCommand, ToWorker};
use engine::player::StrategyId;
use engine::rules::{Color, Move, Outcome};
use wire::{game_id::GameId, visitor::learners::FinishedLesson};

use super::update::{PlayUpdate, start_fen};
use super::{PlayEffect, PlayState};
use crate::worker::learner::{LearnerRequest, LearnerResponse};

impl PlayUpdate<'_> {
    /// Creates the lesson of a finished game, if one of its players learns. Called once per game.
    pub(super) fn learn_from_game(&mut self, id: &GameId, result: &Outcome) {
        let sides = learning_sides(self.state);
        if sides.is_empty() {
            return;
        }
        let state = &mut *self.state;
        let lesson = FinishedLesson {
            id: id.clone(),
            start_fen: start_fen(&state.game),
            moves: state.game.moves().iter().map(Move::to_string).collect(),
            winner: result.winner,
            sides,
            how: state.settings.learning,
        };
        state.learner.unlearned.push(lesson.clone());
        self.effects.extend([
            PlayEffect::StoreLesson(lesson.clone()),
            PlayEffect::Engine(EngineCommand::Send(ToWorker::Learner(
                LearnerRequest::Learn(lesson),
            ))),
        ]);
    }

    /// Sends a new worker the lessons that have not been learned, and requests a summary.
    pub(super) fn send_unlearned_games(&mut self) {
        self.state.learner.sync.reset();
        let lessons = self.state.learner.unlearned.iter().cloned();
        let orders: Vec<_> = lessons.map(LearnerRequest::Learn).collect();
        self.state.learner.summary_requested = false;
        if self.state.has_begun() || !orders.is_empty() {
            self.effects.extend(
                orders
                    .into_iter()
                    .map(|order| PlayEffect::Engine(EngineCommand::Send(ToWorker::Learner(order)))),
            );
            self.request_summary();
        }
    }

    /// Requests a summary once a game has begun. Before that the worker need not load the learner.
    pub(super) fn request_summary(&mut self) {
        if !std::mem::replace(&mut self.state.learner.summary_requested, true) {
            self.effects
                .push(PlayEffect::Engine(EngineCommand::Send(ToWorker::Learner(
                    LearnerRequest::Summarize,
                ))));
        }
    }

    pub(super) fn request_learner(&mut self, order: LearnerRequest) {
        self.state.learner.import_error = None;
        self.effects
            .push(PlayEffect::Engine(EngineCommand::Send(ToWorker::Learner(
                order,
            ))));
    }

    pub(super) fn handle_learner_response(&mut self, news: LearnerResponse) {
        let memory = &mut self.state.learner;
        match news {
            LearnerResponse::Summary(summary) => {
                memory.summary = Some(summary);
                self.sync_if_needed();
            }
            LearnerResponse::Sync(meeting) => self.effects.push(PlayEffect::SyncLearner(meeting)),
            LearnerResponse::ImportFailed(reason) => memory.import_error = Some(reason),
            LearnerResponse::Exported(document) => {
                self.effects.push(PlayEffect::Download(document))
            }
            LearnerResponse::Learned(id) => {
                memory.unlearned.retain(|lesson| lesson.id != id);
                self.effects.push(PlayEffect::RemoveLesson(id));
            }
        }
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
    [Color::White, Color::Black]
        .into_iter()
        .filter(learns)
        .collect()
}
