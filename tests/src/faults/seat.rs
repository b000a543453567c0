//! A connection to a game, of a player or a watcher, as a page has it: where a server does not answer, it goes
//! to the other one, and asks for what it missed.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::processes::Addresses;
use crate::live::{History, Mirror, Received, SocketRequest, Visitor};

/// A server that has not answered for so long is left.
const PATIENCE: Duration = Duration::from_secs(2);

/// Pause after each attempt at both servers.
const PAUSE: Duration = Duration::from_millis(50);

/// A connection, whichever server it leads to.
#[derive(Debug)]
pub struct Seat {
    addresses: Addresses,
    cookie: Option<String>,
    /// `None` while nothing is connected.
    visitor: Option<Visitor>,
    /// What was known when the last connection broke.
    mirror: Mirror,
    /// The server that it leads to, or led to last.
    pub server: usize,
    /// When connections broke, and when the next one knew the game.
    pub breaks: Vec<Break>,
}

/// A connection that broke.
#[derive(Clone, Copy, Debug)]
pub struct Break {
    pub server: usize,
    /// When that was noticed.
    pub at: Instant,
    /// When another one knew the game.
    pub back: Instant,
}

impl Seat {
    /// At first nothing is connected; it will be to this server.
    pub fn new(
        addresses: Addresses,
        server: usize,
        cookie: Option<&str>,
        link: &str,
        history: &History,
    ) -> Self {
        Self {
            addresses,
            cookie: cookie.map(str::to_owned),
            visitor: None,
            mirror: Mirror::new(link, history),
            server,
            breaks: Vec::new(),
        }
    }

    /// The game as it is known.
    pub fn mirror(&self) -> &Mirror {
        self.visitor
            .as_ref()
            .map_or(&self.mirror, |visitor| &visitor.mirror)
    }

    /// Connects, if nothing is connected; however long it takes.
    ///
    /// # Errors
    /// What is told cannot be true.
    pub async fn connect(&mut self) -> Result<&mut Visitor, String> {
        let (broke_at, broke) = (Instant::now(), self.server);
        let was_there = self.visitor.is_some() || self.mirror.state.is_some();
        while self.visitor.is_none() {
            if !self.try_connect().await? {
                self.server = 1 - self.server;
                if self.server == broke {
                    sleep(PAUSE).await;
                }
            } else if was_there {
                self.breaks.push(Break {
                    server: broke,
                    at: broke_at,
                    back: Instant::now(),
                });
            }
        }
        self.visitor
            .as_mut()
            .ok_or_else(|| "nothing is connected".to_owned())
    }

    /// Whether the server at hand has told the game.
    async fn try_connect(&mut self) -> Result<bool, String> {
        let way =
            SocketRequest::to(self.addresses[self.server]).with_cookie(self.cookie.as_deref());
        let Ok(Ok(socket)) = timeout(PATIENCE, way.open()).await else {
            return Ok(false);
        };
        let mut visitor = Visitor::on(socket, self.mirror.clone());
        visitor.resume().await;
        self.visitor = Some(visitor);
        while !self.mirror().is_synced {
            if self.receive(PATIENCE).await?.is_none() {
                self.leave();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Waits for the next message and handles it; `None` if nothing came in time, or the connection is broken.
    ///
    /// # Errors
    /// The message cannot be true.
    pub async fn receive(&mut self, patience: Duration) -> Result<Option<Value>, String> {
        let Some(visitor) = &mut self.visitor else {
            return Ok(None);
        };
        match visitor.socket.receive_within(patience).await {
            Some(Received::Json(message)) => {
                visitor.take(&message)?;
                Ok(Some(message))
            }
            Some(Received::Closed(_) | Received::Lost) => {
                self.leave();
                Ok(None)
            }
            None => Ok(None),
        }
    }

    /// Asks whether the server is there, as pages do: it answers at once.
    pub async fn ping(&mut self) {
        if let Some(visitor) = &mut self.visitor {
            visitor
                .socket
                .send(&json!({ "type": "ping", "id": 1 }))
                .await;
        }
    }

    /// Whether something is connected.
    pub fn is_connected(&self) -> bool {
        self.visitor.is_some()
    }

    /// Breaks the connection off, and keeps what was known.
    pub fn leave(&mut self) {
        if let Some(visitor) = self.visitor.take() {
            self.mirror = visitor.mirror;
            visitor.socket.break_off();
        }
    }
}
