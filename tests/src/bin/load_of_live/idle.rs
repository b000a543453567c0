//! Ten thousand sockets that watch one game in which nothing happens: what they cost in memory.

use std::{sync::Arc, time::Duration};

use e2e::live::test_game::random_unfinished_moves;
use e2e::live::{Socket, SocketRequest, TestGame};
use e2e::rng::Rng;
use serde_json::json;
use tokio::{sync::Semaphore, task::JoinSet, time::sleep};

use crate::site::{Layout, LoadedSite};
use crate::{Figure, test_games};

/// Sockets.
const SOCKETS: usize = 10_000;

/// What all of them may cost, MB.
const MOST_MB: f64 = 250.0;

/// Sockets that are opened at a time.
const AT_ONCE: usize = 64;

/// They are left alone for so long, longer than from one ping of the server's to the next.
const REST: Duration = Duration::from_secs(45);

/// Opens them, has each hear all there is, waits, and looks at the server's memory.
pub async fn measure(layout: Layout) -> Vec<Figure> {
    let site = LoadedSite::start(layout);
    let addr = site.addr(0);
    let test_game = TestGame::new(addr, Some((10_800, 60)), None);
    let mut players = test_game.connect_players(addr).await;
    for uci in random_unfinished_moves(&mut Rng::new(1), 40) {
        players.play(&uci).await;
    }
    let before = site.memory_mb();
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let mut opening = JoinSet::new();
    for number in 0..SOCKETS {
        let (gate, way) = (
            Arc::clone(&gate),
            SocketRequest::to(site.addr(number)).from(test_games::from(number)),
        );
        let resume = json!({ "type": "resume", "game": test_game.link });
        opening.spawn(async move {
            let _turn = gate.acquire_owned().await.expect("it stays open");
            let mut socket = way.open().await.expect("a socket");
            socket.send(&resume).await;
            until(&mut socket, "\"synced\"").await;
            socket
        });
    }
    let mut open = JoinSet::new();
    while let Some(socket) = opening.join_next().await {
        let mut socket = socket.expect("a socket that is told the game");
        // Pings are answered as long as it is read from.
        open.spawn(async move { while socket.receive_text().await.is_ok() {} });
    }
    // The players stay, and hear how many watch.
    for mut player in [players.white, players.black] {
        open.spawn(async move { while player.socket.receive_text().await.is_ok() {} });
    }
    sleep(REST).await;
    let after = site.memory_mb();
    let ended = std::iter::from_fn(|| open.try_join_next()).count();
    let each = (after - before) * 1e3 / SOCKETS as f64;
    vec![
        Figure::told("the servers before", format!("{before:.1} MB")),
        Figure::at_most(
            format!("{SOCKETS} sockets, the servers in all"),
            after,
            MOST_MB,
            "MB",
        ),
        Figure::told("  each", format!("{each:.1} KB")),
        Figure::at_most("  that ended by themselves", ended as f64, 0.0, ""),
    ]
}

/// Reads until a message says this.
pub async fn until(socket: &mut Socket, words: &str) {
    loop {
        let text = socket.receive_text().await.expect("the socket stays open");
        if text.contains(words) {
            return;
        }
    }
}
