//! Endgame tables in the worker: those of three men are made here, the files of those of four fetched.

use std::pin::Pin;
use std::sync::{Arc, LazyLock, OnceLock};

use client::worker::protocol::TableChoice;
use engine::rules::Position;
use engine::tables::{SharedTables, TableSet};
use futures::future::try_join_all;
use futures::lock::Mutex;
use js_sys::{Date, Uint8Array};
use tablebase::{Ending, EndingTable, TableKind, Tables, three_men};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, DedicatedWorkerGlobalScope, RequestInit, Response};

/// Where the server has the tables' files.
const FOLDER: &str = "/tables/";
/// The file that says whether they are there.
const SET: &str = "set";
/// How long a file may take, ms.
const TIMEOUT_MS: u32 = 10_000;
/// How long nothing is fetched after a failure, ms.
const BACKOFF_MS: f64 = 60_000.0;

/// The tables of this worker. Its players are sent between threads elsewhere, so it is not thread-local.
static STORE: LazyLock<TableStore> = LazyLock::new(TableStore::default);

#[derive(Default)]
struct TableStore {
    three: OnceLock<KeptTables>,
    /// The results of all endings of four men, and the distances of some.
    four: OnceLock<KeptTables>,
    /// Held while files are fetched: when nothing is to be tried before, ms since 1970.
    fetching: Mutex<f64>,
}

/// Tables, and the same for players.
struct KeptTables {
    tables: Arc<Tables>,
    shared: SharedTables,
}

impl From<Tables> for KeptTables {
    fn from(tables: Tables) -> Self {
        let tables = Arc::new(tables);
        Self {
            shared: SharedTables::from(Arc::clone(&tables)),
            tables,
        }
    }
}

/// The tables for a search of this position; `None` where they are not there.
pub fn lend(position: &Position, choice: TableChoice) -> Option<SharedTables> {
    let kept = match choice {
        TableChoice::Available => return lend_available(position),
        TableChoice::Named(TableSet::Three) => STORE.three.get(),
        TableChoice::Named(TableSet::Four) => four_men(position),
        TableChoice::Named(TableSet::None | TableSet::Syzygy) | TableChoice::None => None,
    };
    kept.map(|kept| kept.shared.clone())
}

/// The largest set that is there. What is missing is made or fetched for later searches, while the worker
/// is idle.
fn lend_available(position: &Position) -> Option<SharedTables> {
    let four = four_men(position);
    if four.is_none() {
        wasm_bindgen_futures::spawn_local(prepare(*position));
    }
    let found = four.or_else(|| STORE.three.get());
    found.map(|kept| kept.shared.clone())
}

/// Waits for tables.
pub type TablesReady = Pin<Box<dyn Future<Output = bool>>>;

/// Waits for the tables of a position that is solved, or for those that are named; whether these are there.
pub fn wait_for_tables(position: Position, choice: TableChoice) -> TablesReady {
    Box::pin(async move {
        match choice {
            TableChoice::Named(TableSet::Three) => {
                three();
            }
            TableChoice::Named(_) => prepare(position).await,
            _ if Ending::of(&position).is_some() => prepare(position).await,
            TableChoice::None | TableChoice::Available => {}
        }
        let is_named = matches!(choice, TableChoice::Named(_));
        !is_named || lend(&position, choice).is_some()
    })
}

/// The tables of a solved position, made or fetched now; `None` if they cannot be had. A pressing request
/// tries again, however lately that has failed.
pub async fn tables_for(position: Position, is_pressing: bool) -> Option<Arc<Tables>> {
    let kept = if position.occupied().len() <= TableSet::Three.men() {
        Some(three())
    } else {
        if is_pressing {
            *STORE.fetching.lock().await = 0.0;
        }
        prepare(position).await;
        four_men(&position)
    };
    kept.map(|kept| Arc::clone(&kept.tables))
}

fn three() -> &'static KeptTables {
    STORE.three.get_or_init(|| three_men().into())
}

