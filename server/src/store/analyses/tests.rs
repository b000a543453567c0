//! What a visitor keeps of analyses, against a file or a database of PostgreSQL.

use futures::future::join_all;
use sqlx::AssertSqlSafe;

use super::*;
use crate::account::code::CodeHash;
use crate::account::names;
use crate::account::password::Phc;
use crate::store::tests::TestStore;
use crate::store::{NewAccount, SignedIn};

async fn opened(name: &str) -> (TestStore, Store) {
    let place = TestStore::new(name).await;
    let store = place.open().await;
    (place, store)
}

fn analysis(id: u64, seen: u64, name: &str, pgn: &str) -> NewAnalysis {
    NewAnalysis {
        id: AnalysisId(id),
        seen,
        name: name.to_owned(),
        pgn: pgn.to_owned(),
        plies: 4,
        variations: 2,
    }
}

/// A new guest with this analysis, and the session.
async fn guest(store: &Store, analysis: NewAnalysis) -> (UserId, wire::SessionToken) {
    let kept = store.keep_analysis(None, analysis).await.expect("works");
    let kept = kept.expect("there is room");
    assert_eq!(kept.answer, AnalysisAnswer::Kept { version: 1 });
    let token = kept.new_session.expect("a guest was made");
    let user = store.user_of(&token).await.expect("reads");
    (user.expect("is known"), token)
}

async fn sent(
    store: &Store,
    user: UserId,
    analysis: NewAnalysis,
) -> Result<AnalysisAnswer, AnalysesFull> {
    let kept = store.keep_analysis(Some(user), analysis).await;
    kept.expect("works").map(|kept| {
        assert_eq!(kept.new_session, None);
        kept.answer
    })
}

/// Name, version and PGN.
async fn seen(store: &Store, user: UserId, id: u64) -> Option<(String, u64, String)> {
    let kept = store.kept_analysis(user, AnalysisId(id)).await;
    let kept = kept.expect("reads")?;
    Some((kept.name, kept.version, kept.pgn))
}

#[tokio::test]
async fn a_version_takes_the_place_of_the_one_that_was_seen() {
    let (_place, store) = opened("analysis-versions").await;
    let (user, _) = guest(&store, analysis(7, 0, "First", "1. e4 *")).await;
    let second = analysis(7, 1, "Second", "1. d4 *");
    for _ in 0..2 {
        // The answer may have been lost: the same again changes nothing.
        let answer = sent(&store, user, second.clone()).await;
        assert_eq!(answer, Ok(AnalysisAnswer::Kept { version: 2 }));
    }
    let expected = Some(("Second".to_owned(), 2, "1. d4 *".to_owned()));
    for stale in [0, 1, 3, u64::MAX] {
        let other = analysis(7, stale, "Another", "1. c4 *");
        let answer = sent(&store, user, other).await;
        assert_eq!(answer, Ok(AnalysisAnswer::Changed { version: 2 }));
        assert_eq!(seen(&store, user, 7).await, expected);
    }
    let unknown = analysis(8, 1, "Unknown", "*");
    assert_eq!(sent(&store, user, unknown).await, Ok(AnalysisAnswer::Gone));
    assert_eq!(seen(&store, user, 8).await, None);
}

#[tokio::test]
async fn of_two_devices_that_send_together_one_is_told_that_it_comes_late() {
    let (_place, store) = opened("analysis-devices").await;
    let (user, _) = guest(&store, analysis(7, 0, "First", "*")).await;
    let sends = ["1. e4 *", "1. d4 *", "1. c4 *"];
    let answers = join_all(sends.map(|pgn| sent(&store, user, analysis(7, 1, "A", pgn)))).await;
    let kept = Ok(AnalysisAnswer::Kept { version: 2 });
    let late = Ok(AnalysisAnswer::Changed { version: 2 });
    assert_eq!(answers.iter().filter(|answer| **answer == kept).count(), 1);
    assert_eq!(answers.iter().filter(|answer| **answer == late).count(), 2);
    let winner = answers.iter().position(|answer| *answer == kept);
    let (_, _, pgn) = seen(&store, user, 7).await.expect("is there");
    assert_eq!(Some(pgn.as_str()), winner.map(|winner| sends[winner]));
}

