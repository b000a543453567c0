//! What the worker says of the network.

use serde::{Deserialize, Serialize};

/// How far the network is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkNews {
    /// So much of it is there, per cent.
    Loading(u8),
    /// It judges from now on.
    Ready(NetworkInfo),
    /// It cannot be had, or is none; why. The hand-made evaluation stands in.
    Failed(String),
}

/// Which network plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInfo {
    /// The checksum of its file, in hexadecimal digits.
    pub name: String,
    /// Neurons of the hidden layer.
    pub width: u16,
    /// Where it comes from, in words.
    pub provenance: String,
}
