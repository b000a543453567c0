//! The checks of one candidate: a move that lost much by the first look.

use super::choice::{Choice, MORE_LINES, TWO_LINES};
use super::difficulty::PROBE_NODES;
use super::exercise::{Exercise, ExerciseIdea, ExerciseOrigin, replay};
use super::idea::IdeaFinder;
use super::settings::{ExerciseSearch, ExerciseSettings, MIN_LOSS};
use super::solution::SolutionFinder;
use crate::explain::chance;
use crate::rules::{Game, Move};
use crate::search::{Line, SearchLimits};

/// The most plies of a refutation.
pub(super) const MAX_REFUTATION: usize = 8;

/// The checks of a candidate in progress.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CandidateCheck {
    /// The game before the move.
    game: Game,
    /// The move in the game.
    played: Move,
    settings: ExerciseSettings,
    /// The accepted moves, those that the searches up to now agree on.
    accepted: Vec<Move>,
    /// The best line of the deepest search.
    best: Option<Line>,
    /// The loss of the move in the game, with its line, where it is known.
    known: Option<PlayedMove>,
    solution: Vec<Move>,
    idea: Option<ExerciseIdea>,
    step: CheckStep,
}

/// How much the move in the game lost.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayedMove {
    /// Percentage points.
    pub loss: f64,
    /// The move with the best replies.
    pub line: Vec<Move>,
}

#[derive(Clone, Debug, PartialEq)]
enum CheckStep {
    /// The search with this index for the good moves, with so many lines.
    Choice {
        index: usize,
        lines: u8,
    },
    /// The move in the game alone, to the depth of the best line.
    Played,
    Solution(Box<SolutionFinder>),
    Idea(Box<IdeaFinder>),
    /// The short search with this index.
    Probe(usize),
}

/// What a search has led to.
pub(super) enum CheckResult {
    /// Another search is needed.
    Open,
    /// No exercise; with the loss of the move in the game, percentage points, if it is known.
    Dropped(Option<f64>),
    Made(Box<Exercise>),
}

impl CandidateCheck {
    /// The check of a move; `known` is what a review has found of it.
    pub fn new(
        game: Game,
        played: Move,
        known: Option<PlayedMove>,
        settings: ExerciseSettings,
    ) -> CandidateCheck {
        CandidateCheck {
            game,
            played,
            settings,
            accepted: Vec::new(),
            best: None,
            known,
            solution: Vec::new(),
            idea: None,
            step: CheckStep::Choice {
                index: 0,
                lines: TWO_LINES,
            },
        }
    }

    /// The search that is wanted next.
    pub fn wanted(&self) -> Option<ExerciseSearch> {
        let here = |limits, fresh| ExerciseSearch {
            game: self.game.clone(),
            limits,
            fresh,
        };
        let elsewhere = |(game, limits): (&Game, SearchLimits)| ExerciseSearch {
            game: game.clone(),
            limits,
            fresh: false,
        };
        match &self.step {
            CheckStep::Choice { index, lines } => {
                let limits = SearchLimits::nodes(self.settings.check_nodes[*index]);
                // The first of all searches of the candidate.
                let fresh = *index == 0 && *lines == TWO_LINES;
                Some(here(limits.with_multipv(*lines), fresh))
            }
            CheckStep::Played => {
                let [.., most] = self.settings.check_nodes;
                let limits = SearchLimits {
                    depth: self.best.as_ref().map(|best| best.depth.max(1)),
                    searchmoves: vec![self.played],
                    ..SearchLimits::nodes(most.saturating_mul(2))
                };
                Some(here(limits, false))
            }
            CheckStep::Solution(finder) => finder.wanted().map(elsewhere),
            CheckStep::Idea(finder) => finder.wanted().map(elsewhere),
            CheckStep::Probe(index) => {
                Some(here(SearchLimits::nodes(PROBE_NODES[*index].into()), true))
            }
        }
    }

    /// Takes in the lines of the search that was wanted.
    pub fn found(&mut self, lines: &[Line]) -> CheckResult {
        let first = lines.first().and_then(|line| line.pv.first().copied());
        // Each arm that goes on puts the next step in its place.
        match std::mem::replace(&mut self.step, CheckStep::Played) {
            CheckStep::Choice {
                index,
                lines: asked,
            } => self.choose(lines, index, asked),
            CheckStep::Played => {
                let (Some(line), Some(best)) = (lines.first(), &self.best) else {
                    return CheckResult::Dropped(None);
                };
                let loss = (chance(best.score) - chance(line.score)).max(0.0);
                if loss < MIN_LOSS {
                    return CheckResult::Dropped(Some(loss));
                }
                let line = line.pv.clone();
                self.known = Some(PlayedMove { loss, line });
                self.look_for_solution()
            }
            CheckStep::Solution(mut finder) => {
                finder.found(lines);
                self.after_solution(*finder)
            }
            CheckStep::Idea(mut finder) => {
                finder.found(lines);
                self.after_idea(*finder)
            }
            CheckStep::Probe(index) if first.is_some_and(|mv| self.accepted.contains(&mv)) => {
                self.made(PROBE_NODES[index])
            }
            CheckStep::Probe(index) => self.probe(index + 1),
        }
    }

