//! Names, passwords and attempts: what is taken, what is refused, and that a refusal says nothing.

mod common;

use axum::http::StatusCode;
use common::TestSite;
use common::guest::{Browser, PASSWORD};
use serde_json::{Value, json};

#[tokio::test]
async fn a_name_is_had_once_in_any_spelling() {
    let site = TestSite::new().await;
    Browser::new(&site).register("Paypal").await;
    let mut browser = Browser::new(&site);
    for name in [
        "Paypal",
        "paypal",
        "PAYPAL",
        "PaypaI",
        "Paypa1",
        "рaypal",
        "раураӏ",
        "admin",
    ] {
        let form = json!({ "name": name, "password": PASSWORD });
        let answer = Browser::new(&site).call("register", form).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        assert_eq!(answer.json()["Invalid"]["field"], "name", "{name}");
        assert_eq!(answer.header("set-cookie"), "", "{name}");
    }
    assert_eq!(browser.sign_in("pAYPAL").await.status, StatusCode::OK);
    let form = json!({ "name": "Other", "password": PASSWORD });
    let answer = browser.call("register", form).await;
    assert_eq!(answer.json()["Invalid"]["field"], "session");
    assert_eq!(browser.name().await.as_deref(), Some("Paypal"));
}

#[tokio::test]
async fn of_many_who_want_a_name_at_the_same_time_one_gets_it() {
    let site = TestSite::new().await;
    let mut browsers: Vec<_> = (0..6).map(|_| Browser::new(&site)).collect();
    browsers[0].win('a').await;
    let form = json!({ "name": "Anna", "password": PASSWORD });
    let calls = browsers
        .iter_mut()
        .map(|browser| browser.call("register", form.clone()));
    let answers = futures::future::join_all(calls).await;
    let made = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(made, 1);
    assert!(
        answers
            .iter()
            .all(|answer| [200, 422].contains(&answer.status.as_u16()))
    );
}

#[tokio::test]
async fn what_will_not_do_is_named_by_its_field() {
    let site = TestSite::new().await;
    let mut signed_in = Browser::new(&site);
    let code = signed_in.register("Anna").await;
    let (long, huge) = ("a".repeat(129), "a".repeat(50_000));
    let good = "battery staple";
    for (function, arguments, field) in [
        ("register", json!({ "name": "", "password": good }), "name"),
        ("register", json!({ "name": "a", "password": good }), "name"),
        (
            "register",
            json!({ "name": huge, "password": good }),
            "name",
        ),
        (
            "register",
            json!({ "name": "a\0b", "password": good }),
            "name",
        ),
        (
            "register",
            json!({ "name": "<b>x</b>", "password": good }),
            "name",
        ),
        (
            "register",
            json!({ "name": "Аnna", "password": good }),
            "name",
        ),
        (
            "register",
            json!({ "name": "Bertha", "password": "" }),
            "password",
        ),
        (
            "register",
            json!({ "name": "Bertha", "password": "1234567" }),
            "password",
        ),
        (
            "register",
            json!({ "name": "Bertha", "password": long }),
            "password",
        ),
        (
            "register",
            json!({ "name": "Bertha", "password": huge }),
            "password",
        ),
        (
            "register",
            json!({ "name": "Bertha-Maria", "password": "BERTHA-MARIA" }),
            "password",
        ),
        (
            "change_password",
            json!({ "current": PASSWORD, "new": "1234567" }),
            "new",
        ),
        (
            "change_password",
            json!({ "current": PASSWORD, "new": long }),
            "new",
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": code, "new_password": "short" }),
            "new_password",
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": code, "new_password": huge }),
            "new_password",
        ),
        ("delete_account", json!({ "password": null }), "password"),
        (
            "register",
            json!({ "name": "Bertha", "password": "password1" }),
            "password",
        ),
        (
            "register",
            json!({ "name": "Bertha-Maria", "password": "bertha-2024" }),
            "password",
        ),
        (
            "change_password",
            json!({ "current": PASSWORD, "new": "qwertyuiop" }),
            "new",
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": code, "new_password": "aaaaaaaaaa" }),
            "new_password",
        ),
        (
            "new_api_key",
            json!({ "label": "", "password": PASSWORD }),
            "label",
        ),
        (
            "new_api_key",
            json!({ "label": "a\0b", "password": PASSWORD }),
            "label",
        ),
        (
            "new_api_key",
            json!({ "label": "bot\u{202e}", "password": PASSWORD }),
            "label",
        ),
        (
            "new_api_key",
            json!({ "label": huge, "password": PASSWORD }),
            "label",
        ),
        ("revoke_api_key", json!({ "id": 1 }), "id"),
        ("revoke_api_key", json!({ "id": -1 }), "id"),
        ("revoke_api_key", json!({ "id": i64::MAX }), "id"),
    ] {
        // Registering is for whoever has no name.
        let mut nobody = Browser::new(&site);
        let browser = match function {
            "register" | "recover" => &mut nobody,
            _ => &mut signed_in,
        };
        let answer = browser.call(function, arguments.clone()).await;
        let what = format!("{function} {arguments:.200}: {:.300}", answer.text());
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}");
        assert_eq!(answer.json()["Invalid"]["field"], field, "{what}");
        assert!(answer.text().len() < 500, "{what}");
    }
    // What can't be right is only wrong where something is to be proved.
    for (name, password) in [
        (huge.as_str(), PASSWORD),
        ("Anna", huge.as_str()),
        ("", ""),
        ("a\0b", "a\0b"),
        ("Anna", ""),
    ] {
        let form = json!({ "name": name, "password": password });
        let answer = Browser::new(&site).call("sign_in", form).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
}

