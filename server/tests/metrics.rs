//! The figures of `/metrics` move with what they count. They are the process's, so one test after
//! the other looks at them.

mod common;

use std::{sync::OnceLock, time::Duration};

use axum::http::{Method, Request, StatusCode};
use common::{Answer, TestSite, post, send};
use server::{metrics, metrics_page, rate_limit::BucketRule};
use tokio::sync::{Mutex, MutexGuard};
use tokio::task::JoinSet;

static FIGURES: OnceLock<axum::Router> = OnceLock::new();
static TURN: Mutex<()> = Mutex::const_new(());

/// Counts from now on; holds off the other tests.
async fn counting() -> MutexGuard<'static, ()> {
    let turn = TURN.lock().await;
    FIGURES.get_or_init(|| metrics_page::router(metrics::start().expect("nobody counts yet")));
    // Those of the test before may be about to end.
    under_way(0.0).await;
    turn
}

async fn shown() -> String {
    let figures = FIGURES.get().expect("it counts").clone();
    let request = Request::get("/metrics").body(axum::body::Body::empty());
    let answer: Answer = send(figures, request.expect("a request")).await;
    answer.text()
}

/// A series' value; 0 where it has none yet.
async fn figure(series: &str) -> f64 {
    let shown = shown().await;
    let line = shown.lines().find_map(|line| line.strip_prefix(series));
    line.map_or(0.0, |value| value.trim().parse().expect("a number"))
}

const SEARCH: &str = r#"{"position":"startpos","limits":{"depth":3}}"#;

#[tokio::test]
async fn requests_are_counted_by_kind_and_status() {
    let _turn = counting().await;
    let site = TestSite::new().await;
    for (path, kind, status) in [
        ("/", "page", "2xx"),
        ("/nowhere", "page", "4xx"),
        ("/api/v1/strategies", "api", "2xx"),
        ("/api/v1/x", "api", "4xx"),
        ("/engine-worker.js", "asset", "2xx"),
        ("/pkg/ffff/x.js", "asset", "4xx"),
        ("/fn/nothing", "fn", "4xx"),
        ("/play/", "other", "3xx"),
        ("/healthz", "other", "2xx"),
    ] {
        let count = format!("ponder_requests_total{{kind=\"{kind}\",status=\"{status}\"}}");
        let time = format!("ponder_request_seconds_count{{kind=\"{kind}\"}}");
        let before = (figure(&count).await, figure(&time).await);
        site.get(path).await;
        let after = (figure(&count).await, figure(&time).await);
        assert_eq!(after, (before.0 + 1.0, before.1 + 1.0), "{path}");
    }
}

#[tokio::test]
async fn a_search_adds_its_nodes_and_its_wait() {
    let _turn = counting().await;
    let site = TestSite::new().await;
    let before = (
        figure("ponder_search_nodes_total").await,
        figure("ponder_search_wait_seconds_count").await,
    );
    let answer = site.post("/api/v1/search", SEARCH).await.json();
    let nodes = answer["nodes"].as_f64().expect("nodes");
    let after = (
        figure("ponder_search_nodes_total").await,
        figure("ponder_search_wait_seconds_count").await,
    );
    assert_eq!(after, (before.0 + nodes, before.1 + 1.0));
    assert_eq!(figure("ponder_searches_under_way").await, 0.0);
}

