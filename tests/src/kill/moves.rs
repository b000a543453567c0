//! Plays moves of live games by the players' sockets. A player's copy of a game outlives the server,
//! so the events after a kill are checked against those before.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use engine::rules::{Color, Game};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket, client::IntoClientRequest};

use super::{Client, WriteAnswer, file::File};
use crate::guest_client::GuestClient;
use crate::http::{Request, Response};
use crate::live::test_game::client_id;
use crate::live::{History, Mirror, State};
use crate::rng::Rng;

/// The number of games at a time.
const AT_ONCE: usize = 3;

/// A game with this many moves is replaced by a new one.
const ENOUGH: usize = 120;

/// The number of latest games that are checked in each round.
const LATEST: usize = 2 * AT_ONCE;

/// The time limit of a read.
const PATIENCE: Duration = Duration::from_secs(60);

/// The answer to a move, or what was wrong with the messages before it.
type Answered = Result<Result<(), String>, tungstenite::Error>;

/// A client that plays both sides of some games.
#[derive(Debug)]
pub struct MovePlayer {
    rng: Rng,
    games: Vec<PlayedGame>,
    /// Which of the games has its turn.
    turn: usize,
}

/// A game and the moves that were acknowledged.
#[derive(Debug)]
struct PlayedGame {
    link: String,
    game: Game,
    players: [Player; 2],
    /// A move that was sent and not answered.
    open: Option<String>,
    is_over: bool,
}

#[derive(Debug)]
struct Player {
    guest: GuestClient,
    mirror: Mirror,
    /// With the server that it leads to.
    socket: Option<(SocketAddr, WebSocket<TcpStream>)>,
    next_id: u64,
}

impl MovePlayer {
    /// A client with a number of its own.
    pub fn new(number: u64) -> Self {
        Self {
            rng: Rng::new(number),
            games: Vec::new(),
            turn: 0,
        }
    }

    /// The index of the game whose turn it is; one that was not answered goes first.
    fn turn(&mut self, addr: SocketAddr) -> io::Result<Result<usize, String>> {
        let under_way: Vec<usize> = (0..self.games.len())
            .filter(|index| !self.games[*index].is_over)
            .collect();
        let open = |index: &&usize| self.games[**index].open.is_some();
        if let Some(index) = under_way.iter().find(open) {
            return Ok(Ok(*index));
        }
        if under_way.len() < AT_ONCE {
            let begun = PlayedGame::new(addr, self.rng.one_in(2))?;
            return Ok(begun.map(|played| {
                self.games.push(played);
                self.games.len() - 1
            }));
        }
        self.turn += 1;
        Ok(Ok(under_way[self.turn % under_way.len()]))
    }
}

impl PlayedGame {
    /// Two guests begin a game.
    fn new(addr: SocketAddr, with_clocks: bool) -> io::Result<Result<Self, String>> {
        let mut guests = [GuestClient::default(), GuestClient::default()];
        let control = with_clocks.then(|| json!({ "base_s": 10_800, "increment_s": 60 }));
        let game = json!({
            "client_id": client_id(), "color": "white", "control": control, "start_fen": null,
            "against": { "against": "somebody", "listed": false },
        });
        let refused = |answer: &Response| Ok(Err(format!("{} {}", answer.status, answer.text())));
        let offered = guests[0].offer_game(addr, &game)?;
        let link = offered.json();
        let Some(link) = link.as_str() else {
            return refused(&offered);
        };
        let joined = guests[1].join_game(addr, link)?;
        if joined.status != 200 {
            return refused(&joined);
        }
        let history = History::default();
        Ok(Ok(Self {
            game: Game::new(),
            players: guests.map(|guest| Player {
                guest,
                mirror: Mirror::new(link, &history),
                socket: None,
                next_id: 1,
            }),
            link: link.to_owned(),
            open: None,
            is_over: false,
        }))
    }

    /// Sends a move, or once more the one that was not answered.
    fn play(&mut self, addr: SocketAddr, rng: &mut Rng) -> Answered {
        let legal = self.game.position().legal_moves().to_vec();
        let uci = match self.open.take() {
            Some(uci) => uci,
            None => rng.pick(&legal).to_string(),
        };
        self.open = Some(uci.clone());
        let mover = match self.game.position().side_to_move() {
            Color::White => &mut self.players[0],
            Color::Black => &mut self.players[1],
        };
        let answered = mover.play(addr, self.game.ply(), &uci);
        if let Ok(Ok(())) = &answered {
            let played = self.game.position().parse_uci(&uci);
            let played = played.is_ok_and(|mv| self.game.play(mv).is_ok());
            assert!(played, "{uci} was drawn from the legal moves");
            self.open = None;
            let over = self.game.outcome_without_claims().is_some();
            self.is_over = over || self.game.ply() >= ENOUGH;
        }
        if self.is_over {
            for player in &mut self.players {
                player.socket = None;
            }
        }
        answered
    }

    /// The moves that may be there: those acknowledged, and perhaps the one that was not answered.
    fn may_be(&self, found: &[String]) -> bool {
        let known = self.game.moves().iter().map(ToString::to_string);
        let known: Vec<String> = known.collect();
        match found.strip_prefix(&known[..]) {
            Some([]) => true,
            Some([one]) => self.open.as_ref() == Some(one),
            _ => false,
        }
    }

