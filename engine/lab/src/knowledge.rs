//! What a learner knows, for the code that trains it.

use engine::eval::SharedEval;
use engine::learning::{Lesson, Params, QTable};
use engine::player::LearnerMemory;

use crate::learning_network::LearningNetwork;

/// The two memories of a learner, which learn from the same games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knowledge {
    pub table: QTable,
    pub network: Option<LearningNetwork>,
}

/// Learns from a game with both memories; `false`, without a change, if the game was learnt before.
pub fn learn_game(
    table: &mut QTable,
    network: Option<&mut LearningNetwork>,
    lesson: &Lesson<'_>,
    params: &Params,
) -> bool {
    let is_new = table.learn(lesson, params);
    if let Some(network) = network.filter(|_| is_new) {
        network.learn(lesson.game, lesson.winner);
    }
    is_new
}

impl From<Knowledge> for LearnerMemory {
    /// What plays by it.
    fn from(knowledge: Knowledge) -> LearnerMemory {
        LearnerMemory {
            network: knowledge.network.as_ref().and_then(playing),
            table: knowledge.table,
        }
    }
}

/// A learning network as it plays.
#[must_use]
pub fn playing(network: &LearningNetwork) -> Option<SharedEval> {
    // Learning keeps its weights in their range.
    network.quantised().ok().map(SharedEval::new)
}
