//! How many games a second are kept, each acknowledged on the disk, by one writer and by many. One
//! line of JSON: `cargo bench --package server --bench writes`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::rules::Color;
use server::store::{NewGame, Store, UserId};

/// How long each number of writers is measured.
const SPAN: Duration = Duration::from_secs(5);

/// Writers at a time.
const WRITERS: [u64; 3] = [1, 8, 64];

#[tokio::main]
async fn main() {
    let folder = std::env::temp_dir().join(format!("ponder-writes-{}", std::process::id()));
    let mut figures = Vec::new();
    for writers in WRITERS {
        let rate = rate(&folder.join(writers.to_string()), writers).await;
        figures.push(format!("\"writers_{writers}_per_s\":{rate:.0}"));
    }
    figures.push(format!("\"syncs_per_s\":{:.0}", syncs(&folder)));
    println!("{{{}}}", figures.join(","));
    std::fs::remove_dir_all(&folder).ok();
}

/// Games a second.
async fn rate(data: &Path, writers: u64) -> f64 {
    let store = Store::open(data).await.expect("the store opens");
    let (kept, begin) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let tasks: Vec<_> = (0..writers)
        .map(|writer| {
            let (store, kept) = (store.clone(), Arc::clone(&kept));
            tokio::spawn(async move {
                let mut user: Option<UserId> = None;
                for number in 0.. {
                    if begin.elapsed() > SPAN {
                        break;
                    }
                    let game = game(writer << 32 | number);
                    let done = store.keep_game(user, &game).await.expect("it is written");
                    user = Some(done.expect("the id is free").user);
                    kept.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    let rate = kept.load(Ordering::Relaxed) as f64 / begin.elapsed().as_secs_f64();
    store.close().await;
    rate
}

fn game(number: u64) -> NewGame {
    NewGame {
        client_id: format!("{number:032x}"),
        start_fen: None,
        moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
        human: Color::Black,
        strategy: "calculator",
        strength: engine::player::Strength::default(),
        result: "0-1",
        reason: "checkmate",
        losses: None,
    }
}

/// The neighbour: pages written and synced a second, one by one.
fn syncs(folder: &Path) -> f64 {
    use std::{fs::File, os::unix::fs::FileExt};
    let file = File::create(folder.join("pages")).expect("a file");
    let (begin, mut pages) = (Instant::now(), 0);
    while begin.elapsed() < Duration::from_secs(1) {
        file.write_all_at(&[7; 4096], pages * 4096).expect("a page");
        file.sync_all().expect("is synced");
        pages += 1;
    }
    pages as f64 / begin.elapsed().as_secs_f64()
}
