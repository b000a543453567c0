//! The games that wait for somebody, told to all who look.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::Notify;
use wire::live::protocol::{OpenChallenge, ServerMessage};

use super::outbox::{Outbox, SocketId, written};

/// Challenges that are listed. Addresses share the places: each has its latest one listed before any
/// has its second, so that one with many leaves room for the others.
const MAX_LISTED: usize = 50;

/// Changes within so long are told together.
const GATHER: Duration = Duration::from_millis(200);

/// What waits and who looks.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    /// By when they were made, and by their rows.
    open: BTreeMap<(i64, i64), Listed>,
    looking: HashMap<SocketId, Arc<Outbox>>,
}

/// A game that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// As it is told.
    pub challenge: OpenChallenge,
    /// The address of whoever made it, where that is known.
    pub from: Option<IpAddr>,
}

impl Lobby {
    /// A game waits for somebody.
    pub fn open(&self, key: (i64, i64), listed: Listed) {
        let before = self.inner().open.insert(key, listed.clone());
        if before.as_ref() != Some(&listed) {
            self.changed.notify_one();
        }
    }

    /// It no longer does.
    pub fn close(&self, key: (i64, i64)) {
        if self.inner().open.remove(&key).is_some() {
            self.changed.notify_one();
        }
    }

    /// Somebody looks.
    pub fn look(&self, outbox: &Arc<Outbox>) {
        let mut inner = self.inner();
        inner.looking.insert(outbox.id, Arc::clone(outbox));
        outbox.push(written(&inner.list()));
    }

    /// Somebody looks no longer.
    pub fn leave(&self, socket: SocketId) {
        self.inner().looking.remove(&socket);
    }

    /// Tells all who look of what changes, for as long as it is polled.
    pub async fn keep_telling(&self) -> Infallible {
        loop {
            self.changed.notified().await;
            tokio::time::sleep(GATHER).await;
            let inner = self.inner();
            if inner.looking.is_empty() {
                continue;
            }
            let list = written(&inner.list());
            for outbox in inner.looking.values() {
                outbox.push(list.clone());
            }
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing in here panics halfway.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn list(&self) -> ServerMessage {
        ServerMessage::Lobby {
            challenges: listed(self.open.values().rev()),
        }
    }
}

/// The challenges that have a place, of those that are open, the latest first.
fn listed<'a>(open: impl Iterator<Item = &'a Listed>) -> Vec<OpenChallenge> {
    let mut seen: HashMap<Option<IpAddr>, usize> = HashMap::new();
    let mut ranked: Vec<_> = open
        .map(|listed| {
            let count = seen.entry(listed.from).or_default();
            *count += 1;
            (*count, &listed.challenge)
        })
        .collect();
    // Stable, so that the latest stay first within a rank.
    ranked.sort_by_key(|(rank, _)| *rank);
    let places = ranked.into_iter().take(MAX_LISTED);
    places.map(|(_, challenge)| challenge.clone()).collect()
}

#[cfg(test)]
mod tests {
    use engine::rules::Color;

    use super::*;

    fn challenge(number: usize, from: u8) -> Listed {
        Listed {
            challenge: OpenChallenge {
                // No link has a zero.
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
        // The latest first: the greedy address has made all of its own after the others.
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
