//! Accounts: names, credentials, and the merging of guests.
//!
//! A change that required a password or a code names what was checked, so that it does not happen
//! if that has changed meanwhile.

use serde::Serialize;
use sqlx::AnyConnection;
use wire::{DeviceToken, SessionToken};

use super::announcements::{Announcement, Announcer};
use super::{
    Store, StoreError, analyses, columns::Truth, devices, endings, exercises, learners, networks,
    now_ms, sessions, user_id::UserId, write::execute_for,
};
use crate::account::code::CodeHash;
use crate::account::names::{Keys, Name};
use crate::account::password::Phc;
use crate::account::token;

/// The user of a session, as it is exported, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Person {
    /// The row of `users`.
    #[serde(skip)]
    pub id: UserId,
    /// The account's name; `None` for a guest.
    pub name: Option<String>,
    /// When the user was created, milliseconds since 1970.
    pub created: i64,
    /// When the name was chosen, milliseconds since 1970.
    pub named: Option<i64>,
}

/// The credentials of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    pub user: UserId,
    /// The name as shown.
    pub name: String,
    /// The normalized name, by which attempts are counted.
    pub spelt: String,
    /// The password's hash.
    pub password: Phc,
    /// The recovery code's hash.
    pub recovery: CodeHash,
}

/// An account to create.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub name: Name,
    /// The password's hash.
    pub password: Phc,
    /// The recovery code's hash.
    pub recovery: CodeHash,
}

/// The session and device of a visitor who has signed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The new session.
    pub session: SessionToken,
    /// The browser, as a device of the account.
    pub device: DeviceToken,
}

/// Why an account is not created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMade {
    /// The name, or one that looks like it, is taken.
    Taken,
    /// The session belongs to an account already.
    Named,
}

const END_SESSIONS: &str = "DELETE FROM sessions WHERE user_id = $1";

type ProofsRow = (UserId, String, String, Phc, Vec<u8>);

/// `None` for invalid hashes.
fn proofs((user, name, spelt, password, recovery): ProofsRow) -> Option<Proofs> {
    Some(Proofs {
        user,
        name,
        spelt,
        password,
        recovery: CodeHash(recovery.try_into().ok()?),
    })
}

