//! Where NATS is.

use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use url::Url;

/// What was typed as the place of NATS. It may hold a password, so it is not shown.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsText(String);

impl NatsText {
    /// The address that it names.
    ///
    /// # Errors
    /// It names none, or the program was built without NATS.
    pub fn address(&self) -> Result<NatsAddress, NoNats> {
        let address = self.0.parse()?;
        match cfg!(feature = "nats") {
            true => Ok(address),
            false => Err(NoNats::LeftOut),
        }
    }
}

impl FromStr for NatsText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for NatsText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NatsText(…)")
    }
}

/// What names no NATS server. The text is not repeated, since a password may be in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNats {
    /// It cannot be read, or begins otherwise.
    #[error("expected an address as in nats://host:4222 or tls://host:4222, several with commas")]
    Scheme,
    /// It has an option that is unknown.
    #[error("the address of NATS has no option {0:?}; there are ca, cert and key")]
    Option(String),
    /// A certificate needs its key, and a key its certificate.
    #[error("the address of NATS needs both cert and key, or neither")]
    HalfCertificate,
    /// The servers of one NATS know the same users.
    #[error("the addresses of NATS name different users")]
    Users,
    /// NATS was left out when the program was built.
    #[error("this program was built without NATS; build it with --features nats")]
    LeftOut,
}

/// Who the program is for NATS.
#[derive(Clone, PartialEq, Eq)]
pub enum NatsUser {
    Nobody,
    Token(String),
    Password { user: String, password: String },
}

/// The addresses of the servers of one NATS. What is shown of them has no password.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsAddress {
    /// Without users and options.
    pub servers: Vec<Url>,
    pub user: NatsUser,
    /// The certificates that it is trusted by, beside those of the system.
    pub authorities: Option<PathBuf>,
    /// The program's own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl FromStr for NatsAddress {
    type Err = NoNats;

    fn from_str(text: &str) -> Result<Self, NoNats> {
        let mut address = Self {
            servers: Vec::new(),
            user: NatsUser::Nobody,
            authorities: None,
            certificate: None,
        };
        let (mut certificate, mut key) = (None, None);
        for text in text.split(',') {
            let mut url = Url::parse(text.trim()).map_err(|_| NoNats::Scheme)?;
            let has_host = url.host_str().is_some_and(|host| !host.is_empty());
            let is_bare = matches!(url.path(), "" | "/") && url.fragment().is_none();
            if !matches!(url.scheme(), "nats" | "tls") || !has_host || !is_bare {
                return Err(NoNats::Scheme);
            }
            for (option, value) in url.query_pairs() {
                let path = Some(PathBuf::from(&*value));
                match &*option {
                    "ca" => address.authorities = path,
                    "cert" => certificate = path,
                    "key" => key = path,
                    other => return Err(NoNats::Option(other.to_owned())),
                }
            }
            let user = user(&url).ok_or(NoNats::Scheme)?;
            if user != NatsUser::Nobody {
                if address.user != NatsUser::Nobody && address.user != user {
                    return Err(NoNats::Users);
                }
                address.user = user;
            }
            url.set_query(None);
            url.set_password(None).map_err(|()| NoNats::Scheme)?;
            url.set_username("").map_err(|()| NoNats::Scheme)?;
            address.servers.push(url);
        }
        address.certificate = match (certificate, key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some((certificate, key)),
            _ => return Err(NoNats::HalfCertificate),
        };
        Ok(address)
    }
}

/// Who an address says that the program is: a user and a password, or a token alone.
fn user(url: &Url) -> Option<NatsUser> {
    let text = |encoded| -> Option<String> {
        let decoded = percent_encoding::percent_decode_str(encoded).decode_utf8();
        Some(decoded.ok()?.into_owned())
    };
    let name = text(url.username())?;
    Some(match url.password() {
        Some(password) => NatsUser::Password {
            user: name,
            password: text(password)?,
        },
        None if name.is_empty() => NatsUser::Nobody,
        None => NatsUser::Token(name),
    })
}

impl fmt::Display for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, server) in self.servers.iter().enumerate() {
            let separator = if index == 0 { "" } else { "," };
            write!(f, "{separator}{server}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_and_no_password_is_shown() {
        let address: NatsAddress =
            "nats://ponder:s%40cret@a:4222?ca=/etc/ca.pem&cert=c.pem&key=k.pem, tls://b"
                .parse()
                .expect("an address");
        assert_eq!(address.to_string(), "nats://a:4222,tls://b");
        assert!(!format!("{address:?}").contains("cret"));
        let user = NatsUser::Password {
            user: "ponder".to_owned(),
            password: "s@cret".to_owned(),
        };
        assert!(address.user == user);
        assert_eq!(address.authorities, Some("/etc/ca.pem".into()));
        assert_eq!(address.certificate, Some(("c.pem".into(), "k.pem".into())));
        let address: NatsAddress = "nats://tok@127.0.0.1".parse().expect("an address");
        assert!(address.user == NatsUser::Token("tok".to_owned()));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for text in [
            "",
            "secret",
            "http://u:secret@host",
            "nats://",
            "nats://u:secret@host:x",
            "nats://u:secret@host,",
            "nats://u:secret@host/path",
            "nats://u:secret@host?password=secret",
            "nats://host?cert=secret",
            "nats://u:secret@a,nats://v:secret@b",
            "nats://u:%ffsecret@a",
        ] {
            let error = text.parse::<NatsAddress>().expect_err(text).to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
