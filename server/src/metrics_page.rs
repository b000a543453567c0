//! The router of `/metrics`, served at its own address.

use std::time::Duration;

use axum::http::{Uri, header};
use axum::routing::get;
use axum::{Router, middleware};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::{error::Refusal, fallbacks::wrong_method, host, metrics};

/// Interval at which recorded times are moved into their buckets.
const UPKEEP: Duration = Duration::from_secs(5);

/// `/metrics` and nothing else; refusals are problem documents, as on the site.
pub fn router(handle: PrometheusHandle) -> Router {
    let show = move || {
        let text = handle.render();
        let kind = "text/plain; version=0.0.4; charset=utf-8";
        async move { ([(header::CONTENT_TYPE, kind)], text) }
    };
    Router::new()
        .route("/metrics", get(show))
        .method_not_allowed_fallback(wrong_method)
        .fallback(|uri: Uri| async move { Refusal::NotFound(uri.path().to_owned()) })
        .layer(middleware::from_fn(host::require))
}

/// Bounds the recorder's memory between two scrapes and counts tasks, for as long as it is polled.
pub async fn keep_up(handle: PrometheusHandle) {
    let mut ticks = tokio::time::interval(UPKEEP);
    loop {
        ticks.tick().await;
        handle.run_upkeep();
        metrics::count_tasks();
    }
}
