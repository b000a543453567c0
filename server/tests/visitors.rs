//! The server functions, as the page calls them.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::guest::{Browser, PASSWORD, won};
use common::{Answer, TestSite, plenty, post, send};
use serde_json::{Value, json};
use server::rate_limit::{BucketRule, Rules};
use tokio::task::JoinSet;

const RECORD: &str = "/fn/record_game";
const RESULTS: &str = "/fn/results";
const RATING: &str = "/fn/rating";
const RESET_RATING: &str = "/fn/reset_rating";

fn wins(number: u32) -> Value {
    json!([{ "strategy": "calculator", "tally": { "wins": number, "draws": 0, "losses": 0 } }])
}

fn with_cookie(path: &str, body: &Value, cookie: &str) -> Request<Body> {
    let mut request = post(path, body.to_string());
    request
        .headers_mut()
        .insert("cookie", cookie.parse().expect("a header"));
    request
}

/// `name=value` of the cookie that an answer sets.
fn cookie(answer: &Answer) -> String {
    let text = answer.header("set-cookie");
    assert!(text.starts_with("ponder_session="), "{text:?}");
    text.split(';').next().expect("a first part").to_owned()
}

#[tokio::test]
async fn a_guest_is_made_with_the_first_result_and_known_from_then_on() {
    let site = TestSite::new().await;
    let empty = site.post(RESULTS, "{}").await;
    assert_eq!((empty.status, empty.json()), (StatusCode::OK, json!([])));
    assert_eq!(empty.header("set-cookie"), "", "asking makes nobody");

    let first = site.post(RECORD, won('a').to_string()).await;
    assert_eq!((first.status, first.json()), (StatusCode::OK, wins(1)));
    let set = first.header("set-cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
        assert!(set.contains(part), "{set}");
    }
    let cookie = cookie(&first);

    let second = site.send(with_cookie(RECORD, &won('b'), &cookie)).await;
    assert_eq!((second.status, second.json()), (StatusCode::OK, wins(2)));
    assert_eq!(second.header("set-cookie"), "", "one cookie is enough");
    let results = site.send(with_cookie(RESULTS, &json!({}), &cookie)).await;
    assert_eq!(results.json(), wins(2));
    let stranger = site.post(RESULTS, "{}").await;
    assert_eq!(stranger.json(), json!([]));
}

#[tokio::test]
async fn a_game_sent_twice_at_the_same_time_is_counted_once() {
    let site = TestSite::new().await;
    let cookie = cookie(&site.post(RECORD, won('a').to_string()).await);
    let mut twice = JoinSet::new();
    for _ in 0..8 {
        twice.spawn(send(
            site.router.clone(),
            with_cookie(RECORD, &won('b'), &cookie),
        ));
    }
    while let Some(answer) = twice.join_next().await {
        let answer = answer.expect("no panic");
        assert_eq!((answer.status, answer.json()), (StatusCode::OK, wins(2)));
    }
}

#[tokio::test]
async fn a_game_against_a_visitors_own_network_is_recorded_too() {
    let site = TestSite::new().await;
    for (id, mind) in [('a', "yours"), ('b', "guest")] {
        let mut game = won(id);
        game["game"]["strategy"] = json!(mind);
        let answer = site.post(RECORD, game.to_string()).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.json()[0]["strategy"], mind);
    }
}

