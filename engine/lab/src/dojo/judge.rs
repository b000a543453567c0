//! What judges positions.

use engine::eval::{EvalConfig, Evaluation};
use serde::{Deserialize, Serialize};

use super::playing_network::PlayingNetwork;

/// What judges positions for one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Judge {
    Evaluation(Evaluation),
    Network(PlayingNetwork),
}

impl Judge {
    pub(super) fn eval(&self) -> EvalConfig {
        match self {
            Judge::Evaluation(evaluation) => (*evaluation).into(),
            Judge::Network(network) => network.eval(),
        }
    }
}
