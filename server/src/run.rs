//! Starts the server's parts, serves, and stops them.

use std::convert::Infallible;
use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::server_fns::CookiePolicy;
use axum::Router;
use metrics_exporter_prometheus::PrometheusHandle;
use syzygy::Syzygy;
use tablefiles::TableFolder;
use tokio::{net::TcpListener, task::JoinSet};

use crate::abuse_log::AbuseLog;
use crate::backend::Visitors;
use crate::config::{Config, DEFAULT_SOCKETS};
use crate::http_server::descriptors::TooFewDescriptors;
use crate::http_server::{ConnectionLimits, HttpServer, descriptors};
use crate::live::Hub;
use crate::live::admission::SocketLimits;
use crate::moderation::Moderator;
#[cfg(feature = "nats")]
use crate::nats::NatsError;
use crate::other_processes::Nats;
use crate::rate_limit::{Clients, Rules};
use crate::readiness::Readiness;
use crate::search::pool::{Actor, Size};
use crate::search::service::{SearchService, start_threads};
use crate::site::{Site, SiteError};
use crate::state::AppState;
use crate::storage::Storage;
use crate::store::{HoldError, OpenError, Store, StoreError, StoreHold};
use crate::tables::sets::TableSets;
use crate::tables::{TableMaker, syzygy_files};
use crate::{metrics, metrics_page, routes};

/// Short searches that may wait for a thread, per thread; as many long ones may.
const WAITING_PER_THREAD: usize = 8;

/// How long a search may wait for a thread; longer than the longest search.
const PATIENCE: Duration = Duration::from_secs(12);

/// How long requests may take to finish at shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

/// Connections to the metrics' address.
const METRICS_CONNECTIONS: usize = 64;

