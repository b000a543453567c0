//! What the learner of this browser knows, its table and its network: in the worker's memory, stored in IndexedDB, where it may be
//! larger than in other storage. Reading, changing and writing it is a lazy bundle.
//!
//! All tabs of the browser share it. It has a revision: a change reads and writes within one
//! transaction, so no tab's games are lost, and a tab reads again when another one was faster. Where
//! the browser stores nothing (a private window, a full disk), it lives as long as the page, and the page
//! shows a note.

use std::pin::Pin;
use std::sync::{MutexGuard, PoisonError};

use client::worker::codec::{decode, encode};
use client::worker::learner::{LearnerRequest, LearnerResponse, LearnerSummary};
use client::worker::learner_sync::{Knowledge, LearningNetwork, SyncState, playing};
use engine::eval::nnue::Network;
use engine::learning::QTable;
use engine::player::{LearnerMemory, Memory};
use idb::{Database, DatabaseEvent, Factory, ObjectStore, ObjectStoreParams, TransactionMode};
use js_sys::Uint8Array;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen::JsValue;
use wire::game_id::GameId;
use wire::visitor::learners::{SyncRequest, SyncResponse, import};

const DATABASE: &str = "ponder";
const STORE: &str = "learning";
/// The keys of the table, as exported, of the network, as its file of weights, of their ledger, as bytes,
/// and of their revision, a number.
const TABLE: &str = "table";
const NETWORK: &str = "network";
const LEDGER: &str = "ledger";
const REVISION: &str = "revision";

/// A change of what is known and its ledger.
type Change<'a> = &'a dyn Fn(&mut SyncState, &mut Knowledge);

/// The future of a bundle function.
pub(super) type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Whether a network was taken, or why not.
type Taken = Result<(), String>;

/// The bundle's functions.
struct StoreFunctions {
    sync: for<'a> fn(&'a mut LearnerStore) -> StoreFuture<'a, ()>,
    execute:
        for<'a> fn(&'a mut LearnerStore, LearnerRequest) -> StoreFuture<'a, Vec<LearnerResponse>>,
    start_sync: for<'a> fn(&'a mut LearnerStore) -> StoreFuture<'a, SyncRequest>,
    finish_sync: for<'a> fn(&'a mut LearnerStore, SyncResponse) -> StoreFuture<'a, LearnerSummary>,
    take_network: for<'a> fn(&'a mut LearnerStore, &'a [u8]) -> StoreFuture<'a, Taken>,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(memory, fallible)]
fn load() -> Result<Box<StoreFunctions>, SplitLoaderError> {
    Ok(Box::new(StoreFunctions {
        sync: |store| Box::pin(store.sync(None)),
        execute: |store, order| Box::pin(store.run_order(order)),
        start_sync: |store| Box::pin(store.sync_request()),
        finish_sync: |store, response| Box::pin(store.apply_response(response)),
        take_network: |store, file| Box::pin(store.replace_network(file)),
    }))
}

/// What is known, its ledger, and where they are stored.
#[derive(Default)]
pub struct LearnerStore {
    memory: Memory,
    /// What learns of the memory's network.
    network: Option<LearningNetwork>,
    ledger: SyncState,
    /// The revision of what is in memory.
    revision: f64,
    storage: StorageState,
}

/// Where the table is stored.
#[derive(Default)]
enum StorageState {
    /// The database was not opened yet.
    #[default]
    Unopened,
    Database(Database),
    /// In memory only, for this reason.
    MemoryOnly(String),
}

impl LearnerStore {
    /// What is known, for players that use it.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Reads what other tabs have learnt. Without the bundle the table stays as it is.
    pub async fn refresh(&mut self) {
        if let Ok(functions) = load().await {
            (functions.sync)(self).await;
        }
    }

    /// Runs an order. Without the bundle nothing is learnt or lost: the page repeats unconfirmed orders.
    pub async fn execute(&mut self, order: LearnerRequest) -> Vec<LearnerResponse> {
        match load().await {
            Ok(functions) => (functions.execute)(self, order).await,
            Err(error) => vec![LearnerResponse::ImportFailed(error.to_string())],
        }
    }

