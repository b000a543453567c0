//! What was solved of the course.

use litemap::LiteMap;
use wire::visitor::endings::SolvedEnding;

use super::Lesson;

/// The best solution of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Solution {
    /// With a move taken back or shown, or a map.
    WithHelp,
    /// Alone, in so many moves.
    Alone(u8),
}

impl Solution {
    /// The better one of two: without help before with it, then the shorter.
    #[must_use]
    pub fn better(self, other: Solution) -> Solution {
        match (self, other) {
            (Solution::Alone(one), Solution::Alone(another)) => Solution::Alone(one.min(another)),
            (one, another) => one.max(another),
        }
    }
}

/// The best solutions by the lessons' ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress(LiteMap<&'static str, Solution>);

impl Progress {
    /// The best solution of a lesson.
    #[must_use]
    pub fn of(&self, lesson: &Lesson) -> Option<Solution> {
        self.0.get(&lesson.id).copied()
    }

    /// The number of lessons that were solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.0.len()
    }

    /// Adds a solution; whether it is better than what was known.
    pub fn add(&mut self, lesson: &'static Lesson, solution: Solution) -> bool {
        let known = self.of(lesson);
        let best = known.map_or(solution, |known| known.better(solution));
        self.0.insert(lesson.id, best);
        known != Some(best)
    }

    /// Adds all that another device knows.
    pub fn merge(&mut self, other: &Progress) {
        for lesson in Lesson::all() {
            if let Some(solution) = other.of(lesson) {
                self.add(lesson, solution);
            }
        }
    }

    /// As the server has it.
    #[must_use]
    pub fn to_solved(&self) -> Vec<SolvedEnding> {
        let entries = self.0.iter().map(|(id, solution)| SolvedEnding {
            lesson: (*id).to_owned(),
            moves: match solution {
                Solution::WithHelp => None,
                Solution::Alone(moves) => Some(*moves),
            },
        });
        entries.collect()
    }

    /// What the server has; a lesson that this page does not know is left out.
    #[must_use]
    pub fn from_solved(solved: &[SolvedEnding]) -> Progress {
        let mut progress = Progress::default();
        for ending in solved {
            if let Some(lesson) = Lesson::find(&ending.lesson) {
                let solution = ending.moves.map_or(Solution::WithHelp, Solution::Alone);
                progress.add(lesson, solution);
            }
        }
        progress
    }

    /// As it is stored: `queen=9 rook=help`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let entries = self.0.iter().map(|(id, solution)| match solution {
            Solution::WithHelp => format!("{id}={HELP}"),
            Solution::Alone(moves) => format!("{id}={moves}"),
        });
        entries.collect::<Vec<_>>().join(" ")
    }

    /// Reads what [`Progress::to_text`] has written; what is not understood is left out.
    #[must_use]
    pub fn parse(text: &str) -> Progress {
        let mut progress = Progress::default();
        for entry in text.split_ascii_whitespace() {
            let Some((id, solution)) = entry.split_once('=') else {
                continue;
            };
            let solution = match solution {
                HELP => Some(Solution::WithHelp),
                moves => moves.parse().ok().map(Solution::Alone),
            };
            if let (Some(lesson), Some(solution)) = (Lesson::find(id), solution) {
                progress.add(lesson, solution);
            }
        }
        progress
    }
}

/// In place of a number of moves.
const HELP: &str = "help";
