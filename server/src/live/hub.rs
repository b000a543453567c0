//! All rooms and all sockets.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use app::{
    api::{SessionToken, live::Shown},
    live::{GameLink, view::Stage},
};
use futures::StreamExt;
use tokio::sync::{OnceCell, mpsc, oneshot};

use super::{
    lobby::Lobby,
    now,
    outbox::{Outbox, SocketId},
    room::{Command, Door, MOST_WAITING, Room},
    table::{Seat, Table},
};
use crate::{
    fair::Clients,
    figures,
    search::searches::Searches,
    store::{Store, StoreError, UserId},
};

/// How long sockets may take to say goodbye when the server leaves.
const GOODBYE: Duration = Duration::from_secs(3);

/// Rooms that write at once when the server leaves: fewer than writes may wait.
const AT_ONCE: usize = 256;

/// How many sockets there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// In all.
    pub in_all: usize,
    /// From one address.
    pub from_one: usize,
}

/// The way to all live games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    searches: Searches,
    clients: Clients,
    lobby: Lobby,
    crowd: Crowd,
    rooms: Mutex<HashMap<GameLink, Arc<OnceCell<Door>>>>,
    sockets: Mutex<Sockets>,
    leaving: AtomicBool,
}

#[derive(Debug, Default)]
struct Sockets {
    open: HashMap<SocketId, Open>,
    from: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Open {
    outbox: Arc<Outbox>,
    from: IpAddr,
    user: Option<UserId>,
}

/// Why a socket is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Turned {
    /// There are as many as there may be.
    #[error("the server has as many open sockets as it may")]
    Full,
    /// There are as many of this address.
    #[error("this address has as many open sockets as it may")]
    TooMany,
    /// The server leaves.
    #[error("the server is shutting down")]
    Leaving,
}

/// A socket that was let in; it leaves when this is dropped.
#[derive(Debug)]
pub struct Ticket {
    hub: Hub,
    /// What waits to be sent to it.
    pub outbox: Arc<Outbox>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.hub.0.lobby.leave(self.outbox.id);
        let mut sockets = self.hub.sockets();
        if let Some(Open { from, .. }) = sockets.open.remove(&self.outbox.id)
            && let Some(count) = sockets.from.get_mut(&from)
        {
            *count -= 1;
            if *count == 0 {
                sockets.from.remove(&from);
            }
        }
        figures::sockets(sockets.open.len());
    }
}

impl Hub {
    /// No rooms and no sockets yet.
    pub fn new(store: Store, searches: Searches, clients: Clients, crowd: Crowd) -> Self {
        Self(Arc::new(Inner {
            store,
            searches,
            clients,
            lobby: Lobby::default(),
            crowd,
            rooms: Mutex::default(),
            sockets: Mutex::default(),
            leaving: AtomicBool::new(false),
        }))
    }