    /// The request for the server; `None` without the bundle.
    pub async fn start_sync(&mut self) -> Option<SyncRequest> {
        Some((load().await.ok()?.start_sync)(self).await)
    }

    /// Applies the server's response; `None` without the bundle.
    pub async fn finish_sync(&mut self, response: SyncResponse) -> Option<LearnerSummary> {
        Some((load().await.ok()?.finish_sync)(self, response).await)
    }

    /// The games that the network has learnt; `None` without a network or without the bundle.
    pub async fn network_games(&mut self) -> Option<u32> {
        self.refresh().await;
        self.network.as_ref().map(LearningNetwork::games)
    }

    /// Learns on with the network of a file, in place of the one that there is.
    ///
    /// # Errors
    /// It is no network that learns, or nothing is stored, as text.
    pub async fn take_network(&mut self, file: &[u8]) -> Result<(), String> {
        match load().await {
            Ok(functions) => (functions.take_network)(self, file).await,
            Err(error) => Err(error.to_string()),
        }
    }

    async fn replace_network(&mut self, file: &[u8]) -> Result<(), String> {
        let network = Network::read(file).map_err(|error| error.to_string())?;
        let network = LearningNetwork::from_network(&network).ok_or("it is too large to learn")?;
        self.sync(Some(&|ledger, knowledge| {
            ledger.replace_network(knowledge, Some(network.clone()), &draw_id);
        }))
        .await;
        match &self.storage {
            StorageState::MemoryOnly(reason) => Err(reason.clone()),
            _ => Ok(()),
        }
    }

    async fn sync_request(&mut self) -> SyncRequest {
        self.sync(None).await;
        self.ledger.sync_request()
    }

    async fn apply_response(&mut self, response: SyncResponse) -> LearnerSummary {
        self.sync(Some(&|ledger, knowledge| {
            ledger.apply_response(knowledge, &response, &draw_id);
        }))
        .await;
        self.summary()
    }

    async fn run_order(&mut self, order: LearnerRequest) -> Vec<LearnerResponse> {
        let mut news = Vec::new();
        match order {
            // The server is asked by the store's owner.
            LearnerRequest::Summarize | LearnerRequest::Sync => self.sync(None).await,
            LearnerRequest::Learn(lesson) => {
                self.sync(Some(&|ledger, knowledge| {
                    ledger.learn(knowledge, &lesson, &draw_id);
                }))
                .await;
                news.push(LearnerResponse::Learned(lesson.id));
            }
            LearnerRequest::Export => {
                self.sync(None).await;
                return vec![LearnerResponse::Exported(
                    lock(&self.memory).table.to_json(),
                )];
            }
            LearnerRequest::Import(text) => match import(&text) {
                Ok(fresh) => self.replace(fresh).await,
                Err(reason) => return vec![LearnerResponse::ImportFailed(reason)],
            },
            LearnerRequest::Clear => {
                self.sync(Some(&|ledger, knowledge| {
                    ledger.forget(knowledge, &draw_id);
                }))
                .await;
            }
            LearnerRequest::ClearLocal => self.sync(Some(&SyncState::clear)).await,
        }
        news.push(LearnerResponse::Summary(self.summary()));
        news
    }

    fn summary(&self) -> LearnerSummary {
        let memory_only_reason = match &self.storage {
            StorageState::MemoryOnly(reason) => Some(reason.clone()),
            _ => None,
        };
        LearnerSummary::new(
            &lock(&self.memory).table,
            self.network.as_ref(),
            &self.ledger,
            memory_only_reason,
        )
    }

    async fn replace(&mut self, fresh: QTable) {
        self.sync(Some(&|ledger, knowledge| {
            ledger.replace(knowledge, fresh.clone(), &draw_id);
        }))
        .await;
    }

