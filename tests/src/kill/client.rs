//! The trait of the clients of the kill rounds.

use std::net::SocketAddr;

use super::file::File;

/// One client's writes, of one kind. A write that is not answered is sent again until it is.
pub trait Client: Send {
    /// Sends the next write, or once more the one that was not answered.
    fn write(&mut self, addr: SocketAddr) -> WriteAnswer;

    /// Whether the server shows what it has acknowledged, and shows nothing twice; of the latest
    /// writes, or of `all`.
    ///
    /// # Errors
    /// What is missing, or there too often.
    fn check(&self, addr: SocketAddr, all: bool) -> Result<(), String>;

    /// The same by the store's file, without a server.
    ///
    /// # Errors
    /// What is missing, or there too often.
    fn check_file(&self, file: &File) -> Result<(), String>;

    /// Writes that were acknowledged.
    fn acknowledged(&self) -> usize;

    /// What it writes, in the plural.
    fn kind(&self) -> &'static str;
}

/// The answer to a write.
#[derive(Debug)]
pub enum WriteAnswer {
    /// The server has stored it.
    Acknowledged,
    /// The connection broke: it may be stored or not.
    None,
    /// An answer that no healthy server gives.
    Other(String),
}
