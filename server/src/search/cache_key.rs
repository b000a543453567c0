//! The key by which equal searches are recognized.

use engine::player::{Decision, StopReason};
use engine::tables::TableSet;
use sha2::{Digest, Sha256};
use wire::search::request::ResolvedSearch;

/// A hash of everything that determines an answer but its timing: game, strategy, evaluation,
/// limits, options, engine version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CacheKey([u8; 16]);

impl CacheKey {
    /// The key of a request; `syzygy` tells the server's Syzygy tables from others.
    pub fn of(request: &ResolvedSearch, syzygy: u32) -> Self {
        let syzygy = (request.tables == TableSet::Syzygy).then_some(syzygy);
        // JSON keeps the parts apart; engine types always serialize.
        let what = serde_json::to_vec(&(
            engine::NAME,
            request.game.start().to_fen(),
            request.game.moves(),
            request.strategy,
            &request.limits,
            request.seed,
            (request.hash_mb, request.threads),
            request.options,
            (
                request.judge().name(),
                request.network_id,
                (request.strength, request.playing_style),
                request.book,
            ),
            (request.tables, syzygy),
            request.trace,
        ));
        let digest = Sha256::digest(what.unwrap_or_default());
        let mut key = [0; 16];
        key.copy_from_slice(&digest[..16]);
        Self(key)
    }

    /// A weak entity tag: answers may differ in their timing.
    pub fn etag(&self) -> String {
        let digits: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("W/\"{digits}\"")
    }
}

/// Whether the search is deterministic: limited by depth or nodes, on one thread.
pub fn repeats(request: &ResolvedSearch) -> bool {
    request.limits_spec.movetime_ms.is_none() && request.threads == 1
}

/// Whether a deterministic search ended by its own limits, not by the server's.
pub fn ended_by_itself(decision: &Decision) -> bool {
    !matches!(decision.stop_reason, StopReason::Time | StopReason::Stopped)
}

#[cfg(test)]
mod tests {
    use wire::SearchRequest;

    use super::*;

    fn key(body: &str) -> CacheKey {
        let request: SearchRequest = serde_json::from_str(body).expect("a request");
        CacheKey::of(&request.resolve().expect("a search"), 1)
    }

    #[test]
    fn what_is_spelled_differently_and_means_the_same_has_one_key() {
        let plain = key(r#"{"position":"startpos","limits":{"depth":3}}"#);
        for body in [
            r#"{"position":{},"limits":{"depth":3}}"#,
            r#"{"position":{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
                "strategy":"intuition","limits":{"depth":3},"seed":0}"#,
            r#"{"position":"startpos","limits":{"depth":3},"options":{"tables":"none"}}"#,
        ] {
            assert_eq!(key(body), plain, "{body}");
        }
    }

    #[test]
    fn whatever_changes_the_answer_changes_the_key() {
        let bodies = [
            r#"{"position":"startpos","limits":{"depth":3}}"#,
            r#"{"position":"startpos","limits":{"depth":4}}"#,
            r#"{"position":"startpos","limits":{"nodes":3}}"#,
            r#"{"position":"startpos","limits":{"depth":3,"nodes":3}}"#,
            r#"{"position":{"moves":["e2e4"]},"limits":{"depth":3}}"#,
            r#"{"position":{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},"limits":{"depth":3}}"#,
            r#"{"position":{"moves":["g1f3","g8f6","f3g1","f6g8"]},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","strategy":"explorer","limits":{"depth":3}}"#,
            r#"{"position":"startpos","multipv":2,"limits":{"depth":3}}"#,
            r#"{"position":"startpos","searchmoves":["e2e4"],"limits":{"depth":3}}"#,
            r#"{"position":"startpos","seed":1,"limits":{"depth":3}}"#,
            r#"{"position":"startpos","hash_mb":8,"limits":{"depth":3}}"#,
            r#"{"position":"startpos","threads":2,"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"quiescence":false},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"null_move":false},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"evaluation":"material"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"evaluation":"network:00000000000000000000000000000000"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"evaluation":"network:00000000000000000000000000000001"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"level":3},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"strength":3.4},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"book":"off"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"playing_style":"stormer"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"tables":"3"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"tables":"4"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","options":{"tables":"syzygy"},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","trace":{"nodes":9},"limits":{"depth":3}}"#,
            r#"{"position":"startpos","trace":{"nodes":8},"limits":{"depth":3}}"#,
        ];
        let keys: std::collections::HashSet<CacheKey> =
            bodies.iter().map(|body| key(body)).collect();
        assert_eq!(keys.len(), bodies.len());
    }
}
