//! Five thousand sockets whose server leaves and comes again: until the last of them has heard all
//! that it missed.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use e2e::folder::TempFolder;
use e2e::live::{Socket, SocketRequest};
use e2e::rng::Rng;
use e2e::server::Server;
use e2e::statistics::percentile;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep;

use crate::{Figure, echo::millis, idle::until, test_games};

/// Games, each with two players at their sockets and so many more who watch.
const GAMES: usize = 1_000;
const WATCH: usize = 3;

/// The last has heard all after so many seconds.
const MOST_SECONDS: f64 = 15.0;

/// Who has lost the server comes again after a time by chance up to this; when that fails, after
/// twice that, and so on.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the server to leave, starts it again at the same address and waits for all.
pub async fn measure() -> Vec<Figure> {
    let data = TempFolder::new().expect("a folder");
    let server = Server::start_on(data.path());
    let addr = server.addr;
    let test_games = test_games::begin(addr, GAMES, Some((600, 5)));
    let (tell, mut told) = mpsc::unbounded_channel();
    let mut sockets = JoinSet::new();
    let mut number = 0;
    for test_game in &test_games {
        let players = [Some(0), Some(1)].into_iter().chain([None; WATCH]);
        let mut open = Vec::new();
        for player in players {
            let way = test_games::way(addr, number, test_game, player);
            open.push((
                number,
                watch(&way, &test_game.link, None).await.expect("a socket"),
                way,
            ));
            number += 1;
        }
        // Both have moved: a clock runs.
        for (ply, uci) in ["e2e4", "e7e5"].iter().enumerate() {
            let message =
                json!({ "type": "move", "game": test_game.link, "ply": ply, "uci": uci, "id": 0 });
            open[ply].1.send(&message).await;
            until(&mut open[ply].1, "\"ack\"").await;
        }
        for (number, socket, way) in open {
            let (link, tell) = (test_game.link.clone(), tell.clone());
            sockets.spawn(stay(number, socket, way, link, tell));
        }
    }
    let begin = Instant::now();
    let restarted = spawn_blocking(move || Restarted::new(server, data, addr));
    let restarted = restarted.await.expect("a server");
    let mut times = Vec::new();
    let mut tries = 0;
    while times.len() < number {
        let (at, tried): (Instant, usize) = told.recv().await.expect("somebody is there");
        times.push((at - begin).as_secs_f64() * 1e3);
        tries += tried;
    }
    let last = percentile(&times, 100) / 1e3;
    vec![
        Figure::told(
            "the server has left after",
            format!("{:.0} ms", restarted.left_ms),
        ),
        Figure::told(
            "  and listens again after",
            format!("{:.0} ms", restarted.back_ms),
        ),
        Figure::told(
            format!("{number} sockets of {GAMES} games"),
            format!("{tries} tries to come back"),
        ),
        Figure::times("  each has received all after", &times),
        Figure::at_most("  the last after", last, MOST_SECONDS, "s"),
    ]
}

/// A server that has come again, when the one before had left, and when it listened, milliseconds.
struct Restarted {
    left_ms: f64,
    back_ms: f64,
    _server: Server,
    _data: TempFolder,
}

impl Restarted {
    fn new(server: Server, data: TempFolder, addr: SocketAddr) -> Self {
        let begin = Instant::now();
        server.terminate();
        let left_ms = millis(begin);
        let server = Server::start_again(data.path(), addr);
        Self {
            left_ms,
            back_ms: millis(begin),
            _server: server,
            _data: data,
        }
    }
}

/// Stays at a game until the server goes, comes again until all is heard, and says when that was and
/// how many tries it took.
async fn stay(
    number: usize,
    mut socket: Socket,
    way: SocketRequest,
    link: String,
    tell: mpsc::UnboundedSender<(Instant, usize)>,
) {
    let mut version = 3;
    while let Ok(text) = socket.receive_text().await {
        let told: Value = serde_json::from_str(&text).expect("JSON");
        version = told["version"].as_u64().unwrap_or(version);
    }
    drop(socket);
    let mut rng = Rng::new(number as u64);
    let mut tries = 0;
    let mut patience = PATIENCE;
    let mut socket = loop {
        sleep(patience.mul_f64(rng.fraction())).await;
        tries += 1;
        patience *= 2;
        if let Some(socket) = watch(&way, &link, Some(version)).await {
            break socket;
        }
    };
    tell.send((Instant::now(), tries)).ok();
    while socket.receive_text().await.is_ok() {}
}

/// A socket that has heard all there is of a game; `None` when there is no server, or it goes.
async fn watch(way: &SocketRequest, link: &str, version: Option<u64>) -> Option<Socket> {
    let mut socket = way.open().await.ok()?;
    let mut resume = json!({ "type": "resume", "game": link });
    if let Some(version) = version {
        resume["version"] = version.into();
    }
    socket.send(&resume).await;
    loop {
        if socket.receive_text().await.ok()?.contains("\"synced\"") {
            return Some(socket);
        }
    }
}
