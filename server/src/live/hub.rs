//! All sockets, and what concerns all live games.

use std::{collections::HashMap, convert::Infallible, net::IpAddr, sync::Arc, time::Duration};

use futures::StreamExt;
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::oneshot;
use wire::{SessionToken, live::GameLink, visitor::live_games::GameForVisitor};

use super::admission::{AdmitError, SocketLimits};
use super::game_state::SidePlayer;
use super::outbox::{Outbox, SocketId};
use super::room::command::{CancelOutcome, RoomCommand};
use super::room::registry::SendOutcome;
use super::services::LiveServices;
use crate::bus::Bus;
use crate::metrics;
use crate::rate_limit::Clients;
use crate::search::service::SearchService;
use crate::store::{Person, Store, StoreError, UserId};

/// How long sockets may take to close at shutdown.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// Rooms that are addressed at once; fewer than the writes that may wait.
const MAX_CONCURRENT_ROOMS: usize = 128;

/// All live games and sockets; cheap to clone.
#[derive(Clone, Debug)]
pub struct Hub(Arc<HubState>);

#[derive(Debug)]
struct HubState {
    services: LiveServices,
    store: Store,
    limits: SocketLimits,
    sockets: Mutex<OpenSockets>,
}

#[derive(Debug, Default)]
struct OpenSockets {
    open: HashMap<SocketId, OpenSocket>,
    from: HashMap<IpAddr, usize>,
}

#[derive(Debug)]
struct OpenSocket {
    outbox: Arc<Outbox>,
    user: Option<UserId>,
}

/// An admitted socket; dropping it releases its place.
#[derive(Debug)]
pub struct SocketPermit {
    hub: Hub,
    pub outbox: Arc<Outbox>,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let services = &self.hub.0.services;
        services.lobby.unsubscribe(self.outbox.id);
        services.running_games.unsubscribe(self.outbox.id);
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
    /// A hub without rooms and sockets, which asks the store for the time.
    ///
    /// # Errors
    /// The store fails.
    pub async fn open(
        store: Store,
        searches: SearchService,
        clients: Clients,
        limits: SocketLimits,
        bus: Arc<dyn Bus>,
    ) -> Result<Self, StoreError> {
        let server = store.server().clone();
        let live_store = Arc::new(store.clone());
        let services = LiveServices::begin(live_store, searches, clients, bus, server);
        Ok(Self(Arc::new(HubState {
            services: services.await?,
            store,
            limits,
            sockets: Mutex::default(),
        })))
    }

    /// Broadcasts changes of the public lists for as long as it is polled, and shares them with other servers.
    pub async fn broadcast_lists(&self) -> Infallible {
        let LiveServices {
            lobby,
            running_games,
            bus,
            server,
            ..
        } = &self.0.services;
        tokio::select! {
            never = lobby.broadcast_changes() => never,
            never = running_games.broadcast_changes() => never,
            never = lobby.share(&**bus, server) => never,
            never = running_games.share(&**bus, server) => never,
        }
    }

    /// The other servers.
    pub fn bus(&self) -> &dyn Bus {
        &*self.0.services.bus
    }

    /// The services that rooms share.
    pub(super) fn services(&self) -> &LiveServices {
        &self.0.services
    }

    /// Keeps game time going and sees to games whose time is over, for as long as it is polled.
    pub async fn keep_time(&self) -> Infallible {
        tokio::select! {
            never = self.services().keep_time() => never,
            never = self.services().see_to_deadlines() => never,
        }
    }

    /// Has rooms take in what other servers have changed, for as long as it is polled.
    pub async fn check_versions(&self) -> Infallible {
        self.services().check_versions().await
    }

    /// Admits a socket.
    ///
    /// # Errors
    /// The limits are reached, or the server is shutting down.
    pub fn admit(&self, from: IpAddr, user: Option<UserId>) -> Result<SocketPermit, AdmitError> {
        let outbox = Arc::new(Outbox::new(from));
        let mut sockets = self.sockets();
        if self.services().is_closing() {
            return Err(AdmitError::Closing);
        }
        if sockets.open.len() >= self.0.limits.total {
            return Err(AdmitError::Full);
        }
        let count = sockets.from.entry(from).or_default();
        if *count >= self.0.limits.per_address {
            return Err(AdmitError::TooMany);
        }
        *count += 1;
        let open = OpenSocket {
            outbox: Arc::clone(&outbox),
            user,
        };
        sockets.open.insert(outbox.id, open);
        metrics::sockets(sockets.open.len());
        drop(sockets);
        Ok(SocketPermit {
            hub: self.clone(),
            outbox,
        })
    }

