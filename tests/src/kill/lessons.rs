//! Has a learner learn games; the device synchronises with the server after each.

use std::net::SocketAddr;

use serde_json::Value;

use super::{Client, WriteAnswer, file::File};
use crate::guest_client::GuestClient;

/// A device with a learner.
#[derive(Debug)]
pub struct LearnerClient {
    /// Begins each of its ids.
    number: u64,
    guest: GuestClient,
    /// What the server's learner was when it last answered.
    seen: Value,
    learnt: Vec<String>,
    /// A game that was sent and not answered.
    open: Option<String>,
}

impl LearnerClient {
    /// A device with a number of its own.
    pub fn new(number: u64) -> Self {
        Self {
            number,
            guest: GuestClient::default(),
            seen: Value::Null,
            learnt: Vec::new(),
            open: None,
        }
    }

    fn next_id(&self) -> String {
        format!("{:016x}{:016x}", self.number, self.learnt.len() + 1)
    }
}

impl Client for LearnerClient {
    fn write(&mut self, addr: SocketAddr) -> WriteAnswer {
        let id = self.open.take().unwrap_or_else(|| self.next_id());
        self.open = Some(id.clone());
        match self.guest.learn(addr, &self.seen, Some(&id)) {
            Ok(answer) if answer.status == 200 => {
                self.seen = answer.json()["now"].clone();
                self.learnt.push(id);
                self.open = None;
                WriteAnswer::Acknowledged
            }
            Ok(answer) => {
                WriteAnswer::Other(format!("lesson {id}: {} {}", answer.status, answer.text()))
            }
            Err(_) => WriteAnswer::None,
        }
    }

    fn check(&self, addr: SocketAddr, _all: bool) -> Result<(), String> {
        if self.learnt.is_empty() {
            return Ok(());
        }
        // A device that has seen nothing is told everything.
        let met = self.guest.clone().learn(addr, &Value::Null, None);
        let met = met.map_err(|error| error.to_string())?.json();
        let table: Value = met["table"]
            .as_str()
            .and_then(|table| serde_json::from_str(table).ok())
            .unwrap_or_default();
        let games = table["results"].as_str().map_or(0, str::len);
        // Each game came through the same two positions.
        let visits: Vec<u64> = table["states"]
            .as_object()
            .into_iter()
            .flat_map(|states| states.values())
            .filter_map(|state| state.as_object()?.values().next()?[1].as_u64())
            .collect();
        let least = self.learnt.len();
        let most = least + usize::from(self.open.is_some());
        if (least..=most).contains(&games) && visits == [games as u64; 2] {
            return Ok(());
        }
        let client = self.number;
        Err(format!(
            "learner {client}: {least} acknowledged, {games} games and {visits:?} visits there"
        ))
    }

    fn check_file(&self, file: &File) -> Result<(), String> {
        let found = file.texts("SELECT deed FROM learn_log WHERE lesson IS NOT NULL");
        match self.learnt.iter().find(|id| !found.contains(id)) {
            Some(id) => Err(format!("lesson {id} is lost")),
            None => Ok(()),
        }
    }

    fn acknowledged(&self) -> usize {
        self.learnt.len()
    }

    fn kind(&self) -> &'static str {
        "lessons"
    }
}
