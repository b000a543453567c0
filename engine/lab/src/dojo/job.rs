//! Jobs: what can be done in any order and by several runners at once.

use serde::{Deserialize, Serialize};

use super::config::DojoConfig;
use super::eval_source::EvalSource;
use super::practice::{PracticeGame, PracticePlayer};
use super::test_match::TestPair;

/// Distance of the games' seeds; odd.
const SEED_STRIDE: u64 = 0xd134_2543_de82_ef95;

/// Names a job within a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JobId {
    pub kind: JobKind,
    pub generation: u32,
    /// Among the jobs of its kind and generation.
    pub number: u16,
}

/// The kinds of job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum JobKind {
    Practice,
    Test,
}

/// Work that depends on nothing but its networks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    pub id: JobId,
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// A practice game by these evaluations.
    Practice(EvalSource),
    /// A pair of games of a test.
    Test(TestPair),
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobResult {
    Practice(PracticeGame),
    /// The network's half points, 0 to 4.
    Test(u8),
}

/// Carries jobs out.
pub struct JobRunner {
    config: DojoConfig,
    /// The player of the last practice game, with its evaluations.
    practice: Option<(EvalSource, PracticePlayer)>,
}

impl JobRunner {
    #[must_use]
    pub fn new(config: DojoConfig) -> JobRunner {
        JobRunner {
            config,
            practice: None,
        }
    }

    /// Carries a job out.
    pub fn run(&mut self, job: &Job) -> JobResult {
        match &job.task {
            Task::Practice(source) => {
                let seed = seed(&self.config, job.id);
                if self
                    .practice
                    .as_ref()
                    .is_none_or(|(known, _)| known != source)
                {
                    self.practice = None;
                }
                let (_, player) = self.practice.get_or_insert_with(|| {
                    let player = PracticePlayer::new(&self.config, source.eval());
                    (source.clone(), player)
                });
                JobResult::Practice(player.game(seed))
            }
            Task::Test(pair) => JobResult::Test(pair.play()),
        }
    }
}

/// The seed of a practice game.
fn seed(config: &DojoConfig, id: JobId) -> u64 {
    let place = u64::from(id.generation) << 16 | u64::from(id.number);
    config.seed.wrapping_add(place.wrapping_mul(SEED_STRIDE))
}
