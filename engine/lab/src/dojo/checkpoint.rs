//! The state of a training between two generations, as bytes.
//!
//! `PONDERD` and a version; the [`Saved`] state by postcard; the CRC-32 of everything before it. Floats
//! are kept as they are, so that a training that is taken up again goes on as if it had not been left.

use engine::checksum::crc32;
use engine::eval::nnue::FormatError;
use engine::rules::Move;
use serde::{Deserialize, Serialize};

use super::config::{Algorithm, DojoConfig, NEURONS, StartJudge};
use super::history::{GenerationRecord, History, TestRecord};
use super::insights::Insights;
use super::learner::Learner;
use super::past_games::PastGames;
use super::playing_network::PlayingNetwork;
use super::state::{Dojo, DojoError};
use super::strength::Strength;
use super::yardstick::Yardstick;
use crate::datagen::{GameFormatError, SelfPlayGame};
use crate::train::{AdamW, FloatNetwork};

/// The first bytes, before the version.
const MAGIC: &[u8] = b"PONDERD";
const VERSION: u8 = 1;
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
    #[error("the training cannot go on: {0} does not fit")]
    Invalid(&'static str),
    #[error("a network of the training cannot be used: {0}")]
    Network(#[from] FormatError),
    #[error("a game of the training cannot be used: {0}")]
    Game(#[from] GameFormatError),
    #[error("{0}")]
    Dojo(#[from] DojoError),
}

/// The state as it is written.
#[derive(Serialize, Deserialize)]
struct Saved {
    config: SavedConfig,
    generation: u32,
    /// In the order of `NetworkShape`.
    parameters: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    steps: u32,
    /// The target network's file.
    target: Vec<u8>,
    /// The file of the network tested last.
    last_tested: Option<Vec<u8>>,
    /// For each generation whether random weights judged, and its games' bytes.
    window: Vec<(bool, Vec<u8>)>,
    /// Positions, decided games and loss.
    generations: Vec<(u32, u16, f32)>,
    tests: Vec<SavedTest>,
}

#[derive(Serialize, Deserialize)]
struct SavedConfig {
    seed: u64,
    neurons: u8,
    start: u8,
    algorithm: u8,
    games: u16,
    nodes: u32,
    test_pairs: u16,
}

#[derive(Serialize, Deserialize)]
struct SavedTest {
    generation: u32,
    games: u64,
    /// The places of yardsticks in [`Yardstick::ALL`], with the pairs by their points.
    results: Vec<(u8, [u16; 5])>,
    against_earlier: Option<[u16; 5]>,
    elo: f64,
    error: f64,
    piece_values: [i32; 5],
    first_moves: Vec<u16>,
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
        let window = self.window.iter().map(|past| {
            let mut bytes = Vec::new();
            past.games.iter().for_each(|game| game.write(&mut bytes));
            (past.judged_by_chance, bytes)
        });
        Saved {
            config: SavedConfig::of(&self.config),
            generation: self.generation,
            parameters: self.learner.network.parameters.clone(),
            first_moment: self.learner.optimiser.first_moment.clone(),
            second_moment: self.learner.optimiser.second_moment.clone(),
            steps: self.learner.optimiser.steps,
            target: self.target.file().to_vec(),
            last_tested: self
                .last_tested
                .as_ref()
                .map(|network| network.file().to_vec()),
            window: window.collect(),
            generations: self
                .history
                .generations
                .iter()
                .map(|record| (record.positions, record.decided, record.loss))
                .collect(),
            tests: self.history.tests.iter().map(SavedTest::of).collect(),
        }
    }

    /// Takes a training up again.
    ///
    /// # Errors
    /// The bytes are no state of a training.
    pub fn resume(bytes: &[u8]) -> Result<Dojo, CheckpointError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::Foreign)?;
        match rest.first() {
            Some(&VERSION) => {}
            Some(&version) => return Err(CheckpointError::Version(version)),
            None => return Err(CheckpointError::Foreign),
        }
        let (body, checksum) = bytes
            .split_last_chunk::<CHECKSUM_LEN>()
            .ok_or(CheckpointError::Damaged)?;
        if crc32(body) != u32::from_le_bytes(*checksum) {
            return Err(CheckpointError::Damaged);
        }
        let saved: Saved =
            postcard::from_bytes(&body[MAGIC.len() + 1..]).map_err(|_| CheckpointError::Damaged)?;
        saved.into_dojo()
    }
}

