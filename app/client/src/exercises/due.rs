//! What is due, and what comes next.

use engine::exercises::ExerciseId;
use wire::visitor::exercises::AnswerGrade;

use super::deck::{Deck, DeckExercise};
use super::local_time::LocalTime;
use super::schedule::RETRY_MS;
use crate::sorted::sorted;

/// New exercises of a day, unless the visitor chooses another number.
pub const DEFAULT_NEW_PER_DAY: u16 = 10;

impl Deck {
    /// The exercises that are due now: first those most overdue by their own interval.
    #[must_use]
    pub fn due(&self, time: LocalTime) -> Vec<ExerciseId> {
        self.history.due(&self.ids(), time)
    }

    /// How many are due before the next local midnight.
    #[must_use]
    pub fn due_today(&self, time: LocalTime) -> usize {
        self.history.due_today(&self.ids(), time)
    }

    /// How many local days from now the next exercise is due, 0 for today; `None` if none is.
    #[must_use]
    pub fn days_until_due(&self, time: LocalTime) -> Option<u64> {
        self.history.days_until_due(&self.ids(), time)
    }

    /// The exercises that were never answered: the easier ones first, of equal ones those added first.
    #[must_use]
    pub fn new_exercises(&self) -> Vec<ExerciseId> {
        let new = self.iter().filter(|(id, _)| {
            let schedule = self.schedule(*id);
            schedule.is_new() && !schedule.is_set_aside
        });
        let new = sorted(new.map(|(id, entry)| (difficulty_rank(entry), entry.added_at, id)));
        new.into_iter().map(|(_, _, id)| id).collect()
    }

    /// How many new ones today still brings.
    #[must_use]
    pub fn new_today(&self, time: LocalTime, new_per_day: u16) -> usize {
        let begun = self.history.begun_today(&self.ids(), time);
        let left = usize::from(new_per_day).saturating_sub(begun);
        if left == 0 {
            return 0;
        }
        left.min(self.new_exercises().len())
    }

    /// The exercise to show next: a due one, else a new one, else one that was not solved just now. Where
    /// there is another one, it is not the third of one idea in a row.
    #[must_use]
    pub fn next(&self, time: LocalTime, new_per_day: u16) -> Option<ExerciseId> {
        let due = self.due(time);
        if !due.is_empty() {
            return self.mixed(&due);
        }
        if self.new_today(time, new_per_day) > 0 {
            return self.mixed(&self.new_exercises());
        }
        let ids = self.ids();
        let unsolved = self.history.scheduled(&ids).filter_map(|(id, schedule)| {
            let since = schedule.unsolved_since()?;
            // Of another device whose clock is ahead.
            let is_soon = since.saturating_sub(time.ms) <= RETRY_MS;
            is_soon.then_some((since, id))
        });
        unsolved.min().map(|(_, id)| id)
    }

    fn ids(&self) -> Vec<ExerciseId> {
        self.iter().map(|(id, _)| id).collect()
    }

    /// The first of these, unless it is the third of one idea in a row and there is another idea. Among
    /// those of the same level it is not the third of one phase in a row either.
    fn mixed(&self, order: &[ExerciseId]) -> Option<ExerciseId> {
        let first = *order.first()?;
        let [Some(one), Some(other)] = self.last_two() else {
            return Some(first);
        };
        let entries = || order.iter().filter_map(|id| Some((*id, self.get(*id)?)));
        let is_third_idea =
            |entry: &DeckExercise| one.group == other.group && entry.group == one.group;
        let is_third_phase =
            |entry: &DeckExercise| one.phase == other.phase && entry.phase == one.phase;
        let mut other_ideas = entries().filter(|(_, entry)| !is_third_idea(entry));
        let Some((chosen, level)) = other_ideas
            .next()
            .map(|(id, entry)| (id, entry.difficulty.level))
        else {
            return Some(first);
        };
        let mut other_phases = entries().filter(|(_, entry)| {
            !is_third_idea(entry) && !is_third_phase(entry) && entry.difficulty.level == level
        });
        let other_phase = other_phases.next().map(|(id, _)| id);
        Some(other_phase.unwrap_or(chosen))
    }

    /// The exercises that were answered last.
    fn last_two(&self) -> [Option<&DeckExercise>; 2] {
        let mut last: [Option<(u64, ExerciseId)>; 2] = [None; 2];
        for entry in self.history.log.iter() {
            let answer = &entry.answer;
            let is_shown = self.get(answer.exercise).is_some();
            if !is_shown || answer.grade == AnswerGrade::TakenUp {
                continue;
            }
            let found = Some((answer.at, answer.exercise));
            let is_last = last[0].is_some_and(|(_, id)| id == answer.exercise);
            if found > last[0] {
                if !is_last {
                    last[1] = last[0];
                }
                last[0] = found;
            } else if !is_last && found > last[1] {
                last[1] = found;
            }
        }
        last.map(|found| self.get(found?.1))
    }
}

/// The easier ones first.
fn difficulty_rank(entry: &DeckExercise) -> (u8, u32, u16) {
    let difficulty = entry.difficulty;
    (difficulty.level, difficulty.nodes, difficulty.legal_moves)
}
