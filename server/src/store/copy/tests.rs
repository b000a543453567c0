//! A copy has everything, wherever it was broken off; from a file to a file, and to a server and back where
//! there is one.

use std::collections::BTreeSet;

use fresh_database::FreshDatabase;
use futures::future::join_all;
use sqlx::AssertSqlSafe;

use super::*;
use crate::store::Store;
use crate::store::database::Database;
use crate::store::tests::{Folder, game, keep};

/// A store with a row of every kind in every table, numbers that were given to rows that are gone, text that
/// is not of this alphabet, and the largest numbers.
async fn filled(folder: &Folder) -> StoreLocation {
    let location = StoreLocation::Folder(folder.0.clone());
    let store = Store::open_at(&location).await.expect("opens");
    for hundreds in 0..23 {
        let games = (0..100).map(|number| game(&format!("{hundreds:016x}{number:016x}")));
        join_all(games.map(|game| {
            let store = &store;
            async move { keep(store, None, &game).await }
        }))
        .await;
    }
    let others = store.write(|connection| {
        Box::pin(async move {
            for sql in [
                "INSERT INTO users (id, name_norm, name, name_seen, named, pw_phc, \
                    recovery_sha256, created) \
                 VALUES (7000, 'ж', 'Ж \u{1f9e0}', 'x', 1, '', X'00ff', 0)",
                "INSERT INTO users (id, created) VALUES (9000, 0)",
                "DELETE FROM users WHERE id = 9000",
                "INSERT INTO devices VALUES (X'', 7000, 1, 2, 3)",
                "INSERT INTO api_keys (key_sha256, user_id, label, created) \
                 VALUES (X'01', 7000, 'it''s', 1)",
                "INSERT INTO learners VALUES (7000, 'tag', 3, 2, 1, 'wdl', 0)",
                "INSERT INTO q_values VALUES (7000, -9223372036854775808, 'a1a2', -1, 1), \
                    (7000, 9223372036854775807, 'Z', 1, 4294967295), (7000, 5, 'b', 0, 0), \
                    (7000, 5, 'B', 0, 0), (7000, 5, 'é', 0, 0)",
                "INSERT INTO learn_log VALUES (7000, 'b', 1, '{}'), (7000, 'A', NULL, NULL)",
                "INSERT INTO learner_networks VALUES (7000, 'id', zeroblob(300000), 1)",
                "INSERT INTO bans (user_id, until, created) VALUES (7000, NULL, 1)",
                "INSERT INTO moderation (asked, action, target) VALUES (1, 'ban', '::1')",
                "INSERT INTO endings VALUES (7000, 'kqk', NULL), (7000, 'kbnk', 33)",
                "INSERT INTO exercise_logs VALUES (7000, 2097151, 4294967297, 2, 2)",
                "INSERT INTO exercises (user_id, id, text, added_at, seq) VALUES \
                    (7000, -9223372036854775808, '1;ж', 1, 4294967297), \
                    (7000, 9223372036854775807, '', 2, 1)",
                "INSERT INTO exercise_answers (user_id, exercise, at, grade, seq) VALUES \
                    (7000, -9223372036854775808, 9223372036854775807, 'good', 2), \
                    (7000, -1, 0, 'set_aside', 3)",
                "INSERT INTO analyses VALUES \
                    (7000, 'ffffffffffffffff', 9007199254740991, 'Ж', '1. e4 *', 7, 1, 0, 1, 2), \
                    (7000, '0000000000000000', 1, 'A', '', 0, 0, 4294967295, -1, 0)",
                "INSERT INTO networks VALUES ('ab', X'0102', 1)",
                "INSERT INTO network_owners VALUES (7000, 'ab', NULL, 1)",
                "UPDATE games SET kind = 'live', listed = 1, deadline = 1 WHERE id = 3",
                "INSERT INTO live_events VALUES (3, 1, NULL, NULL, 1), (3, 2, '{}', '{}', 2)",
                "INSERT INTO game_time VALUES (1, 3, -2)",
                "INSERT INTO servers VALUES ('b', 1, 0), ('A', 2, 1)",
                "INSERT INTO announcements (at, server, what) VALUES (1, 'b', '{}')",
                "INSERT INTO seats VALUES (3, 'white', 'b', NULL, 0), (3, 'black', 'A', 5, 1)",
            ] {
                sqlx::query(sql).execute(&mut *connection).await?;
            }
            Ok(())
        })
    });
    others.await.expect("SQL");
    store.close().await;
    location
}

/// Where copies are made: a file, and a database where there is a server, with what drops it.
async fn targets(folder: &Folder) -> (Vec<StoreLocation>, Option<FreshDatabase>) {
    let file = StoreLocation::Folder(folder.0.clone());
    let database = FreshDatabase::create().await;
    let targets = match &database {
        #[cfg(feature = "postgres")]
        Some(database) => vec![
            file,
            StoreLocation::Postgres(database.url.parse().expect("an address")),
        ],
        _ => vec![file],
    };
    (targets, database)
}

async fn copied(from: &StoreLocation, to: &StoreLocation) -> Result<Vec<CopiedTable>, CopyError> {
    let mut tables = Vec::new();
    copy(from, to, |table| tables.push(table.clone())).await?;
    Ok(tables)
}

/// Runs statements on a store that no server has open.
async fn change(location: &StoreLocation, statements: &[&str]) {
    let mut prepared = prepare(location).await.expect("opens");
    for sql in statements {
        sqlx::query(AssertSqlSafe((*sql).to_owned()))
            .execute(&mut prepared.connection)
            .await
            .expect("SQL");
    }
    prepared.connection.close().await.expect("closes");
}

