//! Looks at NATS, and whether workers hear orders.

use std::time::Duration;

use async_nats::Client;
use engine::tables::TableSet;
use tokio::time::timeout;

use super::finding::Findings;
use crate::config::{Config, SearchPlace};
use crate::nats;
use crate::search::queue::Class;
use crate::search::remote::hears_orders;

/// How long NATS may take to answer.
const PATIENCE: Duration = Duration::from_secs(6);

pub async fn look_at_nats(config: &Config, findings: &mut Findings) {
    let Some(address) = &config.nats else {
        return;
    };
    let client = match nats::connect(address).await {
        Ok(client) => client,
        Err(error) => return findings.wrong_is(error),
    };
    match timeout(PATIENCE, client.flush()).await {
        Ok(Ok(())) => {
            let version = client.server_info().version;
            findings.right(format!("{address} is NATS {version}"));
        }
        _ => return findings.wrong_is(format!("{address} does not answer")),
    }
    if config.searches == SearchPlace::Workers {
        look_at_workers(&client, findings).await;
    }
}

async fn look_at_workers(client: &Client, findings: &mut Findings) {
    for (class, name) in [
        (Class::Api, "of the API"),
        (Class::LiveGame, "of live games"),
    ] {
        match hears_orders(client, TableSet::None, class).await {
            true => findings.right(format!("a worker hears orders for searches {name}")),
            false => findings.doubtful(format!("no worker hears orders for searches {name}")),
        }
    }
}
