//! Games that are played at the same time, each followed by another, until it is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use super::pair::Pair;
use super::processes::Addresses;
use super::watcher::Watcher;

/// Games under way, each with two players and a watcher.
#[derive(Debug)]
pub struct PlayedGames {
    games: JoinSet<Vec<Pair>>,
    over: Arc<AtomicBool>,
}

impl PlayedGames {
    /// Begins so many games, with so many moves a second of all together.
    pub fn begin(addresses: Addresses, seed: u64, number: usize, per_second: u32) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let pause = Duration::from_secs(1) * number as u32 / per_second;
        let mut games = JoinSet::new();
        for number in 0..number {
            let pair = Pair::new(addresses, seed, number);
            games.spawn(play_on(pair, pause, Arc::clone(&over)));
        }
        Self { games, over }
    }

    /// Ends them; all games that were played.
    pub async fn end(self) -> Vec<Pair> {
        self.over.store(true, Ordering::Relaxed);
        self.games.join_all().await.into_iter().flatten().collect()
    }
}

/// Plays games one after the other until it is over.
async fn play_on(mut pair: Pair, pause: Duration, over: Arc<AtomicBool>) -> Vec<Pair> {
    let mut played = Vec::new();
    let is_over = || over.load(Ordering::Relaxed);
    while !is_over() {
        pair.begin().await;
        let watcher = tokio::spawn(Watcher::new(pair.watching_seat(), pair.is_over()).watch());
        while !is_over() && pair.goes_on() {
            pair.move_once(pause).await;
        }
        pair.end(watcher).await;
        let next = pair.successor();
        played.push(std::mem::replace(&mut pair, next));
    }
    played
}
