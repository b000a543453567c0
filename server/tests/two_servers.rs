//! Two servers on one store: what one of them changes of accounts and bans holds at the other, which hears of it
//! from the store alone.

mod common;

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::TestSite;
use common::guest::{Browser, PASSWORD};
use serde_json::json;
use server::moderation::order::{Action, Order};
use server::store::Orders;
use tokio::time::{sleep, timeout};

/// Longer than a server looks for news.
const SOON: Duration = Duration::from_secs(20);

/// Two servers; `None` where there is no database for them.
async fn two() -> Option<[TestSite; 2]> {
    let first = TestSite::new().await;
    if !first.store.is_shared() {
        return None;
    }
    let second = first.beside().await;
    for server in [&first, &second] {
        server.follow_others().await;
    }
    Some([first, second])
}

/// Waits until something holds.
async fn soon(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = timeout(SOON, async {
        while !holds().await {
            sleep(Duration::from_millis(50)).await;
        }
    });
    assert!(waited.await.is_ok(), "{what}");
}

#[tokio::test]
async fn a_key_that_is_deleted_at_one_server_is_soon_unknown_at_the_other() {
    let Some([first, second]) = two().await else {
        return;
    };
    let mut browser = Browser::new(&first);
    browser.register("Anna").await;
    let form = json!({ "label": "bot", "password": PASSWORD });
    let made = browser.ask("new_api_key", form).await;
    let key = made["key"].as_str().expect("a key").to_owned();
    let asks = async || {
        let request = Request::get("/api/v1/search?depth=1")
            .header("authorization", format!("Bearer {key}"))
            .body(Body::empty());
        second.send(request.expect("a request")).await.status
    };
    assert_eq!(asks().await, StatusCode::OK);
    let id = made["listed"]["id"].as_i64();
    browser.ask("revoke_api_key", json!({ "id": id })).await;
    soon("the key is unknown", async || {
        asks().await == StatusCode::UNAUTHORIZED
    })
    .await;
}

#[tokio::test]
async fn who_signs_out_at_one_server_is_soon_disconnected_from_the_other() {
    let Some([first, second]) = two().await else {
        return;
    };
    let mut browser = Browser::new(&first);
    browser.register("Anna").await;
    let mut other = Browser::new(&first);
    other.register("Bertha").await;
    let hub = second.visitors.hub();
    let mut sockets = Vec::new();
    for browser in [&browser, &other] {
        let cookie = browser.cookie.as_ref().expect("a session");
        let (_, token) = cookie.split_once('=').expect("a value");
        let session = wire::SessionToken(token.to_owned());
        let person = hub.person(&session).await.expect("the store works");
        let user = person.expect("an account").id;
        sockets.push(hub.admit(browser.address(), Some(user)).expect("a place"));
    }
    browser
        .ask("sign_out", json!({ "everywhere": false }))
        .await;
    let closed = timeout(SOON, sockets[0].outbox.next()).await;
    assert_eq!(format!("{closed:?}"), "Ok(Close(Reconnect))");
    let bystander = timeout(Duration::from_millis(100), sockets[1].outbox.next()).await;
    assert!(bystander.is_err(), "{bystander:?}");
}

#[tokio::test]
async fn an_order_is_carried_out_once_and_holds_at_both() {
    let Some([first, second]) = two().await else {
        return;
    };
    let mut at_first = Browser::new(&first);
    at_first.win('a').await;
    let address = at_first.address().to_string();
    let mut orders = Orders::open(&first.location).await.expect("a store");
    let mut ids = Vec::new();
    for action in [Action::Ban, Action::Unban, Action::Unban, Action::Ban] {
        let order = Order {
            action,
            target: address.clone(),
            days: Some(1),
            reason: None,
        };
        ids.push(orders.give(&order).await.expect("is kept"));
    }
    let mut outcomes = Vec::new();
    for id in ids {
        let outcome = async {
            loop {
                let (one, other) =
                    tokio::join!(first.moderator.carry_out(), second.moderator.carry_out());
                one.and(other).expect("the store works");
                if let Some(outcome) = orders.outcome(id).await.expect("is there") {
                    return outcome;
                }
            }
        };
        outcomes.push(timeout(SOON, outcome).await.expect("is carried out"));
    }
    let expected = [
        "the address is banned",
        "the ban is lifted",
        "there was no such ban",
        "the address is banned",
    ];
    assert_eq!(outcomes, expected);
    orders.close().await.expect("closes");
    let banned = [&first, &second].map(|site| site.visitors.banned());
    soon("the address is banned at both", async || {
        let now = i64::try_from(
            std::time::UNIX_EPOCH
                .elapsed()
                .expect("after 1970")
                .as_millis(),
        );
        let now = now.expect("fits");
        banned
            .iter()
            .all(|banned| banned.contain(at_first.address(), now))
    })
    .await;
}

#[tokio::test]
async fn an_order_whose_server_is_lost_is_carried_out_by_another_one() {
    let Some([first, second]) = two().await else {
        return;
    };
    let mut orders = Orders::open(&first.location).await.expect("a store");
    let order = Order {
        action: Action::Ban,
        target: "192.0.2.7".to_owned(),
        days: None,
        reason: None,
    };
    let id = orders.give(&order).await.expect("is kept");
    // The first one begins and is never heard of again.
    assert!(first.store.take_order().await.expect("works").is_some());
    second.moderator.carry_out().await.expect("works");
    assert_eq!(orders.outcome(id).await.expect("is there"), None);
    let mut database = first.database().await;
    sqlx::query("UPDATE moderation SET taken = taken - 60001")
        .execute(&mut database)
        .await
        .expect("works");
    second.moderator.carry_out().await.expect("works");
    let outcome = orders.outcome(id).await.expect("is there");
    assert_eq!(outcome.as_deref(), Some("the address is banned"));
    // One that is known to have ended is not waited for.
    let id = orders.give(&order).await.expect("is kept");
    assert!(first.store.take_order().await.expect("works").is_some());
    let ended = first.store.end_server(first.store.server().clone()).await;
    ended.expect("works");
    second.moderator.carry_out().await.expect("works");
    let outcome = orders.outcome(id).await.expect("is there");
    assert_eq!(outcome.as_deref(), Some("the address is banned"));
    // Should it come back, the outcome stays.
    let late = first.store.close_order(id, "late".to_owned()).await;
    late.expect("works");
    let outcome = orders.outcome(id).await.expect("is there");
    assert_eq!(outcome.as_deref(), Some("the address is banned"));
    orders.close().await.expect("closes");
}
