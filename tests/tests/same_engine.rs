//! The engine in the browser's worker is the engine of this machine.

use e2e::browser::{Browser, Screen};
use e2e::server::Server;
use serde_json::Value;

#[tokio::test]
async fn the_bench_signature_is_the_same_in_the_worker() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    let bench =
        "import(document.documentElement.dataset.pkg).then(ponder => ponder.bench_in_worker())";
    let text = page.eval(bench).await;
    let there: Value = serde_json::from_str(text.as_str().unwrap_or_default()).expect("figures");
    let here = engine::bench();
    assert_eq!(there["signature"], format!("{:016x}", here.signature));
    assert_eq!(there["nodes"], here.nodes);
    page.assert_quiet().await;
}
