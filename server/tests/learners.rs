//! A learner that follows its owner, as devices see it over HTTP.

mod common;

use axum::http::StatusCode;
use common::{Answer, TestSite, post};
use serde_json::{Value, json};

const MEET: &str = "/fn/meet_learner";

fn lesson(id: u32) -> Value {
    json!({ "learn": {
        "id": format!("{id:032x}"),
        "start_fen": null,
        "moves": ["f2f3", "e7e5", "g2g4", "d8h4"],
        "winner": "black",
        "sides": ["black"],
        "how": { "on": true, "guard": true, "rule": "discounted-return",
                 "rate": 3, "discount": 95, "epsilon": 10 },
    }})
}

fn replacement(id: u32, over: &Value, document: &str) -> Value {
    json!({ "replace": { "id": format!("{id:032x}"), "over": over, "document": document } })
}

async fn meet(site: &TestSite, cookie: &str, seen: &Value, deeds: &[Value]) -> Answer {
    let body = json!({ "meeting": { "seen": seen, "deeds": deeds } });
    let mut request = post(MEET, body.to_string());
    let headers = request.headers_mut();
    headers.insert("cookie", cookie.parse().expect("a header"));
    site.send(request).await
}

/// `name=value` of the cookie that an answer sets.
fn cookie(answer: &Answer) -> String {
    let text = answer.header("set-cookie");
    assert!(text.starts_with("ponder_session="), "{text:?}");
    text.split(';').next().expect("a first part").to_owned()
}

#[tokio::test]
async fn nobody_stays_nobody_until_there_is_something_to_keep() {
    let site = TestSite::new().await;
    let asked = meet(&site, "", &Value::Null, &[]).await;
    assert_eq!(asked.status, StatusCode::OK);
    assert_eq!(
        asked.json(),
        json!({ "now": null, "done": [], "table": null })
    );
    assert_eq!(asked.header("set-cookie"), "");

    let first = meet(&site, "", &Value::Null, &[lesson(1)]).await;
    let cookie = cookie(&first);
    let now = &first.json()["now"];
    assert_eq!(
        (&now["revision"], &now["named"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(first.json()["done"], json!([format!("{:032x}", 1)]));
    assert_eq!(first.json()["table"], Value::Null);

    // What was seen belongs to a learner: without its owner's cookie nothing is done with it.
    let stranger = meet(&site, "", now, &[lesson(2)]).await;
    assert_eq!(
        stranger.json(),
        json!({ "now": null, "done": [], "table": null })
    );
    assert_eq!(stranger.header("set-cookie"), "");
    let owner = meet(&site, &cookie, now, &[]).await;
    assert_eq!(
        (&owner.json()["now"], &owner.json()["table"]),
        (now, &Value::Null)
    );
}

#[tokio::test]
async fn the_second_device_gets_the_table_and_games_sent_twice_count_once() {
    let site = TestSite::new().await;
    let first = meet(&site, "", &Value::Null, &[lesson(1)]).await;
    let cookie = cookie(&first);
    let second = meet(&site, &cookie, &Value::Null, &[lesson(2), lesson(1)])
        .await
        .json();
    assert_eq!(second["now"]["revision"], 2);
    assert_eq!(second["done"].as_array().map(Vec::len), Some(2));
    let table: Value =
        serde_json::from_str(second["table"].as_str().expect("a table")).expect("JSON");
    assert_eq!(table["results"], "ww");
    // The first device has seen less.
    let back = meet(&site, &cookie, &first.json()["now"], &[]).await.json();
    assert_eq!(
        (&back["now"], &back["table"]),
        (&second["now"], &second["table"])
    );
}

#[tokio::test]
async fn a_large_table_goes_there_and_back() {
    let site = TestSite::new().await;
    let states: Vec<String> = (0..19_000)
        .map(|key| format!(r#""{key:016x}":{{"e2e4":[30000,1],"d2d4":[-1000000,4294967295]}}"#))
        .collect();
    let document = format!(
        r#"{{"format":"ponder-learning","version":1,"results":"","games":[],"states":{{{}}}}}"#,
        states.join(",")
    );
    let put = meet(
        &site,
        "",
        &Value::Null,
        &[replacement(1, &Value::Null, &document)],
    )
    .await;
    assert_eq!(put.json()["now"]["revision"], 1);
    let got = meet(&site, &cookie(&put), &Value::Null, &[]).await.json();
    let table: Value = serde_json::from_str(got["table"].as_str().expect("a table")).expect("JSON");
    let sent: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(table["states"], sent["states"]);
}

#[tokio::test]
async fn what_no_device_sends_is_refused_and_nothing_kept() {
    let site = TestSite::new().await;
    let many: Vec<Value> = (0..65).map(lesson).collect();
    let answer = meet(&site, "", &Value::Null, &many).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.text().contains("meeting.deeds"), "{}", answer.text());
    let huge = replacement(1, &Value::Null, &" ".repeat(6 << 20));
    let huge = meet(&site, "", &Value::Null, &[huge]).await;
    assert_eq!(huge.status, StatusCode::PAYLOAD_TOO_LARGE);

    let mut unknown = lesson(1);
    unknown["learn"]["elo"] = json!(3000);
    let mut id = lesson(1);
    id["learn"]["id"] = json!("../../etc/passwd");
    let mut rule = lesson(1);
    rule["learn"]["how"]["rule"] = json!("sarsa");
    let seen = json!({ "learner": "0", "revision": -1, "named": false });
    for (seen, deed) in [
        (Value::Null, unknown),
        (Value::Null, id),
        (Value::Null, rule),
        (Value::Null, json!({ "forget": {} })),
        (seen, lesson(1)),
    ] {
        let answer = meet(&site, "", &seen, std::slice::from_ref(&deed)).await;
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{deed}: {}",
            answer.text()
        );
        assert_eq!(answer.header("set-cookie"), "");
    }

    // A game that can't have been makes nobody known, and is not asked for again.
    let mut illegal = lesson(7);
    illegal["learn"]["moves"][1] = json!("e7e4");
    let seen = json!({ "learner": "0".repeat(32), "revision": u64::MAX, "named": true });
    let first = meet(&site, "", &Value::Null, &[lesson(1)]).await;
    let answer = meet(&site, &cookie(&first), &seen, &[illegal]).await.json();
    assert_eq!(answer["done"], json!([format!("{:032x}", 7)]));
    assert_eq!(answer["now"]["revision"], 1);
}
