//! What only a file can do, or has to bear.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{ConnectOptions, Connection};
use wire::{StrategyTally, Tally};

use crate::store::tests::{Folder, game, keep};
use crate::store::*;

#[tokio::test]
async fn a_file_that_is_no_store_of_ours_is_refused_with_its_name() {
    let folder = Folder::new("foreign");
    std::fs::create_dir_all(&folder.0).expect("a folder");
    std::fs::write(folder.0.join("ponder.sqlite"), [b'x'; 4096]).expect("a file");
    let error = Store::open(&folder.0)
        .await
        .expect_err("is refused")
        .to_string();
    assert!(error.contains("ponder.sqlite"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[tokio::test]
async fn a_folder_may_have_any_name() {
    let folder = Folder::new("a ?b=c#d%20\u{e9} & 'e'");
    let store = Store::open(&folder.0).await.expect("opens");
    keep(&store, None, &game("a")).await;
    store.close().await;
    assert!(folder.0.join("ponder.sqlite").is_file());
    let store = Store::open(&folder.0).await.expect("opens again");
    assert_eq!(check(&store).await, "ok");
    // The system goes through a link before it goes up again.
    std::fs::create_dir_all(folder.0.join("far/there")).expect("a folder");
    std::os::unix::fs::symlink("far/there", folder.0.join("link")).expect("a link");
    let up = PathBuf::from(format!("/{}/link/../up", folder.0.display()));
    keep(&Store::open(&up).await.expect("opens"), None, &game("b")).await;
    assert!(folder.0.join("far/up/ponder.sqlite").is_file());
    assert!(!folder.0.join("up").exists());
    let latin = PathBuf::from(OsStr::from_bytes(b"caf\xe9"));
    let error = Store::open(&folder.0.join(latin))
        .await
        .expect_err("is refused");
    assert!(error.to_string().contains("UTF-8"), "{error}");
}

#[tokio::test]
async fn the_writer_syncs_every_commit_and_a_reader_cannot_write() {
    let folder = Folder::new("pragmas");
    let store = Store::open(&folder.0).await.expect("opens");
    let pragmas = store.write(|connection| {
        Box::pin(async move {
            let synchronous: i64 = sqlx::query_scalar("PRAGMA synchronous")
                .fetch_one(&mut *connection)
                .await?;
            let journal: String = sqlx::query_scalar("PRAGMA journal_mode")
                .fetch_one(&mut *connection)
                .await?;
            Ok((synchronous, journal))
        })
    });
    assert_eq!(pragmas.await.expect("reads"), (2, "wal".to_owned()));
    let write = sqlx::query("INSERT INTO users (created) VALUES (0)")
        .execute(&store.readers)
        .await;
    assert!(write.is_err());
}

#[tokio::test]
async fn a_store_is_tried_out_by_a_real_write() {
    let folder = Folder::new("tried-out");
    let store = Store::open(&folder.0).await.expect("opens");
    let log = || std::fs::metadata(folder.0.join("ponder.sqlite-wal")).map(|file| file.len());
    let before = log().expect("the log is there");
    store.try_out().await.expect("it works");
    assert!(log().expect("the log is there") > before);
    let update = "UPDATE _sqlx_migrations SET version = version + 1000";
    execute(&store, update).await.expect("writes");
    let changed = store.try_out().await;
    assert!(
        matches!(changed, Err(StoreError::Changed { .. })),
        "{changed:?}"
    );
}

/// Writes by one statement.
async fn execute(store: &Store, statement: &'static str) -> Result<(), StoreError> {
    store
        .write(move |connection| {
            Box::pin(async move {
                sqlx::query(statement).execute(connection).await?;
                Ok(())
            })
        })
        .await
}

async fn check(store: &Store) -> String {
    sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(&store.readers)
        .await
        .expect("reads")
}

#[tokio::test]
async fn a_backup_has_every_game_that_was_recorded_before_it_and_is_whole() {
    let folder = Folder::new("backup");
    let store = Store::open(&folder.0.join("data")).await.expect("opens");
    let user = keep(&store, None, &game("0")).await.user;
    let recorded = Arc::new(AtomicU32::new(1));
    let recording = tokio::spawn({
        let (store, recorded) = (store.clone(), Arc::clone(&recorded));
        async move {
            for number in 1.. {
                keep(&store, Some(user), &game(&number.to_string())).await;
                recorded.store(number + 1, Ordering::SeqCst);
            }
        }
    });
    // A restored store is a copy in an empty folder, under the store's own name.
    for number in 0..5 {
        let restored = folder.0.join(format!("restored-{number}"));
        std::fs::create_dir_all(&restored).expect("a folder");
        let before = recorded.load(Ordering::SeqCst);
        while recorded.load(Ordering::SeqCst) == before {
            tokio::task::yield_now().await;
        }
        let acknowledged = recorded.load(Ordering::SeqCst);
        backup(&folder.0.join("data"), &restored.join("ponder.sqlite"))
            .await
            .expect("a backup");
        let copy = Store::open(&restored).await.expect("opens");
        assert_eq!(check(&copy).await, "ok");
        let tallies = copy.tallies(user).await.expect("reads");
        assert!(tallies[0].tally.wins >= acknowledged, "{tallies:?}");
        keep(&copy, Some(user), &game("new")).await;
        copy.close().await;
    }
    recording.abort();
}

#[tokio::test]
async fn a_backup_overwrites_nothing_and_leaves_nothing_when_it_fails() {
    let folder = Folder::new("no-backup");
    let (data, there) = (folder.0.join("data"), folder.0.join("there"));
    let store = Store::open(&data).await.expect("opens");
    std::fs::write(&there, "something").expect("a file");
    let none = folder.0.join("nowhere");
    for (from, to, named) in [
        (&data, &there, "there"),
        (&data, &none.join("backup"), "nowhere"),
        (&none, &folder.0.join("backup"), "nowhere/ponder.sqlite"),
    ] {
        let error = backup(from, to).await.expect_err("refused").to_string();
        assert!(error.contains(named), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert_eq!(
        std::fs::read_to_string(&there).expect("it is there"),
        "something"
    );
    let mut left: Vec<_> = std::fs::read_dir(&folder.0)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["data", "there"]);
    store.close().await;
}

/// The text of a file as a release left it, and how many migrations that release knew.
const RELEASED: [(&str, i64); 2] = [
    (include_str!("released/0001.sql"), 1),
    (include_str!("released/0006.sql"), 6),
];

/// The token of the session in them.
const TOKEN: &str = "527ca2a9ad0a7c8e92cc5686354d35e0734870aa085af7e363ce9ad116d1f841";

/// Puts a released file into the folder; a connection to it.
async fn released(folder: &Folder, dump: &'static str) -> sqlx::SqliteConnection {
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let mut file = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.0.join("ponder.sqlite"))
        .create_if_missing(true)
        .connect()
        .await
        .expect("a file");
    sqlx::raw_sql(dump).execute(&mut file).await.expect("SQL");
    file
}

#[tokio::test]
async fn what_every_release_has_kept_is_there_after_the_upgrade() {
    for (dump, migrations) in RELEASED {
        let folder = Folder::new(&format!("released-{migrations}"));
        let file = released(&folder, dump).await;
        file.close().await.expect("closes");
        let store = Store::open(&folder.0).await.expect("is brought up to date");
        let token = wire::SessionToken(TOKEN.to_owned());
        let user = store.user_of(&token).await.expect("reads");
        let user = user.expect("the session is known");
        let of = |strategy: &str, wins, losses| StrategyTally {
            strategy: strategy.to_owned(),
            tally: Tally {
                wins,
                draws: 0,
                losses,
            },
        };
        let expected = [of("calculator", 2, 0), of("ponder", 0, 1)];
        assert_eq!(store.tallies(user).await.expect("reads"), expected);
        let sent_again = NewGame {
            client_id: "a".repeat(32),
            ..game("")
        };
        assert_eq!(
            keep(&store, Some(user), &sent_again).await.new_session,
            None
        );
        assert_eq!(store.tallies(user).await.expect("reads"), expected);
        assert_eq!(check(&store).await, "ok");
        store.try_out().await.expect("it is of this version now");
    }
}

#[tokio::test]
async fn clocks_that_ran_before_the_upgrade_are_looked_at() {
    let folder = Folder::new("released-clock");
    let mut file = released(&folder, RELEASED[1].0).await;
    sqlx::query("UPDATE games SET status = 'playing' WHERE id = 4")
        .execute(&mut file)
        .await
        .expect("SQL");
    file.close().await.expect("closes");
    let store = Store::open(&folder.0).await.expect("is brought up to date");
    let deadlines = store.deadlines(0, 10).await.expect("reads");
    let links: Vec<_> = deadlines.overdue.iter().map(|link| link.as_str()).collect();
    assert_eq!(links, ["SJgzxeHuMCWu"], "the other game has no clocks");
    let live = store.live(&deadlines.overdue[0], 5).await.expect("reads");
    let mut live = live.expect("is there");
    assert_eq!(live.turn_since, 5);
    // Once it was looked at, it has the deadline that it should have.
    let deadline = live.deadline().expect("it has clocks");
    store.store_clock(live.clone()).await.expect("works");
    let overdue = async |by| store.deadlines(by, 10).await.expect("reads").overdue.len();
    assert_eq!(
        [overdue(deadline - 1).await, overdue(deadline).await],
        [0, 1]
    );
    live.version += 1;
    live.turn_since += 1_000;
    store.store_clock(live).await.expect("works");
    assert_eq!(overdue(deadline).await, 1, "it has another version");
}

#[tokio::test]
async fn what_belongs_to_an_account_is_there_after_the_upgrade() {
    let folder = Folder::new("released-account");
    let file = released(&folder, RELEASED[1].0).await;
    file.close().await.expect("closes");
    let store = Store::open(&folder.0).await.expect("is brought up to date");
    let token = wire::SessionToken(TOKEN.to_owned());
    let person = store.person_of(&token).await.expect("reads");
    let person = person.expect("the session is known");
    let user = person.id;
    assert_eq!(person.name.as_deref(), Some("Ann"));
    let proofs = store.proofs_by_name("ann").await.expect("reads");
    assert_eq!(proofs.expect("an account").user, user);
    let learner = store.learner_of(user).await.expect("reads");
    let learner = serde_json::to_value(learner.expect("a learner")).expect("JSON");
    let game = "0123456789abcdef0123456789abcdef";
    assert_eq!(learner["table"]["games"], serde_json::json!([game]));
    assert_eq!(learner["lessons"][0]["id"], game);
    let keys = store.keys_of(user).await.expect("reads");
    let labels: Vec<_> = keys.iter().map(|key| &*key.label).collect();
    assert_eq!(labels, ["laptop"]);
    let link = |text: &str| text.parse::<wire::live::GameLink>().expect("a link");
    let shared = store.shared(&link("XmL1uj9zYDdA")).await.expect("reads");
    assert_eq!(shared.expect("a shared game").view.moves, ["e2e4", "e7e5"]);
    let mut under_way = store.links_in_progress(user).await.expect("reads");
    under_way.sort();
    assert_eq!(under_way, [link("SJgzxeHuMCWu"), link("b2ue8BniuN61")]);
}

#[tokio::test]
async fn what_an_older_version_deleted_is_gone_from_the_file_after_the_upgrade() {
    let folder = Folder::new("erased-upgrade");
    let mut file = released(&folder, RELEASED[0].0).await;
    let trace = "a name that was deleted long ago";
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "PRAGMA secure_delete = OFF; INSERT INTO users (name_norm, created) VALUES ('{trace}', 0); \
         DELETE FROM users WHERE name_norm = '{trace}'"
    )))
    .execute(&mut file)
    .await
    .expect("SQL");
    file.close().await.expect("closes");
    let is_there = || {
        let files = std::fs::read_dir(&folder.0).expect("a folder");
        files.into_iter().any(|file| {
            let bytes = std::fs::read(file.expect("an entry").path()).expect("a file");
            let mut parts = bytes.windows(trace.len());
            parts.any(|part| part == trace.as_bytes())
        })
    };
    assert!(is_there(), "an older version left it");
    let _store = Store::open(&folder.0).await.expect("is brought up to date");
    assert!(!is_there());
}

