//! API keys: who shows one is known by it, and by nothing once it is revoked.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::guest::{Browser, PASSWORD};
use common::{Answer, TestSite};
use serde_json::json;
use server::rate_limit::{BucketRule, Rules};

const SEARCH: &str = "/api/v1/search?depth=1";

/// A client's allowance is little enough to be seen.
const RULE: BucketRule = BucketRule {
    per_second: 1_000,
    burst: 1_000_000,
    at_once: 8,
};

async fn ask(site: &TestSite, path: &str, authorization: Option<&str>) -> Answer {
    let mut request = Request::get(path);
    if let Some(value) = authorization {
        request = request.header("authorization", value);
    }
    site.send(request.body(Body::empty()).expect("a request"))
        .await
}

async fn make(browser: &mut Browser<'_>, label: &str) -> (String, i64) {
    let form = json!({ "label": label, "password": PASSWORD });
    let made = browser.ask("new_api_key", form).await;
    let key = made["key"].as_str().expect("a key").to_owned();
    (key, made["listed"]["id"].as_i64().expect("a number"))
}

fn limit(answer: &Answer) -> u64 {
    answer.header("ratelimit-limit").parse().expect("a number")
}

fn remaining(answer: &Answer) -> u64 {
    answer
        .header("ratelimit-remaining")
        .parse()
        .expect("a number")
}

#[tokio::test]
async fn who_shows_a_key_has_an_allowance_of_their_own_five_times_as_large() {
    let site = TestSite::with_search_rule(RULE).await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let (key, _) = make(&mut browser, "bot").await;
    let (second, _) = make(&mut browser, "another").await;
    let without = ask(&site, SEARCH, None).await;
    assert_eq!(without.status, StatusCode::OK, "{}", without.text());
    assert_eq!(limit(&without), 1_000_000);
    let with = ask(&site, SEARCH, Some(&format!("Bearer {key}"))).await;
    assert_eq!(with.status, StatusCode::OK, "{}", with.text());
    assert_eq!(limit(&with), 5_000_000);
    assert!(remaining(&with) > 4_990_000, "{}", remaining(&with));
    // The address pays nothing for it, and a second key of the account is the same client.
    for _ in 0..20 {
        ask(&site, SEARCH, Some(&format!("bearer {second}"))).await;
    }
    let again = ask(&site, SEARCH, Some(&format!("Bearer {key}"))).await;
    assert!(remaining(&again) < 4_985_000, "{}", remaining(&again));
    let without = ask(&site, SEARCH, None).await;
    assert!(remaining(&without) > 990_000, "{}", remaining(&without));
    let keys = browser.ask("api_keys", json!({})).await;
    assert!(
        keys[0]["used"].is_i64() && keys[1]["used"].is_i64(),
        "{keys}"
    );
}

