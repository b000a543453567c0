//! The strategies by name: what the page, the API and the UCI option offer.

use std::fmt;
use std::str::FromStr;

/// One way of choosing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
// By the id as text: less code than a derived enum.
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub enum StrategyId {
    Ponder,
    Calculator,
    Explorer,
    ExplorerRollout,
    Intuition,
    Learner,
    Dice,
    Grabber,
    Plodder,
    Pruner,
    Yours,
    Guest,
}

/// A strategy as it is presented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    pub id: StrategyId,
    /// The plain name.
    pub name: &'static str,
    /// The field's term, in two or three words.
    pub term: &'static str,
    /// How it decides, in one line.
    pub about: &'static str,
    /// Whether it can be asked by its name alone; one that cannot needs a network that a visitor has.
    pub ready: bool,
}

const fn strategy(
    id: StrategyId,
    name: &'static str,
    term: &'static str,
    about: &'static str,
    ready: bool,
) -> Strategy {
    Strategy {
        id,
        name,
        term,
        about,
        ready,
    }
}

static STRATEGIES: [Strategy; 12] = [
    strategy(
        StrategyId::Ponder,
        "Ponder",
        "hybrid",
        "Opening book, memory of past games, then calculation",
        true,
    ),
    strategy(
        StrategyId::Calculator,
        "Calculator",
        "alpha-beta search",
        "Alpha-beta search: looks at every answer that could matter",
        true,
    ),
    strategy(
        StrategyId::Explorer,
        "Explorer",
        "Monte Carlo tree search",
        "Monte Carlo tree search: follows what looks promising, and learns from what it finds",
        true,
    ),
    strategy(
        StrategyId::ExplorerRollout,
        "Gambler",
        "random playouts",
        "Monte Carlo tree search by the article: plays random games to the end",
        true,
    ),
    strategy(
        StrategyId::Intuition,
        "Intuition",
        "neural network",
        "Alpha-beta search that judges by a neural network, taught by the engine\u{2019}s own games",
        true,
    ),
    strategy(
        StrategyId::Learner,
        "Learner",
        "reinforcement learning",
        "Plays what did well in its past games",
        true,
    ),
    strategy(
        StrategyId::Dice,
        "Dice",
        "random moves",
        "Any legal move, drawn by lot",
        true,
    ),
    strategy(
        StrategyId::Grabber,
        "Grabber",
        "one ply",
        "The best position after its own move, whatever the answer",
        true,
    ),
    strategy(
        StrategyId::Plodder,
        "Plodder",
        "minimax",
        "Minimax: looks at every answer, needed or not",
        true,
    ),
    strategy(
        StrategyId::Pruner,
        "Pruner",
        "the article's alpha-beta",
        "Alpha-beta search as the article describes it",
        true,
    ),
    strategy(
        StrategyId::Yours,
        "Yours",
        "your network",
        "Judges by the network that you raised in the dojo",
        false,
    ),
    strategy(
        StrategyId::Guest,
        "Guest",
        "shared network",
        "Judges by a network that somebody shared",
        false,
    ),
];

/// All strategies, in the order in which they are presented.
#[must_use]
pub fn strategies() -> &'static [Strategy] {
    &STRATEGIES
}

impl StrategyId {
    /// The id in URLs, messages and the store: `explorer-rollout`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            StrategyId::Ponder => "ponder",
            StrategyId::Calculator => "calculator",
            StrategyId::Explorer => "explorer",
            StrategyId::ExplorerRollout => "explorer-rollout",
            StrategyId::Intuition => "intuition",
            StrategyId::Learner => "learner",
            StrategyId::Dice => "dice",
            StrategyId::Grabber => "grabber",
            StrategyId::Plodder => "plodder",
            StrategyId::Pruner => "pruner",
            StrategyId::Yours => "yours",
            StrategyId::Guest => "guest",
        }
    }

    /// How the strategy is presented.
    #[must_use]
    pub fn strategy(self) -> &'static Strategy {
        &STRATEGIES[self as usize]
    }
}

impl fmt::Display for StrategyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is no strategy's id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown strategy {0:?}")]
pub struct UnknownStrategy(pub String);

impl FromStr for StrategyId {
    type Err = UnknownStrategy;

    fn from_str(id: &str) -> Result<StrategyId, UnknownStrategy> {
        strategies()
            .iter()
            .map(|strategy| strategy.id)
            .find(|candidate| candidate.as_str() == id)
            .ok_or_else(|| UnknownStrategy(id.to_owned()))
    }
}

impl TryFrom<String> for StrategyId {
    type Error = UnknownStrategy;

    fn try_from(id: String) -> Result<StrategyId, UnknownStrategy> {
        id.parse()
    }
}

impl From<StrategyId> for String {
    fn from(id: StrategyId) -> String {
        id.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_stands_at_its_own_place_and_is_found_by_its_id() {
        for strategy in strategies() {
            assert_eq!(strategy.id.strategy(), strategy);
            assert_eq!(strategy.id.as_str().parse(), Ok(strategy.id));
        }
        assert!("stockfish".parse::<StrategyId>().is_err());
    }

    #[test]
    fn all_are_ready_but_those_that_need_a_visitors_network() {
        for strategy in strategies() {
            let needs_network = [StrategyId::Yours, StrategyId::Guest].contains(&strategy.id);
            assert_eq!(strategy.ready, !needs_network);
        }
    }
}
