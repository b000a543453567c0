//! Runs a worker: a program that makes searches for servers, which order them over NATS.

use std::future::Future;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tablefiles::TableFolder;

use crate::account::token;
use crate::config::WorkerConfig;
use crate::error::Refusal;
use crate::readiness::NotReady;
use crate::run::{RunError, open_syzygy, pool_size, serve_metrics};
use crate::search::remote::{OrderCapacity, OrderServer};
use crate::search::service::start_threads;
use crate::store::StoreError;
use crate::tables::TableMaker;
use crate::tables::sets::TableSets;
use crate::{metrics_page, nats};

/// How long the last answers may take to be sent.
const FLUSH: Duration = Duration::from_secs(2);

/// Makes searches until `leave` completes, then ends those that it has.
///
/// # Errors
/// It does not start, or NATS takes no subscription.
pub async fn run_worker(
    config: &WorkerConfig,
    leave: impl Future<Output = ()>,
) -> Result<(), RunError> {
    tokio::pin!(leave);
    let syzygy = tokio::select! {
        opened = open_syzygy(config.syzygy.clone(), config.syzygy_verify) => opened?,
        () = &mut leave => return Ok(()),
    };
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let size = pool_size(config.threads, cores);
    let (pool, threads) = start_threads(size)?;
    let tables = TableSets::new(config.tables.clone().map(TableFolder::new), syzygy);
    let tables_task = TableMaker::start(tables.clone())?;
    let client = nats::connect(&config.nats).await?;
    let name = token::draw_tag().map_err(StoreError::from)?;
    let capacity = OrderCapacity(size.slots.get() + size.waiting);
    let order_server = OrderServer::new(client.clone(), pool, tables, &name, capacity);
    let page = order_server.clone();
    let metrics_task = serve_metrics(config.metrics, |handle| router(handle, page)).await?;
    tracing::info!(worker = name, threads = size.slots, "makes searches");
    let serving = order_server.serve(leave);
    tokio::pin!(serving);
    let served = tokio::select! {
        served = &mut serving => served,
        () = order_server.until_listening() => {
            announce()?;
            serving.await
        }
    };
    tracing::info!("shutting down");
    // The last answers.
    tokio::time::timeout(FLUSH, client.flush()).await.ok();
    threads.close();
    tokio::task::spawn_blocking(|| threads.join())
        .await
        .map_err(io::Error::other)?;
    drop((tables_task, metrics_task));
    served.map_err(io::Error::other)?;
    Ok(())
}

/// `/metrics`, and whether it lives and hears orders.
fn router(handle: PrometheusHandle, order_server: OrderServer) -> Router {
    let ready = move || {
        let answer = match order_server.is_listening() {
            true => Ok("ok"),
            false => Err(Refusal::NotReady(NotReady::Full)),
        };
        async move { answer }
    };
    metrics_page::router(handle)
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
}

/// Tells the program that started it that it hears orders.
fn announce() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "working")?;
    stdout.flush()
}