#[tokio::test]
async fn a_key_that_is_nobodys_is_refused_everywhere() {
    let site = TestSite::new().await;
    let unknown = format!("Bearer ponder_{}", "0".repeat(40));
    for path in [
        SEARCH,
        "/api/v1/strategies",
        "/api/v1/openapi.json",
        "/api/v1/nothing",
    ] {
        for value in [
            &*unknown,
            "Bearer",
            "Bearer x",
            "Basic YTpi",
            "ponder",
            "Bearer \u{e4}",
        ] {
            let answer = ask(&site, path, Some(value)).await;
            assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{path} {value}");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
            assert_eq!(answer.header("access-control-allow-origin"), "*");
            answer.problem();
        }
        let answer = ask(&site, path, None).await;
        assert_ne!(answer.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[tokio::test]
async fn guessing_keys_is_not_for_nothing() {
    let key_lookups = BucketRule {
        per_second: 1,
        burst: 5,
        at_once: 8,
    };
    let rules = Rules {
        key_lookups,
        ..common::plenty()
    };
    let site = TestSite::with_rules(rules).await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let (key, _) = make(&mut browser, "bot").await;
    let known = format!("Bearer {key}");
    assert_eq!(
        ask(&site, SEARCH, Some(&known)).await.status,
        StatusCode::OK
    );
    let mut statuses = Vec::new();
    for number in 0..7 {
        let value = format!("Bearer ponder_{number:040x}");
        statuses.push(ask(&site, SEARCH, Some(&value)).await.status.as_u16());
    }
    assert_eq!(statuses[0], 401);
    assert_eq!(statuses[6], 429);
    // A key that is known goes on, and so does the address without one.
    assert_eq!(
        ask(&site, SEARCH, Some(&known)).await.status,
        StatusCode::OK
    );
    assert_eq!(ask(&site, SEARCH, None).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_revoked_key_opens_nothing_from_then_on() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let (key, id) = make(&mut browser, "bot").await;
    let (kept, _) = make(&mut browser, "kept").await;
    let (key, kept) = (format!("Bearer {key}"), format!("Bearer {kept}"));
    for key in [&key, &kept] {
        assert_eq!(ask(&site, SEARCH, Some(key)).await.status, StatusCode::OK);
    }
    browser.ask("revoke_api_key", json!({ "id": id })).await;
    assert_eq!(
        ask(&site, SEARCH, Some(&key)).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(ask(&site, SEARCH, Some(&kept)).await.status, StatusCode::OK);
    browser
        .ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(
        ask(&site, SEARCH, Some(&kept)).await.status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn a_key_is_made_for_whoever_confirms_the_password_only() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let form = json!({ "label": "bot", "password": "something else" });
    let answer = browser.call("new_api_key", form).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert_eq!(browser.ask("api_keys", json!({})).await, json!([]));
}

#[tokio::test]
async fn every_key_ends_with_a_change_of_password_and_with_recovery() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let code = browser.register("Anna").await;
    let mut other = Browser::new(&site);
    other.register("Bertha").await;
    let (others, _) = make(&mut other, "bot").await;
    for (function, arguments) in [
        (
            "change_password",
            json!({ "current": PASSWORD, "new": PASSWORD }),
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": code, "new_password": PASSWORD }),
        ),
    ] {
        let (key, _) = make(&mut browser, "bot").await;
        let key = format!("Bearer {key}");
        // Known in memory from here on.
        assert_eq!(ask(&site, SEARCH, Some(&key)).await.status, StatusCode::OK);
        browser.ask(function, arguments).await;
        let answer = ask(&site, SEARCH, Some(&key)).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{function}");
        assert_eq!(browser.ask("api_keys", json!({})).await, json!([]));
    }
    let others = format!("Bearer {others}");
    let answer = ask(&site, SEARCH, Some(&others)).await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn a_key_is_shown_once_and_there_are_five_at_most() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let mut shown = Vec::new();
    for label in ["one", "two", "three", "four", "five"] {
        shown.push(make(&mut browser, label).await);
    }
    let form = json!({ "label": "six", "password": PASSWORD });
    let answer = browser.call("new_api_key", form).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let listed = browser.ask("api_keys", json!({})).await;
    let labels: Vec<_> = listed
        .as_array()
        .expect("keys")
        .iter()
        .map(|key| &key["label"])
        .collect();
    assert_eq!(labels, ["one", "two", "three", "four", "five"]);
    for (key, _) in &shown {
        assert!(!listed.to_string().contains(key.as_str()));
    }
    let mut other = Browser::new(&site);
    other.register("Bertha").await;
    let answer = other
        .call("revoke_api_key", json!({ "id": shown[0].1 }))
        .await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    browser
        .ask("revoke_api_key", json!({ "id": shown[0].1 }))
        .await;
    make(&mut browser, "six").await;
}

#[tokio::test]
async fn the_description_says_that_a_key_may_be_shown_and_need_not() {
    let site = TestSite::new().await;
    let description = site.get("/api/v1/openapi.json").await.json();
    let scheme = &description["components"]["securitySchemes"]["key"];
    assert_eq!(scheme["type"], "http");
    assert_eq!(scheme["scheme"], "bearer");
    assert_eq!(description["security"], json!([{}, { "key": [] }]));
    let preflight = Request::options(SEARCH)
        .header("origin", "http://elsewhere.example")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "authorization")
        .body(Body::empty());
    let answer = site.send(preflight.expect("a request")).await;
    assert!(
        answer
            .header("access-control-allow-headers")
            .contains("authorization")
    );
}

#[tokio::test]
async fn keys_of_several_accounts_do_not_multiply_what_an_address_may_spend() {
    let site = TestSite::with_search_rule(RULE).await;
    let mut keys = Vec::new();
    for name in ["Anna", "Bertha", "Clara"] {
        let mut browser = Browser::new(&site);
        browser.register(name).await;
        keys.push(make(&mut browser, "bot").await.0);
    }
    let mut left = Vec::new();
    for round in 0..4 {
        for key in &keys {
            let path = format!("{SEARCH}&seed={round}");
            let answer = ask(&site, &path, Some(&format!("Bearer {key}"))).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
            left.push(remaining(&answer));
        }
    }
    // Each of the three sees what the others have spent.
    assert!(left.is_sorted_by(|one, next| one > next), "{left:?}");
}
