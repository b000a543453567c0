//! Who judges positions, and how well: judgement is made worse on purpose for the lower levels. The
//! same position is always misjudged in the same way, and never by lot.

use super::{Evaluation, Evaluator, LIMIT, Learned};
use crate::rules::Position;

/// An error on every evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// The most that a position is misjudged, centipawns; half of that on average.
    pub most_cp: u16,
    /// Who errs where: another seed misjudges other positions.
    pub seed: u64,
}

/// Who judges, and how well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judge {
    pub evaluation: Evaluation,
    /// What [`Evaluation::Network`] judges by.
    pub network: Option<Learned>,
    pub noise: Option<Noise>,
}

impl From<Evaluation> for Judge {
    fn from(evaluation: Evaluation) -> Judge {
        Judge {
            evaluation,
            ..Judge::default()
        }
    }
}

impl Judge {
    /// What it judges by, and which network that is: `network 0a1b2c3d`.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.evaluation, &self.network) {
            (Evaluation::Network, Some(network)) => {
                format!("{} {:08x}", self.evaluation, network.checksum())
            }
            (Evaluation::Network, None) => Evaluation::Tuned.to_string(),
            (other, _) => other.to_string(),
        }
    }

    /// A judge of this kind, for one search at a time.
    #[must_use]
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        let sound = self.evaluation.evaluator(self.network.as_ref());
        match self.noise {
            None => sound,
            Some(noise) => Box::new(Noisy { sound, noise }),
        }
    }
}

impl Noise {
    /// By how much this position is misjudged, centipawns of its side to move: from `-most_cp` to
    /// `most_cp`, each as often.
    #[must_use]
    pub fn error(self, position: &Position) -> i32 {
        error(self, position.key())
    }
}

struct Noisy {
    sound: Box<dyn Evaluator>,
    noise: Noise,
}

impl Evaluator for Noisy {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluate_at(position, 0)
    }

    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        (self.sound.evaluate_at(position, ply) + self.noise.error(position))
            .clamp(1 - LIMIT, LIMIT - 1)
    }
}

/// From −most to most, each as often.
fn error(noise: Noise, key: u64) -> i32 {
    let drawn = mixed(key ^ noise.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 32;
    let width = 2 * u64::from(noise.most_cp) + 1;
    ((drawn * width) >> 32) as i32 - i32::from(noise.most_cp)
}

/// The last step of SplitMix64: every bit of the answer depends on every bit of the question.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::tests::random_network;

    #[test]
    fn its_name_says_which_network_judges_if_one_does() {
        let network = Learned::new(random_network(1));
        let checksum = network.checksum();
        let named = |evaluation: Evaluation, network: Option<&Learned>| {
            Judge {
                network: network.cloned(),
                ..evaluation.into()
            }
            .name()
        };
        let name = named(Evaluation::Network, Some(&network));
        assert_eq!(name, format!("network {checksum:08x}"));
        assert_eq!(named(Evaluation::Network, None), "tuned");
        assert_eq!(named(Evaluation::Classic, Some(&network)), "classic");
    }

    #[test]
    fn a_position_is_misjudged_alike_every_time_and_differently_by_seed() {
        let position = Position::startpos();
        let judged = |seed| {
            let judge = Judge {
                noise: Some(Noise { most_cp: 200, seed }),
                ..Evaluation::Material.into()
            };
            judge.evaluator().evaluate(&position)
        };
        assert_eq!(judged(1), judged(1));
        let all: std::collections::BTreeSet<i32> = (0..20).map(judged).collect();
        assert!(
            all.len() > 10 && all.iter().all(|cp| cp.abs() <= 200),
            "{all:?}"
        );
    }

    #[test]
    fn errors_cover_their_range_evenly() {
        let noise = Noise {
            most_cp: 100,
            seed: 3,
        };
        let errors: Vec<i32> = (0..10_000).map(|key| error(noise, key)).collect();
        let mean = errors.iter().sum::<i32>() / 10_000;
        assert!(mean.abs() <= 3, "{mean}");
        assert_eq!(errors.iter().max(), Some(&100));
        assert_eq!(errors.iter().min(), Some(&-100));
    }

    #[test]
    fn no_evaluation_becomes_a_mate() {
        let many_queens = "QQQQQQQQ/QQQQQQQQ/8/8/8/8/7k/K7 w - - 0 1";
        // As many as a position may have; noise must not lift it over the limit.
        if let Ok(position) = Position::from_fen(many_queens) {
            let judge = Judge {
                noise: Some(Noise {
                    most_cp: u16::MAX,
                    seed: 1,
                }),
                ..Evaluation::Material.into()
            };
            assert!(judge.evaluator().evaluate(&position).abs() < LIMIT);
        }
    }
}
