//! Opens rooms when they are needed, and sends commands to them.

use tokio::sync::mpsc;
use wire::live::GameLink;

use super::game_state::LiveGame;
use super::resumption::resumed;
use super::room::command::{MAX_WAITING_COMMANDS, RoomCommand, RoomHandle};
use super::room::registry::{SendOutcome, SlotGuard};
use super::room::{GameRoom, listen};
use super::seat::Seat;
use super::services::LiveServices;
use crate::store::StoreError;

impl LiveServices {
    /// Loads a game as it goes on here; `None` where there is no such game.
    ///
    /// # Errors
    /// The store cannot be reached, or the row is damaged.
    pub async fn load(&self, link: &GameLink) -> Result<Option<LiveGame>, StoreError> {
        let live = self.store.live(link, self.time.now()).await?;
        Ok(live.map(|live| resumed(live, &self.time)))
    }

    async fn load_with_seats(
        &self,
        link: &GameLink,
    ) -> Result<Option<(LiveGame, Vec<Seat>)>, StoreError> {
        let Some(live) = self.load(link).await? else {
            return Ok(None);
        };
        let seats = self.seats(live.id).await?;
        Ok(Some((live, seats)))
    }

    /// The seats of a game, where several servers may have some.
    ///
    /// # Errors
    /// The store cannot be reached, or a row is damaged.
    pub async fn seats(&self, game: i64) -> Result<Vec<Seat>, StoreError> {
        if !self.store.is_shared() {
            return Ok(Vec::new());
        }
        let mut seats = self.store.seats(&[game]).await?;
        Ok(seats.remove(&game).unwrap_or_default())
    }

    /// The room of a game; `None` where there is no such game.
    ///
    /// # Errors
    /// The store cannot be reached.
    async fn handle(&self, link: &GameLink) -> Result<Option<RoomHandle>, StoreError> {
        let rooms = &self.rooms;
        let waiting = SlotGuard {
            rooms,
            link,
            slot: rooms.slot(link),
        };
        let opened = waiting.slot.get_or_try_init(|| async {
            let (room, commands) = mpsc::channel(MAX_WAITING_COMMANDS);
            // What is changed from here on is heard or loaded.
            let listening = listen(&*self.bus, link, &room);
            match self.load_with_seats(link).await {
                Ok(Some((live, seats))) => {
                    let game_room = GameRoom::new(self.clone(), live, listening);
                    tokio::spawn(game_room.run(seats, commands));
                    Ok(room)
                }
                Ok(None) => Err(None),
                Err(error) => Err(Some(error)),
            }
        });
        match opened.await {
            Ok(room) => Ok(Some(room.clone())),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error),
        }
    }

    /// Sends a command to a game's room, opening it if needed; waits while its queue is full.
    pub async fn send(&self, link: &GameLink, mut command: RoomCommand) -> SendOutcome {
        // A room may end at the same moment; then another one is opened.
        for _ in 0..3 {
            let room = match self.handle(link).await {
                Ok(Some(room)) => room,
                Ok(None) => return SendOutcome::NoGame,
                Err(error) => {
                    tracing::error!(game = %link, %error, "a live game could not be opened");
                    return SendOutcome::Unavailable;
                }
            };
            match room.send(command).await {
                Ok(()) => return SendOutcome::Sent,
                Err(mpsc::error::SendError(unsent)) => command = unsent,
            }
            self.rooms.remove_dead(link, &room);
        }
        SendOutcome::Unavailable
    }
}