    fn choose(&mut self, lines: &[Line], index: usize, asked: u8) -> CheckResult {
        match Choice::of(lines, self.game.position()) {
            Choice::Open if index == 0 && asked < MORE_LINES => {
                self.step = CheckStep::Choice {
                    index,
                    lines: MORE_LINES,
                };
                CheckResult::Open
            }
            Choice::Clear(moves) if moves.contains(&self.played) => CheckResult::Dropped(Some(0.0)),
            Choice::Clear(moves) if index == 0 || self.agrees(&moves) => {
                self.accepted = moves;
                self.best = lines.first().cloned();
                if index + 1 < self.settings.check_nodes.len() {
                    self.step = CheckStep::Choice {
                        index: index + 1,
                        lines: asked,
                    };
                    return CheckResult::Open;
                }
                if self.known.is_some() {
                    return self.look_for_solution();
                }
                self.step = CheckStep::Played;
                CheckResult::Open
            }
            _ => {
                let first = lines.first().and_then(|line| line.pv.first());
                CheckResult::Dropped((first == Some(&self.played)).then_some(0.0))
            }
        }
    }

    /// Whether these are the moves that the search before found good.
    fn agrees(&self, moves: &[Move]) -> bool {
        let same = |mv: &Move| self.accepted.contains(mv);
        moves.len() == self.accepted.len() && moves.iter().all(same)
    }

    fn look_for_solution(&mut self) -> CheckResult {
        let line = self.best.as_ref().map_or(&[][..], |best| &best.pv);
        let [first, second, _] = self.settings.check_nodes;
        let finder = SolutionFinder::new(self.game.clone(), line, [first, second]);
        self.after_solution(finder)
    }

    /// Goes on with the solution, or with the idea once the solution is complete.
    fn after_solution(&mut self, finder: SolutionFinder) -> CheckResult {
        if finder.wanted().is_some() {
            self.step = CheckStep::Solution(Box::new(finder));
            return CheckResult::Open;
        }
        self.solution = finder.finish(&self.game);
        let Some(best) = self.best.clone() else {
            return CheckResult::Dropped(None);
        };
        let nodes = self.settings.check_nodes[0];
        self.after_idea(IdeaFinder::new(self.game.clone(), best, nodes))
    }

    /// Goes on with the idea, or with the difficulty once the idea is known.
    fn after_idea(&mut self, finder: IdeaFinder) -> CheckResult {
        if finder.wanted().is_some() {
            self.step = CheckStep::Idea(Box::new(finder));
            return CheckResult::Open;
        }
        self.idea = finder.finish();
        self.probe(0)
    }

    fn probe(&mut self, index: usize) -> CheckResult {
        let first_check = self.settings.check_nodes[0];
        match PROBE_NODES.get(index) {
            Some(&nodes) if u64::from(nodes) < first_check => {
                self.step = CheckStep::Probe(index);
                CheckResult::Open
            }
            _ => self.made(u32::try_from(first_check).unwrap_or(u32::MAX)),
        }
    }

    fn made(&mut self, found_after: u32) -> CheckResult {
        let Some(known) = self.known.take() else {
            return CheckResult::Dropped(None);
        };
        let start = *self.game.position();
        let mut line = known.line;
        line.truncate(1 + MAX_REFUTATION);
        // What a caller hands in as a line may be of another move.
        let begins = line.first() == Some(&self.played) && replay(&start, &line).is_some();
        CheckResult::Made(Box::new(Exercise {
            start,
            ply: u16::try_from(self.game.ply()).unwrap_or(u16::MAX),
            played: self.played,
            loss: to_tenths(known.loss),
            origin: ExerciseOrigin::Mistake,
            accepted: std::mem::take(&mut self.accepted),
            solution: std::mem::take(&mut self.solution),
            refutation: match begins {
                true => line.split_off(1),
                false => Vec::new(),
            },
            found_after,
            idea: self.idea.take(),
        }))
    }
}

/// Rounded to tenths, as it is stored.
fn to_tenths(points: f64) -> f64 {
    libm::round(points.clamp(0.0, 100.0) * 10.0) / 10.0
}
