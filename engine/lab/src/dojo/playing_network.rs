//! A network that plays, with its file.

use std::sync::Arc;

use engine::eval::nnue::{FormatError, Network};
use engine::eval::{EvalConfig, Evaluation, SharedEval};
use serde::{Deserialize, Serialize};

/// A network that plays, with its file. Two are equal when their files are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct PlayingNetwork {
    file: Arc<[u8]>,
    eval: SharedEval,
}

impl PlayingNetwork {
    #[must_use]
    pub fn new(network: Network) -> PlayingNetwork {
        PlayingNetwork {
            file: network.write().into(),
            eval: SharedEval::new(network),
        }
    }

    /// The network of a file.
    ///
    /// # Errors
    /// The bytes are no network.
    pub fn read(file: &[u8]) -> Result<PlayingNetwork, FormatError> {
        Ok(PlayingNetwork {
            eval: SharedEval::new(Network::read(file)?),
            file: file.into(),
        })
    }

    #[must_use]
    pub fn file(&self) -> &[u8] {
        &self.file
    }

    #[must_use]
    pub fn shared(&self) -> &SharedEval {
        &self.eval
    }

    /// The evaluation by it.
    #[must_use]
    pub fn eval(&self) -> EvalConfig {
        EvalConfig {
            network: Some(self.eval.clone()),
            ..Evaluation::Network.into()
        }
    }
}

impl PartialEq for PlayingNetwork {
    fn eq(&self, other: &PlayingNetwork) -> bool {
        self.file == other.file
    }
}

impl From<PlayingNetwork> for Vec<u8> {
    fn from(network: PlayingNetwork) -> Vec<u8> {
        network.file().to_vec()
    }
}

impl TryFrom<Vec<u8>> for PlayingNetwork {
    type Error = FormatError;

    fn try_from(file: Vec<u8>) -> Result<PlayingNetwork, FormatError> {
        PlayingNetwork::read(&file)
    }
}