/// Each function with arguments that it takes.
fn calls() -> [(&'static str, Value); 12] {
    [
        ("account", json!({})),
        ("register", json!({ "name": "Carla", "password": PASSWORD })),
        ("sign_in", json!({ "name": "Anna", "password": PASSWORD })),
        ("sign_out", json!({ "everywhere": false })),
        (
            "change_password",
            json!({ "current": PASSWORD, "new": "battery staple" }),
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": "x", "new_password": "battery staple" }),
        ),
        ("new_recovery_code", json!({ "password": PASSWORD })),
        ("delete_account", json!({ "password": PASSWORD })),
        ("my_data", json!({})),
        ("api_keys", json!({})),
        (
            "new_api_key",
            json!({ "label": "bot", "password": PASSWORD }),
        ),
        ("revoke_api_key", json!({ "id": 1 })),
    ]
}

#[tokio::test]
async fn arguments_of_another_shape_are_the_callers_fault_for_every_function() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    for (function, good) in calls() {
        let mut bad = vec![json!(null), json!(1), json!("x"), json!([[[]]])];
        let mut unknown = good.clone();
        unknown["elo"] = json!(3000);
        bad.push(unknown);
        for field in good.as_object().expect("arguments").keys() {
            for value in [
                json!({}),
                json!([1]),
                json!(1.5),
                json!({ "a": { "b": null } }),
            ] {
                let mut wrong = good.clone();
                wrong[field] = value;
                bad.push(wrong);
            }
            // Without a password there is nothing to confirm a deletion with; a guest has none.
            if function != "delete_account" {
                let mut missing = good.clone();
                missing.as_object_mut().expect("arguments").remove(field);
                bad.push(missing);
            }
        }
        for arguments in bad {
            let answer = browser.call(function, arguments.clone()).await;
            let what = format!("{function} {arguments}: {}", answer.text());
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{what}");
            assert_eq!(answer.json()["Invalid"]["field"], "arguments", "{what}");
            if arguments.get("elo").is_some() {
                assert!(answer.text().contains("elo"), "{what}");
            }
        }
        let address = format!("/fn/{function}");
        for body in ["", "{", "\0", "{}{}"] {
            let answer = browser.send(common::post(&address, body)).await;
            assert_eq!(
                answer.status,
                StatusCode::BAD_REQUEST,
                "{function} {body:?}"
            );
        }
        let answer = browser
            .send(common::post(&address, " ".repeat(65 * 1024)))
            .await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{function}");
    }
    assert_eq!(
        browser.name().await.as_deref(),
        Some("Anna"),
        "nothing was done"
    );
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_are_answered_alike_after_the_same_work() {
    let site = TestSite::new().await;
    let code = Browser::new(&site).register("Anna").await;
    let wrong_code = "00000-00000-00000-00000-00000";
    let mut told = Vec::new();
    for (function, arguments) in [
        (
            "sign_in",
            json!({ "name": "Anna", "password": "something else" }),
        ),
        (
            "sign_in",
            json!({ "name": "Bertha", "password": "something else" }),
        ),
        ("sign_in", json!({ "name": "Bertha", "password": PASSWORD })),
        ("sign_in", json!({ "name": "no name", "password": "x" })),
        (
            "recover",
            json!({ "name": "Anna", "code": wrong_code, "new_password": PASSWORD }),
        ),
        (
            "recover",
            json!({ "name": "Bertha", "code": code, "new_password": PASSWORD }),
        ),
        (
            "recover",
            json!({ "name": "Anna", "code": "", "new_password": PASSWORD }),
        ),
    ] {
        let before = site.visitors.hashers().runs();
        let answer = Browser::new(&site).call(function, arguments.clone()).await;
        let work = site.visitors.hashers().runs() - before;
        assert_eq!(work, u64::from(function == "sign_in"), "{arguments}");
        let mut headers = answer.headers.clone();
        headers.remove("x-request-id");
        told.push((answer.status, format!("{headers:?}"), answer.text()));
    }
    assert_eq!(told[0].0, StatusCode::UNAUTHORIZED);
    // The one header that differs between the functions says which it was.
    let (signing_in, recovering) = told.split_at(4);
    for alike in [signing_in, recovering] {
        assert!(alike.iter().all(|answer| *answer == alike[0]), "{alike:?}");
    }
}

#[tokio::test]
async fn who_tries_too_often_is_told_when_to_come_back() {
    let site = TestSite::new().await;
    Browser::new(&site).register("Anna").await;
    let mut thief = Browser::new(&site);
    let form = json!({ "name": "Anna", "password": "something else" });
    for _ in 0..10 {
        let answer = thief.call("sign_in", form.clone()).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    }
    let before = site.visitors.hashers().runs();
    // The right password opens nothing then, either.
    let answer = thief.sign_in("Anna").await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    let wait = answer.json()["TooMany"]["wait_s"].as_u64().expect("a wait");
    assert!((1..=30).contains(&wait), "{wait}");
    assert_eq!(answer.header("retry-after"), wait.to_string());
    assert_eq!(site.visitors.hashers().runs(), before, "and costs nothing");
    let recover = json!({ "name": "Anna", "code": "x", "new_password": "battery staple" });
    let answer = thief.call("recover", recover).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    let mut owner = Browser::new(&site);
    assert_eq!(owner.sign_in("Anna").await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_address_makes_so_many_accounts_and_no_more() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    for number in 0..10 {
        browser.cookie = None;
        browser.register(&format!("anna{number}")).await;
    }
    browser.cookie = None;
    let form = json!({ "name": "anna10", "password": PASSWORD });
    let answer = browser.call("register", form).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    Browser::new(&site).register("anna10").await;
}

#[tokio::test]
async fn more_sign_ins_than_can_be_checked_are_asked_to_come_back() {
    let site = TestSite::new().await;
    let mut browsers: Vec<_> = (0..40).map(|_| Browser::new(&site)).collect();
    let calls = browsers.iter_mut().enumerate().map(|(number, browser)| {
        let form = json!({ "name": format!("anna{number}"), "password": PASSWORD });
        browser.call("sign_in", form)
    });
    let answers = futures::future::join_all(calls).await;
    let mut busy = 0;
    for answer in answers {
        match answer.status {
            StatusCode::UNAUTHORIZED => {}
            StatusCode::SERVICE_UNAVAILABLE => {
                assert!(!answer.header("retry-after").is_empty());
                busy += 1;
            }
            other => panic!("{other}: {}", answer.text()),
        }
    }
    assert!(busy >= 1, "two at a time and sixteen who wait are all");
}
