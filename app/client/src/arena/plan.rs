//! What a tournament is: its players, the limits of their moves, and how many games they play.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::player::StrategyId;
use lab::arena::{SearchBudget, Sprt, TimeControl};
use serde::{Deserialize, Serialize};

use super::Entrant;

pub const MIN_ENTRANTS: usize = 2;
pub const MAX_ENTRANTS: usize = 8;
/// The most pairs of games for each two players.
pub const MAX_PAIRS: u32 = 2_000;
/// The most games of a tournament, so that the browser's storage holds them.
const MAX_GAMES: u32 = 4_000;
/// The most nodes of a move.
const MAX_NODES: u32 = 10_000_000;
/// The most time for a move, ms.
const MAX_MOVE_MS: u32 = 60_000;
/// The longest clock, s.
const MAX_CLOCK: Duration = Duration::from_secs(3_600);
/// The bounds that a test may have, normalised Elo.
const SPRT_RANGE: std::ops::RangeInclusive<i16> = -200..=200;

/// A tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentPlan {
    /// From [`MIN_ENTRANTS`] to [`MAX_ENTRANTS`].
    pub entrants: Vec<Entrant>,
    pub limit: GameLimit,
    /// Pairs of games for each two players, from 1; both games of a pair begin with the same opening.
    pub pairs: u32,
    /// Between two players: the bounds of a sequential test, normalised Elo of the first over the
    /// second. It ends the tournament.
    pub sprt: Option<[i16; 2]>,
    /// Of the openings.
    pub seed: u32,
}

/// What each player has for its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameLimit {
    /// Positions visited for each move.
    Nodes(u32),
    /// Milliseconds for each move.
    MoveTime(u32),
    /// A clock for the game, milliseconds.
    Clock { base: u32, increment: u32 },
}

/// A game of a tournament by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameSlot {
    /// The number of its opening, from 0.
    pub round: u32,
    /// The index of its two players among the tournament's pairings.
    pub pairing: usize,
    /// White and Black, as indices of the entrants.
    pub players: [usize; 2],
    /// Whether it is the second game of its pair: the pairing's first player has Black.
    pub is_return_game: bool,
}

/// Why there can be no such tournament.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("The link is too long.")]
    TooLong,
    #[error("The players (players): expected 2 to 8, found {0}.")]
    Players(usize),
    #[error("Player {number} (players), {text:?}: {reason}.")]
    Player {
        number: usize,
        text: String,
        reason: &'static str,
    },
    #[error("The positions for a move (nodes) {0:?} are no number from 1 to 10000000.")]
    Nodes(String),
    #[error("The time for a move (movetime) {0:?} is no number of milliseconds from 1 to 60000.")]
    MoveTime(String),
    #[error("The clock (tc) {0:?} is none such as 8+0.08, in seconds, of at most an hour.")]
    Clock(String),
    #[error("The pairs of games (pairs) {0:?} are no number from 1 to 2000.")]
    Pairs(String),
    #[error("These are {0} games; at most 4000 are played.")]
    TooManyGames(u32),
    #[error(
        "The test (sprt) {0:?} is no two numbers of Elo such as 0,10, the lower one first, from -200 to 200."
    )]
    Test(String),
    #[error("The test (sprt) is for two players.")]
    TestOfMany,
    #[error("The seed of the openings (seed) {0:?} is no number.")]
    Seed(String),
}

impl Default for TournamentPlan {
    fn default() -> Self {
        Self {
            entrants: vec![
                Entrant::of(StrategyId::Intuition),
                Entrant::of(StrategyId::Calculator),
            ],
            limit: GameLimit::Nodes(2_000),
            pairs: 50,
            sprt: None,
            seed: 1,
        }
    }
}

impl TournamentPlan {
    /// Checks what does not follow from the types.
    ///
    /// # Errors
    /// What does not fit, by its field.
    pub fn check(&self) -> Result<(), PlanError> {
        let players = self.entrants.len();
        if !(MIN_ENTRANTS..=MAX_ENTRANTS).contains(&players) {
            return Err(PlanError::Players(players));
        }
        if !(1..=MAX_PAIRS).contains(&self.pairs) {
            return Err(PlanError::Pairs(self.pairs.to_string()));
        }
        if self.games() > MAX_GAMES {
            return Err(PlanError::TooManyGames(self.games()));
        }
        self.limit.check()?;
        match self.sprt {
            Some(bounds) if !is_test(bounds) => Err(PlanError::Test(test_text(bounds))),
            Some(_) if players != MIN_ENTRANTS => Err(PlanError::TestOfMany),
            _ => Ok(()),
        }
    }

