//! A copy of the file, made while the server goes on writing it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sqlx::Connection;

use super::{FILE, connector};

/// Whose the copy is: sessions are in it.
const OWNER_ONLY: u32 = 0o600;

/// A backup that was not made. Nothing is left at its place.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no store to copy.
    #[error("{} can't be opened: {source}", file.display())]
    Source {
        /// The store's file.
        file: PathBuf,
        /// Why.
        source: sqlx::Error,
    },
    /// The copy's place is taken, or can't be written.
    #[error("{} can't be made: {source}", file.display())]
    ConnectionPermit {
        /// The copy's file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// SQLite names files by UTF-8.
    #[error("{} can't be made: SQLite needs a name in UTF-8", .0.display())]
    Name(PathBuf),
    /// SQLite could not copy.
    #[error("{} can't be copied: {source}", file.display())]
    Copy {
        /// The store's file.
        file: PathBuf,
        /// Why.
        source: sqlx::Error,
    },
}

/// Copies the store in `folder` to the new file `to`: everything that was committed before the call
/// is in it. It is on the disk, whole, when this returns.
///
/// # Errors
/// When there is no store, or `to` exists or can't be written.
pub async fn backup(folder: &Path, to: &Path) -> Result<(), BackupError> {
    let file = folder.join(FILE);
    let open = async { connector(&file)?.connect().await };
    let mut store = open.await.map_err(|source| BackupError::Source {
        file: file.clone(),
        source,
    })?;
    // Both are there from now on, or neither: nobody takes the place, no half copy looks whole.
    let place = Unfinished::make(to.to_owned())?;
    let part = Unfinished::make(with_suffix(to, ".part"))?;
    let copied = sqlx::query("VACUUM INTO $1")
        .bind(part.name()?)
        .execute(&mut store)
        .await
        .map(drop);
    let closed = store.close().await;
    copied
        .and(closed)
        .map_err(|source| BackupError::Copy { file, source })?;
    let finish = || {
        File::open(&part.0)?.sync_all()?;
        fs::rename(&part.0, &place.0)?;
        // The name is on the disk when its folder is.
        let folder = place.0.parent().filter(|path| !path.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    finish().map_err(|source| BackupError::ConnectionPermit {
        file: to.to_owned(),
        source,
    })?;
    place.keep();
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// A new file, removed again unless it is kept.
struct Unfinished(PathBuf);

impl Unfinished {
    fn make(file: PathBuf) -> Result<Self, BackupError> {
        let made = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(OWNER_ONLY)
            .open(&file);
        match made {
            Ok(_) => Ok(Self(file)),
            Err(source) => Err(BackupError::ConnectionPermit { file, source }),
        }
    }

    fn name(&self) -> Result<&str, BackupError> {
        let name = self.0.to_str();
        name.ok_or_else(|| BackupError::Name(self.0.clone()))
    }

    fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // After the rename there is nothing left to remove.
        fs::remove_file(&self.0).ok();
    }
}