impl Store {
    /// The person of a session, unless it is unknown or expired.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn person_of(&self, session: &SessionToken) -> Result<Option<Person>, StoreError> {
        let Some(user) = self.user_of(session).await? else {
            return Ok(None);
        };
        let person = sqlx::query_as("SELECT id, name, created, named FROM users WHERE id = $1")
            .bind(user)
            .fetch_optional(&self.readers)
            .await?;
        Ok(person)
    }

    /// The credentials of a name.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn proofs_by_name(&self, spelt: &str) -> Result<Option<Proofs>, StoreError> {
        let row: Option<ProofsRow> = sqlx::query_as(
            "SELECT id, name, name_norm, pw_phc, recovery_sha256 FROM users WHERE name_norm = $1",
        )
        .bind(spelt)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.and_then(proofs))
    }

    /// The credentials of a user, if it is an account.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn proofs_of(&self, user: UserId) -> Result<Option<Proofs>, StoreError> {
        let row: Option<ProofsRow> = sqlx::query_as(
            "SELECT id, name, name_norm, pw_phc, recovery_sha256 FROM users \
             WHERE id = $1 AND name_norm IS NOT NULL",
        )
        .bind(user)
        .fetch_optional(&self.readers)
        .await?;
        Ok(row.and_then(proofs))
    }

    /// Whether the name, or one that looks like it, is taken.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn is_taken(&self, keys: &Keys) -> Result<bool, StoreError> {
        let Truth(taken) = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM users WHERE name_norm = $1) \
                OR EXISTS (SELECT 1 FROM users WHERE name_seen = $2)",
        )
        .bind(&keys.spelt)
        .bind(&keys.seen)
        .fetch_one(&self.readers)
        .await?;
        Ok(taken)
    }

    /// Names the session's guest, or a new user; the session ends and another begins.
    ///
    /// # Errors
    /// The outer one when the store fails.
    pub async fn register(
        &self,
        session: Option<SessionToken>,
        account: NewAccount,
    ) -> Result<Result<SignedIn, NotMade>, StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let found = match &session {
                    Some(session) => owner(connection, session).await?,
                    None => None,
                };
                let user = match found {
                    Some((_, true)) => return Ok(Err(NotMade::Named)),
                    Some((guest, false)) => guest,
                    None => sessions::new_guest(connection).await?,
                };
                let NewAccount {
                    name,
                    password,
                    recovery,
                } = account;
                let named = sqlx::query(
                    "UPDATE users SET name = $1, name_norm = $2, name_seen = $3, named = $4, \
                        pw_phc = $5, recovery_sha256 = $6 \
                     WHERE id = $7 AND NOT EXISTS \
                        (SELECT 1 FROM users WHERE name_norm = $2 OR name_seen = $3)",
                )
                .bind(name.shown.clone())
                .bind(name.keys.spelt)
                .bind(name.keys.seen)
                .bind(now_ms())
                .bind(password)
                .bind(&recovery.0[..])
                .bind(user)
                .execute(&mut *connection)
                .await?;
                if named.rows_affected() == 0 {
                    // A new guest has nothing yet.
                    if found.is_none() {
                        delete(connection, user).await?;
                    }
                    return Ok(Err(NotMade::Taken));
                }
                if let Some((guest, _)) = found {
                    let named = Announcement::Named {
                        guest,
                        account: user,
                        name: name.shown,
                    };
                    announcer.announce(connection, &named).await?;
                }
                // A new account has no earlier device.
                Ok(Ok(only_session(connection, user, None).await?))
            })
        })
        .await
    }

    /// Begins a session after a password check, on a device that is known from then on. The earlier
    /// session ends, and a guest's data moves to the account. `None` if the password has changed
    /// meanwhile.
    ///
    /// # Errors
    /// The store fails.
    pub async fn enter(
        &self,
        session: Option<SessionToken>,
        device: Option<DeviceToken>,
        proofs: &Proofs,
    ) -> Result<Option<SignedIn>, StoreError> {
        let proofs = proofs.clone();
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let user = proofs.user;
                if !has_password(connection, user, Some(proofs.password.clone())).await? {
                    return Ok(None);
                }
                let_go(connection, session, &proofs, &announcer).await?;
                Ok(Some(begin_session(connection, user, device).await?))
            })
        })
        .await
    }

    /// Ends a session, or all sessions and all other devices of its user. The browser of an account
    /// stays one of its devices.
    ///
    /// # Errors
    /// The store fails.
    pub async fn leave(
        &self,
        session: SessionToken,
        device: Option<DeviceToken>,
        everywhere: bool,
    ) -> Result<Option<DeviceToken>, StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let owner = owner(connection, &session).await?;
                end_session(connection, &session).await?;
                let Some((user, true)) = owner else {
                    return Ok(None);
                };
                let ended = Announcement::SessionsEnded { user };
                announcer.announce(connection, &ended).await?;
                if everywhere {
                    execute_for(connection, user, &[END_SESSIONS]).await?;
                    devices::forget_others(connection, user, device.as_ref()).await?;
                }
                Ok(Some(devices::recognise(connection, user, device).await?))
            })
        })
        .await
    }

    /// Sets a new password and recovery code if the checked ones are still valid. All sessions,
    /// other devices and API keys end, since whoever knew the old password may have made them; one
    /// session begins for the caller.
    ///
    /// # Errors
    /// The store fails.
    pub async fn renew(
        &self,
        session: Option<SessionToken>,
        device: Option<DeviceToken>,
        proofs: Proofs,
        password: Phc,
        recovery: CodeHash,
    ) -> Result<Option<SignedIn>, StoreError> {
        let announcer = self.announcer();
        self.write(move |connection| {
            Box::pin(async move {
                let user = proofs.user;
                let changed = sqlx::query(
                    "UPDATE users SET pw_phc = $1, recovery_sha256 = $2 \
                     WHERE id = $3 AND pw_phc = $4 AND recovery_sha256 = $5",
                )
                .bind(password)
                .bind(&recovery.0[..])
                .bind(user)
                .bind(proofs.password.clone())
                .bind(&proofs.recovery.0[..])
                .execute(&mut *connection)
                .await?;
                if changed.rows_affected() == 0 {
                    return Ok(None);
                }
                let_go(connection, session, &proofs, &announcer).await?;
                devices::forget_others(connection, user, device.as_ref()).await?;
                let sql = "DELETE FROM api_keys WHERE user_id = $1";
                execute_for(connection, user, &[sql]).await?;
                announce_lockout(connection, user, &announcer).await?;
                Ok(Some(only_session(connection, user, device).await?))
            })
        })
        .await
    }

    /// Sets a new recovery code if the checked password is still valid.
    ///
    /// # Errors
    /// The store fails.
    pub async fn renew_code(&self, proofs: Proofs, recovery: CodeHash) -> Result<bool, StoreError> {
        let sql = "UPDATE users SET recovery_sha256 = $1 WHERE id = $2 AND pw_phc = $3";
        let changed = self.execute(move || {
            sqlx::query(sql)
                .bind(recovery.0.to_vec())
                .bind(proofs.user)
                .bind(proofs.password)
        });
        Ok(changed.await? > 0)
    }

    /// Deletes a user with all data, from the file as well: a guest if `password` is none, else an
    /// account whose password is still the checked one. False otherwise.
    ///
    /// # Errors
    /// The store fails.
    pub async fn delete_user(
        &self,
        user: UserId,
        password: Option<Phc>,
    ) -> Result<bool, StoreError> {
        let announcer = self.announcer();
        self.erase(move |connection| {
            Box::pin(async move {
                let still = has_password(connection, user, password).await?;
                if still {
                    delete(connection, user).await?;
                    let deleted = Announcement::Deleted { user };
                    announcer.announce(connection, &deleted).await?;
                }
                Ok(still)
            })
        })
        .await
    }
}

