//! Makes many games, and gives clients many addresses.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use e2e::guest_client::GuestClient;
use e2e::live::{SocketRequest, TestGame};

/// Requests under way at a time; one address may have eight.
const AT_ONCE: usize = 6;

/// Sockets of one address; it may have a few more.
const FROM_ONE: usize = 160;

/// Games between guests of one address; a day has room for some more new guests of it.
const GAMES_FROM_ONE: usize = 60;

/// The address that the socket with this number comes from.
pub fn from(number: usize) -> Ipv4Addr {
    let [.., high, low] = (256 + 1 + number / FROM_ONE).to_be_bytes();
    Ipv4Addr::new(127, 0, high, low)
}

/// So many games between two guests each.
pub fn begin(addr: SocketAddr, number: usize, control: Option<(u16, u8)>) -> Vec<TestGame> {
    let test_games = Mutex::new(Vec::with_capacity(number));
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= number {
                        break;
                    }
                    let guests =
                        [0, 1].map(|_| GuestClient::at(from(index * FROM_ONE / GAMES_FROM_ONE)));
                    let test_game = TestGame::of(addr, guests, control, None);
                    test_games
                        .lock()
                        .expect("nobody panics here")
                        .push(test_game);
                }
            });
        }
    });
    test_games.into_inner().expect("nobody panicked")
}

/// How the socket with this number comes to play one side of a game, or to watch.
pub fn way(
    addr: SocketAddr,
    number: usize,
    test_game: &TestGame,
    player: Option<usize>,
) -> SocketRequest {
    let cookie = player.and_then(|player| test_game.players[player].cookie());
    SocketRequest::to(addr)
        .from(from(number))
        .with_cookie(cookie)
}
