//! A socket with its copy of a game: a player or a spectator.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde_json::{Value, json};

use tokio::time::sleep;

use super::{History, Mirror, Received, Socket, SocketRequest};

/// The pause after `too_fast`: two more messages may be sent then.
pub const BREATH: Duration = Duration::from_millis(100);

/// A player or a spectator of a game.
#[derive(Debug)]
pub struct Visitor {
    /// The connection.
    pub socket: Socket,
    /// The game as it is known.
    pub mirror: Mirror,
    next_id: u64,
    /// What was asked and not answered.
    open: HashSet<u64>,
    answers: HashMap<u64, CommandAnswer>,
    /// Whether it has asked too fast for what it missed, and has to ask again.
    pub is_put_off: bool,
}

/// The server's answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandAnswer {
    /// It is done: the version that it made, or a later one.
    Ack(u64),
    /// It is not: why, and the game's version.
    Nak(String, u64),
}

impl Visitor {
    /// Opens a socket and watches a game from its beginning.
    ///
    /// # Panics
    /// When there is no server or no such game.
    pub async fn enter(way: &SocketRequest, link: &str, history: &History) -> Self {
        let socket = way.open().await.expect("the server lets a socket in");
        let mut visitor = Self::on(socket, Mirror::new(link, history));
        visitor.resume().await;
        visitor.until_synced().await;
        visitor
    }

    /// With a copy of before, on a socket that watches nothing yet.
    pub fn on(socket: Socket, mut mirror: Mirror) -> Self {
        mirror.begin_again();
        Self {
            socket,
            mirror,
            next_id: 1,
            open: HashSet::new(),
            answers: HashMap::new(),
            is_put_off: false,
        }
    }

    /// Asks for what was missed.
    pub async fn resume(&mut self) {
        let mut message = json!({ "type": "resume", "game": self.mirror.link() });
        if let Some(version) = self.mirror.version() {
            message["version"] = version.into();
        }
        self.socket.send(&message).await;
    }

    /// Sends a move; the id by which it is answered.
    pub async fn send_move(&mut self, ply: u64, uci: &str) -> u64 {
        let game = self.mirror.link().to_owned();
        self.ask(json!({ "type": "move", "game": game, "ply": ply, "uci": uci }))
            .await
    }

    /// Does anything else; the id by which it is answered.
    pub async fn act(&mut self, act: &str) -> u64 {
        let game = self.mirror.link().to_owned();
        self.ask(json!({ "type": "act", "game": game, "act": act }))
            .await
    }

    /// Sends something that is answered, with an id of its own.
    pub async fn ask(&mut self, mut message: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.open.insert(id);
        message["id"] = id.into();
        self.socket.send(&message).await;
        id
    }

    /// Makes the next move, and waits until it is acknowledged and told: the game's version then.
    ///
    /// # Panics
    /// When it is refused, or the acknowledgement is not true.
    pub async fn play(&mut self, uci: &str) -> u64 {
        let ply = self.mirror.known().game.ply() as u64;
        let game = self.mirror.link();
        let message = json!({ "type": "move", "game": game, "ply": ply, "uci": uci });
        let version = self.done(message).await;
        let history = self.mirror.history();
        assert!(history.has_move(ply, uci, version), "{uci} was not told");
        version
    }

    /// Does something that has to work, and waits until it is told: the game's version then.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn does(&mut self, act: &str) -> u64 {
        let game = self.mirror.link();
        self.done(json!({ "type": "act", "game": game, "act": act }))
            .await
    }

    /// Asks, not faster than it may.
    async fn done(&mut self, message: Value) -> u64 {
        loop {
            let id = self.ask(message.clone()).await;
            match self.answer(id).await {
                CommandAnswer::Ack(version) => {
                    self.until(version).await;
                    return version;
                }
                CommandAnswer::Nak(code, _) if code == "too_fast" => sleep(BREATH).await,
                CommandAnswer::Nak(code, version) => panic!("{message}: {code} at {version}"),
            }
        }
    }

    /// What became of something, once it is known.
    ///
    /// # Panics
    /// When the socket ends before.
    pub async fn answer(&mut self, id: u64) -> CommandAnswer {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.listen().await;
        }
    }

    /// Reads on until the game has at least this version.
    ///
    /// # Panics
    /// When the socket ends before.
    pub async fn until(&mut self, version: u64) {
        while self.mirror.version().is_none_or(|known| known < version) {
            self.listen().await;
        }
    }

    /// Reads on until all that was missed has been told.
    ///
    /// # Panics
    /// When the socket ends before.
    pub async fn until_synced(&mut self) {
        while !self.mirror.is_synced {
            assert!(!self.mirror.is_gone, "there is no such game");
            self.listen().await;
        }
    }

    /// Reads on until the game is `over`, `aborted`, ….
    ///
    /// # Panics
    /// When the socket ends before.
    pub async fn until_stage(&mut self, stage: &str) {
        while self.mirror.known().stage["stage"] != stage {
            self.listen().await;
        }
    }

    /// Waits for one message, and takes it.
    ///
    /// # Panics
    /// When the socket ends, or the message can't be true.
    pub async fn listen(&mut self) -> Value {
        match self.socket.must_receive().await {
            Received::Json(message) => {
                self.take(&message)
                    .unwrap_or_else(|wrong| panic!("{wrong}"));
                message
            }
            end => panic!("expected a message, found {end:?}"),
        }
    }

    /// Takes a message that was heard.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn take(&mut self, message: &Value) -> Result<(), String> {
        let number = |name: &str| {
            let number = message[name].as_u64();
            number.ok_or_else(|| format!("no {name} in {message}"))
        };
        let answer = match message["type"].as_str() {
            Some("ack") => CommandAnswer::Ack(number("version")?),
            Some("nak") => {
                let code = message["code"].as_str().unwrap_or_default().to_owned();
                CommandAnswer::Nak(code, number("version")?)
            }
            Some("pong" | "lobby") => return Ok(()),
            _ => return self.mirror.receive(message),
        };
        let id = number("id")?;
        if id == 0 && answer == CommandAnswer::Nak("too_fast".to_owned(), 0) {
            self.is_put_off = true;
            return Ok(());
        }
        if !self.open.remove(&id) {
            return Err(format!("nobody asked for {message}"));
        }
        self.answers.insert(id, answer);
        Ok(())
    }

    /// Whether all that was asked has been answered.
    pub fn is_answered(&self) -> bool {
        self.open.is_empty()
    }

    /// Answers that were heard and not waited for.
    pub fn answers(&mut self) -> impl Iterator<Item = (u64, CommandAnswer)> + '_ {
        self.answers.drain()
    }
}
