//! Accounts: names, sessions and API keys.

use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, Caller, DeviceToken, SessionToken};
use crate::secret::Secret;

/// Who a visitor is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// Unknown; nothing is stored for them.
    Nobody,
    /// Known by a cookie only.
    Guest {
        /// When their first game was recorded, milliseconds since 1970.
        created: i64,
    },
    /// Has an account.
    Named {
        /// The name, as it was typed.
        name: String,
        /// When the account was created, milliseconds since 1970.
        created: i64,
    },
}

/// An API key as it is listed. The key itself is shown only when it is created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApiKey {
    /// The id to revoke it by.
    pub id: i64,
    /// The owner's label.
    pub label: String,
    /// When it was created, milliseconds since 1970.
    pub created: i64,
    /// When it was last used, to the hour.
    pub used: Option<i64>,
}

/// A new API key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewApiKey {
    /// Its entry in the list.
    pub listed: ApiKey,
    /// The key itself, shown this once.
    pub key: Secret,
}

/// An answer with a new session; the caller's old session has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession<T> {
    /// The new session's token, for the cookie.
    pub session: SessionToken,
    /// The token under which this browser's further sign-in attempts are counted, also for a
    /// cookie.
    pub device: DeviceToken,
    /// The answer itself.
    pub answer: T,
}

/// What the server does with accounts.
///
/// Without an account the answer is [`SignedOut`] where one is needed. A wrong name, password or code
/// is [`Denied`], without saying which.
///
/// [`SignedOut`]: super::caller::BackendError::SignedOut
/// [`Denied`]: super::caller::BackendError::Denied
pub trait Accounts: Send + Sync + 'static {
    /// The visitor of a session. Creates no guest.
    fn account(&self, session: Option<SessionToken>) -> BackendFuture<'_, Account>;

    /// Creates an account from a guest or for a new visitor, and answers a recovery code. A guest
    /// keeps everything.
    fn register(
        &self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BackendFuture<'_, NewSession<Secret>>;

    /// Signs in. What the caller did as a guest moves to the account.
    fn sign_in(
        &self,
        caller: Caller,
        name: String,
        password: Secret,
    ) -> BackendFuture<'_, NewSession<Account>>;

    /// Ends this session, or all of the account's sessions and other devices. This browser stays a
    /// device of the account, by the token in the answer. Without a session nothing happens.
    fn sign_out(&self, caller: Caller, everywhere: bool) -> BackendFuture<'_, Option<DeviceToken>>;

    /// Changes the password. Every other session, every other device and every API key end.
    fn change_password(
        &self,
        caller: Caller,
        current: Secret,
        new: Secret,
    ) -> BackendFuture<'_, NewSession<()>>;

    /// Sets a new password by the recovery code; ends every session, every other device and every
    /// API key; answers the next code.
    fn recover(
        &self,
        caller: Caller,
        name: String,
        code: Secret,
        new_password: Secret,
    ) -> BackendFuture<'_, NewSession<Secret>>;

    /// Replaces the recovery code.
    fn new_recovery_code(&self, caller: Caller, password: Secret) -> BackendFuture<'_, Secret>;

    /// Deletes the visitor with all data. An account needs its password.
    fn delete_account(&self, caller: Caller, password: Option<Secret>) -> BackendFuture<'_, ()>;

    /// All stored data of the visitor.
    fn my_data(&self, session: Option<SessionToken>) -> BackendFuture<'_, serde_json::Value>;

    /// The account's API keys, the oldest first.
    fn api_keys(&self, session: Option<SessionToken>) -> BackendFuture<'_, Vec<ApiKey>>;

    /// Creates an API key after a check of the password.
    fn new_api_key(
        &self,
        caller: Caller,
        label: String,
        password: Secret,
    ) -> BackendFuture<'_, NewApiKey>;

    /// Revokes one of the account's API keys at once.
    fn revoke_api_key(&self, session: Option<SessionToken>, id: i64) -> BackendFuture<'_, ()>;
}
