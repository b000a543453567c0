//! Export and import of a Q table as JSON.
//!
//! Version 1:
//! ```json
//! { "format": "ponder-learning", "version": 1,
//!   "results": "lwl",
//!   "games": ["0000000000000000000000000000002a"],
//!   "states": { "9dc78f605827b061": { "e2e4": [30000, 1] } } }
//! ```
//! `results` has a letter for each game in the order of learning: w, d or l (two where both sides were
//! learnt); `games` has the games' ids, 32 hexadecimal digits each; `states` has the positions by key, 16
//! hexadecimal digits, with the moves in UCI notation, their values in millionths and their visits.
//! `forgotten`, which may be missing, is the number of evicted positions.

use std::collections::BTreeMap;

use super::{Action, ActionValue, Ending, GameId, QTable, Value};
use crate::short;

/// The value of `format`.
const FORMAT: &str = "ponder-learning";
/// The only version.
const VERSION: u32 = 1;
/// Above the number of legal moves in any position.
const MAX_ACTIONS: usize = 218;

/// The document.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    pub format: String,
    pub version: u32,
    pub results: String,
    #[serde(default)]
    pub forgotten: u64,
    pub games: Vec<String>,
    pub states: BTreeMap<String, BTreeMap<String, (i32, u32)>>,
}

/// Why a document cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    #[error("format: expected \"ponder-learning\", found {0:?}")]
    Format(String),
    #[error("version: expected 1, found {0}")]
    Version(u32),
    #[error("results: expected w, d and l, found {0:?}")]
    Result(char),
    #[error("games: expected 32 hexadecimal digits, found {0:?}")]
    Game(String),
    #[error("games: {0:?} stands there twice")]
    GameTwice(String),
    #[error("states: expected 16 hexadecimal digits, found {0:?}")]
    State(String),
    #[error("states.{state}: expected 1 to 218 moves, found {found}")]
    Moves { state: String, found: usize },
    #[error("states.{state}: {error}")]
    Action {
        state: String,
        error: super::InvalidAction,
    },
    #[error("states.{state}.{action}: expected a value from -1000000 to 1000000, found {found}")]
    Value {
        state: String,
        action: String,
        found: i32,
    },
    #[error("states.{state}.{action}: expected at least one visit")]
    Visits { state: String, action: String },
}

impl QTable {
    /// The document of a table. Written by hand, since it is plain ASCII and the browser's bundle then
    /// needs no serialiser.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = format!("{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"results\":\"");
        json.extend(self.endings.iter().map(|ending| ending.letter()));
        json.push('"');
        if self.forgotten > 0 {
            json.push_str(&format!(",\"forgotten\":{}", self.forgotten));
        }
        json.push_str(",\"games\":[");
        for (index, id) in self.games.iter().enumerate() {
            let between = if index > 0 { "," } else { "" };
            json.push_str(&format!("{between}\"{:032x}\"", id.0));
        }
        json.push_str("],\"states\":{");
        for (index, (key, values)) in self.states.iter().enumerate() {
            let between = if index > 0 { "," } else { "" };
            json.push_str(&format!("{between}\"{key:016x}\":{{"));
            for (index, value) in values.iter().enumerate() {
                let between = if index > 0 { "," } else { "" };
                let (action, q, visits) = (value.action, value.q.millionths(), value.visits);
                json.push_str(&format!("{between}\"{action}\":[{q},{visits}]"));
            }
            json.push('}');
        }
        json.push_str("}}");
        json
    }
}

impl TryFrom<Transfer> for QTable {
    type Error = TransferError;

    fn try_from(document: Transfer) -> Result<QTable, TransferError> {
        if document.format != FORMAT {
            return Err(TransferError::Format(shown(&document.format)));
        }
        if document.version != VERSION {
            return Err(TransferError::Version(document.version));
        }
        let mut table = QTable {
            forgotten: document.forgotten,
            ..QTable::default()
        };
        for letter in document.results.chars() {
            let ending = Ending::from_letter(letter).ok_or(TransferError::Result(letter))?;
            table.endings.push(ending);
        }
        for text in &document.games {
            let id = hexadecimal(text, 32).ok_or_else(|| TransferError::Game(shown(text)))?;
            if !table.games.insert(GameId(id)) {
                return Err(TransferError::GameTwice(shown(text)));
            }
        }
        for (state, actions) in &document.states {
            let key = hexadecimal(state, 16)
                .and_then(|key| u64::try_from(key).ok())
                .ok_or_else(|| TransferError::State(shown(state)))?;
            table.states.insert(key, values(state, actions)?);
        }
        Ok(table)
    }
}

fn values(
    state: &str,
    actions: &BTreeMap<String, (i32, u32)>,
) -> Result<Vec<ActionValue>, TransferError> {
    let state = shown(state);
    if !(1..=MAX_ACTIONS).contains(&actions.len()) {
        return Err(TransferError::Moves {
            state,
            found: actions.len(),
        });
    }
    let mut values = Vec::with_capacity(actions.len());
    for (text, &(millionths, visits)) in actions {
        let action: Action = text.parse().map_err(|error| TransferError::Action {
            state: state.clone(),
            error,
        })?;
        let q = Value::from_millionths(millionths).ok_or_else(|| TransferError::Value {
            state: state.clone(),
            action: action.to_string(),
            found: millionths,
        })?;
        if visits == 0 {
            return Err(TransferError::Visits {
                state,
                action: action.to_string(),
            });
        }
        values.push(ActionValue { action, q, visits });
    }
    short::sort_by_key(&mut values, |value| value.action);
    Ok(values)
}

/// A number of exactly this many lower-case hexadecimal digits.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    (plain && text.len() == digits).then(|| u128::from_str_radix(text, 16).ok())?
}

/// The beginning of a text, for an error.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
