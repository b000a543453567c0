//! A list that anybody may subscribe to: its entries come from the rooms of all servers, and a socket gets
//! the list at once and after each change.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};
use wire::live::protocol::ServerMessage;

use super::outbox::{Outbox, SocketId, serialized};
use super::seat::ServerId;
use crate::bus::Bus;

/// A server tells the others its entries at least so often.
const TELL_EVERY: Duration = Duration::from_secs(2);

/// Entries of a server that was not heard of for so long are left out.
const FORGET_AFTER: Duration = Duration::from_secs(7);

/// The most servers whose entries are shown beside this one's.
const MAX_SERVERS: usize = 256;

/// The creation time and row of the entry's game.
pub type ListKey = (i64, i64);

/// An entry of a [`PublicList`].
pub trait ListEntry: Clone + PartialEq + Serialize + DeserializeOwned + Send + 'static {
    /// The topic on which servers tell each other their entries.
    const TOPIC: &'static str;

    /// What subscribers see of it.
    type Shown;

    /// The most entries that are shown. Each address gets one place before any gets a second, so that
    /// one with many leaves places for the others.
    const MAX_SHOWN: usize;

    /// Changes within this time are sent together.
    const GATHER: Duration;

    /// The address that it counts for, where that is known.
    fn from(&self) -> Option<IpAddr>;

    fn shown(&self) -> Self::Shown;

    /// The list as subscribers get it.
    fn message(entries: Vec<Self::Shown>) -> ServerMessage;
}

/// Entries and subscribers.
#[derive(Debug)]
pub struct PublicList<T> {
    inner: Mutex<ListState<T>>,
    changed: Notify,
    /// An entry of this server has changed.
    own_changed: Notify,
}

#[derive(Debug)]
struct ListState<T> {
    entries: BTreeMap<ListKey, T>,
    /// Entries of other servers.
    elsewhere: HashMap<ServerId, EntriesElsewhere<T>>,
    subscribers: HashMap<SocketId, Arc<Outbox>>,
    /// What all subscribers have, unless some got a later list when they subscribed.
    sent: Option<Utf8Bytes>,
}

#[derive(Debug)]
struct EntriesElsewhere<T> {
    heard: Instant,
    entries: BTreeMap<ListKey, T>,
}

/// What a server tells the others of its entries.
#[derive(Serialize, Deserialize)]
struct ListNotice<T> {
    server: ServerId,
    entries: Vec<(ListKey, T)>,
}

impl<T> Default for PublicList<T> {
    fn default() -> Self {
        Self {
            inner: Mutex::new(ListState {
                entries: BTreeMap::new(),
                elsewhere: HashMap::new(),
                subscribers: HashMap::new(),
                sent: None,
            }),
            changed: Notify::new(),
            own_changed: Notify::new(),
        }
    }
}

impl<T: ListEntry> PublicList<T> {
    /// Adds or changes an entry.
    pub fn add(&self, key: ListKey, entry: T) {
        let mut inner = self.inner.lock();
        if inner.entries.get(&key) != Some(&entry) {
            inner.entries.insert(key, entry);
            self.changed.notify_one();
            self.own_changed.notify_one();
        }
    }

    /// Removes an entry.
    pub fn remove(&self, key: ListKey) {
        if self.inner.lock().entries.remove(&key).is_some() {
            self.changed.notify_one();
            self.own_changed.notify_one();
        }
    }

    /// Sends the list now and after each change.
    pub fn subscribe(&self, outbox: &Arc<Outbox>) {
        let mut inner = self.inner.lock();
        inner.subscribers.insert(outbox.id, Arc::clone(outbox));
        let list = serialized(&inner.message());
        if inner.sent.as_ref() != Some(&list) {
            inner.sent = None;
        }
        outbox.push(list);
    }

    /// Ends a subscription.
    pub fn unsubscribe(&self, socket: SocketId) {
        self.inner.lock().subscribers.remove(&socket);
    }

    /// Broadcasts changes of what is shown for as long as it is polled.
    pub async fn broadcast_changes(&self) -> Infallible {
        loop {
            self.changed.notified().await;
            tokio::time::sleep(T::GATHER).await;
            let mut inner = self.inner.lock();
            if inner.subscribers.is_empty() {
                continue;
            }
            let list = serialized(&inner.message());
            if inner.sent.as_ref() == Some(&list) {
                continue;
            }
            for outbox in inner.subscribers.values() {
                outbox.push(list.clone());
            }
            inner.sent = Some(list);
        }
    }
}

impl<T: ListEntry> PublicList<T> {
    /// Tells other servers this one's entries and takes in theirs, for as long as it is polled.
    pub async fn share(self: &Arc<Self>, bus: &dyn Bus, server: &ServerId) -> Infallible {
        let list = Arc::clone(self);
        let _listening = bus.listen(T::TOPIC, Arc::new(move |notice| list.hear(&notice)));
        loop {
            bus.tell(T::TOPIC, self.notice(server));
            self.forget_lost_servers();
            if timeout(TELL_EVERY, self.own_changed.notified())
                .await
                .is_ok()
            {
                tokio::time::sleep(T::GATHER).await;
            }
        }
    }

