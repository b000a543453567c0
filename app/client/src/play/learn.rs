//! What becomes of finished games in the memory of those who learn: each is learnt once, and kept
//! until it is.

use engine::player::StrategyId;
use engine::rules::{Color, Move, Outcome};
use wire::{game_id::GameId, visitor::learners::FinishedLesson};

use super::update::{Step, start_fen};
use super::{Effect, State};
use crate::worker::learner::{LearnerRequest, LearnerResponse};

impl Step<'_> {
    /// Gives a game that has ended to those of its players who learn. Called once in its life.
    pub(super) fn learn(&mut self, id: &GameId, result: &Outcome) {
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
        state.memory.waiting.push(lesson.clone());
        self.effects.extend([
            Effect::KeepLesson(lesson.clone()),
            Effect::Learning(LearnerRequest::Learn(lesson)),
        ]);
    }

    /// A worker is there: it gets what was not learnt yet, and says what it knows.
    pub(super) fn send_lessons(&mut self) {
        self.state.memory.meetings.interrupted();
        let lessons = self.state.memory.waiting.iter().cloned();
        let orders: Vec<_> = lessons.map(LearnerRequest::Learn).collect();
        self.state.memory.looked = false;
        if self.state.has_begun() || !orders.is_empty() {
            self.effects
                .extend(orders.into_iter().map(Effect::Learning));
            self.look_at_memory();
        }
    }

    /// Has the worker say what it knows, once a game has begun: before that nobody asks, and the
    /// worker need not load what reads it.
    pub(super) fn look_at_memory(&mut self) {
        if !std::mem::replace(&mut self.state.memory.looked, true) {
            self.effects
                .push(Effect::Learning(LearnerRequest::Summarize));
        }
    }

    pub(super) fn ask_memory(&mut self, order: LearnerRequest) {
        self.state.memory.refused = None;
        self.effects.push(Effect::Learning(order));
    }

    pub(super) fn learning_news(&mut self, news: LearnerResponse) {
        let memory = &mut self.state.memory;
        match news {
            LearnerResponse::Summary(summary) => {
                memory.summary = Some(summary);
                self.meet_if_known();
            }
            LearnerResponse::Sync(meeting) => self.effects.push(Effect::Meet(meeting)),
            LearnerResponse::ImportFailed(reason) => memory.refused = Some(reason),
            LearnerResponse::Exported(document) => self.effects.push(Effect::Download(document)),
            LearnerResponse::Learned(id) => {
                memory.waiting.retain(|lesson| lesson.id != id);
                self.effects.push(Effect::ForgetLesson(id));
            }
        }
    }
}

/// The colours whose players learn from this game.
fn learning_sides(state: &State) -> Vec<Color> {
    if !state.settings.learning.on {
        return Vec::new();
    }
    let learns = |color: &Color| {
        let engine = state.engine_of(*color);
        engine.is_some_and(|engine| {
            matches!(engine.strategy, StrategyId::Ponder | StrategyId::Learner)
        })
    };
    [Color::White, Color::Black]
        .into_iter()
        .filter(learns)
        .collect()
}
