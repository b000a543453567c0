//! The messages between the page and the dojo's workers.

use lab::datagen::SelfPlayGame;
use lab::dojo::{DojoConfig, GenerationRecord, History, Job, JobId, JobResult, TestRecord};
use serde::{Deserialize, Serialize};

/// From the page. All but `Run` are for the worker that holds the training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DojoRequest {
    /// Hold this training; answered by `Opened`.
    Open(Opening),
    /// Play or learn for some tens of milliseconds; answered by `Worked`.
    Work,
    /// Hand out jobs for another worker; answered by `Jobs`.
    HandOut,
    /// Take results of another worker; not answered.
    Record(Vec<(JobId, JobResult)>),
    /// Hand jobs out again whose results will not come; not answered.
    Requeue(Vec<JobId>),
    /// Give the state, to be stored; answered by `State` if it is newer than the last one given, and no
    /// lesson or test is going on.
    State,
    /// Carry out jobs of a training that another worker holds; answered by `Ran`.
    Run { config: DojoConfig, jobs: Vec<Job> },
}

/// A training, from its beginning or taken up again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Opening {
    Begin(DojoConfig),
    /// From the network of a file.
    BeginFrom {
        config: DojoConfig,
        #[serde(with = "serde_bytes")]
        network: Vec<u8>,
    },
    /// By its state, as it was stored.
    Resume(#[serde(with = "serde_bytes")] Vec<u8>),
}

/// From the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum DojoResponse {
    /// The training as it is.
    Opened {
        config: DojoConfig,
        /// The id of the network that it goes on from.
        parent: Option<String>,
        generation: u32,
        history: History,
        /// The file of the network that plays.
        #[serde(with = "serde_bytes")]
        network: Vec<u8>,
        /// The state of a training that was begun, to be stored.
        #[serde(with = "serde_bytes")]
        state: Option<Vec<u8>>,
    },
    Worked(Box<TrainingNews>),
    /// For another worker; none if there is nothing to do now.
    Jobs(Vec<Job>),
    Ran(Vec<(JobId, JobResult)>),
    /// The state, to be stored.
    State(#[serde(with = "serde_bytes")] Vec<u8>),
    /// The training cannot go on.
    Refused(String),
}

/// What is new since the last answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrainingNews {
    pub generation: u32,
    /// Practice games of this generation.
    pub games_played: u16,
    /// Positions of all practice games so far.
    pub positions: u64,
    /// Whether it learns from them.
    pub is_learning: bool,
    /// Whether it can do nothing before another worker's results come.
    pub waits: bool,
    pub generations: Vec<GenerationRecord>,
    pub tests: Vec<TestRecord>,
    /// A practice game that was just played.
    pub game: Option<SelfPlayGame>,
    /// The file of a new generation's network.
    #[serde(with = "serde_bytes")]
    pub network: Option<Vec<u8>>,
    /// The state, to be stored.
    #[serde(with = "serde_bytes")]
    pub state: Option<Vec<u8>>,
}
