//! A client with an address and a browser's cookies.

use std::{collections::BTreeMap, io, net::SocketAddr, time::Duration};

use serde_json::{Value, json};

use super::connection::Connection;
use crate::http::{Request, Response};
use crate::live::SocketRequest;
use crate::live::test_game::client_id;
use crate::origin::Origin;

/// How long an honest client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Somebody who uses the site.
#[derive(Clone, Debug)]
pub struct Person {
    /// The server.
    pub addr: SocketAddr,
    /// Where from.
    pub origin: Origin,
    cookies: BTreeMap<String, String>,
}

impl Person {
    /// Somebody who is here for the first time.
    pub fn new(addr: SocketAddr, origin: Origin) -> Self {
        Self {
            addr,
            origin,
            cookies: BTreeMap::new(),
        }
    }

    /// Looks at a page.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn get(&mut self, path: &str) -> io::Result<Response> {
        self.send(Request::get(path))
    }

    /// Calls a server function with its arguments.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn call(&mut self, function: &str, arguments: &Value) -> io::Result<Response> {
        self.send(call(function, arguments))
    }

    /// Sends any request, on a connection of its own.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn send(&mut self, request: Request) -> io::Result<Response> {
        let answer = self.dress(request).within(PATIENCE).send(self.addr)?;
        self.keep_cookies(&answer);
        Ok(answer)
    }

    /// The same on a connection that is kept.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn send_by(
        &mut self,
        connection: &mut Connection,
        request: Request,
    ) -> io::Result<Response> {
        let answer = connection.ask(&self.dress(request))?;
        self.keep_cookies(&answer);
        Ok(answer)
    }

    /// A connection from this person's address.
    pub fn connection(&self) -> Connection {
        Connection::new(self.addr, self.origin)
    }

    /// A request as this person's browser sends it.
    pub fn dress(&self, request: Request) -> Request {
        let mut request = request.from(self.origin.source);
        if let Some(client) = self.origin.forwarded_for {
            request = request.header("X-Forwarded-For", &client.to_string());
        }
        match self.cookie() {
            Some(cookie) => request.header("Cookie", &cookie),
            None => request,
        }
    }

    /// How this person opens a socket.
    pub fn way(&self) -> SocketRequest {
        let way = SocketRequest::to(self.addr)
            .from(self.origin.source)
            .with_cookie(self.cookie().as_deref());
        match self.origin.forwarded_for {
            Some(client) => way.with_header("x-forwarded-for", &client.to_string()),
            None => way,
        }
    }

    /// All cookies, as the header says them.
    pub fn cookie(&self) -> Option<String> {
        if self.cookies.is_empty() {
            return None;
        }
        let pairs = self.cookies.iter();
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Some(pairs.join("; "))
    }

    fn keep_cookies(&mut self, answer: &Response) {
        for (_, set) in answer
            .headers
            .iter()
            .filter(|(name, _)| name == "set-cookie")
        {
            let mut parts = set.split(';').map(str::trim);
            let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else {
                continue;
            };
            let is_over = parts.any(|part| part.eq_ignore_ascii_case("max-age=0"));
            match is_over || value.is_empty() {
                true => self.cookies.remove(name),
                false => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
    }
}

/// A call of a server function.
pub fn call(function: &str, arguments: &Value) -> Request {
    let path = format!("/fn/{function}");
    Request::post(&path, "application/json", arguments.to_string())
}

/// The arguments of `record_game`: a short game that was won.
pub fn won_game() -> Value {
    json!({ "game": {
        "client_id": client_id(),
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "human": "black",
        "strategy": "calculator",
        "level": 3,
        "result": { "winner": "black", "reason": "checkmate" },
    }})
}

/// The arguments of `share_game`: a short game, or one whose PGN has some more bytes than this. Only
/// tags and variations are kept, so a tag is long.
pub fn shared_game(pgn_bytes: usize) -> Value {
    let pgn = (pgn_bytes > 0).then(|| {
        let annotator = "x".repeat(pgn_bytes);
        format!("[Annotator \"{annotator}\"]\n\n1. f3 e5 2. g4 Qh4# 0-1")
    });
    json!({ "game": {
        "client_id": client_id(),
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "white": { "player": "somebody" },
        "black": { "player": "visitor" },
        "outcome": null,
        "control": null,
        "left_ms": [],
        "bottom": "black",
        "pgn": pgn,
    }})
}
