//! Jobs: what can be done in any order and by several runners at once.

use super::config::DojoConfig;
use super::judge::Judge;
use super::practice::{PracticeGame, PracticePlayer};
use super::test_match::TestPair;

/// Distance of the games' seeds; odd.
const SEED_STRIDE: u64 = 0xd134_2543_de82_ef95;

/// Work that depends on nothing but its networks.
#[derive(Clone, Debug, PartialEq)]
pub enum Job {
    /// A practice game of a generation.
    Practice {
        generation: u32,
        number: u16,
        judge: Judge,
    },
    /// A pair of games of a generation's test.
    Test {
        generation: u32,
        number: u16,
        pair: TestPair,
    },
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobResult {
    Practice(PracticeGame),
    /// The network's half points, 0 to 4.
    Test(u8),
}

/// Carries jobs out.
pub struct JobRunner {
    config: DojoConfig,
    /// The player of the last practice game, with what judges.
    practice: Option<(Judge, PracticePlayer)>,
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
        match job {
            Job::Practice {
                generation,
                number,
                judge,
            } => {
                let seed = seed(&self.config, *generation, *number);
                if self
                    .practice
                    .as_ref()
                    .is_none_or(|(known, _)| known != judge)
                {
                    self.practice = None;
                }
                let (_, player) = self.practice.get_or_insert_with(|| {
                    let player = PracticePlayer::new(&self.config, judge.eval());
                    (judge.clone(), player)
                });
                JobResult::Practice(player.game(seed))
            }
            Job::Test { pair, .. } => JobResult::Test(pair.play()),
        }
    }
}

/// The seed of a generation's practice game.
fn seed(config: &DojoConfig, generation: u32, number: u16) -> u64 {
    let place = u64::from(generation) << 16 | u64::from(number);
    config.seed.wrapping_add(place.wrapping_mul(SEED_STRIDE))
}
