//! Orders as they are given on the command line, beside a running server or without one.

use std::{path::Path, time::Duration};

use time::OffsetDateTime;
use tokio::time::Instant;

use super::order::Order;
use crate::store::{DataFolder, KeptOrder, Orders, StoreError};

/// How long it is waited for the server to carry an order out.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often it is looked whether it has.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// An order that could not be given.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no store, or one of an older server.
    #[error("the orders in {folder} can't be read or written: {source}")]
    Store {
        /// The data folder.
        folder: String,
        /// Why.
        source: StoreError,
    },
    /// A server holds the folder and does not carry it out.
    #[error("the server has not carried the order out yet; `server audit` tells when it has")]
    Late,
}

/// Gives an order and waits for what comes of it. Without a server it is carried out when the next one
/// starts.
///
/// # Errors
/// When it can't be given.
pub async fn give(folder: &Path, order: &Order) -> Result<String, CommandError> {
    let failed = |source| failed(folder, source);
    let mut orders = Orders::open(folder).await.map_err(failed)?;
    let id = orders.give(order).await.map_err(failed)?;
    // The folder is held by a server that runs, and by nobody else.
    if let Ok(held) = DataFolder::hold(folder) {
        drop(held);
        orders.close().await.map_err(failed)?;
        return Ok("no server runs; it is carried out when one starts".to_owned());
    }
    let asked = Instant::now();
    while asked.elapsed() < PATIENCE {
        if let Some(outcome) = orders.outcome(id).await.map_err(failed)? {
            orders.close().await.map_err(failed)?;
            return Ok(outcome);
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Err(CommandError::Late)
}

/// All orders that were given, a line each.
///
/// # Errors
/// When they can't be read.
pub async fn audit(folder: &Path) -> Result<String, CommandError> {
    let failed = |source| failed(folder, source);
    let mut orders = Orders::open(folder).await.map_err(failed)?;
    let all = orders.all().await.map_err(failed)?;
    orders.close().await.map_err(failed)?;
    Ok(all.iter().map(line).collect())
}

fn failed(folder: &Path, source: StoreError) -> CommandError {
    CommandError::Store {
        folder: folder.display().to_string(),
        source,
    }
}

fn line(order: &KeptOrder) -> String {
    let until = order.until.map(|until| format!(", until {}", date(until)));
    let reason = order.reason.as_ref().map(|reason| format!(" ({reason})"));
    format!(
        "{} {} {}{}{}: {}\n",
        date(order.asked),
        order.action,
        order.target,
        until.unwrap_or_default(),
        reason.unwrap_or_default(),
        order.outcome.as_deref().unwrap_or("not carried out yet"),
    )
}

/// `2026-11-23 14:05` by the calendar of Greenwich.
fn date(ms: i64) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(ms / 1_000) else {
        return "????-??-??".to_owned();
    };
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute()
    )
}
