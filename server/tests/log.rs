//! What the log tells of a request, and what it keeps to itself.

mod common;

use std::io;
use std::sync::{Arc, Mutex};

use axum::{body::Body, http::Request};
use common::guest::{Browser, PASSWORD};
use common::{Answer, TestSite};
use serde_json::{Value, json};
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

#[tokio::test]
async fn no_password_code_token_or_key_is_logged() {
    let _turn = TURN.lock().await;
    let site = TestSite::new().await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber = server::log::json(EnvFilter::new("trace"), move || writer.clone());
    let guard = tracing::subscriber::set_default(subscriber);
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    let mut secrets = vec![
        PASSWORD.to_owned(),
        "battery staple".to_owned(),
        "$argon2".to_owned(),
    ];
    let mut keep = |browser: &Browser<'_>| {
        for cookie in browser.cookie.iter().chain(&browser.device) {
            secrets.push(cookie.split_once('=').expect("a value").1.to_owned());
        }
    };
    keep(&browser);
    let code = browser.register("Anna").await;
    keep(&browser);
    let form = json!({ "current": PASSWORD, "new": "battery staple" });
    browser.ask("change_password", form).await;
    keep(&browser);
    let form = json!({ "label": "bot", "password": "battery staple" });
    let key = browser.ask("new_api_key", form).await;
    let key = key["key"].as_str().expect("a key").to_owned();
    let form = json!({ "name": "Anna", "code": code, "new_password": "horse battery" });
    browser.ask("recover", form).await;
    keep(&browser);
    browser
        .call(
            "sign_in",
            json!({ "name": "Anna", "password": "guessed-wrong" }),
        )
        .await;
    browser
        .call(
            "sign_in",
            json!({ "name": "Anna", "password": ["guessed-wrong"] }),
        )
        .await;
    for key in [&*key, "ponder_guessed-wrong"] {
        let request = Request::get("/api/v1/search?depth=1")
            .header("authorization", format!("Bearer {key}"))
            .body(Body::empty());
        browser.send(request.expect("a request")).await;
    }
    browser.ask("my_data", json!({})).await;
    browser
        .ask("delete_account", json!({ "password": "horse battery" }))
        .await;
    drop(guard);
    secrets.extend([
        code,
        key,
        "horse battery".to_owned(),
        "guessed-wrong".to_owned(),
    ]);
    let log = log.text();
    assert!(log.contains("/fn/delete_account"), "{log}");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret}: {log}");
    }
}