    /// The pairs of players, as indices of the entrants, the first one before the second.
    #[must_use]
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        let all =
            (0..count).flat_map(|first| (first + 1..count).map(move |second| [first, second]));
        all.collect()
    }

    /// The games of the whole tournament.
    #[must_use]
    pub fn games(&self) -> u32 {
        let players = self.entrants.len() as u32;
        // Pairings times two games a pair.
        let in_round = players.saturating_mul(players.saturating_sub(1));
        in_round.saturating_mul(self.pairs)
    }

    /// The game of a number: all pairings play an opening before the next one is begun.
    ///
    /// # Panics
    /// There are fewer than two entrants.
    #[must_use]
    pub fn slot(&self, number: u32) -> GameSlot {
        let players = self.entrants.len();
        let in_round = (players * (players - 1)) as u32;
        let within = number % in_round;
        let pairing = (within / 2) as usize;
        let is_return_game = within % 2 == 1;
        // The pairings of the first player come first, then those of the second with those after it.
        let (mut first, mut second) = (0, pairing + 1);
        while second >= players {
            first += 1;
            second = second + first + 1 - players;
        }
        GameSlot {
            round: number / in_round,
            pairing,
            players: match is_return_game {
                false => [first, second],
                true => [second, first],
            },
            is_return_game,
        }
    }

    /// The sequential test between the two players.
    #[must_use]
    pub fn test(&self) -> Option<Sprt> {
        let [low, high] = self.sprt.filter(|_| self.entrants.len() == MIN_ENTRANTS)?;
        Sprt::new(low.into(), high.into())
    }

    /// Whether a game needs the network of the site.
    #[must_use]
    pub fn needs_network(&self) -> bool {
        self.entrants.iter().any(Entrant::needs_network)
    }
}

/// Whether the bounds are those of a test.
fn is_test([low, high]: [i16; 2]) -> bool {
    low < high && SPRT_RANGE.contains(&low) && SPRT_RANGE.contains(&high)
}

/// The bounds as in links.
pub(super) fn test_text([low, high]: [i16; 2]) -> String {
    format!("{low},{high}")
}

/// The bounds of a text.
pub(super) fn parse_test(text: &str) -> Result<[i16; 2], PlanError> {
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let bounds = [low.trim().parse().ok()?, high.trim().parse().ok()?];
        is_test(bounds).then_some(bounds)
    });
    bounds.ok_or_else(|| PlanError::Test(text.to_owned()))
}

impl GameLimit {
    /// The field of links and its value.
    #[must_use]
    pub fn field(self) -> (&'static str, String) {
        match self {
            Self::Nodes(nodes) => ("nodes", nodes.to_string()),
            Self::MoveTime(ms) => ("movetime", ms.to_string()),
            Self::Clock { base, increment } => {
                let control = TimeControl {
                    base: Duration::from_millis(base.into()),
                    increment: Duration::from_millis(increment.into()),
                };
                ("tc", control.to_string())
            }
        }
    }

    /// The limit of a field.
    ///
    /// # Errors
    /// The value cannot be read, or is out of range.
    pub fn of_field(name: &str, value: &str) -> Result<Self, PlanError> {
        let limit = match name {
            "nodes" => value.parse().ok().map(Self::Nodes),
            "movetime" => value.parse().ok().map(Self::MoveTime),
            _ => TimeControl::from_str(value).ok().and_then(|control| {
                Some(Self::Clock {
                    base: control.base.as_millis().try_into().ok()?,
                    increment: control.increment.as_millis().try_into().ok()?,
                })
            }),
        };
        let wrong = || match name {
            "nodes" => PlanError::Nodes(value.to_owned()),
            "movetime" => PlanError::MoveTime(value.to_owned()),
            _ => PlanError::Clock(value.to_owned()),
        };
        let limit = limit.ok_or_else(wrong)?;
        limit.check().map_err(|_| wrong())?;
        Ok(limit)
    }

    fn check(self) -> Result<(), PlanError> {
        let most = MAX_CLOCK.as_millis() as u32;
        let value = || self.field().1;
        match self {
            Self::Nodes(nodes) if !(1..=MAX_NODES).contains(&nodes) => {
                Err(PlanError::Nodes(value()))
            }
            Self::MoveTime(ms) if !(1..=MAX_MOVE_MS).contains(&ms) => {
                Err(PlanError::MoveTime(value()))
            }
            Self::Clock { base, increment } if !(1..=most).contains(&base) || increment > most => {
                Err(PlanError::Clock(value()))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn budget(self) -> SearchBudget {
        let ms = |ms: u32| Duration::from_millis(ms.into());
        match self {
            Self::Nodes(nodes) => SearchBudget {
                nodes: Some(nodes.into()),
                ..SearchBudget::default()
            },
            Self::MoveTime(time) => SearchBudget {
                movetime: Some(ms(time)),
                ..SearchBudget::default()
            },
            Self::Clock { base, increment } => SearchBudget {
                time_control: Some(TimeControl {
                    base: ms(base),
                    increment: ms(increment),
                }),
                ..SearchBudget::default()
            },
        }
    }
}

/// As the settings of `ponder arena`: `nodes=2000`.
impl fmt::Display for GameLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = self.field();
        write!(f, "{name}={value}")
    }
}
