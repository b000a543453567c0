//! What servers and workers send each other of searches, whoever it is that speaks on NATS.

use server::search::limits::{MAX_MOVETIME, bounded};
use server::search::remote::{SearchOrder, WorkerReply, check_found, check_report, read_order};
use wire::search::request::{ResolvedSearch, SearchRequest};

/// An order, as a worker reads it.
pub fn check_order(message: &[u8]) {
    let Ok((order, request)) = read_order(message) else {
        return;
    };
    assert!(request.trace.is_none() && request.network_id.is_none());
    assert!(request.game.outcome().is_none());
    let limits = bounded(request.limits.clone());
    assert!(limits.movetime.is_some_and(|time| time <= MAX_MOVETIME));
    let again = serde_json::to_vec(&order).expect("an order can be written");
    let again: SearchOrder = serde_json::from_slice(&again).expect("it can be read again");
    assert_eq!(again, order);
}

/// A worker's word on a search that was ordered of it, as a server reads it.
pub fn check_reply(message: &[u8]) {
    let Ok(reply) = serde_json::from_slice(message) else {
        return;
    };
    let request = asked();
    match &reply {
        WorkerReply::Report(report) => {
            check_report(&request, report).ok();
        }
        WorkerReply::Found(found) if check_found(&request, found).is_ok() => {
            let mv = found.decision.mv.expect("the position has moves");
            assert!(request.game.position().is_legal(mv));
        }
        _ => {}
    }
    serde_json::to_vec(&reply).expect("what was read can be written");
}

fn asked() -> ResolvedSearch {
    let request = r#"{"position":{"moves":["e2e4","e7e5"]},"limits":{"nodes":20000},"multipv":3}"#;
    let request: SearchRequest = serde_json::from_str(request).expect("a request");
    request.resolve().expect("it can be searched")
}
