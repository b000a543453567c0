//! `GET /api/v1/strategies`: who can be asked to search.

use engine::player::{StrategyId, strategies};
use serde::{Deserialize, Serialize};

/// One strategy, as the API lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyInfo {
    /// The id that requests use.
    pub id: String,
    /// The name that the page shows.
    pub name: String,
    /// What it does, in a sentence.
    pub about: String,
    /// Whether it can be asked now.
    pub ready: bool,
    /// The switches that it obeys.
    pub options: Vec<OptionInfo>,
}

/// A switch of a strategy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionInfo {
    /// Its name under `options` in a request.
    pub name: String,
    /// What it holds; `bool` for now.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its value where a request doesn't name it.
    pub default: bool,
}

/// Every strategy, ready or not.
pub fn list() -> Vec<StrategyInfo> {
    strategies()
        .iter()
        .map(|strategy| StrategyInfo {
            id: strategy.id.as_str().to_owned(),
            name: strategy.name.to_owned(),
            about: strategy.about.to_owned(),
            ready: strategy.ready,
            options: options(strategy.id),
        })
        .collect()
}

/// The strategy that `id` stands for, if it can be asked now.
///
/// # Errors
/// What was expected and what was found, as text.
pub fn ready(id: &str) -> Result<StrategyId, String> {
    let known = strategies()
        .iter()
        .find(|strategy| strategy.id.as_str() == id);
    match known {
        Some(strategy) if strategy.ready => Ok(strategy.id),
        Some(strategy) => Err(format!("{} can't be asked yet", strategy.name)),
        None => {
            let ids: Vec<_> = strategies()
                .iter()
                .filter(|strategy| strategy.ready)
                .map(|strategy| strategy.id.as_str())
                .collect();
            Err(format!("expected one of {}, found {id:?}", ids.join(", ")))
        }
    }
}

fn options(id: StrategyId) -> Vec<OptionInfo> {
    let names: &[&str] = match id {
        StrategyId::Calculator => &["quiescence", "null_move"],
        _ => &[],
    };
    names
        .iter()
        .map(|name| OptionInfo {
            name: (*name).to_owned(),
            kind: "bool".to_owned(),
            default: true,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calculator_is_ready_and_names_its_switches() {
        let calculator = list()
            .into_iter()
            .find(|strategy| strategy.id == "calculator")
            .unwrap();
        assert!(calculator.ready);
        let names: Vec<_> = calculator
            .options
            .iter()
            .map(|option| option.name.as_str())
            .collect();
        assert_eq!(names, ["quiescence", "null_move"]);
    }

    #[test]
    fn an_unknown_strategy_is_answered_with_the_known_ones() {
        let reason = ready("oracle").unwrap_err();
        assert!(
            reason.contains("calculator") && reason.contains("oracle"),
            "{reason}"
        );
    }
}
