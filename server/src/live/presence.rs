//! Who is there, and for how long the others have been away.

use engine::rules::Color;
use wire::{
    live::{game_view::GameStage, protocol::ServerMessage},
    time_control::TimeControl,
};

use super::{
    clock::{FREE_PLIES, Now},
    game_state::{Seat, Table},
};

/// How many watch is told no more often than so, milliseconds.
const TOLD_EVERY_MS: Now = 1_000;

/// Away for so long without clocks, a quarter of an hour, and the game may be claimed.
const AWAY_MS: Now = 15 * 60 * 1_000;

/// With clocks it is a third of the time for the game, within these bounds.
const AWAY_BOUNDS_MS: (Now, Now) = (20_000, 120_000);

/// Who said goodbye is waited for only so much of that.
const GOODBYE_PART: Now = 3;

/// The sockets in a room.
#[derive(Debug)]
pub struct Presence {
    /// How long a player may be away.
    patience_ms: Now,
    /// White and Black.
    players: [Player; 2],
    /// How many watch beside them.
    watching: u32,
    told_at: Now,
    /// Whether the number has changed since.
    changed: bool,
}

#[derive(Debug, Clone, Copy)]
struct Player {
    sockets: u32,
    /// Since when they have none.
    away_since: Now,
    said_goodbye: bool,
}

impl Presence {
    /// Nobody is there, since `now`.
    pub fn new(control: Option<TimeControl>, now: Now) -> Self {
        let (least, most) = AWAY_BOUNDS_MS;
        let patience_ms = control.map_or(AWAY_MS, |control| {
            (Now::from(control.base_ms()) / 3).clamp(least, most)
        });
        let away = Player {
            sockets: 0,
            away_since: now,
            said_goodbye: false,
        };
        Self {
            patience_ms,
            players: [away; 2],
            watching: 0,
            told_at: now,
            changed: false,
        }
    }

    /// A socket of a side, or of somebody who watches.
    pub fn came(&mut self, seat: Option<Color>) {
        match seat {
            Some(seat) => self.players[seat.index()].sockets += 1,
            None => self.watching += 1,
        }
        self.changed = true;
    }

    /// It is gone.
    pub fn went(&mut self, seat: Option<Color>, goodbye: bool, now: Now) {
        match seat {
            Some(seat) => {
                let player = &mut self.players[seat.index()];
                player.sockets = player.sockets.saturating_sub(1);
                player.away_since = now;
                player.said_goodbye = goodbye;
            }
            None => self.watching = self.watching.saturating_sub(1),
        }
        self.changed = true;
    }

    /// The same sockets, some of them perhaps of somebody else.
    pub fn count_again(&mut self, seats: impl Iterator<Item = Option<Color>>, now: Now) {
        for player in &mut self.players {
            if player.sockets > 0 {
                player.away_since = now;
            }
            player.sockets = 0;
        }
        self.watching = 0;
        seats.for_each(|seat| self.came(seat));
    }

    /// Whether this side is connected.
    pub fn is_here(&self, color: Color) -> bool {
        self.players[color.index()].sockets > 0
    }

    /// Whether this side's opponent, a person, has been away for long enough.
    pub fn may_claim(&self, table: &Table, by: Color, now: Now) -> bool {
        let mind = matches!(table.seat(!by), Seat::Mind { .. });
        !mind && self.is_here(by) && !self.is_here(!by) && self.waits_until(!by) <= now
    }

    fn waits_until(&self, color: Color) -> Now {
        let player = &self.players[color.index()];
        let part = if player.said_goodbye { GOODBYE_PART } else { 1 };
        player.away_since + self.patience_ms / part
    }

    /// All of it, as it is told.
    pub fn tell(&self, table: &Table, now: Now) -> ServerMessage {
        let here = |color| self.is_here(color) || matches!(table.seat(color), Seat::Mind { .. });
        let playing = table.stage == GameStage::Playing && table.game.ply() >= FREE_PLIES;
        let away = [Color::White, Color::Black]
            .into_iter()
            .find(|color| !here(*color) && self.is_here(!*color))
            .filter(|_| playing);
        ServerMessage::Presence {
            game: table.link.clone(),
            white: here(Color::White),
            black: here(Color::Black),
            watching: self.watching,
            claim_in_ms: away.map(|away| {
                let wait = self.waits_until(away).saturating_sub(now);
                u32::try_from(wait).unwrap_or(u32::MAX)
            }),
        }
    }

    /// It was told.
    pub fn told(&mut self, now: Now) {
        self.told_at = now;
        self.changed = false;
    }

    /// When it is to be told again.
    pub fn due(&self) -> Option<Now> {
        self.changed.then_some(self.told_at + TOLD_EVERY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::White;
    const BLITZ: TimeControl = TimeControl {
        base_s: 180,
        increment_s: 0,
    };

    fn people() -> Table {
        crate::live::game_state::tests::table(None)
    }

    #[test]
    fn a_mind_is_never_away() {
        let mut presence = Presence::new(Some(BLITZ), 0);
        presence.came(Some(WHITE));
        let mut table = people();
        assert!(presence.may_claim(&table, WHITE, 60_000));
        table.seats[1] = Seat::Mind {
            strategy: engine::player::StrategyId::Calculator,
            level: engine::player::Level::WEAKEST,
        };
        assert!(!presence.may_claim(&table, WHITE, 60_000));
    }

    #[test]
    fn who_is_away_for_long_may_lose_to_who_is_here() {
        let mut presence = Presence::new(Some(BLITZ), 0);
        assert!(
            !presence.may_claim(&people(), WHITE, 1_000_000),
            "nobody is here"
        );
        presence.came(Some(WHITE));
        assert!(!presence.may_claim(&people(), WHITE, 59_999));
        assert!(presence.may_claim(&people(), WHITE, 60_000));
        presence.came(Some(Color::Black));
        presence.came(Some(Color::Black));
        presence.went(Some(Color::Black), true, 100_000);
        assert!(
            !presence.may_claim(&people(), WHITE, 900_000),
            "a second tab is open"
        );
        presence.went(Some(Color::Black), true, 200_000);
        assert!(!presence.may_claim(&people(), WHITE, 219_999));
        assert!(
            presence.may_claim(&people(), WHITE, 220_000),
            "a goodbye was said"
        );
    }

    #[test]
    fn the_patience_goes_with_the_time() {
        let of = |base_s: Option<u16>| {
            let control = base_s.map(|base_s| TimeControl {
                base_s,
                increment_s: 0,
            });
            Presence::new(control, 0).waits_until(WHITE)
        };
        assert_eq!(of(Some(10)), 20_000);
        assert_eq!(of(Some(180)), 60_000);
        assert_eq!(of(Some(10_800)), 120_000);
        assert_eq!(of(None), 900_000);
    }

    #[test]
    fn many_who_come_are_told_of_together() {
        let mut presence = Presence::new(None, 5_000);
        assert_eq!(presence.due(), None);
        for _ in 0..1_000 {
            presence.came(None);
        }
        assert_eq!(presence.due(), Some(6_000));
        presence.told(6_000);
        assert_eq!(presence.due(), None);
        presence.went(None, false, 6_001);
        assert_eq!((presence.due(), presence.watching), (Some(7_000), 999));
    }
}
