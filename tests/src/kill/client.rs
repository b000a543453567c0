//! What a client of the kill rounds does, of whatever kind its writes are.

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

    /// The same by the file, which nobody writes.
    ///
    /// # Errors
    /// What is missing, or there too often.
    fn check_file(&self, file: &File) -> Result<(), String>;

    /// Writes that were acknowledged.
    fn acknowledged(&self) -> usize;

    /// What it writes, in the plural.
    fn kind(&self) -> &'static str;
}

/// What became of a write.
#[derive(Debug)]
pub enum WriteAnswer {
    /// It is on the disk, the server says.
    Acknowledged,
    /// Nobody knows: the connection broke.
    None,
    /// The server said something else, which no healthy one would.
    Other(String),
}
