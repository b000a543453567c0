//! Which files are kept.

use engine::eval::nnue::Network;
use wire::FieldError;
use wire::visitor::networks::MAX_NETWORK_BYTES;

/// Reads a file that was uploaded.
///
/// # Errors
/// It is too large, no network, damaged, or its sums could overflow.
pub fn check_file(file: &[u8]) -> Result<Network, FieldError> {
    let found = file.len();
    if found > MAX_NETWORK_BYTES {
        let reason = format!("expected at most {MAX_NETWORK_BYTES} bytes, found {found}");
        return Err(FieldError::new("file", reason));
    }
    Network::read(file).map_err(|error| FieldError::new("file", error))
}