    /// A game as a user sees it; `None` where there is no such game.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn shown(
        &self,
        user: Option<UserId>,
        link: &GameLink,
    ) -> Result<Option<GameForVisitor>, StoreError> {
        let (answer, shown) = oneshot::channel();
        self.services()
            .send_if_open(link, RoomCommand::View { user, answer })
            .await;
        if let Ok(shown) = shown.await {
            return Ok(Some(shown));
        }
        if let Some(live) = self.services().load(link).await? {
            return Ok(Some(GameForVisitor {
                view: live.view(self.services().time.now()),
                seat: live.side_of(user),
            }));
        }
        let shared = self.0.store.shared(link).await?;
        Ok(shared.map(|shared| GameForVisitor {
            view: shared.view,
            seat: None,
        }))
    }

    /// The variations and comments of a shared analysis, as PGN.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn analysis(&self, link: &GameLink) -> Result<Option<String>, StoreError> {
        let shared = self.0.store.shared(link).await?;
        Ok(shared.and_then(|shared| shared.pgn))
    }

    /// The user of a session.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub(super) async fn user(&self, session: &SessionToken) -> Result<Option<UserId>, StoreError> {
        self.0.store.user_of(session).await
    }

    /// The person of a session.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn person(&self, session: &SessionToken) -> Result<Option<Person>, StoreError> {
        self.0.store.person_of(session).await
    }

    /// Closes all sockets of a user, whose clients then reconnect with their present identity.
    pub fn disconnect_user(&self, user: UserId) {
        for open in self.sockets().open.values() {
            if open.user == Some(user) {
                open.outbox.close();
            }
        }
    }

    /// Closes the sockets of all matching addresses.
    pub fn disconnect_addresses(&self, is_meant: impl Fn(IpAddr) -> bool) {
        for open in self.sockets().open.values() {
            if is_meant(open.outbox.from) {
                open.outbox.close();
            }
        }
    }

    /// Cancels an open challenge.
    pub async fn cancel_challenge(&self, link: &GameLink) -> CancelOutcome {
        let (done, outcome) = oneshot::channel();
        let cancel = RoomCommand::CancelChallenge { done };
        match self.services().send(link, cancel).await {
            SendOutcome::Sent => outcome.await.unwrap_or(CancelOutcome::Unavailable),
            SendOutcome::NoGame => CancelOutcome::NotOpen,
            SendOutcome::Unavailable => CancelOutcome::Unavailable,
        }
    }

    /// Replaces a user who was merged, renamed or deleted in all open rooms.
    pub async fn replace_player(&self, was: UserId, now: SidePlayer) {
        let rooms = futures::stream::iter(self.services().rooms.links());
        rooms
            .for_each_concurrent(MAX_CONCURRENT_ROOMS, |link| {
                self.replace_player_in(link, was, now.clone())
            })
            .await;
    }

    async fn replace_player_in(&self, link: GameLink, was: UserId, now: SidePlayer) {
        let (done, replaced) = oneshot::channel();
        let replace = RoomCommand::ReplacePlayer { was, now, done };
        // A room that is being opened may have read the old user.
        if self.services().send(&link, replace).await == SendOutcome::Sent {
            replaced.await.ok();
        }
    }

    /// Ends the games of a user who is about to be deleted.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn end_games(&self, user: UserId) -> Result<(), StoreError> {
        for link in self.0.store.links_in_progress(user).await? {
            self.replace_player_in(link, user, SidePlayer::Gone).await;
        }
        Ok(())
    }

    /// Closes all sockets. No change is accepted any more, and game time stands still from now on, unless
    /// another server keeps it going.
    pub async fn close(&self) {
        self.services().begin_closing();
        if let Err(error) = self.services().say_that_it_ends().await {
            tracing::warn!(%error, "the end of the games' time was not written down");
        }
        for open in self.sockets().open.values() {
            open.outbox.close();
        }
        let gone = async {
            while !self.sockets().open.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if tokio::time::timeout(CLOSE_TIMEOUT, gone).await.is_err() {
            tracing::warn!("some sockets did not say goodbye and were cut off");
        }
    }

    fn sockets(&self) -> MutexGuard<'_, OpenSockets> {
        self.0.sockets.lock()
    }
}