#[tokio::test]
async fn a_strength_is_told_on_every_device_and_reset_on_all() {
    let site = TestSite::new().await;
    let unknown = site.post(RATING, "{}").await;
    assert_eq!(unknown.header("set-cookie"), "", "asking makes nobody");
    assert_eq!(unknown.json(), site.post(RESET_RATING, "{}").await.json());
    assert_eq!(unknown.json()["strength"], 3.0);
    assert_eq!(unknown.json()["games"], 0);
    let mut first = Browser::new(&site);
    let rated = |id| {
        let mut game = won(id);
        let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
        game["game"]["moves"] = moves.split(' ').collect();
        game["game"]["result"] = json!({ "winner": "black", "reason": "timeout" });
        game["game"]["losses"] = json!([5, 250]);
        game
    };
    let mut impossible = rated('a');
    impossible["game"]["losses"] = json!([6, 250]);
    let refused = first.call("record_game", impossible).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("losses"), "{}", refused.text());
    for id in ['a', 'b'] {
        let answer = first.call("record_game", rated(id)).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    }
    let known = first.call("rating", json!({})).await.json();
    assert_eq!(known["games"], 2);
    assert!(known["strength"].as_f64() > Some(3.0), "{known}");
    let mut second = Browser::with_cookie(&site, first.cookie.clone());
    assert_eq!(second.call("rating", json!({})).await.json(), known);
    let reset = second.call("reset_rating", json!({})).await.json();
    assert_eq!(reset, unknown.json());
    assert_eq!(first.call("rating", json!({})).await.json(), reset);
}

#[tokio::test]
async fn somebody_elses_game_is_refused() {
    let site = TestSite::new().await;
    let owner = cookie(&site.post(RECORD, won('a').to_string()).await);
    let other = cookie(&site.post(RECORD, won('b').to_string()).await);
    let answer = site.send(with_cookie(RECORD, &won('a'), &other)).await;
    assert_eq!(
        answer.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{}",
        answer.text()
    );
    assert!(answer.text().contains("client_id"), "{}", answer.text());
    for cookie in [owner, other] {
        assert_eq!(
            site.send(with_cookie(RESULTS, &json!({}), &cookie))
                .await
                .json(),
            wins(1)
        );
    }
}

#[tokio::test]
async fn a_result_that_contradicts_its_moves_is_refused() {
    let site = TestSite::new().await;
    for (field, value, named) in [
        ("moves", json!(["f2f3", "e7e5"]), "result"),
        ("moves", json!(["f2f3", "e7e4"]), "moves[1]"),
        (
            "result",
            json!({ "winner": "white", "reason": "checkmate" }),
            "result",
        ),
        (
            "result",
            json!({ "winner": "black", "reason": "resignation" }),
            "result",
        ),
        ("strategy", json!("oracle"), "strategy"),
        ("level", json!(11), "level"),
        ("client_id", json!("1"), "client_id"),
    ] {
        let mut game = won('a');
        game["game"][field] = value;
        let answer = site.post(RECORD, game.to_string()).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field}: {}",
            answer.text()
        );
        assert!(answer.text().contains(named), "{field}: {}", answer.text());
        assert_eq!(answer.header("set-cookie"), "", "{field}");
    }
}

#[tokio::test]
async fn a_call_that_cannot_be_read_is_the_callers_fault() {
    let site = TestSite::new().await;
    let mut unknown = won('a');
    unknown["game"]["elo"] = json!(3000);
    let mut kind = won('a');
    kind["game"]["human"] = json!("green");
    for body in [
        String::new(),
        "{".to_owned(),
        "{}".to_owned(),
        r#"{"game":null}"#.to_owned(),
        unknown.to_string(),
        kind.to_string(),
        "[".repeat(10_000),
    ] {
        let answer = site.post(RECORD, body.clone()).await;
        assert_eq!(
            answer.status,
            StatusCode::BAD_REQUEST,
            "{body}: {}",
            answer.text()
        );
    }
    let answer = site.post(RECORD, " ".repeat(65 * 1024)).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn another_sites_page_can_change_nothing() {
    let site = TestSite::new().await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("origin", "http://evil.example"),
    ] {
        let mut request = post(RECORD, won('a').to_string());
        request
            .headers_mut()
            .insert("host", "ponder.example".parse().expect("a header"));
        request
            .headers_mut()
            .insert(name, value.parse().expect("a header"));
        let answer = site.send(request).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}");
        answer.problem();
    }
}

#[tokio::test]
async fn a_server_function_does_not_answer_to_get() {
    let site = TestSite::new().await;
    for path in [RECORD, RESULTS] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
}

