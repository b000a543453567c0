//! Which players are connected, and since when the others are away.

use engine::rules::Color;
use wire::live::game_view::GameStage;
use wire::live::protocol::ServerMessage;
use wire::time_control::TimeControl;

use super::clock::{FREE_PLIES, Now};
use super::game_state::LiveGame;
use super::seat::Leave;

/// Minimum interval between broadcasts of the spectator count, milliseconds.
const SEND_EVERY_MS: Now = 1_000;

/// Absence after which a game without clocks may be claimed: a quarter of an hour.
const AWAY_MS: Now = 15 * 60 * 1_000;

/// With clocks, a third of the base time within these bounds.
const AWAY_BOUNDS_MS: (Now, Now) = (20_000, 120_000);

/// A player who said goodbye may be away for this part of it.
const GOODBYE_DIVISOR: Now = 3;

/// The sockets in a room.
#[derive(Debug)]
pub struct Presence {
    /// How long a player may be away, milliseconds.
    max_absence_ms: Now,
    /// White and Black.
    players: [PlayerPresence; 2],
    /// The same at other servers.
    elsewhere: [Elsewhere; 2],
    /// Spectators.
    watching: u32,
    sent_at: Now,
    /// Whether the counts have changed since the last broadcast.
    changed: bool,
}

/// A player's connections to other servers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// Whether there is one to a server that runs.
    pub is_connected: bool,
    /// The latest end of one.
    pub left: Option<Leave>,
}

#[derive(Debug, Clone, Copy)]
struct PlayerPresence {
    sockets: u32,
    /// Whether there was ever one.
    was_here: bool,
    /// When the last socket closed.
    away_since: Now,
    said_goodbye: bool,
}

impl Presence {
    /// Nobody is connected at `now`.
    pub fn new(control: Option<TimeControl>, now: Now) -> Self {
        let (least, most) = AWAY_BOUNDS_MS;
        let max_absence_ms = control.map_or(AWAY_MS, |control| {
            (Now::from(control.base_ms()) / 3).clamp(least, most)
        });
        let away = PlayerPresence {
            sockets: 0,
            was_here: false,
            away_since: now,
            said_goodbye: false,
        };
        Self {
            max_absence_ms,
            players: [away; 2],
            elsewhere: [Elsewhere::default(); 2],
            watching: 0,
            sent_at: now,
            changed: false,
        }
    }

    /// Counts a socket of a player, or of a spectator.
    pub fn connected(&mut self, side: Option<Color>) {
        match side {
            Some(side) => {
                let player = &mut self.players[side.index()];
                player.sockets += 1;
                player.was_here = true;
            }
            None => self.watching += 1,
        }
        self.changed = true;
    }

    /// Counts a closed socket.
    pub fn disconnected(&mut self, side: Option<Color>, goodbye: bool, now: Now) {
        match side {
            Some(side) => {
                let player = &mut self.players[side.index()];
                player.sockets = player.sockets.saturating_sub(1);
                player.away_since = now;
                player.said_goodbye = goodbye;
            }
            None => self.watching = self.watching.saturating_sub(1),
        }
        self.changed = true;
    }

    /// Counts the same sockets again after users have changed.
    pub fn recount(&mut self, players: impl Iterator<Item = Option<Color>>, now: Now) {
        for player in &mut self.players {
            if player.sockets > 0 {
                player.away_since = now;
            }
            player.sockets = 0;
        }
        self.watching = 0;
        players.for_each(|side| self.connected(side));
    }

    /// Notes who is connected to other servers.
    pub fn set_elsewhere(&mut self, elsewhere: [Elsewhere; 2]) {
        self.changed |= self.elsewhere != elsewhere;
        self.elsewhere = elsewhere;
    }

    /// Whether this side is connected to this server.
    pub fn is_here(&self, color: Color) -> bool {
        self.players[color.index()].sockets > 0
    }

    /// Whether this side is connected to any server.
    pub fn is_connected(&self, color: Color) -> bool {
        self.is_here(color) || self.elsewhere[color.index()].is_connected
    }

    /// When the last connection of this side to this server ended, or the room was opened.
    pub fn here_until(&self, color: Color) -> Now {
        self.players[color.index()].away_since
    }

    /// Until when it matters how long the players have been away from this server.
    pub fn matters_until(&self) -> Now {
        let away = self.players.iter().map(|player| player.away_since);
        away.max().unwrap_or(0) + self.max_absence_ms
    }

    /// Whether the player of this side has said goodbye, after the last connection to this server.
    pub fn has_said_goodbye(&self, color: Color) -> bool {
        self.players[color.index()].said_goodbye
    }

