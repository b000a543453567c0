//! Messages about the network.

use serde::{Deserialize, Serialize};

/// Progress of loading the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkProgress {
    /// Loaded so far, per cent.
    Loading(u8),
    /// The network is used from now on.
    Ready(NetworkInfo),
    /// Loading failed for this reason; the hand-made evaluation is used.
    Failed(String),
}

/// The loaded network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInfo {
    /// The checksum of its file, hexadecimal.
    pub name: String,
    /// Neurons of the hidden layer.
    pub width: u16,
    /// Its origin, in words.
    pub provenance: String,
}
