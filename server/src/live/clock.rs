//! The clock of a live game, with lag compensation. The time comes with each event.
//!
//! The first move of each side is free. From then on the side to move spends its time and each move
//! adds the increment. What the way through the network took is given back, as far as it was
//! measured, with a bound for each move and one for each side's whole game: whoever answers pings late
//! on purpose gains no more than that.

use engine::rules::{ChessClock, Color};
use serde::{Deserialize, Serialize};
use wire::{live::game_view::Clocks, time_control::TimeControl};

/// Milliseconds of game time; see `game_time`.
pub type Now = u64;

/// Plies before the clocks start: each side's first.
pub const FREE_PLIES: usize = 2;

/// Maximum lag compensation per move: a round trip on a mobile connection.
pub const MAX_LAG_PER_MOVE_MS: u32 = 100;

/// Maximum lag compensation per side and game: twenty moves on a slow mobile connection, forty on a
/// usual one.
pub const MAX_LAG_PER_GAME_MS: u32 = 2_000;

/// The clock of a live game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredClock", into = "StoredClock")]
pub struct LiveClock {
    clock: ChessClock,
    /// Remaining lag compensation, milliseconds.
    quota: [u32; 2],
}

/// A clock as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredClock {
    /// Both sides' times when the running turn began, milliseconds.
    left: ChessClock,
    quota: [u32; 2],
    /// The side whose clock runs, and since when. Earlier versions stopped a clock before they stored it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    running: Option<(Color, Now)>,
}

impl From<StoredClock> for LiveClock {
    fn from(stored: StoredClock) -> Self {
        let mut clock = stored.left;
        if let Some((side, since)) = stored.running {
            clock.start(side, since);
        }
        Self {
            clock,
            quota: stored.quota,
        }
    }
}

impl From<LiveClock> for StoredClock {
    fn from(LiveClock { clock, quota }: LiveClock) -> Self {
        Self {
            left: clock,
            quota,
            running: clock.running().zip(clock.started_at()),
        }
    }
}

/// The clock of the side to move has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flagged;

impl LiveClock {
    /// Full time for both sides, stopped.
    pub fn new(control: TimeControl) -> Self {
        Self {
            clock: ChessClock::new([control.base_ms(); 2]),
            quota: [MAX_LAG_PER_GAME_MS; 2],
        }
    }

    /// Both sides' times at `now`.
    pub fn reading(&self, now: Now) -> Clocks {
        Clocks::of(self.clock, now)
    }

    /// Starts the clock of `turn` at `from`, or leaves it if it started earlier.
    pub fn start(&mut self, turn: Color, from: Now) {
        self.clock.start(turn, from);
    }

    /// Restarts the turn at `now`, so that the time to store the last move counts for nobody.
    pub fn start_over(&mut self, now: Now) {
        self.clock.restart_turn(now);
    }

    /// Ends the turn of `mover` after a lag of `lag_ms`; returns the remaining time, milliseconds.
    /// The clock stands then.
    ///
    /// # Errors
    /// The time had run out; nothing has changed.
    pub fn press(
        &mut self,
        control: TimeControl,
        mover: Color,
        lag_ms: u32,
        now: Now,
    ) -> Result<u32, Flagged> {
        if let Some(since) = self.clock.started_at() {
            let spent = u32::try_from(now.saturating_sub(since)).unwrap_or(u32::MAX);
            let returned = self.returned(mover, lag_ms).min(spent);
            let sent_at = now - Now::from(returned);
            if self.clock.remaining_ms(mover, sent_at) == 0 {
                return Err(Flagged);
            }
            self.clock.press(control.increment_ms(), sent_at);
            self.quota[mover.index()] -= returned;
        }
        Ok(self.clock.remaining_ms(mover, now))
    }

    /// Stops the clock; the time spent is subtracted.
    pub fn stop(&mut self, now: Now) {
        self.clock.stop(now);
    }

    /// Empties the clock of `turn`.
    pub fn flag(&mut self, turn: Color) {
        self.clock.flag(turn);
    }

    /// When the running flag falls. A move on its way is waited for as long as its lag would be
    /// compensated. `None` while the clock stands.
    pub fn flag_falls(&self, lag_ms: u32) -> Option<Now> {
        let turn = self.clock.running()?;
        Some(self.clock.flag_falls_at()? + Now::from(self.returned(turn, lag_ms)))
    }

    /// Returns time of the running turn to the side to move.
    pub fn give_back(&mut self, ms: u64, now: Now) {
        if let Some(since) = self.clock.started_at() {
            self.clock
                .restart_turn(since.saturating_add(ms).min(now).max(since));
        }
    }

    /// Stops the clock as if the turn had not begun.
    pub fn stand(&mut self) {
        self.clock.cancel_turn();
    }

    /// Gives a side time.
    pub fn give(&mut self, side: Color, ms: u32) {
        self.clock.give(side, ms);
    }

    /// When the running turn began; `None` while the clock stands.
    pub fn running_since(&self) -> Option<Now> {
        self.clock.started_at()
    }

    /// Lets a running clock stand from `from` until `until`, or until it is started before.
    pub fn pause(&mut self, from: Now, until: Now) {
        let Some(turn) = self.clock.running() else {
            return;
        };
        self.clock.stop(from);
        self.clock.start(turn, until);
    }

