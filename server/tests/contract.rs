//! What HTTP itself asks of every address: methods, content types, caches, hosts, and the headers of
//! every answer.

mod common;

use app::Page;
use axum::body::Body;
use axum::http::{HeaderValue, Method, Request, StatusCode};
use common::guest::{Browser, won};
use common::{Answer, HASH, TestSite, post};
use serde_json::{Value, json};

const SEARCH: &str = "/api/v1/search";

/// A game as a page shares it.
fn shared() -> Value {
    let won = won('a');
    json!({ "game": {
        "client_id": won["game"]["client_id"], "start_fen": null, "moves": won["game"]["moves"],
        "white": { "player": "mind", "strategy": "calculator", "level": 3 },
        "black": { "player": "visitor" }, "outcome": null, "control": null, "left_ms": [],
        "bottom": "black", "pgn": null,
    } })
}

async fn send(site: &TestSite, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    site.send(request.body(Body::empty()).expect("a request"))
        .await
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones_everywhere() {
    let site = TestSite::new().await;
    let bundle = format!("/pkg/{HASH}/ponder.js");
    let mut addresses = vec![
        ("/ws", "GET,HEAD"),
        (&*bundle, "GET,HEAD"),
        ("/pkg/ffff/nothing", "GET,HEAD"),
        ("/healthz", "GET,HEAD"),
        ("/readyz", "GET,HEAD"),
        ("/engine-worker.js", "GET,HEAD"),
        ("/nowhere", "GET,HEAD"),
        ("/game/q3ZkV9dYw7Ab", "GET,HEAD"),
        ("/game/q3ZkV9dYw7Ab.json", "GET,HEAD"),
        ("/embed/q3ZkV9dYw7Ab", "GET,HEAD"),
        ("/api/v1/openapi.json", "GET,HEAD"),
        ("/api/v1/strategies", "GET,HEAD"),
        ("/api/v1/openings", "GET,HEAD"),
        ("/api/v1/tablebase", "GET,HEAD"),
        ("/api/v1/tablebase/standard", "GET,HEAD"),
        ("/tables/KQvK.wdl", "GET,HEAD"),
        ("/tables/set", "GET,HEAD"),
        ("/standard", "GET,HEAD"),
        ("/api/v1/evaluate", "POST"),
        ("/api/v1/validate", "POST"),
        ("/api/v1/batch", "POST"),
        (SEARCH, "GET,HEAD,POST"),
        ("/fn/results", "POST"),
    ];
    addresses.extend(Page::addresses().map(|page| (page, "GET,HEAD")));
    for (path, allowed) in addresses {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
            if allowed.split(',').any(|known| known == method) {
                continue;
            }
            let answer = send(&site, method, path, &[]).await;
            let status = answer.status;
            assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            answer.problem();
            let mut told: Vec<_> = answer.header("allow").split(',').map(str::trim).collect();
            told.sort_unstable();
            assert_eq!(told.join(","), allowed, "{method} {path}");
            assert_eq!(
                answer.header("cache-control"),
                "no-store",
                "{method} {path}"
            );
        }
    }
}

#[tokio::test]
async fn the_metrics_refuse_as_the_site_does() {
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let router = server::metrics_page::router(recorder.handle());
    let ask = |method: &str, path: &str| {
        let request = Request::builder().method(method).uri(path);
        let request = request.body(Body::empty()).expect("a request");
        common::send(router.clone(), request)
    };
    assert_eq!(ask("GET", "/metrics").await.status, StatusCode::OK);
    let refused = ask("POST", "/metrics").await;
    assert_eq!(refused.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.header("allow"), "GET,HEAD");
    refused.problem();
    let nothing = ask("GET", "/").await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
    nothing.problem();
}

