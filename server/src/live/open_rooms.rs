//! The rooms that are open, one for each game: opened when somebody asks, gone when nobody does.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OnceCell, mpsc};
use wire::live::GameLink;

use super::{
    game_state::Table,
    hub::Hub,
    now,
    room::{Command, Door, MOST_WAITING, Room},
};
use crate::{metrics, store::StoreError};

/// A room, or one that is being opened.
type Slot = Arc<OnceCell<Door>>;

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
    fn bury(&self, link: &GameLink, door: &Door) {
        let mut all = self.all();
        let same = all.get(link).and_then(|slot| slot.get());
        if same.is_some_and(|known| known.same_channel(door)) {
            all.remove(link);
        }
    }

    fn slot(&self, link: &GameLink) -> Slot {
        let mut all = self.all();
        let slot = Arc::clone(all.entry(link.clone()).or_default());
        metrics::rooms(all.len());
        slot
    }
}

/// Somebody who waits for a room; a slot that none of those could fill is forgotten.
struct Waiting<'a> {
    rooms: &'a Rooms,
    link: &'a GameLink,
    slot: Slot,
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

impl Hub {
    /// Opens the rooms of all games whose clocks go on, watched or not.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn go_on(&self) -> Result<(), StoreError> {
        for table in self.store().timed_tables(now()).await? {
            let slot = self.rooms().slot(&table.link);
            // Nobody else is there yet.
            slot.set(self.enter(table)).ok();
        }
        Ok(())
    }

    /// The room of a game; `None` where there is no such game.
    ///
    /// # Errors
    /// When the store can't be reached.
    async fn door(&self, link: &GameLink) -> Result<Option<Door>, StoreError> {
        let rooms = self.rooms();
        let waiting = Waiting {
            rooms,
            link,
            slot: rooms.slot(link),
        };
        let opened = waiting.slot.get_or_try_init(|| async {
            match self.store().table(link, now()).await {
                Ok(Some(table)) => Ok(self.enter(table)),
                Ok(None) => Err(None),
                Err(error) => Err(Some(error)),
            }
        });
        match opened.await {
            Ok(door) => Ok(Some(door.clone())),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }

    fn enter(&self, table: Table) -> Door {
        let (door, commands) = mpsc::channel(MOST_WAITING);
        tokio::spawn(Room::new(self.clone(), table).live(commands));
        door
    }

    /// Sends a command to a game's room and waits until there is room for it.
    pub(super) async fn send(&self, link: &GameLink, mut command: Command) -> Sent {
        // A room may go at the very moment; then another one is opened.
        for _ in 0..3 {
            let door = match self.door(link).await {
                Ok(Some(door)) => door,
                Ok(None) => return Sent::NoGame,
                Err(error) => {
                    tracing::error!(game = %link, %error, "a live game could not be opened");
                    return Sent::NotNow;
                }
            };
            match door.send(command).await {
                Ok(()) => return Sent::Yes,
                Err(mpsc::error::SendError(unsent)) => command = unsent,
            }
            self.rooms().bury(link, &door);
        }
        Sent::NotNow
    }

    /// Sends a command to a game's room, if it has one.
    pub(super) async fn send_if_open(&self, link: &GameLink, command: Command) {
        if let Some(door) = self.rooms().open(link) {
            // A room that has gone needs to know nothing.
            door.send(command).await.ok();
        }
    }
}
