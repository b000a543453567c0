//! A connection to NATS, which is made again for as long as it takes.

use std::io;
use std::time::Duration;

use async_nats::{Client, ConnectError, ConnectOptions, Event, ServerAddr};

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
    /// A certificate cannot be read, or the user is refused.
    #[error("{address} can't be used: {source}")]
    Connect {
        address: String,
        source: ConnectError,
    },
}

/// Connects. Where nobody answers, it is tried again in the background, now as later.
///
/// # Errors
/// The address or a certificate cannot be used.
pub async fn connect(address: &NatsAddress) -> Result<Client, NatsError> {
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

async fn note(event: Event) {
    match event {
        Event::Connected => {
            metrics::nats_connected(true);
            tracing::info!("NATS is connected");
        }
        Event::Disconnected | Event::Closed => {
            metrics::nats_connected(false);
            tracing::warn!("NATS is not connected");
        }
        // One for each attempt to connect again.
        Event::ClientError(error) => tracing::debug!(%error, "NATS"),
        other => tracing::warn!(event = %other, "NATS"),
    }
}
