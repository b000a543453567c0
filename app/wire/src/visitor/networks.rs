//! Networks that visitors upload and share.

use base64::{Engine, prelude::BASE64_STANDARD as STANDARD};
use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use crate::{FieldError, NetworkId};

/// The largest file of a network, bytes.
pub const MAX_NETWORK_BYTES: usize = 256 << 10;
/// The most points of a card's curve.
pub const MAX_CURVE: usize = 200;
/// The most networks that a card names as parents.
const MAX_PARENTS: usize = 8;
/// The longest name of an algorithm, bytes.
const MAX_ALGORITHM: usize = 40;

/// The bytes of a file; base64 in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileBytes(pub Vec<u8>);

impl From<FileBytes> for String {
    fn from(file: FileBytes) -> Self {
        STANDARD.encode(file.0)
    }
}

impl TryFrom<String> for FileBytes {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Self)
    }
}

/// How a network was raised, as whoever uploads it says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkCard {
    /// The id of the learning algorithm: lower-case letters and hyphens.
    pub algorithm: String,
    /// Neurons that learn; the file's layer may be padded with others.
    pub neurons: u16,
    /// Practice games.
    pub games: u64,
    /// Generations of practice.
    pub generations: u32,
    /// The strength as it was tested, in the order of the games.
    pub curve: Vec<CardPoint>,
    /// The networks that it was trained on from.
    pub parents: Vec<NetworkId>,
}

/// A tested strength.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardPoint {
    /// Practice games before the test.
    pub games: u64,
    /// Elo among the dojo's opponents.
    pub elo: i16,
    /// Half of the 95 % interval, Elo.
    pub margin: u16,
}

impl NetworkCard {
    /// Checks the lengths.
    ///
    /// # Errors
    /// Which field is at fault, and why.
    pub fn check(&self) -> Result<(), FieldError> {
        let letters = self
            .algorithm
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        if !letters || !(1..=MAX_ALGORITHM).contains(&self.algorithm.len()) {
            let reason = format!("expected 1 to {MAX_ALGORITHM} lower-case letters and hyphens");
            return Err(FieldError::new("card.algorithm", reason));
        }
        for (field, found, most) in [
            ("card.curve", self.curve.len(), MAX_CURVE),
            ("card.parents", self.parents.len(), MAX_PARENTS),
        ] {
            if found > most {
                let reason = format!("expected at most {most}, found {found}");
                return Err(FieldError::new(field, reason));
            }
        }
        Ok(())
    }
}

/// A network that somebody has uploaded.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedNetwork {
    pub file: Vec<u8>,
    /// `None` if a program uploaded it.
    pub card: Option<NetworkCard>,
    /// The name of whoever uploaded it; `None` of a guest.
    pub owner: Option<String>,
}

/// A network in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct ListedNetwork {
    /// Its id, as searches name it.
    #[cfg_attr(feature = "server", schema(value_type = crate::schema::NetworkIdText))]
    pub id: NetworkId,
    /// The size of its file.
    pub bytes: u32,
    /// When it was uploaded, milliseconds since 1970.
    pub created_ms: i64,
}

/// The answer to an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadedNetwork {
    pub id: NetworkId,
    /// The token of a guest that was created for it, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// What a network's page shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NetworkView {
    /// Neurons of the file's hidden layer.
    pub width: u16,
    /// The size of its file.
    pub bytes: u32,
    /// `None` if a program uploaded it.
    pub card: Option<NetworkCard>,
    /// The name of whoever uploaded it; `None` of a guest.
    pub owner: Option<String>,
}

/// What the server does with networks for the page.
pub trait Networks: Send + Sync + 'static {
    /// Keeps a network under its id. Creates a guest if `session` is absent or unknown.
    fn upload_network(
        &self,
        session: Option<SessionToken>,
        file: Vec<u8>,
        card: NetworkCard,
    ) -> BackendFuture<'_, UploadedNetwork>;

    /// What a network's page shows; `None` if there is no such network.
    fn view_network(&self, id: NetworkId) -> BackendFuture<'_, Option<NetworkView>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card() -> NetworkCard {
        NetworkCard {
            algorithm: "td-leaf".to_owned(),
            neurons: 16,
            games: 400,
            generations: 2,
            curve: vec![
                CardPoint {
                    games: 200,
                    elo: -300,
                    margin: 90,
                };
                MAX_CURVE
            ],
            parents: Vec::new(),
        }
    }

    #[test]
    fn a_card_that_is_too_long_names_the_field() {
        assert_eq!(card().check(), Ok(()));
        let mut long = card();
        long.curve.push(long.curve[0]);
        assert_eq!(long.check().unwrap_err().field, "card.curve");
        let mut long = card();
        let id = "0".repeat(32).parse().unwrap();
        long.parents = vec![id; MAX_PARENTS + 1];
        assert_eq!(long.check().unwrap_err().field, "card.parents");
        for algorithm in ["", "TD", "a b", &"a".repeat(41)] {
            let mut odd = card();
            odd.algorithm = algorithm.to_owned();
            assert_eq!(odd.check().unwrap_err().field, "card.algorithm");
        }
    }
}
