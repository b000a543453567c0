//! A client of the pages' own requests in the name of a guest: records games, learns from them,
//! offers and joins live games.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use serde_json::{Value, json};

use crate::http::{Request, Response};

/// A guest (a visitor without an account), known to the server by a cookie from the first game on.
#[derive(Clone, Debug, Default)]
pub struct GuestClient {
    cookie: Option<String>,
    /// The address of the loopback that requests come from, if not the usual one.
    source: Option<Ipv4Addr>,
}

impl GuestClient {
    /// A guest at this address of the loopback.
    #[must_use]
    pub fn at(source: Ipv4Addr) -> Self {
        Self {
            source: Some(source),
            ..Self::default()
        }
    }

    /// Sends a game that the guest has won; `client_id` are 32 hexadecimal digits.
    ///
    /// # Errors
    /// When the server does not answer: then nobody knows whether the game is recorded.
    pub fn record(&mut self, addr: SocketAddr, client_id: &str) -> io::Result<Response> {
        let game = json!({ "game": {
            "client_id": client_id,
            "start_fen": null,
            "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
            "human": "black",
            "strategy": "calculator",
            "level": 3,
            "result": { "winner": "black", "reason": "checkmate" },
        }});
        let answer = self.post("/fn/record_game", &game).send(addr)?;
        self.keep_cookie(&answer);
        Ok(answer)
    }

    /// Meets the server as a device does that has `seen` a state of the learner, with a game that the
    /// guest has won to learn from, if there is one.
    ///
    /// # Errors
    /// When the server does not answer: then nobody knows whether the game is learnt.
    pub fn learn(
        &mut self,
        addr: SocketAddr,
        seen: &Value,
        game: Option<&str>,
    ) -> io::Result<Response> {
        let deeds: Vec<Value> = game
            .into_iter()
            .map(|id| {
                json!({ "learn": {
                    "id": id,
                    "start_fen": null,
                    "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
                    "winner": "black",
                    "sides": ["black"],
                    "how": { "on": true, "guard": true, "rule": "discounted-return",
                             "rate": 3, "discount": 95, "epsilon": 10 },
                }})
            })
            .collect();
        let meeting = json!({ "meeting": { "seen": seen, "deeds": deeds } });
        let answer = self.post("/fn/meet_learner", &meeting).send(addr)?;
        self.keep_cookie(&answer);
        Ok(answer)
    }

    /// Offers a game to whoever opens its link; `game` as `new_live_game` expects it.
    ///
    /// # Errors
    /// When the server does not answer: then nobody knows whether there is such a game.
    pub fn offer_game(&mut self, addr: SocketAddr, game: &Value) -> io::Result<Response> {
        self.call(addr, "/fn/new_live_game", game)
    }

    /// Takes the free side of the game with this link.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn join_game(&mut self, addr: SocketAddr, link: &str) -> io::Result<Response> {
        self.call(addr, "/fn/join_live_game", &json!(link))
    }

    fn call(&mut self, addr: SocketAddr, path: &str, game: &Value) -> io::Result<Response> {
        let answer = self.post(path, &json!({ "game": game })).send(addr)?;
        self.keep_cookie(&answer);
        Ok(answer)
    }

    /// The cookie, once there is one, as the header says it.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    fn keep_cookie(&mut self, answer: &Response) {
        if let Some(set) = answer.header("set-cookie") {
            self.cookie = set.split(';').next().map(str::to_owned);
        }
    }

    /// How many games the server says the guest has won; `None` when it says something else.
    ///
    /// # Errors
    /// When the server does not answer.
    pub fn wins(&self, addr: SocketAddr) -> io::Result<Option<u64>> {
        let answer = self.post("/fn/results", &json!({})).send(addr)?;
        if answer.status != 200 {
            return Ok(None);
        }
        let results = answer.json();
        let wins = results.as_array().map(|tallies| {
            let wins = tallies.iter().map(|tally| tally["tally"]["wins"].as_u64());
            wins.map(Option::unwrap_or_default).sum()
        });
        Ok(wins)
    }

    /// A request in the guest's name.
    pub fn post(&self, path: &str, body: &Value) -> Request {
        let request = Request::post(path, "application/json", body.to_string());
        let request = match self.source {
            Some(source) => request.from(source),
            None => request,
        };
        match &self.cookie {
            Some(cookie) => request.header("Cookie", cookie),
            None => request,
        }
    }
}