#[tokio::test]
async fn a_visitors_games_are_told_from_the_last_to_the_first_and_counted_by_level() {
    let site = TestSite::new().await;
    let cookie = cookie(&site.post(RECORD, won('a').to_string()).await);
    site.post(RECORD, won('b').to_string()).await;
    for number in 0..24 {
        let mut game = won('c');
        game["game"]["client_id"] = json!(format!("{number:032x}"));
        game["game"]["level"] = json!(number % 2 + 4);
        if number == 23 {
            game["game"]["moves"] = json!(["e2e4", "c7c5"]);
            game["game"]["result"] = json!({ "winner": "white", "reason": "resignation" });
        }
        site.send(with_cookie(RECORD, &game, &cookie)).await;
    }
    let ask = async |before: Value| {
        let body = json!({ "before": before });
        let answer = site
            .send(with_cookie("/fn/games_before", &body, &cookie))
            .await;
        answer.json()
    };
    let latest = ask(Value::Null).await;
    assert_eq!(latest["games"].as_array().map(Vec::len), Some(20));
    let last = &latest["games"][0];
    assert_eq!(last["moves"], json!(["e2e4", "c7c5"]));
    assert_eq!(
        (&last["outcome"], &last["human"], &last["opponent"]),
        (
            &json!({ "winner": "white", "reason": "resignation" }),
            &json!("black"),
            &json!({ "player": "mind", "strategy": "calculator", "level": 5 }),
        )
    );
    let opening = last["opening"].as_str().expect("a name");
    assert!(opening.starts_with("B20 Sicilian"), "{opening}");
    let first = ask(latest["before"].clone()).await;
    assert_eq!(
        first["games"].as_array().map(Vec::len),
        Some(5),
        "the stranger's is not among them"
    );
    assert_eq!(first["before"], Value::Null);

    let levels = site
        .send(with_cookie("/fn/results_by_level", &json!({}), &cookie))
        .await;
    let tally = |level, wins, losses| {
        json!({ "strategy": "calculator", "level": level,
                "tally": { "wins": wins, "draws": 0, "losses": losses } })
    };
    assert_eq!(
        levels.json(),
        json!([tally(3, 1, 0), tally(4, 12, 0), tally(5, 11, 1)])
    );
    let nobody = site.post("/fn/games_before", r#"{"before":null}"#).await;
    assert_eq!(nobody.json(), json!({ "games": [], "before": null }));
}

#[tokio::test]
async fn who_calls_all_day_is_told_to_wait_and_nobody_else_is() {
    let calls = BucketRule {
        burst: 3,
        per_second: 1,
        at_once: 8,
    };
    let site = TestSite::with_rules(Rules { calls, ..plenty() }).await;
    let mut eager = Browser::new(&site);
    let mut refused = eager.call("results", json!({})).await;
    assert_eq!(refused.status, StatusCode::OK);
    for _ in 0..5 {
        refused = eager.call("results", json!({})).await;
    }
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    refused.problem();
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!(wait >= 1, "{wait}");
    Browser::new(&site).ask("results", json!({})).await;
    // Pages are free.
    assert_eq!(site.get("/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn what_is_solved_of_the_course_stays_the_best_and_is_the_visitors_own() {
    let site = TestSite::new().await;
    let (mut ann, mut other) = (Browser::new(&site), Browser::new(&site));
    let nobody = ann.call("solved_endings", json!({})).await;
    assert_eq!((nobody.status, nobody.json()), (StatusCode::OK, json!([])));
    assert!(ann.cookie.is_none(), "asking makes nobody");
    let solved = |lesson: &str, moves: Value| json!({ "lesson": lesson, "moves": moves });
    for (sent, best) in [
        (json!(null), json!(null)),
        (json!(12), json!(12)),
        (json!(null), json!(12)),
        (json!(10), json!(10)),
        (json!(11), json!(10)),
    ] {
        let answer = ann
            .call(
                "record_endings",
                json!({ "solved": [solved("rook", sent)] }),
            )
            .await;
        assert_eq!(answer.json(), json!([solved("rook", best)]));
    }
    other
        .call(
            "record_endings",
            json!({ "solved": [solved("rook", json!(9)), solved("queen", json!(null))] }),
        )
        .await;
    let own = ann.call("solved_endings", json!({})).await;
    assert_eq!(own.json(), json!([solved("rook", json!(10))]));
    // An account keeps what its guest has solved, and gets what another guest brings along.
    let name = json!({ "name": "Ann", "password": PASSWORD });
    assert_eq!(
        ann.call("register", name.clone()).await.status,
        StatusCode::OK
    );
    assert_eq!(other.call("sign_in", name).await.status, StatusCode::OK);
    let both = json!([solved("queen", json!(null)), solved("rook", json!(9))]);
    for browser in [&mut ann, &mut other] {
        assert_eq!(browser.call("solved_endings", json!({})).await.json(), both);
    }
    let all = ann.call("my_data", json!({})).await.json();
    assert_eq!(all["endings"], both);
}

#[tokio::test]
async fn an_ending_that_is_none_is_refused_and_nothing_is_kept_of_the_request() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let queen = json!({ "lesson": "queen", "moves": 9 });
    for (bad, field) in [
        (json!({ "lesson": "", "moves": 9 }), "solved[1].lesson"),
        (
            json!({ "lesson": "a".repeat(1_000), "moves": 9 }),
            "solved[1].lesson",
        ),
        (
            json!({ "lesson": "queen'; DROP TABLE endings; --", "moves": 9 }),
            "solved[1].lesson",
        ),
    ] {
        let answer = browser
            .call("record_endings", json!({ "solved": [queen, bad] }))
            .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer.json()["Invalid"]["field"], field);
    }
    for unreadable in [
        json!({ "solved": [{ "lesson": "queen", "moves": 256 }] }),
        json!({ "solved": [{ "lesson": "queen", "moves": -1 }] }),
        json!({ "solved": [{ "lesson": "queen" }, 3] }),
        json!({ "solved": "queen" }),
        json!({}),
    ] {
        let answer = browser.call("record_endings", unreadable).await;
        assert!(answer.status.is_client_error(), "{}", answer.status);
    }
    // Somebody fills the list to the brim, and no further.
    for begin in ["a", "b"] {
        let letter = |index: u8| char::from(b'a' + index % 26);
        let many: Vec<Value> = (0..90_u8)
            .map(|index| json!({ "lesson": format!("{begin}{}{}", letter(index / 26), letter(index)), "moves": 1 }))
            .collect();
        let answer = browser
            .call("record_endings", json!({ "solved": many }))
            .await;
        assert_eq!(answer.status, StatusCode::OK);
    }
    let kept = browser.call("solved_endings", json!({})).await.json();
    assert_eq!(kept.as_array().map(Vec::len), Some(100));
}

/// An exercise as a page makes it, from a game.
const EXERCISE: &str = "1;rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6;10;e1d1;\
                        852;missed_chance;c4f7;c4f7 e8e7 c3d5;d6e5 c4f7;200;Forces;c4f7 e8e7 c3d5;\
                        d5;It forces mate in 2.";

fn exercise(text: &str, added_at: u64) -> Value {
    json!({ "text": text, "added_at": added_at })
}

/// What was done with an exercise at a time.
fn graded(at: u64, grade: &str) -> Value {
    json!({ "exercise": "0123456789abcdef", "at": at, "grade": grade })
}

const AT: u64 = 1_700_000_000_000;

#[tokio::test]
async fn exercises_are_the_visitors_own_and_follow_the_account() {
    let site = TestSite::new().await;
    let (mut ann, mut other) = (Browser::new(&site), Browser::new(&site));
    let first = json!({ "after": 0 });
    let nothing = json!({ "exercises": [], "answers": [], "next": 0, "is_complete": true });
    for after in [0, 1, u64::MAX] {
        let answer = ann.ask("known_exercises", json!({ "after": after })).await;
        assert_eq!(answer, nothing);
    }
    let sent = json!({ "exercises": [], "answers": [] });
    let all_kept = sent.clone();
    assert_eq!(ann.ask("record_exercises", sent).await, all_kept);
    assert!(ann.cookie.is_none(), "asking makes nobody");
    let sent = json!({
        "exercises": [exercise(EXERCISE, AT)], "answers": [graded(AT, "again")],
    });
    for _ in 0..2 {
        assert_eq!(ann.ask("record_exercises", sent.clone()).await, all_kept);
        let page = ann.ask("known_exercises", first.clone()).await;
        assert_eq!(page["exercises"], sent["exercises"]);
        assert_eq!(page["answers"], sent["answers"]);
        assert_eq!(page["is_complete"], true);
        let after = json!({ "after": page["next"] });
        let news = ann.ask("known_exercises", after).await;
        assert_eq!(
            (&news["exercises"], &news["answers"]),
            (&json!([]), &json!([]))
        );
        assert_eq!(news["next"], page["next"]);
    }
    let others = json!({ "exercises": [], "answers": [graded(AT + 5, "set_aside")] });
    other.ask("record_exercises", others).await;
    let page = ann.ask("known_exercises", first.clone()).await;
    assert_eq!(page["answers"], json!([graded(AT, "again")]));
    // An account keeps what its guest had, and gets what another guest brings along.
    let name = json!({ "name": "Ann", "password": PASSWORD });
    ann.ask("register", name.clone()).await;
    let cursor = other.ask("known_exercises", first.clone()).await["next"].clone();
    other.ask("sign_in", name).await;
    let both = json!([graded(AT, "again"), graded(AT + 5, "set_aside")]);
    for (browser, after) in [(&mut ann, json!(0)), (&mut other, cursor)] {
        let page = browser
            .ask("known_exercises", json!({ "after": after }))
            .await;
        assert_eq!(page["exercises"], sent["exercises"]);
        assert_eq!(page["answers"], both);
    }
    let all = ann.ask("my_data", json!({})).await;
    let exercises = json!({ "exercises": sent["exercises"], "answers": both });
    assert_eq!(all["exercises"], exercises);
    ann.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(ann.ask("known_exercises", first).await, nothing);
}

#[tokio::test]
async fn what_is_no_exercise_is_refused_and_nothing_is_kept_of_the_request() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let good = exercise(EXERCISE, AT);
    let (early, late) = (1_577_836_799_999_u64, 4_000_000_000_000_u64);
    for (exercises, answers, field) in [
        (
            json!([good, exercise("", AT)]),
            json!([]),
            "exercises[1].text",
        ),
        (
            json!([exercise(&EXERCISE.replace("e1d1", "e1e8"), AT), good]),
            json!([]),
            "exercises[0].text",
        ),
        (
            json!([exercise(&EXERCISE.replace("Forces", "New\0idea"), AT)]),
            json!([]),
            "exercises[0].text",
        ),
        (
            json!([good, exercise(EXERCISE, early)]),
            json!([]),
            "exercises[1].added_at",
        ),
        (
            json!([good]),
            json!([graded(AT, "good"), graded(late, "good")]),
            "answers[1].at",
        ),
        (json!(vec![exercise("", AT); 201]), json!([]), "exercises"),
    ] {
        let sent = json!({ "exercises": exercises, "answers": answers });
        let answer = browser.call("record_exercises", sent).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert_eq!(answer.json()["Invalid"]["field"], field);
    }
    for unreadable in [
        json!({ "exercises": [good] }),
        json!({ "exercises": [EXERCISE], "answers": [] }),
        json!({ "exercises": [], "answers": [graded(AT, "perfect")] }),
        json!({ "exercises": [], "answers": [{ "exercise": 7, "at": AT, "grade": "good" }] }),
        json!({ "exercises": [], "answers": [], "more": 1 }),
        json!({ "exercises": [{ "text": EXERCISE, "added_at": -1 }], "answers": [] }),
    ] {
        let answer = browser.call("record_exercises", unreadable).await;
        assert!(answer.status.is_client_error(), "{}", answer.status);
    }
    for unreadable in [json!({}), json!({ "after": -1 }), json!({ "after": "0" })] {
        let answer = browser.call("known_exercises", unreadable).await;
        assert!(answer.status.is_client_error(), "{}", answer.status);
    }
    assert!(browser.cookie.is_none(), "nobody was made for any of it");
}

