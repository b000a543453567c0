//! Another site's page can change nothing here, whatever it calls.

mod common;

use app::Page;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::TestSite;
use common::guest::{Browser, PASSWORD, won};
use serde_json::{Value, json};

const WRITING: [Method; 4] = [Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// What a browser says of a request that a foreign page made it send.
const FOREIGN: [&[(&str, &str)]; 4] = [
    &[("sec-fetch-site", "cross-site")],
    &[("sec-fetch-site", "same-site")],
    &[("origin", "http://evil.example")],
    &[("origin", "null")],
];

/// Arguments that a function takes, so that nothing but the guard is in the way.
fn arguments(function: &str) -> Value {
    match function {
        "/fn/record_game" => won('b'),
        "/fn/register" | "/fn/sign_in" => json!({ "name": "Anna", "password": PASSWORD }),
        "/fn/sign_out" => json!({ "everywhere": true }),
        "/fn/change_password" => json!({ "current": PASSWORD, "new": "battery staple" }),
        "/fn/recover" => json!({ "name": "Anna", "code": "x", "new_password": "battery staple" }),
        "/fn/new_recovery_code" | "/fn/delete_account" => json!({ "password": PASSWORD }),
        "/fn/new_api_key" => json!({ "label": "bot", "password": PASSWORD }),
        "/fn/revoke_api_key" => json!({ "id": 1 }),
        _ => json!({}),
    }
}

fn request(method: &Method, path: &str, headers: &[(&str, &str)], body: &Value) -> Request<Body> {
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header("host", "ponder.example")
        .header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
        .body(Body::from(body.to_string()))
        .expect("a request")
}

/// Every server function there is.
fn functions() -> Vec<(&'static str, Method)> {
    leptos::server_fn::axum::server_fn_paths().collect()
}

#[tokio::test]
async fn a_foreign_page_is_refused_by_everything_that_changes_something() {
    let site = TestSite::on_file().await;
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    browser.register("Anna").await;
    browser
        .ask(
            "new_api_key",
            json!({ "label": "bot", "password": PASSWORD }),
        )
        .await;
    browser.account().await;
    let cookie = browser.cookie.clone();
    let mut database = site.database().await;
    let mut version = async || -> i64 {
        let version = sqlx::query_scalar("PRAGMA data_version");
        version.fetch_one(&mut database).await.expect("a number")
    };
    let before = version().await;
    assert!(functions().len() >= 14, "{:?}", functions());
    for (path, method) in functions() {
        assert_eq!(method, Method::POST, "{path}: a GET is sent by any link");
        for headers in FOREIGN {
            let sent = request(&method, path, headers, &arguments(path));
            let answer = browser.send(sent).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} {headers:?}");
            answer.problem();
            assert_eq!(answer.header("set-cookie"), "", "{path}");
        }
        for method in [Method::GET, Method::HEAD, Method::PUT, Method::DELETE] {
            let answer = browser.send(request(&method, path, &[], &json!({}))).await;
            assert_eq!(
                answer.status,
                StatusCode::METHOD_NOT_ALLOWED,
                "{method} {path}"
            );
        }
    }
    // Pages are only looked at.
    for path in Page::addresses() {
        for method in WRITING {
            let answer = browser
                .send(request(&method, path, FOREIGN[0], &json!({})))
                .await;
            assert!(
                answer.status.is_client_error(),
                "{method} {path}: {}",
                answer.status
            );
        }
    }
    // The API is open to all sites, and therefore knows no cookie.
    let description = site.get("/api/v1/openapi.json").await.json();
    for (path, item) in description["paths"].as_object().expect("addresses") {
        for method in item.as_object().expect("methods").keys() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let path = format!("/api/v1{path}");
            let answer = browser
                .send(request(&method, &path, FOREIGN[0], &json!({})))
                .await;
            assert_eq!(
                answer.header("access-control-allow-credentials"),
                "",
                "{path}"
            );
            assert_eq!(answer.header("set-cookie"), "", "{path}");
        }
    }
    assert_eq!(version().await, before, "something was written");
    assert_eq!(browser.cookie, cookie);
    assert_eq!(browser.name().await.as_deref(), Some("Anna"));
    // The same from the site's own page changes a great deal.
    let own = [("sec-fetch-site", "same-origin")];
    let path = "/fn/delete_account";
    let sent = request(&Method::POST, path, &own, &arguments(path));
    assert_eq!(browser.send(sent).await.status, StatusCode::OK);
    assert_ne!(version().await, before);
}
