//! What becomes of a change: the turn that it begins, and how other servers follow it.

use serde::{Deserialize, Serialize};
use wire::live::game_view::{Clocks, GameStage, OpenOffers};
use wire::live::protocol::GameEvent;

use super::{GameChange, LiveGame};
use crate::live::clock::{LiveClock, Now};

/// What a game's moves do not tell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayState {
    pub clock: Option<LiveClock>,
    pub offers: OpenOffers,
    /// When the running turn began. Earlier versions did not store what follows.
    #[serde(default)]
    pub turn_since: Option<Now>,
    /// Each side's ply count at its last draw offer.
    #[serde(default)]
    pub offered_at: [Option<usize>; 2],
    /// The same for takeback offers.
    #[serde(default)]
    pub takeback_offered_at: [Option<usize>; 2],
}

/// A stored change, as servers tell each other of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeNotice {
    /// The version that was changed.
    pub before: u32,
    pub events: Vec<GameEvent>,
    pub clocks: Option<Clocks>,
    pub state: PlayState,
}

impl GameChange {
    /// The notice of it. `None` where a player came: the events do not tell of one.
    pub fn notice(&self) -> Option<ChangeNotice> {
        let count = u32::try_from(self.events.len()).ok()?;
        (count > 0).then(|| ChangeNotice {
            before: self.live.version - count,
            events: self.events.clone(),
            clocks: self.clocks,
            state: self.live.play_state(),
        })
    }

    /// Has the turn begin at `now`, if the change begins one; not before the server that made it had it begin.
    pub fn begin_turn(&mut self, now: Now) {
        if self.events.iter().any(begins_turn) {
            self.live.begin_turn(now.max(self.live.turn_since));
        }
    }
}

/// Whether an event begins a turn.
pub fn begins_turn(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Moved { .. } | GameEvent::TakenBack { .. })
}

impl LiveGame {
    /// Has the running turn begin at `now`.
    pub fn begin_turn(&mut self, now: Now) {
        self.turn_since = now;
        if let Some(clock) = &mut self.clock {
            clock.start_over(now);
        }
    }

    /// What is stored beside the moves.
    pub fn play_state(&self) -> PlayState {
        PlayState {
            clock: self.clock.clone(),
            offers: self.offers,
            turn_since: Some(self.turn_since),
            offered_at: self.offered_at,
            takeback_offered_at: self.takeback_offered_at,
        }
    }

    /// The change that a notice is of; `None` if it does not fit this game.
    pub fn follow(&self, notice: ChangeNotice) -> Option<GameChange> {
        if notice.before != self.version {
            return None;
        }
        let mut live = self.clone();
        for event in &notice.events {
            live.follow_event(event, notice.clocks)?;
            live.version += 1;
        }
        let PlayState {
            clock,
            offers,
            turn_since,
            offered_at,
            takeback_offered_at,
        } = notice.state;
        live.clock = clock;
        live.offers = offers;
        live.turn_since = turn_since?;
        live.offered_at = offered_at;
        live.takeback_offered_at = takeback_offered_at;
        Some(GameChange {
            live,
            events: notice.events,
            clocks: notice.clocks,
        })
    }

    fn follow_event(&mut self, event: &GameEvent, clocks: Option<Clocks>) -> Option<()> {
        match event {
            GameEvent::Moved { ply, uci } => {
                if usize::try_from(*ply) != Ok(self.game.ply()) {
                    return None;
                }
                let mover = self.turn();
                let mv = self.game.position().parse_uci(uci).ok()?;
                self.game.play(mv).ok()?;
                self.left_ms
                    .extend(clocks.map(|clocks| clocks.left_ms(mover)));
            }
            GameEvent::TakenBack { ply } => {
                let ply = usize::try_from(*ply).ok()?;
                while self.game.ply() > ply && self.game.undo().is_some() {}
                self.left_ms.truncate(ply);
            }
            GameEvent::Ended { outcome } => self.stage = GameStage::Over { outcome: *outcome },
            GameEvent::Aborted => self.stage = GameStage::Aborted,
            GameEvent::Next { game } => self.next = Some(game.clone()),
            GameEvent::Offered { .. }
            | GameEvent::Declined { .. }
            | GameEvent::TimeGiven { .. } => {}
        }
        Some(())
    }
}