impl Saved {
    fn into_dojo(self) -> Result<Dojo, CheckpointError> {
        let config = self.config.into_config()?;
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
        let mut dojo = Dojo::begun(
            config,
            self.generation,
            Learner::from_parts(network, optimiser),
        )?;
        dojo.target = PlayingNetwork::read(&self.target)?;
        let last_tested = self.last_tested.as_deref().map(PlayingNetwork::read);
        dojo.last_tested = last_tested.transpose()?;
        let window = self.window.iter();
        dojo.window = window
            .map(|(judged_by_chance, bytes)| past_games(*judged_by_chance, bytes))
            .collect::<Result<_, _>>()?;
        let generations = self.generations.into_iter();
        let tests = self.tests.into_iter().map(SavedTest::into_record);
        dojo.history = History {
            generations: generations
                .map(|(positions, decided, loss)| GenerationRecord {
                    positions,
                    decided,
                    loss,
                })
                .collect(),
            tests: tests.collect::<Result<_, _>>()?,
        };
        if dojo.history.generations.len() != self.generation as usize {
            return Err(CheckpointError::Invalid("the number of generations"));
        }
        Ok(dojo)
    }
}

fn past_games(judged_by_chance: bool, mut bytes: &[u8]) -> Result<PastGames, GameFormatError> {
    let mut games = Vec::new();
    while !bytes.is_empty() {
        let (game, length) = SelfPlayGame::read(bytes)?;
        games.push(game);
        bytes = &bytes[length..];
    }
    Ok(PastGames {
        games,
        judged_by_chance,
    })
}

impl SavedConfig {
    fn of(config: &DojoConfig) -> SavedConfig {
        SavedConfig {
            seed: config.seed,
            neurons: config.neurons,
            start: place(&StartJudge::ALL, &config.start),
            algorithm: place(&Algorithm::ALL, &config.algorithm),
            games: config.games,
            nodes: config.nodes,
            test_pairs: config.test_pairs,
        }
    }

    fn into_config(self) -> Result<DojoConfig, CheckpointError> {
        let SavedConfig {
            seed,
            neurons,
            start,
            algorithm,
            games,
            nodes,
            test_pairs,
        } = self;
        if !NEURONS.contains(&neurons) {
            return Err(CheckpointError::Invalid("the number of neurons"));
        }
        if games == 0 || nodes == 0 || test_pairs == 0 {
            return Err(CheckpointError::Invalid("a number of games or nodes"));
        }
        Ok(DojoConfig {
            seed,
            neurons,
            start: at(&StartJudge::ALL, start, "what judges at first")?,
            algorithm: at(&Algorithm::ALL, algorithm, "the algorithm")?,
            games,
            nodes,
            test_pairs,
        })
    }
}

impl SavedTest {
    fn of(record: &TestRecord) -> SavedTest {
        let results = record.results.iter();
        SavedTest {
            generation: record.generation,
            games: record.games,
            results: results
                .map(|(yardstick, pairs)| (place(&Yardstick::ALL, yardstick), *pairs))
                .collect(),
            against_earlier: record.against_earlier,
            elo: record.strength.elo,
            error: record.strength.error,
            piece_values: record.insights.piece_values,
            first_moves: record
                .insights
                .first_moves
                .iter()
                .map(|mv| mv.raw())
                .collect(),
        }
    }

    fn into_record(self) -> Result<TestRecord, CheckpointError> {
        let results = self
            .results
            .into_iter()
            .map(|(yardstick, pairs)| Ok((at(&Yardstick::ALL, yardstick, "a yardstick")?, pairs)));
        let first_moves = self.first_moves.into_iter();
        let first_moves = first_moves
            .map(|raw| Move::from_raw(raw).ok_or(CheckpointError::Invalid("a first move")));
        Ok(TestRecord {
            generation: self.generation,
            games: self.games,
            results: results.collect::<Result<_, CheckpointError>>()?,
            against_earlier: self.against_earlier,
            strength: Strength {
                elo: self.elo,
                error: self.error,
            },
            insights: Insights {
                piece_values: self.piece_values,
                first_moves: first_moves.collect::<Result<_, _>>()?,
            },
        })
    }
}

/// The place of a value that is among `all`.
fn place<T: PartialEq>(all: &[T], value: &T) -> u8 {
    let place = all.iter().position(|known| known == value);
    place.unwrap_or(all.len()) as u8
}

fn at<T: Copy>(all: &[T], place: u8, what: &'static str) -> Result<T, CheckpointError> {
    let found = all.get(usize::from(place)).copied();
    found.ok_or(CheckpointError::Invalid(what))
}
