//! A list that anybody may subscribe to: its entries come from rooms, and a socket gets the list at
//! once and after each change.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;
use wire::live::protocol::ServerMessage;

use super::outbox::{Outbox, SocketId, serialized};

/// The creation time and row of the entry's game.
pub type ListKey = (i64, i64);

/// An entry of a [`PublicList`].
pub trait ListEntry: Clone + PartialEq {
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
}

#[derive(Debug)]
struct ListState<T> {
    entries: BTreeMap<ListKey, T>,
    subscribers: HashMap<SocketId, Arc<Outbox>>,
    /// What all subscribers have, unless some got a later list when they subscribed.
    sent: Option<Utf8Bytes>,
}

impl<T> Default for PublicList<T> {
    fn default() -> Self {
        Self {
            inner: Mutex::new(ListState {
                entries: BTreeMap::new(),
                subscribers: HashMap::new(),
                sent: None,
            }),
            changed: Notify::new(),
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
        }
    }

    /// Removes an entry.
    pub fn remove(&self, key: ListKey) {
        if self.inner.lock().entries.remove(&key).is_some() {
            self.changed.notify_one();
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

impl<T: ListEntry> ListState<T> {
    fn message(&self) -> ServerMessage {
        T::message(shown(self.entries.values().rev()))
    }
}

/// The entries that get a place, the latest first.
fn shown<'a, T: ListEntry + 'a>(entries: impl Iterator<Item = &'a T>) -> Vec<T::Shown> {
    let mut seen: HashMap<Option<IpAddr>, usize> = HashMap::new();
    let mut ranked: Vec<_> = entries
        .map(|entry| {
            let count = seen.entry(entry.from()).or_default();
            *count += 1;
            (*count, entry)
        })
        .collect();
    // The sort is stable, so the latest stay first within a rank.
    ranked.sort_by_key(|(rank, _)| *rank);
    let places = ranked.into_iter().take(T::MAX_SHOWN);
    places.map(|(_, entry)| entry.shown()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::outbox::OutboxAction;

    #[derive(Clone, Debug, PartialEq)]
    struct Entry(usize, u8);

    impl ListEntry for Entry {
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
        let found = shown(entries.iter());
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
        assert_eq!(shown(entries.iter()).len(), Entry::MAX_SHOWN);
    }
}