#[tokio::test]
async fn refusals_are_counted_by_reason() {
    let _turn = counting().await;
    let poor = BucketRule {
        per_second: 1,
        burst: 500,
        at_once: 8,
    };
    let site = TestSite::with_search_rule(poor).await;
    let large = vec![b' '; 65 * 1024];
    let put = |path: &str| Request::builder().method(Method::PUT).uri(path);
    for (reason, request) in [
        ("malformed", post("/api/v1/search", "{")),
        ("spent", post("/api/v1/search", SEARCH)),
        ("too_large", post("/fn/results", large)),
        (
            "method",
            put("/").body(Default::default()).expect("a request"),
        ),
    ] {
        let series = format!("ponder_refused_total{{reason=\"{reason}\"}}");
        let before = figure(&series).await;
        let answer = site.send(request).await;
        assert!(answer.status.is_client_error(), "{reason}");
        assert_eq!(figure(&series).await, before + 1.0, "{reason}");
    }
    let series = "ponder_refused_total{reason=\"not_ready\"}";
    let before = figure(series).await;
    site.ready.drain();
    site.get("/readyz").await;
    assert_eq!(figure(series).await, before + 1.0);
}

/// A search that goes on until nobody waits for it; another one for each seed.
fn endless(seed: u32) -> Request<axum::body::Body> {
    let limits = r#"{"movetime_ms":10000}"#;
    let body = format!(r#"{{"position":"startpos","limits":{limits},"seed":{seed}}}"#);
    post("/api/v1/search", body)
}

async fn refused(reason: &str) -> f64 {
    figure(&format!("ponder_refused_total{{reason=\"{reason}\"}}")).await
}

/// Waits until so many searches run.
async fn under_way(number: f64) {
    while figure("ponder_searches_under_way").await != number {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_search_for_which_there_is_no_room_is_counted_as_full() {
    let _turn = counting().await;
    let site = TestSite::new().await;
    let before = refused("full").await;
    let mut asked = JoinSet::new();
    for seed in 0..8 {
        asked.spawn(send(site.router.clone(), endless(seed)));
    }
    // Four take turns, one waits.
    let first = asked.join_next().await.expect("eight").expect("no panic");
    assert_eq!(first.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(first.text().contains("full"), "{}", first.text());
    assert!(refused("full").await > before);
}

#[tokio::test]
async fn a_search_that_has_waited_for_too_long_is_counted_as_waited() {
    let _turn = counting().await;
    let site = TestSite::with_patience(Duration::from_secs(2)).await;
    let before = refused("waited").await;
    let mut asked = JoinSet::new();
    // Four of one client take turns; the fifth waits for the end of one of them.
    for seed in 0..4 {
        asked.spawn(send(site.router.clone(), endless(seed)));
        under_way(1.0 + seed as f64).await;
    }
    let answer = site.send(endless(4)).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(refused("waited").await, before + 1.0);
    assert!(asked.try_join_next().is_none(), "the first one goes on");
}

#[tokio::test]
async fn a_search_that_comes_while_the_server_leaves_is_counted_as_draining() {
    let _turn = counting().await;
    let site = TestSite::new().await;
    let before = refused("draining").await;
    site.threads.close();
    let answer = site.send(endless(0)).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused("draining").await, before + 1.0);
}

#[tokio::test]
async fn a_write_is_timed() {
    let _turn = counting().await;
    let site = TestSite::new().await;
    let before = figure("ponder_store_commit_seconds_count").await;
    assert_eq!(site.get("/readyz").await.text(), "ok");
    let after = figure("ponder_store_commit_seconds_count").await;
    assert_eq!(after, before + 1.0);
    assert_eq!(figure("ponder_store_commit_jobs_count").await, after);
    assert!(shown().await.contains("ponder_store_commit_seconds_bucket"));
}

#[test]
fn the_dashboard_shows_metrics_that_there_are() {
    let known = include_str!("../src/metrics.rs");
    let dashboard = include_str!("../../docs/deploy/grafana.json");
    let is_of_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let shown: Vec<&str> = dashboard
        .match_indices("ponder_")
        .map(|(at, _)| {
            let rest = &dashboard[at..];
            let end = rest.find(|letter| !is_of_name(letter)).expect("an end");
            rest[..end].trim_end_matches("_bucket")
        })
        .collect();
    assert!(shown.len() > 10, "{shown:?}");
    for name in shown {
        assert!(known.contains(&format!("\"{name}\"")), "{name}");
    }
}
