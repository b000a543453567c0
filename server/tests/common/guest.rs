//! A browser as the server sees it: an address, and the cookie that it was given.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{Answer, TestSite, post};

pub const PASSWORD: &str = "correct horse battery";

/// A browser. Each has an address of its own, so that none waits for what another has tried.
pub struct Browser<'a> {
    site: &'a TestSite,
    address: SocketAddr,
    /// The session's cookie as `name=value`, once there is one.
    pub cookie: Option<String>,
    /// The device's.
    pub device: Option<String>,
}

impl<'a> Browser<'a> {
    pub fn new(site: &'a TestSite) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0x0a00_0001);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Self {
            site,
            address: SocketAddr::new(number.to_be_bytes().into(), 50_000),
            cookie: None,
            device: None,
        }
    }

    /// Where it is.
    pub fn address(&self) -> std::net::IpAddr {
        self.address.ip()
    }

    /// A new browser at the same address.
    pub fn beside(&self) -> Self {
        Self {
            cookie: None,
            device: None,
            ..*self
        }
    }

    /// The same browser with another cookie: one that was kept, or stolen.
    pub fn with_cookie(site: &'a TestSite, cookie: Option<String>) -> Self {
        Self {
            cookie,
            ..Self::new(site)
        }
    }

    /// Calls a server function, and keeps the cookie that comes back.
    pub async fn call(&mut self, function: &str, arguments: Value) -> Answer {
        self.send(post(&format!("/fn/{function}"), arguments.to_string()))
            .await
    }

    /// Sends any request with this browser's cookies and from its address.
    pub async fn send(&mut self, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(ConnectInfo(self.address));
        let cookies: Vec<_> = self.cookie.iter().chain(&self.device).cloned().collect();
        if !cookies.is_empty() {
            let cookies = cookies.join("; ").parse().expect("a header");
            request.headers_mut().insert("cookie", cookies);
        }
        let answer = self.site.send(request).await;
        for set in answer.headers.get_all("set-cookie") {
            let set = set.to_str().expect("text");
            let pair = set.split(';').next().expect("a first part");
            let kept = match pair.contains("ponder_device=") {
                true => &mut self.device,
                false => &mut self.cookie,
            };
            *kept = (!pair.ends_with('=')).then(|| pair.to_owned());
        }
        answer
    }

    /// Calls a function that has to work, for its answer.
    pub async fn ask(&mut self, function: &str, arguments: Value) -> Value {
        let answer = self.call(function, arguments).await;
        assert_eq!(
            answer.status,
            StatusCode::OK,
            "{function}: {}",
            answer.text()
        );
        answer.json()
    }

    /// Records a game, which makes a guest.
    pub async fn win(&mut self, client_id: char) {
        self.ask("record_game", won(client_id)).await;
    }

    /// Registers with the usual password; the recovery code.
    pub async fn register(&mut self, name: &str) -> String {
        let form = json!({ "name": name, "password": PASSWORD });
        let code = self.ask("register", form).await;
        code.as_str().expect("a code").to_owned()
    }

    pub async fn sign_in(&mut self, name: &str) -> Answer {
        self.call("sign_in", json!({ "name": name, "password": PASSWORD }))
            .await
    }

    pub async fn account(&mut self) -> Value {
        self.ask("account", json!({})).await
    }

    /// The name that the server knows this browser by.
    pub async fn name(&mut self) -> Option<String> {
        let account = self.account().await;
        account["named"]["name"].as_str().map(str::to_owned)
    }

    /// The games that it has won.
    pub async fn wins(&mut self) -> u64 {
        let results = self.ask("results", json!({})).await;
        results[0]["tally"]["wins"].as_u64().unwrap_or(0)
    }
}

/// A game that Black, the visitor, won.
pub fn won(client_id: char) -> Value {
    json!({ "game": {
        "client_id": client_id.to_string().repeat(32),
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "human": "black",
        "strategy": "calculator",
        "level": 3,
        "result": { "winner": "black", "reason": "checkmate" },
    }})
}
