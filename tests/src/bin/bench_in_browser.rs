//! Runs the engine's bench in the page's worker and prints its figures as one line of JSON.
//! `cargo xtask bench` calls it with the built server, site and browser in the environment.

use e2e::browser::{Browser, Screen};
use e2e::server::Server;

#[tokio::main]
async fn main() {
    let server = Server::start();
    let browser = Browser::start().await;
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    let figures = page
        .eval(
            "import(document.documentElement.dataset.pkg).then(ponder => ponder.bench_in_worker())",
        )
        .await;
    println!("{}", figures.as_str().unwrap_or_default());
}
