//! What a search asks of the pool: in which lane it waits, how long it may take, how much memory.

use std::time::Duration;

use wire::search::request::ResolvedSearch;

use super::queue::{Class, Demand, Lane};

/// A search that may take longer than this is a long one. Long ones are begun a few at a time, so
/// that threads and memory are left for the others, which end soon.
const LONG: Duration = Duration::from_millis(250);

/// The nodes that stand for the same.
const LONG_NODES: u64 = 400_000;

/// A search to this depth takes longer than that in most positions.
const LONG_DEPTH: u8 = 11;

/// What a search of the API needs.
pub fn of_api(request: &ResolvedSearch, client: u64) -> Demand {
    let limits = &request.limits_spec;
    let by_time = limits
        .movetime_ms
        .map(|ms| Duration::from_millis(ms) > LONG);
    let by_nodes = limits.nodes.map(|nodes| nodes > LONG_NODES);
    let by_depth = limits.depth.map(|depth| depth >= LONG_DEPTH);
    // The first limit that is reached ends it, so one that is short is enough.
    let limits = [by_time, by_nodes, by_depth];
    Demand {
        lane: Lane {
            class: Class::Api,
            client,
        },
        is_long: limits.into_iter().flatten().all(|is_long| is_long),
        memory_mb: request.hash_mb,
    }
}

/// What the search for a move in a live game needs.
pub fn of_live_game(request: &ResolvedSearch, client: u64) -> Demand {
    Demand {
        lane: Lane {
            class: Class::LiveGame,
            client,
        },
        is_long: false,
        memory_mb: request.hash_mb,
    }
}

#[cfg(test)]
mod tests {
    use wire::SearchRequest;

    use super::*;

    #[test]
    fn a_search_is_long_when_none_of_its_limits_is_short() {
        for (limits, is_long) in [
            (r#"{"movetime_ms":100}"#, false),
            (r#"{"movetime_ms":250}"#, false),
            (r#"{"movetime_ms":251}"#, true),
            (r#"{"movetime_ms":10000,"nodes":5000}"#, false),
            (r#"{"nodes":50000000}"#, true),
            (r#"{"depth":4}"#, false),
            (r#"{"depth":60}"#, true),
            (r#"{"depth":60,"movetime_ms":10}"#, false),
        ] {
            let body = format!(r#"{{"position":"startpos","limits":{limits}}}"#);
            let request: SearchRequest = serde_json::from_str(&body).expect("a request");
            let request = request.resolve().expect("a search");
            assert_eq!(of_api(&request, 1).is_long, is_long, "{limits}");
        }
    }
}