/// The tables of four men, if they have all that a search of this position asks for.
fn four_men(position: &Position) -> Option<&'static KeptTables> {
    let four = STORE.four.get()?;
    let is_complete = missing_distances(&four.tables, position).next().is_none();
    is_complete.then_some(four)
}

/// Makes or fetches what searches of a position ask for, as far as it can be had.
async fn prepare(position: Position) {
    three();
    let mut not_before = STORE.fetching.lock().await;
    // Without the server there are three men.
    if four_men(&position).is_none()
        && Date::now() >= *not_before
        && fetch(&position).await.is_err()
    {
        *not_before = Date::now() + BACKOFF_MS;
    }
}

/// # Errors
/// A file cannot be had.
async fn fetch(position: &Position) -> Result<(), String> {
    if STORE.four.get().is_none() {
        // It is set here only, under the lock.
        STORE.four.set(fetch_results().await?.into()).ok();
    }
    let Some(KeptTables { tables, .. }) = STORE.four.get() else {
        return Ok(());
    };
    let missing: Vec<Ending> = missing_distances(tables, position).collect();
    let kinds = [TableKind::Dtm, TableKind::Dtz];
    let wanted = missing
        .iter()
        .flat_map(|ending| kinds.map(|kind| (ending, kind)));
    let files = wanted.map(async |(ending, kind)| {
        let file = download_table(ending, kind).await?;
        let added = tables.add_distances(ending, kind, &file);
        added.map_err(|error| error.to_string())
    });
    try_join_all(files).await?;
    Ok(())
}

/// The endings that a solved position leads to and whose distances are not there.
fn missing_distances(tables: &Tables, position: &Position) -> impl Iterator<Item = Ending> {
    let reachable = Ending::of(position).map(|ending| ending.reachable());
    let reachable = reachable.into_iter().flatten();
    reachable.filter(|ending| !tables.has_distances(ending))
}

/// The results of all endings.
///
/// # Errors
/// They cannot be had, or not yet.
async fn fetch_results() -> Result<Tables, String> {
    let set = download(SET).await?;
    if set != TableSet::Four.as_str().as_bytes() {
        return Err("the server has no such tables yet".to_owned());
    }
    let files = Ending::all(TableSet::Four.men())
        .into_iter()
        .map(async |ending| {
            let file = download_table(&ending, TableKind::Wdl).await?;
            let table = EndingTable::read(&ending, &file);
            table.map_err(|error| error.to_string())
        });
    let mut tables = Tables::default();
    for table in try_join_all(files).await? {
        tables.insert(table);
    }
    Ok(tables)
}

/// # Errors
/// The server has no such file, or does not answer.
async fn download_table(ending: &Ending, kind: TableKind) -> Result<Vec<u8>, String> {
    download(&format!("{ending}.{}", kind.as_str())).await
}

/// # Errors
/// The server has no such file, or does not answer.
async fn download(name: &str) -> Result<Vec<u8>, String> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let silent = |_| "the server did not answer".to_owned();
    let address = format!("{FOLDER}{name}");
    // Without a network nothing but what was kept is asked for: a failed request stands in the console.
    let answer = match scope.navigator().on_line() {
        true => {
            let request = RequestInit::new();
            request.set_signal(Some(&AbortSignal::timeout_with_u32(TIMEOUT_MS)));
            scope.fetch_with_str_and_init(&address, &request)
        }
        false => scope.caches().map_err(silent)?.match_with_str(&address),
    };
    let answer = JsFuture::from(answer).await.map_err(silent)?;
    let answer: Response = answer
        .dyn_into()
        .map_err(|_| "there is no network".to_owned())?;
    if !answer.ok() {
        return Err(format!("the server answered {}", answer.status()));
    }
    let bytes = JsFuture::from(answer.array_buffer().map_err(silent)?).await;
    Ok(Uint8Array::new(&bytes.map_err(silent)?).to_vec())
}
