//! The state of a training between two generations, as bytes.
//!
//! `PONDERD` and a version; the [`Saved`] state by postcard; the CRC-32 of everything before it. Floats
//! are kept as they are, so that a training that is taken up again goes on as if it had not been left.

use std::collections::VecDeque;

use engine::checksum::crc32;
use serde::{Deserialize, Serialize};

use super::config::DojoConfig;
use super::history::History;
use super::learner::Learner;
use super::past_games::PastGames;
use super::playing_network::PlayingNetwork;
use super::state::{Dojo, DojoError};
use crate::train::{AdamW, FloatNetwork};

/// The first bytes, before the version.
const MAGIC: &[u8] = b"PONDERD";
const VERSION: u8 = 2;
/// The version before trainings went on from other networks: it lacks the parent.
const WITHOUT_PARENT: u8 = 1;
const CHECKSUM_LEN: usize = 4;

/// Why bytes are no state of a training.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    #[error("this is no training of Ponder's")]
    Foreign,
    #[error("the training has version {0}; this program reads version {VERSION}")]
    Version(u8),
    #[error("the training is damaged: its checksum does not fit")]
    Damaged,
    #[error("{0} of the training does not fit")]
    Invalid(&'static str),
    #[error("{0}")]
    Dojo(#[from] DojoError),
}

/// The state as it is written.
#[derive(Serialize, Deserialize)]
struct Saved {
    config: DojoConfig,
    parent: Option<String>,
    generation: u32,
    /// In the order of `NetworkShape`.
    parameters: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: u32,
    target: PlayingNetwork,
    last_tested: Option<PlayingNetwork>,
    window: VecDeque<PastGames>,
    history: History,
}

impl Dojo {
    /// The state between two generations; `None` while a lesson or a test is going on.
    #[must_use]
    pub fn checkpoint(&self) -> Option<Vec<u8>> {
        if !self.is_between_generations() {
            return None;
        }
        let saved = self.saved();
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        let mut bytes = postcard::to_extend(&saved, bytes).ok()?;
        bytes.extend(crc32(&bytes).to_le_bytes());
        Some(bytes)
    }

    fn saved(&self) -> Saved {
        Saved {
            config: self.config,
            parent: self.parent.clone(),
            generation: self.generation,
            parameters: self.learner.network.parameters.clone(),
            first_moment: self.learner.optimiser.first_moment.clone(),
            second_moment: self.learner.optimiser.second_moment.clone(),
            steps: self.learner.optimiser.steps,
            target: self.target.clone(),
            last_tested: self.last_tested.clone(),
            window: self.window.clone(),
            history: self.history.clone(),
        }
    }

    /// Takes a training up again.
    ///
    /// # Errors
    /// The bytes are no state of a training.
    pub fn resume(bytes: &[u8]) -> Result<Dojo, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Foreign)?;
        let version = *rest.first().ok_or(CheckpointError::Foreign)?;
        if !(WITHOUT_PARENT..=VERSION).contains(&version) {
            return Err(CheckpointError::Version(version));
        }
        let (body, checksum) = bytes
            .split_last_chunk::<CHECKSUM_LEN>()
            .ok_or(CheckpointError::Damaged)?;
        if crc32(body) != u32::from_le_bytes(*checksum) {
            return Err(CheckpointError::Damaged);
        }
        let body = &body[MAGIC.len() + 1..];
        let saved = match version {
            WITHOUT_PARENT => postcard::from_bytes(&with_parent(body)?),
            _ => postcard::from_bytes(body),
        };
        let saved: Saved = saved.map_err(|_| CheckpointError::Damaged)?;
        saved.into_dojo()
    }
}

impl Saved {
    fn into_dojo(self) -> Result<Dojo, CheckpointError> {
        let config = self.config;
        config.check().map_err(CheckpointError::Invalid)?;
        let parameters = config.shape().parameter_count();
        let lists = [&self.parameters, &self.first_moment, &self.second_moment];
        if lists.iter().any(|list| list.len() != parameters) {
            return Err(CheckpointError::Invalid("the number of parameters"));
        }
        if lists.into_iter().flatten().any(|value| !value.is_finite()) {
            return Err(CheckpointError::Invalid("a parameter"));
        }
        let network = FloatNetwork {
            shape: config.shape(),
            parameters: self.parameters,
        };
        let optimiser = AdamW {
            first_moment: self.first_moment,
            second_moment: self.second_moment,
            steps: self.steps,
        };
        if self.parent.as_deref().is_some_and(|id| !is_content_id(id)) {
            return Err(CheckpointError::Invalid("the id of its parent"));
        }
        let mut dojo = Dojo::begun(
            config,
            self.parent,
            self.generation,
            Learner::from_parts(network, optimiser),
        )?;
        dojo.target = self.target;
        dojo.last_tested = self.last_tested;
        dojo.window = self.window;
        dojo.history = self.history;
        if dojo.history.generations.len() != self.generation as usize {
            return Err(CheckpointError::Invalid("the number of generations"));
        }
        Ok(dojo)
    }
}

/// The body of a state of version [`WITHOUT_PARENT`] in the present form: no parent after the configuration.
fn with_parent(body: &[u8]) -> Result<Vec<u8>, CheckpointError> {
    let (_, rest) =
        postcard::take_from_bytes::<DojoConfig>(body).map_err(|_| CheckpointError::Damaged)?;
    let (config, rest) = body.split_at(body.len() - rest.len());
    Ok([config, &[0], rest].concat())
}

/// Whether a text has the form of a [`content_id`](engine::checksum::content_id).
fn is_content_id(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == 32 && text.bytes().all(is_digit)
}
