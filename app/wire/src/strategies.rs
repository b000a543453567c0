//! `GET /api/v1/strategies`: the strategies and their options.

use engine::book::Style;
use engine::eval::{Evaluation, PlayingStyle};
use engine::player::{Level, StrategyId, Strength, strategies};
use serde::{Deserialize, Serialize};

/// One strategy, as the API lists it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct OptionInfo {
    /// Its name under `options` in a request.
    pub name: String,
    /// What it holds, and what it holds where a request doesn't name it.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// What an option holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionKind {
    /// Yes or no.
    Bool {
        /// Where a request doesn't say.
        default: bool,
    },
    /// One of several names.
    Choice {
        /// Where a request doesn't say; nothing for none of them.
        default: Option<String>,
        /// All that there are.
        choices: Vec<String>,
    },
    /// A whole number.
    Number {
        /// Where a request doesn't say; nothing for no such limit.
        default: Option<u8>,
        /// The least.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A number in tenths.
    Tenths {
        /// Where a request doesn't say; nothing for no such limit.
        default: Option<f64>,
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
}

/// All strategies that can be asked by name.
pub fn list() -> Vec<StrategyInfo> {
    strategies()
        .iter()
        .filter(|strategy| strategy.ready)
        .map(|strategy| StrategyInfo {
            id: strategy.id.as_str().to_owned(),
            name: strategy.name.to_owned(),
            about: strategy.about.to_owned(),
            ready: strategy.ready,
            options: options(strategy.id),
        })
        .collect()
}

/// The strategy with this id, also one that plays only on a visitor's page.
///
/// # Errors
/// What was expected and what was found, as text.
pub fn known(id: &str) -> Result<StrategyId, String> {
    id.parse().map_err(|_| {
        let ready = strategies().iter().filter(|strategy| strategy.ready);
        let ids: Vec<_> = ready.map(|strategy| strategy.id.as_str()).collect();
        format!("expected one of {}, found {id:?}", ids.join(", "))
    })
}

/// The strategy with this id, if it can be asked by name.
///
/// # Errors
/// What was expected and what was found, as text.
pub fn ready(id: &str) -> Result<StrategyId, String> {
    let strategy = known(id)?.strategy();
    if !strategy.ready {
        let name = strategy.name;
        return Err(format!(
            "{name} plays by a network that a visitor\u{2019}s page has; over the API \
             intuition takes one, as its evaluation"
        ));
    }
    Ok(strategy.id)
}

fn options(id: StrategyId) -> Vec<OptionInfo> {
    let option = |name: &str, kind| OptionInfo {
        name: name.to_owned(),
        kind,
    };
    let mut options = Vec::new();
    if id.prunes() {
        options.push(option("quiescence", OptionKind::Bool { default: true }));
        options.push(option("null_move", OptionKind::Bool { default: true }));
    }
    if !matches!(id, StrategyId::Dice | StrategyId::Learner) {
        options.push(option("evaluation", evaluations(id)));
    }
    if id.searches() {
        let (weakest, strongest) = (Level::WEAKEST, Level::STRONGEST);
        let levels = OptionKind::Number {
            default: None,
            least: weakest.number(),
            most: strongest.number(),
        };
        let strengths = OptionKind::Tenths {
            default: None,
            least: Strength::from(weakest).into(),
            most: Strength::from(strongest).into(),
        };
        options.push(option("level", levels));
        options.push(option("strength", strengths));
        options.push(option("playing_style", playing_styles()));
    }
    if id == StrategyId::Ponder {
        options.push(option("book", books()));
    }
    options
}

fn evaluations(id: StrategyId) -> OptionKind {
    OptionKind::Choice {
        default: Some(id.evaluation().to_string()),
        choices: Evaluation::ALL.iter().map(Evaluation::to_string).collect(),
    }
}

fn playing_styles() -> OptionKind {
    let styles = PlayingStyle::ALL.iter().map(PlayingStyle::to_string);
    OptionKind::Choice {
        default: None,
        choices: styles.collect(),
    }
}

fn books() -> OptionKind {
    let styles = Style::ALL.iter().map(Style::to_string);
    OptionKind::Choice {
        default: Some(Style::default().to_string()),
        choices: styles.chain(["off".to_owned()]).collect(),
    }
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
        let known = [
            "quiescence",
            "null_move",
            "evaluation",
            "level",
            "strength",
            "playing_style",
        ];
        assert_eq!(names, known);
        let json = serde_json::to_value(&calculator.options).unwrap();
        assert_eq!(json[0]["type"], "bool");
        assert_eq!(json[2]["type"], "choice");
        let choices = json[2]["choices"].as_array().unwrap();
        assert!(choices.contains(&json[2]["default"]) && json[2]["default"] == "tuned");
    }

    #[test]
    fn who_needs_a_visitors_network_is_known_and_cannot_be_asked() {
        for id in ["yours", "guest"] {
            assert!(known(id).is_ok());
            assert!(ready(id).unwrap_err().contains("network"), "{id}");
            assert!(list().iter().all(|strategy| strategy.id != id));
        }
        assert_eq!(known("dice"), ready("dice"));
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
