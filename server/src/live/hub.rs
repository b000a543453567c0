//! All live games and all sockets: who is let in, and what concerns them all.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures::StreamExt;
use tokio::sync::oneshot;
use wire::{SessionToken, live::GameLink, visitor::live_games::GameForVisitor};

use super::{
    admission::{Crowd, Turned},
    game_state::Seat,
    now,
    outbox::{Outbox, SocketId},
    room::{
        command::{CalledOff, Command},
        registry::Sent,
    },
    services::LiveServices,
};
use crate::{
    metrics,
    rate_limit::Clients,
    search::service::Searches,
    store::{Person, Store, StoreError, UserId},
};

/// How long sockets may take to say goodbye when the server leaves.
const GOODBYE: Duration = Duration::from_secs(3);

/// Rooms that do something at once: fewer than writes may wait.
const AT_ONCE: usize = 128;

/// The way to all live games; cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    services: LiveServices,
    crowd: Crowd,
    sockets: Mutex<Sockets>,
}

#[derive(Debug, Default)]
struct Sockets {
    open: HashMap<SocketId, Open>,
    from: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct Open {
    outbox: Arc<Outbox>,
    user: Option<UserId>,
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
        self.hub.0.services.lobby.leave(self.outbox.id);
        let mut sockets = self.hub.sockets();
        sockets.open.remove(&self.outbox.id);
        if let Some(count) = sockets.from.get_mut(&self.outbox.from) {
            *count -= 1;
            if *count == 0 {
                sockets.from.remove(&self.outbox.from);
            }
        }
        metrics::sockets(sockets.open.len());
    }
}

impl Hub {
    /// No rooms and no sockets yet.
    pub fn new(store: Store, searches: Searches, clients: Clients, crowd: Crowd) -> Self {
        Self(Arc::new(Inner {
            services: LiveServices::new(store, searches, clients),
            crowd,
            sockets: Mutex::default(),
        }))
    }

    /// What is told of open games, for as long as it is polled.
    pub async fn keep_telling(&self) -> std::convert::Infallible {
        self.0.services.lobby.keep_telling().await
    }

    /// What the rooms share.
    pub(super) fn services(&self) -> &LiveServices {
        &self.0.services
    }

    /// Continues all games whose clocks run.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn go_on(&self) -> Result<(), StoreError> {
        self.services().go_on().await
    }

    /// Lets a socket in.
    ///
    /// # Errors
    /// Why it is not.
    pub fn admit(&self, from: IpAddr, user: Option<UserId>) -> Result<Ticket, Turned> {
        let outbox = Arc::new(Outbox::new(from));
        let mut sockets = self.sockets();
        if self.services().is_closing() {
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
            user,
        };
        sockets.open.insert(outbox.id, open);
        metrics::sockets(sockets.open.len());
        drop(sockets);
        Ok(Ticket {
            hub: self.clone(),
            outbox,
        })
    }

    /// A game as it looks to somebody; `None` where there is no such game.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn shown(
        &self,
        user: Option<UserId>,
        link: &GameLink,
    ) -> Result<Option<GameForVisitor>, StoreError> {
        let (answer, shown) = oneshot::channel();
        self.services()
            .send_if_open(link, Command::Show { user, answer })
            .await;
        if let Ok(shown) = shown.await {
            return Ok(Some(shown));
        }
        if let Some(table) = self.0.services.store.table(link, now()).await? {
            return Ok(Some(GameForVisitor {
                view: table.view(now()),
                seat: table.seat_of(user),
            }));
        }
        let shared = self.0.services.store.shared(link).await?;
        Ok(shared.map(|shared| GameForVisitor {
            view: shared.view,
            seat: None,
        }))
    }

    /// The variations and comments of a shared analysis, as PGN.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn analysis(&self, link: &GameLink) -> Result<Option<String>, StoreError> {
        let shared = self.0.services.store.shared(link).await?;
        Ok(shared.and_then(|shared| shared.pgn))
    }

    /// Whose session it is.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub(super) async fn user(&self, session: &SessionToken) -> Result<Option<UserId>, StoreError> {
        self.0.services.store.user_of(session).await
    }

    /// Who a session belongs to.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn person(&self, session: &SessionToken) -> Result<Option<Person>, StoreError> {
        self.0.services.store.person_of(session).await
    }

    /// Has all sockets of somebody come again, as whoever they are then.
    pub fn dismiss(&self, user: UserId) {
        for open in self.sockets().open.values() {
            if open.user == Some(user) {
                open.outbox.close();
            }
        }
    }

    /// Closes the sockets of all addresses for which this holds.
    pub fn dismiss_addresses(&self, is_meant: impl Fn(IpAddr) -> bool) {
        for open in self.sockets().open.values() {
            if is_meant(open.outbox.from) {
                open.outbox.close();
            }
        }
    }

    /// Calls a challenge off that nobody has taken up yet.
    pub async fn call_off(&self, link: &GameLink) -> CalledOff {
        let (done, called_off) = oneshot::channel();
        match self.services().send(link, Command::CallOff { done }).await {
            Sent::Yes => called_off.await.unwrap_or(CalledOff::NotNow),
            Sent::NoGame => CalledOff::NotOpen,
            Sent::NotNow => CalledOff::NotNow,
        }
    }

    /// Somebody is somebody else from now on, or has another name.
    pub async fn reseat(&self, was: UserId, now: Seat) {
        let now = &now;
        let rooms = futures::stream::iter(self.services().rooms.links());
        rooms
            .for_each_concurrent(AT_ONCE, |link| async move {
                let (done, reseated) = oneshot::channel();
                let now = now.clone();
                // One that is being opened may have read who sat there before.
                if self
                    .services()
                    .send(&link, Command::Reseat { was, now, done })
                    .await
                    == Sent::Yes
                {
                    reseated.await.ok();
                }
            })
            .await;
    }

    /// Somebody is about to be nobody any more: what they play ends.
    ///
    /// # Errors
    /// When the store can't be reached.
    pub async fn depart(&self, user: UserId) -> Result<(), StoreError> {
        for link in self.0.services.store.links_under_way(user).await? {
            let (done, reseated) = oneshot::channel();
            let (was, now) = (user, Seat::Gone);
            if self
                .services()
                .send(&link, Command::Reseat { was, now, done })
                .await
                == Sent::Yes
            {
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
        self.services().begin_closing();
        let rooms = futures::stream::iter(self.services().rooms.links());
        rooms
            .for_each_concurrent(AT_ONCE, |link| async move {
                let (done, rested) = oneshot::channel();
                self.services()
                    .send_if_open(&link, Command::Rest { done })
                    .await;
                // A room that has gone meanwhile has written all down.
                rested.await.ok();
            })
            .await;
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

    fn sockets(&self) -> MutexGuard<'_, Sockets> {
        // Nothing in here panics halfway.
        self.0
            .sockets
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