    /// This server's entries, as many as may be shown.
    fn notice(&self, server: &ServerId) -> Bytes {
        let inner = self.inner.lock();
        let places = ranked(inner.entries.iter().rev()).into_iter();
        let notice = ListNotice {
            server: server.clone(),
            entries: places.map(|(key, entry)| (*key, entry.clone())).collect(),
        };
        // Notices always serialize.
        serde_json::to_vec(&notice).unwrap_or_default().into()
    }

    /// Takes in what another server tells of its entries: no more of them than a server tells, and of no more
    /// servers than a site has.
    pub fn hear(&self, notice: &[u8]) {
        // Another version of the program may have sent it.
        let Ok(ListNotice { server, entries }) = serde_json::from_slice(notice) else {
            return;
        };
        let heard = EntriesElsewhere {
            heard: Instant::now(),
            entries: entries.into_iter().take(T::MAX_SHOWN).collect(),
        };
        let mut inner = self.inner.lock();
        if inner.elsewhere.len() >= MAX_SERVERS && !inner.elsewhere.contains_key(&server) {
            return;
        }
        let entries = heard.entries.clone();
        let before = inner.elsewhere.insert(server, heard);
        if before.map(|before| before.entries).unwrap_or_default() != entries {
            self.changed.notify_one();
        }
    }

    fn forget_lost_servers(&self) {
        let mut inner = self.inner.lock();
        let before = inner.elsewhere.len();
        let is_heard_of = |of: &EntriesElsewhere<T>| of.heard.elapsed() < FORGET_AFTER;
        inner.elsewhere.retain(|_, of| is_heard_of(of));
        if inner.elsewhere.len() < before {
            self.changed.notify_one();
        }
    }
}

impl<T: ListEntry> ListState<T> {
    fn message(&self) -> ServerMessage {
        // A game may be open at several servers.
        let mut all: BTreeMap<&ListKey, &T> = BTreeMap::new();
        for elsewhere in self.elsewhere.values() {
            all.extend(&elsewhere.entries);
        }
        for (key, entry) in &self.entries {
            // Where the player is connected, the address is known.
            let is_better = |other: &&T| entry.from().is_some() || other.from().is_none();
            if all.get(key).is_none_or(is_better) {
                all.insert(key, entry);
            }
        }
        let places = ranked(all.into_iter().rev()).into_iter();
        T::message(places.map(|(_, entry)| entry.shown()).collect())
    }
}

