//! Opens rooms when they are needed, and sends commands to them.

use tokio::sync::mpsc;
use wire::live::GameLink;

use super::{
    game_state::Table,
    now,
    room::{
        Room,
        command::{Command, Door, MOST_WAITING},
        registry::{Sent, Waiting},
    },
    services::LiveServices,
};
use crate::store::StoreError;

impl LiveServices {
    /// Opens the rooms of all games whose clocks go on, watched or not.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn go_on(&self) -> Result<(), StoreError> {
        for table in self.store.timed_tables(now()).await? {
            let slot = self.rooms.slot(&table.link);
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
        let rooms = &self.rooms;
        let waiting = Waiting {
            rooms,
            link,
            slot: rooms.slot(link),
        };
        let opened = waiting.slot.get_or_try_init(|| async {
            match self.store.table(link, now()).await {
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
    pub async fn send(&self, link: &GameLink, mut command: Command) -> Sent {
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
            self.rooms.bury(link, &door);
        }
        Sent::NotNow
    }
}
