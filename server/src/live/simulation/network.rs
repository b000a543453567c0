//! The bus between simulated servers: messages are late, come in another order, or not at all.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;
use parking_lot::Mutex;
use tokio::time::sleep;

use super::dice::Dice;
use super::machine::Machine;
use crate::bus::{Bus, Deliver, Listening};

/// One of so many messages is lost, and one of so many is late.
const LOST: u64 = 25;
const LATE: u64 = 40;

/// All connections; cheap to clone.
#[derive(Clone)]
pub struct Network(Arc<Mutex<NetworkState>>);

struct NetworkState {
    is_up: bool,
    dice: Dice,
    next: u64,
    listeners: BTreeMap<(String, u64), HearingServer>,
}

#[derive(Clone)]
struct HearingServer {
    machine: Machine,
    /// The server's number: it does not hear itself.
    server: u64,
    deliver: Deliver,
}

impl Network {
    pub fn new(dice: Dice) -> Self {
        Self(Arc::new(Mutex::new(NetworkState {
            is_up: true,
            dice,
            next: 0,
            listeners: BTreeMap::new(),
        })))
    }

    pub fn set_up(&self, is_up: bool) {
        self.0.lock().is_up = is_up;
    }

    /// A server's connection.
    pub fn join(&self, machine: Machine) -> Arc<dyn Bus> {
        Arc::new(ServerOnNetwork {
            number: self.number(),
            machine,
            network: self.clone(),
        })
    }

    fn number(&self) -> u64 {
        let mut state = self.0.lock();
        state.next += 1;
        state.next
    }
}

struct ServerOnNetwork {
    number: u64,
    machine: Machine,
    network: Network,
}

impl fmt::Debug for ServerOnNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerOnNetwork").finish_non_exhaustive()
    }
}

impl Bus for ServerOnNetwork {
    fn tell(&self, topic: &str, message: Bytes) -> bool {
        if !self.machine.runs() {
            return false;
        }
        let mut state = self.network.0.lock();
        if !state.is_up {
            return false;
        }
        let of_topic = state
            .listeners
            .iter()
            .filter(|((known, _), listener)| known == topic && listener.server != self.number);
        let keys: Vec<_> = of_topic.map(|(key, _)| key.clone()).collect();
        for key in keys {
            if state.dice.one_in(LOST) {
                continue;
            }
            let delay = match state.dice.one_in(LATE) {
                true => state.dice.ms(100, 3_000),
                false => state.dice.ms(0, 15),
            };
            let (network, message) = (self.network.clone(), message.clone());
            tokio::spawn(async move {
                sleep(delay).await;
                let listener = network.0.lock().listeners.get(&key).cloned();
                // Who stands still has it in a buffer, which may be lost.
                if let Some(listener) = listener.filter(|listener| listener.machine.runs()) {
                    (listener.deliver)(message);
                }
            });
        }
        true
    }

    fn listen(&self, topic: &str, deliver: Deliver) -> Listening {
        let key = (topic.to_owned(), self.network.number());
        let listener = HearingServer {
            machine: self.machine.clone(),
            server: self.number,
            deliver,
        };
        self.network
            .0
            .lock()
            .listeners
            .insert(key.clone(), listener);
        Listening::until_dropped(HeardUntilDropped {
            network: self.network.clone(),
            key,
        })
    }
}

struct HeardUntilDropped {
    network: Network,
    key: (String, u64),
}

impl Drop for HeardUntilDropped {
    fn drop(&mut self) {
        self.network.0.lock().listeners.remove(&self.key);
    }
}
