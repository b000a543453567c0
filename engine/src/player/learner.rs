//! The learner: plays the moves with the best record, and random ones where it has none.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::guard::{Guard, MAX_LOSS_CP, scalar};
use super::{Control, Decision, Player, Recalled, Source, StopReason};
use crate::eval::{Evaluator, SharedEval};
use crate::learning::{Params, QTable};
use crate::rules::{Game, Move, Position};
use crate::search::{Line, Score, SearchLimits};

/// What a learner knows, shared with the code that trains it.
pub type Memory = Arc<Mutex<LearnerMemory>>;

/// What a learner knows: two memories of the same games.
#[derive(Clone, Debug, Default)]
pub struct LearnerMemory {
    /// What became of moves that it has played.
    pub table: QTable,
    /// A network that says what a position is worth, also one that it has never met.
    pub network: Option<SharedEval>,
}

impl From<QTable> for LearnerMemory {
    fn from(table: QTable) -> LearnerMemory {
        LearnerMemory {
            table,
            network: None,
        }
    }
}

/// How a learner learns and uses its memories.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LearnerConfig {
    pub params: Params,
    /// Whether a shallow search vetoes blunders among remembered and exploratory moves.
    pub guard: bool,
    /// Whether it plays from its table.
    pub table: bool,
    /// Whether it plays by its network where it does not play from its table.
    pub network: bool,
}

impl Default for LearnerConfig {
    fn default() -> LearnerConfig {
        LearnerConfig {
            params: Params::default(),
            guard: true,
            table: true,
            network: true,
        }
    }
}

/// Plays from a Q table, by a network where the table knows nothing, and at random without either.
///
/// With the guard on, no move of its own may be much worse than the best of a shallow search.
pub struct Learner {
    memory: Memory,
    epsilon: f64,
    guard: Option<Guard>,
    uses_table: bool,
    uses_network: bool,
}

/// A remembered or exploratory move.
struct Suggestion {
    mv: Move,
    recalled: Recalled,
}

impl Learner {
    #[must_use]
    pub fn new(memory: Memory, config: &LearnerConfig) -> Learner {
        Learner {
            memory,
            epsilon: config.params.epsilon,
            guard: config.guard.then(Guard::new),
            uses_table: config.table,
            uses_network: config.network,
        }
    }

    /// The ε-greedy move in a known position: with probability ε a random one, else the one with the
    /// highest Q value, unless that is negative. `None` in an unknown position.
    fn epsilon_greedy(&self, position: &Position, control: &mut Control<'_>) -> Option<Suggestion> {
        if !self.uses_table {
            return None;
        }
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let known = memory.table.recall(position);
        if known.is_empty() {
            return None;
        }
        if control.rng.random::<f64>() < self.epsilon {
            let mv = *position.legal_moves().choose(&mut control.rng)?;
            let before = known.iter().find(|value| value.action == mv.into());
            return Some(Suggestion {
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
        // Illegal here after a key collision or in imported data.
        let mv = best.action.of(position)?;
        Some(Suggestion {
            mv,
            recalled: Recalled {
                q: best.q.millionths(),
                visits: best.visits,
                exploratory: false,
            },
        })
    }

    /// The learner's move, if it has one that passes the guard: at most `margin` centipawns worse than
    /// the best.
    pub(super) fn suggest(
        &mut self,
        game: &Game,
        margin: fn(&Recalled) -> i32,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let found = self.epsilon_greedy(game.position(), control)?;
        self.checked(game, found.mv, margin(&found.recalled), control)
            .map(|(line, nodes)| Decision {
                source: Source::Learner,
                recalled: Some(found.recalled),
                ..decision(found.mv, line, nodes)
            })
    }

    /// The move after which the network likes the position best, of those that pass the guard; `None`
    /// without a network, and with probability ε.
    fn by_network(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Option<Decision> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let network = memory.network.clone().filter(|_| self.uses_network)?;
        drop(memory);
        if control.rng.random::<f64>() < self.epsilon {
            return None;
        }
        let mut evaluator = network.evaluator();
        // Ties are broken at random.
        let moves = crate::teaching::shuffled_moves(game.position(), limits, &mut control.rng);
        let value = |&mv: &Move| (mv, value_of_move(game.position(), mv, &mut *evaluator));
        let mut judged: Vec<(Move, Score)> = moves.iter().map(value).collect();
        judged.sort_by_key(|&(_, score)| std::cmp::Reverse(scalar(score)));
        judged.into_iter().find_map(|(mv, score)| {
            let (line, nodes) = self.checked(game, mv, MAX_LOSS_CP, control)?;
            let line = line.unwrap_or_else(|| line_of(mv, score));
            Some(Decision {
                source: Source::Learner,
                ..decision(mv, Some(line), nodes)
            })
        })
    }

    /// The line and nodes of the guard's search where a move passes; `None` where it does not.
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
            .suggest(game, |_| MAX_LOSS_CP, control)
            .filter(|decision| is_allowed(limits, decision.mv));
        let known = suggested.or_else(|| self.by_network(game, limits, control));
        let decided = known.or_else(|| {
            let drawn = crate::teaching::shuffled_moves(game.position(), limits, &mut control.rng);
            let first = *drawn.first()?;
            let passed = drawn
                .iter()
                .find_map(|&mv| Some((mv, self.checked(game, mv, MAX_LOSS_CP, control)?)));
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

/// A move as a line, with its value.
fn line_of(mv: Move, score: Score) -> Line {
    Line {
        rank: 1,
        depth: 1,
        seldepth: 1,
        score,
        nodes: 0,
        time_ms: 0,
        hashfull: 0,
        explored: None,
        pv: vec![mv],
    }
}

/// What a move is worth to the side that moves: the evaluation of the position after it.
fn value_of_move(position: &Position, mv: Move, evaluator: &mut dyn Evaluator) -> Score {
    let after = position.play(mv);
    if after.has_legal_move() {
        Score::Cp(-evaluator.evaluate(&after))
    } else if after.in_check() {
        Score::Mate(1)
    } else {
        Score::Cp(0)
    }
}

/// Whether `searchmoves` allows a move.
pub(super) fn is_allowed(limits: &SearchLimits, mv: Option<Move>) -> bool {
    limits.searchmoves.is_empty() || mv.is_some_and(|mv| limits.searchmoves.contains(&mv))
}
