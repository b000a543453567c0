//! A player or a watcher, as a page has it: it follows one game at one server, and goes to another one where that
//! does not answer.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use engine::rules::Game;
use serde_json::Value;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::dice::Dice;
use super::shared::{Identity, Server, Shared};
use crate::live::outbox::{Outbox, OutboxAction};
use crate::live::room::command::{PlayerRequest, RoomCommand};
use crate::live::room::registry::SendOutcome;

/// A server that has not answered for so long is left.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often is looked whether the server is there.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// A server that has refused so often in a row is left.
const MAX_REFUSALS: u32 = 3;

/// A client.
pub struct Client {
    shared: Arc<Shared>,
    identity: Identity,
    dice: Dice,
    /// The server that it is at, or will be.
    at: usize,
    /// What it knows of the game.
    version: Option<u32>,
    moves: Vec<String>,
    is_over: bool,
    /// The move that was sent and not answered.
    open: Option<(usize, String)>,
    next_id: u32,
}

/// A move that waits for its answer.
struct Sent {
    id: u32,
    ply: usize,
    uci: String,
    at: Instant,
}

impl Client {
    pub fn new(shared: Arc<Shared>, identity: Identity, dice: Dice, at: usize) -> Self {
        Self {
            shared,
            identity,
            dice,
            at,
            version: None,
            moves: Vec::new(),
            is_over: false,
            open: None,
            next_id: 1,
        }
    }

    /// Follows the game until the run is over; the version that it knows then.
    pub async fn run(mut self) -> Option<u32> {
        while !self.shared.is_over() {
            match self.shared.server(self.at) {
                Some(server) => self.visit(&server).await,
                None => sleep(Duration::from_millis(20)).await,
            }
            let step = 1 + self.dice.below(2) as usize;
            self.at = (self.at + step) % self.shared.servers();
        }
        self.version
    }

    async fn visit(&mut self, server: &Server) {
        let outbox = Arc::new(Outbox::new(IpAddr::from([10, 0, 0, 1])));
        server.note(&outbox);
        if self.watch(server, &outbox).await {
            self.follow(server, &outbox).await;
        }
        // The server notices that the connection has ended, if it lives.
        let (server, link, socket) = (server.clone(), self.identity.link.clone(), outbox.id);
        tokio::spawn(async move {
            server.machine.until_it_runs().await;
            let goodbye = false;
            let leave = RoomCommand::Leave { socket, goodbye };
            server.services.send_if_open(&link, leave).await;
        });
    }

    /// Asks for what it does not know; false if the server does not answer.
    async fn watch(&self, server: &Server, outbox: &Arc<Outbox>) -> bool {
        let watch = RoomCommand::Watch {
            outbox: Arc::clone(outbox),
            user: self.identity.side.map(|(_, user)| user),
            version: self.version,
        };
        let asked = async {
            server.machine.until_it_runs().await;
            server.services.send(&self.identity.link, watch).await
        };
        matches!(timeout(PATIENCE, asked).await, Ok(SendOutcome::Sent))
    }

    /// Plays or watches until the connection is given up.
    async fn follow(&mut self, server: &Server, outbox: &Arc<Outbox>) {
        let stays_until = Instant::now() + self.dice.ms(2_000, 60_000);
        let (mut sent, mut refusals): (Option<Sent>, u32) = (None, 0);
        let mut acts_at = Instant::now() + self.dice.ms(50, 1_500);
        let mut heard_at = Instant::now();
        while !self.shared.is_over() {
            let now = Instant::now();
            let acts_from = acts_at.max(self.shared.thinks_until());
            let is_late = sent.as_ref().is_some_and(|sent| sent.at + PATIENCE <= now);
            let is_silent = !server.machine.runs() && heard_at + PATIENCE <= now;
            let leaves = stays_until <= now && sent.is_none();
            if server.machine.is_killed() || is_late || is_silent || leaves {
                return;
            }
            if server.machine.runs() {
                heard_at = now;
            }
            if sent.is_none() && self.is_to_move() && acts_from <= now {
                sent = self.act(server, outbox).await;
                if sent.is_none() {
                    return;
                }
            }
            let wakes_at = match sent.is_none() && self.is_to_move() {
                true => acts_from.min(now + LOOK_EVERY),
                false => now + LOOK_EVERY,
            };
            let action = tokio::select! {
                biased;
                action = receive(server, outbox) => action,
                () = sleep_until(wakes_at) => continue,
            };
            let text = match action {
                OutboxAction::Send(text) => text,
                OutboxAction::CatchUp if self.watch(server, outbox).await => continue,
                OutboxAction::CatchUp | OutboxAction::Close(_) => return,
            };
            let message: Value = serde_json::from_str(&text).expect("messages are JSON");
            let is_answer = sent.as_ref().is_some_and(|sent| message["id"] == sent.id);
            match message["type"].as_str() {
                Some("ack") if is_answer => {
                    if let Some(Sent { ply, uci, .. }) = sent.take() {
                        self.shared.acknowledge(&self.identity, ply, &uci);
                    }
                    refusals = 0;
                    acts_at = Instant::now() + self.dice.ms(50, 1_500);
                }
                Some("nak") if is_answer => {
                    sent = None;
                    refusals += 1;
                    let code = message["code"].as_str().unwrap_or_default();
                    let is_expected =
                        matches!(code, "busy" | "wrong_ply" | "not_your_turn" | "not_playing");
                    if !is_expected {
                        self.wrong(&format!("refused: {message}"));
                    }
                    if refusals > MAX_REFUSALS {
                        return;
                    }
                    acts_at = Instant::now() + self.dice.ms(100, 300);
                }
                Some("ack" | "nak") => {}
                _ => self.take_in(&message),
            }
        }
    }

