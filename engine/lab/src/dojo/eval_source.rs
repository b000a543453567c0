//! Where evaluations come from.

use engine::eval::{EvalConfig, Evaluation};
use serde::{Deserialize, Serialize};

use super::playing_network::PlayingNetwork;

/// Where the evaluations of a search come from.
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
