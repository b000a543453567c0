//! Games in the browser's storage: the one on the board, a stashed one, and finished ones that wait for
//! the server or the learners.
//!
//! Storage may be refused, full or damaged; none of that stops a game.

use client::play::{
    StorageError,
    saved_game::{GAME_KEY, LESSON_KEY, SavedGame, UNSENT_KEY},
    stashed_game::{STASH_KEY, StashedGame},
};
use client::worker::learner::{lesson_from_text, lesson_to_text};
use js_sys::Reflect;
use leptos::prelude::window;
use web_sys::Storage;
use wire::{FinishedGame, game_id::GameId, visitor::learners::FinishedLesson};

use super::ignore::ignore_failure;

/// At most this many finished games of a kind are read back.
const MAX_STORED: usize = 100;

/// The finished games that the learners have not learnt yet.
pub fn lessons() -> Vec<FinishedLesson> {
    stored(LESSON_KEY, |id, text| {
        lesson_from_text(text).filter(|lesson| lesson.id.as_str() == id)
    })
}

/// The finished games that the server has not confirmed yet.
pub fn unsent() -> Vec<FinishedGame> {
    stored(UNSENT_KEY, |id, text| {
        let game: FinishedGame = serde_json::from_str(text).ok()?;
        (game.client_id == id).then_some(game)
    })
}

/// The game on the board at the last visit.
pub fn saved_game() -> Option<SavedGame> {
    SavedGame::decode(&read(GAME_KEY)?).ok()
}

/// The game that was stashed for one from a link.
pub fn stashed_game() -> Option<StashedGame> {
    StashedGame::decode(&read(STASH_KEY)?).ok()
}

/// Whether there is a stashed game, which may be damaged.
pub fn has_stashed_game() -> bool {
    read(STASH_KEY).is_some()
}

/// Stores the stashed game, or removes it.
pub fn store_stashed_game(aside: Option<&StashedGame>) -> Result<(), StorageError> {
    match aside {
        Some(aside) => write(STASH_KEY, &aside.encode()),
        None => {
            remove(STASH_KEY);
            Ok(())
        }
    }
}

/// Stores the game on the board.
pub fn save(game: &SavedGame) -> Result<(), StorageError> {
    write(GAME_KEY, &game.encode())
}

/// Stores a finished game until the server has confirmed it.
pub fn store_unsent(game: &FinishedGame) -> Result<(), StorageError> {
    // Serialising texts and numbers cannot fail.
    let text = serde_json::to_string(game).unwrap_or_default();
    write(&format!("{UNSENT_KEY}{}", game.client_id), &text)
}

/// Removes a finished game that the server has confirmed.
pub fn remove_unsent(client_id: &str) {
    remove(&format!("{UNSENT_KEY}{client_id}"));
}

/// Stores a finished game until it is learnt.
pub fn store_lesson(lesson: &FinishedLesson) -> Result<(), StorageError> {
    write(
        &format!("{LESSON_KEY}{}", lesson.id),
        &lesson_to_text(lesson),
    )
}

/// Removes a finished game that is learnt.
pub fn remove_lesson(id: &GameId) {
    remove(&format!("{LESSON_KEY}{id}"));
}

/// The values under keys that are a prefix and a game's id.
fn stored<T>(start: &str, decode: impl Fn(&str, &str) -> Option<T>) -> Vec<T> {
    let mut games = Vec::new();
    for key in stored_keys(start) {
        let game = read(&key).and_then(|text| decode(&key[start.len()..], &text));
        // A damaged one is removed.
        if game.is_none() {
            remove(&key);
        }
        games.extend(game);
    }
    games
}

fn stored_keys(start: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter(|key| key.starts_with(start))
        .take(MAX_STORED)
        .collect()
}

fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn write(key: &str, text: &str) -> Result<(), StorageError> {
    let storage = storage().ok_or(StorageError::Denied)?;
    storage.set_item(key, text).map_err(|error| {
        let name = Reflect::get(&error, &"name".into()).ok();
        match name.and_then(|name| name.as_string()).as_deref() {
            Some("QuotaExceededError") => StorageError::QuotaExceeded,
            _ => StorageError::Denied,
        }
    })
}

fn remove(key: &str) {
    if let Some(storage) = storage() {
        ignore_failure("storage refused", storage.remove_item(key));
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}
