//! What the log tells of a request, and what it keeps to itself.

mod common;

use std::{
    io,
    sync::{Arc, Mutex},
};

use axum::{body::Body, http::Request};
use common::{Answer, TestSite};
use serde_json::Value;
use tracing_subscriber::EnvFilter;

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

/// One log at a time: a line that nobody wants is remembered as such by the whole process.
static TURN: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// The answer to a request, and all that was logged meanwhile.
async fn logged(filter: &str, request: Request<Body>) -> (Answer, String) {
    let _turn = TURN.lock().await;
    let site = TestSite::new().await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber = server::log::json(EnvFilter::new(filter), move || writer.clone());
    // The test's one thread serves the request, too.
    let guard = tracing::subscriber::set_default(subscriber);
    let answer = site.send(request).await;
    drop(guard);
    (answer, log.text())
}

fn telling(uri: &str) -> Request<Body> {
    Request::get(uri)
        .header("cookie", "ponder_session=a-cookies-secret")
        .header("authorization", "Bearer a-bearers-secret")
        .header("x-request-id", "of-their-own")
        .body(Body::empty())
        .expect("a request")
}

#[tokio::test]
async fn a_line_of_the_log_names_the_request_as_its_answer_does() {
    let (answer, log) = logged("info", telling("/api/v1/strategies?q=1")).await;
    let id = answer.header("x-request-id");
    assert_eq!(id.len(), 16, "{id}");
    assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{id}");
    let line: Value = serde_json::from_str(log.lines().next().expect("a line")).expect("JSON");
    assert_eq!(line["span"]["id"], id, "{line}");
    assert_eq!(line["span"]["path"], "/api/v1/strategies", "{line}");
}

#[tokio::test]
async fn neither_cookies_nor_authorization_nor_queries_are_logged() {
    for filter in ["info", "trace"] {
        for path in ["/", "/api/v1/search", "/nowhere", "/readyz"] {
            let uri = format!("{path}?fen=a-querys-secret");
            let (_, log) = logged(filter, telling(&uri)).await;
            assert!(log.contains(&format!("\"path\":\"{path}\"")), "{log}");
            for secret in ["secret", "of-their-own"] {
                assert!(!log.contains(secret), "{filter} {path}: {log}");
            }
        }
    }
}
