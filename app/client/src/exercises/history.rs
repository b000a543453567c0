//! All answers of a visitor, with what follows from them: what is due of exercises, and of the moves of an
//! opening repertoire, which are answered in the same form.

use std::cmp::Reverse;

use engine::exercises::ExerciseId;
use litemap::LiteMap;
use wire::visitor::exercises::ExerciseAnswer;

use super::answer_log::{AnswerLog, LoggedAnswer};
use super::local_time::LocalTime;
use super::schedule::{RETRY_MS, Schedule};
use crate::sorted::sorted;

/// What was not solved comes again after so many others, even if its time has not come.
const RETRY_AFTER: usize = 5;

/// All answers of a visitor, with the schedules that follow from them. Two histories merge to the same one in
/// any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerHistory {
    pub(super) log: AnswerLog,
    /// Of each exercise that has answers; they follow from the log.
    schedules: LiteMap<ExerciseId, Schedule>,
}

impl AnswerHistory {
    /// Adds an answer; whether it is new.
    pub fn add(&mut self, answer: ExerciseAnswer) -> bool {
        let changed = self.log.add(answer);
        for &id in &changed {
            self.replay(id);
        }
        !changed.is_empty()
    }

    /// Adds all that another history has.
    pub fn merge(&mut self, other: &AnswerHistory) {
        self.extend(other.log.iter().copied());
    }

    pub(super) fn extend(&mut self, answers: impl IntoIterator<Item = LoggedAnswer>) {
        for id in self.log.extend(answers) {
            self.replay(id);
        }
    }

    /// What follows from the answers to an exercise.
    #[must_use]
    pub fn schedule(&self, id: ExerciseId) -> Schedule {
        self.schedules.get(&id).copied().unwrap_or_default()
    }

    /// Those of these exercises that are due now: first those most overdue by their own interval.
    #[must_use]
    pub fn due(&self, ids: &[ExerciseId], time: LocalTime) -> Vec<ExerciseId> {
        let latest = self.latest_answers(time);
        let due = self
            .scheduled(ids)
            .filter(|(_, schedule)| is_due(schedule, time, &latest));
        let due = sorted(due.map(|(id, schedule)| (Reverse(schedule.overdue(time)), id)));
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// How many of these exercises are due before the next local midnight.
    #[must_use]
    pub fn due_today(&self, ids: &[ExerciseId], time: LocalTime) -> usize {
        let latest = self.latest_answers(time);
        let due = self.scheduled(ids).filter(|(_, schedule)| {
            let at = schedule.due_at(time);
            is_due(schedule, time, &latest) || at.is_some_and(|at| time.day_of(at) <= time.day())
        });
        due.count()
    }

    /// How many local days from now the first of these exercises is due, 0 for today; `None` if none is.
    #[must_use]
    pub fn days_until_due(&self, ids: &[ExerciseId], time: LocalTime) -> Option<u64> {
        let due = self.scheduled(ids);
        let first = due
            .filter_map(|(_, schedule)| schedule.due_at(time))
            .min()?;
        let days = time.day_of(first).saturating_sub(time.day());
        Some(u64::try_from(days).unwrap_or_default())
    }

    /// How many of these exercises were answered for the first time today.
    #[must_use]
    pub fn begun_today(&self, ids: &[ExerciseId], time: LocalTime) -> usize {
        let begun = ids.iter().filter(|id| {
            let begun_at = self.schedule(**id).begun_at;
            begun_at.is_some_and(|at| time.day_of(at) == time.day())
        });
        begun.count()
    }

    /// Those of these exercises that have answers and are not set aside.
    pub(super) fn scheduled(
        &self,
        ids: &[ExerciseId],
    ) -> impl Iterator<Item = (ExerciseId, Schedule)> {
        let known = ids.iter().map(|&id| (id, self.schedule(id)));
        known.filter(|(_, schedule)| !schedule.is_set_aside && !schedule.is_new())
    }

    /// When the answers were given that may have brought an exercise up again before its time.
    fn latest_answers(&self, time: LocalTime) -> Vec<u64> {
        let since = time.ms.saturating_sub(RETRY_MS);
        let times = self.log.iter().map(|entry| entry.answer.at);
        times.filter(|at| (since..=time.ms).contains(at)).collect()
    }

    fn replay(&mut self, id: ExerciseId) {
        let answers = self.log.of(id);
        if answers.is_empty() {
            self.schedules.remove(&id);
            return;
        }
        let schedule = Schedule::replay(answers.iter().map(|entry| &entry.answer));
        self.schedules.insert(id, schedule);
    }
}

/// Whether it is due now; `latest` are the times of the latest answers to all exercises.
fn is_due(schedule: &Schedule, time: LocalTime, latest: &[u64]) -> bool {
    if schedule.due_at(time).is_some_and(|at| at <= time.ms) {
        return true;
    }
    schedule.unsolved_since().is_some_and(|since| {
        since <= time.ms && latest.iter().filter(|&&at| at > since).count() >= RETRY_AFTER
    })
}
