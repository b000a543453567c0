//! `/api/v1/networks`.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use utoipa::ToSchema;
use wire::problem::PROBLEM_JSON;
use wire::schema::NetworkIdText;
use wire::visitor::networks::ListedNetwork;
use wire::{FieldError, NetworkId, Problem};

use super::{NetworkLoader, check_file};
use crate::body;
use crate::error::Refusal;
use crate::rate_limit::RateLimitKey;
use crate::store::{NewNetwork, StoreError, UserId};

/// The content type of a network's file.
const OCTETS: &str = "application/octet-stream";

/// A file never changes: its address is its content.
const KEPT_FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// An uploaded network.
#[derive(Serialize, ToSchema)]
pub struct Uploaded {
    /// Its id: `"evaluation": "network:<id>"` searches by it.
    #[schema(value_type = NetworkIdText)]
    id: NetworkId,
    /// The name that answers give it: `network 0a1b2c3d`.
    evaluation: String,
    /// Neurons of its hidden layer.
    neurons: usize,
    /// The size of its file.
    bytes: usize,
    /// How it was made, in its own words.
    provenance: String,
}

/// Uploads a network, the file that `/dojo` and `ponder train` give. Needs an API key. The same file again
/// is the same network. An account has at most 20.
#[utoipa::path(post, path = "/networks", tag = "networks",
    security(("key" = [])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "It is there", body = Uploaded),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn upload(
    State(networks): State<NetworkLoader>,
    key: Option<Extension<RateLimitKey>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let user = account(key)?;
    body::expect_kind(&headers, OCTETS)?;
    let network = check_file(&bytes)?;
    let id = NetworkId::of(&bytes);
    let kept = NewNetwork {
        id,
        file: bytes.to_vec(),
        card: None,
    };
    let kept = networks.store().keep_network(Some(user), kept).await;
    kept.map_err(failed)?
        .map_err(|many| FieldError::new("file", many))?;
    let uploaded = Uploaded {
        id,
        evaluation: format!("network {:08x}", network.checksum()),
        neurons: network.width(),
        bytes: bytes.len(),
        provenance: network.provenance().to_owned(),
    };
    let place = [(header::LOCATION, format!("/api/v1/networks/{id}"))];
    Ok((StatusCode::CREATED, place, Json(uploaded)).into_response())
}

/// Lists the account's networks, the latest first. Needs an API key.
#[utoipa::path(get, path = "/networks", tag = "networks",
    security(("key" = [])),
    responses(
        (status = 200, description = "All of them", body = [ListedNetwork]),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn list(
    State(networks): State<NetworkLoader>,
    key: Option<Extension<RateLimitKey>>,
) -> Result<Json<Vec<ListedNetwork>>, Refusal> {
    let user = account(key)?;
    let listed = networks.store().networks_of(user).await;
    Ok(Json(listed.map_err(failed)?))
}

/// The file of a network. Whoever knows the id may have it.
#[utoipa::path(get, path = "/networks/{id}", tag = "networks",
    params(("id" = NetworkIdText, Path, description = "The network's id")),
    responses(
        (status = 200, description = "Its file", body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn file(
    State(networks): State<NetworkLoader>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let id = read_id(&id)?;
    let file = networks.store().network_file(id).await.map_err(failed)?;
    let file = file.ok_or_else(|| nothing(id))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(OCTETS)),
        (header::CACHE_CONTROL, KEPT_FOR_EVER),
    ];
    Ok((headers, file).into_response())
}

/// Deletes one of the account's networks. Needs an API key. Who else has uploaded it still has it.
#[utoipa::path(delete, path = "/networks/{id}", tag = "networks",
    security(("key" = [])),
    params(("id" = NetworkIdText, Path, description = "The network's id")),
    responses(
        (status = 204, description = "It is gone"),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn delete(
    State(networks): State<NetworkLoader>,
    key: Option<Extension<RateLimitKey>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    let user = account(key)?;
    let id = read_id(&id)?;
    let deleted = networks.store().delete_network(user, id).await;
    networks.forget(id).await;
    match deleted.map_err(failed)? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(nothing(id)),
    }
}

/// The account of the key that was shown.
fn account(key: Option<Extension<RateLimitKey>>) -> Result<UserId, Refusal> {
    match key {
        Some(Extension(RateLimitKey::Account(user, _))) => Ok(user),
        _ => Err(Refusal::NeedsKey),
    }
}

fn read_id(text: &str) -> Result<NetworkId, Refusal> {
    let id = text.parse();
    id.map_err(|error| FieldError::new("id", error).into())
}

fn nothing(id: NetworkId) -> Refusal {
    Refusal::NotFound(format!("/api/v1/networks/{id}"))
}

fn failed(error: StoreError) -> Refusal {
    tracing::error!(%error, "a network could not be stored or read");
    Refusal::Internal
}
