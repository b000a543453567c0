//! Who may do what: every function, tried by everybody, on what is theirs and what is another's.

mod common;

use axum::http::StatusCode;
use common::TestSite;
use common::guest::{Browser, PASSWORD, won};
use serde_json::{Value, json};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// Without a cookie.
    Nobody,
    Guest,
    /// With the cookie of a session that was signed out.
    SignedOut,
    /// With the cookie of a session that ran out.
    Expired,
    Named,
}

const EVERYBODY: [Who; 5] = [
    Who::Nobody,
    Who::Guest,
    Who::SignedOut,
    Who::Expired,
    Who::Named,
];

/// What there is to be had, beside what is the asker's own.
struct Things {
    /// The asker's name, where they have one, and a key of theirs.
    own_key: i64,
    /// A game of theirs.
    own_game: Value,
    /// The same of somebody else.
    others_key: i64,
    others_game: Value,
    others_learner: Value,
    /// The address of a game in which somebody else waits for an opponent.
    others_table: Value,
    others_name: String,
    others_code: String,
    /// Nobody's so far.
    free_name: String,
    free_game: Value,
}

/// The id of an analysis that the asker keeps, and of one of somebody else.
const OWN_ANALYSIS: &str = "00000000000000a1";
const OTHERS_ANALYSIS: &str = "00000000000000b2";

/// A function, what it is asked, and what everybody is answered, in the order of [`EVERYBODY`].
type Row = (
    &'static str,
    &'static str,
    fn(&Things) -> Value,
    [u16; EVERYBODY.len()],
);

