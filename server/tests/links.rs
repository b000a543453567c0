//! Games that have an address: who gets a seat, what a link shows, and what becomes of both when
//! somebody is somebody else, or nobody any more.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::guest::{Browser, PASSWORD, won};
use common::{Answer, TestSite};
use serde_json::{Value, json};

/// A game to be played, under an id of this digit.
fn game(digit: char) -> Value {
    json!({ "game": {
        "client_id": digit.to_string().repeat(32), "color": "white",
        "control": { "base_s": 60, "increment_s": 1 }, "start_fen": null,
        "against": { "against": "somebody", "listed": true },
    } })
}

/// The game of [`won`] to be shared, under its id.
fn shared(digit: char) -> Value {
    let won = won(digit);
    json!({ "game": {
        "client_id": won["game"]["client_id"], "start_fen": null, "moves": won["game"]["moves"],
        "white": { "player": "mind", "strategy": "calculator", "level": 3 },
        "black": { "player": "visitor" }, "outcome": null, "control": null, "left_ms": [],
        "bottom": "black", "pgn": null,
    } })
}

async fn shown(site: &TestSite, link: &Value) -> Value {
    let answer = document(site, link, "json").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn document(site: &TestSite, link: &Value, ending: &str) -> Answer {
    let link = link.as_str().expect("a link");
    site.get(&format!("/game/{link}.{ending}")).await
}

fn named(name: &str) -> Value {
    json!({ "player": "named", "name": name })
}

#[tokio::test]
async fn a_seat_is_taken_once_and_the_same_request_makes_the_same_game() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    let link = anna.ask("new_live_game", game('a')).await;
    assert_eq!(link, anna.ask("new_live_game", game('a')).await);
    let open = shown(&site, &link).await;
    assert_eq!(open["stage"], json!({ "stage": "open" }));
    assert_eq!(open["black"], json!({ "player": "nobody" }));
    // Whoever made it has a seat already.
    let join = json!({ "game": link });
    anna.ask("join_live_game", join.clone()).await;
    assert_eq!(shown(&site, &link).await["version"], 0);

    let (mut ben, mut cleo) = (Browser::new(&site), Browser::new(&site));
    ben.ask("join_live_game", join.clone()).await;
    ben.ask("join_live_game", join.clone()).await;
    let late = cleo.call("join_live_game", join).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(late.json()["Invalid"]["field"], "game");
    assert_eq!(cleo.cookie, None, "nobody was made for it");
    let begun = shown(&site, &link).await;
    assert_eq!(begun["stage"], json!({ "stage": "playing" }));
    assert_eq!(
        (&begun["version"], &begun["black"]["player"]),
        (&json!(1), &json!("guest"))
    );
}

#[tokio::test]
async fn who_plays_is_shown_by_the_name_that_they_have_now() {
    let site = TestSite::new().await;
    let (mut anna, mut ben) = (Browser::new(&site), Browser::new(&site));
    let link = anna.ask("new_live_game", game('a')).await;
    ben.ask("join_live_game", json!({ "game": link })).await;
    anna.register("Anna").await;
    assert_eq!(shown(&site, &link).await["white"], named("Anna"));
    // A guest who signs in brings the seat along.
    let mut at_home = Browser::new(&site);
    at_home.register("Ben").await;
    ben.sign_in("Ben").await;
    assert_eq!(shown(&site, &link).await["black"], named("Ben"));
    let games = ben.ask("games_before", json!({ "before": null })).await;
    assert_eq!(games["games"][0]["link"], link);
    assert_eq!(games["games"][0]["opponent"], named("Anna"));
    // Who signs in from another account brings nothing.
    let mut cleo = Browser::new(&site);
    cleo.register("Cleo").await;
    cleo.sign_in("Ben").await;
    assert_eq!(shown(&site, &link).await["black"], named("Ben"));
}

