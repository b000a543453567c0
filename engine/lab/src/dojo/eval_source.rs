//! What judges positions.

use engine::eval::{EvalConfig, Evaluation};
use serde::{Deserialize, Serialize};

use super::playing_network::PlayingNetwork;

/// What judges positions for one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum EvalSource {
    Evaluation(Evaluation),
    Network(PlayingNetwork),
}

impl EvalSource {
    pub(super) fn eval(&self) -> EvalConfig {
        match self {
            EvalSource::Evaluation(evaluation) => (*evaluation).into(),
            EvalSource::Network(network) => network.eval(),
        }
    }
}
