//! The log of answers: a set, so that the logs of two devices merge by union.

use std::cmp::Reverse;

use engine::exercises::ExerciseId;
use wire::visitor::exercises::{ExerciseAnswer, MAX_ANSWERS};

use crate::sorted::sorted;

/// An answer, and whether the server has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoggedAnswer {
    pub answer: ExerciseAnswer,
    pub sent: bool,
}

/// Answers in the order of exercise, time and grade, each once. Of more than [`MAX_ANSWERS`] the latest stay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerLog(Vec<LoggedAnswer>);

impl AnswerLog {
    pub fn iter(&self) -> impl Iterator<Item = &LoggedAnswer> {
        self.0.iter()
    }

    /// The answers to an exercise, by rising time.
    pub fn of(&self, id: ExerciseId) -> &[LoggedAnswer] {
        let start = self.0.partition_point(|entry| entry.answer.exercise < id);
        let of_it = self.0[start..].partition_point(|entry| entry.answer.exercise == id);
        &self.0[start..start + of_it]
    }

    /// Adds one answer; the exercises whose answers have changed, none if it is known.
    pub fn add(&mut self, answer: ExerciseAnswer) -> Vec<ExerciseId> {
        let place = self.0.binary_search_by_key(&answer, |entry| entry.answer);
        let Err(place) = place else {
            return Vec::new();
        };
        let sent = false;
        self.0.insert(place, LoggedAnswer { answer, sent });
        let mut changed = self.limit();
        changed.push(answer.exercise);
        changed
    }

    /// Adds many; the exercises whose answers may have changed, by id. What one side knows to be sent is
    /// sent.
    pub fn extend(&mut self, others: impl IntoIterator<Item = LoggedAnswer>) -> Vec<ExerciseId> {
        let before = self.0.len();
        self.0.extend(others);
        let added = self.0[before..].iter();
        let mut changed: Vec<ExerciseId> = added.map(|entry| entry.answer.exercise).collect();
        // Of two equal answers the sent one comes first and stays.
        let entries = self.0.drain(..);
        let entries = sorted(entries.map(|entry| (entry.answer, Reverse(entry.sent))));
        let entries = entries.into_iter();
        self.0
            .extend(entries.map(|(answer, Reverse(sent))| LoggedAnswer { answer, sent }));
        self.0.dedup_by_key(|entry| entry.answer);
        changed.extend(self.limit());
        let mut changed = sorted(changed);
        changed.dedup();
        changed
    }

    /// Notes that the server has these.
    pub fn mark_sent(&mut self, answers: &[ExerciseAnswer]) {
        for answer in answers {
            let place = self.0.binary_search_by_key(answer, |entry| entry.answer);
            if let Ok(place) = place {
                self.0[place].sent = true;
            }
        }
    }

    /// Notes that the server has none.
    pub fn mark_unsent(&mut self) {
        for entry in &mut self.0 {
            entry.sent = false;
        }
    }

    /// Forgets the earliest of too many: a choice by time first, the same on all devices. The exercises
    /// whose answers they were.
    fn limit(&mut self) -> Vec<ExerciseId> {
        let over = self.0.len().saturating_sub(MAX_ANSWERS);
        if over == 0 {
            return Vec::new();
        }
        let age = |answer: &ExerciseAnswer| (answer.at, answer.exercise, answer.grade);
        let ages = sorted(self.0.iter().map(|entry| age(&entry.answer)));
        let earliest_kept = ages[over];
        self.0.retain(|entry| age(&entry.answer) >= earliest_kept);
        ages[..over].iter().map(|&(_, id, _)| id).collect()
    }
}
