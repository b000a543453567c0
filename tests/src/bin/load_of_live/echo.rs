//! What a message and its answer take by themselves: pings over `/ws` to a server that has nothing
//! else to do. What the generator and the loopback cost is in it, as it is in everything else.

use std::{net::SocketAddr, time::Instant};

use e2e::live::{Heard, Way};
use serde_json::json;

/// Sockets that ask in turn; each may ask sixty times at once.
const SOCKETS: usize = 20;
const EACH: usize = 50;

/// Times there and back, milliseconds.
pub async fn measure(addr: SocketAddr) -> Vec<f64> {
    let mut times = Vec::new();
    for _ in 0..SOCKETS {
        let mut socket = Way::to(addr).open().await.expect("a socket");
        for id in 0..EACH {
            let begin = Instant::now();
            socket.send(&json!({ "type": "ping", "id": id })).await;
            let heard = socket.must_hear().await;
            times.push(millis(begin));
            assert_eq!(heard, Heard::Json(json!({ "type": "pong", "id": id })));
        }
        socket.close().await;
    }
    times
}

/// Milliseconds since then.
pub fn millis(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}
