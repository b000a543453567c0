//! A contestant's settings as text: `nodes=10000,hash=32,null_move=off`.

use std::time::Duration;

use super::{Allowance, TimeControlError};
use engine::player::{Learning, Level, Player, Seat, StrategyId};

/// What a contestant may spend, and how it plays.
#[derive(Clone)]
pub struct Config {
    /// How it is called in tags and tables.
    pub name: Option<String>,
    pub allowance: Allowance,
    /// MB of the hash table; `None` leaves it to the player.
    pub hash_mb: Option<u32>,
    /// Of our own player.
    pub own: Own,
    /// `setoption` of a UCI program.
    pub uci_options: Vec<(String, String)>,
}

/// Settings of our own player.
#[derive(Clone)]
pub struct Own {
    pub strategy: StrategyId,
    pub seat: Seat,
    /// The document of what the seat's memory holds, for whoever has files to read it from.
    pub memory: Option<String>,
    /// The file of the seat's network, for whoever has files to read it from.
    pub network: Option<String>,
    /// Whether anything here was set.
    pub is_set: bool,
}

/// A setting that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    #[error("expected KEY=VALUE, found {0:?}")]
    NoValue(String),
    #[error(
        "unknown setting {0:?}; there are name, depth, nodes, movetime, tc, hash, strategy, level, \
         seed, eval, network, book, learn, guard, memory, remember, quiescence, null_move and option.NAME"
    )]
    UnknownKey(String),
    #[error("{key}: expected {expected}, found {found:?}")]
    Value {
        key: String,
        expected: &'static str,
        found: String,
    },
    #[error("tc: {0}")]
    TimeControl(#[from] TimeControlError),
}

/// MB; as in the design.
const DEFAULT_HASH: u32 = 16;
/// The largest hash table that a player of ours is given, MB.
pub const MAX_HASH_MB: u32 = 4_096;

impl Default for Config {
    fn default() -> Config {
        Config {
            name: None,
            allowance: Allowance::default(),
            hash_mb: None,
            own: Own {
                strategy: StrategyId::Calculator,
                seat: Seat {
                    remember: true,
                    ..Seat::default()
                },
                memory: None,
                network: None,
                is_set: false,
            },
            uci_options: Vec::new(),
        }
    }
}

