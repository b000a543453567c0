//! The open rooms by game.

use std::{collections::BTreeMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::OnceCell;
use wire::live::GameLink;

use super::command::RoomHandle;
use crate::metrics;

/// A room, or one that is being opened.
pub type RoomSlot = Arc<OnceCell<RoomHandle>>;

/// All open rooms.
#[derive(Debug, Default)]
pub struct RoomRegistry(Mutex<BTreeMap<GameLink, RoomSlot>>);

/// The outcome of sending a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    Sent,
    /// There is no such game.
    NoGame,
    /// The game cannot be reached now.
    Unavailable,
}

impl RoomRegistry {
    /// The games that have an open room.
    pub fn links(&self) -> Vec<GameLink> {
        self.0.lock().keys().cloned().collect()
    }

    /// Whether no room is open.
    pub fn is_empty(&self) -> bool {
        self.0.lock().is_empty()
    }

    /// The room of a game, if it is open.
    pub fn open(&self, link: &GameLink) -> Option<RoomHandle> {
        self.0.lock().get(link).and_then(|slot| slot.get().cloned())
    }

    /// Removes a room that has become idle.
    pub fn remove(&self, link: &GameLink) {
        let mut all = self.0.lock();
        all.remove(link);
        metrics::rooms(all.len());
    }

    /// Removes a room whose task has ended without removing itself.
    pub fn remove_dead(&self, link: &GameLink, door: &RoomHandle) {
        let mut all = self.0.lock();
        let same = all.get(link).and_then(|slot| slot.get());
        if same.is_some_and(|known| known.same_channel(door)) {
            all.remove(link);
        }
    }

    pub fn slot(&self, link: &GameLink) -> RoomSlot {
        let mut all = self.0.lock();
        let slot = Arc::clone(all.entry(link.clone()).or_default());
        metrics::rooms(all.len());
        slot
    }
}

/// Waits for a room to be opened. Dropped, it removes a slot that nobody fills.
pub struct SlotGuard<'a> {
    pub rooms: &'a RoomRegistry,
    pub link: &'a GameLink,
    pub slot: RoomSlot,
}

impl Drop for SlotGuard<'_> {
    fn drop(&mut self) {
        if self.slot.initialized() {
            return;
        }
        let mut all = self.rooms.0.lock();
        let known = all
            .get(self.link)
            .is_some_and(|known| Arc::ptr_eq(known, &self.slot));
        // The map holds one reference and this guard the other, so nobody else fills the slot.
        if known && Arc::strong_count(&self.slot) == 2 && !self.slot.initialized() {
            all.remove(self.link);
        }
    }
}