/// Whether the user has this password still; a guest has none.
pub(super) async fn has_password(
    connection: &mut AnyConnection,
    user: UserId,
    password: Option<Phc>,
) -> Result<bool, StoreError> {
    let sql =
        "SELECT EXISTS (SELECT 1 FROM users WHERE id = $1 AND pw_phc IS NOT DISTINCT FROM $2)";
    let query = sqlx::query_scalar(sql).bind(user).bind(password);
    let Truth(has_it) = query.fetch_one(connection).await?;
    Ok(has_it)
}

/// The user of a session, and whether it is an account.
async fn owner(
    connection: &mut AnyConnection,
    session: &SessionToken,
) -> Result<Option<(UserId, bool)>, StoreError> {
    let hash = token::hash(session);
    let found: Option<(UserId, Truth)> = sqlx::query_as(
        "SELECT users.id, name_norm IS NOT NULL FROM sessions JOIN users ON users.id = user_id \
         WHERE token_sha256 = $1 AND expires > $2",
    )
    .bind(&hash.0[..])
    .bind(now_ms())
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|(user, Truth(is_account))| (user, is_account)))
}

/// Announces that all sessions and keys of a user have ended.
pub(super) async fn announce_lockout(
    connection: &mut AnyConnection,
    user: UserId,
    announcer: &Announcer,
) -> Result<(), StoreError> {
    for what in [
        Announcement::SessionsEnded { user },
        Announcement::KeysDeleted,
    ] {
        announcer.announce(connection, &what).await?;
    }
    Ok(())
}

/// Ends the session from before the user signed in to an account.
async fn let_go(
    connection: &mut AnyConnection,
    session: Option<SessionToken>,
    account: &Proofs,
    announcer: &Announcer,
) -> Result<(), StoreError> {
    let Some(session) = session else {
        return Ok(());
    };
    match owner(connection, &session).await? {
        Some((guest, false)) => {
            merge_guest(connection, guest, account.user).await?;
            let named = Announcement::Named {
                guest,
                account: account.user,
                name: account.name.clone(),
            };
            announcer.announce(connection, &named).await
        }
        _ => end_session(connection, &session).await,
    }
}

/// Moves all data of a guest to the account and deletes the guest. Every table with a user column
/// has to be moved here.
async fn merge_guest(
    connection: &mut AnyConnection,
    guest: UserId,
    account: UserId,
) -> Result<(), StoreError> {
    learners::merge(connection, guest, account).await?;
    endings::merge(connection, guest, account).await?;
    exercises::merge(connection, guest, account).await?;
    analyses::merge(connection, guest, account).await?;
    networks::merge(connection, guest, account).await?;
    for sql in [
        "UPDATE games SET white = $2 WHERE white = $1",
        "UPDATE games SET black = $2 WHERE black = $1",
        "UPDATE games SET owner = $2 WHERE owner = $1",
        "DELETE FROM users WHERE id = $1 AND id <> $2",
    ] {
        sqlx::query(sql)
            .bind(guest)
            .bind(account)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Deletes a user with all data. A game against another person stays with that person.
pub(super) async fn delete(connection: &mut AnyConnection, user: UserId) -> Result<(), StoreError> {
    let statements = [
        "DELETE FROM games WHERE (white = $1 AND (black IS NULL OR black = $1)) \
            OR (black = $1 AND white IS NULL) OR (owner = $1 AND kind = 'board')",
        "UPDATE games SET white = NULL WHERE white = $1",
        "UPDATE games SET black = NULL WHERE black = $1",
        "UPDATE games SET owner = NULL WHERE owner = $1",
        // Cascades to sessions, devices, keys, endings, exercises, analyses and what they have of
        // networks.
        "DELETE FROM users WHERE id = $1",
    ];
    execute_for(connection, user, &statements).await?;
    networks::forget_ownerless(connection).await
}

async fn only_session(
    connection: &mut AnyConnection,
    user: UserId,
    device: Option<DeviceToken>,
) -> Result<SignedIn, StoreError> {
    execute_for(connection, user, &[END_SESSIONS]).await?;
    begin_session(connection, user, device).await
}

async fn begin_session(
    connection: &mut AnyConnection,
    user: UserId,
    device: Option<DeviceToken>,
) -> Result<SignedIn, StoreError> {
    Ok(SignedIn {
        session: sessions::new_session(connection, user).await?,
        device: devices::recognise(connection, user, device).await?,
    })
}

async fn end_session(
    connection: &mut AnyConnection,
    session: &SessionToken,
) -> Result<(), StoreError> {
    let hash = token::hash(session);
    sqlx::query("DELETE FROM sessions WHERE token_sha256 = $1")
        .bind(&hash.0[..])
        .execute(connection)
        .await?;
    Ok(())
}
