//! `/api/v1`: what it answers, and how it refuses.

mod common;

use std::num::NonZeroUsize;

use axum::http::{Request, StatusCode};
use common::{TestSite, post, send};
use serde_json::json;
use tokio::task::JoinSet;

const SEARCH: &str = "/api/v1/search";

/// White mates by 1. Nf6+ gxf6 2. Bxf7# (Buckle, London 1840).
const MATE_IN_TWO: &str = "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 11";

/// A search that ends by itself in ten seconds only; equal ones would be made once.
fn long(seed: u64) -> String {
    format!(r#"{{"position":"startpos","limits":{{"depth":64}},"seed":{seed}}}"#)
}

#[tokio::test]
async fn a_mate_in_two_is_found_and_told_in_both_notations() {
    let site = TestSite::new().await;
    let body = json!({ "position": { "fen": MATE_IN_TWO }, "limits": { "depth": 4 } });
    let answer = site.post(SEARCH, body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/json");
    let answer = answer.json();
    assert_eq!(answer["bestmove"], json!({ "uci": "d5f6", "san": "Nf6+" }));
    let line = &answer["lines"][0];
    assert_eq!(line["score"], json!({ "mate": 2 }));
    assert_eq!(line["wdl"], json!([1000, 0, 0]));
    assert_eq!(line["pv"]["uci"], json!(["d5f6", "g7f6", "c4f7"]));
    assert_eq!(line["pv"]["san"], json!(["Nf6+", "gxf6", "Bxf7#"]));
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    assert!(
        answer["depth"]
            .as_u64()
            .is_some_and(|depth| (1..=4).contains(&depth))
    );
    assert_eq!(answer["outcome"], json!(null));
    assert_eq!(
        (&answer["strategy"], &answer["source"]),
        (&json!("intuition"), &json!("search"))
    );
    assert_eq!(answer["limits"], json!({ "depth": 4 }));
    assert_eq!(
        (&answer["pov"], &answer["cached"]),
        (&json!("white"), &json!(false))
    );
}

#[tokio::test]
async fn the_same_request_has_the_same_answer_whoever_asked_before() {
    let site = TestSite::new().await;
    let body = r#"{"position":{"moves":["e2e4"]},"limits":{"depth":5}}"#;
    let (first, _, again) = (
        site.post(SEARCH, body).await.json(),
        site.post(SEARCH, r#"{"position":"startpos","limits":{"depth":4}}"#)
            .await,
        site.post(SEARCH, body).await.json(),
    );
    for field in ["bestmove", "lines", "nodes", "depth", "seldepth"] {
        assert_eq!(first[field], again[field], "{field}");
    }
}

#[tokio::test]
async fn idle_threads_join_a_search_that_asks_for_them_and_leave_no_trace() {
    let site = TestSite::with_threads(NonZeroUsize::new(3).expect("some")).await;
    let alone = r#"{"position":"startpos","limits":{"depth":7}}"#;
    let first = site.post(SEARCH, alone).await.json();
    assert_eq!(first["threads"], 1);
    // A thread that has just begun its life may not idle yet.
    let joined = loop {
        let many = r#"{"position":"startpos","threads":64,"limits":{"depth":7}}"#;
        let answer = site.post(SEARCH, many).await.json();
        assert_eq!(answer["depth"], 7);
        if answer["threads"] == 3 {
            break answer;
        }
    };
    assert!(joined["bestmove"]["uci"].is_string());
    let again = site.post(SEARCH, alone).await.json();
    for field in ["bestmove", "lines", "nodes", "seldepth", "threads"] {
        assert_eq!(first[field], again[field], "{field}");
    }
}

#[tokio::test]
async fn positions_are_judged_by_whom_the_caller_names() {
    let site = TestSite::new().await;
    // White is a knight up, and nothing else can be said of it here.
    let body = |judge: &str| {
        json!({ "position": { "fen": "4k3/4p3/8/8/8/8/4P3/1N2K3 w - - 0 1" },
                "limits": { "depth": 1 }, "options": { "evaluation": judge } })
        .to_string()
    };
    let answer = site.post(SEARCH, body("material")).await.json();
    assert_eq!(answer["evaluation"], "material");
    assert_eq!(answer["lines"][0]["score"], json!({ "cp": 350 }));
    let answer = site.post(SEARCH, body("tuned")).await.json();
    assert_eq!(answer["evaluation"], "tuned");
    assert_ne!(answer["lines"][0]["score"], json!({ "cp": 350 }));
}

#[tokio::test]
async fn without_limits_the_answer_says_what_it_took() {
    let site = TestSite::new().await;
    let answer = site.post(SEARCH, r#"{"position":"startpos"}"#).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answer = answer.json();
    assert_eq!(answer["limits"], json!({ "movetime_ms": 200 }));
    assert!(answer["bestmove"]["uci"].is_string());
}

#[tokio::test]
async fn a_finished_position_is_answered_with_its_outcome() {
    let site = TestSite::new().await;
    for (position, outcome) in [
        (
            json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }),
            json!({ "winner": "black", "reason": "checkmate", "result": "0-1" }),
        ),
        (
            json!({ "fen": "7k/8/5KQ1/8/8/8/8/8 b - - 0 1" }),
            json!({ "winner": null, "reason": "stalemate", "result": "1/2-1/2" }),
        ),
        (
            json!({ "moves": ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] }),
            json!({ "winner": null, "reason": "threefold", "result": "1/2-1/2" }),
        ),
    ] {
        let answer = site
            .post(SEARCH, json!({ "position": position }).to_string())
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let answer = answer.json();
        assert_eq!(answer["bestmove"], json!(null));
        assert_eq!(answer["outcome"], outcome);
        assert_eq!(answer["stop_reason"], "game_over");
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_with_the_place() {
    let site = TestSite::new().await;
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let deep_inside = format!(r#"{{"position":{deep}}}"#);
    for (body, named) in [
        ("", ""),
        ("{", ""),
        (r#"{"position":"startpos""#, ""),
        (r#"{"position":"startpos"} trailing"#, ""),
        ("null", ""),
        ("[]", ""),
        ("{}", "position"),
        (r#"{"position":null}"#, "position"),
        (r#"{"position":7}"#, "position"),
        (r#"{"position":"endpos"}"#, "position"),
        (r#"{"position":{"fen":7}}"#, "position.fen"),
        (r#"{"position":{"moves":"e2e4"}}"#, "position.moves"),
        (r#"{"position":{"moves":["e2e4",7]}}"#, "position.moves[1]"),
        (r#"{"position":{"pgn":"1. e4"}}"#, "pgn"),
        (r#"{"position":"startpos","positoin":1}"#, "positoin"),
        (r#"{"position":"startpos","limits":{"detph":1}}"#, "detph"),
        (
            r#"{"position":"startpos","limits":{"depth":"8"}}"#,
            "limits.depth",
        ),
        (
            r#"{"position":"startpos","limits":{"depth":-1}}"#,
            "limits.depth",
        ),
        (r#"{"position":"startpos","limits":{"depth":1e400}}"#, ""),
        (r#"["startpos"]"#, ""),
        (r#"{"position":"startpos","limits":[3]}"#, "limits"),
        (
            r#"{"position":"startpos","limits":{"nodes":99999999999999999999999}}"#,
            "limits.nodes",
        ),
        (r#"{"position":"startpos","seed":1.5}"#, "seed"),
        (r#"{"position":"startpos","hash_mb":null}"#, "hash_mb"),
        (r#"{"position":"startpos","threads":-1}"#, "threads"),
        (r#"{"position":"startpos","threads":65536}"#, "threads"),
        (
            r#"{"position":"startpos","options":{"quiescence":"yes"}}"#,
            "options.quiescence",
        ),
        (
            r#"{"position":"startpos","position":"startpos"}"#,
            "position",
        ),
        (&deep, ""),
        (&deep_inside, ""),
    ] {
        let answer = site.post(SEARCH, body.to_owned()).await;
        let shown: String = body.chars().take(80).collect();
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{shown}: {}",
            answer.text()
        );
        let problem = answer.problem().to_string();
        assert!(
            problem.contains(named),
            "{shown}: {problem} does not name {named}"
        );
    }
    let answer = site
        .post(SEARCH, b"{\"position\":\"\xff\xfe\"}".to_vec())
        .await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    answer.problem();
}

#[tokio::test]
async fn what_can_be_read_and_means_nothing_is_refused_with_its_field() {
    let site = TestSite::new().await;
    let long_fen = format!(r#"{{"position":{{"fen":"{}"}}}}"#, "8/".repeat(30_000));
    for (body, field) in [
        (r#"{"position":{"fen":""}}"#, "position.fen"),
        (
            r#"{"position":{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}"#,
            "position.fen",
        ),
        (
            r#"{"position":{"fen":"k7/8/8/8/8/8/8/KK6 w - - 0 1"}}"#,
            "position.fen",
        ),
        (
            r#"{"position":{"fen":"k6R/8/8/8/8/8/8/K7 w - - 0 1"}}"#,
            "position.fen",
        ),
        (r#"{"position":{"fen":"\u0000♞"}}"#, "position.fen"),
        (&long_fen, "position.fen"),
        (r#"{"position":{"moves":["e2e5"]}}"#, "position.moves[0]"),
        (
            r#"{"position":{"moves":["e2e4","e7e5","e1g1"]}}"#,
            "position.moves[2]",
        ),
        (r#"{"position":{"moves":["e2é"]}}"#, "position.moves[0]"),
        (
            r#"{"position":"startpos","searchmoves":["e7e5"]}"#,
            "searchmoves[0]",
        ),
        (r#"{"position":"startpos","strategy":"oracle"}"#, "strategy"),
        (r#"{"position":"startpos","strategy":"yours"}"#, "strategy"),
        (r#"{"position":"startpos","multipv":0}"#, "multipv"),
        (r#"{"position":"startpos","hash_mb":0}"#, "hash_mb"),
        (r#"{"position":"startpos","hash_mb":65}"#, "hash_mb"),
        (r#"{"position":"startpos","threads":0}"#, "threads"),
        (r#"{"position":"startpos","threads":65535}"#, "threads"),
        (
            r#"{"position":"startpos","options":{"evaluation":"oracle"}}"#,
            "options.evaluation",
        ),
        (
            r#"{"position":"startpos","limits":{"depth":0}}"#,
            "limits.depth",
        ),
        (
            r#"{"position":"startpos","limits":{"depth":65}}"#,
            "limits.depth",
        ),
        (
            r#"{"position":"startpos","limits":{"nodes":50000001}}"#,
            "limits.nodes",
        ),
        (
            r#"{"position":"startpos","limits":{"movetime_ms":10001}}"#,
            "limits.movetime_ms",
        ),
    ] {
        let answer = site.post(SEARCH, body.to_owned()).await;
        let shown: String = body.chars().take(80).collect();
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{shown}: {}",
            answer.text()
        );
        assert_eq!(answer.problem()["field"], field, "{shown}");
    }
}

#[tokio::test]
async fn only_json_of_a_bounded_size_is_read() {
    let site = TestSite::new().await;
    let body = r#"{"position":"startpos","limits":{"depth":1}}"#;
    for (content_type, status) in [
        (Some("application/json"), StatusCode::OK),
        (Some("Application/JSON; charset=utf-8"), StatusCode::OK),
        (Some("text/plain"), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (
            Some("application/x-www-form-urlencoded"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        (None, StatusCode::UNSUPPORTED_MEDIA_TYPE),
    ] {
        let mut request = Request::post(SEARCH);
        if let Some(content_type) = content_type {
            request = request.header("content-type", content_type);
        }
        let answer = site
            .send(request.body(body.into()).expect("a request"))
            .await;
        assert_eq!(answer.status, status, "{content_type:?}");
        if status != StatusCode::OK {
            answer.problem();
        }
    }
    let answer = site.post(SEARCH, " ".repeat(65 * 1024)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    answer.problem();
}

#[tokio::test]
async fn an_unknown_route_and_a_wrong_method_are_problems_too() {
    let site = TestSite::new().await;
    for path in ["/api/v1/serach", "/api/v2", "/api/v1/"] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        let problem = answer.problem();
        assert_eq!(problem["detail"], format!("there is nothing at {path}"));
    }
    for (method, path) in [
        ("PUT", SEARCH),
        ("POST", "/api/v1/strategies"),
        ("DELETE", SEARCH),
    ] {
        let request = Request::builder().method(method).uri(path);
        let answer = site
            .send(request.body(String::new().into()).expect("a request"))
            .await;
        assert_eq!(
            answer.status,
            StatusCode::METHOD_NOT_ALLOWED,
            "{method} {path}"
        );
        answer.problem();
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}

#[tokio::test]
async fn strategies_are_listed_with_what_can_be_asked_now() {
    let site = TestSite::new().await;
    let list = site.get("/api/v1/strategies").await.json();
    let calculator = list
        .as_array()
        .and_then(|list| list.iter().find(|strategy| strategy["id"] == "calculator"))
        .expect("the calculator is listed");
    assert_eq!(calculator["ready"], true);
    assert_eq!(calculator["options"][0]["name"], "quiescence");
}

#[tokio::test]
async fn a_full_queue_sheds_with_a_time_to_come_back() {
    let site = TestSite::new().await;
    // Four of a client take turns and one waits; the others have no place, whichever they are.
    let mut searches = JoinSet::new();
    for seed in 0..8 {
        searches.spawn(send(site.router.clone(), post(SEARCH, long(seed))));
    }
    let first = searches
        .join_next()
        .await
        .expect("eight")
        .expect("no panic");
    assert_eq!(
        first.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "{}",
        first.text()
    );
    assert_eq!(first.header("retry-after"), "1");
    first.problem();
}

#[tokio::test]
async fn a_search_whose_caller_has_gone_makes_room() {
    let site = TestSite::new().await;
    let mut searches = JoinSet::new();
    for seed in 0..8 {
        searches.spawn(send(site.router.clone(), post(SEARCH, long(seed))));
    }
    searches
        .join_next()
        .await
        .expect("eight")
        .expect("no panic");
    searches.shutdown().await;
    let answer = site
        .post(SEARCH, r#"{"position":"startpos","limits":{"depth":1}}"#)
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.json()["stop_reason"], "depth");
}