#[tokio::test]
async fn an_account_that_goes_leaves_the_game_to_the_opponent() {
    let site = TestSite::new().await;
    let (mut anna, mut ben) = (Browser::new(&site), Browser::new(&site));
    anna.register("Anna").await;
    let link = anna.ask("new_live_game", game('a')).await;
    ben.ask("join_live_game", json!({ "game": link })).await;
    let alone = anna.ask("new_live_game", game('b')).await;
    anna.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    let off = shown(&site, &link).await;
    assert_eq!(off["stage"], json!({ "stage": "aborted" }));
    assert_eq!(off["white"], json!({ "player": "gone" }));
    assert_eq!(off["black"], json!({ "player": "guest" }));
    let gone = document(&site, &alone, "json").await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_shared_again_keeps_its_link_and_belongs_to_who_shared_it() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    let mut unfinished = shared('a');
    unfinished["game"]["moves"] = json!(["f2f3", "e7e5"]);
    let link = anna.ask("share_game", unfinished).await;
    assert_eq!(
        shown(&site, &link).await["stage"],
        json!({ "stage": "playing" })
    );
    assert_eq!(anna.ask("share_game", shared('a')).await, link);
    let over = shown(&site, &link).await;
    assert_eq!(over["san"], json!(["f3", "e5", "g4", "Qh4#"]));
    assert_eq!(over["stage"]["outcome"]["reason"], "checkmate");
    assert_eq!(over["version"], 2);
    let theirs = Browser::new(&site).call("share_game", shared('a')).await;
    assert_eq!(theirs.json()["Invalid"]["field"], "client_id");
    // It is not a result, and goes with its owner.
    assert_eq!(anna.wins().await, 0);
    let data = anna.ask("my_data", json!({})).await;
    assert_eq!(data["games"][0]["link"], link);
    anna.ask("delete_account", json!({ "password": null }))
        .await;
    assert_eq!(
        document(&site, &link, "json").await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn a_game_that_is_recorded_gets_its_link_where_it_is() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    anna.win('a').await;
    let link = anna.ask("share_game", shared('a')).await;
    assert_eq!(link, anna.ask("share_game", shared('a')).await);
    let games = anna.ask("games_before", json!({ "before": null })).await;
    assert_eq!(games["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(games["games"][0]["link"], link);
    assert_eq!(shown(&site, &link).await["kind"], "ai");
    // One that was shared before its end keeps the link that people have.
    let mut unfinished = shared('b');
    unfinished["game"]["moves"] = json!(["f2f3", "e7e5"]);
    let earlier = anna.ask("share_game", unfinished).await;
    anna.win('b').await;
    assert_eq!(earlier, anna.ask("share_game", shared('b')).await);
    let over = shown(&site, &earlier).await;
    assert_eq!(over["stage"]["outcome"]["reason"], "checkmate");
    // Another game under its id is another game.
    let mut other = shared('a');
    other["game"]["moves"] = json!(["e2e4"]);
    assert_ne!(link, anna.ask("share_game", other).await);
    assert_eq!(anna.wins().await, 2);
}

#[tokio::test]
async fn the_documents_of_a_game_say_what_they_are_and_whether_they_changed() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    let mut analysis = shared('a');
    analysis["game"]["pgn"] = json!("1. f3 e5 (1... d5) 2. g4 Qh4#");
    analysis["game"]["white"] = json!({ "player": "called", "name": "</script>&'<b>x" });
    let link = anna.ask("share_game", analysis).await;
    for (ending, kind, of) in [
        ("json", "application/json", "</script>"),
        ("pgn", "application/x-chess-pgn", "(1... d5)"),
        ("png", "image/png", ""),
    ] {
        let answer = document(&site, &link, ending).await;
        assert_eq!(answer.status, StatusCode::OK, "{ending}");
        assert_eq!(answer.header("content-type"), kind);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.text().contains(of), "{ending}");
        let path = format!("/game/{}.{ending}", link.as_str().expect("a link"));
        let again = Request::get(path).header("if-none-match", answer.header("etag"));
        let again = site
            .send(again.body(Body::empty()).expect("a request"))
            .await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{ending}");
        assert!(again.body.is_empty());
    }
    let picture = document(&site, &link, "png").await;
    assert_eq!(
        picture.header("cross-origin-resource-policy"),
        "cross-origin"
    );
    assert_eq!(picture.body[1..4], *b"PNG");
    for path in [
        "/game/q3ZkV9dYw7Ab.json",
        "/game/q3ZkV9dYw7Ab",
        "/game/x.png",
        "/game/q3ZkV9dYw7Ab.exe",
        "/game/..%2f..%2fetc",
        "/game/%00",
        "/embed/q3ZkV9dYw7Ab",
    ] {
        assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_typed_name_never_looks_like_the_accounts_of_the_same_name() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    anna.register("Anna-1").await;
    let own = anna.ask("share_game", shared('a')).await;
    let mut posing = shared('b');
    posing["game"]["black"] = json!({ "player": "called", "name": "Anna-1" });
    let mut thief = Browser::new(&site);
    let posing = thief.ask("share_game", posing).await;
    let of = |link: &Value, page: &str| format!("/{page}/{}", link.as_str().expect("a link"));
    for page in ["game", "embed"] {
        let own = site.get(&of(&own, page)).await.text();
        assert!(own.contains("Anna-1") && !own.contains("\u{201c}"), "{own}");
        let posing = site.get(&of(&posing, page)).await.text();
        // But for the data, from which the page makes the same.
        let (read, data) = posing.split_once("id=\"shown\"").unwrap_or((&posing, ""));
        let data = data.split_once("</script>").map_or("", |(_, rest)| rest);
        for text in [read, data] {
            // A link to the analysis has it as the PGN has it.
            let plain = text
                .replace("\u{201c}Anna-1\u{201d}", "")
                .replace("black=Anna-1", "");
            assert!(!plain.contains("Anna-1"), "{plain}");
        }
        for part in ["<title>", "og:title", "og:description", "class=\"called\""] {
            let rest = posing.split(part).nth(1);
            let is_there = page == "game" || !part.starts_with("og");
            assert!(!is_there || rest.is_some(), "{page} has no {part}");
        }
        assert!(posing.contains("name as typed, not an account"), "{posing}");
    }
    let pictures = [
        document(&site, &own, "png").await,
        document(&site, &posing, "png").await,
    ];
    assert_ne!(pictures[0].body, pictures[1].body);
    assert_ne!(pictures[0].header("etag"), pictures[1].header("etag"));
    let file = document(&site, &posing, "pgn").await.text();
    assert!(file.contains("[Black \"Anna-1\"]"), "{file}");
    for name in [
        "Anna-1\u{201d} \u{201c}",
        "Anna-1\"",
        "Anna-1\u{2019}\u{2019}",
        "Anna\u{200b}-1",
        "\u{202e}1-annA",
        "Anna-1\u{3164}",
    ] {
        let mut hostile = shared('c');
        hostile["game"]["black"] = json!({ "player": "called", "name": name });
        let refused = thief.call("share_game", hostile).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}");
        assert_eq!(refused.json()["Invalid"]["field"], "black.name", "{name:?}");
    }
}

#[tokio::test]
async fn a_socket_is_refused_before_it_is_one() {
    let site = TestSite::new().await;
    let plain = site.get("/ws").await;
    assert_eq!(plain.status, StatusCode::UPGRADE_REQUIRED);
    assert_eq!(plain.header("upgrade"), "websocket");
    let foreign = Request::get("/ws")
        .header("origin", "http://evil.example")
        .header("host", "ponder.example")
        .body(Body::empty())
        .expect("a request");
    assert_eq!(site.send(foreign).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_can_not_be_played_is_refused_by_its_field() {
    let site = TestSite::new().await;
    let mut anna = Browser::new(&site);
    for (field, value, named) in [
        ("client_id", json!("x"), "client_id"),
        (
            "control",
            json!({ "base_s": 1, "increment_s": 0 }),
            "control.base_s",
        ),
        ("start_fen", json!("8/8/8/8/8/8/8/8 w - - 0 1"), "start_fen"),
        (
            "against",
            json!({ "against": "mind", "strategy": "oracle", "level": 3 }),
            "against.strategy",
        ),
        (
            "against",
            json!({ "against": "mind", "strategy": "guest", "level": 3 }),
            "against.strategy",
        ),
    ] {
        let mut asked = game('a');
        asked["game"][field] = value;
        let refused = anna.call("new_live_game", asked).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert_eq!(refused.json()["Invalid"]["field"], named);
    }
    let unknown = json!({ "game": "../../../etc" });
    let refused = anna.call("join_live_game", unknown).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(anna.cookie, None, "nobody was made for any of it");
    // Nobody has more games waiting than anybody plays.
    let mut last = StatusCode::OK;
    for number in 0..=50 {
        let mut asked = game('a');
        asked["game"]["client_id"] = json!(format!("{number:032x}"));
        last = anna.call("new_live_game", asked).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}
