//! What players do beside moving: offers, resignation, claims, a rematch.

use engine::rules::{Color, Outcome, Reason};
use wire::live::game_view::GameStage;
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::change_builder::ChangeBuilder;
use super::{CommandResult, LiveGame, SidePlayer};
use crate::live::clock::{FREE_PLIES, Now};

impl LiveGame {
    /// The change that a player's action makes; `may_claim` where the opponent has been away for long enough.
    pub(super) fn acted(
        &self,
        by: Color,
        act: PlayerAction,
        may_claim: bool,
        now: Now,
    ) -> Result<CommandResult, RefusalCode> {
        let begun = self.game.ply() >= FREE_PLIES;
        match (self.stage, act) {
            (GameStage::Open, PlayerAction::Abort) => {}
            (GameStage::Over { .. }, PlayerAction::Rematch | PlayerAction::Decline) => {}
            (GameStage::Playing, PlayerAction::Rematch) => return Err(RefusalCode::NotNow),
            (GameStage::Playing, _) => {}
            _ => return Err(RefusalCode::NotPlaying),
        }
        let mut change = ChangeBuilder::of(self, now);
        match act {
            PlayerAction::Abort if begun => return Err(RefusalCode::NotNow),
            PlayerAction::Abort => change.abort(),
            PlayerAction::Resign
            | PlayerAction::Draw
            | PlayerAction::ClaimWin
            | PlayerAction::ClaimDraw
                if !begun =>
            {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::Resign => change.end(Outcome::win(!by, Reason::Resignation)),
            PlayerAction::Draw => self.draw(&mut change, by)?,
            PlayerAction::Takeback => self.take_back(&mut change, by)?,
            PlayerAction::Decline => self.decline(&mut change, by)?,
            PlayerAction::ClaimWin | PlayerAction::ClaimDraw if !may_claim => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin if !self.game.position().can_win(by) => {
                return Err(RefusalCode::NotNow);
            }
            PlayerAction::ClaimWin => change.end(Outcome::win(by, Reason::Abandonment)),
            PlayerAction::ClaimDraw => change.end(Outcome::draw(Reason::Abandonment)),
            PlayerAction::Rematch => return self.rematch(change, by),
        }
        Ok(CommandResult::Changed(Box::new(change.done())))
    }

    fn draw(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        if let Some(reason) = self.game.claimable() {
            change.end(Outcome::draw(reason));
        } else if self.offers.draw == Some(!by) {
            change.end(Outcome::draw(Reason::Agreement));
        } else if self.offers.draw.is_some()
            || self.offered_at[by.index()] == Some(self.own_plies(by))
        {
            // The offer is open already, or was declined in this turn.
            return Err(RefusalCode::NotNow);
        } else {
            change.live.offered_at[by.index()] = Some(self.own_plies(by));
            change.offer(Offer::Draw, by);
        }
        Ok(())
    }

    fn take_back(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        match self.offers.takeback {
            Some(asking) if asking != by => {
                let ply = self.before_last_of(asking).ok_or(RefusalCode::NotNow)?;
                change.cut(ply);
            }
            None if self.before_last_of(by).is_some()
                && self.takeback_offered_at[by.index()] != Some(self.own_plies(by)) =>
            {
                change.live.takeback_offered_at[by.index()] = Some(self.own_plies(by));
                change.offer(Offer::Takeback, by);
            }
            _ => return Err(RefusalCode::NotNow),
        }
        Ok(())
    }

    fn decline(&self, change: &mut ChangeBuilder, by: Color) -> Result<(), RefusalCode> {
        let offers = [
            (Offer::Draw, self.offers.draw),
            (Offer::Takeback, self.offers.takeback),
            (Offer::Rematch, self.offers.rematch),
        ];
        for (offer, of) in offers {
            if of == Some(!by) {
                change.decline(offer, !by);
            }
        }
        if change.events.is_empty() {
            return Err(RefusalCode::NotNow);
        }
        Ok(())
    }

    fn rematch(&self, mut change: ChangeBuilder, by: Color) -> Result<CommandResult, RefusalCode> {
        if self.next.is_some() {
            return Err(RefusalCode::NotNow);
        }
        match (self.player(!by), self.offers.rematch) {
            (SidePlayer::Engine { .. }, _) => Ok(CommandResult::Rematch),
            (SidePlayer::User { .. }, Some(asking)) if asking != by => Ok(CommandResult::Rematch),
            (SidePlayer::User { .. }, None) => {
                change.offer(Offer::Rematch, by);
                Ok(CommandResult::Changed(Box::new(change.done())))
            }
            _ => Err(RefusalCode::NotNow),
        }
    }

    /// The ply before this side's last move, if it has moved.
    fn before_last_of(&self, color: Color) -> Option<usize> {
        let back = if self.turn() == color { 2 } else { 1 };
        self.game.ply().checked_sub(back)
    }

    fn own_plies(&self, color: Color) -> usize {
        (0..self.game.ply())
            .filter(|ply| self.mover(*ply) == color)
            .count()
    }
}
