//! Server functions for accounts.

use leptos::prelude::*;
use wire::Secret;
use wire::visitor::accounts as types;
use wire::visitor::caller::BackendError;

#[cfg(feature = "ssr")]
use super::session_cookie::{
    backend, caller, respond, respond_deleted, respond_new_session, respond_signed_out, session,
};
use super::strict_json::StrictJson;
// `#[server]` makes a struct of each function's name, so the types are used by their module.

/// The visitor's account.
#[server(prefix = "/fn", endpoint = "account", input = StrictJson)]
pub async fn account() -> Result<types::Account, BackendError> {
    respond(backend().account(session()).await)
}

/// Makes the guest an account, or creates one; returns the recovery code.
#[server(prefix = "/fn", endpoint = "register", input = StrictJson)]
pub async fn register(name: String, password: Secret) -> Result<Secret, BackendError> {
    respond_new_session(backend().register(caller(), name, password).await)
}

/// Signs in.
#[server(prefix = "/fn", endpoint = "sign_in", input = StrictJson)]
pub async fn sign_in(name: String, password: Secret) -> Result<types::Account, BackendError> {
    respond_new_session(backend().sign_in(caller(), name, password).await)
}

/// Signs out here, or everywhere.
#[server(prefix = "/fn", endpoint = "sign_out", input = StrictJson)]
pub async fn sign_out(everywhere: bool) -> Result<(), BackendError> {
    respond_signed_out(backend().sign_out(caller(), everywhere).await)
}

/// Changes the password; every other session and every API key end.
#[server(prefix = "/fn", endpoint = "change_password", input = StrictJson)]
pub async fn change_password(current: Secret, new: Secret) -> Result<(), BackendError> {
    respond_new_session(backend().change_password(caller(), current, new).await)
}

/// Sets a new password by the recovery code; returns the next code.
#[server(prefix = "/fn", endpoint = "recover", input = StrictJson)]
pub async fn recover(
    name: String,
    code: Secret,
    new_password: Secret,
) -> Result<Secret, BackendError> {
    respond_new_session(backend().recover(caller(), name, code, new_password).await)
}

/// Creates a new recovery code, which replaces the former one.
#[server(prefix = "/fn", endpoint = "new_recovery_code", input = StrictJson)]
pub async fn new_recovery_code(password: Secret) -> Result<Secret, BackendError> {
    respond(backend().new_recovery_code(caller(), password).await)
}

/// Deletes the visitor's account and data.
#[server(prefix = "/fn", endpoint = "delete_account", input = StrictJson)]
pub async fn delete_account(password: Option<Secret>) -> Result<(), BackendError> {
    respond_deleted(backend().delete_account(caller(), password).await)
}

/// All data stored about the visitor.
#[server(prefix = "/fn", endpoint = "my_data", input = StrictJson)]
pub async fn my_data() -> Result<serde_json::Value, BackendError> {
    respond(backend().my_data(session()).await)
}

/// The account's API keys.
#[server(prefix = "/fn", endpoint = "api_keys", input = StrictJson)]
pub async fn api_keys() -> Result<Vec<types::ApiKey>, BackendError> {
    respond(backend().api_keys(session()).await)
}

/// Creates an API key; only this answer contains it.
#[server(prefix = "/fn", endpoint = "new_api_key", input = StrictJson)]
pub async fn new_api_key(
    label: String,
    password: Secret,
) -> Result<types::NewApiKey, BackendError> {
    respond(backend().new_api_key(caller(), label, password).await)
}

/// Revokes an API key.
#[server(prefix = "/fn", endpoint = "revoke_api_key", input = StrictJson)]
pub async fn revoke_api_key(id: i64) -> Result<(), BackendError> {
    respond(backend().revoke_api_key(session(), id).await)
}
