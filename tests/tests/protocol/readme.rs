//! The README's HTTP call gives the README's answer.

use e2e::http::Request;
use e2e::server::Server;
use serde_json::Value;

const README: &str = include_str!("../../../README.md");

/// The first text between two marks.
fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    let start = text.find(open).expect("the README has its example") + open.len();
    &text[start..start + text[start..].find(close).expect("the example ends")]
}

/// The answer without the fields that depend on the machine.
fn without_time(mut answer: Value) -> Value {
    answer["nps"] = Value::Null;
    answer["time_ms"] = Value::Null;
    answer
}

#[test]
fn the_call_of_the_readme_gets_its_answer() {
    let server = Server::start();
    let body = between(README, "-d '", "'\n```");
    let promised: Value = serde_json::from_str(between(README, "```json\n", "```")).expect("JSON");
    let answer = Request::post("/api/v1/search", "application/json", body)
        .send(server.addr)
        .expect("an answer");
    assert_eq!(answer.status, 200);
    assert_eq!(without_time(answer.json()), without_time(promised));
}
