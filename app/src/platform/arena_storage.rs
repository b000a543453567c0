//! A tournament in the browser's storage: IndexedDB, where thousands of games have room.
//!
//! Storage may be refused, full or damaged; none of that stops a tournament.

use client::arena::{ArenaFile, StoredTournament};
use idb::{
    Database, DatabaseEvent, Factory, ObjectStoreParams, TransactionMode, TransactionResult,
};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

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
pub struct ArenaStorage(Database);

impl ArenaStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        let open = async {
            let mut request = Factory::new()?.open(DATABASE, Some(1))?;
            request.on_upgrade_needed(|event| {
                if let Ok(database) = event.database() {
                    // If this fails, the first transaction fails.
                    drop(database.create_object_store(STORE, ObjectStoreParams::new()));
                }
            });
            request.await
        };
        open.await
            .map(Self)
            .map_err(|error: idb::Error| error.to_string())
    }

    /// All that is stored, the games as text. What is not as it was written is left out.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<(StoredTournament, Vec<String>), String> {
        self.read_all().await.map_err(|error| error.to_string())
    }

    async fn read_all(&self) -> Result<(StoredTournament, Vec<String>), idb::Error> {
        let transaction = self.0.transaction(&[STORE], TransactionMode::ReadOnly)?;
        let store = transaction.object_store(STORE)?;
        let keys = store.get_all_keys(None, None)?.await?;
        let values = store.get_all(None, None)?.await?;
        let mut stored = StoredTournament::default();
        let (mut games, mut names) = (Vec::new(), Vec::new());
        for (key, value) in keys.into_iter().zip(values) {
            let Some(key) = key.as_string() else { continue };
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
            (WORKERS.to_owned(), (workers as f64).into()),
            (PLAN.to_owned(), fragment.into()),
            (IS_RUNNING.to_owned(), is_running.into()),
        ];
        self.put(&values).await
    }

    /// Stores a game's text by its number.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_game(&self, number: u32, text: &str) -> Result<(), String> {
        self.put(&[(format!("{GAME}{number:06}"), text.into())])
            .await
    }

    /// Stores a file.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_file(&self, file: &ArenaFile) -> Result<(), String> {
        let checksum = format!("{:08x}", file.checksum());
        let bytes = Uint8Array::from(file.bytes.as_slice());
        let values = [
            (format!("{FILE}{checksum}"), bytes.into()),
            (format!("{FILE_NAME}{checksum}"), file.name.as_str().into()),
        ];
        self.put(&values).await
    }

    async fn put(&self, values: &[(String, JsValue)]) -> Result<(), String> {
        let put = async {
            let transaction = self.0.transaction(&[STORE], TransactionMode::ReadWrite)?;
            let store = transaction.object_store(STORE)?;
            for (key, value) in values {
                store.put(value, Some(&JsValue::from_str(key)))?.await?;
            }
            transaction.commit()?.await
        };
        finished(put.await)
    }

    /// Removes all.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        let clear = async {
            let transaction = self.0.transaction(&[STORE], TransactionMode::ReadWrite)?;
            transaction.object_store(STORE)?.clear()?.await?;
            transaction.commit()?.await
        };
        finished(clear.await)
    }
}

/// A transaction that the browser gives up without an error, for want of room, has stored nothing.
fn finished(result: Result<TransactionResult, idb::Error>) -> Result<(), String> {
    match result {
        Ok(result) if result.is_aborted() => Err("it has no room".to_owned()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}
