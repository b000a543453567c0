//! What the visitor's moves lose, and opponents as strong as the visitor.

use engine::player::Strength;
use engine::rating::{LOSS_NODES, MoveLosses};
use engine::rules::Position;
use wire::visitor::rating::VisitorRating;

use super::update::PlayUpdate;
use super::{Coach, EngineState, PlayEffect, PlayState, Players};

impl PlayState {
    /// Whether the next opponents can be as strong as the visitor: the engine has levels.
    pub fn can_match(&self) -> bool {
        let is_alone = self.settings.opponent == crate::settings::Opponent::Engine;
        is_alone && self.strength_of(&self.settings.engine).is_some()
    }

    /// The opponent's strength in the next game, if it differs from that of this one.
    pub fn next_strength(&self) -> Option<Strength> {
        let rating = self.rating.filter(|_| self.is_matched())?;
        (rating.strength != self.settings.engine.strength).then_some(rating.strength)
    }

    /// Whether the next opponents are as strong as the visitor.
    pub fn is_matched(&self) -> bool {
        self.settings.matched && self.can_match()
    }

    /// What the visitor's moves have lost, as far as it was measured; `None` of a game that does not tell their
    /// strength.
    pub(super) fn losses(&self) -> Option<MoveLosses> {
        let Players::Engine { human } = self.players else {
            return None;
        };
        let is_usual = *self.game.start() == Position::startpos();
        self.strength_of(self.engine_for(!human)?)?;
        let played = self.losses.iter();
        let played = played.filter(|[ply, _]| (*ply as usize) < self.game.ply());
        is_usual.then(|| {
            played.fold(MoveLosses::default(), |sum, [_, lost]| MoveLosses {
                moves: sum.moves + 1,
                hundredths: sum.hundredths + lost,
            })
        })
    }
}

impl PlayUpdate<'_> {
    /// Has the visitor's latest move measured, before the engine's search of its answer.
    pub(super) fn measure_move(&mut self) {
        let last = self.state.game.moves().split_last();
        let is_ready = self.state.engine == EngineState::Ready;
        let is_coached = self.state.is_coached();
        let counts = is_coached || self.state.losses().is_some();
        if let Some((&mv, before)) = last.filter(|_| is_ready && counts) {
            if is_coached {
                self.state.coach = Coach::Measuring;
            }
            self.verify(before.len(), mv, LOSS_NODES, true);
        }
    }

    /// Notes what a move of the visitor has lost, hundredths of a point.
    pub(super) fn move_measured(&mut self, key: u64, lost: u16) {
        let mut keys = self.state.game.keys().iter();
        if let Some(next) = keys.rposition(|&known| known == key)
            && let Some(ply) = next.checked_sub(1)
        {
            self.forget_losses(ply);
            self.state.losses.push([ply as u32, lost.into()]);
            if self.state.coach == Coach::Measuring && next == self.state.game.ply() {
                self.held_move_measured(Some(lost));
            }
        }
    }

    /// Forgets what the moves from a ply on have lost. Moves are measured in their order.
    pub(super) fn forget_losses(&mut self, ply: usize) {
        let losses = &mut self.state.losses;
        while losses
            .last()
            .is_some_and(|&[known, _]| known as usize >= ply)
        {
            losses.pop();
        }
    }

    /// Asks for the visitor's rating where it is used.
    pub(super) fn request_rating(&mut self) {
        if self.state.is_matched() {
            self.effects.push(PlayEffect::AskRating { reset: false });
        }
    }

    /// The server has told the visitor's rating.
    pub(super) fn rating_loaded(&mut self, rating: VisitorRating) {
        self.state.rating = Some(rating);
        if !self.state.has_begun() {
            self.match_opponent();
        }
    }

    /// Makes the opponent of a game that has not begun as strong as the visitor.
    pub(super) fn match_opponent(&mut self) {
        if let Some(strength) = self.state.next_strength() {
            self.change_settings(|settings| settings.engine.strength = strength);
        }
    }
}
