//! The key of a user.

use serde::{Deserialize, Serialize};

/// A row of `users`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, sqlx::Type, Serialize, Deserialize)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct UserId(pub i64);