#[tokio::test]
async fn what_is_deleted_while_another_program_reads_is_gone_once_that_has_ended() {
    let folder = Folder::new("erased-later");
    let store = Store::open(&folder.0).await.expect("opens");
    let user = keep(&store, None, &game("of somebody who leaves"))
        .await
        .user;
    let mut reader = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(folder.0.join("ponder.sqlite"))
        .connect()
        .await
        .expect("opens");
    // As a backup does, for as long as it takes.
    sqlx::raw_sql("BEGIN; SELECT * FROM users")
        .execute(&mut reader)
        .await
        .expect("reads");
    let deleted = store.delete_user(user, None).await;
    assert!(deleted.expect("the reader is in nobody's way"));
    let log = || {
        let log = std::fs::metadata(folder.0.join("ponder.sqlite-wal"));
        log.map_or(0, |log| log.len())
    };
    assert!(log() > 0, "the reader still needs it");
    reader.close().await.expect("closes");
    while log() > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(check(&store).await, "ok");
}

#[tokio::test]
async fn a_file_of_a_newer_program_is_refused_and_left_as_it_is() {
    let folder = Folder::new("newer");
    let mut file = released(&folder, RELEASED[0].0).await;
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'from the future', 1, X'00', 0)",
    )
    .execute(&mut file)
    .await
    .expect("SQL");
    let error = Store::open(&folder.0).await.expect_err("is refused");
    let error = error.to_string();
    assert!(
        error.contains("ponder.sqlite is of a newer version"),
        "{error}"
    );
    assert!(error.contains("9999"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    let games: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM games")
        .fetch_one(&mut file)
        .await
        .expect("reads");
    assert_eq!(games, 3);
}
