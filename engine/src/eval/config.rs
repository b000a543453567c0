//! Which evaluation a player uses.

use super::classic::Classic;
use super::evaluation::Evaluation;
use super::evaluator::Evaluator;
use super::model::SharedEval;
use super::noise::{Noise, Noisy};
use super::presets;
use super::style::StyleBonus;
use super::tuned::Tuned;

/// An evaluation with its network, its noise and its style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EvalConfig {
    pub evaluation: Evaluation,
    /// The network of [`Evaluation::Network`].
    pub network: Option<SharedEval>,
    pub noise: Option<Noise>,
    /// What the side that plays likes.
    pub style: Option<StyleBonus>,
}

impl From<Evaluation> for EvalConfig {
    fn from(evaluation: Evaluation) -> EvalConfig {
        EvalConfig {
            evaluation,
            ..EvalConfig::default()
        }
    }
}

impl EvalConfig {
    /// The evaluation's name, with the network's checksum: `network 0a1b2c3d`.
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

    /// An evaluator of this kind, for one search at a time.
    #[must_use]
    pub fn evaluator(&self) -> Box<dyn Evaluator> {
        let sound: Box<dyn Evaluator> = match (self.evaluation, &self.network) {
            (Evaluation::Network, Some(network)) => network.evaluator(),
            (Evaluation::Network | Evaluation::Tuned, _) => Box::<Tuned>::default(),
            (Evaluation::Classic, _) => Box::new(Classic),
            (Evaluation::Squares, _) => Box::new(presets::SQUARES),
            (Evaluation::Course, _) => Box::new(presets::COURSE),
            (Evaluation::Rooks, _) => Box::new(presets::ROOKS),
            (Evaluation::Material, _) => Box::new(presets::MATERIAL),
        };
        let sound = match self.style {
            None => sound,
            Some(bonus) => bonus.added_to(sound),
        };
        match self.noise {
            None => sound,
            Some(noise) => Box::new(Noisy { sound, noise }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::tests::random_network;

    #[test]
    fn its_name_says_which_network_judges_if_one_does() {
        let network = SharedEval::new(random_network(1));
        let checksum = network.checksum();
        let named = |evaluation: Evaluation, network: Option<&SharedEval>| {
            EvalConfig {
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
}
