//! Records finished games, of one guest after the other.

use std::{collections::HashMap, net::SocketAddr};

use super::{Client, WriteAnswer, file::File};
use crate::guest_client::GuestClient;

/// The number of games of one guest.
const EACH: usize = 20;

/// The number of latest guests that are checked in each round.
const LATEST: usize = 2;

/// A client that records games.
#[derive(Debug)]
pub struct GameRecorder {
    /// Begins each of its ids.
    number: u64,
    /// Games so far.
    next: u64,
    guests: Vec<RecordedGames>,
    /// A game that was sent and not answered.
    open: Option<String>,
}

/// A guest and the games that were acknowledged.
#[derive(Debug, Default)]
struct RecordedGames {
    guest: GuestClient,
    games: Vec<String>,
}

impl GameRecorder {
    /// A client with a number of its own.
    pub fn new(number: u64) -> Self {
        Self {
            number,
            next: 0,
            guests: Vec::new(),
            open: None,
        }
    }

    /// The guest whose turn it is.
    fn turn(&mut self) -> &mut RecordedGames {
        let is_over = |played: &RecordedGames| played.games.len() >= EACH;
        if self.open.is_none() && self.guests.last().is_none_or(is_over) {
            self.guests.push(RecordedGames::default());
        }
        // One was there, or was pushed.
        let last = self.guests.len() - 1;
        &mut self.guests[last]
    }

    fn next_id(&mut self) -> String {
        self.next += 1;
        format!("{:016x}{:016x}", self.number, self.next)
    }

    /// How often the open game may be there, of the guest with this index.
    fn may_be_there(&self, index: usize) -> u64 {
        u64::from(self.open.is_some() && index + 1 == self.guests.len())
    }
}

impl Client for GameRecorder {
    fn write(&mut self, addr: SocketAddr) -> WriteAnswer {
        self.turn();
        let id = match self.open.take() {
            Some(id) => id,
            None => self.next_id(),
        };
        self.open = Some(id.clone());
        let played = self.turn();
        match played.guest.record(addr, &id) {
            Ok(answer) if answer.status == 200 => {
                played.games.push(id);
                self.open = None;
                WriteAnswer::Acknowledged
            }
            Ok(answer) => {
                WriteAnswer::Other(format!("game {id}: {} {}", answer.status, answer.text()))
            }
            Err(_) => WriteAnswer::None,
        }
    }

    fn check(&self, addr: SocketAddr, all: bool) -> Result<(), String> {
        let from = if all {
            0
        } else {
            self.guests.len().saturating_sub(LATEST)
        };
        for (index, played) in self.guests.iter().enumerate().skip(from) {
            let expected = played.games.len() as u64;
            let wins = played.guest.wins(addr).map_err(|error| error.to_string())?;
            // The server does not know a guest without a cookie.
            let most = match expected {
                0 => 0,
                some => some + self.may_be_there(index),
            };
            if !wins.is_some_and(|wins| (expected..=most).contains(&wins)) {
                let client = self.number;
                return Err(format!(
                    "guest {index} of client {client}: {expected} acknowledged, {wins:?} there"
                ));
            }
        }
        Ok(())
    }

    fn check_file(&self, file: &File) -> Result<(), String> {
        let mut found = HashMap::new();
        let rows = "SELECT client_id FROM games JOIN moves ON game_id = id WHERE ply = 4";
        for id in file.texts(rows) {
            *found.entry(id).or_insert(0) += 1;
        }
        let games = self.guests.iter().flat_map(|played| &played.games);
        for id in games {
            match found.remove(id) {
                Some(1) => {}
                other => return Err(format!("game {id} is there {} times", other.unwrap_or(0))),
            }
        }
        let own = format!("{:016x}", self.number);
        found.retain(|id, _| id.starts_with(&own) && self.open.as_ref() != Some(id));
        match found.is_empty() {
            true => Ok(()),
            false => Err(format!("nobody sent {found:?}")),
        }
    }

    fn acknowledged(&self) -> usize {
        self.guests.iter().map(|played| played.games.len()).sum()
    }

    fn kind(&self) -> &'static str {
        "games"
    }
}
