//! A tournament in the browser's storage: IndexedDB, where thousands of games have room.
//!
//! Storage may be refused, full or damaged; none of that stops a tournament.

use client::arena::{ArenaFile, StoredTournament};
use js_sys::Uint8Array;

use super::key_value_storage::KeyValueStorage;

const DATABASE: &str = "ponder-arena";
const STORE: &str = "tournament";
/// The keys of the tournament's fragment, and of whether it is being played.
const PLAN: &str = "plan";
const IS_RUNNING: &str = "running";
/// The key of how many games are played at the same time.
const WORKERS: &str = "workers";
/// The beginnings of the keys of games, by number, and of files, by checksum: bytes and name.
const GAME: &str = "game/";
const FILE: &str = "file/";
const FILE_NAME: &str = "name/";

/// The tournament of this browser.
pub struct ArenaStorage(KeyValueStorage);

impl ArenaStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        KeyValueStorage::open(DATABASE, STORE).await.map(Self)
    }

    /// All that is stored, the games as text. What is not as it was written is left out.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<(StoredTournament, Vec<String>), String> {
        let mut stored = StoredTournament::default();
        let (mut games, mut names) = (Vec::new(), Vec::new());
        for (key, value) in self.0.read().await? {
            if key == PLAN {
                stored.plan = value.as_string();
            } else if key == IS_RUNNING {
                stored.is_running = value.is_truthy();
            } else if key == WORKERS {
                stored.workers = value.as_f64().unwrap_or_default() as usize;
            } else if key.starts_with(GAME) {
                games.extend(value.as_string());
            } else if let Some(checksum) = key.strip_prefix(FILE) {
                let bytes = Uint8Array::new(&value).to_vec();
                names.push((checksum.to_owned(), bytes));
            } else if let Some(checksum) = key.strip_prefix(FILE_NAME) {
                // The keys come in their order: bytes before names.
                let known = names.iter().position(|(known, _)| known == checksum);
                if let (Some(known), Some(name)) = (known, value.as_string()) {
                    let (_, bytes) = names.swap_remove(known);
                    let bytes = bytes.into();
                    stored.files.push(ArenaFile { name, bytes });
                }
            }
        }
        Ok((stored, games))
    }

    /// Stores the tournament's fragment, whether it is being played, and how many games at the same time.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_plan(
        &self,
        fragment: &str,
        is_running: bool,
        workers: usize,
    ) -> Result<(), String> {
        let values = [
            (WORKERS, (workers as f64).into()),
            (PLAN, fragment.into()),
            (IS_RUNNING, is_running.into()),
        ];
        self.0.put(&values).await
    }

    /// Stores a game's text by its number.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_game(&self, number: u32, text: &str) -> Result<(), String> {
        let key = format!("{GAME}{number:06}");
        self.0.put(&[(&key, text.into())]).await
    }

    /// Stores a file.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_file(&self, file: &ArenaFile) -> Result<(), String> {
        let checksum = format!("{:08x}", file.checksum());
        let bytes = Uint8Array::from(file.bytes.as_slice());
        let keys = [FILE, FILE_NAME].map(|begin| format!("{begin}{checksum}"));
        let values = [
            (keys[0].as_str(), bytes.into()),
            (&keys[1], file.name.as_str().into()),
        ];
        self.0.put(&values).await
    }

    /// Removes all.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        self.0.clear().await
    }
}
