//! The learner: plays what did well before (L1), and where it knows nothing draws lots.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::guard::{Guard, MOST_CP};
use super::{Control, Decision, Learning, Player, Recalled, Source, StopReason};
use crate::learning::QTable;
use crate::rules::{Game, Move, Position};
use crate::search::{Line, SearchLimits};

/// What is remembered, shared with whoever lets it learn.
pub type Memory = Arc<Mutex<QTable>>;

/// Plays from memory.
///
/// With the guard on, no move of its own may be much worse than the best that a shallow search
/// sees; without it ("raw") it plays whatever it remembers or draws.
pub struct Learner {
    memory: Memory,
    epsilon: f64,
    guard: Option<Guard>,
}

/// A move that the learner would play.
struct Idea {
    mv: Move,
    recalled: Recalled,
}

impl Learner {
    /// A learner with what is remembered so far.
    #[must_use]
    pub fn new(memory: Memory, learning: &Learning) -> Learner {
        Learner {
            memory,
            epsilon: learning.params.epsilon,
            guard: learning.guard.then(Guard::new),
        }
    }

    /// What memory says of a position that it knows: with probability ε any move, else the best that
    /// was played here before, unless all that was played did badly. A move that was never played
    /// is no memory, and of a position that is new memory says nothing (fault 6).
    fn idea(&self, position: &Position, control: &mut Control<'_>) -> Option<Idea> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let known = memory.recall(position);
        if known.is_empty() {
            return None;
        }
        if control.rng.random::<f64>() < self.epsilon {
            let mv = *position.legal_moves().choose(&mut control.rng)?;
            let before = known.iter().find(|value| value.action == mv.into());
            return Some(Idea {
                mv,
                recalled: Recalled {
                    q: before.map_or(0, |value| value.q.millionths()),
                    visits: before.map_or(0, |value| value.visits),
                    exploratory: true,
                },
            });
        }
        let best = known.iter().max_by_key(|value| (value.q, value.visits))?;
        if best.q.millionths() < 0 {
            return None;
        }
        // A key that two positions share, or foreign data: then it is no move here.
        let mv = best.action.of(position)?;
        Some(Idea {
            mv,
            recalled: Recalled {
                q: best.q.millionths(),
                visits: best.visits,
                exploratory: false,
            },
        })
    }

    /// The learner's move with what it is worth, if memory has one that the guard lets pass: at
    /// most so many centipawns worse than the best as `margin` says.
    pub(super) fn suggest(
        &mut self,
        game: &Game,
        margin: fn(&Recalled) -> i32,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let idea = self.idea(game.position(), control)?;
        self.checked(game, idea.mv, margin(&idea.recalled), control)
            .map(|(line, nodes)| Decision {
                source: Source::Learner,
                recalled: Some(idea.recalled),
                ..decision(idea.mv, line, nodes)
            })
    }

    /// Whether the guard, if there is one, lets a move pass; with its line and the nodes it took.
    fn checked(
        &mut self,
        game: &Game,
        mv: Move,
        margin: i32,
        control: &mut Control<'_>,
    ) -> Option<(Option<Line>, u64)> {
        let Some(guard) = &mut self.guard else {
            return Some((None, 0));
        };
        let mut nodes = 0;
        let line = guard.approves(game, mv, margin, control, &mut nodes)?;
        Some((Some(line), nodes))
    }
}

fn decision(mv: Move, line: Option<Line>, nodes: u64) -> Decision {
    Decision {
        mv: Some(mv),
        depth: line.as_ref().map_or(0, |line| line.depth),
        seldepth: line.as_ref().map_or(0, |line| line.seldepth),
        nodes,
        stop_reason: StopReason::Depth,
        lines: line.into_iter().collect(),
        ..Decision::game_over(0)
    }
}

impl Player for Learner {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let start = control.clock.now();
        let suggested = self
            .suggest(game, |_| MOST_CP, control)
            .filter(|decision| allowed(limits, decision.mv));
        let decided = suggested.or_else(|| {
            let drawn =
                crate::teaching::shuffled(game.position(), &limits.searchmoves, &mut control.rng);
            let first = *drawn.first()?;
            let passed = drawn
                .iter()
                .find_map(|&mv| Some((mv, self.checked(game, mv, MOST_CP, control)?)));
            let (mv, (line, nodes)) = passed.unwrap_or((first, (None, 0)));
            Some(Decision {
                source: Source::Chance,
                ..decision(mv, line, nodes)
            })
        });
        let time = control.clock.now().saturating_sub(start);
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        match decided {
            Some(decision) => Decision {
                time_ms,
                ..decision
            },
            None => Decision::game_over(time_ms),
        }
    }

    fn new_game(&mut self) {}
}

/// Whether a move is among those asked for.
pub(super) fn allowed(limits: &SearchLimits, mv: Option<Move>) -> bool {
    limits.searchmoves.is_empty() || mv.is_some_and(|mv| limits.searchmoves.contains(&mv))
}
