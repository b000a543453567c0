//! What an answer is worth: by what was needed for it, unless the visitor says otherwise.

use wire::visitor::exercises::AnswerGrade;

use super::state::{Attempt, AttemptEnd};

/// An exercise of one move that is solved within so many milliseconds was easy.
const EASY_MS: u64 = 5_000;
/// So many wrong tries, and it was not solved.
const MANY_WRONG: usize = 2;

impl Attempt {
    /// The grade of the answer, once it is over: that of the visitor, else the one that follows.
    #[must_use]
    pub fn grade(&self) -> Option<AnswerGrade> {
        let ending = self.ending()?;
        Some(self.chosen.unwrap_or_else(|| self.derived_grade(ending)))
    }

    fn derived_grade(&self, ending: AttemptEnd) -> AnswerGrade {
        if ending == AttemptEnd::Shown || self.wrong.len() >= MANY_WRONG {
            AnswerGrade::Again
        } else if self.had_hint || !self.wrong.is_empty() {
            AnswerGrade::Hard
        } else if self.is_quick() {
            AnswerGrade::Easy
        } else {
            AnswerGrade::Good
        }
    }

    /// A clock that was set back says nothing.
    fn is_quick(&self) -> bool {
        let took = self.ended_at.checked_sub(self.shown_at);
        self.exercise.solver_moves() == 1 && took.is_some_and(|took| took < EASY_MS)
    }
}
