//! Network files, as `ponder train` writes them.

use std::fs;
use std::path::Path;

use engine::eval::{SharedEval, nnue::Network};

/// Reads the network of a file that the command line names.
///
/// # Errors
/// As of [`read`].
pub fn parse(path: &str) -> Result<SharedEval, String> {
    read(path.as_ref())
}

/// Reads a network.
///
/// # Errors
/// The file cannot be read, or is of another format.
pub fn read(path: &Path) -> Result<SharedEval, String> {
    read_network(path).map(SharedEval::new)
}

/// Reads the parameters of a network that the command line names.
///
/// # Errors
/// As of [`read`].
pub fn parse_network(path: &str) -> Result<Network, String> {
    read_network(path.as_ref())
}

fn read_network(path: &Path) -> Result<Network, String> {
    let file = fs::read(path).map_err(|error| error.to_string())?;
    Network::read(&file).map_err(|error| error.to_string())
}
