//! The settings of one side as text: `nodes=10000,hash=32,null_move=off`.

use std::str::FromStr;
use std::time::Duration;

use engine::player::{Character, LearnerConfig, Player, PlayerConfig, StrategyId};
use engine::search::{ChosenRules, Parameters, SearchRule};

use super::{SearchBudget, TimeControlError};

/// The budget and the player of one side.
#[derive(Clone)]
pub struct SideConfig {
    /// The name in tags and tables.
    pub name: Option<String>,
    pub budget: SearchBudget,
    /// MB of the hash table; `None` leaves it to the player.
    pub hash_mb: Option<u32>,
    /// The player of this program, where the side is no UCI program.
    pub in_process: InProcessConfig,
    /// Names and values of `setoption` for a UCI program.
    pub uci_options: Vec<(String, String)>,
}

/// Settings of a player of this program.
#[derive(Clone)]
pub struct InProcessConfig {
    pub strategy: StrategyId,
    pub player: PlayerConfig,
    /// The rules of the search that an alpha-beta player goes without.
    pub without: Vec<SearchRule>,
    /// The values of an alpha-beta player's parameters, in the order of [`Parameters::RANGES`].
    pub parameters: Vec<i32>,
    /// The file of the learner's table, which the caller reads into `player`.
    pub memory: Option<String>,
    /// The file of the network, which the caller reads into `player`.
    pub network: Option<String>,
    /// Whether any of these settings was given.
    pub is_set: bool,
}

/// A setting that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SideConfigError {
    #[error("expected KEY=VALUE, found {0:?}")]
    NoValue(String),
    #[error(
        "unknown setting {0:?}; there are name, depth, nodes, movetime, tc, hash, strategy, level, \
         style, seed, eval, network, book, learn, guard, memory, remember, quiescence, null_move, without, \
         option.NAME and the parameters of `ponder tune`"
    )]
    UnknownKey(String),
    #[error("{key}: expected {expected}, found {found:?}")]
    Value {
        key: String,
        expected: &'static str,
        found: String,
    },
    #[error(
        "only calculator and intuition, and without a level and a style, can go without rules or by \
         other parameters"
    )]
    Rules,
    #[error(
        "without: unknown rule {found:?}; there are {}, with + between",
        rule_names()
    )]
    Rule { found: String },
    #[error("tc: {0}")]
    TimeControl(#[from] TimeControlError),
}

/// The playing styles, for an error message.
const STYLE_NAMES: &str = "attacker, gambiteer, defender, simplifier, stormer, complicator or none";

/// The characters, for an error message.
const CHARACTER_NAMES: &str = "pim, berta, jules, zora, runa or anselm";

/// MB.
const DEFAULT_HASH_MB: u32 = 16;
/// The largest hash table of a player, MB.
pub const MAX_HASH_MB: u32 = 4_096;

impl Default for SideConfig {
    fn default() -> SideConfig {
        SideConfig {
            name: None,
            budget: SearchBudget::default(),
            hash_mb: None,
            in_process: InProcessConfig {
                strategy: StrategyId::Calculator,
                player: PlayerConfig {
                    remember: true,
                    ..PlayerConfig::default()
                },
                without: Vec::new(),
                parameters: Parameters::SHIPPED.values(),
                memory: None,
                network: None,
                is_set: false,
            },
            uci_options: Vec::new(),
        }
    }
}

impl SideConfig {
    /// Applies settings separated by commas on top of the present ones.
    ///
    /// # Errors
    /// The first setting that cannot be parsed; those before it are applied.
    pub fn apply(&mut self, text: &str) -> Result<(), SideConfigError> {
        let parts = text.split(',').map(str::trim);
        parts
            .filter(|part| !part.is_empty())
            .try_for_each(|part| match part.split_once('=') {
                Some((key, value)) => self.set(Setting {
                    key: key.trim(),
                    value: value.trim(),
                }),
                None => Err(SideConfigError::NoValue(part.to_owned())),
            })
    }

    fn set(&mut self, setting: Setting<'_>) -> Result<(), SideConfigError> {
        let Setting { key, value } = setting;
        match key {
            "name" => self.name = Some(value.to_owned()),
            "depth" => {
                self.budget.depth = Some(setting.parse("plies, 1 to 255", |&plies| plies > 0)?)
            }
            "nodes" => {
                let nodes = setting.parse("a number of nodes, at least 1", |&nodes| nodes > 0)?;
                self.budget.nodes = Some(nodes);
            }
            "movetime" => {
                let time = setting.parse("milliseconds, at least 1", |&time| time > 0)?;
                self.budget.movetime = Some(Duration::from_millis(time));
            }
            "tc" => self.budget.time_control = Some(value.parse()?),
            "hash" => {
                let megabytes = setting.parse("MB, 1 to 4096", |megabytes| {
                    (1..=MAX_HASH_MB).contains(megabytes)
                })?;
                self.hash_mb = Some(megabytes);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => self.uci_options.push((name.to_owned(), value.to_owned())),
                None => return self.in_process.set(setting),
            },
        }
        Ok(())
    }