/// Interval of deleting expired rows.
const SWEEP_EVERY: Duration = Duration::from_secs(60 * 60);

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The built site is missing.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The data folder or the database is unavailable, or another server holds it.
    #[error(transparent)]
    Hold(#[from] HoldError),
    /// The database cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The limit of open files is too low.
    #[error(transparent)]
    Descriptors(#[from] TooFewDescriptors),
    /// The address cannot be bound.
    #[error("can't listen on {addr}: {source}")]
    Listen { addr: SocketAddr, source: io::Error },
    /// The log of refused requests cannot be written.
    #[error("{} can't be written: {source}", folder.display())]
    AbuseLog { folder: PathBuf, source: io::Error },
    /// The live games cannot be resumed.
    #[error("the live games can't be read: {0}")]
    Games(#[from] StoreError),
    /// NATS cannot be used.
    #[cfg(feature = "nats")]
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// Another server of this process has installed the recorder.
    #[error("the metrics can't be kept: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
    /// The system gives no threads, signals or sockets.
    #[error("the system refused: {0}")]
    System(#[from] io::Error),
}

/// Serves the site until `leave` completes, then finishes the requests in progress.
///
/// # Errors
/// The server does not start; nothing was printed to stdout then.
pub async fn run(config: &Config, leave: impl Future<Output = ()>) -> Result<(), RunError> {
    let wanted = config.sockets.unwrap_or(DEFAULT_SOCKETS);
    let plan = descriptors::plan(wanted, config.sockets.is_some())?;
    let site = Site::open(&config.site)?;
    tokio::pin!(leave);
    let syzygy = tokio::select! {
        opened = open_syzygy(config.syzygy.clone(), config.syzygy_verify) => opened?,
        () = &mut leave => return Ok(()),
    };
    // Held until the end. Taken before the address, since a second server is mostly started at the
    // same one.
    let location = config.store();
    let held = StoreHold::join(&location).await?;
    let listener = listen(config.addr).await?;
    let metrics_task = serve_metrics(config.metrics, metrics_page::router).await?;
    let store = Store::open_at(&location).await?;
    if store.is_shared() && held.was_alone() {
        store.forget_ended_servers().await?;
    }
    held.share().await;
    let tables = TableSets::new(config.tables_folder().map(TableFolder::new), syzygy);
    let nats = Nats::connect(config).await?;
    let (pool, threads) = start_threads(pool_size(config.threads, spare_cores()))?;
    let backend = nats.search_backend(config, pool, &tables);
    let searches = SearchService::new(backend, tables.clone());
    let tables_task = TableMaker::start(tables)?;
    let clients = Clients::new(Rules::of_nodes(config.nodes_per_second), config.proxies);
    let ready = Readiness::new(store.clone());
    let hub = Hub::open(
        store.clone(),
        searches.clone(),
        clients.clone(),
        SocketLimits::of(plan.sockets),
        nats.bus(&store).await?,
    )
    .await?;
    let visitors = Arc::new(Visitors::new(store.clone(), hub.clone()));
    let cookies = CookiePolicy {
        secure: config.secure_cookies,
    };
    let storage = Storage::new(store.clone(), config.data.clone(), config.quota_bytes);
    storage.measure().await;
    let state = AppState::new(
        site,
        searches.clone(),
        clients.clone(),
        Arc::clone(&visitors),
        cookies,
        ready.clone(),
        storage.clone(),
    )
    .with_origin(config.origin.clone());
    let state = match open_abuse_log(config)? {
        Some(log) => state.with_abuse_log(log, config.abuse_days),
        None => state,
    };
    let effects = visitors.effects().clone();
    let moderator = Moderator::new(store.clone(), hub.clone(), effects.clone());
    let addr = listener.local_addr()?;
    let limits = plan.connection_limits(config.proxies > 0);
    let mut server = HttpServer::new(listener, routes::router(state), limits);
    let followed = effects.begin().await?;
    moderator.carry_out().await?;
    if plan.sockets < wanted {
        tracing::warn!(
            sockets = plan.sockets,
            wanted,
            "fewer sockets: the limit of open files is low"
        );
    }
    announce(addr)?;

    tokio::select! {
        never = server.admit() => match never {},
        never = sweep(&store) => match never {},
        never = storage.watch() => match never {},
        never = moderator.run() => match never {},
        never = effects.follow(followed) => match never {},
        never = hub.broadcast_lists() => match never {},
        never = clients.share(hub.bus()), if config.nats.is_some() => match never {},
        never = hub.keep_time() => match never {},
        never = hub.check_versions() => match never {},
        () = held.lost() => tracing::error!("another program has taken the database for itself"),
        () = &mut leave => {}
    }
    tracing::info!("shutting down");
    ready.drain();
    hub.close().await;
    searches.close();
    finish_requests(server, threads).await?;
    clients.tell_charges(hub.bus());
    store.close().await;
    drop((metrics_task, tables_task));
    drop(held);
    tracing::info!("closed");
    Ok(())
}

/// The Syzygy tables, if there are any.
pub(crate) async fn open_syzygy(
    folders: Option<PathBuf>,
    verify: bool,
) -> io::Result<Option<Arc<Syzygy>>> {
    match folders {
        Some(folders) => syzygy_files::open(folders, verify).await.map(Some),
        None => Ok(None),
    }
}

/// The log of refused requests, if it is on.
fn open_abuse_log(config: &Config) -> Result<Option<AbuseLog>, RunError> {
    let Some(folder) = &config.abuse_log else {
        return Ok(None);
    };
    let log = AbuseLog::open(folder, config.abuse_days).map_err(|source| {
        let folder = folder.clone();
        RunError::AbuseLog { folder, source }
    })?;
    Ok(Some(log))
}

/// Closes the connections when their requests have finished, and ends the search threads.
async fn finish_requests(server: HttpServer, threads: Actor) -> io::Result<()> {
    // Searches return their best result, so that their requests finish.
    threads.close();
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, server.close())
        .await
        .is_err()
    {
        tracing::warn!("some requests did not finish and were cut off");
    }
    tokio::task::spawn_blocking(|| threads.join())
        .await
        .map_err(io::Error::other)
}

/// Serves the metrics until it is dropped.
pub(crate) async fn serve_metrics(
    addr: Option<SocketAddr>,
    router: impl FnOnce(PrometheusHandle) -> Router,
) -> Result<JoinSet<()>, RunError> {
    let mut task = JoinSet::new();
    let Some(addr) = addr else { return Ok(task) };
    let listener = listen(addr).await?;
    let handle = metrics::start()?;
    tracing::info!(addr = %listener.local_addr()?, "metrics");
    let limits = ConnectionLimits {
        total: METRICS_CONNECTIONS,
        per_address: None,
    };
    let mut server = HttpServer::new(listener, router(handle.clone()), limits);
    task.spawn(async move {
        tokio::select! {
            never = server.admit() => match never {},
            () = metrics_page::keep_up(handle) => {}
        }
    });
    Ok(task)
}

/// Deletes expired rows once an hour, for as long as it is polled.
async fn sweep(store: &Store) -> Infallible {
    loop {
        loop {
            match store.sweep().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "what is gone could not be forgotten");
                    break;
                }
            }
        }
        while let Ok(true) = store.delete_old_events().await.inspect_err(|error| {
            tracing::warn!(%error, "events of games that are over could not be forgotten");
        }) {}
        if let Err(error) = store.delete_old_announcements().await {
            tracing::warn!(%error, "old announcements could not be forgotten");
        }
        if let Err(error) = store.forget_servers().await {
            tracing::warn!(%error, "servers that have ended could not be forgotten");
        }
        if let Err(error) = store.forget_old_seats().await {
            tracing::warn!(%error, "players who have left could not be forgotten");
        }
        if let Err(error) = store.delete_unplayed_games().await {
            tracing::warn!(%error, "games that nobody plays could not be forgotten");
        }
        tokio::time::sleep(SWEEP_EVERY).await;
    }
}

async fn listen(addr: SocketAddr) -> Result<TcpListener, RunError> {
    TcpListener::bind(addr)
        .await
        .map_err(|source| RunError::Listen { addr, source })
}

/// One core stays free for pages by default: a delayed search costs less than a delayed page.
fn spare_cores() -> NonZeroUsize {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN)
}

/// The size of the pool with so many threads.
pub(crate) fn pool_size(threads: Option<usize>, default: NonZeroUsize) -> Size {
    let threads = threads.and_then(NonZeroUsize::new).unwrap_or(default);
    Size {
        slots: threads,
        waiting: WAITING_PER_THREAD * threads.get(),
        patience: PATIENCE,
    }
}

/// Prints the address on stdout, for the program that started the server.
fn announce(addr: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "listening on http://{addr}")?;
    stdout.flush()
}
