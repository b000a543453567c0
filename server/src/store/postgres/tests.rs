//! What only a database on a server can do, or has to bear. Without a server these tests do nothing.

use engine::player::{Level, StrategyId};
use engine::rules::Color;
use fresh_database::FreshDatabase;
use futures::future::join_all;
use sqlx::{AssertSqlSafe, Connection, Executor};

use super::connector;
use crate::account::code::CodeHash;
use crate::account::names;
use crate::account::password::Phc;
use crate::account::token::KeyHash;
use crate::live::game_state::{CommandResult, PlayerCommand, SidePlayer};
use crate::store::tests::{game, keep};
use crate::store::*;

/// The place of a new database, and what drops it.
async fn fresh() -> Option<(StoreLocation, FreshDatabase)> {
    let database = FreshDatabase::create().await?;
    let location = StoreLocation::Postgres(database.url.parse().expect("an address"));
    Some((location, database))
}

/// Runs a statement on a connection of its own.
async fn change(location: &StoreLocation, sql: &'static str) {
    let StoreLocation::Postgres(url) = location else {
        return;
    };
    let server = connector(url).expect("an address");
    let mut own = server.connect().await.expect("connects");
    own.execute(sql).await.expect("works");
    own.close().await.expect("closes");
}

async fn open(location: &StoreLocation) -> Store {
    Store::open_at(location).await.expect("opens")
}

#[tokio::test]
async fn a_game_that_two_servers_are_sent_is_counted_once() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let servers = [open(&location).await, open(&location).await];
    let user = keep(&servers[0], None, &game("first")).await.user;
    let sent = (0..60).map(|number| {
        let store = &servers[number % 2];
        let game = game(&format!("game {}", number / 6));
        async move { keep(store, Some(user), &game).await }
    });
    assert!(join_all(sent).await.iter().all(|kept| kept.user == user));
    for store in &servers {
        let tallies = store.tallies(user).await.expect("reads");
        assert_eq!(tallies[0].tally.wins, 11);
    }
}

#[tokio::test]
async fn limits_hold_for_all_servers_together() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let servers = [open(&location).await, open(&location).await];
    let account = NewAccount {
        name: names::check("Anna").expect("a name"),
        password: Phc("$argon2id$".to_owned()),
        recovery: CodeHash([0; 32]),
    };
    servers[0]
        .register(None, account)
        .await
        .expect("works")
        .expect("is free");
    let proofs = servers[1]
        .proofs_by_name("anna")
        .await
        .expect("reads")
        .expect("is there");
    let made = (0..20).map(|number: u8| {
        let (store, proofs) = (&servers[usize::from(number % 2)], &proofs);
        let key = KeyHash([number; 32]);
        async move {
            store
                .new_key(proofs, key, number.to_string())
                .await
                .expect("works")
        }
    });
    let made = join_all(made).await;
    let keys = made.iter().filter(|made| made.is_ok()).count();
    assert_eq!(keys as i64, MAX_KEYS);
}

#[tokio::test]
async fn of_two_moves_at_a_version_one_is_kept() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let servers = [open(&location).await, open(&location).await];
    let new = NewLiveGame {
        client_id: "a".repeat(32),
        color: Color::White,
        mind: Some(SidePlayer::Engine {
            strategy: StrategyId::Calculator,
            strength: Level::WEAKEST.into(),
        }),
        start_fen: None,
        control: None,
        listed: false,
    };
    let made = servers[0].new_live_game(None, new).await.expect("works");
    let link = made.expect("is made").game;
    let mut kept = Vec::new();
    for ply in 0..40_u32 {
        // Both have seen the same version.
        let live = servers[0].live(&link, 0).await.expect("reads");
        let live = live.expect("is there");
        let moves = live.game.position().legal_moves();
        let tries = servers.iter().enumerate().map(|(server, store)| {
            let uci = moves[server % moves.len()].to_string();
            let command = PlayerCommand::Move {
                ply,
                uci: uci.clone(),
                lag_ms: 0,
            };
            let Ok(CommandResult::Changed(change)) = live.execute(live.turn(), &command, 0) else {
                panic!("ply {ply}");
            };
            let stored = store.store_change(live.version, *change, None);
            async move {
                let is_stored = stored.await.expect("the store works") == StoredChange::Stored;
                is_stored.then_some(uci)
            }
        });
        let moves: Vec<String> = join_all(tries).await.into_iter().flatten().collect();
        assert_eq!(moves.len(), 1, "ply {ply}");
        kept.extend(moves);
    }
    let live = servers[1]
        .live(&link, 0)
        .await
        .expect("reads")
        .expect("is there");
    let moves: Vec<String> = live.game.moves().iter().map(ToString::to_string).collect();
    assert_eq!(moves, kept);
}