    /// Whether the opponent is a person who has been away for long enough.
    pub fn may_claim(&self, live: &LiveGame, by: Color, now: Now) -> bool {
        let mind = live.player(!by).engine().is_some();
        !mind && self.is_connected(by) && !self.is_connected(!by) && self.absent_until(!by) <= now
    }

    fn absent_until(&self, color: Color) -> Now {
        let player = &self.players[color.index()];
        let here = Leave {
            at: player.away_since,
            goodbye: player.said_goodbye,
        };
        let elsewhere = self.elsewhere[color.index()].left;
        let last = match elsewhere {
            Some(elsewhere) if !player.was_here || elsewhere.at > here.at => elsewhere,
            _ => here,
        };
        let part = if last.goodbye { GOODBYE_DIVISOR } else { 1 };
        last.at + self.max_absence_ms / part
    }

    /// The presence message.
    pub fn message(&self, live: &LiveGame, now: Now) -> ServerMessage {
        let here = |color| self.is_connected(color) || live.player(color).engine().is_some();
        let playing = live.stage == GameStage::Playing && live.game.ply() >= FREE_PLIES;
        let away = Color::ALL
            .into_iter()
            .find(|color| !here(*color) && self.is_connected(!*color))
            .filter(|_| playing);
        ServerMessage::Presence {
            game: live.link.clone(),
            white: here(Color::White),
            black: here(Color::Black),
            watching: self.watching,
            claim_in_ms: away.map(|away| {
                let wait = self.absent_until(away).saturating_sub(now);
                u32::try_from(wait).unwrap_or(u32::MAX)
            }),
        }
    }

    /// Notes that the message was sent.
    pub fn mark_sent(&mut self, now: Now) {
        self.sent_at = now;
        self.changed = false;
    }

    /// When the message is to be sent again. Game time may have gone back since it was sent.
    pub fn due(&self, now: Now) -> Option<Now> {
        let is_sent_later = self.sent_at > now;
        let due = if is_sent_later {
            now
        } else {
            self.sent_at + SEND_EVERY_MS
        };
        self.changed.then_some(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::game_state::SidePlayer;

    const WHITE: Color = Color::White;
    const BLITZ: TimeControl = TimeControl {
        base_s: 180,
        increment_s: 0,
    };

    fn people() -> LiveGame {
        crate::live::game_state::tests::live(None)
    }

    #[test]
    fn a_mind_is_never_away() {
        let mut presence = Presence::new(Some(BLITZ), 0);
        presence.connected(Some(WHITE));
        let mut live = people();
        assert!(presence.may_claim(&live, WHITE, 60_000));
        live.players[1] = SidePlayer::Engine {
            strategy: engine::player::StrategyId::Calculator,
            strength: engine::player::Level::WEAKEST.into(),
        };
        assert!(!presence.may_claim(&live, WHITE, 60_000));
    }

    #[test]
    fn who_is_away_for_long_may_lose_to_who_is_here() {
        let mut presence = Presence::new(Some(BLITZ), 0);
        assert!(
            !presence.may_claim(&people(), WHITE, 1_000_000),
            "nobody is here"
        );
        presence.connected(Some(WHITE));
        assert!(!presence.may_claim(&people(), WHITE, 59_999));
        assert!(presence.may_claim(&people(), WHITE, 60_000));
        presence.connected(Some(Color::Black));
        presence.connected(Some(Color::Black));
        presence.disconnected(Some(Color::Black), true, 100_000);
        assert!(
            !presence.may_claim(&people(), WHITE, 900_000),
            "a second tab is open"
        );
        presence.disconnected(Some(Color::Black), true, 200_000);
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
            Presence::new(control, 0).absent_until(WHITE)
        };
        assert_eq!(of(Some(10)), 20_000);
        assert_eq!(of(Some(180)), 60_000);
        assert_eq!(of(Some(10_800)), 120_000);
        assert_eq!(of(None), 900_000);
    }

    #[test]
    fn many_who_come_are_told_of_together() {
        let mut presence = Presence::new(None, 5_000);
        assert_eq!(presence.due(5_000), None);
        for _ in 0..1_000 {
            presence.connected(None);
        }
        assert_eq!(presence.due(5_500), Some(6_000));
        assert_eq!(presence.due(1_000), Some(1_000), "time has gone back");
        presence.mark_sent(6_000);
        assert_eq!(presence.due(6_000), None);
        presence.disconnected(None, false, 6_001);
        assert_eq!((presence.due(6_001), presence.watching), (Some(7_000), 999));
    }
}
