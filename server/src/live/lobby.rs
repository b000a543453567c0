//! The open challenges, and the sockets that subscribe to them.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use wire::live::protocol::{OpenChallenge, ServerMessage};

use super::outbox::{Outbox, SocketId, serialized};

/// Listed challenges. Each address gets one place before any gets a second, so that one with many
/// leaves places for the others.
const MAX_LISTED: usize = 50;

/// Changes within this time are sent together.
const GATHER: Duration = Duration::from_millis(200);

/// Open challenges and subscribers.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<LobbyState>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct LobbyState {
    /// By creation time and row.
    open: BTreeMap<(i64, i64), ListedChallenge>,
    subscribers: HashMap<SocketId, Arc<Outbox>>,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedChallenge {
    /// The message's part.
    pub challenge: OpenChallenge,
    /// The creator's address, where it is known.
    pub from: Option<IpAddr>,
}

impl Lobby {
    /// Adds or changes a challenge.
    pub fn add(&self, key: (i64, i64), listed: ListedChallenge) {
        let before = self.inner.lock().open.insert(key, listed.clone());
        if before.as_ref() != Some(&listed) {
            self.changed.notify_one();
        }
    }

    /// Removes a challenge.
    pub fn remove(&self, key: (i64, i64)) {
        if self.inner.lock().open.remove(&key).is_some() {
            self.changed.notify_one();
        }
    }

    /// Sends the list now and after each change.
    pub fn subscribe(&self, outbox: &Arc<Outbox>) {
        let mut inner = self.inner.lock();
        inner.subscribers.insert(outbox.id, Arc::clone(outbox));
        outbox.push(serialized(&inner.list()));
    }

    /// Ends a subscription.
    pub fn unsubscribe(&self, socket: SocketId) {
        self.inner.lock().subscribers.remove(&socket);
    }

    /// Broadcasts changes for as long as it is polled.
    pub async fn broadcast_changes(&self) -> Infallible {
        loop {
            self.changed.notified().await;
            tokio::time::sleep(GATHER).await;
            let inner = self.inner.lock();
            if inner.subscribers.is_empty() {
                continue;
            }
            let list = serialized(&inner.list());
            for outbox in inner.subscribers.values() {
                outbox.push(list.clone());
            }
        }
    }
}

impl LobbyState {
    fn list(&self) -> ServerMessage {
        ServerMessage::Lobby {
            challenges: listed(self.open.values().rev()),
        }
    }
}

/// The challenges that get a place, the latest first.
fn listed<'a>(open: impl Iterator<Item = &'a ListedChallenge>) -> Vec<OpenChallenge> {
    let mut seen: HashMap<Option<IpAddr>, usize> = HashMap::new();
    let mut ranked: Vec<_> = open
        .map(|listed| {
            let count = seen.entry(listed.from).or_default();
            *count += 1;
            (*count, &listed.challenge)
        })
        .collect();
    // The sort is stable, so the latest stay first within a rank.
    ranked.sort_by_key(|(rank, _)| *rank);
    let places = ranked.into_iter().take(MAX_LISTED);
    places.map(|(_, challenge)| challenge.clone()).collect()
}

#[cfg(test)]
mod tests {
    use engine::rules::Color;

    use super::*;

    fn challenge(number: usize, from: u8) -> ListedChallenge {
        ListedChallenge {
            challenge: OpenChallenge {
                // Links contain no zero.
                game: format!("game{:08}", number + 11_111_111)
                    .replace('0', "a")
                    .parse()
                    .expect("a link"),
                by: None,
                color: Color::White,
                control: None,
                from_position: false,
            },
            from: Some([10, 0, 0, from].into()),
        }
    }

    #[test]
    fn an_address_with_many_challenges_leaves_room_for_the_others() {
        let mut open: Vec<_> = (0..200).map(|number| challenge(number, 1)).collect();
        open.extend((200..203).map(|number| challenge(number, number as u8)));
        // The latest first: the greedy address created all of its own after the others.
        let found = listed(open.iter());
        assert_eq!(found.len(), MAX_LISTED);
        for number in 200..203 {
            let own = challenge(number, 0).challenge;
            assert!(found.contains(&own), "{number}");
        }
        assert_eq!(found[0], open[0].challenge);
        let kept = found
            .iter()
            .filter(|kept| open[..47].iter().any(|own| own.challenge == **kept));
        assert_eq!(kept.count(), 47, "the latest of the greedy address");
    }

    #[test]
    fn one_address_may_fill_the_places_that_nobody_else_wants() {
        let open: Vec<_> = (0..60).map(|number| challenge(number, 1)).collect();
        assert_eq!(listed(open.iter()).len(), MAX_LISTED);
    }
}
