//! The store's promises, against a file in a temporary folder or a database of PostgreSQL.

use std::path::PathBuf;

use engine::player::Strength;
use engine::rules::Color;
use fresh_database::FreshDatabase;
use sqlx::Connection;
use wire::{StrategyTally, Tally};

use super::*;

/// A folder of its own for each test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ponder-store-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The place of an empty store of its own for each test: a database on the server that the environment
/// names, else a file.
pub(crate) struct TestStore {
    location: StoreLocation,
    _folder: Folder,
    _database: Option<FreshDatabase>,
}

impl TestStore {
    pub(crate) async fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let database = FreshDatabase::create().await;
        let location = match &database {
            #[cfg(feature = "postgres")]
            Some(database) => StoreLocation::Postgres(database.url.parse().expect("an address")),
            _ => StoreLocation::Folder(folder.0.clone()),
        };
        Self {
            location,
            _folder: folder,
            _database: database,
        }
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open_at(&self.location).await.expect("opens")
    }

    /// Runs a statement beside whoever has it open.
    pub(crate) async fn execute(&self, sql: &'static str) {
        let mut prepared = open::prepare(&self.location).await.expect("opens");
        sqlx::query(sql)
            .execute(&mut prepared.connection)
            .await
            .expect("works");
        prepared.connection.close().await.expect("closes");
    }
}

pub(crate) fn game(client_id: &str) -> NewGame {
    NewGame {
        client_id: client_id.to_owned(),
        start_fen: None,
        moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
        human: Color::Black,
        strategy: "calculator",
        strength: Strength::default(),
        result: "0-1",
        reason: "checkmate",
        losses: None,
    }
}

fn tally(wins: u32, draws: u32, losses: u32) -> Vec<StrategyTally> {
    vec![StrategyTally {
        strategy: "calculator".into(),
        tally: Tally {
            wins,
            draws,
            losses,
        },
    }]
}

pub(crate) async fn keep(store: &Store, user: Option<UserId>, game: &NewGame) -> Kept {
    store
        .keep_game(user, game)
        .await
        .expect("the store works")
        .expect("the id is free or ours")
}

#[tokio::test]
async fn a_game_sent_again_is_counted_once() {
    let place = TestStore::new("again").await;
    let store = place.open().await;
    let first = keep(&store, None, &game("a")).await;
    assert!(first.new_session.is_some());
    let again = keep(&store, Some(first.user), &game("a")).await;
    assert_eq!(
        again,
        Kept {
            user: first.user,
            new_session: None
        }
    );
    assert_eq!(
        store.tallies(first.user).await.expect("reads"),
        tally(1, 0, 0)
    );
}

#[tokio::test]
async fn a_strength_between_levels_is_kept_and_counted_to_the_nearest_level() {
    let place = TestStore::new("strength").await;
    let store = place.open().await;
    let strength = Strength::from_tenths(36);
    let between = NewGame {
        strength: strength.expect("a strength"),
        ..game("a")
    };
    let user = keep(&store, None, &between).await.user;
    assert_eq!(keep(&store, Some(user), &between).await.user, user, "again");
    let played = store.played_games(user, None).await.expect("reads").games;
    assert_eq!(played[0].opponent.strength(), strength);
    let tallies = store.level_tallies(user).await.expect("reads");
    assert_eq!(tallies[0].level, 4);
}

#[tokio::test]
async fn a_game_sent_many_times_at_once_is_counted_once() {
    let place = TestStore::new("at-once").await;
    let store = place.open().await;
    let user = keep(&store, None, &game("first")).await.user;
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { keep(&store, Some(user), &game("second")).await })
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.expect("no panic").user, user);
    }
    assert_eq!(store.tallies(user).await.expect("reads"), tally(2, 0, 0));
}

#[tokio::test]
async fn somebody_elses_id_or_another_game_under_it_is_refused() {
    let place = TestStore::new("other").await;
    let store = place.open().await;
    let first = keep(&store, None, &game("a")).await;
    let second = keep(&store, None, &game("b")).await;
    assert_eq!(
        store
            .keep_game(Some(second.user), &game("a"))
            .await
            .expect("works"),
        Err(OtherGame)
    );
    let other = NewGame {
        strength: Strength::from_tenths(31).expect("a strength"),
        ..game("a")
    };
    assert_eq!(
        store
            .keep_game(Some(first.user), &other)
            .await
            .expect("works"),
        Err(OtherGame)
    );
    let token = first.new_session.expect("a guest was made");
    assert_eq!(
        store.user_of(&token).await.expect("reads"),
        Some(first.user)
    );
    assert_eq!(
        store.keep_game(None, &game("a")).await.expect("works"),
        Err(OtherGame),
        "the guest's token arrived, so nobody else may ask for one"
    );
}

#[tokio::test]
async fn a_guest_whose_first_answer_got_lost_stays_the_same_guest() {
    let place = TestStore::new("lost").await;
    let store = place.open().await;
    let lost = keep(&store, None, &game("a")).await;
    let again = keep(&store, None, &game("a")).await;
    assert_eq!(again.user, lost.user);
    let token = again.new_session.expect("a token that can be used");
    assert_eq!(store.user_of(&token).await.expect("reads"), Some(lost.user));
    assert_eq!(
        store.tallies(lost.user).await.expect("reads"),
        tally(1, 0, 0)
    );
}

#[tokio::test]
async fn wins_draws_and_losses_are_the_visitors_own() {
    let place = TestStore::new("tally").await;
    let store = place.open().await;
    let user = keep(&store, None, &game("win")).await.user;
    for (id, human, result) in [
        ("loss as white", Color::White, "0-1"),
        ("win as white", Color::White, "1-0"),
        ("loss as black", Color::Black, "1-0"),
        ("draw as white", Color::White, "1/2-1/2"),
    ] {
        keep(
            &store,
            Some(user),
            &NewGame {
                human,
                result,
                ..game(id)
            },
        )
        .await;
    }
    keep(&store, None, &game("somebody else's")).await;
    assert_eq!(store.tallies(user).await.expect("reads"), tally(2, 1, 2));
}

#[tokio::test]
async fn results_and_sessions_are_there_after_the_file_was_opened_again() {
    let place = TestStore::new("reopen").await;
    let store = place.open().await;
    let kept = keep(&store, None, &game("a")).await;
    // Not closed: what was answered does not depend on it.
    let reopened = place.open().await;
    let token = kept.new_session.expect("a guest was made");
    assert_eq!(
        reopened.user_of(&token).await.expect("reads"),
        Some(kept.user)
    );
    assert_eq!(
        reopened.tallies(kept.user).await.expect("reads"),
        tally(1, 0, 0)
    );
    store.close().await;
    reopened.close().await;
}

#[tokio::test]
async fn an_unknown_token_is_nobody() {
    let place = TestStore::new("unknown").await;
    let store = place.open().await;
    let stranger = crate::account::token::draw().expect("random");
    assert_eq!(store.user_of(&stranger).await.expect("reads"), None);
}