    fn wrong(&self, found: &[String]) -> String {
        let (known, open) = (self.game.moves(), &self.open);
        let link = &self.link;
        format!("game {link}: {known:?} acknowledged, {open:?} sent, {found:?} there")
    }
}

impl Player {
    fn play(&mut self, addr: SocketAddr, ply: usize, uci: &str) -> Answered {
        let mut socket = match self.socket.take() {
            Some((to, socket)) if to == addr => socket,
            _ => self.connect(addr)?,
        };
        let answered = self.send_move(&mut socket, ply, uci);
        if answered.is_ok() {
            self.socket = Some((addr, socket));
        }
        answered
    }

    fn send_move(&mut self, socket: &mut WebSocket<TcpStream>, ply: usize, uci: &str) -> Answered {
        let id = self.next_id;
        self.next_id += 1;
        let game = self.mirror.link();
        let message = json!({ "type": "move", "game": game, "ply": ply, "uci": uci, "id": id });
        socket.send(Message::text(message.to_string()))?;
        loop {
            let message = told(socket)?;
            match message["type"].as_str() {
                Some("ack" | "nak") if message["id"] != id => {}
                Some("ack") => return Ok(Ok(())),
                Some("nak") => return Ok(Err(format!("{uci} at ply {ply}: {message}"))),
                _ => {
                    if let Err(wrong) = self.mirror.receive(&message) {
                        return Ok(Err(wrong));
                    }
                }
            }
        }
    }

    /// Opens a socket and asks for what was missed.
    fn connect(&mut self, addr: SocketAddr) -> Result<WebSocket<TcpStream>, tungstenite::Error> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut request = format!("ws://{addr}/ws").into_client_request()?;
        if let Some(Ok(cookie)) = self.guest.cookie().map(str::parse) {
            request.headers_mut().insert("cookie", cookie);
        }
        let opened = tungstenite::client(request, stream);
        let (mut socket, _) = opened.map_err(|_| tungstenite::Error::ConnectionClosed)?;
        self.mirror.begin_again();
        let mut resume = json!({ "type": "resume", "game": self.mirror.link() });
        if let Some(version) = self.mirror.version() {
            resume["version"] = version.into();
        }
        socket.send(Message::text(resume.to_string()))?;
        Ok(socket)
    }
}

/// The next message.
fn told(socket: &mut WebSocket<TcpStream>) -> Result<Value, tungstenite::Error> {
    loop {
        if let Message::Text(text) = socket.read()? {
            return Ok(serde_json::from_str(&text).unwrap_or_default());
        }
    }
}

impl Client for MovePlayer {
    fn write(&mut self, addr: SocketAddr) -> WriteAnswer {
        let index = match self.turn(addr) {
            Ok(Ok(index)) => index,
            Ok(Err(refused)) => return WriteAnswer::Other(refused),
            Err(_) => return WriteAnswer::None,
        };
        match self.games[index].play(addr, &mut self.rng) {
            Ok(Ok(())) => WriteAnswer::Acknowledged,
            Ok(Err(wrong)) => WriteAnswer::Other(wrong),
            Err(_) => WriteAnswer::None,
        }
    }

    fn check(&self, addr: SocketAddr, all: bool) -> Result<(), String> {
        let latest = self.games.len().saturating_sub(LATEST);
        let from = if all { 0 } else { latest };
        for played in &self.games[from..] {
            let document = Request::get(&format!("/game/{}.json", played.link)).send(addr);
            let document = document.map_err(|error| error.to_string())?.json();
            let state = State::read(&document)?;
            state.check_whole()?;
            let moves = state.game.moves().iter().map(ToString::to_string);
            let moves: Vec<String> = moves.collect();
            // The joining is a version, and so is the end.
            let versions = 1 + moves.len() + usize::from(state.stage["stage"] == "over");
            if !played.may_be(&moves) || state.version != versions as u64 {
                return Err(format!("{} {}", played.wrong(&moves), state.version));
            }
        }
        Ok(())
    }

    fn check_file(&self, file: &File) -> Result<(), String> {
        let rows = file.texts(
            "SELECT link || ' ' || ply || ' ' || uci FROM moves JOIN games ON game_id = id \
             WHERE kind = 'live' ORDER BY game_id, ply",
        );
        for played in &self.games {
            let own = rows.iter().filter_map(|row| row.strip_prefix(&played.link));
            let mut moves = Vec::new();
            for (ply, row) in (1..).zip(own) {
                match row.trim_start().split_once(' ') {
                    Some((found, uci)) if found == ply.to_string() => moves.push(uci.to_owned()),
                    _ => return Err(format!("game {}: {row} as ply {ply}", played.link)),
                }
            }
            if !played.may_be(&moves) {
                return Err(played.wrong(&moves));
            }
        }
        Ok(())
    }

    fn acknowledged(&self) -> usize {
        self.games.iter().map(|played| played.game.ply()).sum()
    }

    fn kind(&self) -> &'static str {
        "live moves"
    }
}