/// The entries that get a place, of those with the latest first.
fn ranked<'a, T: ListEntry>(
    entries: impl Iterator<Item = (&'a ListKey, &'a T)>,
) -> Vec<(&'a ListKey, &'a T)> {
    let mut seen: HashMap<Option<IpAddr>, usize> = HashMap::new();
    let mut ranked: Vec<_> = entries
        .map(|(key, entry)| {
            let count = seen.entry(entry.from()).or_default();
            *count += 1;
            (*count, (key, entry))
        })
        .collect();
    // The sort is stable, so the latest stay first within a rank.
    ranked.sort_by_key(|(rank, _)| *rank);
    let places = ranked.into_iter().take(T::MAX_SHOWN);
    places.map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use tokio::task::AbortHandle;

    use super::*;
    use crate::bus::LocalBus;
    use crate::live::outbox::OutboxAction;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Entry(usize, u8);

    /// What is shown of entries, the first one being the latest.
    fn shown(entries: &[Entry]) -> Vec<usize> {
        let keys: Vec<ListKey> = (0..entries.len()).map(|key| (key as i64, 0)).collect();
        let places = ranked(keys.iter().zip(entries)).into_iter();
        places.map(|(_, entry)| entry.shown()).collect()
    }

    impl ListEntry for Entry {
        const TOPIC: &'static str = "entries";
        type Shown = usize;
        const MAX_SHOWN: usize = 50;
        const GATHER: Duration = Duration::ZERO;

        fn from(&self) -> Option<IpAddr> {
            Some([10, 0, 0, self.1].into())
        }

        fn shown(&self) -> usize {
            self.0
        }

        fn message(entries: Vec<usize>) -> ServerMessage {
            let sum: usize = entries.iter().sum();
            ServerMessage::Pong { id: sum as u32 }
        }
    }

    #[test]
    fn an_address_with_many_entries_leaves_room_for_the_others() {
        let mut entries: Vec<_> = (0..200).map(|number| Entry(number, 1)).collect();
        entries.extend((200..203).map(|number| Entry(number, number as u8)));
        // The latest first: the greedy address made all of its own after the others.
        let found = shown(&entries);
        assert_eq!(found.len(), Entry::MAX_SHOWN);
        for other in 200..203 {
            assert!(found.contains(&other), "{other}");
        }
        assert_eq!(found[0], 0);
        let own = found.iter().filter(|number| **number < 47);
        assert_eq!(own.count(), 47, "the latest of the greedy address");
    }

    #[tokio::test]
    async fn a_change_that_is_not_shown_is_not_sent() {
        let list = Arc::new(PublicList::default());
        let telling = tokio::spawn({
            let list = Arc::clone(&list);
            async move { list.broadcast_changes().await }
        });
        let outbox = Arc::new(Outbox::new([10, 0, 0, 9].into()));
        list.subscribe(&outbox);
        let told = async || match outbox.next().await {
            OutboxAction::Send(list) => list,
            other => panic!("{other:?}"),
        };
        told().await;
        for number in 0..Entry::MAX_SHOWN {
            list.add((number as i64, 0), Entry(number, number as u8));
        }
        let full = told().await;
        // The earliest of an address that has others: were it sent, the next message would be the same.
        list.add((-1, 0), Entry(0, 1));
        tokio::time::sleep(Duration::from_millis(20)).await;
        list.remove((7, 0));
        assert_ne!(told().await, full);
        telling.abort();
    }

    #[test]
    fn one_address_may_fill_the_places_that_nobody_else_wants() {
        let entries: Vec<_> = (0..60).map(|number| Entry(number, 1)).collect();
        assert_eq!(shown(&entries).len(), Entry::MAX_SHOWN);
    }

    /// A server's list, which is shared while the answer lives.
    fn server(bus: &LocalBus, name: &str) -> (Arc<PublicList<Entry>>, AbortHandle) {
        let list = Arc::new(PublicList::default());
        let (shared, bus, name) = (Arc::clone(&list), bus.join(), ServerId(name.to_owned()));
        let sharing = tokio::spawn(async move { shared.share(&*bus, &name).await });
        (list, sharing.abort_handle())
    }

    /// The sum of what a list shows.
    fn sum(list: &PublicList<Entry>) -> u32 {
        match list.inner.lock().message() {
            ServerMessage::Pong { id } => id,
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn all_servers_show_the_entries_of_all() {
        let bus = LocalBus::default();
        let [(first, sharing), (second, _)] = ["a", "b"].map(|name| server(&bus, name));
        first.add((1, 1), Entry(1, 1));
        second.add((2, 2), Entry(20, 2));
        // Open at both: it is one entry.
        first.add((3, 3), Entry(300, 3));
        second.add((3, 3), Entry(300, 3));
        tokio::time::sleep(2 * TELL_EVERY).await;
        assert_eq!([sum(&first), sum(&second)], [321, 321]);
        first.remove((1, 1));
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert_eq!([sum(&first), sum(&second)], [320, 320]);
        // One who comes later hears of all in two seconds.
        let (third, _) = server(&bus, "c");
        tokio::time::sleep(2 * TELL_EVERY).await;
        assert_eq!(sum(&third), 320);
        // A server that is lost is forgotten, and what it alone had.
        first.add((4, 4), Entry(4_000, 4));
        tokio::time::sleep(Duration::from_millis(10)).await;
        assert_eq!([sum(&second), sum(&third)], [4_320, 4_320]);
        sharing.abort();
        tokio::time::sleep(FORGET_AFTER + 2 * TELL_EVERY).await;
        assert_eq!([sum(&second), sum(&third)], [320, 320]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_no_notice_changes_nothing() {
        let bus = LocalBus::default();
        let (list, _) = server(&bus, "a");
        list.add((1, 1), Entry(1, 1));
        tokio::time::sleep(Duration::from_millis(10)).await;
        let other = bus.join();
        for text in ["", "{}", "[]", r#"{"server":"b","entries":[[1,2]]}"#] {
            other.tell(Entry::TOPIC, Bytes::from(text));
        }
        assert_eq!(sum(&list), 1);
        let notice = r#"{"server":"b","entries":[[[2,2],[7,1]]]}"#;
        other.tell(Entry::TOPIC, Bytes::from(notice));
        assert_eq!(sum(&list), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn of_others_no_more_is_kept_than_a_site_has() {
        let bus = LocalBus::default();
        let (list, _) = server(&bus, "a");
        // It listens.
        tokio::time::sleep(Duration::from_millis(10)).await;
        let other = bus.join();
        let entries: Vec<_> = (0..2 * Entry::MAX_SHOWN as i64)
            .map(|row| ((row, row), Entry(1, 1)))
            .collect();
        for server in 0..2 * MAX_SERVERS {
            let notice = ListNotice {
                server: ServerId(server.to_string()),
                entries: entries.clone(),
            };
            let notice = serde_json::to_vec(&notice).expect("serializes");
            other.tell(Entry::TOPIC, Bytes::from(notice));
        }
        let inner = list.inner.lock();
        assert_eq!(inner.elsewhere.len(), MAX_SERVERS);
        let most = inner.elsewhere.values().map(|of| of.entries.len()).max();
        assert_eq!(most, Some(Entry::MAX_SHOWN));
    }
}
