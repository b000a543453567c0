//! What the visitor has practised. Days without practice are not counted.

use engine::exercises::ExerciseId;
use wire::visitor::exercises::AnswerGrade;

use super::deck::Deck;
use super::idea_group::IdeaGroup;
use super::local_time::LocalTime;

/// What the visitor has practised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Local days with an answer among the last 7, today included.
    pub days_of_7: u8,
    /// The same among the last 28.
    pub days_of_28: u8,
    /// Exercises that were solved today.
    pub solved_today: usize,
    /// Exercises that would be solved now, as far as the schedule knows.
    pub known: usize,
    /// All exercises that are not set aside.
    pub exercises: usize,
    /// By idea, those that were answered.
    pub ideas: Vec<IdeaShare>,
}

/// How often exercises of an idea were solved at the first try, without a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdeaShare {
    pub group: IdeaGroup,
    /// Answers that count for the schedule.
    pub answers: u32,
    pub first_tries: u32,
}

impl Deck {
    /// What was practised up to now.
    #[must_use]
    pub fn statistics(&self, time: LocalTime) -> Statistics {
        // Bit n: practised n days ago.
        let mut days: u32 = 0;
        let mut solved: Vec<ExerciseId> = Vec::new();
        for entry in self.history.log.iter() {
            let answer = &entry.answer;
            let is_solved = match answer.grade {
                AnswerGrade::Hard | AnswerGrade::Good | AnswerGrade::Easy => true,
                AnswerGrade::Again => false,
                AnswerGrade::SetAside | AnswerGrade::TakenUp => continue,
            };
            let ago = time.day().saturating_sub(time.day_of(answer.at));
            if (0..28).contains(&ago) {
                days |= 1 << ago;
            }
            if ago == 0 && is_solved {
                solved.push(answer.exercise);
            }
        }
        // The log is in the order of exercises.
        solved.dedup();
        let mut statistics = Statistics {
            days_of_7: (days & 0x7f).count_ones() as u8,
            days_of_28: days.count_ones() as u8,
            solved_today: solved.len(),
            ..Statistics::default()
        };
        self.count_exercises(time, &mut statistics);
        statistics
    }

    fn count_exercises(&self, time: LocalTime, statistics: &mut Statistics) {
        let mut known = 0.0;
        let mut ideas = IdeaGroup::ALL.map(|group| IdeaShare {
            group,
            answers: 0,
            first_tries: 0,
        });
        for (id, entry) in self.iter() {
            let schedule = self.schedule(id);
            if !schedule.is_set_aside {
                statistics.exercises += 1;
                known += schedule.retrievability(time);
            }
            let share = ideas.iter_mut().find(|share| share.group == entry.group);
            if let Some(share) = share {
                share.answers = share.answers.saturating_add(schedule.answers);
                share.first_tries = share.first_tries.saturating_add(schedule.first_tries);
            }
        }
        statistics.known = known.round() as usize;
        let answered = ideas.into_iter().filter(|share| share.answers > 0);
        statistics.ideas = answered.collect();
    }
}