    /// Opens the rooms of all games whose clocks go on, watched or not.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn go_on(&self) -> Result<(), StoreError> {
        let tables = self.0.store.tables_under_way(now()).await?;
        let timed = tables
            .into_iter()
            .filter(|table| table.stage == Stage::Playing && table.clock.is_some());
        for table in timed {
            let link = table.link.clone();
            let door = self.enter(table);
            let mut rooms = self.rooms();
            rooms.insert(link, Arc::new(OnceCell::new_with(Some(door))));
            figures::rooms(rooms.len());
        }
        Ok(())
    }

    /// What is told of open games, for as long as it is polled.
    pub async fn keep_telling(&self) -> std::convert::Infallible {
        self.0.lobby.keep_telling().await
    }

    /// The store.
    pub(super) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(super) fn searches(&self) -> &Searches {
        &self.0.searches
    }

    pub(super) fn clients(&self) -> &Clients {
        &self.0.clients
    }

    pub(super) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    /// Lets a socket in.
    ///
    /// # Errors
    /// Why it is not.
    pub fn admit(&self, from: IpAddr, user: Option<UserId>) -> Result<Ticket, Turned> {
        let outbox = Arc::new(Outbox::new());
        let mut sockets = self.sockets();
        if self.0.leaving.load(Ordering::Relaxed) {
            return Err(Turned::Leaving);
        }
        if sockets.open.len() >= self.0.crowd.in_all {
            return Err(Turned::Full);
        }
        let count = sockets.from.entry(from).or_default();
        if *count >= self.0.crowd.from_one {
            return Err(Turned::TooMany);
        }
        *count += 1;
        let open = Open {
            outbox: Arc::clone(&outbox),
            from,
            user,
        };
        sockets.open.insert(outbox.id, open);
        figures::sockets(sockets.open.len());
        drop(sockets);
        Ok(Ticket {
            hub: self.clone(),
            outbox,
        })
    }

    /// The room of a game; `None` where there is no such game.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub(super) async fn door(&self, link: &GameLink) -> Result<Option<Door>, StoreError> {
        let slot = {
            let mut rooms = self.rooms();
            let slot = Arc::clone(rooms.entry(link.clone()).or_default());
            figures::rooms(rooms.len());
            slot
        };
        let opened = slot
            .get_or_try_init(|| async {
                match self.0.store.table(link, now()).await {
                    Ok(Some(table)) => Ok(self.enter(table)),
                    Ok(None) => Err(None),
                    Err(error) => Err(Some(error)),
                }
            })
            .await;
        match opened {
            Ok(door) => Ok(Some(door.clone())),
            Err(error) => {
                self.forget(link, &slot);
                error.map_or(Ok(None), Err)
            }
        }
    }

    fn enter(&self, table: Table) -> Door {
        let (door, commands) = mpsc::channel(MOST_WAITING);
        tokio::spawn(Room::new(self.clone(), table).live(commands));
        door
    }

    /// Forgets a slot that nobody could fill.
    fn forget(&self, link: &GameLink, slot: &Arc<OnceCell<Door>>) {
        let mut rooms = self.rooms();
        if rooms
            .get(link)
            .is_some_and(|known| Arc::ptr_eq(known, slot) && !known.initialized())
        {
            rooms.remove(link);
        }
    }

    /// Whether a room that nobody needs may go: nothing waits for it, and nobody finds it any more.
    pub(super) fn let_go(&self, link: &GameLink, commands: &mut mpsc::Receiver<Command>) -> bool {
        let mut rooms = self.rooms();
        if !commands.is_empty() {
            return false;
        }
        rooms.remove(link);
        figures::rooms(rooms.len());
        // Who found it before may still send something, which is taken.
        commands.close();
        commands.is_empty()
    }

    /// Sends a command to a game's room and waits until there is room for it. False where there is
    /// no such game, or it can't be reached.
    pub(super) async fn send(&self, link: &GameLink, mut command: Command) -> bool {
        // A room may go at the very moment; then another one is opened.
        for _ in 0..3 {
            let Ok(Some(door)) = self.door(link).await else {
                return false;
            };
            match door.send(command).await {
                Ok(()) => return true,
                Err(mpsc::error::SendError(unsent)) => command = unsent,
            }
        }
        false
    }

    /// A game as it looks to somebody; `None` where there is no such game.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn shown(
        &self,
        user: Option<UserId>,
        link: &GameLink,
    ) -> Result<Option<Shown>, StoreError> {
        let (answer, shown) = oneshot::channel();
        self.send_if_open(link, Command::Show { user, answer })
            .await;
        if let Ok(shown) = shown.await {
            return Ok(Some(shown));
        }
        if let Some(table) = self.0.store.table(link, now()).await? {
            return Ok(Some(Shown {
                view: table.view(now()),
                seat: table.seat_of(user),
            }));
        }
        let shared = self.0.store.shared(link).await?;
        Ok(shared.map(|shared| Shown {
            view: shared.view,
            seat: None,
        }))
    }

    /// The variations and comments of a shared analysis, as PGN.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn analysis(&self, link: &GameLink) -> Result<Option<String>, StoreError> {
        let shared = self.0.store.shared(link).await?;
        Ok(shared.and_then(|shared| shared.pgn))
    }

    /// Sends a command to a game's room, if it has one.
    pub(super) async fn send_if_open(&self, link: &GameLink, command: Command) {
        let door = self.rooms().get(link).and_then(|slot| slot.get().cloned());
        if let Some(door) = door {
            // A room that has gone needs to know nothing.
            door.send(command).await.ok();
        }
    }

    /// Whose session it is.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub(super) async fn user(&self, session: &SessionToken) -> Result<Option<UserId>, StoreError> {
        self.0.store.user_of(session).await
    }

    /// Rooms that are open, as others reach them.
    fn doors(&self) -> Vec<Door> {
        let rooms = self.rooms();
        rooms
            .values()
            .filter_map(|slot| slot.get().cloned())
            .collect()
    }

    /// Has all sockets of somebody come again, as whoever they are then.
    pub fn dismiss(&self, user: UserId) {
        for open in self.sockets().open.values() {
            if open.user == Some(user) {
                open.outbox.close();
            }
        }
    }

    /// Somebody is somebody else from now on, or has another name.
    pub async fn reseat(&self, was: UserId, now: Seat) {
        for door in self.doors() {
            let (done, reseated) = oneshot::channel();
            let now = now.clone();
            // A room that is gone reads the store when it is opened again.
            if door.send(Command::Reseat { was, now, done }).await.is_ok() {
                reseated.await.ok();
            }
        }
    }

    /// Somebody is about to be nobody any more: what they play ends.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn depart(&self, user: UserId) -> Result<(), StoreError> {
        for link in self.0.store.links_under_way(user).await? {
            let (done, reseated) = oneshot::channel();
            let (was, now) = (user, Seat::Gone);
            if self.send(&link, Command::Reseat { was, now, done }).await {
                reseated.await.ok();
            }
        }
        // In the games that are over, too.
        self.reseat(user, Seat::Gone).await;
        self.dismiss(user);
        Ok(())
    }

    /// Lets all sockets go and has all clocks written down. Nothing is taken in any more.
    pub async fn close(&self) {
        self.0.leaving.store(true, Ordering::Relaxed);
        let rest = |door: Door| async move {
            let (done, rested) = oneshot::channel();
            if door.send(Command::Rest { done }).await.is_ok() {
                // A room that has gone meanwhile has written all down.
                rested.await.ok();
            }
        };
        let doors = futures::stream::iter(self.doors());
        doors.for_each_concurrent(AT_ONCE, rest).await;
        for open in self.sockets().open.values() {
            open.outbox.close();
        }
        let gone = async {
            while !self.sockets().open.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(GOODBYE, gone).await.is_err() {
            tracing::warn!("some sockets did not say goodbye and were cut off");
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameLink, Arc<OnceCell<Door>>>> {
        // Nothing in here panics halfway.
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        // Nor here.
        self.0
            .sockets
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
