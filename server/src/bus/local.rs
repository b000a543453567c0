//! The bus of servers in one process.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use parking_lot::Mutex;

use super::{Bus, Deliver, Listening};

/// A bus within one process. A server that is alone on it tells nobody.
#[derive(Clone, Debug, Default)]
pub struct LocalBus(Arc<Mutex<Listeners>>);

#[derive(Default)]
struct Listeners {
    /// The number of the next server or listener.
    next: u64,
    by_topic: HashMap<String, Vec<Listener>>,
}

struct Listener {
    number: u64,
    /// The server that listens.
    server: u64,
    deliver: Deliver,
}

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let topics: Vec<_> = self.by_topic.keys().collect();
        f.debug_struct("Listeners")
            .field("topics", &topics)
            .finish()
    }
}

impl LocalBus {
    /// Another server's connection.
    pub fn join(&self) -> Arc<dyn Bus> {
        Arc::new(LocalServer {
            number: self.number(),
            bus: self.clone(),
        })
    }

    fn number(&self) -> u64 {
        let mut listeners = self.0.lock();
        listeners.next += 1;
        listeners.next
    }
}

#[derive(Debug)]
struct LocalServer {
    number: u64,
    bus: LocalBus,
}

impl Bus for LocalServer {
    fn tell(&self, topic: &str, message: Bytes) -> bool {
        let listeners = self.bus.0.lock();
        let others = listeners.by_topic.get(topic).into_iter().flatten();
        let others = others.filter(|listener| listener.server != self.number);
        let deliver: Vec<_> = others
            .map(|listener| Arc::clone(&listener.deliver))
            .collect();
        // Whoever is told may tell something in turn.
        drop(listeners);
        for deliver in deliver {
            deliver(message.clone());
        }
        true
    }

    fn listen(&self, topic: &str, deliver: Deliver) -> Listening {
        let number = self.bus.number();
        let mut listeners = self.bus.0.lock();
        let of_topic = listeners.by_topic.entry(topic.to_owned()).or_default();
        of_topic.push(Listener {
            number,
            server: self.number,
            deliver,
        });
        Listening::until_dropped(LocalListening {
            number,
            topic: topic.to_owned(),
            bus: self.bus.clone(),
        })
    }
}

struct LocalListening {
    number: u64,
    topic: String,
    bus: LocalBus,
}

impl Drop for LocalListening {
    fn drop(&mut self) {
        let mut listeners = self.bus.0.lock();
        if let Some(of_topic) = listeners.by_topic.get_mut(&self.topic) {
            of_topic.retain(|listener| listener.number != self.number);
            if of_topic.is_empty() {
                listeners.by_topic.remove(&self.topic);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_hear_what_is_told_while_they_listen() {
        let bus = LocalBus::default();
        let servers = [bus.join(), bus.join(), bus.join()];
        let heard: Arc<Mutex<Vec<(usize, Bytes)>>> = Arc::default();
        let listen = |server: usize, topic: &str| {
            let heard = Arc::clone(&heard);
            let deliver = move |message| heard.lock().push((server, message));
            servers[server].listen(topic, Arc::new(deliver))
        };
        let listening = [listen(0, "a"), listen(1, "a"), listen(2, "b")];
        let told = |server: usize, topic: &str| {
            servers[server].tell(topic, Bytes::from_static(b"x"));
            std::mem::take(&mut *heard.lock())
        };
        let x = Bytes::from_static(b"x");
        assert_eq!(
            told(0, "a"),
            [(1, x.clone())],
            "not oneself, no other topic"
        );
        assert_eq!(told(2, "a"), [(0, x.clone()), (1, x.clone())]);
        assert_eq!(told(0, "b"), [(2, x)]);
        drop(listening);
        assert_eq!(told(2, "a"), []);
        assert!(bus.0.lock().by_topic.is_empty());
    }
}
