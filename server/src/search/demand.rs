//! What a search needs of the pool: its lane, its expected length, its memory.

use std::time::Duration;

use wire::search::request::ResolvedSearch;

use super::queue::{Class, Demand, Lane};

/// A search that may take longer is long. Only a few long searches run at a time, so that threads
/// and memory remain for short ones.
const LONG: Duration = Duration::from_millis(250);

/// The nodes of a long search.
const LONG_NODES: u64 = 400_000;

/// The depth at which most searches are long.
const LONG_DEPTH: u8 = 11;

/// The demand of a search of the API.
pub fn of_api(request: &ResolvedSearch, client: u64) -> Demand {
    let limits = &request.limits_spec;
    let by_time = limits
        .movetime_ms
        .map(|ms| Duration::from_millis(ms) > LONG);
    let by_nodes = limits.nodes.map(|nodes| nodes > LONG_NODES);
    let by_depth = limits.depth.map(|depth| depth >= LONG_DEPTH);
    // The first limit that is reached ends a search, so one short limit is enough.
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

/// The demand of an engine player's search.
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
