//! How a change of a game is put together: the game after it, and what happened.

use engine::rules::{Color, Outcome};
use wire::live::game_view::{GameStage, OpenOffers};
use wire::live::protocol::{GameEvent, Offer};

use super::{GameChange, LiveGame};
use crate::live::clock::{FREE_PLIES, Now};

/// A change under construction.
pub(super) struct ChangeBuilder {
    pub(super) live: LiveGame,
    pub(super) events: Vec<GameEvent>,
    now: Now,
}

impl ChangeBuilder {
    pub(super) fn of(live: &LiveGame, now: Now) -> Self {
        Self {
            live: live.clone(),
            events: Vec::new(),
            now,
        }
    }

    pub(super) fn done(mut self) -> GameChange {
        self.live.version += u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        GameChange {
            clocks: self.live.clocks(self.now),
            live: self.live,
            events: self.events,
        }
    }

    fn slot(&mut self, offer: Offer) -> &mut Option<Color> {
        match offer {
            Offer::Draw => &mut self.live.offers.draw,
            Offer::Takeback => &mut self.live.offers.takeback,
            Offer::Rematch => &mut self.live.offers.rematch,
        }
    }

    pub(super) fn offer(&mut self, offer: Offer, by: Color) {
        *self.slot(offer) = Some(by);
        self.events.push(GameEvent::Offered { offer, by });
    }

    pub(super) fn decline(&mut self, offer: Offer, of: Color) {
        *self.slot(offer) = None;
        self.events.push(GameEvent::Declined { offer, of });
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        if let Some(clock) = &mut self.live.clock {
            clock.stop(self.now);
        }
        self.live.offers = OpenOffers::default();
        self.live.stage = GameStage::Over { outcome };
        self.events.push(GameEvent::Ended { outcome });
    }

    pub(super) fn abort(&mut self) {
        self.live.offers = OpenOffers::default();
        self.live.stage = GameStage::Aborted;
        self.events.push(GameEvent::Aborted);
    }

    /// Takes moves back to `ply`; the side to move spends time from now on.
    pub(super) fn cut(&mut self, ply: usize) {
        let (live, now) = (&mut self.live, self.now);
        while live.game.ply() > ply && live.game.undo().is_some() {}
        if let Some(clock) = &mut live.clock {
            clock.stop(now);
            if ply >= FREE_PLIES {
                clock.start(live.game.position().side_to_move(), now);
            }
        }
        live.left_ms.truncate(ply);
        live.turn_since = now;
        live.offers = OpenOffers::default();
        live.takeback_offered_at = [None; 2];
        self.events.push(GameEvent::TakenBack {
            ply: u32::try_from(ply).unwrap_or(u32::MAX),
        });
    }
}