#[tokio::test]
async fn a_name_is_changed_and_an_analysis_deleted_in_the_version_that_was_seen() {
    let (_place, store) = opened("analysis-names").await;
    let (user, _) = guest(&store, analysis(7, 0, "First", "*")).await;
    let id = AnalysisId(7);
    let rename = |seen, name: &str| store.rename_analysis(user, id, seen, name.to_owned());
    for _ in 0..2 {
        let answer = rename(1, "Renamed").await.expect("works");
        assert_eq!(answer, AnalysisAnswer::Kept { version: 2 });
    }
    let answer = rename(1, "Late").await.expect("works");
    assert_eq!(answer, AnalysisAnswer::Changed { version: 2 });
    let answer = store.delete_analysis(user, id, 1).await.expect("works");
    assert_eq!(answer, AnalysisAnswer::Changed { version: 2 });
    let expected = Some(("Renamed".to_owned(), 2, "*".to_owned()));
    assert_eq!(seen(&store, user, 7).await, expected);
    for _ in 0..2 {
        let answer = store.delete_analysis(user, id, 2).await.expect("works");
        assert_eq!(answer, AnalysisAnswer::Gone);
        assert_eq!(seen(&store, user, 7).await, None);
    }
    let answer = rename(2, "Too late").await.expect("works");
    assert_eq!(answer, AnalysisAnswer::Gone);
}

#[tokio::test]
async fn another_visitor_reads_and_changes_nothing() {
    let (_place, store) = opened("analysis-others").await;
    let (ann, _) = guest(&store, analysis(7, 0, "Ann's", "1. e4 *")).await;
    let (bob, _) = guest(&store, analysis(8, 0, "Bob's", "*")).await;
    let id = AnalysisId(7);
    assert_eq!(seen(&store, bob, 7).await, None);
    let answer = store.rename_analysis(bob, id, 1, "Mine".to_owned()).await;
    assert_eq!(answer.expect("works"), AnalysisAnswer::Gone);
    let answer = store.delete_analysis(bob, id, 1).await;
    assert_eq!(answer.expect("works"), AnalysisAnswer::Gone);
    let answer = sent(&store, bob, analysis(7, 1, "Mine", "*")).await;
    assert_eq!(answer, Ok(AnalysisAnswer::Gone));
    // The same id is another analysis of another visitor.
    let answer = sent(&store, bob, analysis(7, 0, "Mine", "*")).await;
    assert_eq!(answer, Ok(AnalysisAnswer::Kept { version: 1 }));
    let expected = Some(("Ann's".to_owned(), 1, "1. e4 *".to_owned()));
    assert_eq!(seen(&store, ann, 7).await, expected);
    let listed = store.kept_analyses(ann, None).await.expect("reads");
    assert_eq!(listed.analyses.len(), 1);
}

#[tokio::test]
async fn the_list_comes_in_pages_the_last_change_first() {
    let (place, store) = opened("analysis-pages").await;
    let (user, _) = guest(&store, analysis(0, 0, "0", "*")).await;
    for id in 1..45 {
        let new = analysis(id, 0, &id.to_string(), "*");
        let answer = sent(&store, user, new).await;
        assert_eq!(answer, Ok(AnalysisAnswer::Kept { version: 1 }));
    }
    // Several have the same time.
    place
        .execute(
            "UPDATE analyses SET changed = CASE WHEN id < '0000000000000020' THEN 1 ELSE 2 END",
        )
        .await;
    let mut names = Vec::new();
    let (mut before, mut pages) = (None, 0);
    loop {
        let page = store.kept_analyses(user, before).await.expect("reads");
        assert!(page.analyses.len() <= MAX_LISTED_ANALYSES);
        names.extend(page.analyses.into_iter().map(|listed| listed.name));
        (before, pages) = (page.before, pages + 1);
        if before.is_none() {
            break;
        }
    }
    let expected: Vec<String> = (0..45).rev().map(|id: u64| id.to_string()).collect();
    assert_eq!((names, pages), (expected, 3));
    let answer = store.rename_analysis(user, AnalysisId(3), 1, "Three".to_owned());
    assert_eq!(
        answer.await.expect("works"),
        AnalysisAnswer::Kept { version: 2 }
    );
    let page = store.kept_analyses(user, None).await.expect("reads");
    let first = &page.analyses[0];
    assert_eq!(
        (first.name.as_str(), first.plies, first.variations),
        ("Three", 4, 2)
    );
}

