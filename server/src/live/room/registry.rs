//! The rooms that are open, one for each game.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::OnceCell;
use wire::live::GameLink;

use super::command::Door;
use crate::metrics;

/// A room, or one that is being opened.
pub type Slot = Arc<OnceCell<Door>>;

/// The rooms that are open.
#[derive(Debug, Default)]
pub struct Rooms(Mutex<HashMap<GameLink, Slot>>);

/// What became of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The room has it.
    Yes,
    /// There is no such game.
    NoGame,
    /// The game can't be reached now.
    NotNow,
}

impl Rooms {
    fn all(&self) -> MutexGuard<'_, HashMap<GameLink, Slot>> {
        // Nothing in here panics halfway.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games that have one.
    pub fn links(&self) -> Vec<GameLink> {
        self.all().keys().cloned().collect()
    }

    /// The room of a game, if it is open.
    pub fn open(&self, link: &GameLink) -> Option<Door> {
        self.all().get(link).and_then(|slot| slot.get().cloned())
    }

    /// A room that nobody needs is found no more.
    pub fn retire(&self, link: &GameLink) {
        let mut all = self.all();
        all.remove(link);
        metrics::rooms(all.len());
    }

    /// A room that has been left without a word, be it by a fault of ours, is found no more.
    pub fn bury(&self, link: &GameLink, door: &Door) {
        let mut all = self.all();
        let same = all.get(link).and_then(|slot| slot.get());
        if same.is_some_and(|known| known.same_channel(door)) {
            all.remove(link);
        }
    }

    pub fn slot(&self, link: &GameLink) -> Slot {
        let mut all = self.all();
        let slot = Arc::clone(all.entry(link.clone()).or_default());
        metrics::rooms(all.len());
        slot
    }
}

/// Somebody who waits for a room; a slot that none of those could fill is forgotten.
pub struct Waiting<'a> {
    /// The registry.
    pub rooms: &'a Rooms,
    /// The game.
    pub link: &'a GameLink,
    /// Its slot.
    pub slot: Slot,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.slot.initialized() {
            return;
        }
        let mut all = self.rooms.all();
        let known = all
            .get(self.link)
            .is_some_and(|known| Arc::ptr_eq(known, &self.slot));
        // The map's and this one: nobody else may fill it any more.
        if known && Arc::strong_count(&self.slot) == 2 && !self.slot.initialized() {
            all.remove(self.link);
        }
    }
}