#[tokio::test]
async fn a_database_is_held_by_servers_together_or_by_one_process_alone() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let in_use = async || {
        let alone = StoreHold::acquire(&location).await;
        assert!(matches!(alone, Err(HoldError::InUse(_))), "{alone:?}");
    };
    let first = StoreHold::join(&location).await.expect("is free");
    assert!(first.was_alone());
    in_use().await;
    // The second one waits until the first has started.
    let joined = tokio::spawn({
        let location = location.clone();
        async move { StoreHold::join(&location).await }
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!joined.is_finished());
    first.share().await;
    let second = joined.await.expect("ends").expect("is shared");
    assert!(!second.was_alone());
    second.share().await;
    drop(first);
    in_use().await;
    drop(second);
    let again = StoreHold::acquire(&location).await;
    let again = again.expect("is free again, as soon as the database has noticed");
    drop(again);
    let last = StoreHold::join(&location).await.expect("is free");
    assert!(last.was_alone());
}

/// A restart of the database, or a network that drops idle connections.
#[tokio::test]
async fn a_lock_whose_session_has_ended_is_taken_again() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let held = StoreHold::join(&location).await.expect("is free");
    held.share().await;
    let other = StoreHold::join(&location).await.expect("is shared");
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    change(&location, end).await;
    tokio::time::sleep(std::time::Duration::from_millis(2_500)).await;
    let second = StoreHold::acquire(&location).await;
    assert!(matches!(second, Err(HoldError::InUse(_))), "{second:?}");
    drop(held);
    let second = StoreHold::acquire(&location).await;
    assert!(matches!(second, Err(HoldError::InUse(_))), "{second:?}");
    drop(other);
}

#[tokio::test]
async fn a_database_that_only_may_be_read_is_refused_at_the_start() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    open(&location).await.close().await;
    let reader = "DO $$ BEGIN \
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ponder_reader; \
        EXCEPTION WHEN undefined_object THEN CREATE ROLE ponder_reader LOGIN; END $$";
    change(&location, reader).await;
    change(
        &location,
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO ponder_reader",
    )
    .await;
    let StoreLocation::Postgres(url) = &location else {
        return;
    };
    let url = url.secret().replace("ponder@", "ponder_reader@");
    let reading = StoreLocation::Postgres(url.parse().expect("an address"));
    let error = Store::open_at(&reading).await.expect_err("is refused");
    assert!(error.to_string().contains("permission denied"), "{error}");
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_and_one_that_is_gone_is_named() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let store = open(&location).await;
    let newer = store.execute(|| {
        sqlx::query(
            "INSERT INTO _sqlx_migrations \
                (version, description, success, checksum, execution_time) \
             VALUES (9999, 'from the future', TRUE, '', 0)",
        )
    });
    newer.await.expect("works");
    // It only adds to the database, so servers that run go on.
    store.try_out().await.expect("is ready");
    let error = Store::open_at(&location)
        .await
        .expect_err("is refused")
        .to_string();
    assert!(error.contains("9999"), "{error}");
    let gone = StoreLocation::Postgres("postgres://u:secret@127.0.0.1:1/p".parse().expect("one"));
    let error = Store::open_at(&gone)
        .await
        .expect_err("is not there")
        .to_string();
    assert!(error.contains("postgres://127.0.0.1:1/p"), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

#[tokio::test]
async fn every_commit_is_on_the_disk_and_a_reader_cannot_write() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let StoreLocation::Postgres(url) = &location else {
        return;
    };
    let server = connector(url).expect("an address");
    let mut own = server.connect().await.expect("connects");
    let name: String = sqlx::query_scalar("SELECT CAST(current_database() AS TEXT)")
        .fetch_one(&mut own)
        .await
        .expect("a name");
    let sql = format!("ALTER DATABASE {name} SET synchronous_commit = off");
    own.execute(AssertSqlSafe(sql)).await.expect("works");
    own.close().await.expect("closes");
    let store = open(&location).await;
    let write = sqlx::query("INSERT INTO users (created) VALUES (0)").execute(&store.readers);
    assert!(write.await.is_err());
    let shown = store.write(|connection| {
        Box::pin(async move {
            let shown: String = sqlx::query_scalar("SELECT current_setting('synchronous_commit')")
                .fetch_one(connection)
                .await?;
            Ok(shown)
        })
    });
    assert_eq!(shown.await.expect("reads"), "on");
}

#[tokio::test]
async fn a_database_that_was_started_anew_between_two_writes_refuses_nobody() {
    let Some((location, _database)) = fresh().await else {
        return;
    };
    let store = open(&location).await;
    let user = keep(&store, None, &game("before")).await.user;
    change(
        &location,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .await;
    tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
    assert_eq!(keep(&store, Some(user), &game("after")).await.user, user);
    let tallies = store.tallies(user).await.expect("reads");
    assert_eq!(tallies[0].tally.wins, 2);
}
