//! `/api/v1/search` by address, step by step, many at once; what is kept and what is made once.

mod common;

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use common::{Answer, TestSite, post, send};
use futures::StreamExt;
use serde_json::{Value, json};
use server::rate_limit::{BucketRule, Rules};
use tokio::task::JoinSet;
use tower::ServiceExt;

const SEARCH: &str = "/api/v1/search";
const BATCH: &str = "/api/v1/batch";

fn accepting(accept: &str, body: &str) -> Request<Body> {
    let mut request = post(SEARCH, body.to_owned());
    let headers = request.headers_mut();
    headers.insert("accept", accept.parse().expect("a header"));
    request
}

fn lines(answer: &Answer) -> Vec<Value> {
    let text = answer.text();
    let read = |line: &str| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(read).collect()
}

/// The answer without what depends on time or on who asked before.
fn timeless(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().expect("an object");
    for field in ["time_ms", "nps", "cached", "type"] {
        fields.remove(field);
    }
    answer
}

#[tokio::test]
async fn an_address_asks_for_the_same_as_a_body() {
    let site = TestSite::new().await;
    let by_address = site
        .get("/api/v1/search?moves=e2e4,e7e5&depth=4&multipv=2&searchmoves=g1f3,b1c3&null_move=false")
        .await;
    assert_eq!(by_address.status, StatusCode::OK, "{}", by_address.text());
    let body = json!({ "position": { "moves": ["e2e4", "e7e5"] }, "limits": { "depth": 4 },
        "multipv": 2, "searchmoves": ["g1f3", "b1c3"], "options": { "null_move": false } });
    let by_body = site.post(SEARCH, body.to_string()).await.json();
    assert_eq!(timeless(by_address.json()), timeless(by_body.clone()));
    assert_eq!(by_body["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(by_body["cached"], true, "it was asked for before");
    let fen = "/api/v1/search?fen=8/8/8/8/8/5k2/7q/5K2%20w%20-%20-%200%201&depth=2";
    assert_eq!(site.get(fen).await.json()["bestmove"]["uci"], "f1e1");
}

#[tokio::test]
async fn an_address_that_cannot_be_followed_names_the_parameter() {
    let site = TestSite::new().await;
    let long = format!("moves={}", "e2e4,".repeat(5_000));
    for (parameters, status, named) in [
        ("detph=3", 400, "detph"),
        ("depth=x", 400, "depth"),
        ("depth=-1", 400, "depth"),
        ("depth=3&depth=4", 400, "depth"),
        ("depth=", 400, "depth"),
        ("quiescence=yes", 400, "quiescence"),
        ("nodes=99999999999999999999999", 400, "nodes"),
        ("%ff=%fe", 400, ""),
        (&long, 400, "16384"),
        ("depth=0", 422, "depth"),
        ("depth=65", 422, "depth"),
        ("nodes=50000001", 422, "nodes"),
        ("hash_mb=65", 422, "hash_mb"),
        ("movetime_ms=10001", 422, "movetime_ms"),
        ("fen=nonsense", 422, "fen"),
        ("moves=e2e5", 422, "moves[0]"),
        ("searchmoves=e2e4,e2e5", 422, "searchmoves[1]"),
        ("level=11", 422, "level"),
        ("strength=3.14", 422, "strength"),
        ("strength=NaN", 422, "strength"),
        ("strength=strong", 400, "strength"),
        ("level=3&strength=3.5", 422, "strength"),
        ("strategy=oracle", 422, "strategy"),
    ] {
        let answer = site.get(&format!("{SEARCH}?{parameters}")).await;
        let shown: String = parameters.chars().take(60).collect();
        assert_eq!(answer.status.as_u16(), status, "{shown}: {}", answer.text());
        let problem = answer.problem();
        if status == 422 {
            assert_eq!(problem["field"], named, "{shown}");
        }
        let text = problem.to_string();
        assert!(
            text.contains(named),
            "{shown}: {text} does not name {named}"
        );
    }
}

#[tokio::test]
async fn an_answer_that_will_be_the_same_is_kept_and_known_by_its_tag() {
    let site = TestSite::new().await;
    let address = "/api/v1/search?depth=5&seed=3";
    let first = site.get(address).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    assert_eq!(first.header("cache-control"), "public, max-age=86400");
    assert_eq!(first.json()["cached"], false);
    let again = site.get(address).await;
    assert_eq!(again.json()["cached"], true);
    assert_eq!(again.header("etag"), tag);
    assert_eq!(timeless(again.json()), timeless(first.json()));
    for known in [
        format!("\"other\", {tag}"),
        tag.trim_start_matches("W/").to_owned(),
        "*".to_owned(),
    ] {
        let request = Request::get(address).header("if-none-match", known);
        let known = site
            .send(request.body(Body::empty()).expect("a request"))
            .await;
        assert_eq!(known.status, StatusCode::NOT_MODIFIED);
        assert!(known.body.is_empty());
    }
    let other = site.get("/api/v1/search?depth=5&seed=4").await;
    assert_ne!(other.header("etag"), tag);
    // What depends on how fast the machine is, is nobody's to keep.
    for parameters in [
        "movetime_ms=5",
        "depth=3&threads=2",
        "depth=60&movetime_ms=5",
    ] {
        let address = format!("/api/v1/search?{parameters}");
        for _ in 0..2 {
            let timed = site.get(&address).await;
            assert_eq!(timed.header("cache-control"), "no-store", "{parameters}");
            assert_eq!(timed.header("etag"), "", "{parameters}");
            assert_eq!(timed.json()["cached"], false, "{parameters}");
        }
    }
}

#[tokio::test]
async fn each_depth_is_told_as_it_is_finished_and_then_the_result() {
    let site = TestSite::new().await;
    let body = r#"{"position":"startpos","limits":{"depth":5},"multipv":3}"#;
    let told = site.send(accepting("application/x-ndjson", body)).await;
    assert_eq!(told.status, StatusCode::OK, "{}", told.text());
    assert_eq!(told.header("content-type"), "application/x-ndjson");
    let steps = lines(&told);
    let depths: Vec<_> = steps[..steps.len() - 1]
        .iter()
        .map(|step| {
            (
                step["type"].clone(),
                step["depth"].clone(),
                step["lines"].as_array().map(Vec::len),
            )
        })
        .collect();
    let expected: Vec<_> = (1..=5)
        .map(|depth| (json!("depth"), json!(depth), Some(3)))
        .collect();
    assert_eq!(depths, expected);
    for step in &steps[..5] {
        let moves = step["root_moves"].as_array().expect("a list");
        assert_eq!(moves.len(), 20, "each root move once: {step}");
        let known = ["exact", "at_least", "at_most"].map(|bound| json!(bound));
        assert!(moves.iter().all(|found| known.contains(&found["bound"])));
    }
    let last = steps.last().expect("a result");
    assert_eq!(last["type"], "result");
    assert_eq!(last["lines"], steps[4]["lines"]);
    // The same as a whole.
    let whole = site.post(SEARCH, body).await.json();
    assert_eq!(timeless(last.clone()), timeless(whole));
}

#[tokio::test]
async fn a_stream_that_is_answered_from_the_cache_tells_the_same_steps() {
    let site = TestSite::new().await;
    for body in [
        r#"{"position":"startpos","limits":{"depth":6}}"#,
        r#"{"position":"startpos","limits":{"depth":4},"multipv":5}"#,
        // Fewer lines than were asked for.
        r#"{"position":{"fen":"7k/8/8/8/8/8/r7/6K1 w - - 0 1"},"limits":{"depth":4},"multipv":5}"#,
        r#"{"position":"startpos","limits":{"nodes":5000},"strategy":"explorer","multipv":2}"#,
        r#"{"position":"startpos","limits":{"nodes":10},"strategy":"dice"}"#,
    ] {
        let first = lines(&site.send(accepting("application/x-ndjson", body)).await);
        let again = lines(&site.send(accepting("application/x-ndjson", body)).await);
        let (result, steps) = first.split_last().expect("a result");
        let (known, told) = again.split_last().expect("a result");
        let steps: Vec<_> = steps
            .iter()
            .filter(|step| step["type"] != "heartbeat")
            .collect();
        assert_eq!(told.iter().collect::<Vec<_>>(), steps, "{body}");
        assert_eq!(
            (&result["cached"], &known["cached"]),
            (&json!(false), &json!(true)),
            "{body}"
        );
        let mut expected = result.clone();
        expected["cached"] = json!(true);
        assert_eq!(known, &expected, "{body}");
    }
    // However it was asked for first, and however it is asked for next.
    let body = r#"{"position":"startpos","limits":{"depth":3},"seed":1}"#;
    site.post(SEARCH, body).await;
    let events = site.send(accepting("text/event-stream", body)).await.text();
    assert_eq!(events.matches("event: depth\n").count(), 3, "{events}");
    assert_eq!(events.matches("event: result\n").count(), 1, "{events}");
}

#[tokio::test]
async fn the_form_with_the_highest_weight_is_sent_and_none_is_refused() {
    let site = TestSite::new().await;
    let body = r#"{"position":"startpos","limits":{"depth":1}}"#;
    for (accept, expected) in [
        (
            "application/x-ndjson;q=0.5, application/json",
            "application/json",
        ),
        (
            "application/json;q=0.5, text/event-stream;q=0.6",
            "text/event-stream",
        ),
        ("application/json;q=0, */*", "application/x-ndjson"),
        ("image/png", "application/json"),
    ] {
        let answer = site.send(accepting(accept, body)).await;
        assert_eq!(answer.status, StatusCode::OK, "{accept}");
        assert_eq!(answer.header("content-type"), expected, "{accept}");
    }
    let none = "application/json;q=0, application/x-ndjson;q=0, text/event-stream;q=0";
    let batch = r#"{"searches":[{"id":"a","search":{"position":"startpos"}}]}"#;
    let by_address = Request::get(format!("{SEARCH}?depth=1")).body(Body::empty());
    for mut request in [
        post(SEARCH, body),
        post(BATCH, batch),
        by_address.expect("a request"),
    ] {
        let headers = request.headers_mut();
        headers.insert("accept", none.parse().expect("a header"));
        let answer = site.send(request).await;
        assert_eq!(answer.status, StatusCode::NOT_ACCEPTABLE);
        answer.problem();
    }
}

#[tokio::test]
async fn events_are_what_a_browser_reads() {
    let site = TestSite::new().await;
    let body = r#"{"position":"startpos","limits":{"nodes":2000},"strategy":"explorer"}"#;
    let told = site.send(accepting("text/event-stream", body)).await;
    assert_eq!(told.header("content-type"), "text/event-stream");
    let text = told.text();
    let events: Vec<_> = text
        .split("\n\n")
        .filter(|event| !event.is_empty())
        .collect();
    for event in &events {
        let (name, data) = event.split_once('\n').expect("two lines");
        let data = data.strip_prefix("data: ").expect("data");
        let data: Value = serde_json::from_str(data).expect("json");
        assert_eq!(name.strip_prefix("event: "), data["type"].as_str());
    }
    let explored = events
        .iter()
        .find(|event| event.starts_with("event: explored"));
    let explored = explored.expect("a batch of the tree search");
    assert!(explored.contains("\"visits\"") && explored.contains("\"san\""));
    assert!(
        events
            .last()
            .is_some_and(|event| event.starts_with("event: result"))
    );
}

#[tokio::test]
async fn a_refusal_is_one_in_any_form() {
    let site = TestSite::new().await;
    for accept in [
        "application/json",
        "application/x-ndjson",
        "text/event-stream",
    ] {
        let answer = site
            .send(accepting(accept, r#"{"position":{"moves":["e2e5"]}}"#))
            .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{accept}");
        answer.problem();
    }
    let over = r#"{"position":{"moves":["f2f3","e7e5","g2g4","d8h4"]}}"#;
    let steps = lines(&site.send(accepting("application/x-ndjson", over)).await);
    assert_eq!(
        (steps.len(), &steps[0]["stop_reason"]),
        (1, &json!("game_over"))
    );
}

/// Begins a stream and reads its first step.
async fn begin(site: &TestSite, body: &str) -> BodyDataStream {
    let request = accepting("application/x-ndjson", body);
    let answer = site
        .router
        .clone()
        .oneshot(request)
        .await
        .expect("never fails");
    assert_eq!(answer.status(), StatusCode::OK);
    let mut stream = answer.into_body().into_data_stream();
    stream.next().await.expect("a step").expect("no error");
    stream
}

#[tokio::test]
async fn equal_searches_are_made_once_and_end_with_the_last_who_waits() {
    let site = TestSite::new().await;
    let long = r#"{"position":"startpos","limits":{"depth":64}}"#;
    let first = begin(&site, long).await;
    // The one thread is busy and one search may wait; these three need neither.
    let (second, third) = (begin(&site, long).await, begin(&site, long).await);
    drop((first, second));
    let mut third = third;
    assert!(third.next().await.is_some(), "it goes on for who is left");
    drop(third);
    let body = r#"{"position":"startpos","limits":{"depth":1}}"#;
    let next = tokio::time::timeout(Duration::from_secs(5), site.post(SEARCH, body)).await;
    assert_eq!(next.expect("the thread is free").status, StatusCode::OK);
}

#[tokio::test]
async fn a_batch_answers_each_search_by_its_id() {
    let site = TestSite::new().await;
    let search = |id: &str, moves: &[&str], depth: u8| json!({ "id": id, "search": { "position": { "moves": moves }, "limits": { "depth": depth } } });
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let searches = [
        search("a", &[], 3),
        search("b", &mate, 3),
        search("c", &["e2e4"], 2),
    ];
    let body = json!({ "searches": searches }).to_string();
    let answer = site.post(BATCH, body.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let results = answer.json()["results"].clone();
    let ids: Vec<_> = (0..3).map(|index| results[index]["id"].clone()).collect();
    assert_eq!(ids, ["a", "b", "c"]);
    assert_eq!(results[1]["answer"]["outcome"]["result"], "0-1");
    let alone = site
        .post(
            SEARCH,
            r#"{"position":{"moves":["e2e4"]},"limits":{"depth":2}}"#,
        )
        .await
        .json();
    assert_eq!(timeless(results[2]["answer"].clone()), timeless(alone));
    // As a stream, each when it is there.
    let mut request = post(BATCH, body);
    let ndjson = "application/x-ndjson".parse().expect("a header");
    request.headers_mut().insert("accept", ndjson);
    let entries = lines(&site.send(request).await);
    assert_eq!(entries.len(), 3);
    assert!(entries.iter().all(|entry| entry["answer"].is_object()));
}

#[tokio::test]
async fn a_batch_is_refused_whole_with_the_place() {
    let site = TestSite::new().await;
    let many: Vec<_> = (0..65)
        .map(|id| json!({ "id": id.to_string(), "search": { "position": "startpos" } }))
        .collect();
    for (body, status, field) in [
        (json!({}), 400, ""),
        (json!({ "searches": {} }), 400, "searches"),
        (json!({ "searches": [{ "id": 7 }] }), 400, "searches[0].id"),
        (json!({ "searches": [{ "id": "a" }] }), 400, "searches[0]"),
        (json!({ "searches": [] }), 422, "searches"),
        (json!({ "searches": many }), 422, "searches"),
        (
            json!({ "searches": [
                { "id": "a", "search": { "position": "startpos" } },
                { "id": "a", "search": { "position": "startpos" } }] }),
            422,
            "searches[1].id",
        ),
    ] {
        let answer = site.post(BATCH, body.to_string()).await;
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text());
        let problem = answer.problem();
        assert_eq!(
            problem["field"].as_str().unwrap_or_default(),
            field,
            "{problem}"
        );
    }
}

#[tokio::test]
async fn a_search_of_a_batch_that_cannot_be_made_is_a_problem_in_its_place() {
    let site = TestSite::new().await;
    let good = json!({ "position": "startpos", "limits": { "depth": 1 } });
    let bad = [
        (json!({ "positoin": 1 }), 400, ".positoin"),
        (json!([]), 400, ""),
        (json!(7), 400, ""),
        (json!({ "limits": {} }), 400, ""),
        (
            json!({ "position": "startpos", "limits": { "depth": -1 } }),
            400,
            ".limits.depth",
        ),
        (
            json!({ "position": "startpos", "limits": { "depth": 65 } }),
            422,
            ".limits.depth",
        ),
        (
            json!({ "position": "startpos", "limits": { "movetime_ms": 10_001 } }),
            422,
            ".limits.movetime_ms",
        ),
        (json!({ "position": { "fen": "x" } }), 422, ".position.fen"),
        (
            json!({ "position": { "moves": ["e2e4", "e2e4"] } }),
            422,
            ".position.moves[1]",
        ),
    ];
    let mut searches = vec![json!({ "id": "first", "search": good })];
    for (index, (search, ..)) in bad.iter().enumerate() {
        searches.push(json!({ "id": index.to_string(), "search": search }));
    }
    searches.push(json!({ "id": "last", "search": good }));
    let body = json!({ "searches": searches }).to_string();
    let answer = site.post(BATCH, body.clone()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let results = answer.json()["results"].clone();
    let results = results.as_array().expect("a list");
    assert_eq!(results.len(), searches.len());
    for end in [results.first(), results.last()] {
        assert!(end.is_some_and(|result| result["answer"].is_object()));
    }
    for (index, (search, status, field)) in bad.iter().enumerate() {
        let result = &results[index + 1];
        let problem = &result["problem"];
        assert!(result["answer"].is_null(), "{search}");
        assert_eq!(problem["status"], *status, "{search}: {problem}");
        let place = format!("searches[{}].search{field}", index + 1);
        assert_eq!(problem["field"], place, "{search}: {problem}");
        let detail = problem["detail"].as_str().expect("a reason");
        assert!(!detail.contains(" at line "), "{search}: {detail}");
    }
    // The same as a stream.
    let mut request = post(BATCH, body);
    let ndjson = "application/x-ndjson".parse().expect("a header");
    request.headers_mut().insert("accept", ndjson);
    let entries = lines(&site.send(request).await);
    let refused = entries.iter().filter(|entry| entry["problem"].is_object());
    assert_eq!((entries.len(), refused.count()), (results.len(), bad.len()));
}

#[tokio::test]
async fn an_allowance_is_told_from_the_first_answer_on_and_ends() {
    let rule = BucketRule {
        per_second: 1_000,
        burst: 20_000,
        at_once: 8,
    };
    let site = TestSite::with_search_rule(rule).await;
    let body = |seed: u32| {
        format!(r#"{{"position":"startpos","limits":{{"nodes":15000}},"seed":{seed}}}"#)
    };
    let first = site.post(SEARCH, body(0)).await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(first.header("ratelimit-limit"), "20000");
    let left: u64 = first
        .header("ratelimit-remaining")
        .parse()
        .expect("a number");
    assert!((3_000..=5_000).contains(&left), "{left}");
    assert!(["15", "16", "17"].contains(&first.header("ratelimit-reset")));
    // A search may end in debt, by five seconds at most; the next has to wait until it is paid.
    assert_eq!(site.post(SEARCH, body(1)).await.status, StatusCode::OK);
    let refused = site.post(SEARCH, body(2)).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    refused.problem();
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((4..=6).contains(&wait), "{wait}");
    assert_eq!(refused.header("ratelimit-remaining"), "0");
    // A batch ends where the allowance does.
    let site = TestSite::with_search_rule(rule).await;
    let entry = |id: u32| json!({ "id": id.to_string(), "search": { "position": "startpos", "limits": { "nodes": 15_000 }, "seed": id } });
    let batch = json!({ "searches": (0..6).map(entry).collect::<Vec<_>>() });
    let results = site.post(BATCH, batch.to_string()).await.json();
    assert!(results["results"][0]["answer"].is_object());
    assert_eq!(results["results"][5]["problem"]["status"], 429);
    // The rest of the API costs nothing.
    assert_eq!(site.get("/api/v1/strategies").await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_client_has_so_many_requests_under_way_and_no_more() {
    let rule = BucketRule {
        at_once: 2,
        ..Rules::of_nodes(1_000_000_000).search
    };
    let site = TestSite::with_search_rule(rule).await;
    let mut searches = JoinSet::new();
    for seed in 0..3 {
        let body = format!(r#"{{"position":"startpos","limits":{{"depth":64}},"seed":{seed}}}"#);
        searches.spawn(send(site.router.clone(), post(SEARCH, body)));
    }
    let refused = searches
        .join_next()
        .await
        .expect("three")
        .expect("no panic");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    // Until one of the others has to end.
    assert_eq!(refused.header("retry-after"), "10");
    refused.problem();
    // Whoever goes makes room, streams too.
    searches.shutdown().await;
    let stream = begin(&site, r#"{"position":"startpos","limits":{"depth":64}}"#).await;
    drop(stream);
    let answer = site.get("/api/v1/search?depth=1").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

#[tokio::test]
async fn pages_of_any_site_may_ask() {
    let site = TestSite::new().await;
    let asks = Request::builder()
        .method("OPTIONS")
        .uri(SEARCH)
        .header("origin", "https://elsewhere.example")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "content-type");
    let allowed = site
        .send(asks.body(Body::empty()).expect("a request"))
        .await;
    assert_eq!(allowed.status, StatusCode::OK);
    assert_eq!(allowed.header("access-control-allow-origin"), "*");
    assert!(
        allowed
            .header("access-control-allow-headers")
            .contains("content-type")
    );
    for path in [
        "/api/v1/search?depth=1",
        "/api/v1/search?depth=0",
        "/api/v1/nothing",
    ] {
        let request = Request::get(path).header("origin", "https://elsewhere.example");
        let answer = site
            .send(request.body(Body::empty()).expect("a request"))
            .await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        assert_eq!(
            answer.header("cross-origin-resource-policy"),
            "cross-origin",
            "{path}"
        );
        assert_eq!(
            answer.header("access-control-allow-credentials"),
            "",
            "{path}"
        );
    }
    // Pages are not for other sites.
    assert_eq!(
        site.get("/").await.header("access-control-allow-origin"),
        ""
    );
}

#[tokio::test]
async fn what_a_page_of_another_site_asks_costs_the_visitor_nothing() {
    let rule = BucketRule {
        per_second: 1,
        burst: 20_000,
        at_once: 8,
    };
    let site = TestSite::with_search_rule(rule).await;
    let ask = async |foreign: bool, seed: u32| {
        let body = format!(r#"{{"position":"startpos","limits":{{"nodes":5000}},"seed":{seed}}}"#);
        let mut request = post(SEARCH, body);
        if foreign {
            let headers = request.headers_mut();
            headers.insert("sec-fetch-site", "cross-site".parse().expect("a value"));
            headers.insert("sec-fetch-mode", "cors".parse().expect("a value"));
        }
        site.send(request).await.status
    };
    for seed in 0..20 {
        ask(true, seed).await;
    }
    assert_eq!(ask(true, 100).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ask(false, 101).await, StatusCode::OK);
}

#[tokio::test]
async fn a_tree_is_told_node_by_node_before_the_result() {
    let site = TestSite::new().await;
    let body = |trace: &str| {
        format!(r#"{{"position":"startpos","limits":{{"depth":4}},"trace":{{"nodes":{trace}}}}}"#)
    };
    let plain = site.post(
        SEARCH,
        r#"{"position":"startpos","limits":{"depth":4}}"#.to_owned(),
    );
    let plain = plain.await.json();
    for (trace, is_whole) in [("65536", true), ("100", false)] {
        let told = site
            .send(accepting("application/x-ndjson", &body(trace)))
            .await;
        assert_eq!(told.status, StatusCode::OK, "{}", told.text());
        let steps = lines(&told);
        let types: Vec<&str> = steps
            .iter()
            .filter_map(|step| step["type"].as_str())
            .collect();
        let tree = types.iter().position(|name| *name == "tree").unwrap();
        assert!(types[..tree].iter().all(|name| *name == "depth"));
        let nodes = &steps[tree + 1..steps.len() - 1];
        assert!(nodes.iter().all(|node| node["type"] == "node"));
        let roots = nodes.iter().filter(|node| node["parent"].is_null()).count();
        let wanted: usize = trace.parse().unwrap();
        assert!(
            nodes.len() <= wanted + roots + 30,
            "{trace}: {}",
            nodes.len()
        );
        assert_eq!(steps[tree]["records"], nodes.len());
        assert_eq!(steps[tree]["fold_below"].is_null(), is_whole);
        assert_eq!(steps[tree]["visits"], plain["nodes"]);
        let ids: Vec<u64> = nodes
            .iter()
            .filter_map(|node| node["id"].as_u64())
            .collect();
        assert!(ids.iter().copied().eq(0..nodes.len() as u64));
        let result = steps.last().unwrap().clone();
        assert_eq!(timeless(result), timeless(plain.clone()));
    }
}

#[tokio::test]
async fn a_tree_that_cannot_be_told_is_refused_by_its_field() {
    let site = TestSite::new().await;
    for (fields, named) in [
        (r#""trace":{"nodes":0}"#, "trace.nodes"),
        (r#""trace":{"nodes":65537}"#, "trace.nodes"),
        (r#""trace":{"nodes":9},"threads":2"#, "threads"),
        (r#""trace":{"nodes":9},"strategy":"explorer""#, "strategy"),
        (
            r#""trace":{"nodes":9},"options":{"level":3}"#,
            "options.level",
        ),
        (
            r#""trace":{"nodes":9},"options":{"strength":3.5}"#,
            "options.strength",
        ),
    ] {
        let body = format!(r#"{{"position":"startpos",{fields}}}"#);
        let refused = site.send(accepting("application/x-ndjson", &body)).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert_eq!(refused.json()["field"], named, "{body}");
    }
    let body = r#"{"position":"startpos","trace":{"nodes":9}}"#;
    let refused = site.post(SEARCH, body.to_owned()).await;
    assert_eq!(refused.json()["field"], "trace");
    for malformed in [
        r#"{"position":"startpos","trace":9}"#,
        r#"{"position":"startpos","trace":{"nodes":-1}}"#,
        r#"{"position":"startpos","trace":{}}"#,
        r#"{"position":"startpos","trace":{"nodes":9,"deep":1}}"#,
    ] {
        let refused = site
            .send(accepting("application/x-ndjson", malformed))
            .await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{malformed}");
    }
    let batch = format!(r#"{{"searches":[{{"id":"a","search":{body}}}]}}"#);
    let answered = site.post("/api/v1/batch", batch).await.json();
    assert_eq!(
        answered["results"][0]["problem"]["field"],
        "searches[0].search.trace"
    );
}
