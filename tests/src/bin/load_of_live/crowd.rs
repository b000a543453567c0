//! Many who watch one game: from sending a move until each of them has it, alone and beside a
//! hundred more who never read. The two are compared by what each has later than the first, since a
//! disk that others use at the moment makes all of them wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use e2e::live::test_game::random_unfinished_moves;
use e2e::live::{Socket, SocketRequest, TestGame};
use e2e::rng::Rng;
use e2e::statistics::percentile;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::echo::Meanwhile;
use crate::idle::until;
use crate::site::{Layout, LoadedSite};
use crate::{Figure, echo, test_games};

/// Who does not read.
const STALLED: usize = 100;

/// Games that are played alone and beside those, by turns.
const ROUNDS: usize = 3;

/// Moves of each, and the time from one to the next. The first are faster, and not measured.
const MOVES: usize = 220;
const FIRST: usize = 100;
const PAUSE: Duration = Duration::from_millis(125);
const FIRST_PAUSE: Duration = Duration::from_millis(40);

/// What the way to all of them may take beside an echo, milliseconds, at p99.
const MORE_MS: f64 = 100.0;

/// How much worse it may be beside those who do not read.
const WORSE: f64 = 1.1;

/// Room for what somebody does not read, bytes: as little as the system gives.
const ROOM: u32 = 2 << 10;

/// After the first moves each of the stalled asks for the whole game so often: more than the system
/// takes for them. It is answered before the others are measured.
const WHOLE_GAMES: usize = 50;
const ANSWERED: Duration = Duration::from_secs(1);

/// How long it is looked whether they were let go.
const LOOK: Duration = Duration::from_secs(2);

/// Plays a game before a crowd, alone and beside the stalled.
pub async fn measure(layout: Layout, watch: usize) -> Vec<Figure> {
    let site = LoadedSite::start(layout);
    let echo = echo::measure(site.addr(0)).await;
    let most = percentile(&echo, 99) + MORE_MS;
    let meanwhile = Meanwhile::begin(site.addr(0));
    let (mut alone, mut beside, mut gone) = (Times::default(), Times::default(), 0);
    for _ in 0..ROUNDS {
        alone.add(&play(&site, watch, 0).await.0);
        let (times, let_go) = play(&site, watch, STALLED).await;
        beside.add(&times);
        gone += let_go;
    }
    let [echoes, syncs] = meanwhile.end().await;
    let [first, second] = [&alone, &beside].map(|times| percentile(&times.later, 99));
    vec![
        Figure::times("echo of an idle server", &echo),
        Figure::times("  an echo meanwhile", &echoes),
        Figure::times("  a sync of the disk meanwhile", &syncs),
        Figure::times(format!("{watch} watch"), &alone.all),
        Figure::at_most("  p99", percentile(&alone.all, 99), most, "ms"),
        Figure::times("  later than the first", &alone.later),
        Figure::times(format!("{watch} watch, {STALLED} do not read"), &beside.all),
        Figure::at_most("  p99", percentile(&beside.all, 99), most, "ms"),
        Figure::times("  later than the first", &beside.later),
        Figure::at_most(
            "  p99 of that beside alone",
            second / first,
            WORSE,
            "\u{d7}",
        ),
        Figure::told(
            "  of those who do not read were let go",
            format!("{gone} of {}", ROUNDS * STALLED),
        ),
    ]
}

/// Times until who watches has a move, milliseconds.
#[derive(Debug, Default)]
struct Times {
    /// Since it was sent.
    all: Vec<f64>,
    /// Since the first of them had it.
    later: Vec<f64>,
}

impl Times {
    /// Those of each who watches, by the moves.
    fn add(&mut self, times: &[Vec<f64>]) {
        for at in 0..MOVES - FIRST {
            let of_move = || times.iter().map(|times| times[at]);
            let first = of_move().fold(f64::INFINITY, f64::min);
            self.all.extend(of_move());
            self.later.extend(of_move().map(|time| time - first));
        }
    }
}

/// A game before a crowd: the times to each of those who read, and how many of the others the server
/// has let go.
async fn play(site: &LoadedSite, watch: usize, stalled: usize) -> (Vec<Vec<f64>>, usize) {
    let addr = site.addr(0);
    let test_game = TestGame::new(addr, Some((10_800, 60)), None);
    let moves = random_unfinished_moves(&mut Rng::new(7), MOVES);
    // When each move was sent, microseconds after the start.
    let sent: Arc<Vec<AtomicU64>> = Arc::new(moves.iter().map(|_| AtomicU64::new(0)).collect());
    let start = Instant::now();
    let mut watching = JoinSet::new();
    for number in 0..watch {
        let mut socket = begin_to_watch(
            SocketRequest::to(site.addr(number)).from(test_games::from(number)),
            &test_game,
        )
        .await;
        let sent = Arc::clone(&sent);
        watching.spawn(async move {
            let mut times = Vec::with_capacity(MOVES);
            for (ply, sent) in sent.iter().enumerate().skip(FIRST) {
                until(&mut socket, &format!("\"ply\":{ply},")).await;
                let now = start.elapsed().as_micros() as u64;
                times.push((now - sent.load(Ordering::Relaxed)) as f64 / 1e3);
            }
            times
        });
    }
    let mut unread = Vec::new();
    for number in 0..stalled {
        let way = SocketRequest::to(addr).from(test_games::from(watch + number));
        unread.push(begin_to_watch(way.with_room_for(ROOM), &test_game).await);
    }
    let mut players: Vec<Socket> = Vec::new();
    for player in [0, 1] {
        let way = test_game.way(site.addr(player), player);
        players.push(begin_to_watch(way, &test_game).await);
    }
    for (ply, uci) in moves.iter().enumerate() {
        if ply == FIRST {
            for socket in &mut unread {
                for _ in 0..WHOLE_GAMES {
                    socket
                        .send(&json!({ "type": "resume", "game": test_game.link }))
                        .await;
                }
            }
            sleep(ANSWERED).await;
        }
        sleep(if ply < FIRST { FIRST_PAUSE } else { PAUSE }).await;
        let mover = &mut players[ply % 2];
        let now = start.elapsed().as_micros() as u64;
        sent[ply].store(now, Ordering::Relaxed);
        let message =
            json!({ "type": "move", "game": test_game.link, "ply": ply, "uci": uci, "id": 0 });
        mover.send(&message).await;
        for player in &mut players {
            until(player, &format!("\"ply\":{ply},")).await;
        }
    }
    let times: Vec<_> = watching.join_all().await;
    let mut looking = JoinSet::new();
    for mut socket in unread {
        // All that waited is read now; who was let go comes to an end.
        let end = async move { while socket.receive_text().await.is_ok() {} };
        looking.spawn(timeout(LOOK, end));
    }
    let gone = looking
        .join_all()
        .await
        .iter()
        .filter(|end| end.is_ok())
        .count();
    (times, gone)
}

/// A socket that has heard all there is of a game.
async fn begin_to_watch(way: SocketRequest, test_game: &TestGame) -> Socket {
    let mut socket = way.open().await.expect("a socket");
    socket
        .send(&json!({ "type": "resume", "game": test_game.link }))
        .await;
    until(&mut socket, "\"synced\"").await;
    socket
}
