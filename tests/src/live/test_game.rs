//! Two guests at a new game.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::rules::{Color, Game};
use serde_json::{Value, json};

use super::{History, SocketRequest, State, Visitor};
use crate::{guest_client::GuestClient, http::Request, rng::Rng};

/// A live game between two guests.
#[derive(Clone, Debug)]
pub struct TestGame {
    /// Its link.
    pub link: String,
    /// White and Black.
    pub players: [GuestClient; 2],
    /// What is told of it.
    pub history: History,
}

/// Both players with their sockets.
#[derive(Debug)]
pub struct TestPlayers {
    /// White.
    pub white: Visitor,
    /// Black.
    pub black: Visitor,
}

/// An id for a game that nobody else has drawn, neither this process nor, most likely, another.
pub fn client_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}{next:016x}", std::process::id())
}

/// Random moves from the start position, after which the game is neither over nor a draw by claim.
pub fn random_unfinished_moves(rng: &mut Rng, number: usize) -> Vec<String> {
    loop {
        let mut game = Game::new();
        while game.ply() < number && game.outcome().is_none() {
            let legal = game.position().legal_moves().to_vec();
            game.play(*rng.pick(&legal)).expect("a legal move");
        }
        if game.outcome().is_none() {
            return game.moves().iter().map(ToString::to_string).collect();
        }
    }
}

impl TestGame {
    /// White offers a game and Black joins it. `control` is the time in seconds and what each move
    /// adds.
    ///
    /// # Panics
    /// When the server does not have it.
    pub fn new(addr: SocketAddr, control: Option<(u16, u8)>, start_fen: Option<&str>) -> Self {
        Self::of(
            addr,
            [GuestClient::default(), GuestClient::default()],
            control,
            start_fen,
        )
    }

    /// The same between these two.
    ///
    /// # Panics
    /// When the server does not have it.
    pub fn of(
        addr: SocketAddr,
        mut players: [GuestClient; 2],
        control: Option<(u16, u8)>,
        start_fen: Option<&str>,
    ) -> Self {
        let control = control
            .map(|(base_s, increment_s)| json!({ "base_s": base_s, "increment_s": increment_s }));
        let game = json!({
            "client_id": client_id(),
            "color": "white",
            "control": control,
            "start_fen": start_fen,
            "against": { "against": "somebody", "listed": false },
        });
        let answer = players[0].offer_game(addr, &game).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        let link = answer.json().as_str().expect("a link").to_owned();
        let answer = players[1].join_game(addr, &link).expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        Self {
            link,
            players,
            history: History::default(),
        }
    }

    /// How one of the two comes: White is the first.
    pub fn way(&self, addr: SocketAddr, player: usize) -> SocketRequest {
        SocketRequest::to(addr).with_cookie(self.players[player].cookie())
    }

    /// Opens the sockets of both players.
    pub async fn connect_players(&self, addr: SocketAddr) -> TestPlayers {
        TestPlayers {
            white: Visitor::enter(&self.way(addr, 0), &self.link, &self.history).await,
            black: Visitor::enter(&self.way(addr, 1), &self.link, &self.history).await,
        }
    }

    /// Opens the socket of a spectator.
    pub async fn spectator(&self, addr: SocketAddr) -> Visitor {
        Visitor::enter(&SocketRequest::to(addr), &self.link, &self.history).await
    }

    /// The game as the server shows it to programs.
    ///
    /// # Panics
    /// When it does not.
    pub fn document(&self, addr: SocketAddr) -> Value {
        let answer = Request::get(&format!("/game/{}.json", self.link)).send(addr);
        let answer = answer.expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    /// The same, read.
    ///
    /// # Panics
    /// When it can't be true.
    pub fn state(&self, addr: SocketAddr) -> State {
        State::read(&self.document(addr)).unwrap_or_else(|wrong| panic!("{wrong}"))
    }
}

impl TestPlayers {
    /// Makes moves in turn, each told to both.
    ///
    /// # Panics
    /// When one is refused.
    pub async fn play(&mut self, moves: &str) {
        for uci in moves.split_whitespace() {
            let position = *self.white.mirror.known().game.position();
            let (mover, other) = match position.side_to_move() {
                Color::White => (&mut self.white, &mut self.black),
                Color::Black => (&mut self.black, &mut self.white),
            };
            let version = mover.play(uci).await;
            other.until(version).await;
        }
    }
}
