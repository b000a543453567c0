//! A live game between two honest players, played move by move and counted.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use super::{person::Person, report::Tally};
use crate::live::test_game::{client_id, random_unfinished_moves};
use crate::live::{OpenError, Received, Socket};
use crate::rng::Rng;

/// How long a player waits for a move to be acknowledged.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a player pauses after a refused move.
const PAUSE: Duration = Duration::from_millis(250);

/// Moves that a game can go on for.
const MOVES: usize = 300;

/// A game with both players at their sockets.
#[derive(Debug)]
pub struct Game {
    /// Its link.
    pub link: String,
    players: [Person; 2],
    sockets: [Option<Socket>; 2],
    moves: Vec<String>,
    ply: usize,
    next_id: u64,
    /// The reason by which the game has ended.
    pub ended: Option<String>,
    /// How often a player's socket was lost.
    pub lost_sockets: usize,
    /// Events that were told: to whom, 0 for White and 1 for Black, and what.
    pub events: Vec<(usize, Value)>,
    runtime: Runtime,
}

/// Offers a game; its link. `control` is the time in seconds and what each move adds.
///
/// # Errors
/// What the server said instead.
pub fn offer(
    person: &mut Person,
    control: Option<(u16, u8)>,
    against: &Value,
) -> Result<String, String> {
    let control = control
        .map(|(base_s, increment_s)| json!({ "base_s": base_s, "increment_s": increment_s }));
    let game = json!({ "game": {
        "client_id": client_id(), "color": "white", "control": control, "start_fen": null,
        "against": against,
    }});
    let answer = person.call("new_live_game", &game);
    let answer = answer.map_err(|error| format!("no answer: {}", error.kind()))?;
    let link = answer.json().as_str().map(str::to_owned);
    link.ok_or_else(|| answer.status.to_string())
}