    /// The compensation of a lag.
    fn returned(&self, side: Color, lag_ms: u32) -> u32 {
        lag_ms
            .min(MAX_LAG_PER_MOVE_MS)
            .min(self.quota[side.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl {
        base_s: 60,
        increment_s: 1,
    };
    const WHITE: Color = Color::White;

    fn running(from: Now) -> LiveClock {
        let mut clock = LiveClock::new(CONTROL);
        clock.start(WHITE, from);
        clock
    }

    #[test]
    fn a_standing_clock_costs_nothing() {
        let mut clock = LiveClock::new(CONTROL);
        assert_eq!(clock.press(CONTROL, WHITE, 0, 50_000), Ok(60_000));
        assert_eq!(clock.flag_falls(0), None);
        assert_eq!(clock.reading(70_000).running, None);
    }

    #[test]
    fn a_move_costs_its_time_and_adds_the_increment() {
        let mut clock = running(1_000);
        assert_eq!(clock.reading(11_000).white_ms, 50_000);
        assert_eq!(clock.reading(11_000).black_ms, 60_000);
        assert_eq!(clock.press(CONTROL, WHITE, 0, 11_000), Ok(51_000));
        assert_eq!(clock.reading(99_000).white_ms, 51_000);
    }

    #[test]
    fn the_networks_delay_is_given_back_while_the_quota_lasts() {
        let mut clock = running(0);
        assert_eq!(clock.press(CONTROL, WHITE, 80, 1_000), Ok(60_080));
        clock.start(WHITE, 1_000);
        // The compensation never exceeds the time spent.
        assert_eq!(clock.press(CONTROL, WHITE, 80, 1_010), Ok(61_080));
        // A huge claimed lag is compensated like any other.
        clock.start(WHITE, 2_000);
        assert_eq!(clock.press(CONTROL, WHITE, 60_000, 32_000), Ok(32_180));
    }

    #[test]
    fn a_player_who_answers_every_ping_late_gains_two_seconds_in_a_game_at_most() {
        let mut clock = running(0);
        let mut now = 0;
        for _ in 0..50 {
            clock.start(WHITE, now);
            now += 1_000;
            clock
                .press(CONTROL, WHITE, u32::MAX, now)
                .expect("has time");
        }
        assert_eq!(clock.reading(now).white_ms, 60_000 + MAX_LAG_PER_GAME_MS);
    }

    #[test]
    fn what_the_server_took_is_given_back_and_no_more_than_the_turn() {
        let mut clock = running(0);
        clock.give_back(4_000, 10_000);
        assert_eq!(clock.reading(10_000).white_ms, 54_000);
        clock.give_back(60_000, 10_000);
        assert_eq!(clock.reading(10_000).white_ms, 60_000);
        clock.start(WHITE, 11_000);
        clock.stand();
        assert_eq!(clock.reading(90_000).white_ms, 60_000);
        assert_eq!(clock.flag_falls(0), None);
    }

    #[test]
    fn a_flag_falls_when_the_time_is_over_and_what_is_on_its_way_may_still_arrive() {
        let mut clock = running(0);
        assert_eq!(clock.flag_falls(0), Some(60_000));
        assert_eq!(clock.flag_falls(300), Some(60_100));
        assert_eq!(clock.flag_falls(9_000), Some(60_100));
        assert_eq!(clock.press(CONTROL, WHITE, 0, 60_000), Err(Flagged));
        assert_eq!(clock.press(CONTROL, WHITE, 300, 60_050), Ok(1_050));
        let mut clock = running(0);
        clock.flag(WHITE);
        assert_eq!(clock.reading(1_000_000).white_ms, 0);
    }

    #[test]
    fn a_turn_that_begins_later_has_spent_nothing_yet() {
        let mut clock = running(15_000);
        assert_eq!(clock.reading(3_000).white_ms, 60_000);
        assert_eq!(clock.flag_falls(0), Some(75_000));
        clock.start(WHITE, 4_000);
        assert_eq!(clock.reading(5_000).white_ms, 59_000);
        clock.start(WHITE, 9_000);
        assert_eq!(clock.reading(5_000).white_ms, 59_000, "it runs already");
    }

    #[test]
    fn a_clock_is_kept_as_it_runs() {
        for clock in [running(1_700_000_000_000), LiveClock::new(CONTROL)] {
            let kept = serde_json::to_string(&clock).expect("JSON");
            let read: LiveClock = serde_json::from_str(&kept).expect("a clock");
            assert_eq!(read, clock, "{kept}");
        }
        let earlier = r#"{"left":[60000,60000],"quota":[2000,2000]}"#;
        let read: LiveClock = serde_json::from_str(earlier).expect("a clock");
        assert_eq!(read, LiveClock::new(CONTROL), "stood when it was stored");
    }

    #[test]
    fn a_pause_costs_nothing_and_ends_with_the_players_return() {
        let mut clock = running(10_000);
        clock.pause(12_000, 17_000);
        assert_eq!(clock.reading(16_000).white_ms, 58_000);
        assert_eq!(clock.reading(18_000).white_ms, 57_000);
        clock.start(WHITE, 13_000);
        assert_eq!(clock.reading(18_000).white_ms, 53_000);
        // A turn that began meanwhile has lost nothing.
        let mut clock = running(13_000);
        clock.pause(12_000, 17_000);
        assert_eq!(clock.reading(18_000).white_ms, 59_000);
        let mut clock = LiveClock::new(CONTROL);
        clock.pause(12_000, 17_000);
        assert_eq!(clock, LiveClock::new(CONTROL));
    }
}