#[tokio::test]
async fn what_fits_into_one_request_of_exercises_is_taken() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let stored = wire::StoredExercise {
        text: EXERCISE.to_owned(),
        added_at: AT,
    };
    let answer = |at| wire::ExerciseAnswer {
        exercise: engine::exercises::ExerciseId(u64::MAX),
        at: AT + at,
        grade: wire::AnswerGrade::SetAside,
    };
    let exercises = vec![stored; 1_000];
    let answers: Vec<_> = (0..2_000).map(answer).collect();
    for exercises in [&exercises[..], &[]] {
        let (first, second) = wire::visitor::exercise_sync::that_fit(exercises, &answers);
        assert!(first + second > 150, "{first} and {second}");
        let sent = json!({ "exercises": exercises[..first], "answers": answers[..second] });
        browser.ask("record_exercises", sent).await;
    }
}

/// An analysis that takes the place of a version; 0 for a new one.
fn analysis(id: &str, seen: u64, name: &str, pgn: &str) -> Value {
    json!({ "analysis": { "id": id, "seen": seen, "name": name, "pgn": pgn } })
}

/// The names of the kept analyses, the last change first.
async fn kept_names(browser: &mut Browser<'_>) -> Vec<Value> {
    let list = browser
        .ask("kept_analyses", json!({ "before": null }))
        .await;
    let analyses = list["analyses"].as_array().expect("a list").clone();
    analyses
        .into_iter()
        .map(|listed| listed["name"].clone())
        .collect()
}

