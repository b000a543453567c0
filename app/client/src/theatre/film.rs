//! The film of a search: how much of it is shown, and how fast that grows.

/// Speeds, as multiples of the usual one.
pub const SPEEDS: [f64; 5] = [0.125, 0.25, 1.0, 4.0, 16.0];
/// The usual length of the film of a whole search, ms, and the shortest of one of its parts.
const LENGTH_MS: f64 = 20_000.0;
const MIN_PART_MS: f64 = 600.0;
/// The number of steps where motion is reduced, and what a step takes, ms.
const STEPS: f64 = 20.0;
const STEP_MS: f64 = 1_000.0;

/// The order of visits as time. Counted in visits of the search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Film {
    /// The first visit, and how many there are.
    pub first: u32,
    pub visits: u32,
    /// Visits shown, with a fraction.
    at: f64,
    /// Visits in a millisecond at the usual speed.
    pace: f64,
    pub is_playing: bool,
    /// Index in [`SPEEDS`].
    speed: usize,
    /// Milliseconds since the last step, where motion is reduced.
    waited: f64,
}

impl Film {
    /// A part of the film of `whole` visits, shown to its end.
    #[must_use]
    pub fn ended(first: u32, visits: u32, whole: u32) -> Self {
        let usual = f64::from(whole) / LENGTH_MS;
        Self {
            first,
            visits,
            at: f64::from(visits),
            pace: usual.min(f64::from(visits) / MIN_PART_MS),
            is_playing: false,
            speed: 2,
            waited: 0.0,
        }
    }

    /// The same at another speed, an index in [`SPEEDS`].
    #[must_use]
    pub fn with_speed(self, speed: usize) -> Self {
        let speed = speed.min(SPEEDS.len() - 1);
        Self { speed, ..self }
    }

    /// The last visit shown.
    #[must_use]
    pub fn last_visit(&self) -> u32 {
        self.first + self.shown().max(1) - 1
    }

    /// Visits shown.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.at as u32
    }

    /// Index in [`SPEEDS`].
    #[must_use]
    pub fn speed(&self) -> usize {
        self.speed
    }

    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.shown() >= self.visits
    }

    /// Shows so many visits.
    pub fn seek(&mut self, visits: u32) {
        self.at = f64::from(visits.min(self.visits));
        self.waited = 0.0;
    }

    /// Goes on by so many visits; backwards if negative.
    pub fn step(&mut self, visits: i32) {
        self.is_playing = false;
        self.seek(self.shown().saturating_add_signed(visits));
    }

    /// Begins to play, from the start where the end is shown.
    pub fn play(&mut self) {
        self.is_playing = true;
        if self.is_at_end() {
            self.seek(0);
        }
    }

    /// Time goes by, ms. With `reduced` motion the film moves in steps.
    pub fn advance(&mut self, ms: f64, reduced: bool) {
        if !self.is_playing {
            return;
        }
        let visits = f64::from(self.visits);
        if reduced {
            self.waited += ms;
            if self.waited >= STEP_MS {
                self.waited = 0.0;
                self.at += (visits / STEPS).max(1.0);
            }
        } else {
            // A tab in the background must not leap.
            self.at += ms.min(100.0) * self.pace * SPEEDS[self.speed];
        }
        if self.at >= visits {
            self.at = visits;
            self.is_playing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_plays_to_its_end_and_from_the_start_again() {
        let mut film = Film::ended(100, 2_000, 2_000);
        assert_eq!((film.last_visit(), film.is_at_end()), (2_099, true));
        film.play();
        assert_eq!((film.shown(), film.is_playing), (0, true));
        for _ in 0..100 {
            film.advance(100.0, false);
        }
        assert!(film.shown().abs_diff(1_000) <= 1);
        film.step(5);
        film.advance(100.0, false);
        assert!(film.shown().abs_diff(1_005) <= 1);
        film.step(-10_000);
        assert_eq!((film.shown(), film.last_visit()), (0, 100));
        film.play();
        for _ in 0..201 {
            film.advance(100.0, false);
        }
        assert!(film.is_at_end() && !film.is_playing);
    }

    #[test]
    fn a_short_part_takes_long_enough_to_be_seen() {
        let mut film = Film::ended(1, 20, 100_000);
        film.play();
        for _ in 0..5 {
            film.advance(100.0, false);
        }
        assert!(film.is_playing && film.shown() >= 15);
    }

    #[test]
    fn without_motion_it_goes_in_twenty_steps() {
        let mut film = Film::ended(1, 400, 400);
        film.play();
        film.advance(999.0, true);
        assert_eq!(film.shown(), 0);
        film.advance(1.0, true);
        assert_eq!(film.shown(), 20);
        for _ in 0..19 {
            film.advance(1_000.0, true);
        }
        assert!(film.is_at_end() && !film.is_playing);
    }

    #[test]
    fn a_tab_in_the_background_does_not_leap() {
        let mut film = Film::ended(1, 20_000, 20_000);
        film.play();
        film.advance(60_000.0, false);
        assert_eq!(film.shown(), 100);
    }
}