impl Config {
    /// Applies settings separated by commas, over those there are.
    ///
    /// # Errors
    /// The first setting that cannot be read; those before it are applied.
    pub fn read(&mut self, text: &str) -> Result<(), ConfigError> {
        let parts = text.split(',').map(str::trim);
        parts
            .filter(|part| !part.is_empty())
            .try_for_each(|part| match part.split_once('=') {
                Some((key, value)) => self.set(key.trim(), value.trim()),
                None => Err(ConfigError::NoValue(part.to_owned())),
            })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        let wrong = |expected| ConfigError::Value {
            key: key.to_owned(),
            expected,
            found: value.to_owned(),
        };
        let switch = || match value {
            "on" | "true" => Ok(true),
            "off" | "false" => Ok(false),
            _ => Err(wrong("on or off")),
        };
        let least_one = |expected| {
            let number = value.parse::<u64>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| wrong(expected))
        };
        match key {
            "name" => self.name = Some(value.to_owned()),
            "depth" => {
                let depth = value.parse().ok().filter(|&plies: &u8| plies > 0);
                self.allowance.depth = Some(depth.ok_or_else(|| wrong("plies, 1 to 255"))?);
            }
            "nodes" => self.allowance.nodes = Some(least_one("a number of nodes, at least 1")?),
            "movetime" => {
                let time = least_one("milliseconds, at least 1")?;
                self.allowance.movetime = Some(Duration::from_millis(time));
            }
            "tc" => self.allowance.time_control = Some(value.parse()?),
            "hash" => {
                let hash = value.parse().ok();
                let hash = hash.filter(|megabytes| (1..=MAX_HASH_MB).contains(megabytes));
                self.hash_mb = Some(hash.ok_or_else(|| wrong("MB, 1 to 4096"))?);
            }
            "strategy" => {
                let found = value
                    .parse()
                    .ok()
                    .filter(|id: &StrategyId| id.strategy().ready);
                let id = found.ok_or_else(|| wrong("the id of a strategy that is ready"))?;
                self.own.set(|own| own.strategy = id);
            }
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                let level = level.ok_or_else(|| wrong("1 to 10"))?;
                self.own.set(|own| own.seat.level = Some(level));
            }
            "seed" => {
                let seed = value.parse().map_err(|_| wrong("a number"))?;
                self.own.set(|own| own.seat.seed = seed);
            }
            "eval" => {
                let found = value.parse();
                let evaluation = found.map_err(|_| {
                    wrong("network, tuned, classic, squares, course, rooks or material")
                })?;
                self.own.set(|own| own.seat.evaluation = Some(evaluation));
            }
            "book" => {
                let style = match value {
                    "off" => None,
                    style => Some(
                        style
                            .parse()
                            .map_err(|_| wrong("standard, aggressive, defensive or off"))?,
                    ),
                };
                self.own.set(|own| own.seat.book = style);
            }
            "learn" => {
                let on = switch()?;
                self.own
                    .set(|own| own.seat.learning = on.then(Learning::default));
            }
            "guard" => {
                let guard = switch()?;
                self.own.set(|own| {
                    own.seat.learning = Some(Learning {
                        guard,
                        ..own.seat.learning.unwrap_or_default()
                    });
                });
            }
            "memory" => self.own.set(|own| own.memory = Some(value.to_owned())),
            "network" => self.own.set(|own| own.network = Some(value.to_owned())),
            "remember" => {
                let on = switch()?;
                self.own.set(|own| own.seat.remember = on);
            }
            "quiescence" => {
                let on = switch()?;
                self.own.set(|own| own.seat.options.quiescence = on);
            }
            "null_move" => {
                let on = switch()?;
                self.own.set(|own| own.seat.options.null_move = on);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => self.uci_options.push((name.to_owned(), value.to_owned())),
                None => return Err(ConfigError::UnknownKey(key.to_owned())),
            },
        }
        Ok(())
    }

    /// Our own player with these settings.
    #[must_use]
    pub fn player(&self) -> Option<Box<dyn Player + Send>> {
        let seat = Seat {
            hash_mb: self.hash_mb.unwrap_or(DEFAULT_HASH),
            ..self.own.seat.clone()
        };
        seat.take(self.own.strategy)
    }
}

impl Own {
    fn set(&mut self, change: impl FnOnce(&mut Own)) {
        change(self);
        self.is_set = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::Evaluation;

    #[test]
    fn settings_are_read_over_those_before() {
        let mut config = Config::default();
        config.read("nodes=10000,hash=32,name=old").unwrap();
        config
            .read(" tc = 8+0.08 , null_move=off, eval=classic, option.Skill Level=3, name=new")
            .unwrap();
        assert_eq!(config.allowance.nodes, Some(10_000));
        assert_eq!(config.allowance.time_control.unwrap().to_string(), "8+0.08");
        assert_eq!(config.hash_mb, Some(32));
        assert_eq!(config.name.as_deref(), Some("new"));
        let seat = &config.own.seat;
        assert_eq!(seat.evaluation, Some(Evaluation::Classic));
        assert!(!seat.options.null_move && seat.options.quiescence);
        assert!(config.own.is_set);
        let option = ("Skill Level".to_owned(), "3".to_owned());
        assert_eq!(config.uci_options, [option]);
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
            ("level=11", "level: expected 1 to 10"),
            ("book=thick", "book: expected"),
            ("skill=3", "unknown setting \"skill\""),
        ] {
            let error = Config::default().read(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