#[rustfmt::skip]
const TABLE: [Row; 49] = [
    // Whoever is nobody to the server can do what nobody can: ask, play, register, sign in.
    ("account",           "who one is",      |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("results",           "own",             |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("results_by_level",  "own",             |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("rating",            "own",             |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("reset_rating",      "own",             |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("games_before",      "own",             |_| json!({ "before": null }),                [200, 200, 200, 200, 200]),
    ("games_before",      "another's",       |_| json!({ "before": i64::MAX }),            [200, 200, 200, 200, 200]),
    // A device hands over what it learnt; where the server knows nobody, a guest is made.
    ("meet_learner",      "own",             |t| learnt(&t.own_game, &Value::Null),        [200, 200, 200, 200, 200]),
    ("meet_learner",      "another's",       |t| learnt(&t.own_game, &t.others_learner),   [200, 200, 200, 200, 200]),
    ("record_game",       "a new one",       |t| t.free_game.clone(),                      [200, 200, 200, 200, 200]),
    ("record_game",       "own",             |t| t.own_game.clone(),                       [422, 200, 422, 422, 200]),
    ("record_game",       "another's",       |t| t.others_game.clone(),                    [422, 422, 422, 422, 422]),
    ("solved_endings",    "own",             |_| json!({}),                                [200, 200, 200, 200, 200]),
    ("view_network",      "anybody's",       |_| json!({ "id": "0".repeat(32) }),          [200, 200, 200, 200, 200]),
    ("upload_network",    "no network",      |_| json!({ "file": "", "card": { "algorithm": "td-leaf", "neurons": 16, "games": 1, "generations": 1, "curve": [], "parents": [] } }), [422, 422, 422, 422, 422]),
    ("record_endings",    "own",             |_| json!({ "solved": [{ "lesson": "queen", "moves": 9 }] }),
                                                                                           [200, 200, 200, 200, 200]),
    ("known_exercises",   "own",             |_| json!({ "after": 0 }),                     [200, 200, 200, 200, 200]),
    ("record_exercises",  "own",             |_| json!({ "exercises": [], "answers": [{ "exercise": "0123456789abcdef", "at": 1_700_000_000_000_u64, "grade": "good" }] }),
                                                                                           [200, 200, 200, 200, 200]),
    ("keep_analysis",     "a new one",       |_| analysis(OWN_ANALYSIS, 0),                [200, 200, 200, 200, 200]),
    // An id is another analysis of another visitor; whoever has none under it is told just that.
    ("keep_analysis",     "another's",       |_| analysis(OTHERS_ANALYSIS, 0),             [200, 200, 200, 200, 200]),
    ("keep_analysis",     "another's version", |_| analysis(OTHERS_ANALYSIS, 1),           [200, 200, 200, 200, 200]),
    ("keep_analysis",     "no analysis",     |_| analysis("7", 0),                         [400, 400, 400, 400, 400]),
    ("open_analysis",     "another's",       |_| json!({ "id": OTHERS_ANALYSIS }),          [200, 200, 200, 200, 200]),
    ("kept_analyses",     "own",             |_| json!({ "before": null }),                [200, 200, 200, 200, 200]),
    ("rename_analysis",   "another's",       |_| json!({ "id": OTHERS_ANALYSIS, "seen": 1, "name": "Mine" }),
                                                                                           [200, 200, 200, 200, 200]),
    ("rename_analysis",   "without a name",  |_| json!({ "id": OTHERS_ANALYSIS, "seen": 1, "name": "" }),
                                                                                           [422, 422, 422, 422, 422]),
    ("delete_analysis",   "another's",       |_| json!({ "id": OTHERS_ANALYSIS, "seen": 1 }), [200, 200, 200, 200, 200]),
    ("new_live_game",     "a new one",       |t| live(&t.free_game),                       [200, 200, 200, 200, 200]),
    ("new_live_game",     "another's",       |t| live(&t.others_game),                     [422, 422, 422, 422, 422]),
    // An open game is there for whoever knows its address.
    ("join_live_game",    "another's",       |t| json!({ "game": t.others_table }),        [200, 200, 200, 200, 200]),
    ("join_live_game",    "nobody's",        |_| json!({ "game": "q3ZkV9dYw7Ab" }),        [422, 422, 422, 422, 422]),
    ("share_game",        "a new one",       |t| shared(&t.free_game),                     [200, 200, 200, 200, 200]),
    ("share_game",        "another's",       |t| shared(&t.others_game),                   [422, 422, 422, 422, 422]),
    ("register",          "a free name",     |t| with_password(&t.free_name),              [200, 200, 200, 200, 422]),
    ("register",          "another's name",  |t| with_password(&t.others_name),            [422, 422, 422, 422, 422]),
    ("sign_in",           "with proof",      |t| with_password(&t.others_name),            [200, 200, 200, 200, 200]),
    ("sign_in",           "without",         |t| json!({ "name": t.others_name, "password": "guess" }),
                                                                                           [401, 401, 401, 401, 401]),
    // For a guest there is nothing to sign out of: without the cookie, all would be lost.
    ("sign_out",          "own",             |_| json!({ "everywhere": true }),            [200, 401, 200, 200, 200]),
    ("change_password",   "own",             |_| json!({ "current": PASSWORD, "new": "battery staple" }),
                                                                                           [401, 401, 401, 401, 200]),
    ("recover",           "with proof",      |t| recovery(&t.others_name, &t.others_code), [200, 200, 200, 200, 200]),
    ("recover",           "without",         |t| recovery(&t.others_name, "guess"),        [401, 401, 401, 401, 401]),
    ("new_recovery_code", "own",             |_| json!({ "password": PASSWORD }),          [401, 401, 401, 401, 200]),
    ("delete_account",    "own",             |_| json!({ "password": PASSWORD }),          [401, 200, 401, 401, 200]),
    ("my_data",           "own",             |_| json!({}),                                [401, 200, 401, 401, 200]),
    ("api_keys",          "own",             |_| json!({}),                                [401, 401, 401, 401, 200]),
    ("new_api_key",       "own",             |_| json!({ "label": "bot", "password": PASSWORD }),
                                                                                           [401, 401, 401, 401, 200]),
    ("new_api_key",       "without",         |_| json!({ "label": "bot", "password": "guess" }),
                                                                                           [401, 401, 401, 401, 401]),
    ("revoke_api_key",    "own",             |t| json!({ "id": t.own_key }),               [401, 401, 401, 401, 200]),
    ("revoke_api_key",    "another's",       |t| json!({ "id": t.others_key }),            [401, 401, 401, 401, 422]),
];

fn with_password(name: &str) -> Value {
    json!({ "name": name, "password": PASSWORD })
}

/// What a device that has seen this learner tells: everything is to be forgotten.
fn learnt(game: &Value, seen: &Value) -> Value {
    let empty = r#"{"format":"ponder-learning","version":1,"results":"","games":[],"states":{}}"#;
    let forget = json!({
        "id": game["game"]["client_id"], "over": seen["learner"], "document": empty,
    });
    json!({ "meeting": { "seen": seen, "deeds": [{ "replace": forget }] } })
}

/// A device that has learnt from this game.
async fn learn(browser: &mut Browser<'_>, game: &Value) -> Value {
    let lesson = json!({
        "id": game["game"]["client_id"], "start_fen": null, "moves": game["game"]["moves"],
        "winner": "black", "sides": ["black"],
        "how": { "on": true, "guard": true, "rule": "discounted-return",
                 "rate": 3, "discount": 95, "epsilon": 10 },
    });
    let meeting = json!({ "meeting": { "seen": null, "deeds": [{ "learn": lesson }] } });
    browser.ask("meet_learner", meeting).await["now"].clone()
}

/// A game to be played, under the id of this one.
fn live(game: &Value) -> Value {
    json!({ "game": {
        "client_id": game["game"]["client_id"], "color": "white", "control": null,
        "start_fen": null, "against": { "against": "somebody", "listed": false },
    } })
}

/// This game to be shown to others.
fn shared(game: &Value) -> Value {
    json!({ "game": {
        "client_id": game["game"]["client_id"], "start_fen": null,
        "moves": game["game"]["moves"], "white": { "player": "visitor" },
        "black": { "player": "mind", "strategy": "calculator", "level": 3 },
        "outcome": null, "control": null, "left_ms": [], "bottom": "white", "pgn": null,
    } })
}

/// An analysis that takes the place of a version; 0 for a new one.
fn analysis(id: &str, seen: u64) -> Value {
    json!({ "analysis": { "id": id, "seen": seen, "name": "Kept", "pgn": "1. e4 *" } })
}

fn recovery(name: &str, code: &str) -> Value {
    json!({ "name": name, "code": code, "new_password": "battery staple" })
}

fn game(number: usize) -> Value {
    let mut game = won('0');
    game["game"]["client_id"] = json!(format!("{number:032x}"));
    game
}

/// Somebody with a name, a game and a key.
async fn settle(browser: &mut Browser<'_>, name: &str, game: &Value) -> (String, i64) {
    browser.ask("record_game", game.clone()).await;
    let code = browser.register(name).await;
    let form = json!({ "label": "bot", "password": PASSWORD });
    let key = browser.ask("new_api_key", form).await;
    (code, key["listed"]["id"].as_i64().expect("a number"))
}

/// The asker, and a key of theirs where they have one.
async fn arrive<'a>(
    site: &'a TestSite,
    who: Who,
    number: usize,
    own: &Value,
) -> (Browser<'a>, i64) {
    let mut browser = Browser::new(site);
    let mut key = 0;
    match who {
        Who::Nobody => {
            // The game of somebody who has lost their cookie.
            settle(&mut browser, &format!("lost{number}"), own).await;
            browser.cookie = None;
        }
        Who::Guest => {
            browser.ask("record_game", own.clone()).await;
            browser.account().await;
        }
        Who::Named | Who::SignedOut | Who::Expired => {
            (_, key) = settle(&mut browser, &format!("asker{number}"), own).await;
        }
    }
    match who {
        Who::SignedOut => {
            let cookie = browser.cookie.clone();
            browser
                .ask("sign_out", json!({ "everywhere": false }))
                .await;
            browser.cookie = cookie;
        }
        Who::Expired => {
            let newest = "UPDATE sessions SET expires = 1 \
                 WHERE created = (SELECT MAX(created) FROM sessions)";
            let mut database = site.database().await;
            sqlx::raw_sql(newest)
                .execute(&mut database)
                .await
                .expect("SQL");
        }
        _ => {}
    }
    (browser, key)
}

/// Has somebody try all of the table.
async fn try_everything(who: Who) {
    let site = TestSite::new().await;
    let column = EVERYBODY.iter().position(|somebody| *somebody == who);
    let column = column.expect("a column of the table");
    for (number, (function, what, arguments, expected)) in TABLE.into_iter().enumerate() {
        let expected = expected[column];
        let cell = format!("{who:?}: {function}, {what}");
        let (own_game, others_game) = (game(3 * number), game(3 * number + 1));
        let (mut asker, own_key) = arrive(&site, who, number, &own_game).await;
        let mut other = Browser::new(&site);
        let others_name = format!("other{number}");
        let (others_code, others_key) = settle(&mut other, &others_name, &others_game).await;
        let others_learner = learn(&mut other, &others_game).await;
        let mut shown = shared(&others_game);
        shown["game"]["moves"] = json!(["e2e4"]);
        other.ask("share_game", shown).await;
        other
            .ask("keep_analysis", analysis(OTHERS_ANALYSIS, 0))
            .await;
        let of_other = json!({ "id": OTHERS_ANALYSIS });
        let others_analysis = other.ask("open_analysis", of_other.clone()).await;
        assert_eq!(others_analysis["version"], 1);
        let others_table = other
            .ask("new_live_game", live(&game(3 * number + 3_000)))
            .await;
        let things = Things {
            others_table,
            own_key,
            own_game,
            others_key,
            others_game,
            others_learner,
            others_name: others_name.clone(),
            others_code,
            free_name: format!("free{number}"),
            free_game: game(3 * number + 2),
        };
        let answer = asker.call(function, arguments(&things)).await;
        assert_eq!(
            answer.status.as_u16(),
            expected,
            "{cell}: {}",
            answer.text()
        );
        if matches!(who, Who::SignedOut | Who::Expired | Who::Nobody) && function != "account" {
            assert!(
                !answer.text().contains("asker"),
                "{cell}: {}",
                answer.text()
            );
        }
        // Only with proof does anything of the other's change hands, and nothing is lost.
        if what == "with proof" {
            assert_eq!(asker.name().await, Some(others_name), "{cell}");
            continue;
        }
        assert_eq!(
            other.name().await.as_ref(),
            Some(&things.others_name),
            "{cell}"
        );
        assert_eq!(other.wins().await, 1, "{cell}");
        let keys = other.ask("api_keys", json!({})).await;
        assert_eq!(keys[0]["id"], things.others_key, "{cell}");
        assert_eq!(
            other.ask("open_analysis", of_other).await,
            others_analysis,
            "{cell}"
        );
        let look = json!({ "meeting": { "seen": things.others_learner, "deeds": [] } });
        let learner = other.ask("meet_learner", look).await;
        assert_eq!(learner["now"], things.others_learner, "{cell}");
        // Who asks for a taken name is told so, by the name they asked for.
        if function != "register" {
            let tells = answer.text().contains(&things.others_name);
            assert!(!tells, "{cell}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn nobody_can_do_what_they_may_and_nothing_else() {
    try_everything(Who::Nobody).await;
}

#[tokio::test]
async fn a_guest_can_do_what_they_may_and_nothing_else() {
    try_everything(Who::Guest).await;
}

#[tokio::test]
async fn who_signed_out_can_do_what_they_may_and_nothing_else() {
    try_everything(Who::SignedOut).await;
}

#[tokio::test]
async fn whose_session_ran_out_can_do_what_they_may_and_nothing_else() {
    try_everything(Who::Expired).await;
}

#[tokio::test]
async fn who_has_a_name_can_do_what_they_may_and_nothing_else() {
    try_everything(Who::Named).await;
}

#[tokio::test]
async fn every_function_is_in_the_table() {
    let mut tried: Vec<_> = TABLE
        .iter()
        .map(|(function, ..)| format!("/fn/{function}"))
        .collect();
    tried.dedup();
    tried.sort();
    let mut there: Vec<_> = leptos::server_fn::axum::server_fn_paths()
        .map(|(path, _)| path.to_owned())
        .collect();
    there.sort();
    assert_eq!(tried, there);
    // The functions are known only where the app is linked.
    let site = TestSite::new().await;
    assert_eq!(site.get("/healthz").await.status, StatusCode::OK);
}
