//! What a change of accounts or bans means for open sockets, games and remembered keys: here at once, at the
//! other servers as soon as they hear of it or find it in the store.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::keys::ApiKeys;
use crate::live::Hub;
use crate::live::game_state::SidePlayer;
use crate::moderation::bans::BannedNetworks;
use crate::store::{Announcement, Store, StoreError, StoredAnnouncement, now_ms};

/// The topic on which servers say that there is something new; what it is, is in the store.
const TOPIC: &str = "announcements";

/// How often the store is asked without that.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// Longer than any write takes: what is found later was begun later.
const SETTLED_AFTER: Duration = Duration::from_secs(30);

/// Carries out what follows from changes; cheap to clone.
#[derive(Clone, Debug)]
pub struct Effects {
    store: Store,
    hub: Hub,
    keys: ApiKeys,
    banned: BannedNetworks,
    /// What was carried out here at once and is still to be found in the store, with when.
    at_once: Arc<Mutex<Vec<(Instant, Announcement)>>>,
}

impl Effects {
    pub fn new(store: Store, hub: Hub, keys: ApiKeys, banned: BannedNetworks) -> Self {
        Self {
            store,
            hub,
            keys,
            banned,
            at_once: Arc::default(),
        }
    }

    /// Carries out what follows from a change that was stored here, and tells the other servers. After a write
    /// that failed, too, since it may have been stored. What is not carried out so, since whoever asked has gone
    /// or the write seemed to fail, is found in the store, where there may be other servers.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn of(&self, what: Announcement) -> Result<(), StoreError> {
        self.hub.bus().tell(TOPIC, Bytes::new());
        if self.store.is_shared() {
            let mut at_once = self.at_once.lock();
            at_once.retain(|(at, _)| at.elapsed() < SETTLED_AFTER);
            at_once.push((Instant::now(), what.clone()));
        }
        self.carry_out(what).await
    }

    /// Reads the bans, and from where on the announcements of other servers are to be followed.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn begin(&self) -> Result<Followed, StoreError> {
        let mut followed = Followed {
            after: self.store.announced_before().await?,
            found: BTreeMap::new(),
        };
        for earlier in self.store.announced_after(followed.after).await? {
            followed.note(earlier.id, Instant::now());
        }
        self.read_bans().await?;
        Ok(followed)
    }

    /// Carries out what is announced, for as long as it is polled.
    pub async fn follow(&self, mut followed: Followed) -> Infallible {
        if !self.store.is_shared() {
            return std::future::pending().await;
        }
        let told = Arc::new(Notify::new());
        let deliver = {
            let told = Arc::clone(&told);
            move |_| told.notify_one()
        };
        let _listening = self.hub.bus().listen(TOPIC, Arc::new(deliver));
        loop {
            timeout(LOOK_EVERY, told.notified()).await.ok();
            if let Err(error) = self.follow_once(&mut followed).await {
                tracing::warn!(%error, "what other servers have announced could not be carried out");
            }
        }
    }

    async fn follow_once(&self, followed: &mut Followed) -> Result<(), StoreError> {
        let stored = self.store.announced_after(followed.after).await?;
        for StoredAnnouncement { id, is_own, what } in stored {
            if followed.found.contains_key(&id) {
                continue;
            }
            match what {
                Some(what) if is_own && self.was_at_once(&what) => {}
                Some(what) => self.carry_out(what).await?,
                None => tracing::warn!(id, "a newer server has announced something unknown here"),
            }
            followed.note(id, Instant::now());
        }
        followed.settle(Instant::now());
        Ok(())
    }

    /// Whether a change of this server was carried out at once; asked once for each.
    fn was_at_once(&self, what: &Announcement) -> bool {
        let mut at_once = self.at_once.lock();
        let place = at_once.iter().position(|(_, known)| known == what);
        place.map(|place| at_once.swap_remove(place)).is_some()
    }

    async fn carry_out(&self, what: Announcement) -> Result<(), StoreError> {
        match what {
            Announcement::SessionsEnded { user } => self.hub.disconnect_user(user),
            Announcement::KeysDeleted => self.keys.forget(),
            Announcement::Named {
                guest,
                account,
                name,
            } => {
                let player = SidePlayer::User {
                    id: account,
                    name: Some(name),
                };
                self.hub.replace_player(guest, player).await;
                self.hub.disconnect_user(guest);
            }
            Announcement::Deleted { user } => {
                self.keys.forget();
                self.hub.replace_player(user, SidePlayer::Gone).await;
                self.hub.disconnect_user(user);
            }
            Announcement::NetworksBanned => {
                self.read_bans().await?;
                let now = now_ms();
                self.hub
                    .disconnect_addresses(|address| self.banned.contain(address, now));
            }
        }
        Ok(())
    }

    async fn read_bans(&self) -> Result<(), StoreError> {
        self.banned.replace(self.store.banned_networks().await?);
        Ok(())
    }
}

/// Which announcements were found.
#[derive(Debug)]
pub struct Followed {
    /// All up to this number were.
    after: i64,
    /// When those after it were.
    found: BTreeMap<i64, Instant>,
}

impl Followed {
    fn note(&mut self, id: i64, at: Instant) {
        self.found.insert(id, at);
    }

    /// Leaves out of the search what lies so long back that no write can still add to it.
    fn settle(&mut self, now: Instant) {
        let is_settled = |at: &Instant| now.duration_since(*at) >= SETTLED_AFTER;
        let settled = self.found.iter().rev().find(|(_, at)| is_settled(at));
        if let Some((&id, _)) = settled {
            self.after = id;
            self.found = self.found.split_off(&(id + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_ends_late_is_found_and_nothing_is_read_for_ever() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut followed = Followed {
            after: 0,
            found: BTreeMap::new(),
        };
        followed.note(3, at(0));
        followed.note(5, at(10));
        followed.settle(at(20));
        assert_eq!(followed.after, 0, "the first or the second may still come");
        followed.note(2, at(20));
        followed.settle(at(31));
        assert_eq!(followed.after, 3);
        let found: Vec<_> = followed.found.keys().copied().collect();
        assert_eq!(found, [5]);
        followed.settle(at(40));
        assert_eq!((followed.after, followed.found.len()), (5, 0));
    }
}
