//! Training on from a network that plays.

use engine::checksum::content_id;
use engine::eval::nnue::{FormatError, Network};

use super::config::DojoConfig;
use super::learner::Learner;
use super::state::{Dojo, DojoError};
use crate::train::{AdamW, FloatNetwork, raised_shape};

/// Why a network cannot be trained on from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTrainable {
    #[error("{0}")]
    Format(#[from] FormatError),
    #[error("it has not the shape of the dojo\u{2019}s networks: up to 64 neurons and one output")]
    Shape,
    #[error("{0}")]
    Dojo(#[from] DojoError),
}

/// The neurons of a training that goes on from this network.
///
/// # Errors
/// It cannot be trained on from.
pub fn trainable_neurons(network: &Network) -> Result<u8, NotTrainable> {
    let shape = raised_shape(network).ok_or(NotTrainable::Shape)?;
    // At most 64.
    Ok(shape.width as u8)
}

impl Dojo {
    /// A training that goes on from the network of a file. The number of neurons is the network's, and
    /// the network evaluates the first practice games; the rest is as configured.
    ///
    /// # Errors
    /// The network cannot be trained on from.
    pub fn from_network(config: DojoConfig, file: &[u8]) -> Result<Dojo, NotTrainable> {
        let network = Network::read(file)?;
        let config = DojoConfig {
            neurons: trainable_neurons(&network)?,
            ..config
        };
        let shape = config.shape();
        let floats = FloatNetwork::from_network(&network, shape, config.seed)
            .map_err(|_| NotTrainable::Shape)?;
        let learner = Learner::from_parts(floats, AdamW::new(shape));
        let parent = String::from_utf8_lossy(&content_id(file)).into_owned();
        Ok(Dojo::begun(config, Some(parent), 0, learner)?)
    }
}
