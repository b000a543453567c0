//! The clocks of a live game: arithmetic on a time that comes with each event.
//!
//! The first move of each side is free. From then on the side to move spends its time and each move
//! adds the increment. What the way through the network took is given back, as far as it was
//! measured, with a bound for each move and one for each side's whole game: whoever answers pings late
//! on purpose gains no more than that.

use engine::rules::Color;
use serde::{Deserialize, Serialize};
use wire::{live::game_view::Clocks, time_control::TimeControl};

/// Milliseconds of a monotonic clock.
pub type Now = u64;

/// Plies before the clocks start: each side's first.
pub const FREE_PLIES: usize = 2;

/// Maximum lag compensation per move: a round trip on a mobile connection.
pub const MAX_LAG_PER_MOVE_MS: u32 = 100;

/// Maximum lag compensation per side and game: twenty moves on a slow mobile connection, forty on a
/// usual one.
pub const MAX_LAG_PER_GAME_MS: u32 = 2_000;

/// Both clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Remaining time of White and Black at the start of the turn, milliseconds.
    left: [u32; 2],
    /// Remaining lag compensation, milliseconds.
    quota: [u32; 2],
    /// When the turn starts; `None` while both clocks stand. Not stored, because another process
    /// has another clock.
    #[serde(skip)]
    since: Option<Now>,
}

/// The clock of the side to move has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flagged;

impl Clock {
    /// Both clocks full and standing.
    pub fn new(control: TimeControl) -> Self {
        Self {
            left: [control.base_ms(); 2],
            quota: [MAX_LAG_PER_GAME_MS; 2],
            since: None,
        }
    }

    /// The clocks at `now` with `turn` to move.
    pub fn reading(&self, turn: Color, now: Now) -> Clocks {
        let left = |color: Color| {
            let spent = if color == turn { self.spent(now) } else { 0 };
            self.left[color.index()].saturating_sub(spent)
        };
        Clocks {
            white_ms: left(Color::White),
            black_ms: left(Color::Black),
            running: self.since.map(|_| turn),
        }
    }

    /// Starts the clock of the side to move at `from`, or leaves it if it started earlier.
    pub fn start(&mut self, from: Now) {
        self.since = Some(self.since.map_or(from, |since| since.min(from)));
    }

    /// Restarts the turn at `now`, so that the time to store the last move counts for nobody.
    pub fn start_over(&mut self, now: Now) {
        if self.since.is_some() {
            self.since = Some(now);
        }
    }

