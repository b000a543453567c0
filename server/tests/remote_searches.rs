//! Searches that workers make, over a NATS server of the test's own. Where NATS is not installed, these tests do
//! nothing.

#![cfg(feature = "nats")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{Request, StatusCode};
use common::worker::{TestWorker, client};
use common::{Answer, TestSite, post};
use futures::StreamExt;
use serde_json::{Value, json};
use test_services::NatsServer;
use tokio::time::{sleep, timeout};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

fn nats() -> Option<NatsServer> {
    NatsServer::start().expect("NATS starts")
}

async fn search(site: &TestSite, body: &Value) -> Answer {
    site.post("/api/v1/search", body.to_string()).await
}

/// An answer without what depends on the machine.
fn timeless(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut answer = answer.json();
    let fields = answer.as_object_mut().expect("an object");
    fields.remove("time_ms");
    fields.remove("nps");
    answer
}

const BODIES: [&str; 7] = [
    r#"{"position":"startpos","limits":{"depth":6}}"#,
    r#"{"position":{"moves":["e2e4","e7e5"]},"limits":{"nodes":20000},"multipv":3}"#,
    r#"{"position":{"fen":"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"},"limits":{"depth":8}}"#,
    r#"{"position":{"moves":["e2e4"]},"limits":{"nodes":5000},"options":{"level":3},"seed":7}"#,
    r#"{"position":"startpos","limits":{"nodes":2000},"strategy":"explorer","options":{"book":"off"}}"#,
    r#"{"position":"startpos","limits":{"depth":3},"searchmoves":["a2a3"],
        "options":{"evaluation":"material"}}"#,
    r#"{"position":{"moves":["f2f3","e7e5","g2g4","d8h4"]},"limits":{"depth":3}}"#,
];

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_the_same_wherever_it_was_searched() {
    let Some(nats) = nats() else { return };
    let worker = TestWorker::start(&nats, 8).await;
    let ordering = TestSite::with_workers(client(&nats).await).await;
    let searching = TestSite::on_file().await;
    for body in BODIES {
        let body: Value = serde_json::from_str(body).expect("JSON");
        let [ordered, searched] = [
            search(&ordering, &body).await,
            search(&searching, &body).await,
        ];
        assert_eq!(timeless(&ordered), timeless(&searched), "{body}");
        let lines = async |site: &TestSite| {
            let mut request = post("/api/v1/search", body.to_string());
            let headers = request.headers_mut();
            headers.insert("accept", "application/x-ndjson".parse().expect("a header"));
            let answer = site.send(request).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
            answer.text().lines().count()
        };
        assert_eq!(lines(&ordering).await, lines(&searching).await, "{body}");
    }
    worker.until_idle().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_is_searched_here() {
    let Some(nats) = nats() else { return };
    let ordering = TestSite::with_workers(client(&nats).await).await;
    let body = r#"{"position":"startpos","limits":{"depth":2},"trace":{"nodes":50}}"#;
    let mut request = post("/api/v1/search", body.to_owned());
    let headers = request.headers_mut();
    headers.insert("accept", "application/x-ndjson".parse().expect("a header"));
    let answer = ordering.send(request).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_worker_the_answer_is_503_at_once_and_with_one_it_is_made() {
    let Some(nats) = nats() else { return };
    let site = TestSite::with_workers(client(&nats).await).await;
    let body: Value = serde_json::from_str(BODIES[0]).expect("JSON");
    let refused = search(&site, &body).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(refused.text().contains("no machine"), "{}", refused.text());
    assert!(!refused.header("retry-after").is_empty());
    let mut worker = TestWorker::start(&nats, 8).await;
    assert_eq!(search(&site, &body).await.status, StatusCode::OK);
    // A worker that is told to leave ends what it has.
    let long = json!({ "position": "startpos", "limits": { "movetime_ms": 1_000 } });
    let (answer, ()) = tokio::join!(search(&site, &long), async {
        sleep(Duration::from_millis(300)).await;
        drop(worker.leave.take());
    });
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.json()["stop_reason"], "time");
    let refused = search(
        &site,
        &json!({ "position": "startpos", "limits": { "depth": 4 } }),
    )
    .await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_full_hears_no_more_orders() {
    let Some(nats) = nats() else { return };
    let worker = TestWorker::start(&nats, 1).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let long = json!({ "position": "startpos", "limits": { "movetime_ms": 1_500 } });
    let short = json!({ "position": "startpos", "limits": { "depth": 3 } });
    let (first, second) = tokio::join!(search(&site, &long), async {
        sleep(Duration::from_millis(500)).await;
        search(&site, &short).await
    });
    assert_eq!(first.status, StatusCode::OK, "{}", first.text());
    assert_eq!(second.status, StatusCode::SERVICE_UNAVAILABLE);
    worker.until_idle().await;
    while !worker.order_server.is_listening() {
        sleep(Duration::from_millis(5)).await;
    }
    sleep(Duration::from_millis(100)).await;
    assert_eq!(search(&site, &short).await.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_nobody_waits_for_is_cancelled_at_its_worker() {
    let Some(nats) = nats() else { return };
    let worker = TestWorker::start(&nats, 8).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let long = json!({ "position": "startpos", "limits": { "movetime_ms": 10_000 } });
    let begun = Instant::now();
    let left = timeout(Duration::from_millis(500), search(&site, &long)).await;
    assert!(left.is_err(), "{left:?}");
    worker.until_idle().await;
    assert!(begun.elapsed() < Duration::from_secs(8));
}

/// Answers orders with what a function says, in the place of a worker.
async fn impostor(nats: &NatsServer, answers: impl Fn(&Value) -> Vec<Value> + Send + 'static) {
    let client = client(nats).await;
    let mut orders = client
        .queue_subscribe("ponder.search.>", "workers".to_owned())
        .await
        .expect("subscribes");
    client.flush().await.expect("NATS works");
    tokio::spawn(async move {
        while let Some(order) = orders.next().await {
            let Some(answers_to) = order.reply else {
                continue;
            };
            let order: Value = serde_json::from_slice(&order.payload).expect("JSON");
            for answer in answers(&order) {
                let answer = Bytes::from(answer.to_string());
                let sent = client.publish(answers_to.clone(), answer).await;
                sent.expect("NATS works");
            }
        }
    });
}

/// The last word of an honest worker on the search of the next test.
async fn said_by_a_worker() -> Option<Value> {
    let nats = nats()?;
    let _worker = TestWorker::start(&nats, 8).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let listening = client(&nats).await;
    let mut answers = listening.subscribe("_INBOX.>").await.expect("works");
    listening.flush().await.expect("works");
    let body = json!({ "position": "startpos", "limits": { "depth": 1 } });
    assert_eq!(search(&site, &body).await.status, StatusCode::OK);
    loop {
        let answer = answers.next().await.expect("an answer");
        let said: Value = serde_json::from_slice(&answer.payload).expect("JSON");
        if said.get("found").is_some() {
            return Some(said);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_says_what_cannot_be_true_is_not_believed() {
    let Some(honest) = said_by_a_worker().await else {
        return;
    };
    let [accepted, begun] = [
        json!({ "accepted": { "cancel": "ponder.search.cancel.nowhere" } }),
        json!("begun"),
    ];
    let illegal = json!({ "mv": "a1a8", "visits": 1, "q": 0, "prior": 0 });
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut answer = honest.clone();
        change(&mut answer["found"]["decision"]);
        answer
    };
    let cases = [
        ("honest", honest.clone(), true),
        (
            "illegal",
            changed(&|decision| decision["mv"] = json!("e2e5")),
            false,
        ),
        (
            "illegal later",
            changed(&|decision| {
                let pv = decision["lines"][0]["pv"].as_array_mut();
                pv.expect("moves").push(json!("a1a8"));
            }),
            false,
        ),
        (
            "another move",
            changed(&|decision| decision["mv"] = json!("h2h3")),
            false,
        ),
        (
            "no move",
            changed(&|decision| decision["mv"] = Value::Null),
            false,
        ),
        (
            "no line",
            changed(&|decision| decision["lines"][0]["pv"] = json!([])),
            false,
        ),
        (
            "score",
            changed(&|decision| decision["lines"][0]["score"] = json!({ "cp": i32::MIN })),
            false,
        ),
        (
            "nodes",
            changed(&|decision| decision["nodes"] = json!(u64::MAX)),
            false,
        ),
        (
            "time",
            changed(&|decision| decision["time_ms"] = json!(u64::MAX)),
            false,
        ),
        (
            "solved",
            changed(&|decision| {
                decision["solved"] = json!({ "score": { "cp": 0 }, "moves": [255, 255, 255] });
            }),
            false,
        ),
        (
            "recalled",
            changed(&|decision| {
                decision["recalled"] = json!({ "q": 1, "visits": 1, "exploratory": false });
            }),
            false,
        ),
        ("no answer", json!({ "found": 7 }), false),
        ("again", accepted.clone(), false),
        (
            "cancelled elsewhere",
            json!({ "accepted": { "cancel": "$JS.API.>" } }),
            false,
        ),
        (
            "report",
            json!({ "report": { "explored": [illegal] } }),
            false,
        ),
    ];
    for (name, answer, is_believed) in cases {
        let Some(nats) = nats() else { return };
        let said = [accepted.clone(), begun.clone(), answer];
        impostor(&nats, move |_| said.to_vec()).await;
        let site = TestSite::with_workers(client(&nats).await).await;
        let body = json!({ "position": "startpos", "limits": { "depth": 1 } });
        let answer = search(&site, &body).await;
        let expected = match is_believed {
            true => StatusCode::OK,
            false => StatusCode::SERVICE_UNAVAILABLE,
        };
        assert_eq!(answer.status, expected, "{name}: {}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_falls_silent_is_given_up_and_another_one_is_asked() {
    let Some(nats) = nats() else { return };
    let accepted = json!({ "accepted": { "cancel": "ponder.search.cancel.nowhere" } });
    let orders = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&orders);
    impostor(&nats, move |_| {
        counting.fetch_add(1, Ordering::Relaxed);
        vec![accepted.clone()]
    })
    .await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let body = json!({ "position": "startpos", "limits": { "depth": 1 } });
    let begun = Instant::now();
    let answer = search(&site, &body).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    assert_eq!(orders.load(Ordering::Relaxed), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_ends_at_once_is_answered_and_one_that_never_ends_is_given_up_and_paid() {
    let Some(nats) = nats() else { return };
    let worker = TestWorker::start(&nats, 64).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    // A random player and a book move take no time: the thread is often faster than who asked it.
    for seed in 0..60 {
        let body = json!({ "position": "startpos", "strategy": "dice", "seed": seed });
        let answer = search(&site, &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    worker.until_idle().await;
    drop(worker);
    let Some(other_nats) = NatsServer::start().expect("NATS starts") else {
        return;
    };
    let said = [
        json!({ "accepted": { "cancel": "ponder.search.cancel.a" } }),
        json!("begun"),
    ];
    impostor_that_lives(&other_nats, said.to_vec()).await;
    let site = TestSite::with_workers(client(&other_nats).await).await;
    let body = json!({ "position": "startpos", "limits": { "movetime_ms": 10 } });
    let answer = timeout(Duration::from_secs(40), search(&site, &body)).await;
    let answer = answer.expect("is given up");
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
}

/// Says this of each order, and then that it lives, for ever.
async fn impostor_that_lives(nats: &NatsServer, said: Vec<Value>) {
    let client = client(nats).await;
    let subscribed = client.queue_subscribe("ponder.search.>", "workers".to_owned());
    let mut orders = subscribed.await.expect("subscribes");
    client.flush().await.expect("NATS works");
    tokio::spawn(async move {
        while let Some(order) = orders.next().await {
            let (client, said) = (client.clone(), said.clone());
            let Some(answers_to) = order.reply else {
                continue;
            };
            tokio::spawn(async move {
                for answer in said {
                    let answer = Bytes::from(answer.to_string());
                    client.publish(answers_to.clone(), answer).await.ok();
                }
                loop {
                    sleep(Duration::from_secs(1)).await;
                    client
                        .publish(answers_to.clone(), "\"alive\"".into())
                        .await
                        .ok();
                }
            });
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_order_harms_no_worker() {
    let Some(nats) = nats() else { return };
    let worker = TestWorker::start(&nats, 8).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let body: Value = serde_json::from_str(BODIES[0]).expect("JSON");
    let client = client(&nats).await;
    let mut heard = client.subscribe("ponder.search.>").await.expect("works");
    client.flush().await.expect("works");
    assert_eq!(search(&site, &body).await.status, StatusCode::OK);
    let order = heard.next().await.expect("an order");
    let good: Value = serde_json::from_slice(&order.payload).expect("JSON");
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut order = good.clone();
        change(&mut order);
        order.to_string()
    };
    let hostile = [
        String::new(),
        "{}".to_owned(),
        "[".repeat(10_000),
        "x".repeat(200_000),
        changed(&|order| {
            order["search"]["position"] = json!({ "fen": "8/8/8/8/8/8/8/8 w - - 0 1" })
        }),
        changed(&|order| order["search"]["limits"] = json!({ "depth": 200 })),
        changed(&|order| order["search"]["hash_mb"] = json!(u32::MAX)),
        changed(&|order| order["search"]["trace"] = json!({ "nodes": 5 })),
        changed(&|order| order["search"]["options"]["tables"] = json!("4")),
        changed(&|order| order["patience_ms"] = json!(-1)),
        changed(&|order| order["client"] = json!("somebody")),
        changed(&|order| order["more"] = json!(1)),
    ];
    for text in hostile {
        let inbox = client.new_inbox();
        let mut answers = client.subscribe(inbox.clone()).await.expect("works");
        let sent = client.publish_with_reply(order.subject.clone(), inbox, text.clone().into());
        sent.await.expect("works");
        let shown: String = text.chars().take(300).collect();
        let answer = timeout(PATIENCE, answers.next()).await.expect(&shown);
        let answer = answer.expect("an answer");
        let answer = String::from_utf8_lossy(&answer.payload).into_owned();
        assert!(answer.contains("not_made"), "{shown}: {answer}");
    }
    // Without anywhere to answer to.
    let sent = client.publish(order.subject.clone(), "{}".into());
    sent.await.expect("works");
    for cancellation in [
        "",
        "{}",
        r#"{"answers_to":""}"#,
        r#"{"answers_to":"nobody"}"#,
    ] {
        let sent = client.publish("ponder.search.cancel.test", cancellation.into());
        sent.await.expect("works");
    }
    worker.until_idle().await;
    let other = json!({ "position": "startpos", "limits": { "depth": 5 } });
    assert_eq!(search(&site, &other).await.status, StatusCode::OK);
    // Its own pages go on, whatever workers do.
    let request = Request::get("/healthz").body(axum::body::Body::empty());
    let answer = site.send(request.expect("a request")).await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_names_the_request_that_it_is_made_for() {
    let Some(nats) = nats() else { return };
    let _worker = TestWorker::start(&nats, 8).await;
    let site = TestSite::with_workers(client(&nats).await).await;
    let client = client(&nats).await;
    let mut heard = client.subscribe("ponder.search.>").await.expect("works");
    client.flush().await.expect("works");
    let search =
        |seed: u32| json!({ "position": "startpos", "limits": { "nodes": 2_000 }, "seed": seed });
    let batch = |seed: u32| {
        let entry = |seed: u32| json!({ "id": seed.to_string(), "search": search(seed) });
        json!({ "searches": [entry(seed), entry(seed + 1)] })
    };
    for (path, accept, body, orders) in [
        ("search", "application/json", search(1), 1),
        ("search", "text/event-stream", search(2), 1),
        ("batch", "application/json", batch(3), 2),
        // Made while the answer is sent.
        ("batch", "application/x-ndjson", batch(5), 2),
    ] {
        let mut request = post(&format!("/api/v1/{path}"), body.to_string());
        let headers = request.headers_mut();
        headers.insert("accept", accept.parse().expect("a header"));
        let answer = site.send(request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        for _ in 0..orders {
            let order = loop {
                let message = heard.next().await.expect("an order");
                if !message.subject.starts_with("ponder.search.cancel") {
                    break message;
                }
            };
            let id = order
                .headers
                .as_ref()
                .and_then(|all| all.get("x-request-id"));
            let id = id.map(|id| id.as_str());
            assert_eq!(id, Some(answer.header("x-request-id")), "{path} {accept}");
        }
    }
}