const FIRST: &str = "00000000000000a1";

#[tokio::test]
async fn analyses_are_the_visitors_own_and_follow_the_account() {
    let site = TestSite::new().await;
    let (mut ann, mut other) = (Browser::new(&site), Browser::new(&site));
    let id = json!({ "id": FIRST });
    assert_eq!(ann.ask("open_analysis", id.clone()).await, Value::Null);
    assert_eq!(kept_names(&mut ann).await, [""; 0]);
    let stale = analysis(FIRST, 1, "Ann's", "1. e4 *");
    assert_eq!(ann.ask("keep_analysis", stale).await, "gone");
    let gone = json!({ "id": FIRST, "seen": 1 });
    assert_eq!(ann.ask("delete_analysis", gone.clone()).await, "gone");
    assert!(ann.cookie.is_none(), "none of this makes a guest");
    let text =
        "[White \"Ada\"]\n[Site \"at home\"]\n\n1. e4! {[%csl Ge4] good} (1. d4 d5) 1... e5 *";
    let first = analysis(FIRST, 0, "Ann's", text);
    for _ in 0..2 {
        let answer = ann.ask("keep_analysis", first.clone()).await;
        assert_eq!(answer, json!({ "kept": { "version": 1 } }));
    }
    let kept = ann.ask("open_analysis", id.clone()).await;
    for said in ["[Site \"at home\"]", "[%csl Ge4]", "good", "(1. d4 d5)"] {
        let pgn = kept["pgn"].as_str().expect("a text");
        assert!(pgn.contains(said), "{said}: {pgn}");
    }
    let listed = ann.ask("kept_analyses", json!({ "before": null })).await;
    assert_eq!(listed["analyses"][0]["plies"], 2);
    assert_eq!(listed["analyses"][0]["variations"], 1);
    // Whoever knows the id has nothing of it.
    other
        .ask(
            "keep_analysis",
            analysis("00000000000000b2", 0, "Other", "*"),
        )
        .await;
    assert_eq!(other.ask("open_analysis", id.clone()).await, Value::Null);
    let rename = json!({ "id": FIRST, "seen": 1, "name": "Stolen" });
    assert_eq!(other.ask("rename_analysis", rename).await, "gone");
    assert_eq!(other.ask("delete_analysis", gone).await, "gone");
    assert_eq!(ann.ask("open_analysis", id.clone()).await, kept);
    // An account keeps what its guest had, and gets what another guest brings along.
    let name = json!({ "name": "Ann", "password": PASSWORD });
    ann.ask("register", name.clone()).await;
    assert_eq!(ann.ask("open_analysis", id.clone()).await, kept);
    other.ask("sign_in", name).await;
    for browser in [&mut ann, &mut other] {
        let mut names = kept_names(browser).await;
        names.sort_by_key(Value::to_string);
        assert_eq!(names, ["Ann's", "Other"]);
    }
    // Now both are devices of one visitor.
    let here = analysis(FIRST, 1, "Here", "1. c4 *");
    let there = analysis(FIRST, 1, "There", "1. f4 *");
    let answer = ann.ask("keep_analysis", here).await;
    assert_eq!(answer, json!({ "kept": { "version": 2 } }));
    let answer = other.ask("keep_analysis", there).await;
    assert_eq!(answer, json!({ "changed": { "version": 2 } }));
    assert_eq!(ann.ask("open_analysis", id.clone()).await["name"], "Here");
    let all = ann.ask("my_data", json!({})).await;
    assert_eq!(all["analyses"].as_array().map(Vec::len), Some(2));
    ann.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(ann.ask("open_analysis", id).await, Value::Null);
}

