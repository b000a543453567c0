//! How a visitor's opponents learn.

use engine::{
    learning::{Params, Rule},
    player::LearnerConfig,
};
use serde::{Deserialize, Serialize};

/// How minds learn; shares are whole per cent, so that they compare and travel exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearningChoice {
    /// Whether finished games are learnt, and memory asked.
    pub on: bool,
    /// Whether a shallow search keeps remembered and tried moves from being blunders.
    pub guard: bool,
    /// How values are updated.
    pub rule: Rule,
    /// How far a value moves towards what was seen.
    pub rate: u8,
    /// What a result is worth one move earlier.
    pub discount: u8,
    /// How often another move than the best known is tried.
    pub epsilon: u8,
}

impl Default for LearningChoice {
    fn default() -> Self {
        Self {
            on: true,
            guard: true,
            rule: Rule::default(),
            rate: 3,
            discount: 95,
            epsilon: 10,
        }
    }
}

impl LearningChoice {
    /// The same as a learner takes it.
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

    /// How a mind learns; `None` where it does not.
    pub fn learning(self) -> Option<LearnerConfig> {
        self.on.then(|| LearnerConfig {
            params: self.params(),
            guard: self.guard,
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
