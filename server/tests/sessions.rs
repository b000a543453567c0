//! Sessions: when one begins, when it ends, and that nothing else is one.

mod common;

use axum::http::StatusCode;
use common::TestSite;
use common::guest::{Browser, PASSWORD, won};
use serde_json::{Value, json};

async fn run(site: &TestSite, sql: &'static str) {
    let mut database = site.database().await;
    sqlx::raw_sql(sql)
        .execute(&mut database)
        .await
        .expect("SQL");
}

async fn count(site: &TestSite, sql: &'static str) -> i64 {
    let mut database = site.database().await;
    sqlx::query_scalar(sql)
        .fetch_one(&mut database)
        .await
        .expect("SQL")
}

#[tokio::test]
async fn asking_who_one_is_makes_nobody() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    assert_eq!(browser.account().await, json!("nobody"));
    assert_eq!(browser.cookie, None);
    assert_eq!(count(&site, "SELECT COUNT(*) FROM users").await, 0);
}

#[tokio::test]
async fn a_guest_who_takes_a_name_keeps_their_games_and_gets_another_token() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    assert!(browser.account().await["guest"]["created"].is_i64());
    let before = browser.cookie.clone();
    let code = browser.register("Anna").await;
    assert_eq!(code.len(), 29);
    assert_ne!(browser.cookie, before);
    assert_eq!(browser.name().await.as_deref(), Some("Anna"));
    assert_eq!(browser.wins().await, 1);
    let mut old = Browser::with_cookie(&site, before);
    assert_eq!(old.account().await, json!("nobody"));
    assert_eq!(count(&site, "SELECT COUNT(*) FROM users").await, 1);
}

#[tokio::test]
async fn a_token_from_before_signing_in_is_not_the_one_after() {
    let site = TestSite::new().await;
    Browser::new(&site).register("Anna").await;
    // Planted by somebody who knows it, as a guest, as another account, as nothing at all.
    let mut guest = Browser::new(&site);
    guest.win('a').await;
    let mut other = Browser::new(&site);
    other.register("Bertha").await;
    let unknown = Some(format!("ponder_session={}", "0".repeat(64)));
    for planted in [guest.cookie, other.cookie, unknown] {
        let mut victim = Browser::with_cookie(&site, planted.clone());
        assert_eq!(victim.sign_in("anna").await.status, StatusCode::OK);
        assert_ne!(victim.cookie, planted);
        assert_eq!(victim.name().await.as_deref(), Some("Anna"));
        let mut thief = Browser::with_cookie(&site, planted);
        assert_eq!(thief.account().await, json!("nobody"));
    }
}

#[tokio::test]
async fn what_a_guest_did_is_the_accounts_after_signing_in_and_the_guest_is_gone() {
    let site = TestSite::new().await;
    let mut first = Browser::new(&site);
    first.win('a').await;
    first.register("Anna").await;
    let mut second = Browser::new(&site);
    second.win('b').await;
    second.win('c').await;
    let signed_in = second.sign_in("ANNA").await;
    assert_eq!(signed_in.json()["named"]["name"], "Anna");
    assert_eq!(second.wins().await, 3);
    assert_eq!(first.wins().await, 3);
    assert_eq!(count(&site, "SELECT COUNT(*) FROM users").await, 1);
    assert_eq!(count(&site, "SELECT COUNT(*) FROM sessions").await, 2);
    // Sent again, as a page does that got no answer: known, and counted once.
    second.win('b').await;
    assert_eq!(second.wins().await, 3);
}