#[tokio::test]
async fn what_cannot_be_kept_as_an_analysis_is_refused_with_its_field() {
    let site = TestSite::new().await;
    let mut browser = Browser::new(&site);
    let long = "a".repeat(81);
    let vast = format!("1. e4 {{{}}} *", "a".repeat(256 << 10));
    let deep = "1. e4 (1. d4 ".repeat(15_000);
    for (name, pgn, field) in [
        ("", "*", "name"),
        (&*long, "*", "name"),
        ("A\0B", "*", "name"),
        ("A\u{202e}B", "*", "name"),
        ("A", "1. e5 *", "pgn"),
        ("A", "1. e4 {\0} *", "pgn"),
        ("A", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "pgn"),
        ("A", &vast, "pgn"),
        ("A", &deep, "pgn"),
    ] {
        let sent = analysis(FIRST, 0, name, pgn);
        let answer = browser.call("keep_analysis", sent).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert_eq!(answer.json()["Invalid"]["field"], field);
    }
    let huge = analysis(FIRST, 0, "A", &"a".repeat(1 << 20));
    let answer = browser.call("keep_analysis", huge).await;
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    for (function, unreadable) in [
        ("keep_analysis", analysis("7", 0, "A", "*")),
        (
            "keep_analysis",
            json!({ "analysis": { "id": FIRST, "name": "A", "pgn": "*" } }),
        ),
        ("open_analysis", json!({ "id": 7 })),
        ("open_analysis", json!({ "id": "../../../etc/pass" })),
        ("kept_analyses", json!({ "before": { "changed_ms": 1 } })),
        ("delete_analysis", json!({ "id": FIRST, "seen": -1 })),
        (
            "rename_analysis",
            json!({ "id": FIRST, "seen": 1, "name": "A", "more": 1 }),
        ),
    ] {
        let answer = browser.call(function, unreadable).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{function}");
    }
    assert!(browser.cookie.is_none(), "nobody was made for any of it");
    // The longest that fits is taken, whatever its escapes.
    let most = format!("1. e4 {{{}}} *", "\u{e9} ".repeat(60_000));
    let answer = browser
        .ask("keep_analysis", analysis(FIRST, 0, "A", &most))
        .await;
    assert_eq!(answer, json!({ "kept": { "version": 1 } }));
}
