//! The visitors of the tests: each has a browser of their own, all in one process.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use e2e::browser::{Browser, Page, Screen, is_open};
use serde_json::json;

/// An address at which every request gets an empty page, or an empty script.
fn empty_site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let addr = listener.local_addr().expect("its address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut request = [0; 16 << 10];
            // One read takes the whole of a browser's request.
            let length = stream.read(&mut request).unwrap_or_default();
            let (kind, page) = match request[..length].starts_with(b"GET /worker.js") {
                true => ("text/javascript", "onfetch = () => {};"),
                false => ("text/html", "<!doctype html><title>t</title>"),
            };
            let answer = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
                 Cross-Origin-Opener-Policy: same-origin\r\n\
                 Cross-Origin-Embedder-Policy: require-corp\r\n\
                 Connection: close\r\n\r\n{page}",
                page.len()
            );
            stream.write_all(answer.as_bytes()).ok();
        }
    });
    format!("http://{addr}/")
}

async fn open(browser: &Browser, url: &str) -> Page {
    let page = browser.blank(Screen::DESKTOP).await;
    page.goto_drawn(url).await;
    page
}

#[tokio::test]
async fn visitors_share_neither_cookies_nor_storage() {
    const STORED: &str = "[document.cookie, localStorage.getItem('a')]";
    let url = empty_site();
    let (one, other) = (Browser::start().await, Browser::start().await);
    let first = open(&one, &url).await;
    first
        .eval("(document.cookie = 'a=1; path=/', localStorage.setItem('a', '1'), true)")
        .await;
    let same = open(&one, &url).await;
    assert_eq!(same.eval(STORED).await, json!(["a=1", "1"]));
    let stranger = open(&other, &url).await;
    assert_eq!(stranger.eval(STORED).await, json!(["", null]));
}

/// The tests of a program do not gather pages in its Chromium.
#[tokio::test]
async fn what_a_visitor_has_open_is_closed_when_they_leave() {
    let visitor = Browser::start().await;
    let _page = open(&visitor, &empty_site()).await;
    let context = visitor.context();
    assert!(is_open(&context).await);
    drop(visitor);
    while is_open(&context).await {}
}

#[tokio::test]
async fn every_visitors_page_is_seen_and_has_the_focus() {
    let url = empty_site();
    let (one, other) = (Browser::start().await, Browser::start().await);
    for page in [
        open(&one, &url).await,
        open(&one, &url).await,
        open(&other, &url).await,
    ] {
        assert_eq!(page.eval("document.hasFocus()").await, json!(true));
        assert_eq!(
            page.eval("document.visibilityState").await,
            json!("visible")
        );
        page.eval("new Promise(done => requestAnimationFrame(() => done(true)))")
            .await;
    }
}

#[tokio::test]
async fn a_visitors_browser_has_all_that_the_site_needs() {
    let browser = Browser::start().await;
    let page = open(&browser, &empty_site()).await;
    let found = page
        .eval(
            "(async () => {
                await navigator.serviceWorker.register('/worker.js');
                await navigator.serviceWorker.ready;
                await (await caches.open('a')).put('/a', new Response('b'));
                await new Promise((yes, no) => {
                    const request = indexedDB.open('a');
                    request.onsuccess = yes;
                    request.onerror = no;
                });
                return [crossOriginIsolated, typeof SharedArrayBuffer, navigator.onLine];
            })()",
        )
        .await;
    assert_eq!(found, json!([true, "function", true]));
}
