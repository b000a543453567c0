//! Documents and files: status, headers, compression.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Answer, HASH, TestSite};

async fn get_with(site: &TestSite, path: &str, name: &str, value: &str) -> Answer {
    site.send(
        Request::get(path)
            .header(name, value)
            .body(Body::empty())
            .expect("a request"),
    )
    .await
}

#[tokio::test]
async fn every_answer_isolates_its_origin() {
    let site = TestSite::new().await;
    let bundle = format!("/pkg/{HASH}/ponder.js");
    for path in [
        "/",
        "/play",
        "/nowhere",
        &bundle,
        "/engine-worker.js",
        "/api/v1/x",
        "/healthz",
    ] {
        let answer = site.get(path).await;
        for (name, value) in [
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        // The API is for pages of any site.
        let whose = match path {
            "/api/v1/x" => "cross-origin",
            _ => "same-origin",
        };
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            whose,
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_document_is_rendered_for_one_visitor_with_its_own_nonce() {
    let site = TestSite::new().await;
    for path in ["/", "/play"] {
        let (one, two) = (site.get(path).await, site.get(path).await);
        assert_eq!(one.status, StatusCode::OK, "{path}");
        assert!(
            one.header("content-type").starts_with("text/html"),
            "{path}"
        );
        assert_eq!(one.header("cache-control"), "private, no-cache", "{path}");
        let policy = one.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("'nonce-"),
            "{policy}"
        );
        assert_ne!(policy, two.header("content-security-policy"), "{path}");
        assert!(
            one.text().contains(&format!("/pkg/{HASH}/ponder.js")),
            "{path}"
        );
        assert!(one.text().contains("data-square=\"e4\""), "{path}");
    }
}

#[tokio::test]
async fn an_unknown_address_is_answered_by_the_sites_own_page() {
    let site = TestSite::new().await;
    for path in [
        "/nowhere",
        "/play/nowhere",
        "/pieces/xX.svg",
        "/%00",
        "/%ff",
        "/fn/nothing",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text().contains("<html"), "{path}: {}", answer.text());
        assert!(
            !answer.header("content-security-policy").is_empty(),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_slash_at_the_end_leads_to_the_page_and_never_to_another_host() {
    let site = TestSite::new().await;
    for (path, target) in [("/play/", "/play"), ("/play/?x=%0d%0a", "/play?x=%0d%0a")] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT, "{path}");
        assert_eq!(answer.header("location"), target);
    }
    for path in ["//evil.example/", "/play//", "//"] {
        assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_refused_without_a_page() {
    let site = TestSite::new().await;
    for (method, path) in [
        ("POST", "/"),
        ("DELETE", "/play"),
        ("POST", "/nowhere"),
        ("CONNECT", "/"),
        ("PUT", "/fn/results"),
    ] {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .body(Body::empty());
        let answer = site.send(request.expect("a request")).await;
        assert_eq!(
            answer.status,
            StatusCode::METHOD_NOT_ALLOWED,
            "{method} {path}"
        );
        answer.problem();
    }
    let request = Request::builder()
        .method("CONNECT")
        .uri("example.org:443")
        .body(Body::empty());
    let answer = site.send(request.expect("a request")).await;
    assert!(answer.status.is_client_error(), "{}", answer.status);
}

#[tokio::test]
async fn a_document_is_compressed_where_the_browser_takes_it() {
    let site = TestSite::new().await;
    for encoding in ["br", "gzip"] {
        let answer = get_with(&site, "/", "accept-encoding", encoding).await;
        assert_eq!(answer.header("content-encoding"), encoding);
        assert!(answer.header("vary").contains("accept-encoding"));
    }
    assert_eq!(site.get("/").await.header("content-encoding"), "");
}

#[tokio::test]
async fn the_bundle_is_kept_for_ever_and_sent_as_the_build_compressed_it() {
    let site = TestSite::new().await;
    for (file, kind) in [
        ("ponder.js", "text/javascript"),
        ("ponder_bg.wasm", "application/wasm"),
        ("ponder.css", "text/css"),
    ] {
        let answer = site.get(&format!("/pkg/{HASH}/{file}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{file}");
        assert_eq!(answer.header("content-type"), kind);
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable"
        );
    }
    let path = format!("/pkg/{HASH}/ponder.js");
    for (encoding, body) in [("br", "brotli of it"), ("gzip", "gzip of it")] {
        let answer = get_with(&site, &path, "accept-encoding", encoding).await;
        assert_eq!(answer.header("content-encoding"), encoding);
        assert_eq!(answer.header("content-type"), "text/javascript");
        assert!(answer.header("vary").contains("accept-encoding"));
        assert_eq!(answer.text(), body);
    }
}

#[tokio::test]
async fn a_missing_part_of_a_bundle_is_not_kept_by_anybody() {
    let site = TestSite::new().await;
    for path in [&format!("/pkg/{HASH}/nothing.js"), "/pkg/ffff/ponder.js"] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn other_files_are_asked_for_again_and_answered_briefly() {
    let site = TestSite::new().await;
    for (path, kind) in [
        ("/engine-worker.js", "text/javascript"),
        ("/pieces/wP.svg", "image/svg+xml"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), kind);
        assert_eq!(answer.header("cache-control"), "public, max-age=300");
        let date = answer.header("last-modified");
        let again = get_with(&site, path, "if-modified-since", date).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
    }
}

#[tokio::test]
async fn the_worker_may_run_webassembly_and_little_else() {
    let site = TestSite::new().await;
    assert_eq!(
        site.get("/engine-worker.js")
            .await
            .header("content-security-policy"),
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    );
}

#[tokio::test]
async fn nothing_outside_the_site_is_served() {
    let site = TestSite::new().await;
    for path in [
        "/../outside",
        "/%2e%2e/outside",
        "/pieces/%2e%2e/%2e%2e/outside",
        "/..%2foutside",
        "/pkg/%2e%2e/%2e%2e/outside",
        "/pkg/0123abcd/../../../outside",
        "/.secret",
        "/pkg/current",
        "/pkg",
        "/pieces",
    ] {
        let answer = site.get(path).await;
        assert_eq!(
            answer.status,
            StatusCode::NOT_FOUND,
            "{path}: {}",
            answer.text()
        );
        assert!(!answer.text().contains("outside"), "{path}");
    }
}

#[tokio::test]
async fn the_health_check_says_ok() {
    let answer = TestSite::new().await.get("/healthz").await;
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (StatusCode::OK, "ok")
    );
}

#[tokio::test]
async fn a_server_about_to_leave_says_that_it_is_not_ready_and_answers_on() {
    let site = TestSite::new().await;
    let answer = site.get("/readyz").await;
    assert_eq!(
        (answer.status, answer.text().as_str()),
        (StatusCode::OK, "ok")
    );
    site.ready.drain();
    let answer = site.get("/readyz").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.problem()["detail"], "the server is shutting down");
    assert_eq!(answer.header("cache-control"), "no-store");
    for path in ["/healthz", "/play"] {
        assert_eq!(site.get(path).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn every_answer_has_an_id_of_its_own() {
    let site = TestSite::new().await;
    let mut seen = Vec::new();
    for path in [
        "/",
        "/play/",
        "/nowhere",
        "/api/v1/x",
        "/engine-worker.js",
        "/healthz",
    ] {
        let answer = get_with(&site, path, "x-request-id", "of-their-own").await;
        let id = answer.header("x-request-id").to_owned();
        assert_eq!(id.len(), 16, "{path}");
        assert!(!seen.contains(&id), "{path}");
        seen.push(id);
    }
}