    fn is_to_move(&self) -> bool {
        let Some((side, _)) = self.identity.side else {
            return false;
        };
        !self.shared.is_still()
            && self.version.is_some()
            && !self.is_over
            && self.moves.len() % 2 == side.index()
    }

    /// Sends a move, the same again where it was not answered.
    async fn act(&mut self, server: &Server, outbox: &Arc<Outbox>) -> Option<Sent> {
        let ply = self.moves.len();
        let uci = match &self.open {
            Some((open, uci)) if *open == ply => uci.clone(),
            _ => {
                let game = Game::replay(None, &self.moves).expect("legal moves");
                let legal = game.position().legal_moves().to_vec();
                if legal.is_empty() {
                    return None;
                }
                let number = self.dice.below(legal.len() as u64) as usize;
                legal[number].to_string()
            }
        };
        self.open = Some((ply, uci.clone()));
        self.shared.send(&self.identity, ply, &uci);
        let id = self.next_id;
        self.next_id += 1;
        let act = RoomCommand::Act {
            outbox: Arc::clone(outbox),
            user: self.identity.side.map(|(_, user)| user),
            request: PlayerRequest::Move {
                ply: ply as u32,
                uci: uci.clone(),
                lag_ms: 0,
            },
            id,
            at: server.services.time.now(),
        };
        let asked = async {
            server.machine.until_it_runs().await;
            server.services.send(&self.identity.link, act).await
        };
        let at = Instant::now();
        match timeout(PATIENCE, asked).await {
            Ok(SendOutcome::Sent) => Some(Sent { id, ply, uci, at }),
            _ => None,
        }
    }

    /// Takes in what is told of the game, and notes what cannot be.
    fn take_in(&mut self, message: &Value) {
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        match message["type"].as_str() {
            Some("event") => {
                let Some(version) = number(&message["version"]) else {
                    return self.wrong("an event without a version");
                };
                self.shared.tell(&self.identity, version, message);
                match self.version {
                    None => self.wrong("an event before the game"),
                    Some(known) if version <= known => {}
                    Some(known) if version != known + 1 => {
                        self.wrong(&format!("a gap from {known} to {version}"));
                    }
                    Some(_) => {
                        self.version = Some(version);
                        self.happen(&message["event"]);
                    }
                }
            }
            Some("snapshot") => {
                let view = &message["view"];
                let moves = view["moves"].as_array().into_iter().flatten();
                let moves: Vec<String> = moves
                    .filter_map(|uci| uci.as_str().map(str::to_owned))
                    .collect();
                let version = number(&view["version"]);
                if version < self.version {
                    self.wrong(&format!("back from {:?} to {version:?}", self.version));
                }
                if version == self.version && moves != self.moves {
                    self.wrong(&format!("two games at {version:?}"));
                }
                self.version = version;
                self.moves = moves;
                self.is_over = view["stage"]["stage"] != "playing";
            }
            Some("synced") if number(&message["version"]) != self.version => {
                self.wrong(&format!("{message} where {:?} is known", self.version));
            }
            Some("gone") => self.wrong("the game is gone"),
            _ => {}
        }
    }

    fn happen(&mut self, event: &Value) {
        match event["kind"].as_str() {
            Some("moved") => {
                if event["ply"].as_u64() != Some(self.moves.len() as u64) {
                    self.wrong(&format!("{event} after {} moves", self.moves.len()));
                }
                let uci = event["uci"].as_str().unwrap_or_default();
                self.moves.push(uci.to_owned());
            }
            Some("ended" | "aborted") => {
                if self.is_over {
                    self.wrong("two ends");
                }
                self.is_over = true;
            }
            _ => {}
        }
    }

    fn wrong(&self, what: &str) {
        self.shared.wrong(&self.identity.name, what);
    }
}

/// The next message of a server that runs.
async fn receive(server: &Server, outbox: &Outbox) -> OutboxAction {
    server.machine.until_it_runs().await;
    outbox.next().await
}