    /// Checks that the settings go together.
    ///
    /// # Errors
    /// A player that is not the alpha-beta search at full strength has other rules or parameters.
    pub fn check(&self) -> Result<(), SideConfigError> {
        let InProcessConfig {
            strategy, player, ..
        } = &self.in_process;
        let is_alpha_beta = matches!(strategy, StrategyId::Calculator | StrategyId::Intuition);
        let is_whole = player.strength.is_none() && player.playing_style.is_none();
        match self.rules().is_none() || is_alpha_beta && is_whole {
            true => Ok(()),
            false => Err(SideConfigError::Rules),
        }
    }

    /// A player of this program with these settings, which [go together](Self::check).
    #[must_use]
    pub fn player(&self) -> Option<Box<dyn Player + Send>> {
        let config = PlayerConfig {
            hash_mb: self.hash_mb.unwrap_or(DEFAULT_HASH_MB),
            ..self.in_process.player.clone()
        };
        let id = self.in_process.strategy;
        match self.rules() {
            None => config.player(id),
            Some(rules) => Some(Box::new(config.calculator(config.eval(id)).by_rules(rules))),
        }
    }

    /// The rules of the search, if they are not those that play.
    fn rules(&self) -> Option<ChosenRules> {
        let InProcessConfig {
            without,
            parameters,
            ..
        } = &self.in_process;
        let parameters = Parameters::from_values(parameters).unwrap_or(Parameters::SHIPPED);
        if without.is_empty() && parameters == Parameters::SHIPPED {
            return None;
        }
        let all = ChosenRules::new(parameters);
        Some(without.iter().fold(all, |rules, &rule| rules.without(rule)))
    }
}

impl InProcessConfig {
    fn set(&mut self, setting: Setting<'_>) -> Result<(), SideConfigError> {
        let Setting { key, value } = setting;
        let player = &mut self.player;
        match key {
            "strategy" => {
                let is_ready = |id: &StrategyId| id.strategy().ready;
                self.strategy = setting.parse("the id of a strategy that is ready", is_ready)?;
            }
            "level" => {
                let strength = value.parse().ok();
                player.strength = Some(strength.ok_or_else(|| setting.invalid("1.0 to 10.0"))?);
            }
            "style" => {
                player.playing_style = match value {
                    "none" => None,
                    _ => Some(setting.parse(STYLE_NAMES, |_| true)?),
                }
            }
            "character" => {
                let character = setting.parse(CHARACTER_NAMES, |_: &Character| true)?;
                self.strategy = character.strategy;
                player.strength = Some(character.strength());
                player.book = character.book;
                player.playing_style = Some(character.style);
            }
            "seed" => player.seed = setting.parse("a number", |_| true)?,
            "eval" => {
                let names = "network, tuned, classic, squares, course, rooks or material";
                player.evaluation = Some(setting.parse(names, |_| true)?);
            }
            "book" => {
                player.book = match value {
                    "off" => None,
                    _ => Some(setting.parse("standard, aggressive, defensive or off", |_| true)?),
                }
            }
            "learn" => player.learning = setting.is_on()?.then(LearnerConfig::default),
            "guard" => {
                player.learning = Some(LearnerConfig {
                    guard: setting.is_on()?,
                    ..player.learning.unwrap_or_default()
                });
            }
            "memory" => self.memory = Some(value.to_owned()),
            "network" => self.network = Some(value.to_owned()),
            "remember" => player.remember = setting.is_on()?,
            "quiescence" => player.options.quiescence = setting.is_on()?,
            "without" => {
                let rule = |name: &str| {
                    let found = SearchRule::ALL.iter().find(|rule| rule.name() == name);
                    found.copied().ok_or_else(|| SideConfigError::Rule {
                        found: name.to_owned(),
                    })
                };
                self.without = value.split('+').map(rule).collect::<Result<_, _>>()?;
            }
            "null_move" => player.options.null_move = setting.is_on()?,
            _ => self.set_parameter(setting)?,
        }
        self.is_set = true;
        Ok(())
    }

    /// Sets a parameter of the search by its name.
    fn set_parameter(&mut self, setting: Setting<'_>) -> Result<(), SideConfigError> {
        let mut known = Parameters::RANGES.iter().zip(&mut self.parameters);
        let found = known.find(|((name, _), _)| *name == setting.key);
        let Some(((_, range), value)) = found else {
            return Err(SideConfigError::UnknownKey(setting.key.to_owned()));
        };
        *value = setting.parse("a number within its range", |value| range.contains(value))?;
        Ok(())
    }
}

