//! The training of the dojo in the browser's storage.

use client::dojo::StoredTraining;
use js_sys::Uint8Array;

use super::key_value_storage::KeyValueStorage;

const DATABASE: &str = "ponder-dojo";
const STORE: &str = "training";
/// The keys of the state, of the time that it has run (ms), of whether it runs, and with how many workers.
const STATE: &str = "state";
const ELAPSED: &str = "elapsed";
const IS_RUNNING: &str = "running";
const WORKERS: &str = "workers";

/// The training of this browser.
pub struct DojoStorage(KeyValueStorage);

impl DojoStorage {
    /// Opens the storage.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn open() -> Result<Self, String> {
        KeyValueStorage::open(DATABASE, STORE).await.map(Self)
    }

    /// The training, if one is stored.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn read(&self) -> Result<Option<StoredTraining>, String> {
        let mut state = None;
        let (mut elapsed_ms, mut is_running, mut workers) = (0, false, 1);
        for (key, value) in self.0.read().await? {
            let number = value.as_f64().unwrap_or_default();
            match key.as_str() {
                STATE => state = Some(Uint8Array::new(&value).to_vec()),
                ELAPSED => elapsed_ms = number as u64,
                IS_RUNNING => is_running = value.is_truthy(),
                WORKERS => workers = number as usize,
                _ => {}
            }
        }
        Ok(state.map(|state| StoredTraining {
            state,
            is_running,
            workers,
            elapsed_ms,
        }))
    }

    /// Stores the state and the time that it has run, ms.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_state(&self, state: &[u8], elapsed_ms: u64) -> Result<(), String> {
        let values = [
            (STATE, Uint8Array::from(state).into()),
            (ELAPSED, (elapsed_ms as f64).into()),
        ];
        self.0.put(&values).await
    }

    /// Stores whether it runs, and with how many workers.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_running(&self, is_running: bool, workers: usize) -> Result<(), String> {
        let values = [
            (IS_RUNNING, is_running.into()),
            (WORKERS, (workers as f64).into()),
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
