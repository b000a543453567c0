//! Where a store is.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

/// Where a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreLocation {
    /// The SQLite file of a data folder.
    Folder(PathBuf),
    /// A database of PostgreSQL.
    #[cfg(feature = "postgres")]
    Postgres(PostgresUrl),
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

/// What was typed as the place of a store. It may hold a password, so it is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreText(String);

impl StoreText {
    /// The database of PostgreSQL that it names.
    ///
    /// # Errors
    /// It names none.
    pub fn postgres(&self) -> Result<StoreLocation, NoLocation> {
        let url: PostgresUrl = self.0.parse()?;
        #[cfg(feature = "postgres")]
        return Ok(StoreLocation::Postgres(url));
        #[cfg(not(feature = "postgres"))]
        {
            drop(url);
            Err(NoLocation::LeftOut)
        }
    }

    /// The folder or database that it names.
    ///
    /// # Errors
    /// It is an address, but not of a database of PostgreSQL.
    pub fn location(&self) -> Result<StoreLocation, NoLocation> {
        let lower = self.0.trim().to_lowercase();
        let is_address = lower.contains("://")
            || ["postgres:", "postgresql:"]
                .iter()
                .any(|scheme| lower.starts_with(scheme));
        match is_address {
            true => self.postgres(),
            false => Ok(StoreLocation::Folder(PathBuf::from(&self.0))),
        }
    }
}

impl FromStr for StoreText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for StoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreText(…)")
    }
}

/// The address of a database of PostgreSQL. It may hold a password: what is shown of it has none.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(Url);

/// What names no store. The text is not repeated, since a password may be in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLocation {
    /// It cannot be read, or begins otherwise.
    #[error("expected an address as in postgres://user@host/database")]
    Scheme,
    /// It has an option that is unknown.
    #[error("the address of a database has no option {0:?}")]
    Option(String),
    /// PostgreSQL was left out when the program was built.
    #[error("this program was built without PostgreSQL; build it with --features postgres")]
    LeftOut,
}

/// The options of an address; the driver would log any other with its value.
const OPTIONS: [&str; 13] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];

impl PostgresUrl {
    /// The whole address, with its password.
    pub fn secret(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PostgresUrl {
    type Err = NoLocation;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let schemes = ["postgres://", "postgresql://"];
        if !schemes.iter().any(|scheme| text.starts_with(scheme)) {
            return Err(NoLocation::Scheme);
        }
        let url = Url::parse(text).map_err(|_| NoLocation::Scheme)?;
        let unknown = url
            .query_pairs()
            .find(|(option, _)| !OPTIONS.contains(&&**option));
        match unknown {
            Some((option, _)) => Err(NoLocation::Option(option.into_owned())),
            None => Ok(Self(url)),
        }
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(url) = self;
        write!(
            f,
            "{}://{}",
            url.scheme(),
            url.host_str().unwrap_or_default()
        )?;
        if let Some(port) = url.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(url.path())
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
                "postgresql://u:s%40secret@host/p?password=secret",
                "postgresql://host/p",
            ),
            (
                "postgresql://u:s@secret@host/p?sslmode=require",
                "postgresql://host/p",
            ),
            ("postgres:///p?host=/run&password=a@secret", "postgres:///p"),
        ] {
            let url: PostgresUrl = text.parse().expect("an address");
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("secret"), "{text}");
        }
        let text: StoreText = "postgres://u:secret@host/p".parse().expect("text");
        assert!(!format!("{text:?}").contains("secret"));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for text in [
            "",
            "mysql://u:secret@host/p",
            "postgres:secret",
            "postgres:u:secret@host",
            "\"postgres://u:secret@host/p\"",
            "postgres://u:se#cret@host/p",
            "postgres://u:secret@host:x/p",
            "postgres://u@host/p?pass=secret",
        ] {
            let error = text.parse::<PostgresUrl>().expect_err(text).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_misspelt_address_is_not_the_name_of_a_folder() {
        let location = |text: &str| {
            let Ok(text) = text.parse::<StoreText>();
            text.location()
        };
        for text in [
            " postgres://host/p",
            "Postgres:/host/p",
            "mysql://host/p",
            "\"postgres://host/p\"",
            "postgresql:host",
        ] {
            assert!(location(text).is_err(), "{text}");
        }
        for folder in ["data", "/var/lib/ponder", "a:b", "postgres"] {
            let expected = StoreLocation::Folder(folder.into());
            assert_eq!(location(folder), Ok(expected));
        }
        let address = location("postgres://host/ponder");
        assert_eq!(address.is_ok(), cfg!(feature = "postgres"));
    }
}
