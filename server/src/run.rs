//! From a configuration to a served site, and back to a quiet machine.

use std::{
    convert::Infallible,
    future::Future,
    io::{self, Write},
    net::SocketAddr,
    num::NonZeroUsize,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use app::server_fns::CookiePolicy;
use tokio::{net::TcpListener, task::JoinSet};

use crate::{
    abuse_log::AbuseLog,
    backend::Visitors,
    config::Config,
    http_server::{
        ConnectionLimits, HttpServer,
        descriptors::{self, TooFewDescriptors},
    },
    live::{Hub, admission::Crowd},
    metrics, metrics_page,
    moderation::Moderator,
    rate_limit::{Clients, Rules},
    readiness::Readiness,
    routes,
    search::{pool::Size, service::Searches},
    site::{Site, SiteError},
    state::AppState,
    storage::Storage,
    store::{DataFolder, FolderError, OpenError, Store, StoreError},
};

/// Short searches that may wait for a thread, per thread; as many long ones may.
const WAITING_PER_THREAD: usize = 8;

/// How long a search may wait for a thread: longer than the longest search takes.
const PATIENCE: Duration = Duration::from_secs(12);

/// How long requests may take to finish after the server was asked to leave.
const DRAIN: Duration = Duration::from_secs(10);

/// Connections to the address of the metrics.
const METRICS_CONNECTIONS: usize = 64;

/// How often it is looked for what nobody can come back to.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// Why the site can't be served.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no built site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The data folder can't be had, or another server has it.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There is no place to keep results.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The process may not open as many files as were asked for.
    #[error(transparent)]
    Descriptors(#[from] TooFewDescriptors),
    /// The address is taken, or not ours.
    #[error("can't listen on {addr}: {source}")]
    Listen {
        /// As it was given.
        addr: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The log of refused requests can't be written.
    #[error("{} can't be written: {source}", folder.display())]
    AbuseLog {
        /// As it was given.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The live games can't be gone on with.
    #[error("the live games can't be read: {0}")]
    Games(#[from] StoreError),
    /// The figures are kept already, for another server in this process.
    #[error("the metrics can't be kept: {0}")]
    Figures(#[from] metrics_exporter_prometheus::BuildError),
    /// The system gives no threads, signals or sockets.
    #[error("the system refused: {0}")]
    System(#[from] io::Error),
}

/// Serves the site until `leave` is done; then finishes what is under way.
///
/// # Errors
/// When the site can't be served; nothing was printed to stdout then.
pub async fn run(config: &Config, leave: impl Future<Output = ()>) -> Result<(), RunError> {
    let plan = descriptors::plan(config.sockets, config.sockets_required)?;
    let site = Site::open(&config.site)?;
    // Held to the very end. Asked for before the address, since a second server is mostly started
    // at the same one.
    let folder = DataFolder::hold(&config.data)?;
    let listener = listen(config.addr).await?;
    let figures = figures(config.metrics).await?;
    let store = Store::open(folder.path()).await?;
    let (searches, threads) = Searches::start(pool_size(config.threads))?;
    let clients = Clients::new(Rules::of_nodes(config.nodes_per_second), config.proxies);
    let ready = Readiness::new(store.clone());
    let hub = Hub::new(
        store.clone(),
        searches.clone(),
        clients.clone(),
        Crowd::of(plan.sockets),
    );
    let visitors = Arc::new(Visitors::new(store.clone(), hub.clone()));
    let cookies = CookiePolicy {
        secure: config.secure_cookies,
    };
    let storage = Storage::new(store.clone(), config.data.clone(), config.quota_bytes);
    storage.look().await;
    let state = AppState::new(
        site,
        searches,
        clients,
        visitors,
        cookies,
        ready.clone(),
        storage.clone(),
    )
    .with_origin(config.origin.clone());
    let state = match &config.abuse_log {
        Some(folder) => {
            let log = AbuseLog::open(folder, config.abuse_days).map_err(|source| {
                let folder = folder.clone();
                RunError::AbuseLog { folder, source }
            })?;
            state.with_abuse_log(log, config.abuse_days)
        }
        None => state,
    };
    let moderator = Moderator::new(
        store.clone(),
        hub.clone(),
        state.keys.clone(),
        state.banned.clone(),
    );
    let addr = listener.local_addr()?;
    let limits = plan.connection_limits(config.proxies > 0);
    let mut server = HttpServer::new(listener, routes::router(state), limits);
    hub.go_on().await?;
    moderator.begin().await?;
    if plan.sockets < config.sockets {
        let (sockets, wanted) = (plan.sockets, config.sockets);
        tracing::warn!(
            sockets,
            wanted,
            "fewer sockets: the limit of open files is low"
        );
    }
    announce(addr)?;

    tokio::select! {
        never = server.admit() => match never {},
        never = sweep(&store) => match never {},
        never = storage.keep_looking() => match never {},
        never = moderator.keep_looking() => match never {},
        never = hub.keep_telling() => match never {},
        () = leave => {}
    }
    tracing::info!("shutting down");
    ready.drain();
    hub.close().await;
    // Searches answer with the best they have, so their requests can finish.
    threads.close();
    if tokio::time::timeout(DRAIN, server.close()).await.is_err() {
        tracing::warn!("some requests did not finish and were cut off");
    }
    tokio::task::spawn_blocking(|| threads.join())
        .await
        .map_err(io::Error::other)?;
    store.close().await;
    drop(figures);
    drop(folder);
    tracing::info!("closed");
    Ok(())
}

/// Serves the figures until it is dropped, and so to the very end.
async fn figures(addr: Option<SocketAddr>) -> Result<JoinSet<()>, RunError> {
    let mut task = JoinSet::new();
    let Some(addr) = addr else { return Ok(task) };
    let listener = listen(addr).await?;
    let handle = metrics::start()?;
    tracing::info!(addr = %listener.local_addr()?, "metrics");
    let limits = ConnectionLimits {
        total: METRICS_CONNECTIONS,
        per_address: None,
    };
    let mut server = HttpServer::new(listener, metrics_page::router(handle.clone()), limits);
    task.spawn(async move {
        tokio::select! {
            never = server.admit() => match never {},
            () = metrics_page::keep_up(handle) => {}
        }
    });
    Ok(task)
}

/// Sweeps the store once an hour, for as long as it is polled.
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
        if let Err(error) = store.forget_unplayed_tables().await {
            tracing::warn!(%error, "games that nobody plays could not be forgotten");
        }
        tokio::time::sleep(SWEEP).await;
    }
}

async fn listen(addr: SocketAddr) -> Result<TcpListener, RunError> {
    TcpListener::bind(addr)
        .await
        .map_err(|source| RunError::Listen { addr, source })
}

/// Unless told otherwise, one core stays free for pages: a search that waits costs less than a
/// page that does.
fn pool_size(threads: Option<NonZeroUsize>) -> Size {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let spare = NonZeroUsize::new(cores - 1).unwrap_or(NonZeroUsize::MIN);
    let threads = threads.unwrap_or(spare);
    Size {
        slots: threads,
        waiting: WAITING_PER_THREAD * threads.get(),
        patience: PATIENCE,
    }
}

/// The one line on stdout: whoever started the server may read where it is.
fn announce(addr: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "listening on http://{addr}")?;
    stdout.flush()
}
