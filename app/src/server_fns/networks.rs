//! Server functions for networks that visitors share.

use leptos::prelude::*;
use wire::NetworkId;
use wire::visitor::caller::BackendError;
use wire::visitor::networks::{FileBytes, NetworkCard, NetworkView};

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond, session, set_session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Keeps a network, and returns its id. Idempotent.
#[server(prefix = "/fn", endpoint = "upload_network", input = StrictJson, client = SequentialClient)]
pub async fn upload_network(file: FileBytes, card: NetworkCard) -> Result<NetworkId, BackendError> {
    let uploaded = respond(backend().upload_network(session(), file.0, card).await)?;
    if let Some(token) = uploaded.new_session {
        set_session(&token);
    }
    Ok(uploaded.id)
}

/// What a network's page shows; `None` if there is no such network.
#[server(prefix = "/fn", endpoint = "view_network", input = StrictJson)]
pub async fn view_network(id: NetworkId) -> Result<Option<NetworkView>, BackendError> {
    respond(backend().view_network(id).await)
}
