//! Endgame tables over HTTP: `/api/v1/tablebase`, searches that ask for a set, and the tables' files.

mod common;

use axum::http::StatusCode;
use common::TestSite;
use serde_json::{Value, json};

const TABLEBASE: &str = "/api/v1/tablebase?fen=";

/// White mates in 14 moves.
const ROOK: &str = "8/8/8/8/8/2k5/8/K6R_w_-_-_0_1";

/// A search of a position of three men with a set.
fn search(set: &str, more: &str) -> String {
    format!("/api/v1/search?fen=8/8/8/8/8/2k5/8/K6R+w+-+-+0+1&depth=3&tables={set}{more}")
}

#[tokio::test]
async fn a_solved_position_is_told_as_clients_of_the_public_api_know_it() {
    let site = TestSite::with_tables().await;
    let answer = site.get(&format!("{TABLEBASE}{ROOK}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header("cache-control"), "public, max-age=86400");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    let body = answer.json();
    let mut names: Vec<&String> = body.as_object().expect("an object").keys().collect();
    names.sort();
    let expected = "category checkmate dtc dtm dtw dtz insufficient_material mate moves precise_dtz \
                    stalemate variant_loss variant_win";
    assert_eq!(names, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(
        [&body["category"], &body["dtz"], &body["dtm"], &body["mate"]],
        [&json!("win"), &json!(27), &json!(27), &json!(14)]
    );
    let moves = body["moves"].as_array().expect("a list");
    let first = &moves[0];
    assert_eq!(first["category"], "loss");
    assert_eq!(first["dtm"], -26);
    for name in ["uci", "san"] {
        assert!(first[name].is_string(), "{first}");
    }
    assert_eq!(first["zeroing"], false);
    // The same where clients of the public API ask, with spaces for underscores.
    let spaces = ROOK.replace('_', "%20");
    let same = site
        .get(&format!("/api/v1/tablebase/standard?fen={spaces}"))
        .await;
    assert_eq!(same.json(), body);
    // Some of them know no path before the variant.
    let at_root = site.get(&format!("/standard?fen={spaces}")).await;
    assert_eq!(at_root.json(), body);
    assert_eq!(at_root.header("access-control-allow-origin"), "*");
    assert_eq!(
        at_root.header("ratelimit-limit"),
        answer.header("ratelimit-limit")
    );
}

#[tokio::test]
async fn whatever_cannot_be_looked_up_is_refused_by_name() {
    let site = TestSite::with_tables().await;
    for (query, status, field) in [
        ("", StatusCode::BAD_REQUEST, Value::Null),
        ("?fen=", StatusCode::UNPROCESSABLE_ENTITY, json!("fen")),
        ("?fen=x", StatusCode::UNPROCESSABLE_ENTITY, json!("fen")),
        (
            "?fen=8/8/8/8/8/8/8/8_w_-_-_0_1",
            StatusCode::UNPROCESSABLE_ENTITY,
            json!("fen"),
        ),
        (
            "?fen=%00%ff",
            StatusCode::UNPROCESSABLE_ENTITY,
            json!("fen"),
        ),
        ("?fen=a&fen=b", StatusCode::BAD_REQUEST, json!("fen")),
        ("?position=x", StatusCode::BAD_REQUEST, json!("position")),
    ] {
        let answer = site.get(&format!("/api/v1/tablebase{query}")).await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
        let found = &answer.problem()["field"];
        assert!(field.is_null() || *found == field, "{query}: {found}");
    }
    let long = "8/".repeat(3_000);
    let answer = site.get(&format!("{TABLEBASE}{long}")).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    // More men than any table has, and a castling right.
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
        "4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1",
    ] {
        let body = site.get(&format!("{TABLEBASE}{fen}")).await.json();
        assert_eq!(body["category"], "unknown", "{fen}");
        assert!(!body["moves"].as_array().expect("a list").is_empty());
    }
}

#[tokio::test]
async fn a_search_with_a_set_answers_by_it_under_its_own_name() {
    let site = TestSite::with_tables().await;
    let solved = site.get(&search("3", "")).await;
    assert_eq!(solved.status, StatusCode::OK, "{}", solved.text());
    let body = solved.json();
    assert_eq!(
        [&body["source"], &body["tables"], &body["nodes"]],
        [&json!("tablebase"), &json!("3"), &json!(0)]
    );
    assert_eq!(body["lines"][0]["score"], json!({ "mate": 14 }));
    let plain = site.get(&search("none", "")).await;
    let body = plain.json();
    assert_eq!(
        (&body["source"], &body["tables"]),
        (&json!("search"), &Value::Null)
    );
    assert_ne!(plain.header("etag"), solved.header("etag"));
    // A level below the strongest has none, so it is the same search with and without.
    let [with, without] = ["3", "none"].map(|set| search(set, "&level=9"));
    let (with, without) = (site.get(&with).await, site.get(&without).await);
    assert_eq!(with.json()["tables"], Value::Null);
    assert_eq!(with.header("etag"), without.header("etag"));

    for strategy in ["explorer", "ponder", "calculator"] {
        let answer = site
            .get(&search("3", &format!("&strategy={strategy}")))
            .await;
        assert_eq!(answer.json()["source"], "tablebase", "{strategy}");
    }
    let answer = site.get(&search("5", "")).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(answer.problem()["field"], "tables");
}

#[tokio::test]
async fn a_set_that_is_not_there_is_never_replaced() {
    let off = TestSite::new().await;
    let making = TestSite::with_tables_in_the_making().await;
    let batch = json!({ "searches": [{ "id": "a", "search": {
        "position": "startpos", "limits": { "depth": 1 }, "options": { "tables": "4" } } }] });
    for (site, retry_after) in [(&off, ""), (&making, "30")] {
        for address in [
            search("4", ""),
            search("3", ""),
            format!("{TABLEBASE}{ROOK}"),
        ] {
            let answer = site.get(&address).await;
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{address}");
            assert_eq!(answer.header("retry-after"), retry_after, "{address}");
            assert_eq!(answer.problem()["title"], "No endgame tables");
        }
        let answer = site.post("/api/v1/batch", batch.to_string()).await;
        assert_eq!(answer.json()["results"][0]["problem"]["status"], 503);
        // Nobody else waits for them.
        let plain = site.get(&search("none", "")).await;
        assert_eq!(plain.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn only_files_of_tables_are_sent() {
    let site = TestSite::with_tables().await;
    // The folder of this site is empty.
    let missing = site.get("/tables/KQvK.dtm").await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    for name in [
        "ponder.sqlite",
        "..%2fponder.sqlite",
        "KQvK",
        "KQvK.dtm.new",
    ] {
        let answer = site.get(&format!("/tables/{name}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}");
    }
    let ready = site.get("/tables/set").await;
    assert_eq!((ready.status, ready.text().as_str()), (StatusCode::OK, "4"));
    let off = TestSite::new().await;
    let answer = off.get("/tables/set").await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(answer.header("cache-control"), "no-store");
    let answer = off.get("/tables/KQvK.dtm").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
}

/// `SYZYGY_DIR` names a folder of Syzygy files of three and four men; ours have three men here.
#[tokio::test]
async fn positions_that_ours_have_not_are_looked_up_in_syzygy_tables() {
    let off = TestSite::new().await;
    let answer = off.get(&search("syzygy", "")).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    let detail = &answer.problem()["detail"];
    assert_eq!(*detail, "this server has no Syzygy tables");
    if common::syzygy().is_none() {
        println!("SYZYGY_DIR is not set: no files were read");
        return;
    }
    let site = TestSite::with_tables().await;
    let ask = async |fen: &str| site.get(&format!("{TABLEBASE}{fen}")).await.json();
    let body = ask("8/8/8/8/8/2k5/8/KBN5_w_-_-_0_1").await;
    assert_eq!(body["category"], "win");
    assert_eq!([&body["dtm"], &body["precise_dtz"]], [&Value::Null; 2]);
    let plies = body["dtz"].as_i64().expect("a distance");
    let moves = body["moves"].as_array().expect("a list");
    assert_eq!(moves[0]["category"], "loss");
    let slower = moves.iter().filter(|mv| mv["category"] == "draw").count();
    assert_eq!(slower, 2, "two moves lose a piece");
    for (clock, category) in [
        (99 - plies, "win"),
        (100 - plies, "maybe-win"),
        (101 - plies, "cursed-win"),
    ] {
        let body = ask(&format!("8/8/8/8/8/2k5/8/KBN5_w_-_-_{clock}_90")).await;
        assert_eq!(body["category"], category, "{clock}");
    }
}
