//! What one address may have kept in a day, and what happens when there is no room for more.

mod common;

use axum::http::StatusCode;
use common::guest::{Browser, won};
use common::{TestSite, plenty};
use serde_json::json;
use server::rate_limit::{BucketRule, Rules};

/// So many, and none for a long time after.
fn only(number: u64) -> BucketRule {
    BucketRule {
        per_second: 1,
        burst: number,
        at_once: u32::MAX,
    }
}

#[tokio::test]
async fn an_address_makes_so_many_guests_a_day_and_those_who_are_there_go_on() {
    let rules = Rules {
        daily_guests: only(2_000),
        ..plenty()
    };
    let site = TestSite::with_rules(rules).await;
    let mut first = Browser::new(&site);
    first.win('a').await;
    first.beside().win('b').await;
    let refused = first.beside().call("record_game", won('c')).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(
        refused.json()["TooMany"]["wait_s"].is_u64(),
        "{}",
        refused.text()
    );
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(refused.header("set-cookie"), "");
    let answer =
        json!({ "exercise": "0123456789abcdef", "at": 1_700_000_000_000_u64, "grade": "good" });
    let exercises = json!({ "exercises": [], "answers": [answer] });
    let refused = first.beside().call("record_exercises", exercises).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    let analysis = json!({ "id": "0123456789abcdef", "seen": 0, "name": "A", "pgn": "*" });
    let analysis = json!({ "analysis": analysis });
    let refused = first.beside().call("keep_analysis", analysis).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    // A cookie that is nobody's makes a guest as well.
    let mut unknown = first.beside();
    unknown.cookie = Some("ponder_session=0123456789abcdef".to_owned());
    let refused = unknown.call("record_game", won('d')).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    first.win('e').await;
    assert_eq!(first.wins().await, 2);
    // Reading makes nobody, and elsewhere nothing has happened.
    first.beside().ask("results", json!({})).await;
    Browser::new(&site).win('f').await;
}

#[tokio::test]
async fn calls_under_way_together_make_no_more_guests_than_there_may_be() {
    let rules = Rules {
        daily_guests: only(2_000),
        ..plenty()
    };
    let site = TestSite::with_rules(rules).await;
    let calls = "0123456789abcdef".chars().map(|digit| {
        let body = won(digit).to_string();
        async { site.post("/fn/record_game", body).await.status }
    });
    let statuses = futures::future::join_all(calls).await;
    let made = statuses.iter().filter(|status| **status == StatusCode::OK);
    assert_eq!(made.count(), 2, "{statuses:?}");
}

#[tokio::test]
async fn an_address_has_so_many_bytes_and_calls_kept_a_day() {
    for rules in [
        Rules {
            daily_bytes: only(1_000),
            ..plenty()
        },
        Rules {
            daily_calls: only(3_000),
            ..plenty()
        },
    ] {
        let site = TestSite::with_rules(rules).await;
        let mut browser = Browser::new(&site);
        let mut statuses = Vec::new();
        for digit in "0123456789".chars() {
            let answer = browser.call("record_game", won(digit)).await;
            statuses.push(answer.status);
        }
        assert_eq!(statuses[0], StatusCode::OK);
        assert_eq!(statuses[9], StatusCode::TOO_MANY_REQUESTS);
        let kept = statuses.iter().filter(|status| **status == StatusCode::OK);
        assert_eq!(browser.wins().await, kept.count() as u64);
    }
}

/// A site with somebody who has a name and somebody who has none, and a quota.
async fn settled(quota: u64) -> (TestSite, [Option<String>; 2]) {
    let site = TestSite::with_quota(quota).await;
    let mut named = Browser::new(&site);
    named.register("Anna").await;
    let mut guest = Browser::new(&site);
    guest.win('a').await;
    let cookies = [named.cookie, guest.cookie];
    site.storage.measure().await;
    (site, cookies)
}

#[tokio::test]
async fn without_room_nothing_new_is_kept_and_accounts_have_room_for_longest() {
    let (site, _) = settled(1 << 40).await;
    let used = site.store.used_bytes().await.expect("is there");
    for (quota, for_guest, for_named) in [
        (used * 2, 200, 200),
        (used - 1, 507, 200),
        (used / 2, 507, 507),
    ] {
        let (site, [named, guest]) = settled(quota).await;
        let mut named = Browser::with_cookie(&site, named);
        let mut guest = Browser::with_cookie(&site, guest);
        for (browser, digit, expected) in
            [(&mut guest, 'b', for_guest), (&mut named, 'c', for_named)]
        {
            let answer = browser.call("record_game", won(digit)).await;
            assert_eq!(
                answer.status.as_u16(),
                expected,
                "{quota}: {}",
                answer.text()
            );
            if expected == 507 {
                assert!(answer.text().contains("no room"), "{}", answer.text());
                assert_eq!(answer.header("retry-after"), "600");
            }
        }
        // Looking goes on, and so does deleting.
        assert_eq!(site.get("/").await.status, StatusCode::OK);
        guest
            .ask("delete_account", json!({ "password": null }))
            .await;
    }
}