#[tokio::test]
async fn an_answer_that_there_is_nothing_is_not_kept() {
    let site = TestSite::new().await;
    for path in [
        "/nowhere",
        "/play/nowhere",
        "/pieces/xX.svg",
        "/game/q3ZkV9dYw7Ab",
        "/game/q3ZkV9dYw7Ab.json",
        "/game/q3ZkV9dYw7Ab.pgn",
        "/game/q3ZkV9dYw7Ab.png",
        "/game/q3ZkV9dYw7Ab.zip",
        "/game/x",
        "/embed/q3ZkV9dYw7Ab",
        "/embed/x",
        "/pkg/ffff/nothing",
        "/fn/nothing",
        "/api/v1/x",
        "/api/v2/search",
    ] {
        let answer = send(&site, "GET", path, &[]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
    }
}

#[tokio::test]
async fn a_call_of_a_page_is_json_or_refused_in_the_calls_own_style() {
    let site = TestSite::new().await;
    for kind in [
        None,
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data; boundary=x"),
        Some("application/jsonp"),
        Some("\u{e9}"),
    ] {
        let mut request = post("/fn/results", "{}");
        request.headers_mut().remove("content-type");
        if let Some(kind) = kind {
            let value = HeaderValue::from_bytes(kind.as_bytes()).expect("a header");
            request.headers_mut().insert("content-type", value);
        }
        let answer = site.send(request).await;
        assert_eq!(
            answer.status,
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{kind:?}"
        );
        let refused = &answer.json()["Invalid"];
        assert_eq!(refused["field"], "Content-Type", "{kind:?}");
        let reason = refused["reason"].as_str().expect("a reason");
        assert!(reason.contains("application/json"), "{kind:?}: {reason}");
    }
    for kind in ["application/json", "Application/JSON; charset=utf-8"] {
        let mut request = post("/fn/results", "{}");
        let value = kind.parse().expect("a header");
        request.headers_mut().insert("content-type", value);
        assert_eq!(site.send(request).await.status, StatusCode::OK, "{kind}");
    }
}

#[tokio::test]
async fn a_compressed_body_is_refused_with_what_is_taken_instead() {
    let site = TestSite::new().await;
    let body = r#"{"position":"startpos","limits":{"depth":1}}"#;
    for encoding in ["gzip", "br", "deflate", "zstd", "gzip, identity", ""] {
        for path in [SEARCH, "/api/v1/batch", "/fn/results"] {
            let mut request = post(path, body);
            let value = encoding.parse().expect("a header");
            request.headers_mut().insert("content-encoding", value);
            let answer = site.send(request).await;
            assert_eq!(
                answer.status,
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "{encoding}"
            );
            assert_eq!(answer.header("accept-encoding"), "identity", "{encoding}");
            let problem = answer.problem();
            let detail = problem["detail"].as_str().expect("a reason");
            assert!(detail.contains(encoding), "{detail}");
        }
    }
    let mut request = post(SEARCH, body);
    let identity = "Identity".parse().expect("a header");
    request.headers_mut().insert("content-encoding", identity);
    assert_eq!(site.send(request).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_no_large_one() {
    let site = TestSite::new().await;
    let broken = std::io::Error::other("invalid chunk size line");
    let pieces = futures::stream::iter([Ok("{\"position\":"), Err(broken)]);
    let answer = site.post(SEARCH, Body::from_stream(pieces)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    answer.problem();
    let piece = || Ok::<_, std::io::Error>(" ".repeat(1024));
    let long = futures::stream::repeat_with(piece);
    let answer = site.post(SEARCH, Body::from_stream(long)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    answer.problem();
}

#[tokio::test]
async fn a_request_without_one_host_is_refused() {
    let site = TestSite::new().await;
    for path in ["/", "/nowhere", "/healthz", "/api/v1/strategies", "/ws"] {
        for hosts in [&["a.example", "b.example"][..], &["a.example/b"], &[""]] {
            let mut request = Request::get(path);
            for host in hosts {
                request = request.header("host", *host);
            }
            let request = request.body(Body::empty()).expect("a request");
            let answer = site.send(request).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path} {hosts:?}");
            let problem = answer.problem();
            assert!(problem["detail"].to_string().contains("Host"), "{problem}");
        }
    }
}

#[tokio::test]
async fn browsers_are_kept_to_tls_where_the_site_is_reached_over_it() {
    let (plain, secure) = (TestSite::new().await, TestSite::with_tls().await);
    for path in ["/", "/nowhere", "/engine-worker.js", "/api/v1/strategies"] {
        let answer = plain.get(path).await;
        assert_eq!(answer.header("strict-transport-security"), "", "{path}");
        let answer = secure.get(path).await;
        assert_eq!(
            answer.header("strict-transport-security"),
            "max-age=31536000",
            "{path}"
        );
    }
}

#[tokio::test]
async fn what_the_site_does_not_use_is_denied_to_its_pages() {
    let site = TestSite::new().await;
    for path in ["/", "/play", "/analyze", "/api/v1/strategies"] {
        let answer = site.get(path).await;
        let policy = answer.header("permissions-policy");
        for feature in ["camera", "microphone", "geolocation", "payment", "usb"] {
            let denied = format!("{feature}=()");
            assert!(
                policy.split(", ").any(|one| one == denied),
                "{path}: {policy}"
            );
        }
    }
}

#[tokio::test]
async fn a_game_that_is_known_is_not_sent_again() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let link = browser.ask("share_game", shared()).await;
    let link = link.as_str().expect("a link");
    for ending in ["json", "pgn", "png"] {
        let path = format!("/game/{link}.{ending}");
        let first = site.get(&path).await;
        assert_eq!(first.status, StatusCode::OK, "{path}: {}", first.text());
        let weak = first.header("etag").to_owned();
        let strong = weak.trim_start_matches("W/").to_owned();
        for known in [
            weak.clone(),
            strong.clone(),
            format!("\"other\", {weak}"),
            format!("\"a,b\",{strong}"),
            "*".to_owned(),
        ] {
            let answer = send(&site, "GET", &path, &[("if-none-match", &known)]).await;
            assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{path} {known}");
            assert!(answer.body.is_empty(), "{path} {known}");
            assert_eq!(answer.header("etag"), weak, "{path} {known}");
            assert_ne!(answer.header("cache-control"), "", "{path} {known}");
        }
        for other in ["\"other\"", "W/\"other\"", "other", "\"*\""] {
            let answer = send(&site, "GET", &path, &[("if-none-match", other)]).await;
            assert_eq!(answer.status, StatusCode::OK, "{path} {other}");
        }
        let head = send(&site, Method::HEAD.as_str(), &path, &[]).await;
        assert_eq!(head.header("etag"), weak, "{path}");
    }
}