    /// Reads what other tabs have learnt, then makes the change and stores it.
    async fn sync(&mut self, change: Option<Change<'_>>) {
        if matches!(self.storage, StorageState::Unopened) {
            self.storage = open()
                .await
                .map_or_else(memory_only, StorageState::Database);
        }
        if let StorageState::Database(database) = &self.storage {
            let mut knowledge = Knowledge {
                table: std::mem::take(&mut lock(&self.memory).table),
                network: self.network.take(),
            };
            let (ledger, revision) = (&mut self.ledger, self.revision);
            let done = transact(database, &mut knowledge, ledger, revision, change).await;
            self.hold(knowledge);
            match done {
                Ok(revision) => self.revision = revision,
                // The change stays in memory.
                Err(error) => self.storage = memory_only(error),
            }
        } else if let Some(change) = change {
            let mut knowledge = Knowledge {
                table: std::mem::take(&mut lock(&self.memory).table),
                network: self.network.take(),
            };
            change(&mut self.ledger, &mut knowledge);
            self.hold(knowledge);
        }
    }

    fn hold(&mut self, knowledge: Knowledge) {
        let Knowledge { table, network } = knowledge;
        let mut memory = lock(&self.memory);
        memory.network = network.as_ref().and_then(playing);
        memory.table = table;
        drop(memory);
        self.network = network;
    }
}

/// A new random id.
fn draw_id() -> GameId {
    GameId::from_bits(u128::from_be_bytes(crate::platform::random::bytes()))
}

fn memory_only(error: idb::Error) -> StorageState {
    StorageState::MemoryOnly(error.to_string())
}

async fn open() -> Result<Database, idb::Error> {
    let mut request = Factory::new()?.open(DATABASE, Some(1))?;
    request.on_upgrade_needed(|event| {
        if let Ok(database) = event.database() {
            // If this fails, the first transaction fails.
            drop(database.create_object_store(STORE, ObjectStoreParams::new()));
        }
    });
    request.await
}

/// One transaction: reads what is stored if it is newer than `revision`, changes it and writes it back.
/// Returns the new revision of the memory.
async fn transact(
    database: &Database,
    knowledge: &mut Knowledge,
    ledger: &mut SyncState,
    revision: f64,
    change: Option<Change<'_>>,
) -> Result<f64, idb::Error> {
    let mode = match change {
        Some(_) => TransactionMode::ReadWrite,
        None => TransactionMode::ReadOnly,
    };
    let transaction = database.transaction(&[STORE], mode)?;
    let store = transaction.object_store(STORE)?;
    let stored = get(&store, REVISION).await?;
    let stored = stored
        .and_then(|stored| stored.as_f64())
        .unwrap_or_default();
    if stored != revision {
        let text = get(&store, TABLE).await?.and_then(|text| text.as_string());
        // Stored data is not trusted: what is unreadable counts as not there.
        knowledge.table = text.and_then(|text| import(&text).ok()).unwrap_or_default();
        let weights = get_bytes(&store, NETWORK).await?;
        knowledge.network = weights.and_then(|bytes| LearningNetwork::read(&bytes).ok());
        let bytes = get_bytes(&store, LEDGER).await?;
        *ledger = bytes
            .and_then(|bytes| decode(&bytes).ok())
            .unwrap_or_default();
    }
    let Some(change) = change else {
        return Ok(stored);
    };
    change(ledger, knowledge);
    let text = knowledge.table.to_json();
    let weights = match &knowledge.network {
        Some(network) => Uint8Array::from(network.write().as_slice()).into(),
        None => JsValue::NULL,
    };
    let bytes = Uint8Array::from(encode(ledger).as_slice());
    let next = stored + 1.0;
    put(&store, LEDGER, &bytes).await?;
    put(&store, TABLE, &text.into()).await?;
    put(&store, NETWORK, &weights).await?;
    put(&store, REVISION, &next.into()).await?;
    transaction.commit()?.await?;
    Ok(next)
}

fn lock(memory: &Memory) -> MutexGuard<'_, LearnerMemory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn get(store: &ObjectStore, key: &str) -> Result<Option<JsValue>, idb::Error> {
    store.get(JsValue::from_str(key))?.await
}

async fn get_bytes(store: &ObjectStore, key: &str) -> Result<Option<Vec<u8>>, idb::Error> {
    let bytes = get(store, key).await?.filter(|bytes| bytes.is_object());
    Ok(bytes.map(|bytes| Uint8Array::new(&bytes).to_vec()))
}

async fn put(store: &ObjectStore, key: &str, value: &JsValue) -> Result<(), idb::Error> {
    store
        .put(value, Some(&JsValue::from_str(key)))?
        .await
        .map(drop)
}
