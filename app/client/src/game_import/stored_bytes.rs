//! The envelope of what the browser stores: a version, a checksum, and the value.

use engine::checksum::crc32;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::worker::codec::{decode, encode};

const VERSION: u8 = 1;
/// Version and checksum, bytes.
const HEAD: usize = 5;

/// Why stored bytes cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    #[error("expected at most {most} bytes, found {found}")]
    TooLong { most: usize, found: usize },
    #[error("expected version {VERSION}")]
    Version,
    #[error("the bytes are damaged")]
    Damaged,
    #[error("the {field} cannot be right")]
    Field { field: &'static str },
}

/// An error of a field unless what is said of it holds.
pub(super) fn check(holds: bool, field: &'static str) -> Result<(), StoredError> {
    match holds {
        true => Ok(()),
        false => Err(StoredError::Field { field }),
    }
}

pub(super) fn pack(value: &impl Serialize) -> Vec<u8> {
    let body = encode(value);
    let mut bytes = vec![VERSION];
    bytes.extend(crc32(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// # Errors
/// The bytes are too many, of another version or damaged.
pub(super) fn unpack<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, StoredError> {
    if bytes.len() > most {
        let found = bytes.len();
        return Err(StoredError::TooLong { most, found });
    }
    let (head, body) = bytes.split_at_checked(HEAD).ok_or(StoredError::Damaged)?;
    if head[0] != VERSION {
        return Err(StoredError::Version);
    }
    if head[1..] != crc32(body).to_le_bytes() {
        return Err(StoredError::Damaged);
    }
    decode(body).map_err(|_| StoredError::Damaged)
}