#[tokio::test]
async fn a_copy_there_and_back_is_the_same_and_counts_on() {
    let (first, second, third) = (
        Folder::new("copied"),
        Folder::new("copy"),
        Folder::new("copy-back"),
    );
    let source = filled(&first).await;
    let (targets, _database) = targets(&second).await;
    for target in targets {
        // A server has been tried there.
        let tried = [
            "INSERT INTO game_time VALUES (1, 9, 9)",
            "INSERT INTO servers (id, seen) VALUES ('t', 1)",
            "INSERT INTO announcements (at, server, what) VALUES (2, 't', '{}')",
        ];
        change(&target, &tried).await;
        let there = copied(&source, &target).await.expect("is copied");
        assert!(there.iter().all(|table| table.rows > 0), "{there:?}");
        let back = StoreLocation::Folder(third.0.clone());
        assert_eq!(copied(&target, &back).await.expect("is copied"), there);
        for location in [&target, &back] {
            let store = Store::open_at(location).await.expect("opens");
            let user = keep(&store, None, &game("new")).await.user;
            assert!(user.0 > 9000, "{user:?}: a number of somebody who is gone");
            store.close().await;
        }
        std::fs::remove_dir_all(&third.0).expect("is there");
    }
}

#[tokio::test]
async fn a_copy_that_was_broken_off_is_gone_on_with_and_nothing_starts_on_it() {
    let (first, second) = (Folder::new("broken-source"), Folder::new("broken-copy"));
    let source = filled(&first).await;
    let (targets, _database) = targets(&second).await;
    for target in targets {
        let whole = copied(&source, &target).await.expect("is copied");
        // As it was in the middle of the games' moves.
        let note = format!("INSERT INTO unfinished_copy (source) VALUES ('{source}')");
        let middle = [
            &*note,
            "DELETE FROM moves WHERE game_id > 1000",
            "DELETE FROM q_values",
            "DELETE FROM learn_log",
            "DELETE FROM learner_networks",
            "DELETE FROM learners",
            "DELETE FROM bans",
            "DELETE FROM moderation",
            "DELETE FROM endings",
            "DELETE FROM exercise_answers",
            "DELETE FROM exercises",
            "DELETE FROM exercise_logs",
            "DELETE FROM analyses",
            "DELETE FROM network_owners",
            "DELETE FROM networks",
        ];
        change(&target, &middle).await;
        let error = Store::open_at(&target).await.expect_err("is refused");
        assert!(error.to_string().contains("server copy"), "{error}");
        let onward = StoreLocation::Folder(first.0.join("onward"));
        let error = copied(&target, &onward).await.expect_err("is refused");
        assert!(matches!(error, CopyError::Unfinished(_)), "{error}");
        let error = copied(&onward_source(&first).await, &target).await;
        let error = error.expect_err("is refused");
        assert!(matches!(error, CopyError::OtherSource { .. }), "{error}");
        assert_eq!(copied(&source, &target).await.expect("goes on"), whole);
        Store::open_at(&target).await.expect("opens").close().await;
    }
}

/// Another store than the source.
async fn onward_source(folder: &Folder) -> StoreLocation {
    let other = StoreLocation::Folder(folder.0.join("other"));
    Store::open_at(&other).await.expect("opens").close().await;
    other
}

#[tokio::test]
async fn a_copy_into_what_is_not_empty_is_refused_and_one_that_differs_is_told() {
    let (first, second) = (Folder::new("refused-source"), Folder::new("refused-copy"));
    let source = filled(&first).await;
    let (targets, _database) = targets(&second).await;
    for target in targets {
        change(&target, &["INSERT INTO users (created) VALUES (5)"]).await;
        let error = copied(&source, &target).await.expect_err("is refused");
        assert!(matches!(error, CopyError::NotEmpty(_)), "{error}");
        let note = format!("INSERT INTO unfinished_copy (source) VALUES ('{source}')");
        change(&target, &[&note]).await;
        let error = copied(&source, &target).await.expect_err("is refused");
        let CopyError::Different { table: "users", .. } = error else {
            panic!("{error}");
        };
        let error = copied(&target, &target).await.expect_err("is refused");
        assert!(matches!(error, CopyError::Same(_)), "{error}");
        let nowhere = StoreLocation::Folder(second.0.join("nowhere"));
        let error = copied(&nowhere, &target).await.expect_err("is refused");
        assert!(matches!(error, CopyError::NoSource(_)), "{error}");
        let held = StoreHold::acquire(&target).await.expect("is free");
        let error = copied(&source, &target).await.expect_err("is refused");
        assert!(error.to_string().contains("in use"), "{error}");
        drop(held);
    }
}

#[tokio::test]
async fn every_table_is_copied() {
    let folder = Folder::new("tables");
    let (targets, _database) = targets(&folder).await;
    for location in targets {
        let mut prepared = prepare(&location).await.expect("opens");
        let sql = match prepared.database {
            Database::Sqlite(_) => "SELECT name FROM sqlite_master WHERE type = 'table'",
            #[cfg(feature = "postgres")]
            Database::Postgres(_) => {
                "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()"
            }
        };
        let found: Vec<String> = sqlx::query_scalar(sql)
            .fetch_all(&mut prepared.connection)
            .await
            .expect("SQL");
        let mut found: BTreeSet<String> = found.into_iter().collect();
        for own in ["_sqlx_migrations", "sqlite_sequence", "unfinished_copy"] {
            found.remove(own);
        }
        let copied: BTreeSet<String> = TABLES.map(|(name, _)| name.to_owned()).into();
        assert_eq!(found, copied);
    }
}
