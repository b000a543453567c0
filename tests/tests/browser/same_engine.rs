//! The engine in the browser's worker gives the native engine's results.

use e2e::browser::{Browser, Screen};
use e2e::server::Server;
use engine::eval::{EvalConfig, Evaluation};
use serde_json::Value;

#[tokio::test]
async fn the_bench_signature_is_the_same_in_the_worker() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    let bench =
        "import(document.documentElement.dataset.pkg).then(ponder => ponder.bench_in_worker())";
    let text = page.eval(bench).await;
    let there: Value = serde_json::from_str(text.as_str().unwrap_or_default()).expect("figures");
    let judge = EvalConfig::shipped(Evaluation::Network);
    let here = engine::bench(judge.clone());
    assert_eq!(there["signature"], format!("{:016x}", here.signature));
    assert_eq!(there["nodes"], here.nodes);
    let tuned = engine::bench(Evaluation::Tuned);
    assert_eq!(
        there["tuned_signature"],
        format!("{:016x}", tuned.signature)
    );
    let scores = engine::bench_scores(&judge);
    assert_eq!(there["scores"], format!("{scores:016x}"));
    page.assert_quiet().await;
}
