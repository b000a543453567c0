//! A PostgreSQL server.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::service::{Service, folder_of};

/// Where Debian has the programs of each version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Room for what a long run writes.
const SMALL_DISK_MIB: u32 = 1_024;

/// A running server; it ends when this is dropped.
#[derive(Debug)]
pub struct PostgresServer(Service);

impl PostgresServer {
    /// The variable that tells tests of a server.
    pub const VARIABLE: &str = "PONDER_TEST_POSTGRES";

    /// Starts a server in a temporary folder; `None` where PostgreSQL is not installed.
    ///
    /// # Errors
    /// It does not start.
    pub fn start() -> io::Result<Option<Self>> {
        Self::start_with("fsync=off", None)
    }

    /// The same on a disk that can be filled; `None` also where this program may not mount one.
    ///
    /// # Errors
    /// As [`PostgresServer::start`].
    pub fn start_on_small_disk() -> io::Result<Option<Self>> {
        Self::start_with("fsync=off", Some(SMALL_DISK_MIB))
    }

    /// The same where commits wait for the disk, as they do where it matters.
    ///
    /// # Errors
    /// As [`PostgresServer::start`].
    pub fn start_durable() -> io::Result<Option<Self>> {
        Self::start_with("fsync=on", None)
    }

    fn start_with(fsync: &str, disk_mib: Option<u32>) -> io::Result<Option<Self>> {
        let Some(programs) = programs() else {
            return Ok(None);
        };
        let mut service = Service::in_new_folder("postgres")?;
        if let Some(mib) = disk_mib
            && !service.mount(mib)?
        {
            return Ok(None);
        }
        let mut initdb = service.command(&programs.join("initdb"));
        initdb.args([
            "--no-sync",
            "--auth=trust",
            "--username=ponder",
            "--encoding=UTF8",
        ]);
        initdb
            .args(["--locale=C", "--pgdata"])
            .arg(service.folder());
        let made = initdb.output()?;
        if !made.status.success() {
            let said = String::from_utf8_lossy(&made.stderr);
            return Err(io::Error::other(format!("initdb: {said}")));
        }
        let mut server = Self(service);
        server.set_program(&programs, fsync);
        server.start_again()?;
        Ok(Some(server))
    }

    fn set_program(&mut self, programs: &Path, fsync: &str) {
        let folder = self.0.folder().to_owned();
        let mut program = vec![programs.join("postgres").into_os_string()];
        program.extend(["-D".into(), folder.clone().into()]);
        program.extend(["-k".into(), folder.clone().into()]);
        for setting in [
            "listen_addresses=",
            fsync,
            "max_connections=500",
            // Many small databases for a moment each: upkeep and a log for replicas are work for nothing.
            "autovacuum=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "logging_collector=off",
        ] {
            program.extend(["-c".into(), setting.into()]);
        }
        let is_ready = format!(
            "{} -q -h {}",
            programs.join("pg_isready").display(),
            folder.display()
        );
        self.0.set_program(program, is_ready);
    }

    /// The address of its database `postgres`.
    pub fn url(&self) -> String {
        let folder = self.0.folder().display();
        format!("postgres://ponder@localhost/postgres?host={folder}")
    }

    /// Ends it; what it has stays.
    ///
    /// # Errors
    /// It cannot be told.
    pub fn stop(&mut self) -> io::Result<()> {
        self.0.stop()
    }

    /// Fills the disk that it is on, to the last byte.
    ///
    /// # Errors
    /// The file that does so cannot be made.
    pub fn fill_disk(&self) -> io::Result<()> {
        let mut ballast = fs::File::create(self.ballast())?;
        // Large pieces first.
        for size in [1 << 20, 1 << 12, 1] {
            let piece = vec![0; size];
            while ballast.write_all(&piece).is_ok() {}
        }
        Ok(())
    }

    /// Makes room again, and starts it where it has given up.
    ///
    /// # Errors
    /// It does not start.
    pub fn make_room(&mut self) -> io::Result<()> {
        fs::remove_file(self.ballast())?;
        if self.0.is_ready()? {
            return Ok(());
        }
        self.stop()?;
        self.start_again()
    }

    fn ballast(&self) -> PathBuf {
        self.0.folder().join("ballast")
    }

    /// Starts it after [`PostgresServer::stop`].
    ///
    /// # Errors
    /// It does not start.
    pub fn start_again(&mut self) -> io::Result<()> {
        self.0.start()
    }
}

/// The folder of the programs: the newest of Debian's, or one of `PATH`.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN).into_iter().flatten().flatten();
    let version =
        |entry: &fs::DirEntry| -> Option<f32> { entry.file_name().to_str()?.parse().ok() };
    let mut versions: Vec<(f32, PathBuf)> = versions
        .filter_map(|entry| Some((version(&entry)?, entry.path().join("bin"))))
        .collect();
    versions.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let versions = versions.into_iter().map(|(_, folder)| folder);
    folder_of(&["postgres", "initdb", "pg_isready"], versions.collect())
}