impl Game {
    /// White offers a game, Black joins it, both open their sockets.
    ///
    /// # Errors
    /// What the server said instead.
    pub fn begin(
        white: &mut Person,
        black: &mut Person,
        control: Option<(u16, u8)>,
        seed: u64,
    ) -> Result<Self, String> {
        let somebody = json!({ "against": "somebody", "listed": false });
        let link = offer(white, control, &somebody)?;
        let joined = black.call("join_live_game", &json!({ "game": link }));
        let joined = joined.map_err(|error| format!("no answer: {}", error.kind()))?;
        if joined.status != 200 {
            return Err(joined.status.to_string());
        }
        let mut game = Self {
            link,
            players: [white.clone(), black.clone()],
            sockets: [None, None],
            moves: random_unfinished_moves(&mut Rng::new(seed), MOVES),
            ply: 0,
            next_id: 1,
            ended: None,
            lost_sockets: 0,
            events: Vec::new(),
            runtime: Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|error| error.to_string())?,
        };
        for player in 0..2 {
            game.connect(player)?;
        }
        Ok(game)
    }

    /// Whether there are moves left and nobody has ended it.
    pub fn goes_on(&self) -> bool {
        self.ended.is_none() && self.ply < self.moves.len()
    }

    /// Plays moves for so long with a pause after each, and counts those that are acknowledged. A
    /// refused one is tried again.
    pub fn play_for(&mut self, time: Duration, pause: Duration) -> Tally {
        let (begin, mut tally) = (Instant::now(), Tally::default());
        while begin.elapsed() < time && self.goes_on() {
            let moved = self.step();
            let was_refused = moved.is_err();
            tally.count(moved);
            self.rest(if was_refused { PAUSE } else { pause });
        }
        tally
    }

    /// Makes so many moves with a pause after each, each tried once more when it is refused; a game
    /// that has ended fails all that are left.
    pub fn play(&mut self, moves: usize, pause: Duration) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..moves {
            tally.count(self.step());
            self.rest(pause);
        }
        tally
    }

    /// Sends the next move and waits until it is acknowledged.
    ///
    /// # Errors
    /// The code by which it was refused, or what came instead.
    pub fn step(&mut self) -> Result<(), String> {
        if let Some(ended) = &self.ended {
            return Err(format!("the game has ended: {ended}"));
        }
        let (mover, id) = (self.ply % 2, self.next_id);
        self.next_id += 1;
        let message = json!({
            "type": "move", "game": self.link, "ply": self.ply, "uci": self.moves[self.ply], "id": id,
        });
        self.send(mover, &message)?;
        let code = self.answer(mover, id)?;
        match code {
            None => {
                self.ply += 1;
                Ok(())
            }
            Some(code) => Err(code),
        }
    }

    /// Has a player do something; whether it was done.
    ///
    /// # Errors
    /// The code by which it was refused, or what came instead.
    pub fn act(&mut self, player: usize, act: &str) -> Result<(), String> {
        let id = self.next_id;
        self.next_id += 1;
        let message = json!({ "type": "act", "game": self.link, "act": act, "id": id });
        self.send(player, &message)?;
        self.answer(player, id)?.map_or(Ok(()), Err)
    }

    /// Listens for a while, so that both sides answer the server's pings.
    pub fn rest(&mut self, time: Duration) {
        let end = Instant::now() + time;
        for player in 0..2 {
            self.listen(player, end);
        }
    }

    /// The plies that were played.
    pub fn ply(&self) -> usize {
        self.ply
    }

    fn connect(&mut self, player: usize) -> Result<(), String> {
        let way = self.players[player].way();
        let link = self.link.clone();
        let socket = self.runtime.block_on(async {
            let mut socket = way.open().await.map_err(|refused| match refused {
                OpenError::Refused(status, _) => format!("socket {status}"),
                OpenError::Lost(_) => "no socket".to_owned(),
            })?;
            socket
                .send(&json!({ "type": "resume", "game": link }))
                .await;
            Ok::<_, String>(socket)
        })?;
        self.sockets[player] = Some(socket);
        Ok(())
    }

    fn send(&mut self, player: usize, message: &Value) -> Result<(), String> {
        if self.sockets[player].is_none() {
            self.connect(player)?;
        }
        if let Some(socket) = &mut self.sockets[player] {
            let sent = self
                .runtime
                .block_on(async { timeout(PATIENCE, socket.send(message)).await });
            sent.map_err(|_| "the socket takes nothing".to_owned())?;
        }
        Ok(())
    }

    /// Waits for the answer with this id: `None` for an acknowledgement, or the code of a refusal.
    fn answer(&mut self, player: usize, id: u64) -> Result<Option<String>, String> {
        let end = Instant::now() + PATIENCE;
        while let Some(message) = self.receive(player, end) {
            match message["type"].as_str() {
                Some("ack") if message["id"] == id => return Ok(None),
                Some("nak") if message["id"] == id => {
                    let code = message["code"].as_str().unwrap_or_default();
                    return Ok(Some(code.to_owned()));
                }
                _ => {}
            }
            if let Some(ended) = &self.ended
                && ended == "timeout"
            {
                return Err("the game has ended: timeout".to_owned());
            }
        }
        Err(match self.sockets[player] {
            Some(_) => "no answer".to_owned(),
            None => "the socket was closed".to_owned(),
        })
    }

    fn listen(&mut self, player: usize, end: Instant) {
        // Both have to be listened to within one rest: half of what is left for the first.
        let now = Instant::now();
        let left = end.saturating_duration_since(now);
        let end = if player == 0 { now + left / 2 } else { end };
        while self.receive(player, end).is_some() {}
    }

    /// The next message to a player before `end`.
    fn receive(&mut self, player: usize, end: Instant) -> Option<Value> {
        let socket = self.sockets[player].as_mut()?;
        let left = end.saturating_duration_since(Instant::now());
        let received = self
            .runtime
            .block_on(async { socket.receive_within(left).await })?;
        let Received::Json(message) = received else {
            self.sockets[player] = None;
            self.lost_sockets += 1;
            return None;
        };
        self.note(player, &message);
        Some(message)
    }

    fn note(&mut self, player: usize, message: &Value) {
        if message["type"] != "event" {
            return;
        }
        let event = &message["event"];
        match event["kind"].as_str() {
            Some("ended") => {
                let reason = event["outcome"]["reason"].as_str().unwrap_or_default();
                self.ended = Some(reason.to_owned());
            }
            Some("aborted") => self.ended = Some("aborted".to_owned()),
            _ => {}
        }
        self.events.push((player, event.clone()));
    }
}
