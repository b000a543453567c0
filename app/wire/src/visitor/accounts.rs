//! Accounts: names, sessions, API keys, and what is kept about whoever asks.

use serde::{Deserialize, Serialize};

use super::caller::{BackendError, BoxFuture, Caller, DeviceToken, SessionToken};
use crate::secret::Secret;

/// Who a visitor is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// Nothing is kept for them.
    Nobody,
    /// Known by a cookie only.
    Guest {
        /// When their first game was recorded, milliseconds since 1970.
        created: i64,
    },
    /// Known by a name.
    Named {
        /// As it was written when it was chosen.
        name: String,
        /// When it was chosen, milliseconds since 1970.
        created: i64,
    },
}

/// An API key as it is listed: what it opens is shown only when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiKey {
    /// By which it is revoked.
    pub id: i64,
    /// What its owner calls it.
    pub label: String,
    /// When it was made, milliseconds since 1970.
    pub created: i64,
    /// When it was last used, give or take an hour.
    pub used: Option<i64>,
}

/// A key that has just been made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewApiKey {
    /// How it is listed.
    pub listed: ApiKey,
    /// The key itself, this once.
    pub key: Secret,
}

/// An answer that comes with a new session: the one that the caller showed ends with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession<T> {
    /// It becomes the cookie.
    pub session: SessionToken,
    /// By which this browser's later attempts to sign in are counted; it becomes a cookie, too.
    pub device: DeviceToken,
    /// What else there is to say.
    pub answer: T,
}

/// What the server does with accounts.
///
/// Whoever is not signed in gets [`BackendError::SignedOut`] where a name is needed, and a wrong
/// password or code is [`BackendError::Denied`], whatever was wrong with it.
pub trait Accounts: Send + Sync + 'static {
    /// Who this is. Creates nobody.
    fn account<'a>(
        &'a self,
        session: Option<SessionToken>,
    ) -> BoxFuture<'a, Result<Account, BackendError>>;

    /// Gives a guest, or somebody new, a name and a password, and answers a recovery code. A guest
    /// keeps everything.
    fn register<'a>(
        &'a self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BoxFuture<'a, Result<NewSession<Secret>, BackendError>>;

    /// Signs in; what the caller did as a guest becomes the account's.
    fn sign_in<'a>(
        &'a self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BoxFuture<'a, Result<NewSession<Account>, BackendError>>;

    /// Ends this session, or all of the account's sessions and its other devices. This browser
    /// stays one of the account's devices, by the token that is answered. For nobody there is
    /// nothing to end.
    fn sign_out<'a>(
        &'a self,
        caller: Caller,
        everywhere: bool,
    ) -> BoxFuture<'a, Result<Option<DeviceToken>, BackendError>>;

    /// Changes the password; every other session, every other device and every API key end.
    fn change_password<'a>(
        &'a self,
        caller: Caller,
        current: Secret,
        new: Secret,
    ) -> BoxFuture<'a, Result<NewSession<()>, BackendError>>;

    /// Sets a new password by the recovery code, ends every session, every other device and every
    /// API key, and answers the next code.
    fn recover<'a>(
        &'a self,
        caller: Caller,
        name: String,
        code: Secret,
        new_password: Secret,
    ) -> BoxFuture<'a, Result<NewSession<Secret>, BackendError>>;

    /// Another recovery code in place of the one before.
    fn new_recovery_code<'a>(
        &'a self,
        caller: Caller,
        password: Secret,
    ) -> BoxFuture<'a, Result<Secret, BackendError>>;

    /// Deletes the visitor and all that is theirs. Who has a name needs the password.
    fn delete_account<'a>(
        &'a self,
        caller: Caller,
        password: Option<Secret>,
    ) -> BoxFuture<'a, Result<(), BackendError>>;

    /// Everything that is kept about the visitor.
    fn my_data<'a>(
        &'a self,
        session: Option<SessionToken>,
    ) -> BoxFuture<'a, Result<serde_json::Value, BackendError>>;

    /// The account's API keys, the oldest first.
    fn api_keys<'a>(
        &'a self,
        session: Option<SessionToken>,
    ) -> BoxFuture<'a, Result<Vec<ApiKey>, BackendError>>;

    /// Makes an API key for whoever confirms their password.
    fn new_api_key<'a>(
        &'a self,
        caller: Caller,
        label: String,
        password: Secret,
    ) -> BoxFuture<'a, Result<NewApiKey, BackendError>>;

    /// Makes one of the account's API keys useless, at once.
    fn revoke_api_key<'a>(
        &'a self,
        session: Option<SessionToken>,
        id: i64,
    ) -> BoxFuture<'a, Result<(), BackendError>>;
}
