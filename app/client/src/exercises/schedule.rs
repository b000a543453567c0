//! When an exercise comes again: the replay of its answers.

use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer};

use super::local_time::{DAY_MS, LocalTime};
use super::memory::{Memory, rating};

/// After an answer that counts, further ones within so many milliseconds are practice: they say nothing about
/// what is remembered. A solved exercise rests as long, also past midnight.
pub(super) const REST_MS: u64 = 8 * 3_600_000;
/// An exercise that was not solved comes again after so many milliseconds, in the same sitting.
pub(super) const RETRY_MS: u64 = 10 * 60_000;

/// What follows from the answers to one exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Schedule {
    /// After the last answer that counts, with its time; `None` while the exercise is new.
    counted: Option<(Memory, u64)>,
    /// When it was first answered, milliseconds since 1970.
    pub begun_at: Option<u64>,
    /// The last answer with its time, practice included.
    last: Option<(AnswerGrade, u64)>,
    pub is_set_aside: bool,
    /// Answers that count.
    pub answers: u32,
    /// Those of them that solved it at the first try, without a hint.
    pub first_tries: u32,
}

impl Schedule {
    /// The replay of the answers to one exercise, by rising time.
    #[must_use]
    pub fn replay<'a>(answers: impl IntoIterator<Item = &'a ExerciseAnswer>) -> Schedule {
        let mut schedule = Schedule::default();
        for answer in answers {
            schedule.take(answer);
        }
        schedule
    }

    fn take(&mut self, answer: &ExerciseAnswer) {
        let &ExerciseAnswer { at, grade, .. } = answer;
        let Some(rating) = rating(grade) else {
            self.is_set_aside = grade == AnswerGrade::SetAside;
            return;
        };
        self.begun_at.get_or_insert(at);
        self.last = Some((grade, at));
        let (before, elapsed) = match self.counted {
            None => (None, 0),
            Some((memory, counted_at)) => {
                let elapsed = at.saturating_sub(counted_at);
                if elapsed < REST_MS {
                    return;
                }
                (Some(memory), elapsed)
            }
        };
        // Who comes back an hour earlier than yesterday comes back the next day.
        let days = (elapsed.saturating_add(DAY_MS / 2) / DAY_MS).max(1);
        let days = u32::try_from(days).unwrap_or(u32::MAX);
        self.counted = Some((Memory::after(before, days, rating), at));
        self.answers = self.answers.saturating_add(1);
        if matches!(grade, AnswerGrade::Good | AnswerGrade::Easy) {
            self.first_tries = self.first_tries.saturating_add(1);
        }
    }

    /// Whether it was never answered.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.counted.is_none()
    }

    /// Since when it has not been solved: it comes again in the same sitting.
    #[must_use]
    pub fn unsolved_since(&self) -> Option<u64> {
        let (grade, at) = self.last?;
        (grade == AnswerGrade::Again).then_some(at)
    }

    /// Whether another answer says nothing now: it was solved a short while ago.
    #[must_use]
    pub fn is_resting(&self, time: LocalTime) -> bool {
        let rests = |(_, at): (Memory, u64)| time.ms.saturating_sub(at) < REST_MS;
        self.unsolved_since().is_none() && self.counted.is_some_and(rests)
    }

    /// When it is due, milliseconds since 1970: from the beginning of a local day on. `None` while it is new.
    #[must_use]
    pub fn due_at(&self, time: LocalTime) -> Option<u64> {
        let (memory, counted_at) = self.counted?;
        let (_, last_at) = self.last?;
        if let Some(at) = self.unsolved_since() {
            return Some(at.saturating_add(RETRY_MS));
        }
        let due = counted_at.saturating_add(u64::from(memory.interval) * DAY_MS);
        let rested = last_at.saturating_add(REST_MS);
        Some(time.start_of(time.day_of(due)).max(rested))
    }

    /// Days between the last answer that counts and the next one that should come; `None` while it is new.
    #[must_use]
    pub fn interval(&self) -> Option<u16> {
        self.counted.map(|(memory, _)| memory.interval)
    }

    /// How far it is overdue, in thousandths of its own interval, at least of a day; negative before it is due,
    /// and 0 while it is new.
    #[must_use]
    pub fn overdue(&self, time: LocalTime) -> i64 {
        let (Some(due), Some(interval)) = (self.due_at(time), self.interval()) else {
            return 0;
        };
        let late = match time.ms.checked_signed_diff(due) {
            Some(late) => late,
            None if time.ms > due => i64::MAX,
            None => i64::MIN,
        };
        late / (i64::from(interval.max(1)) * (DAY_MS / 1000).cast_signed())
    }

    /// The chance that it would be solved now, 0 to 1; 0 while it is new.
    #[must_use]
    pub fn retrievability(&self, time: LocalTime) -> f64 {
        let Some((memory, counted_at)) = self.counted else {
            return 0.0;
        };
        let elapsed = time.ms.saturating_sub(counted_at) as f64;
        memory.retrievability(elapsed / DAY_MS as f64)
    }
}
