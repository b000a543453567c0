//! Searches that other programs make. Where NATS is not installed, this does nothing.

use std::thread;
use std::time::Duration;

use e2e::http::{Request, Response};
use e2e::server::{Server, Worker, run_to_its_end};
use serde_json::{Value, json};
use test_services::NatsServer;

fn search(server: &Server, body: &Value) -> Response {
    let request = Request::post("/api/v1/search", "application/json", body.to_string());
    request.send(server.addr).expect("an answer")
}

/// An answer without what depends on the machine.
fn timeless(answer: &Response) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let mut answer = answer.json();
    let fields = answer.as_object_mut().expect("an object");
    fields.remove("time_ms");
    fields.remove("nps");
    answer
}

#[test]
fn workers_search_for_a_server_and_any_of_them_may_end() {
    let Some(nats) = NatsServer::start().expect("NATS starts") else {
        return;
    };
    let url = nats.url();
    let ordering = Server::start_with(&["--nats", &url, "--searches", "workers"]);
    let searching = Server::start();
    let nodes = |nodes: u32| json!({ "position": "startpos", "limits": { "nodes": nodes } });
    let refused = search(&ordering, &nodes(1_000));
    assert_eq!(refused.status, 503, "{}", refused.text());
    let worker = || Worker::start(&["--nats", &url, "--threads", "1", "--tables", "off"]);
    let [first, second] = [worker(), worker()];
    let until_heard = || {
        while search(&ordering, &nodes(1_000)).status != 200 {
            thread::sleep(Duration::from_millis(10));
        }
    };
    until_heard();
    for asked in [2_000, 30_000, 200_000] {
        let answers = [&ordering, &searching].map(|server| search(server, &nodes(asked)));
        assert_eq!(timeless(&answers[0]), timeless(&answers[1]));
    }
    // Whichever of the two had it: the answer is whole, or says that it could not be made.
    let long = json!({ "position": "startpos", "limits": { "movetime_ms": 1_500 } });
    thread::scope(|scope| {
        let asked: Vec<_> = (0..4)
            .map(|seed| {
                let (mut body, ordering) = (long.clone(), &ordering);
                body["seed"] = json!(seed);
                scope.spawn(move || search(ordering, &body))
            })
            .collect();
        thread::sleep(Duration::from_millis(300));
        first.kill();
        for answer in asked {
            let answer = answer.join().expect("no panic");
            assert!(matches!(answer.status, 200 | 503), "{}", answer.text());
        }
    });
    until_heard();
    let fresh = search(&ordering, &nodes(50_000));
    assert_eq!(fresh.status, 200, "{}", fresh.text());
    assert!(second.terminate().success());
    let refused = search(&ordering, &nodes(60_000));
    assert_eq!(refused.status, 503, "{}", refused.text());
}

#[test]
fn a_worker_needs_no_more_rights_than_it_has() {
    let settings = include_str!("../../../docs/deploy/nats.conf")
        .replace("$NATS_SERVER_PASSWORD", "one")
        .replace("$NATS_WORKER_PASSWORD", "two");
    let Some(nats) = NatsServer::start_with_settings(&settings).expect("NATS starts") else {
        return;
    };
    let url = nats.url();
    let of = |user: &str| url.replace("nats://", &format!("nats://{user}@"));
    let server = Server::start_with(&["--nats", &of("server:one"), "--searches", "workers"]);
    let nodes = json!({ "position": "startpos", "limits": { "nodes": 1_000 } });
    // Who is refused hears nothing.
    let stranger = Worker::start(&["--nats", &of("worker:three"), "--tables", "off"]);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(search(&server, &nodes).status, 503);
    stranger.kill();
    let _worker = Worker::start(&["--nats", &of("worker:two"), "--tables", "off"]);
    let mut answer = search(&server, &nodes);
    for _ in 0..200 {
        if answer.status == 200 {
            break;
        }
        thread::sleep(Duration::from_millis(50));
        answer = search(&server, &nodes);
    }
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[test]
fn a_worker_says_what_it_lacks() {
    for (arguments, said) in [
        (&["worker"][..], "needs --nats"),
        (&["worker", "--nats", "secret"], "expected an address"),
        (
            &["worker", "--nats", "nats://a", "--threads", "0"],
            "0 is not in",
        ),
        (&["--searches", "workers"], "needs --nats"),
        (&["--nats", "nats://a"], "needs --database"),
        (&["--searches", "elsewhere"], "here, workers"),
    ] {
        let left = run_to_its_end(arguments);
        assert_eq!(left.status.code(), Some(1), "{arguments:?}");
        assert!(left.stderr.contains(said), "{arguments:?}: {}", left.stderr);
        assert!(!left.stderr.contains("secret"), "{}", left.stderr);
    }
}
