//! Where a store is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Where a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreLocation {
    /// The SQLite file of a data folder.
    Folder(PathBuf),
    /// A database of PostgreSQL.
    #[cfg(feature = "postgres")]
    Postgres(PostgresUrl),
}

impl FromStr for StoreLocation {
    type Err = NotADatabase;

    /// What begins as an address of PostgreSQL does is one; all else names a folder.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse::<PostgresUrl>() {
            #[cfg(feature = "postgres")]
            Ok(url) => Ok(Self::Postgres(url)),
            Err(NotADatabase::Scheme) => Ok(Self::Folder(text.into())),
            #[cfg(not(feature = "postgres"))]
            Ok(_) => Err(NotADatabase::LeftOut),
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            #[cfg(feature = "postgres")]
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

/// The address of a database of PostgreSQL. It may hold a password: what is shown of it has none.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

/// Not the address of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotADatabase {
    /// It begins otherwise.
    #[error("expected an address as in postgres://user@host/database")]
    Scheme,
    /// PostgreSQL was left out when the program was built.
    #[error("this program was built without PostgreSQL; build it with --features postgres")]
    LeftOut,
}

impl PostgresUrl {
    /// The whole address, with its password.
    #[cfg(feature = "postgres")]
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl FromStr for PostgresUrl {
    type Err = NotADatabase;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let schemes = ["postgres://", "postgresql://"];
        if !schemes.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(NotADatabase::Scheme);
        }
        match cfg!(feature = "postgres") {
            true => Ok(Self(text.to_owned())),
            false => Err(NotADatabase::LeftOut),
        }
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Options may hold a password, too.
        let address = self.0.split(['?', '#']).next().unwrap_or_default();
        let (scheme, rest) = address.split_once("://").unwrap_or_default();
        let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
        write!(f, "{scheme}://{place}")
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        for (text, shown) in [
            ("postgres://host/ponder", "postgres://host/ponder"),
            ("postgres://u:secret@host:1/p", "postgres://host:1/p"),
            (
                "postgresql://u:s@cret@host/p?password=secret",
                "postgresql://host/p",
            ),
            ("postgres:///p?host=/run&password=secret", "postgres:///p"),
            ("postgres://", "postgres://"),
        ] {
            let url = PostgresUrl(text.to_owned());
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("secret"), "{text}");
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in ["", "mysql://host/p", "postgres:host", "ponder.sqlite"] {
            assert_eq!(text.parse::<PostgresUrl>(), Err(NotADatabase::Scheme));
        }
        let found = "postgres://host/ponder".parse::<PostgresUrl>();
        assert_eq!(found.is_ok(), cfg!(feature = "postgres"));
    }
}