    /// Presses the clock of `mover` after a lag of `lag_ms`; returns the remaining time,
    /// milliseconds. Both clocks stand then.
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
        let index = mover.index();
        if self.since.is_some() {
            let spent = self.spent(now);
            let returned = self.returned(index, lag_ms).min(spent);
            let left = self.left[index]
                .checked_sub(spent - returned)
                .filter(|left| *left > 0)
                .ok_or(Flagged)?;
            self.left[index] = left.saturating_add(control.increment_ms());
            self.quota[index] -= returned;
            self.since = None;
        }
        Ok(self.left[index])
    }

    /// Stops both clocks; the time spent is subtracted.
    pub fn stop(&mut self, turn: Color, now: Now) {
        let left = self.left[turn.index()];
        self.left[turn.index()] = left.saturating_sub(self.spent(now));
        self.since = None;
    }

    /// Empties the clock of `turn`.
    pub fn flag(&mut self, turn: Color) {
        self.left[turn.index()] = 0;
        self.since = None;
    }

    /// When the flag of `turn` falls. A move on its way is waited for as long as its lag would be
    /// compensated. `None` while both clocks stand.
    pub fn flag_falls(&self, turn: Color, lag_ms: u32) -> Option<Now> {
        let index = turn.index();
        let allowed = self.left[index].saturating_add(self.returned(index, lag_ms));
        Some(self.since? + Now::from(allowed))
    }

    /// Returns time of the running turn to the side to move.
    pub fn give_back(&mut self, ms: u64, now: Now) {
        self.since = self
            .since
            .map(|since| since.saturating_add(ms).min(now).max(since));
    }

    /// Stops both clocks as if the turn had not begun.
    pub fn stand(&mut self) {
        self.since = None;
    }

    /// The compensation of a lag.
    fn returned(&self, index: usize, lag_ms: u32) -> u32 {
        lag_ms.min(MAX_LAG_PER_MOVE_MS).min(self.quota[index])
    }

    fn spent(&self, now: Now) -> u32 {
        let spent = self.since.map_or(0, |since| now.saturating_sub(since));
        u32::try_from(spent).unwrap_or(u32::MAX)
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

    fn running(from: Now) -> Clock {
        let mut clock = Clock::new(CONTROL);
        clock.start(from);
        clock
    }

    #[test]
    fn a_standing_clock_costs_nothing() {
        let mut clock = Clock::new(CONTROL);
        assert_eq!(clock.press(CONTROL, WHITE, 0, 50_000), Ok(60_000));
        assert_eq!(clock.flag_falls(WHITE, 0), None);
        assert_eq!(clock.reading(WHITE, 70_000).running, None);
    }

    #[test]
    fn a_move_costs_its_time_and_adds_the_increment() {
        let mut clock = running(1_000);
        assert_eq!(clock.reading(WHITE, 11_000).white_ms, 50_000);
        assert_eq!(clock.reading(WHITE, 11_000).black_ms, 60_000);
        assert_eq!(clock.press(CONTROL, WHITE, 0, 11_000), Ok(51_000));
        assert_eq!(clock.reading(Color::Black, 99_000).white_ms, 51_000);
    }

    #[test]
    fn the_networks_delay_is_given_back_while_the_quota_lasts() {
        let mut clock = running(0);
        assert_eq!(clock.press(CONTROL, WHITE, 80, 1_000), Ok(60_080));
        clock.start(1_000);
        // The compensation never exceeds the time spent.
        assert_eq!(clock.press(CONTROL, WHITE, 80, 1_010), Ok(61_080));
        // A huge claimed lag is compensated like any other.
        clock.start(2_000);
        assert_eq!(clock.press(CONTROL, WHITE, 60_000, 32_000), Ok(32_180));
    }

    #[test]
    fn a_player_who_answers_every_ping_late_gains_two_seconds_in_a_game_at_most() {
        let mut clock = running(0);
        let mut now = 0;
        for _ in 0..50 {
            clock.start(now);
            now += 1_000;
            clock
                .press(CONTROL, WHITE, u32::MAX, now)
                .expect("has time");
        }
        assert_eq!(clock.left[WHITE.index()], 60_000 + MAX_LAG_PER_GAME_MS);
    }

    #[test]
    fn what_the_server_took_is_given_back_and_no_more_than_the_turn() {
        let mut clock = running(0);
        clock.give_back(4_000, 10_000);
        assert_eq!(clock.reading(WHITE, 10_000).white_ms, 54_000);
        clock.give_back(60_000, 10_000);
        assert_eq!(clock.reading(WHITE, 10_000).white_ms, 60_000);
        clock.start(11_000);
        clock.stand();
        assert_eq!(clock.reading(WHITE, 90_000).white_ms, 60_000);
        assert_eq!(clock.flag_falls(WHITE, 0), None);
    }

    #[test]
    fn a_flag_falls_when_the_time_is_over_and_what_is_on_its_way_may_still_arrive() {
        let mut clock = running(0);
        assert_eq!(clock.flag_falls(WHITE, 0), Some(60_000));
        assert_eq!(clock.flag_falls(WHITE, 300), Some(60_100));
        assert_eq!(clock.flag_falls(WHITE, 9_000), Some(60_100));
        assert_eq!(clock.press(CONTROL, WHITE, 0, 60_000), Err(Flagged));
        assert_eq!(clock.press(CONTROL, WHITE, 300, 60_050), Ok(1_050));
        let mut clock = running(0);
        clock.flag(WHITE);
        assert_eq!(clock.reading(WHITE, 1_000_000).white_ms, 0);
    }

    #[test]
    fn a_turn_that_begins_later_has_spent_nothing_yet() {
        let mut clock = running(15_000);
        assert_eq!(clock.reading(WHITE, 3_000).white_ms, 60_000);
        assert_eq!(clock.flag_falls(WHITE, 0), Some(75_000));
        clock.start(4_000);
        assert_eq!(clock.reading(WHITE, 5_000).white_ms, 59_000);
        clock.start(9_000);
        assert_eq!(
            clock.reading(WHITE, 5_000).white_ms,
            59_000,
            "it runs already"
        );
    }

    #[test]
    fn a_clock_is_kept_standing() {
        let clock = running(1);
        let kept = serde_json::to_string(&clock).expect("JSON");
        let read: Clock = serde_json::from_str(&kept).expect("a clock");
        assert_eq!(read, Clock::new(CONTROL));
    }
}
