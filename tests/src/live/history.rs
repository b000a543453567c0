//! What was told of one game, by whichever socket: a version is one event, and the same for all.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::Value;

/// The events of a game by their versions, shared by all who watch it.
#[derive(Clone, Debug, Default)]
pub struct History {
    events: Arc<Mutex<BTreeMap<u64, Value>>>,
    goes_back: bool,
}

impl History {
    /// Of a game in which moves may be taken back: what a side had left after a move then says
    /// nothing about its clock, which is not set back.
    pub fn that_goes_back() -> Self {
        Self {
            goes_back: true,
            ..Self::default()
        }
    }

    /// Whether moves may have been taken back.
    pub fn goes_back(&self) -> bool {
        let taken_back = |message: &Value| message["event"]["kind"] == "taken_back";
        self.goes_back || self.events().values().any(taken_back)
    }

    /// Somebody was told this.
    ///
    /// # Errors
    /// When somebody was told otherwise.
    pub fn note(&self, message: &Value) -> Result<(), String> {
        let version = message["version"].as_u64();
        let version = version.ok_or_else(|| format!("an event without a version: {message}"))?;
        let mut events = self.events();
        let known = events.entry(version).or_insert_with(|| message.clone());
        match *known == *message {
            true => Ok(()),
            false => Err(format!("two histories: {known} and {message}")),
        }
    }

    /// The event of this version, if anybody was told of it.
    pub fn event(&self, version: u64) -> Option<Value> {
        Some(self.events().get(&version)?["event"].clone())
    }

    /// The first version from `from` to `to` that nobody was told.
    pub fn gap(&self, from: u64, to: u64) -> Option<u64> {
        let events = self.events();
        (from..=to).find(|version| !events.contains_key(version))
    }

    /// Whether the move was made, as the event of this version or an earlier one.
    pub fn has_move(&self, ply: u64, uci: &str, until: u64) -> bool {
        self.events().range(..=until).any(|(_, message)| {
            let event = &message["event"];
            event["kind"] == "moved" && event["ply"] == ply && event["uci"] == uci
        })
    }

    /// How many moves were made, those included that were taken back.
    pub fn moves(&self) -> u64 {
        let events = self.events();
        let moved = |message: &&Value| message["event"]["kind"] == "moved";
        events.values().filter(moved).count() as u64
    }

    fn events(&self) -> MutexGuard<'_, BTreeMap<u64, Value>> {
        self.events.lock().expect("nobody panics here")
    }
}
