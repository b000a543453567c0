//! Game time: what the clocks of live games go by, the same on every server of a store.
//!
//! It is the database's clock without the times in which nobody could write to the database. A server
//! asks for it now and then and counts on by its own monotonic clock in between.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::RwLock;
use tokio::time::Instant;

use super::clock::Now;

/// How much worse an answer may be than the best one so far, for each time that this one is older: the two
/// clocks drift apart by less.
const DRIFT_DIVISOR: u32 = 10_000;

/// An answer that takes so long says nothing that the next one does not say better, but that game time has stood.
pub const USELESS: Duration = Duration::from_secs(1);

/// What is lost by counting in whole milliseconds.
const ROUNDING: Duration = Duration::from_millis(2);

/// Servers that can write do so at least so often, milliseconds, while the time of a game runs. A longer
/// silence counts for no clock.
pub const MAX_SILENCE_MS: i64 = 3_000;

/// A change that is stored so much later than it was made, milliseconds, is made again, a few times: till then
/// nobody knows that it is the other side's turn. So is one by a server that takes the time for so much later
/// than it is.
pub const MAX_DELAY_MS: i64 = 2_000;

/// What the store says about the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreTime {
    /// The database's clock, milliseconds since 1970.
    pub at: i64,
    /// For how long game time has stood still, milliseconds.
    pub stood: i64,
}

impl StoreTime {
    /// The game time, milliseconds.
    pub fn game_time(self) -> Now {
        Now::try_from(self.at.saturating_sub(self.stood)).unwrap_or(0)
    }

    /// The time when the database's clock shows `clock` and no server has written since `self.at`.
    pub fn go_on(self, clock: i64) -> Self {
        let silence = clock.saturating_sub(self.at);
        let stood = match (0..=MAX_SILENCE_MS).contains(&silence) {
            true => self.stood,
            false => self.stood.saturating_add(silence),
        };
        Self { at: clock, stood }
    }
}

/// Game time at a moment, and what is known of its standstills then: only both together say something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeReading {
    pub now: Now,
    /// For how long game time has stood still, as far as this server knows, milliseconds.
    pub stood: i64,
}

/// A server's estimate of game time; cheap to clone.
#[derive(Clone, Debug)]
pub struct GameTime(Arc<RwLock<Estimate>>);

#[derive(Clone, Copy, Debug)]
struct Estimate {
    /// When the store's answer was half-way, presumably.
    heard: Instant,
    /// The game time then.
    game_time: Now,
    /// For how long game time had stood still by then, milliseconds.
    stood: i64,
    /// How long the answer took.
    took: Duration,
    began: Beginning,
}

/// When this server took over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beginning {
    /// The last game time at which any server is known to have run before; `None` if others run on.
    pub left_at: Option<Now>,
    /// The first of this one.
    pub at: Now,
}

impl GameTime {
    /// Game time by the store's first answer. `left_at` is the game time at which a server was last heard of,
    /// `None` if others run on.
    pub fn begin(asked: Instant, answer: StoreTime, left_at: Option<Now>) -> Self {
        let at = answer.game_time();
        let left_at = left_at.map(|left_at| left_at.min(at));
        Self(Arc::new(RwLock::new(Estimate::of(
            asked,
            answer,
            Beginning { left_at, at },
        ))))
    }

    /// The game time now, milliseconds.
    pub fn now(&self) -> Now {
        self.reading().now
    }

    /// The game time now, and its standstills.
    pub fn reading(&self) -> TimeReading {
        let Estimate {
            heard,
            game_time,
            stood,
            ..
        } = *self.0.read();
        let since = millis(heard.elapsed());
        TimeReading {
            now: game_time.saturating_add(since),
            stood,
        }
    }

    /// When a game time is reached, if it does not stand still until then.
    pub fn moment(&self, at: Now) -> Instant {
        let Estimate {
            heard, game_time, ..
        } = *self.0.read();
        match at.checked_sub(game_time) {
            Some(later) => heard + Duration::from_millis(later),
            None => heard,
        }
    }

    /// When this server took over.
    pub fn began(&self) -> Beginning {
        self.0.read().began
    }

