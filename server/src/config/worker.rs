//! What a program that only searches is told.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{
    BoolishValueParser, OsStringValueParser, RangedU64ValueParser, TypedValueParser,
};

use super::tables_place::{SyzygyAlone, TablesPlace};
use crate::nats::address::{NatsAddress, NatsText, NoNats};
use crate::traces::CollectorAddress;

/// More threads than any machine has cores for; each may hold a hash table.
pub(super) const MAX_THREADS: u64 = 1024;

/// The options of `server worker`.
#[derive(Args)]
pub(super) struct WorkerArguments {
    /// Where orders come from, as in `nats://ponder@host:4222` (PONDER_NATS).
    #[arg(long, value_name = "URL")]
    nats: Option<NatsText>,
    /// Threads that search (PONDER_THREADS; default: all cores).
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    threads: Option<usize>,
    /// Where the endgame tables are, as for the server (PONDER_TABLES).
    #[arg(long, value_name = "DIR|off", value_parser = OsStringValueParser::new().map(TablesPlace::from))]
    tables: Option<TablesPlace>,
    /// Folders of Syzygy tables, as for the server (PONDER_SYZYGY).
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Read every block of the Syzygy tables first, as for the server (PONDER_SYZYGY_VERIFY).
    #[arg(long, value_name = "yes|no", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = BoolishValueParser::new(), default_value = "no", default_missing_value = "yes")]
    #[arg(hide_default_value = true)]
    syzygy_verify: bool,
    /// Where /metrics, /healthz and /readyz are served: not for the public (PONDER_METRICS; default: nowhere).
    #[arg(long, value_name = "IP:PORT")]
    metrics: Option<SocketAddr>,
    /// A collector of OpenTelemetry, as for the server (PONDER_OTLP).
    #[arg(long, value_name = "URL")]
    otlp: Option<CollectorAddress>,
}

/// How a program that only searches is to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerConfig {
    /// Where orders come from.
    pub nats: NatsAddress,
    /// Threads that search; `None` for all cores.
    pub threads: Option<usize>,
    /// The folder of the endgame tables; `None` for none.
    pub tables: Option<PathBuf>,
    /// Folders of Syzygy tables.
    pub syzygy: Option<PathBuf>,
    /// Whether each of their blocks is read first.
    pub syzygy_verify: bool,
    /// Where figures are served.
    pub metrics: Option<SocketAddr>,
    /// A collector that is told of orders.
    pub otlp: Option<CollectorAddress>,
}

/// A worker that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoWorker {
    #[error("worker needs --nats, where its orders come from")]
    NoNats,
    #[error("--nats: {0}")]
    Nats(#[from] NoNats),
    #[error(transparent)]
    SyzygyAlone(#[from] SyzygyAlone),
}

impl WorkerArguments {
    /// The configuration; `data` is the folder that tables are in, unless another one is named.
    pub(super) fn into_config(self, data: &Path) -> Result<WorkerConfig, NoWorker> {
        let tables = TablesPlace::folder(self.tables.as_ref(), data);
        if self.syzygy.is_some() && tables.is_none() {
            return Err(SyzygyAlone.into());
        }
        Ok(WorkerConfig {
            nats: self.nats.ok_or(NoWorker::NoNats)?.address()?,
            threads: self.threads,
            tables,
            syzygy: self.syzygy,
            syzygy_verify: self.syzygy_verify,
            metrics: self.metrics,
            otlp: self.otlp,
        })
    }
}
