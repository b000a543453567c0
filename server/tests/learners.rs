//! A learner that follows its owner, as devices see it over HTTP.

mod common;

use axum::http::StatusCode;
use common::{TestSite, guest::Browser};
use serde_json::{Value, json};

const MEET: &str = "meet_learner";

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

fn meeting(seen: &Value, deeds: &[Value]) -> Value {
    json!({ "meeting": { "seen": seen, "deeds": deeds } })
}

/// A device that has seen this tells those deeds.
async fn meet(browser: &mut Browser<'_>, seen: &Value, deeds: &[Value]) -> Value {
    browser.ask(MEET, meeting(seen, deeds)).await
}

fn table(met: &Value) -> Value {
    serde_json::from_str(met["table"].as_str().expect("a table")).expect("JSON")
}

#[tokio::test]
async fn nobody_stays_nobody_until_there_is_something_to_keep() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let nobody = json!({ "now": null, "done": [], "table": null, "network": null });
    assert_eq!(meet(&mut browser, &Value::Null, &[]).await, nobody);
    assert_eq!(browser.cookie, None);

    let first = meet(&mut browser, &Value::Null, &[lesson(1)]).await;
    assert!(browser.cookie.is_some());
    let now = &first["now"];
    assert_eq!(
        (&now["revision"], &now["named"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(first["done"], json!([format!("{:032x}", 1)]));
    assert_eq!(first["table"], Value::Null);

    // What was seen belongs to a learner: without its owner's cookie nothing is done with it.
    let mut stranger = Browser::new(&site);
    assert_eq!(meet(&mut stranger, now, &[lesson(2)]).await, nobody);
    assert_eq!(stranger.cookie, None);
    let owner = meet(&mut browser, now, &[]).await;
    assert_eq!((&owner["now"], &owner["table"]), (now, &Value::Null));
}

#[tokio::test]
async fn the_second_device_gets_the_table_and_games_sent_twice_count_once() {
    let site = TestSite::new().await;
    let mut one = Browser::new(&site);
    one.register("Vera").await;
    let first = meet(&mut one, &Value::Null, &[lesson(1)]).await;
    assert_eq!(first["now"]["named"], true);
    let mut two = Browser::new(&site);
    two.sign_in("Vera").await;
    let second = meet(&mut two, &Value::Null, &[lesson(2), lesson(1)]).await;
    assert_eq!(second["now"]["revision"], 2);
    assert_eq!(second["done"].as_array().map(Vec::len), Some(2));
    assert_eq!(table(&second)["results"], "ww");
    // The first device has seen less.
    let back = meet(&mut one, &first["now"], &[]).await;
    assert_eq!(
        (&back["now"], &back["table"]),
        (&second["now"], &second["table"])
    );
}

#[tokio::test]
async fn a_guest_keeps_the_learner_by_registering_and_brings_it_along_by_signing_in() {
    let site = TestSite::new().await;
    let mut home = Browser::new(&site);
    let guest = meet(&mut home, &Value::Null, &[lesson(1)]).await;
    home.register("Vera").await;
    let named = meet(&mut home, &guest["now"], &[]).await;
    assert_eq!(named["now"]["learner"], guest["now"]["learner"]);
    assert_eq!(
        (&named["now"]["named"], &named["table"]),
        (&json!(true), &Value::Null)
    );

    let mut away = Browser::new(&site);
    let before = meet(&mut away, &Value::Null, &[lesson(2), lesson(3)]).await;
    away.sign_in("Vera").await;
    let after = meet(&mut away, &before["now"], &[]).await;
    assert_eq!(after["now"]["learner"], guest["now"]["learner"]);
    assert_eq!(table(&after)["results"], "www");
    let data = away.ask("my_data", json!({})).await;
    assert_eq!(data["learner"]["table"], table(&after));
    assert_eq!(data["learner"]["lessons"].as_array().map(Vec::len), Some(3));

    // Signed out, the device is told nothing of it, and its copy is no longer its own.
    away.ask("sign_out", json!({ "everywhere": true })).await;
    for browser in [&mut away, &mut home] {
        assert_eq!(meet(browser, &after["now"], &[]).await["now"], Value::Null);
    }
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_of_its_learner() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Vera").await;
    meet(&mut browser, &Value::Null, &[lesson(1)]).await;
    let form = json!({ "password": common::guest::PASSWORD });
    browser.ask("delete_account", form).await;
    let mut database = site.database().await;
    for table in ["learners", "q_values", "learn_log"] {
        let rows: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}")))
                .fetch_one(&mut database)
                .await
                .expect("SQL");
        assert_eq!(rows, 0, "{table}");
    }
}

#[tokio::test]
async fn a_large_table_goes_there_and_back() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let states: Vec<String> = (0..19_000)
        .map(|key| format!(r#""{key:016x}":{{"e2e4":[30000,1],"d2d4":[-1000000,4294967295]}}"#))
        .collect();
    let document = format!(
        r#"{{"format":"ponder-learning","version":1,"results":"","games":[],"states":{{{}}}}}"#,
        states.join(",")
    );
    let put = replacement(1, &Value::Null, &document);
    let put = meet(&mut browser, &Value::Null, &[put]).await;
    assert_eq!(put["now"]["revision"], 1);
    let got = meet(&mut browser, &Value::Null, &[]).await;
    let sent: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(table(&got)["states"], sent["states"]);
}

#[tokio::test]
async fn what_no_device_sends_is_refused_and_nothing_kept() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let many: Vec<Value> = (0..65).map(lesson).collect();
    let answer = browser.call(MEET, meeting(&Value::Null, &many)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.text().contains("meeting.deeds"), "{}", answer.text());
    let huge = replacement(1, &Value::Null, &" ".repeat(6 << 20));
    let huge = browser.call(MEET, meeting(&Value::Null, &[huge])).await;
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
        let answer = browser
            .call(MEET, meeting(&seen, std::slice::from_ref(&deed)))
            .await;
        let text = answer.text();
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{deed}: {text}");
    }
    assert_eq!(browser.cookie, None);

    // A game that can't have been is not asked for again.
    meet(&mut browser, &Value::Null, &[lesson(1)]).await;
    let mut illegal = lesson(7);
    illegal["learn"]["moves"][1] = json!("e7e4");
    let seen = json!({ "learner": "0".repeat(32), "revision": u64::MAX, "named": true });
    let answer = meet(&mut browser, &seen, &[illegal]).await;
    assert_eq!(answer["done"], json!([format!("{:032x}", 7)]));
    assert_eq!(answer["now"]["revision"], 1);
}
