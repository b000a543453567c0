//! Games in the browser's storage: the one on the board, a stashed one, and finished ones that have
//! not arrived at the server or the learner.
//!
//! Storage may be refused, full or damaged; none of that stops a game.

use client::play::StorageError;
use client::play::saved_game::{GAME_KEY, SavedGame};
use client::play::stashed_game::{STASH_KEY, StashedGame};
use client::play::unsent_game::{Recipient, UnsentGame};
use wire::visitor::rating::KnownRating;

use super::local_storage::{read, remove, stored_keys, write};

/// The key of the visitor's strength.
const RATING_KEY: &str = "ponder.rating";
/// At most this many finished games are read back for each recipient.
const MAX_STORED: usize = 100;

/// For whom and which finished games wait, by their ids.
pub fn unsent_keys() -> Vec<(Recipient, String)> {
    let mut keys = Vec::new();
    for recipient in Recipient::ALL {
        let prefix = recipient.key_prefix();
        let stored = stored_keys(prefix, MAX_STORED).into_iter();
        keys.extend(stored.map(|key| (recipient, key[prefix.len()..].to_owned())));
    }
    keys
}

/// The finished games that have not arrived yet.
pub fn unsent() -> Vec<UnsentGame> {
    let mut games = Vec::new();
    for recipient in Recipient::ALL {
        let prefix = recipient.key_prefix();
        for key in stored_keys(prefix, MAX_STORED) {
            let id = &key[prefix.len()..];
            match read(&key).and_then(|text| UnsentGame::from_stored(recipient, id, &text)) {
                Some(game) => UnsentGame::collect(&mut games, game),
                // A damaged one is removed.
                None => remove(&key),
            }
        }
    }
    games
}

/// The visitor's strength as the server last told it.
pub fn known_rating() -> Option<KnownRating> {
    serde_json::from_str(&read(RATING_KEY)?).ok()
}

/// Stores the visitor's strength as the server tells it.
pub fn store_rating(rating: &KnownRating) -> Result<(), StorageError> {
    // Serialising numbers cannot fail.
    let text = serde_json::to_string(rating).unwrap_or_default();
    write(RATING_KEY, &text)
}

/// Forgets the visitor's strength: whoever comes next in this browser is another one.
#[cfg(feature = "hydrate")]
pub fn forget_rating() {
    remove(RATING_KEY);
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

/// Stores a finished game for all who wait for it.
pub fn store_unsent(game: &UnsentGame) -> Result<(), StorageError> {
    Recipient::ALL
        .into_iter()
        .filter_map(|recipient| Some((recipient, game.stored_text(recipient)?)))
        .map(|(recipient, text)| write(&recipient.key(game.id.as_str()), &text))
        .fold(Ok(()), Result::and)
}

/// Removes a finished game for which a recipient no longer waits.
pub fn remove_unsent(id: &str, recipient: Recipient) {
    remove(&recipient.key(id));
}