#[tokio::test]
async fn an_account_is_not_merged_into_another() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    browser.register("Anna").await;
    Browser::new(&site).register("Bertha").await;
    assert_eq!(browser.sign_in("Bertha").await.status, StatusCode::OK);
    assert_eq!(browser.wins().await, 0);
    assert_eq!(browser.sign_in("Anna").await.status, StatusCode::OK);
    assert_eq!(browser.wins().await, 1);
    assert_eq!(count(&site, "SELECT COUNT(*) FROM users").await, 2);
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server_and_takes_the_cookie() {
    let site = TestSite::new().await;
    let mut here = Browser::new(&site);
    here.register("Anna").await;
    let mut there = Browser::new(&site);
    there.sign_in("Anna").await;
    let token = here.cookie.clone();
    let answer = here.call("sign_out", json!({ "everywhere": false })).await;
    assert_eq!(answer.status, StatusCode::OK);
    let set = answer.header("set-cookie");
    assert!(set.starts_with("ponder_session=; "), "{set}");
    assert!(set.contains("Max-Age=0"), "{set}");
    assert_eq!(here.cookie, None);
    let mut replayed = Browser::with_cookie(&site, token);
    assert_eq!(replayed.account().await, json!("nobody"));
    assert_eq!(there.name().await.as_deref(), Some("Anna"));
    // Once more changes nothing.
    here.ask("sign_out", json!({ "everywhere": false })).await;
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_session_of_this_account_only() {
    let site = TestSite::new().await;
    let mut here = Browser::new(&site);
    here.register("Anna").await;
    let mut there = Browser::new(&site);
    there.sign_in("Anna").await;
    let mut other = Browser::new(&site);
    other.register("Bertha").await;
    here.ask("sign_out", json!({ "everywhere": true })).await;
    assert_eq!(there.account().await, json!("nobody"));
    assert_eq!(other.name().await.as_deref(), Some("Bertha"));
}

#[tokio::test]
async fn a_session_that_ran_out_is_nobodys() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    browser.register("Anna").await;
    run(&site, "UPDATE sessions SET expires = 1").await;
    assert_eq!(browser.account().await, json!("nobody"));
    assert_eq!(browser.wins().await, 0);
    for (function, arguments) in [
        ("my_data", json!({})),
        ("api_keys", json!({})),
        ("delete_account", json!({ "password": PASSWORD })),
    ] {
        let answer = browser.call(function, arguments).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{function}");
    }
    assert_eq!(browser.sign_in("Anna").await.status, StatusCode::OK);
    assert_eq!(browser.wins().await, 1);
    let left = count(&site, "SELECT COUNT(*) FROM sessions WHERE expires = 1").await;
    assert_eq!(left, 0, "those that ran out are swept away");
}

#[tokio::test]
async fn a_guest_whose_session_ran_out_is_forgotten_and_somebody_with_a_name_is_not() {
    let site = TestSite::new().await;
    let (mut gone, mut guest, mut anna) = (
        Browser::new(&site),
        Browser::new(&site),
        Browser::new(&site),
    );
    gone.win('a').await;
    run(&site, "UPDATE sessions SET expires = 1").await;
    guest.win('b').await;
    anna.win('c').await;
    anna.register("Anna").await;
    run(&site, "UPDATE sessions SET expires = 1 WHERE user_id = 3").await;
    assert!(!site.store.sweep().await.expect("the store works"));
    assert_eq!(guest.wins().await, 1);
    anna.sign_in("Anna").await;
    assert_eq!(anna.wins().await, 1);
    for (table, left) in [
        ("SELECT COUNT(*) FROM users", 2),
        ("SELECT COUNT(*) FROM games", 2),
        ("SELECT COUNT(*) FROM moves", 8),
    ] {
        assert_eq!(count(&site, table).await, left, "{table}");
    }
}

#[tokio::test]
async fn a_guest_who_never_came_back_is_forgotten_after_a_day_but_for_what_was_shared() {
    let site = TestSite::new().await;
    let share = |digit: &str| {
        json!({ "game": {
            "client_id": digit.repeat(32), "start_fen": null, "moves": ["e2e4"],
            "white": { "player": "visitor" }, "black": { "player": "somebody" },
            "outcome": null, "control": null, "left_ms": [], "bottom": "white", "pgn": null } })
    };
    let [mut lost, mut sharer, mut back] = [(); 3].map(|()| Browser::new(&site));
    lost.win('a').await;
    let link = sharer.ask("share_game", share("b")).await;
    back.win('c').await;
    assert_eq!(back.wins().await, 1, "the cookie is shown");
    let guests = "SELECT COUNT(*) FROM users";
    site.store.sweep().await.expect("the store works");
    assert_eq!(count(&site, guests).await, 3, "a day has not gone by");
    let day = "UPDATE sessions SET created = created - 90000000";
    run(&site, day).await;
    site.store.sweep().await.expect("the store works");
    assert_eq!(count(&site, guests).await, 2);
    assert_eq!(count(&site, "SELECT COUNT(*) FROM games").await, 2);
    assert_eq!(back.wins().await, 1);
    let path = format!("/game/{}.json", link.as_str().expect("a link"));
    assert_eq!(site.get(&path).await.status, StatusCode::OK);
    let month = "UPDATE games SET created = created - 2678400000";
    run(&site, month).await;
    site.store.sweep().await.expect("the store works");
    assert_eq!(count(&site, guests).await, 1);
    assert_eq!(site.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(back.wins().await, 1, "who came back stays");
}

#[tokio::test]
async fn a_used_session_lives_on_and_a_hundred_of_them_do_not() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    run(
        &site,
        "UPDATE sessions SET seen = 1, expires = expires - 8640000000",
    )
    .await;
    let shorter = count(&site, "SELECT expires FROM sessions").await;
    browser.account().await;
    assert!(count(&site, "SELECT expires FROM sessions").await > shorter);
    let mut database = site.database().await;
    for token in 0..100 {
        sqlx::query("INSERT INTO sessions (token_sha256, user_id, expires) VALUES ($1, 1, $2)")
            .bind(vec![token; 32])
            .bind(9_000_000_000_000_i64)
            .execute(&mut database)
            .await
            .expect("SQL");
    }
    drop(database);
    run(
        &site,
        "UPDATE sessions SET expires = expires - 7000000000000",
    )
    .await;
    Browser::new(&site).sign_in("Anna").await;
    assert_eq!(count(&site, "SELECT COUNT(*) FROM sessions").await, 50);
}

