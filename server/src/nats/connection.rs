//! A connection to NATS, which is made again for as long as it takes.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions, Event, ServerAddr};

use parking_lot::Mutex;

use super::address::{NatsAddress, NatsUser};
use crate::metrics;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// How often is looked whether a connection still lives.
const PING_EVERY: Duration = Duration::from_secs(5);

/// Messages that wait to be sent; more are not sent.
const MAX_WAITING: usize = 4_096;

/// Messages of one topic that wait to be delivered; more are lost.
const MAX_RECEIVED: usize = 1_024;

/// Why NATS cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// An address is none.
    #[error("{address} is no address of NATS: {source}")]
    Address { address: String, source: io::Error },
    /// A certificate or key cannot be read.
    #[error("{} can't be read: {source}", file.display())]
    File { file: PathBuf, source: io::Error },
    /// The client cannot be made.
    #[error("{address} can't be used: {source}")]
    Connect {
        address: String,
        source: ConnectError,
    },
}

/// Connects. Where nobody answers, or the user is refused, it is tried again in the background, now as later;
/// the log says why.
///
/// # Errors
/// The address is none, or a file cannot be read.
pub async fn connect(address: &NatsAddress) -> Result<Client, NatsError> {
    let certificate = address
        .certificate
        .iter()
        .flat_map(|(cert, key)| [cert, key]);
    for file in address.authorities.iter().chain(certificate) {
        std::fs::read(file).map_err(|source| NatsError::File {
            file: file.clone(),
            source,
        })?;
    }
    let servers = address.servers.iter().map(|url| {
        ServerAddr::from_url(url.clone()).map_err(|source| NatsError::Address {
            address: url.to_string(),
            source,
        })
    });
    let servers: Vec<ServerAddr> = servers.collect::<Result<_, _>>()?;
    let connected = options(address).connect(servers).await;
    connected.map_err(|source| NatsError::Connect {
        address: address.to_string(),
        source,
    })
}

fn options(address: &NatsAddress) -> ConnectOptions {
    let options = ConnectOptions::new()
        .name("ponder")
        .no_echo()
        .retry_on_initial_connect()
        .connection_timeout(CONNECT)
        .ping_interval(PING_EVERY)
        .client_capacity(MAX_WAITING)
        .subscription_capacity(MAX_RECEIVED)
        .event_callback(note);
    let options = match address.user.clone() {
        NatsUser::Nobody => options,
        NatsUser::Token(token) => options.token(token),
        NatsUser::Password { user, password } => options.user_and_password(user, password),
    };
    let options = match address.authorities.clone() {
        Some(file) => options.add_root_certificates(file),
        None => options,
    };
    match address.certificate.clone() {
        Some((certificate, key)) => options.add_client_certificate(certificate, key),
        None => options,
    }
}

/// What was last said of an attempt that failed: it is made again and again.
static LAST_ERROR: Mutex<String> = Mutex::new(String::new());

async fn note(event: Event) {
    match event {
        Event::Connected => {
            LAST_ERROR.lock().clear();
            metrics::nats_connected(true);
            tracing::info!("NATS is connected");
        }
        Event::Disconnected | Event::Closed => {
            metrics::nats_connected(false);
            tracing::warn!("NATS is not connected");
        }
        Event::ClientError(error) => {
            let error = error.to_string();
            let mut last = LAST_ERROR.lock();
            if *last != error {
                tracing::warn!(error, "NATS");
                *last = error;
            }
        }
        other => tracing::warn!(event = %other, "NATS"),
    }
}
