//! Devices: an owner gets in while others attack the name, and a device opens nothing else.

mod common;

use axum::http::StatusCode;
use common::guest::{Browser, PASSWORD};
use common::{Answer, TestSite};
use serde_json::json;

const WRONG: &str = "something else";

/// Guesses from so many addresses that the name lets in nobody for a while.
async fn attack(site: &TestSite, name: &str) {
    let mut refused = 0;
    for _ in 0..40 {
        let form = json!({ "name": name, "password": WRONG });
        let answer = Browser::new(site).call("sign_in", form).await;
        refused += u32::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 0, "the name lets in guesses without end");
}

async fn sign_out(browser: &mut Browser<'_>, everywhere: bool) {
    browser
        .ask("sign_out", json!({ "everywhere": everywhere }))
        .await;
}

async fn count(site: &TestSite, sql: &'static str) -> i64 {
    let mut database = site.database().await;
    sqlx::query_scalar(sql)
        .fetch_one(&mut database)
        .await
        .expect("SQL")
}

fn device_cookie(answer: &Answer) -> Option<String> {
    let all = answer.headers.get_all("set-cookie").iter();
    let all = all.map(|set| set.to_str().expect("text").to_owned());
    all.into_iter().find(|set| set.contains("ponder_device="))
}

#[tokio::test]
async fn an_owner_with_a_known_device_gets_in_while_the_name_is_attacked() {
    let site = TestSite::new().await;
    let mut owner = Browser::new(&site);
    let code = owner.register("Anna").await;
    sign_out(&mut owner, false).await;
    assert_eq!(owner.cookie, None);
    assert!(owner.device.is_some(), "it stays when one signs out");
    attack(&site, "Anna").await;
    let mut stranger = Browser::new(&site);
    let answer = stranger.sign_in("Anna").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(owner.sign_in("Anna").await.status, StatusCode::OK);
    sign_out(&mut owner, false).await;
    let recovery = json!({ "name": "Anna", "code": code, "new_password": PASSWORD });
    assert_eq!(
        owner.call("recover", recovery).await.status,
        StatusCode::OK,
        "by the code as well"
    );
}

#[tokio::test]
async fn an_owner_is_let_in_by_a_known_device_from_the_attackers_own_address() {
    let site = TestSite::new().await;
    let mut owner = Browser::new(&site);
    owner.register("Anna").await;
    sign_out(&mut owner, false).await;
    let mut neighbour = owner.beside();
    let form = json!({ "name": "Anna", "password": WRONG });
    while neighbour.call("sign_in", form.clone()).await.status == StatusCode::UNAUTHORIZED {}
    assert_eq!(owner.sign_in("Anna").await.status, StatusCode::OK);
}

#[tokio::test]
async fn who_is_signed_in_can_confirm_their_password_while_the_name_is_attacked() {
    let site = TestSite::new().await;
    let mut owner = Browser::new(&site);
    owner.register("Anna").await;
    // The session alone.
    owner.device = None;
    attack(&site, "Anna").await;
    for (function, arguments) in [
        (
            "new_api_key",
            json!({ "label": "bot", "password": PASSWORD }),
        ),
        ("new_recovery_code", json!({ "password": PASSWORD })),
        (
            "change_password",
            json!({ "current": PASSWORD, "new": PASSWORD }),
        ),
        ("delete_account", json!({ "password": PASSWORD })),
    ] {
        owner.device = None;
        owner.ask(function, arguments).await;
    }
}