#[tokio::test]
async fn a_changed_password_ends_every_other_session_and_turns_this_one() {
    let site = TestSite::new().await;
    let mut here = Browser::new(&site);
    here.register("Anna").await;
    let mut there = Browser::new(&site);
    there.sign_in("Anna").await;
    let before = here.cookie.clone();
    let wrong = json!({ "current": "something else", "new": "battery staple" });
    let answer = here.call("change_password", wrong).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert_eq!(there.name().await.as_deref(), Some("Anna"));
    let form = json!({ "current": PASSWORD, "new": "battery staple" });
    here.ask("change_password", form).await;
    assert_ne!(here.cookie, before);
    assert_eq!(here.name().await.as_deref(), Some("Anna"));
    assert_eq!(there.account().await, json!("nobody"));
    let mut old = Browser::with_cookie(&site, before);
    assert_eq!(old.account().await, json!("nobody"));
    assert_eq!(
        Browser::new(&site).sign_in("Anna").await.status,
        StatusCode::UNAUTHORIZED,
        "the old password opens nothing"
    );
    let new = json!({ "name": "Anna", "password": "battery staple" });
    Browser::new(&site).ask("sign_in", new).await;
}

#[tokio::test]
async fn a_recovery_code_opens_once_and_ends_every_session() {
    let site = TestSite::new().await;
    let mut thief = Browser::new(&site);
    thief.win('a').await;
    let code = thief.register("Anna").await;
    let mut owner = Browser::new(&site);
    owner.win('b').await;
    let typed = code.to_lowercase().replace('-', " ");
    let form = |code: &str, password: &str| json!({ "name": "anna", "code": code, "new_password": password });
    let next = owner.ask("recover", form(&typed, "battery staple")).await;
    let next = next.as_str().expect("a code").to_owned();
    assert_ne!(next, code);
    assert_eq!(owner.name().await.as_deref(), Some("Anna"));
    assert_eq!(owner.wins().await, 2, "the guest's game came along");
    assert_eq!(thief.account().await, json!("nobody"));
    let mut again = Browser::new(&site);
    let answer = again.call("recover", form(&code, "horse battery")).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    again.ask("recover", form(&next, "horse battery")).await;
    assert_eq!(owner.account().await, json!("nobody"));
}

#[tokio::test]
async fn of_two_who_use_a_recovery_code_at_the_same_time_one_gets_in() {
    let site = TestSite::new().await;
    let code = Browser::new(&site).register("Anna").await;
    let form = json!({ "name": "Anna", "code": code, "new_password": "battery staple" });
    let (mut one, mut two) = (Browser::new(&site), Browser::new(&site));
    let (one, two) = tokio::join!(
        one.call("recover", form.clone()),
        two.call("recover", form.clone())
    );
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
}

