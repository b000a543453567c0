//! Orders of whoever runs the site: who is kept out, what is removed, and what is noted of it.

mod common;

use axum::http::StatusCode;
use common::TestSite;
use common::guest::{Browser, PASSWORD};
use serde_json::{Value, json};
use server::moderation::order::{Action, Order};
use server::store::Orders;

/// Gives an order and has it carried out; what came of it.
async fn order(site: &TestSite, action: Action, target: &str, days: Option<u32>) -> String {
    let mut orders = Orders::open(&site.location).await.expect("a store");
    let order = Order {
        action,
        target: target.to_owned(),
        days,
        reason: Some("a test".to_owned()),
    };
    let id = orders.give(&order).await.expect("is kept");
    site.moderator.carry_out().await.expect("the store works");
    let outcome = orders.outcome(id).await.expect("is there");
    orders.close().await.expect("closes");
    outcome.expect("is carried out")
}

fn share(digit: &str) -> Value {
    json!({ "game": {
        "client_id": digit.repeat(32), "start_fen": null, "moves": ["e2e4"],
        "white": { "player": "visitor" }, "black": { "player": "somebody" },
        "outcome": null, "control": null, "left_ms": [], "bottom": "white", "pgn": null } })
}

#[tokio::test]
async fn a_banned_address_gets_nothing_and_its_neighbour_everything() {
    let site = TestSite::new().await;
    let mut bad = Browser::new(&site);
    let mut good = Browser::new(&site);
    bad.win('a').await;
    good.win('b').await;
    let address = bad.address().to_string();
    let said = order(&site, Action::Ban, &address, Some(1)).await;
    assert_eq!(said, "the address is banned");
    for path in ["results", "account"] {
        let answer = bad.call(path, json!({})).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
        assert_eq!(answer.problem()["title"], "Banned");
        assert_eq!(good.call(path, json!({})).await.status, StatusCode::OK);
    }
    let said = order(&site, Action::Unban, &address, None).await;
    assert_eq!(said, "the ban is lifted");
    assert_eq!(bad.wins().await, 1);
    let said = order(&site, Action::Unban, &address, None).await;
    assert_eq!(said, "there was no such ban");
}

#[tokio::test]
async fn a_banned_account_is_signed_out_everywhere_and_lets_nobody_in() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let code = browser.register("Anna").await;
    let mut other = Browser::new(&site);
    other.register("Bertha").await;
    assert_eq!(
        order(&site, Action::Ban, "ANNA", None).await,
        "the account is banned"
    );
    assert_eq!(browser.account().await, json!("nobody"));
    let refused = browser.sign_in("Anna").await;
    assert_eq!(
        refused.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        refused.text()
    );
    assert!(refused.text().contains("banned"));
    let recovery = json!({ "name": "Anna", "code": code, "new_password": "battery staple horse" });
    let refused = browser.call("recover", recovery).await;
    assert!(refused.text().contains("banned"), "{}", refused.text());
    // A wrong password is answered as ever: who is banned is nobody else’s business.
    let wrong = json!({ "name": "Anna", "password": "wrong horse battery" });
    assert_eq!(
        browser.call("sign_in", wrong).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(other.name().await.as_deref(), Some("Bertha"));
    assert_eq!(
        order(&site, Action::Unban, "Anna", None).await,
        "the ban is lifted"
    );
    assert_eq!(browser.sign_in("Anna").await.status, StatusCode::OK);
    assert_eq!(
        order(&site, Action::Ban, "Nobody-Here", None).await,
        "there is no such account"
    );
}

#[tokio::test]
async fn a_share_an_account_and_a_challenge_are_removed_by_their_names() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    browser.register("Anna").await;
    let link = browser.ask("share_game", share("a")).await;
    let link = link.as_str().expect("a link");
    let kept = browser.ask("share_game", share("b")).await;
    let page = format!("/game/{link}.json");
    assert_eq!(site.get(&page).await.status, StatusCode::OK);
    let target = format!("https://chess.example.org/game/{link}");
    let said = order(&site, Action::RemoveShare, &target, None).await;
    assert_eq!(said, "the share is removed");
    assert_eq!(site.get(&page).await.status, StatusCode::NOT_FOUND);
    let page = format!("/game/{}.json", kept.as_str().expect("a link"));
    assert_eq!(
        site.get(&page).await.status,
        StatusCode::OK,
        "the other one stays"
    );
    let challenge = json!({ "game": {
        "client_id": "c".repeat(32), "color": "white", "control": null, "start_fen": null,
        "against": { "against": "somebody", "listed": true } } });
    let open = browser.ask("new_live_game", challenge).await;
    let open = open.as_str().expect("a link");
    let said = order(&site, Action::RemoveChallenge, open, None).await;
    assert_eq!(said, "the challenge is removed");
    let game = site.get(&format!("/game/{open}.json")).await.json();
    assert_eq!(game["stage"]["stage"], "aborted", "{game}");
    let said = order(&site, Action::RemoveChallenge, open, None).await;
    assert_eq!(said, "that is no open challenge");
    for (action, target, said) in [
        (Action::RemoveShare, "x", "that is no link of a game"),
        (
            Action::RemoveShare,
            "q3ZkV9dYw7Ab",
            "nothing is shared under that link",
        ),
        (Action::RemoveAccount, "Anna", "the account is removed"),
        (Action::RemoveAccount, "Anna", "there is no such account"),
    ] {
        assert_eq!(order(&site, action, target, None).await, said);
    }
    assert_eq!(browser.account().await, json!("nobody"));
    let form = json!({ "name": "Anna", "password": PASSWORD });
    assert_eq!(
        browser.call("register", form).await.status,
        StatusCode::OK,
        "the name is free"
    );
}

#[tokio::test]
async fn every_order_is_noted_with_what_came_of_it() {
    let site = TestSite::new().await;
    order(&site, Action::Ban, "192.0.2.0/24", Some(7)).await;
    order(&site, Action::RemoveAccount, "Nobody-Here", None).await;
    let mut orders = Orders::open(&site.location).await.expect("a store");
    let noted = orders.all().await.expect("are there");
    let seen: Vec<_> = noted
        .iter()
        .map(|order| (&*order.action, &*order.target, order.outcome.as_deref()))
        .collect();
    assert_eq!(
        seen,
        [
            ("ban", "192.0.2.0/24", Some("the address is banned")),
            (
                "remove account",
                "Nobody-Here",
                Some("there is no such account")
            ),
        ]
    );
    assert_eq!(noted[0].reason.as_deref(), Some("a test"));
    assert_eq!(
        noted[0]
            .until
            .map(|until| (until - noted[0].asked) / 86_400_000),
        Some(7)
    );
}
