//! Learning settings.

use engine::learning::{Params, Rule};
use engine::player::LearnerConfig;
use serde::{Deserialize, Serialize};

/// How the learner learns. Shares are whole per cent, so that they compare and serialise exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearningChoice {
    /// Whether finished games are learned and what was learned is used.
    pub on: bool,
    /// Whether a shallow search rejects learned and exploratory moves that are blunders.
    pub guard: bool,
    /// The update rule.
    pub rule: Rule,
    /// The learning rate, per cent.
    pub rate: u8,
    /// The discount per move, per cent.
    pub discount: u8,
    /// The share of exploratory moves, per cent.
    pub epsilon: u8,
    /// Whether learned moves of the table are played. Not part of a lesson: both memories learn.
    #[serde(skip, default = "yes")]
    pub table: bool,
    /// Whether the network, if there is one, chooses where the table does not.
    #[serde(skip, default = "yes")]
    pub network: bool,
}

fn yes() -> bool {
    true
}

impl Default for LearningChoice {
    fn default() -> Self {
        Self {
            on: true,
            table: true,
            network: true,
            guard: true,
            rule: Rule::default(),
            rate: 3,
            discount: 95,
            epsilon: 10,
        }
    }
}

impl LearningChoice {
    /// The learner's parameters.
    pub fn params(self) -> Params {
        let share = |percent: u8| f64::from(percent) / 100.0;
        Params {
            rule: self.rule,
            rate: share(self.rate),
            discount: share(self.discount),
            epsilon: share(self.epsilon),
            ..Params::default()
        }
    }

    /// `None` if learning is off.
    pub fn learning(self) -> Option<LearnerConfig> {
        self.on.then(|| LearnerConfig {
            params: self.params(),
            guard: self.guard,
            table: self.table,
            network: self.network,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_choice_is_the_learners_own() {
        assert_eq!(LearningChoice::default().params(), Params::default());
        assert_eq!(
            LearningChoice::default().learning(),
            Some(LearnerConfig::default())
        );
    }
}
