//! How well an exercise is remembered: one step of the Free Spaced Repetition Scheduler, version 5.
//!
//! FSRS counts in days since the last answer; they come in as a number, so that no time can be out of its
//! calendar's range.

use std::time::Duration;

use rs_fsrs::{Card, ImplScheduler, LongtermScheduler, Parameters, Rating, Seed, State};
use wire::visitor::exercises::AnswerGrade;

/// Seconds of a day.
const DAY_SECONDS: u64 = 86_400;
/// The most days between two answers that count.
const MAX_ELAPSED: u32 = 36_500;
/// The longest interval, days: a year later one is another player.
const MAX_INTERVAL: u16 = 365;
/// The stability stays within these, days.
const STABILITY: (f64, f64) = (0.1, 36_500.0);

/// No jitter of the intervals, so that a replay is always the same, and no steps within a day: the deck
/// decides when an exercise comes again in the same sitting.
const PARAMETERS: Parameters = Parameters {
    request_retention: 0.9,
    maximum_interval: MAX_INTERVAL as i32,
    // The weights that FSRS-5 was published with, fitted to 20,000 users of Anki.
    w: [
        0.4072, 1.1829, 3.1262, 15.4722, 7.2102, 0.5316, 1.0651, 0.0234, 1.616, 0.1544, 1.0824,
        1.9813, 0.0953, 0.2975, 2.2042, 0.2407, 2.9466, 0.5034, 0.6567,
    ],
    decay: Parameters::DECAY,
    factor: Parameters::FACTOR,
    enable_short_term: false,
    enable_fuzz: false,
    seed: Seed::Empty,
};

/// How well an exercise is remembered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Memory {
    /// Days until it is remembered with a chance of 90 %.
    stability: f64,
    /// 1 to 10.
    difficulty: f64,
    /// Days until it should come again, at least 1.
    pub interval: u16,
}

/// The rating of an answer; `None` for what is none.
pub(super) fn rating(grade: AnswerGrade) -> Option<Rating> {
    match grade {
        AnswerGrade::Again => Some(Rating::Again),
        AnswerGrade::Hard => Some(Rating::Hard),
        AnswerGrade::Good => Some(Rating::Good),
        AnswerGrade::Easy => Some(Rating::Easy),
        AnswerGrade::SetAside | AnswerGrade::TakenUp => None,
    }
}

impl Memory {
    /// After an answer, so many days after the one before; `before` is `None` for the first answer.
    pub fn after(before: Option<Memory>, elapsed_days: u32, rating: Rating) -> Memory {
        let never = Card::default();
        let elapsed_days = elapsed_days.min(MAX_ELAPSED);
        let now = never.last_review + Duration::from_secs(u64::from(elapsed_days) * DAY_SECONDS);
        let card = match before {
            None => never,
            Some(memory) => Card {
                stability: memory.stability,
                difficulty: memory.difficulty,
                state: State::Review,
                ..never
            },
        };
        let next = LongtermScheduler::new(PARAMETERS, card, now).review(rating);
        let (least, most) = STABILITY;
        let stability = next.card.stability;
        let days = match rating {
            // What was not solved comes again on the next day.
            Rating::Again => 1,
            _ => next.card.scheduled_days.clamp(1, MAX_INTERVAL.into()),
        };
        Memory {
            // Not a number becomes the least.
            stability: stability.max(least).min(most),
            difficulty: next.card.difficulty.clamp(1.0, 10.0),
            interval: days as u16,
        }
    }

    /// The chance that it is solved so many days after the last answer, 0 to 1.
    pub fn retrievability(&self, elapsed_days: f64) -> f64 {
        Parameters::forgetting_curve(elapsed_days.max(0.0), self.stability)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Rating::{Again, Easy, Good, Hard};

    /// The intervals of answers that come when they are due.
    fn intervals(ratings: &[Rating]) -> Vec<u16> {
        let mut memory: Option<Memory> = None;
        let steps = ratings.iter().map(|&rating| {
            let elapsed = memory.map_or(0, |memory| memory.interval.into());
            let next = Memory::after(memory, elapsed, rating);
            memory = Some(next);
            next.interval
        });
        steps.collect()
    }

    #[test]
    fn the_first_interval_is_by_the_grade() {
        let first = [Again, Hard, Good, Easy].map(|rating| intervals(&[rating])[0]);
        assert_eq!(first, [1, 2, 3, 15]);
    }

    #[test]
    fn intervals_grow_with_each_solution_up_to_a_year() {
        let grown = intervals(&[Good; 12]);
        assert!(
            grown
                .windows(2)
                .all(|pair| pair[0] < pair[1] || pair[1] == 365)
        );
        assert_eq!(grown[..4], [3, 11, 36, 105]);
        assert_eq!(grown.last(), Some(&365));
    }

    #[test]
    fn what_was_not_solved_begins_with_a_day_and_grows_less_than_before() {
        let [.., before, again, after] = intervals(&[Good, Good, Good, Again, Good])[..] else {
            panic!("five intervals");
        };
        assert_eq!(again, 1);
        assert!((2..before).contains(&after), "{after}");
    }

    #[test]
    fn an_answer_is_worth_more_the_later_it_comes() {
        let first = Memory::after(None, 0, Good);
        let at = |days| Memory::after(Some(first), days, Good).stability;
        assert!(at(1) < at(3) && at(3) < at(30));
        // By the formula with S = 3.1262, D = 5.3146 and R = 0.9035.
        assert!((at(3) - 11.39).abs() < 0.01, "{}", at(3));
    }

    #[test]
    fn thousands_of_answers_stay_within_bounds() {
        for rating in [Again, Hard, Good, Easy] {
            for elapsed in [0, 1, u32::MAX] {
                let mut memory = Memory::after(None, elapsed, rating);
                for _ in 0..3_000 {
                    memory = Memory::after(Some(memory), elapsed, rating);
                }
                let (least, most) = STABILITY;
                assert!((least..=most).contains(&memory.stability), "{memory:?}");
                assert!((1.0..=10.0).contains(&memory.difficulty), "{memory:?}");
                assert!((1..=MAX_INTERVAL).contains(&memory.interval), "{memory:?}");
                let chance = memory.retrievability(f64::from(elapsed));
                assert!((0.0..=1.0).contains(&chance));
            }
        }
    }
}