fn rule_names() -> String {
    let names: Vec<&str> = SearchRule::ALL.iter().map(|rule| rule.name()).collect();
    names.join(", ")
}

/// A key with its value.
#[derive(Clone, Copy)]
struct Setting<'a> {
    key: &'a str,
    value: &'a str,
}

impl Setting<'_> {
    fn invalid(self, expected: &'static str) -> SideConfigError {
        SideConfigError::Value {
            key: self.key.to_owned(),
            expected,
            found: self.value.to_owned(),
        }
    }

    fn parse<T: FromStr>(
        self,
        expected: &'static str,
        fits: impl FnOnce(&T) -> bool,
    ) -> Result<T, SideConfigError> {
        let value = self.value.parse().ok().filter(fits);
        value.ok_or_else(|| self.invalid(expected))
    }

    fn is_on(self) -> Result<bool, SideConfigError> {
        match self.value {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(self.invalid("on or off")),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::eval::{Evaluation, PlayingStyle};

    use super::*;

    #[test]
    fn settings_are_read_over_those_before() {
        let mut config = SideConfig::default();
        config.apply("nodes=10000,hash=32,name=old").unwrap();
        config
            .apply(" tc = 8+0.08 , null_move=off, eval=classic, option.Skill Level=3, name=new")
            .unwrap();
        assert_eq!(config.budget.nodes, Some(10_000));
        assert_eq!(config.budget.time_control.unwrap().to_string(), "8+0.08");
        assert_eq!(config.hash_mb, Some(32));
        assert_eq!(config.name.as_deref(), Some("new"));
        let player = &config.in_process.player;
        assert_eq!(player.evaluation, Some(Evaluation::Classic));
        assert!(!player.options.null_move && player.options.quiescence);
        config.apply("without=delta+null-move").unwrap();
        assert_eq!(
            config.in_process.without,
            [SearchRule::Delta, SearchRule::NullMove]
        );
        assert!(config.in_process.is_set);
        let option = ("Skill Level".to_owned(), "3".to_owned());
        assert_eq!(config.uci_options, [option]);
    }

    #[test]
    fn a_side_without_rules_searches_other_nodes_and_another_player_has_none() {
        let nodes = |text: &str| {
            let mut config = SideConfig::default();
            config.apply(text).unwrap();
            config.check().unwrap();
            let mut control = engine::player::Control {
                clock: &engine::player::StoppedClock,
                stop: &engine::player::NeverStop,
                report: &mut |_| {},
                rng: engine::rng(0),
            };
            let limits = engine::search::SearchLimits::depth(8);
            let game = engine::rules::Game::new();
            config
                .player()
                .unwrap()
                .choose(&game, &limits, &mut control)
                .nodes
        };
        assert_ne!(nodes("without=null-move"), nodes(""));
        assert_ne!(nodes("null_move_reduction=1"), nodes(""));
        for text in [
            "strategy=ponder,without=delta",
            "level=3,without=delta",
            "style=attacker,without=delta",
            "strategy=ponder,delta_margin=200",
        ] {
            let mut config = SideConfig::default();
            config.apply(text).unwrap();
            assert_eq!(config.check(), Err(SideConfigError::Rules), "{text}");
        }
    }

    #[test]
    fn a_character_brings_its_mind_strength_and_style() {
        let mut config = SideConfig::default();
        config.apply("character=jules,nodes=100").unwrap();
        let InProcessConfig {
            strategy, player, ..
        } = &config.in_process;
        assert_eq!(*strategy, StrategyId::Ponder);
        assert_eq!(player.strength.map(|s| s.to_string()).as_deref(), Some("4"));
        assert_eq!(player.playing_style, Some(PlayingStyle::Gambiteer));
        for character in engine::player::CHARACTERS {
            assert!(CHARACTER_NAMES.contains(&character.id()), "{character}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_name() {
        for (text, part) in [
            ("nodes", "KEY=VALUE"),
            ("nodes=0", "nodes: expected"),
            ("depth=256", "depth: expected"),
            ("movetime=fast", "movetime: expected"),
            ("tc=8s", "tc: expected"),
            ("hash=5000", "hash: expected"),
            ("null_move=maybe", "null_move: expected on or off"),
            ("eval=magic", "eval: expected"),
            ("strategy=instinct", "strategy: expected"),
            ("level=11", "level: expected 1.0 to 10.0"),
            ("style=wild", "style: expected attacker, gambiteer"),
            ("character=Pim", "character: expected pim, berta"),
            ("book=thick", "book: expected"),
            (
                "without=delta+speed",
                "without: unknown rule \"speed\"; there are check",
            ),
            (
                "delta_margin=10000",
                "delta_margin: expected a number within its range",
            ),
            ("skill=3", "unknown setting \"skill\""),
        ] {
            let error = SideConfig::default().apply(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
