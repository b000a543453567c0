//! A thousand games at two hundred moves a second in all: from sending a move until the opponent's
//! socket has it.

use std::time::{Duration, Instant};

use e2e::live::Socket;
use e2e::live::test_game::random_unfinished_moves;
use e2e::rng::Rng;
use e2e::statistics::percentile;
use serde_json::json;
use tokio::select;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use crate::echo::{Meanwhile, millis};
use crate::idle::until;
use crate::site::{Layout, LoadedSite};
use crate::{Figure, echo, test_games};

/// Games.
const GAMES: usize = 1_000;

/// Moves a second, of all games together.
const PER_SECOND: u32 = 200;

/// What the way of a move may take beside an echo, milliseconds: at p50 and at p99.
const MORE_MS: [f64; 2] = [15.0, 60.0];

/// A move that takes so long is lost.
const LOST: Duration = Duration::from_secs(30);

/// What one game has found.
#[derive(Debug, Default)]
struct Found {
    /// From sending a move to its acknowledgement and to the opponent's event, milliseconds.
    acknowledged: Vec<f64>,
    delivered: Vec<f64>,
    /// How late the generator itself was, milliseconds.
    late: Vec<f64>,
}

/// Has all games play at an even pace for so long.
pub async fn measure(layout: Layout, time: Duration) -> Vec<Figure> {
    let site = LoadedSite::start(layout);
    let echo = echo::measure(site.addr(0)).await;
    let test_games = test_games::begin(site.addr(0), GAMES, Some((10_800, 60)));
    let pause = Duration::from_secs(1) * GAMES as u32 / PER_SECOND;
    let moves = (time.as_secs_f64() / pause.as_secs_f64()).ceil() as usize;
    let mut opening = JoinSet::new();
    for (index, test_game) in test_games.into_iter().enumerate() {
        let ways = [0, 1].map(|player| {
            let addr = site.addr(index + player);
            test_games::way(addr, 2 * index + player, &test_game, Some(player))
        });
        let moves = random_unfinished_moves(&mut Rng::new(index as u64), moves);
        opening.spawn(async move {
            let mut sockets = Vec::new();
            for way in ways {
                let mut socket = way.open().await.expect("a socket");
                socket
                    .send(&json!({ "type": "resume", "game": test_game.link }))
                    .await;
                until(&mut socket, "\"synced\"").await;
                sockets.push(socket);
            }
            (index, test_game.link, moves, sockets)
        });
        // All at once would be another measurement.
        if index % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let opened: Vec<_> = opening.join_all().await;
    let meanwhile = Meanwhile::begin(site.addr(0));
    let cpu = site.cpu_ms();
    let start = Instant::now() + Duration::from_secs(1);
    let mut playing = JoinSet::new();
    for (index, link, moves, sockets) in opened {
        let first = start + pause * index as u32 / GAMES as u32;
        playing.spawn(play(link, moves, sockets, first, pause));
    }
    let mut all = Found::default();
    while let Some(found) = playing.join_next().await {
        let found = found.expect("no move is lost");
        all.acknowledged.extend(found.acknowledged);
        all.delivered.extend(found.delivered);
        all.late.extend(found.late);
    }
    let took = start.elapsed().as_secs_f64();
    let made = all.delivered.len() as f64;
    let cpu = (site.cpu_ms() - cpu) / made;
    let [echoes, syncs] = meanwhile.end().await;
    let over = |part, more| percentile(&echo, part) + more;
    let delivered = |part| percentile(&all.delivered, part);
    vec![
        Figure::times("echo of an idle server", &echo),
        Figure::told(
            format!("{GAMES} games"),
            format!("{:.0} moves a second for {took:.0} s", made / took),
        ),
        Figure::told(
            "  the servers' work for a move",
            format!("{cpu:.2} ms of a core"),
        ),
        Figure::times("  an echo meanwhile", &echoes),
        Figure::times("  a sync of the disk meanwhile", &syncs),
        Figure::times("  the generator's own delay", &all.late),
        Figure::times("  acknowledged after", &all.acknowledged),
        Figure::times("  with the opponent after", &all.delivered),
        Figure::at_most("    p50", delivered(50), over(50, MORE_MS[0]), "ms"),
        Figure::at_most("    p99", delivered(99), over(99, MORE_MS[1]), "ms"),
    ]
}

/// Plays one game: a move at each of its moments, by turns.
async fn play(
    link: String,
    moves: Vec<String>,
    mut sockets: Vec<Socket>,
    first: Instant,
    pause: Duration,
) -> Found {
    let mut found = Found::default();
    let mut black = sockets.pop().expect("two sockets");
    let mut white = sockets.pop().expect("two sockets");
    for (ply, uci) in (0_u32..).zip(moves) {
        let due = first + pause * ply;
        loop {
            select! {
                () = sleep_until(due.into()) => break,
                received = white.receive_text() => drop(received.expect("White stays")),
                received = black.receive_text() => drop(received.expect("Black stays")),
            }
        }
        found.late.push(millis(due));
        let (mover, other) = match ply % 2 {
            0 => (&mut white, &mut black),
            _ => (&mut black, &mut white),
        };
        let message = json!({ "type": "move", "game": link, "ply": ply, "uci": uci, "id": ply });
        let sent = Instant::now();
        mover.send(&message).await;
        let [ack, event] = [format!("\"ack\",\"id\":{ply},"), format!("\"ply\":{ply},")];
        let acknowledged = async {
            until(mover, &ack).await;
            millis(sent)
        };
        let delivered = async {
            until(other, &event).await;
            millis(sent)
        };
        let both = async { tokio::join!(acknowledged, delivered) };
        let (acknowledged, delivered) = timeout(LOST, both).await.expect("a move that is told");
        found.acknowledged.push(acknowledged);
        found.delivered.push(delivered);
    }
    found
}
