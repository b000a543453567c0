//! What a message and its answer take by themselves: pings over `/ws` to a server that has nothing
//! else to do. What the generator and the loopback cost is in it, as it is in everything else. Beside
//! a load, what the machine itself makes of an echo and of a sync says how much of a time is the
//! server's.

use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{io, thread};

use e2e::folder::TempFolder;
use e2e::live::{Received, Socket, SocketRequest};
use serde_json::json;
use tokio::{task, time::sleep};

/// Sockets that ask in turn; each may ask sixty times at once.
const SOCKETS: usize = 20;
const EACH: usize = 50;

/// From one to the next, beside a load.
const PAUSE: Duration = Duration::from_millis(100);

/// Times there and back, milliseconds.
pub async fn measure(addr: SocketAddr) -> Vec<f64> {
    let mut times = Vec::new();
    for _ in 0..SOCKETS {
        let mut socket = SocketRequest::to(addr).open().await.expect("a socket");
        for _ in 0..EACH {
            times.push(once(&mut socket).await);
        }
        socket.close().await;
    }
    times
}

async fn once(socket: &mut Socket) -> f64 {
    let begin = Instant::now();
    socket.send(&json!({ "type": "ping", "id": 1 })).await;
    let received = socket.must_receive().await;
    assert_eq!(received, Received::Json(json!({ "type": "pong", "id": 1 })));
    millis(begin)
}

/// Echoes and syncs of a small file, ten of each a second, for as long as something else goes on.
#[derive(Debug)]
pub struct Meanwhile {
    over: Arc<AtomicBool>,
    echoes: task::JoinHandle<Vec<f64>>,
    syncs: JoinHandle<io::Result<Vec<f64>>>,
}

impl Meanwhile {
    /// Begins.
    pub fn begin(addr: SocketAddr) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let (echoing, syncing) = (Arc::clone(&over), Arc::clone(&over));
        Self {
            over,
            echoes: tokio::spawn(async move {
                let mut socket = SocketRequest::to(addr).open().await.expect("a socket");
                let mut times = Vec::new();
                while !echoing.load(Ordering::Relaxed) {
                    sleep(PAUSE).await;
                    times.push(once(&mut socket).await);
                }
                times
            }),
            syncs: thread::spawn(move || sync(&syncing)),
        }
    }

    /// Ends; the times of echoes and of syncs, milliseconds.
    pub async fn end(self) -> [Vec<f64>; 2] {
        self.over.store(true, Ordering::Relaxed);
        let echoes = self.echoes.await.expect("the server echoes");
        let syncs = task::spawn_blocking(|| self.syncs.join()).await;
        let syncs = syncs.expect("it ends").expect("no panic");
        [echoes, syncs.expect("a file that is written")]
    }
}

fn sync(over: &AtomicBool) -> io::Result<Vec<f64>> {
    let folder = TempFolder::new()?;
    let mut file = File::create(folder.path().join("synced"))?;
    let mut times = Vec::new();
    while !over.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
        file.write_all(&[0; 4096])?;
        let begin = Instant::now();
        file.sync_data()?;
        times.push(millis(begin));
    }
    Ok(times)
}

/// Milliseconds since then.
pub fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