    /// Takes in an answer of the store to a question of the instant `asked`. One that took long is worth
    /// less than an earlier one that did not, unless both cannot be true: then game time has stood still, or the
    /// database's clock was set by less than a standstill, and all servers have to go by it.
    pub fn hear(&self, asked: Instant, answer: StoreTime) {
        let mut estimate = self.0.write();
        let heard = Estimate::of(asked, answer, estimate.began);
        let has_stood = heard.stood != estimate.stood;
        if heard.took > USELESS && !has_stood {
            return;
        }
        let age = heard.heard.saturating_duration_since(estimate.heard);
        let drift = age / DRIFT_DIVISOR;
        let expected = estimate.game_time.saturating_add(millis(age));
        let differs_by = Duration::from_millis(expected.abs_diff(heard.game_time));
        let is_set = differs_by > (heard.took + estimate.took) / 2 + drift + ROUNDING;
        if has_stood || is_set || heard.took <= estimate.took + drift {
            *estimate = heard;
        }
    }
}

impl Estimate {
    fn of(asked: Instant, answer: StoreTime, began: Beginning) -> Self {
        let took = asked.elapsed();
        Self {
            heard: asked + took / 2,
            game_time: answer.game_time(),
            stood: answer.stood,
            took,
            began,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const FIRST: StoreTime = StoreTime {
        at: 1_000_000,
        stood: 400_000,
    };

    fn later(by: i64) -> StoreTime {
        StoreTime {
            at: FIRST.at + by,
            ..FIRST
        }
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[tokio::test(start_paused = true)]
    async fn it_goes_on_from_the_stores_answer() {
        let asked = Instant::now();
        advance(ms(20)).await;
        let time = GameTime::begin(asked, FIRST, Some(590_000));
        assert_eq!(time.now(), 600_010, "half of the way has passed");
        let began = Beginning {
            left_at: Some(590_000),
            at: 600_000,
        };
        assert_eq!(time.began(), began);
        let due = time.moment(601_010);
        assert_eq!(due - Instant::now(), ms(1_000));
        advance(ms(1_000)).await;
        assert_eq!(time.now(), 601_010);
        assert!(time.moment(5) <= Instant::now(), "what has been is past");
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_answer_is_worth_less_than_a_quick_one() {
        let time = GameTime::begin(Instant::now(), FIRST, None);
        let asked = Instant::now();
        advance(ms(5_000)).await;
        // It was given at once, and half-way would be wrong by two and a half seconds.
        time.hear(asked, later(0));
        assert_eq!(time.now(), 605_000);
        // One that is as quick corrects what has drifted.
        time.hear(Instant::now(), later(5_003));
        assert_eq!(time.now(), 605_003);
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_that_was_set_is_followed_at_once() {
        let time = GameTime::begin(Instant::now(), FIRST, None);
        advance(ms(1_000)).await;
        let asked = Instant::now();
        advance(ms(6)).await;
        // The answer is worth less than the first one, and says what that one cannot be right about.
        time.hear(asked, later(2_503));
        assert_eq!(time.now(), 602_506);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_after_long_says_nothing() {
        let time = GameTime::begin(Instant::now(), FIRST, None);
        let asked = Instant::now();
        advance(ms(7_000)).await;
        time.hear(asked, later(8_500));
        assert_eq!(time.now(), 607_000);
        time.hear(Instant::now(), later(8_500));
        assert_eq!(time.now(), 608_500);
    }

    #[tokio::test(start_paused = true)]
    async fn where_time_stood_still_it_goes_back() {
        let time = GameTime::begin(Instant::now(), FIRST, None);
        let asked = Instant::now();
        advance(ms(60_000)).await;
        let answer = StoreTime {
            at: FIRST.at + 60_000,
            stood: FIRST.stood + 59_000,
        };
        time.hear(asked, answer);
        assert_eq!(time.now(), 631_000, "the answer may be as old as that");
        time.hear(Instant::now(), answer);
        let reading = TimeReading {
            now: 601_000,
            stood: 459_000,
        };
        assert_eq!(time.reading(), reading);
        advance(ms(1_000)).await;
        let quick = StoreTime {
            at: answer.at + 1_002,
            ..answer
        };
        time.hear(Instant::now(), quick);
        assert_eq!(time.now(), 602_002);
    }
}
