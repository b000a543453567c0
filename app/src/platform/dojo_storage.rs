//! The training of the dojo in the browser's storage, and a network that somebody shared.

use client::dojo::{ReachedState, StoredTraining};
use engine::player::StrategyId;
use js_sys::Uint8Array;

use super::key_value_storage::KeyValueStorage;

const DATABASE: &str = "ponder-dojo";
const STORE: &str = "training";
/// The keys of the state, of the file of its network, of the time that it has run (ms), of whether it runs,
/// and with how many workers.
const STATE: &str = "state";
const NETWORK: &str = "network";
/// The key of the file of a network that somebody shared.
const GUEST: &str = "guest";
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

    /// The file of the network by which a strategy plays here: the visitor's own, or for
    /// [`StrategyId::Guest`] the one that somebody shared.
    ///
    /// # Errors
    /// There is none, or the browser refused, as text.
    pub async fn network_of(strategy: StrategyId) -> Result<Vec<u8>, String> {
        let (key, what) = match strategy {
            StrategyId::Guest => (GUEST, "has no guest\u{2019}s network: follow a link to one"),
            _ => (
                NETWORK,
                "has no network of yours yet: raise one in the dojo",
            ),
        };
        let file = Self::open().await?.0.get(key).await?;
        let file = file.ok_or_else(|| format!("this browser {what}"))?;
        Ok(Uint8Array::new(&file).to_vec())
    }

    /// Stores the file of a network that somebody shared, in place of the one before.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_guest(&self, file: &[u8]) -> Result<(), String> {
        self.0.put(&[(GUEST, Uint8Array::from(file).into())]).await
    }

    /// Stores a training as it is.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn put_state(&self, reached: &ReachedState) -> Result<(), String> {
        let values = [
            (STATE, Uint8Array::from(&*reached.state).into()),
            (NETWORK, Uint8Array::from(&*reached.network).into()),
            (ELAPSED, (reached.elapsed_ms as f64).into()),
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

    /// Removes the training. A network that somebody shared stays.
    ///
    /// # Errors
    /// The browser refused, in its words.
    pub async fn clear(&self) -> Result<(), String> {
        self.0
            .delete(&[STATE, NETWORK, ELAPSED, IS_RUNNING, WORKERS])
            .await
    }
}