#[tokio::test]
async fn a_visitor_has_so_many_analyses_and_so_many_bytes_and_no_more() {
    let (_place, store) = opened("analysis-limits").await;
    let (user, _) = guest(&store, analysis(0, 0, "0", "*")).await;
    let rows = format!(
        "INSERT INTO analyses SELECT user_id, 'a' || SUBSTR('' || (1000 + numbers.n), 1, 15), 1, \
            'A', '*', 1, 0, 0, 1, 1 FROM analyses CROSS JOIN \
            (WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {}) \
                SELECT n FROM counted) AS numbers",
        MAX_ANALYSES - 2
    );
    execute(&store, rows).await;
    assert_eq!(
        sent(&store, user, analysis(1, 0, "1", "*")).await,
        Ok(AnalysisAnswer::Kept { version: 1 })
    );
    let more = analysis(2, 0, "2", "*");
    assert_eq!(
        sent(&store, user, more.clone()).await,
        Err(AnalysesFull::Number)
    );
    // What is there can still be changed, also where the bytes are nearly used up.
    let used = MAX_ANALYSES_BYTES - (MAX_ANALYSES - 1);
    execute(
        &store,
        format!("UPDATE analyses SET bytes = {used} WHERE name = '0'"),
    )
    .await;
    let answer = sent(&store, user, analysis(1, 1, "1", "!")).await;
    assert_eq!(answer, Ok(AnalysisAnswer::Kept { version: 2 }));
    let answer = sent(&store, user, analysis(1, 2, "1", "1. e4 *")).await;
    assert_eq!(answer, Err(AnalysesFull::Bytes));
    let expected = Some(("1".to_owned(), 2, "!".to_owned()));
    assert_eq!(seen(&store, user, 1).await, expected);
    let answer = store.delete_analysis(user, AnalysisId(0), 1).await;
    assert_eq!(answer.expect("works"), AnalysisAnswer::Gone);
    let answer = sent(&store, user, more).await;
    assert_eq!(answer, Ok(AnalysisAnswer::Kept { version: 1 }));
}

async fn execute(store: &Store, sql: String) {
    let done = store.execute(move || sqlx::query(AssertSqlSafe(sql))).await;
    assert!(done.expect("works") > 0);
}

async fn register(store: &Store, guest: wire::SessionToken) {
    let account = NewAccount {
        name: names::check("Anna").expect("a name"),
        password: Phc("$argon2id$".to_owned()),
        recovery: CodeHash([0; 32]),
    };
    let registered = store.register(Some(guest), account).await.expect("works");
    registered.expect("is free");
}

/// A guest signs in to the account.
async fn sign_in(store: &Store, guest: wire::SessionToken) -> SignedIn {
    let proofs = store.proofs_by_name("anna").await.expect("reads");
    let proofs = proofs.expect("is there");
    let entered = store.enter(Some(guest), None, &proofs);
    entered.await.expect("works").expect("is right")
}

#[tokio::test]
async fn an_account_takes_over_what_its_guests_keep_and_takes_it_along_when_it_goes() {
    let (_place, store) = opened("analysis-accounts").await;
    let (first, token) = guest(&store, analysis(7, 0, "First", "1. e4 *")).await;
    register(&store, token).await;
    let (second, token) = guest(&store, analysis(8, 0, "Second", "1. d4 *")).await;
    // Both have one under this id, as nobody draws it: the account's stays.
    let third = analysis(7, 0, "Third", "*");
    assert_eq!(
        sent(&store, second, third).await,
        Ok(AnalysisAnswer::Kept { version: 1 })
    );
    sign_in(&store, token).await;
    assert_eq!(seen(&store, second, 8).await, None);
    let kept = store.analyses_of(first).await.expect("reads");
    let mut names: Vec<_> = kept.into_iter().map(|kept| kept.name).collect();
    names.sort();
    assert_eq!(names, ["First", "Second"]);
    store
        .write(move |connection| {
            Box::pin(async move { crate::store::accounts::delete(connection, first).await })
        })
        .await
        .expect("works");
    assert_eq!(store.analyses_of(first).await.expect("reads"), []);
}
