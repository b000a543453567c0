//! What is deleted is gone from every file of the data folder.

mod common;

use common::TestSite;
use common::guest::{Browser, PASSWORD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What must not be found any more: as it is said in a failure, and its bytes.
type Trace = (&'static str, Vec<u8>);

fn found(site: &TestSite, traces: &[Trace]) -> Vec<String> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(site.data()).expect("the folder") {
        let file = file.expect("an entry").path();
        let bytes = std::fs::read(&file).expect("a file");
        for (what, trace) in traces {
            if bytes.windows(trace.len()).any(|part| part == trace) {
                found.push(format!("{what} in {}", file.display()));
            }
        }
    }
    found
}

/// What the store keeps of a cookie's token.
fn hash_of(cookie: &Option<String>) -> Vec<u8> {
    let cookie = cookie.as_ref().expect("a cookie");
    let (_, token) = cookie.split_once('=').expect("a value");
    Sha256::digest(token.as_bytes()).to_vec()
}

fn lost(client_id: &str) -> Value {
    json!({ "game": {
        "client_id": client_id,
        "start_fen": null,
        "moves": ["a2a3", "e7e5", "f2f3", "h7h6", "g2g4", "d8h4"],
        "human": "white",
        "strategy": "calculator",
        "level": 3,
        "result": { "winner": "black", "reason": "checkmate" },
    }})
}

#[tokio::test]
async fn of_a_deleted_account_no_byte_is_left_in_any_file() {
    let site = TestSite::on_file().await;
    let mut others = Vec::new();
    for number in 0..8 {
        let mut other = Browser::new(&site);
        other.register(&format!("Other{number}")).await;
        for game in 0..20 {
            other
                .ask("record_game", lost(&format!("{number:016}{game:016}")))
                .await;
        }
        others.push(other);
    }
    let mut anna = Browser::new(&site);
    for game in 0..30 {
        anna.ask("record_game", lost(&format!("a11a{game:028}")))
            .await;
    }
    let guest = hash_of(&anna.cookie);
    anna.register("Annabel-Lee").await;
    let first = hash_of(&anna.cookie);
    for number in 0..5 {
        let mut second = Browser::new(&site);
        second.sign_in("Annabel-Lee").await;
        let label = format!("label of Annabel {number}");
        let key = json!({ "label": label, "password": PASSWORD });
        anna.ask("new_api_key", key).await;
    }
    let share = json!({ "game": {
        "client_id": "a11aa11aa11aa11aa11aa11aa11aa11a",
        "start_fen": null, "moves": ["e2e4"],
        "white": { "player": "visitor" },
        "black": { "player": "called", "name": "Annabels friend" },
        "outcome": null, "control": null, "left_ms": [], "bottom": "white", "pgn": null,
    }});
    anna.ask("share_game", share).await;
    // An idea of which this version knows nothing is kept as it is.
    let text = "1;rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6;10;e1d1;\
         852;missed_chance;c4f7;c4f7 e8e7 c3d5;d6e5 c4f7;200;Annabels idea;;;";
    let answers: Vec<Value> = (0..500_u64)
        .map(|ms| json!({ "exercise": "a11aa11aa11aa11a", "at": 1_700_000_000_000 + ms, "grade": "set_aside" }))
        .collect();
    let exercises = json!({
        "exercises": [{ "text": text, "added_at": 1_700_000_000_000_u64 }], "answers": answers,
    });
    anna.ask("record_exercises", exercises).await;
    let kept = json!({ "analysis": {
        "id": "a11aa11aa11a0001", "seen": 0, "name": "Annabels analysis",
        "pgn": "1. e4 {Annabels comment} *",
    }});
    anna.ask("keep_analysis", kept).await;
    let traces = [
        ("the name", b"Annabel-Lee".to_vec()),
        ("the name as it is compared", b"annabel-lee".to_vec()),
        ("a session", first),
        ("a device", hash_of(&anna.device)),
        ("a label", b"label of Annabel".to_vec()),
        ("a game", b"a11a0000000000".to_vec()),
        ("a shared game", b"a11aa11aa11a".to_vec()),
        ("a typed name", b"Annabels friend".to_vec()),
        ("an exercise", b"Annabels idea".to_vec()),
        ("an answer", b"set_aside".to_vec()),
        ("an analysis", b"Annabels analysis".to_vec()),
        ("what it says", b"Annabels comment".to_vec()),
    ];
    let before = found(&site, &traces);
    for (what, _) in &traces {
        assert!(
            before.iter().any(|found| found.contains(what)),
            "{what}: {before:?}"
        );
    }
    anna.ask("delete_account", json!({ "password": PASSWORD }))
        .await;
    assert_eq!(found(&site, &traces), [""; 0]);
    assert_eq!(found(&site, &[("the guest's session", guest)]), [""; 0]);
    for other in &mut others {
        assert!(
            other.name().await.is_some(),
            "nobody else has lost anything"
        );
    }
}

#[tokio::test]
async fn of_a_guest_who_is_forgotten_no_byte_is_left_in_any_file() {
    let site = TestSite::on_file().await;
    let (mut asked, mut swept) = (Browser::new(&site), Browser::new(&site));
    asked.ask("record_game", lost(&"a".repeat(32))).await;
    swept.ask("record_game", lost(&"b".repeat(32))).await;
    let traces = [
        ("a session", hash_of(&asked.cookie)),
        ("a game", "a".repeat(32).into_bytes()),
    ];
    assert!(!found(&site, &traces).is_empty());
    asked
        .ask("delete_account", json!({ "password": null }))
        .await;
    assert_eq!(found(&site, &traces), [""; 0]);

    let traces = [
        ("a session", hash_of(&swept.cookie)),
        ("a game", "b".repeat(32).into_bytes()),
    ];
    let mut database = site.database().await;
    sqlx::raw_sql("PRAGMA secure_delete = ON; UPDATE sessions SET expires = 1")
        .execute(&mut database)
        .await
        .expect("SQL");
    drop(database);
    site.store.sweep().await.expect("the store works");
    assert_eq!(found(&site, &traces), [""; 0]);
}