#[tokio::test]
async fn a_device_or_a_session_has_few_guesses_of_its_own() {
    let site = TestSite::new().await;
    let mut owner = Browser::new(&site);
    owner.register("Anna").await;
    let mut thief = Browser::with_cookie(&site, owner.cookie.clone());
    let form = json!({ "password": WRONG });
    for _ in 0..10 {
        let answer = thief.call("new_recovery_code", form.clone()).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    let answer = thief.call("new_recovery_code", form.clone()).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(!answer.header("retry-after").is_empty());

    let device = owner.device.clone();
    for number in 0..11 {
        // From everywhere, by the one device.
        let mut thief = Browser::new(&site);
        thief.device.clone_from(&device);
        let form = json!({ "name": "Anna", "password": WRONG });
        let answer = thief.call("sign_in", form).await;
        let expected = match number {
            10 => StatusCode::TOO_MANY_REQUESTS,
            _ => StatusCode::UNAUTHORIZED,
        };
        assert_eq!(answer.status, expected, "{number}");
    }
    // Neither has cost the name anything.
    assert_eq!(
        Browser::new(&site).sign_in("Anna").await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_device_speaks_for_its_own_account_only() {
    let site = TestSite::new().await;
    Browser::new(&site).register("Anna").await;
    let mut attacker = Browser::new(&site);
    attacker.register("Bertha").await;
    attack(&site, "Anna").await;
    let unknown = Some(format!("ponder_device={}", "0".repeat(64)));
    for device in [attacker.device.clone(), unknown] {
        let mut browser = Browser::new(&site);
        browser.device = device.clone();
        let answer = browser.sign_in("Anna").await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{device:?}");
    }
    assert_eq!(
        attacker.account().await["named"]["name"],
        "Bertha",
        "a device is no session"
    );
    attacker.cookie = None;
    assert_eq!(attacker.account().await, json!("nobody"));
}

#[tokio::test]
async fn a_browser_that_was_known_to_another_account_gets_a_token_that_nobody_knew() {
    let site = TestSite::new().await;
    let mut thief = Browser::new(&site);
    thief.register("Bertha").await;
    Browser::new(&site).register("Anna").await;
    let mut victim = Browser::new(&site);
    victim.device.clone_from(&thief.device);
    assert_eq!(victim.sign_in("Anna").await.status, StatusCode::OK);
    assert_ne!(victim.device, thief.device);
    // The same account's stays what it is.
    let before = victim.device.clone();
    assert_eq!(victim.sign_in("Anna").await.status, StatusCode::OK);
    assert_eq!(victim.device, before);
}

#[tokio::test]
async fn other_devices_end_with_the_password_and_with_signing_out_everywhere() {
    let site = TestSite::new().await;
    for (number, function) in ["sign_out", "change_password", "recover"]
        .into_iter()
        .enumerate()
    {
        let name = format!("Anna{number}");
        let mut here = Browser::new(&site);
        let code = here.register(&name).await;
        let mut there = Browser::new(&site);
        assert_eq!(there.sign_in(&name).await.status, StatusCode::OK);
        let before = here.device.clone();
        let arguments = match function {
            "sign_out" => json!({ "everywhere": true }),
            "recover" => json!({ "name": name, "code": code, "new_password": PASSWORD }),
            _ => json!({ "current": PASSWORD, "new": PASSWORD }),
        };
        here.ask(function, arguments).await;
        assert_eq!(here.device, before, "{function}");
        attack(&site, &name).await;
        there.cookie = None;
        let answer = there.sign_in(&name).await;
        assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS, "{function}");
        here.cookie = None;
        assert_eq!(
            here.sign_in(&name).await.status,
            StatusCode::OK,
            "{function}"
        );
    }
}

#[tokio::test]
async fn an_account_has_ten_devices_and_none_when_it_is_deleted() {
    let site = TestSite::new().await;
    let mut first = Browser::new(&site);
    first.register("Anna").await;
    for _ in 0..10 {
        let answer = Browser::new(&site).sign_in("Anna").await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let all = "SELECT COUNT(*) FROM devices";
    assert_eq!(count(&site, all).await, 10);
    let data = first.ask("my_data", json!({})).await;
    let devices = data["devices"].as_array().expect("devices");
    assert_eq!(devices.len(), 10);
    for field in ["created", "used", "expires"] {
        assert!(devices[0][field].is_i64(), "{}", devices[0]);
    }
    // The first one had to go.
    attack(&site, "Anna").await;
    let session = first.cookie.take();
    let answer = first.sign_in("Anna").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    first.cookie = session;
    let answer = first
        .call("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!((&first.cookie, &first.device), (&None, &None));
    assert_eq!(count(&site, all).await, 0);
}

#[tokio::test]
async fn a_device_that_ran_out_is_none() {
    let site = TestSite::new().await;
    let mut owner = Browser::new(&site);
    owner.register("Anna").await;
    owner.cookie = None;
    let mut database = site.database().await;
    sqlx::raw_sql("UPDATE devices SET expires = 1")
        .execute(&mut database)
        .await
        .expect("SQL");
    attack(&site, "Anna").await;
    let answer = owner.sign_in("Anna").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    site.store.sweep().await.expect("the store works");
    assert_eq!(count(&site, "SELECT COUNT(*) FROM devices").await, 0);
}

#[tokio::test]
async fn the_devices_cookie_is_the_browsers_alone_and_bound_to_the_host_under_tls() {
    let site = TestSite::with_tls().await;
    let mut browser = Browser::new(&site);
    let form = json!({ "name": "Anna", "password": PASSWORD });
    let answer = browser.call("register", form).await;
    let cookie = device_cookie(&answer).expect("a device");
    assert!(cookie.starts_with("__Host-ponder_device="), "{cookie}");
    for part in ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    // Whoever fails gets none.
    let form = json!({ "name": "Anna", "password": WRONG });
    let answer = Browser::new(&site).call("sign_in", form).await;
    assert_eq!(device_cookie(&answer), None);
}
