//! The test of a generation's network: which opponents, and what came of it.

use super::config::DojoConfig;
use super::eval_source::EvalSource;
use super::history::TestRecord;
use super::insights::Insights;
use super::job::{Job, JobId, JobKind, Task};
use super::pair_counts::PairCounts;
use super::playing_network::PlayingNetwork;
use super::strength::Strength;
use super::task_queue::TaskQueue;
use super::test_match::{TestPair, TestSide};
use super::yardstick::Yardstick;

/// Yardsticks that a network is tested against, those nearest to its strength.
const YARDSTICKS: usize = 3;

/// A test in progress.
#[derive(Clone, Debug)]
pub(super) struct GenerationTest {
    /// Of the pairs.
    seed: u64,
    pairs_each: u16,
    generation: u32,
    /// Practice games that the network has learnt from.
    games: u64,
    network: PlayingNetwork,
    yardsticks: Vec<Yardstick>,
    /// The network tested before, which is the last opponent.
    earlier: Option<PlayingNetwork>,
    pairs: TaskQueue<u8>,
}

impl GenerationTest {
    /// A test of the network, by its strength as it is known so far.
    pub fn new(
        config: &DojoConfig,
        generation: u32,
        network: PlayingNetwork,
        earlier: Option<PlayingNetwork>,
        known: Option<Strength>,
    ) -> GenerationTest {
        let yardsticks = nearest(known.map_or(Yardstick::Dice.elo(), |strength| strength.elo));
        let opponents = yardsticks.len() as u16 + u16::from(earlier.is_some());
        GenerationTest {
            seed: config.seed,
            pairs_each: config.test_pairs,
            generation,
            games: u64::from(generation) * u64::from(config.games),
            network,
            yardsticks,
            earlier,
            pairs: TaskQueue::new(config.test_pairs.saturating_mul(opponents)),
        }
    }

    pub fn generation(&self) -> u32 {
        self.generation
    }

    pub fn network(&self) -> &PlayingNetwork {
        &self.network
    }

    pub fn next_job(&mut self) -> Option<Job> {
        let number = self.pairs.next()?;
        let opponent = match self.yardsticks.get(usize::from(number / self.pairs_each)) {
            Some(&yardstick) => TestSide::Yardstick(yardstick),
            None => TestSide::Search(EvalSource::Network(self.earlier.clone()?)),
        };
        let place = u64::from(self.generation) << 16 | u64::from(number);
        Some(Job {
            id: JobId {
                kind: JobKind::Test,
                generation: self.generation,
                number,
            },
            task: Task::Test(TestPair {
                sides: [
                    TestSide::Search(EvalSource::Network(self.network.clone())),
                    opponent,
                ],
                seed: self.seed ^ place,
            }),
        })
    }

    pub fn requeue(&mut self, number: u16) {
        self.pairs.requeue(number);
    }

    pub fn record(&mut self, number: u16, half_points: u8) {
        self.pairs.record(number, half_points.min(4));
    }

    pub fn is_done(&self) -> bool {
        self.pairs.is_done()
    }

    /// The result, with what the network thinks.
    pub fn into_record(self) -> TestRecord {
        let half_points: Vec<u8> = self.pairs.into_results().collect();
        let mut counts = half_points
            .chunks(usize::from(self.pairs_each))
            .map(|pairs| {
                let mut counts = PairCounts::default();
                pairs
                    .iter()
                    .for_each(|&half_points| counts.add(half_points));
                counts
            });
        let results: Vec<(Yardstick, PairCounts)> = self
            .yardsticks
            .iter()
            .copied()
            .zip(counts.by_ref())
            .collect();
        TestRecord {
            generation: self.generation,
            games: self.games,
            against_earlier: counts.next(),
            strength: Strength::new(&results),
            insights: Insights::new(&self.network),
            results,
        }
    }
}

/// The yardsticks nearest to a strength, from the weakest to the strongest.
fn nearest(elo: f64) -> Vec<Yardstick> {
    let mut yardsticks = Yardstick::ALL;
    yardsticks.sort_by(|a, b| {
        let distance = |yardstick: &Yardstick| (yardstick.elo() - elo).abs();
        distance(a).total_cmp(&distance(b))
    });
    let mut nearest = yardsticks[..YARDSTICKS].to_vec();
    nearest.sort_by(|a, b| a.elo().total_cmp(&b.elo()));
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_meets_opponents_of_its_own_strength() {
        let weakest = nearest(-1_000.0);
        assert_eq!(weakest, Yardstick::ALL[..YARDSTICKS]);
        let strongest = nearest(3_000.0);
        assert_eq!(
            strongest,
            Yardstick::ALL[Yardstick::ALL.len() - YARDSTICKS..]
        );
        assert!(nearest(Yardstick::Level(3).elo()).contains(&Yardstick::Level(3)));
    }
}
