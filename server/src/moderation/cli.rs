//! Orders of the command line, with or without a running server.

use std::time::Duration;

use time::OffsetDateTime;
use tokio::time::Instant;

use super::order::Order;
use crate::store::{KeptOrder, Orders, StoreError, StoreHold, StoreLocation};

/// How long the command waits for the server.
const PATIENCE: Duration = Duration::from_secs(15);

/// Interval of its checks.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Why an order could not be given.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// The store is missing or older.
    #[error("the orders in {store} can't be read or written: {source}")]
    Store { store: String, source: StoreError },
    /// A running server has not carried it out.
    #[error("the server has not carried the order out yet; `server audit` tells when it has")]
    Late,
}

/// Gives an order and waits for its outcome. Without a server the next one carries it out at its
/// start.
///
/// # Errors
/// The order cannot be given.
pub async fn give(store: &StoreLocation, order: &Order) -> Result<String, CommandError> {
    let failed = |source| failed(store, source);
    let mut orders = Orders::open(store).await.map_err(failed)?;
    let id = orders.give(order).await.map_err(failed)?;
    // Only a running server holds it.
    if let Ok(held) = StoreHold::acquire(store).await {
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

/// All orders, one per line.
///
/// # Errors
/// The orders cannot be read.
pub async fn audit(store: &StoreLocation) -> Result<String, CommandError> {
    let failed = |source| failed(store, source);
    let mut orders = Orders::open(store).await.map_err(failed)?;
    let all = orders.all().await.map_err(failed)?;
    orders.close().await.map_err(failed)?;
    Ok(all.iter().map(line).collect())
}

fn failed(store: &StoreLocation, source: StoreError) -> CommandError {
    CommandError::Store {
        store: store.to_string(),
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

/// `2026-11-23 14:05`, UTC.
fn date(ms: i64) -> String {
    let Ok(at) = OffsetDateTime::from_unix_timestamp(ms / 1_000) else {
        return "????-??-??".to_owned();
    };
    format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
}
