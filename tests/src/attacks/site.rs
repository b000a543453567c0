//! A fresh server and what it takes of the machine.

use std::net::SocketAddr;

use crate::{folder::TempFolder, server::Server, usage};

/// A server with an empty data folder.
#[derive(Debug)]
pub struct Site {
    /// The server; it ends before its folder goes.
    pub server: Server,
    /// The folder.
    pub data: TempFolder,
    disk_before: u64,
    memory_before: f64,
}

impl Site {
    /// Starts a server with further arguments.
    ///
    /// # Panics
    /// When it does not come up.
    pub fn start(arguments: &[&str]) -> Self {
        let data = TempFolder::new().expect("a temporary folder can be made");
        let server = Server::start_on_with(data.path(), arguments);
        Self::of(server, data)
    }

    /// Starts a server that may have at most so many descriptors.
    ///
    /// # Panics
    /// When it does not come up.
    #[cfg(target_os = "linux")]
    pub fn start_with_descriptors(most: u32, arguments: &[&str]) -> Self {
        let data = TempFolder::new().expect("a temporary folder can be made");
        let server = Server::start_with_descriptors(data.path(), most, arguments);
        Self::of(server, data)
    }

    fn of(server: Server, data: TempFolder) -> Self {
        Self {
            disk_before: usage::folder_bytes(data.path()),
            memory_before: usage::memory_mb(server.id()),
            server,
            data,
        }
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.server.addr
    }

    /// What the data folder has grown by, MB.
    pub fn disk_mb(&self) -> f64 {
        let now = usage::folder_bytes(self.data.path());
        now.saturating_sub(self.disk_before) as f64 / 1e6
    }

    /// What the memory has grown by at its highest, MB.
    pub fn memory_growth_mb(&self) -> f64 {
        usage::peak_memory_mb(self.server.id()) - self.memory_before
    }

    /// What it takes now.
    pub fn figure(&self) -> String {
        format!(
            "memory {:.0} MB, at most {:.0} MB; {} descriptors; disk +{:.1} MB",
            usage::memory_mb(self.server.id()),
            usage::peak_memory_mb(self.server.id()),
            usage::descriptors(self.server.id()),
            self.disk_mb()
        )
    }
}