#[tokio::test]
async fn another_recovery_code_takes_the_place_of_the_one_before() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let first = browser.register("Anna").await;
    let wrong = browser
        .call("new_recovery_code", json!({ "password": "something else" }))
        .await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    let second = browser
        .ask("new_recovery_code", json!({ "password": PASSWORD }))
        .await;
    let mut other = Browser::new(&site);
    for (code, status) in [(json!(first), 401), (second, 200)] {
        let form = json!({ "name": "Anna", "code": code, "new_password": "battery staple" });
        let answer = other.call("recover", form).await;
        assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    }
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_and_its_name_is_free() {
    let site = TestSite::new().await;
    let mut here = Browser::new(&site);
    here.win('a').await;
    here.register("Anna").await;
    here.ask(
        "new_api_key",
        json!({ "label": "bot", "password": PASSWORD }),
    )
    .await;
    let mut there = Browser::new(&site);
    there.sign_in("Anna").await;
    let mut other = Browser::new(&site);
    other.win('b').await;
    for (password, status) in [
        (json!(null), StatusCode::UNPROCESSABLE_ENTITY),
        (json!("something else"), StatusCode::UNAUTHORIZED),
    ] {
        let answer = here
            .call("delete_account", json!({ "password": password }))
            .await;
        assert_eq!(answer.status, status);
    }
    let answer = here
        .call("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(here.cookie, None);
    assert_eq!(there.account().await, json!("nobody"));
    assert_eq!(
        Browser::new(&site).sign_in("Anna").await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(other.wins().await, 1);
    for (table, left) in [
        ("SELECT COUNT(*) FROM users", 1),
        ("SELECT COUNT(*) FROM sessions", 1),
        ("SELECT COUNT(*) FROM games", 1),
        ("SELECT COUNT(*) FROM moves", 4),
        ("SELECT COUNT(*) FROM api_keys", 0),
    ] {
        assert_eq!(count(&site, table).await, left, "{table}");
    }
    Browser::new(&site).register("Anna").await;
}

#[tokio::test]
async fn a_guest_deletes_what_is_kept_without_a_password() {
    let site = TestSite::new().await;
    let mut guest = Browser::new(&site);
    guest.win('a').await;
    guest
        .ask("delete_account", json!({ "password": null }))
        .await;
    assert_eq!(guest.cookie, None);
    for table in ["SELECT COUNT(*) FROM users", "SELECT COUNT(*) FROM games"] {
        assert_eq!(count(&site, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_game_against_a_person_stays_that_persons() {
    let site = TestSite::new().await;
    let (mut anna, mut bertha) = (Browser::new(&site), Browser::new(&site));
    anna.register("Anna").await;
    bertha.register("Bertha").await;
    run(
        &site,
        "INSERT INTO games (client_id, kind, white, black, version, status, result, created) \
         VALUES ('x', 'live', 1, 2, 0, 'finished', '1-0', 1)",
    )
    .await;
    anna.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    let left = count(
        &site,
        "SELECT COUNT(*) FROM games WHERE white IS NULL AND black = 2",
    );
    assert_eq!(left.await, 1);
    let data = bertha.ask("my_data", json!({})).await;
    assert_eq!(data["games"][0]["color"], "black");
}

#[tokio::test]
async fn all_that_is_kept_is_told_to_whom_it_is_about() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.win('a').await;
    let guest = browser.ask("my_data", json!({})).await;
    assert_eq!(guest["account"]["name"], Value::Null);
    let code = browser.register("Anna").await;
    let key = browser
        .ask(
            "new_api_key",
            json!({ "label": "bot", "password": PASSWORD }),
        )
        .await;
    let mut other = Browser::new(&site);
    other.win('b').await;
    let data = browser.ask("my_data", json!({})).await;
    assert_eq!(data["account"]["name"], "Anna");
    assert_eq!(data["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["devices"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["api_keys"][0]["label"], "bot");
    assert_eq!(data["games"].as_array().map(Vec::len), Some(1));
    let game = &data["games"][0];
    assert_eq!(game["client_id"], won('a')["game"]["client_id"]);
    assert_eq!(game["moves"], "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game["result"], "0-1");
    let text = data.to_string();
    let token = |cookie: &Option<String>| {
        let cookie = cookie.as_ref().expect("a cookie");
        cookie.split_once('=').expect("a value").1.to_owned()
    };
    let (token, device) = (token(&browser.cookie), token(&browser.device));
    let key = key["key"].as_str().expect("a key");
    for secret in [PASSWORD, "argon2", &code, key, &token, &device] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[tokio::test]
async fn under_tls_only_a_cookie_that_nobody_else_can_set_counts() {
    let site = TestSite::with_tls().await;
    let mut browser = Browser::new(&site);
    let answer = browser.call("record_game", won('a')).await;
    let set = answer.header("set-cookie");
    assert!(set.starts_with("__Host-ponder_session="), "{set}");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Domain"), "{set}");
    assert_eq!(browser.wins().await, 1);
    let plain = browser
        .cookie
        .clone()
        .expect("a cookie")
        .replace("__Host-", "");
    let mut planted = Browser::with_cookie(&site, Some(plain));
    assert_eq!(planted.account().await, json!("nobody"));
    browser.register("Anna").await;
    let answer = browser
        .call("sign_out", json!({ "everywhere": false }))
        .await;
    let set = answer.header("set-cookie");
    assert!(set.starts_with("__Host-ponder_session=; "), "{set}");
    assert!(set.contains("Secure"), "{set}");
}
