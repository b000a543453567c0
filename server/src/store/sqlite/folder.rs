//! The data folder: nobody's but its owner's to read, and one server's at a time to write.

use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The file whose lock a running server holds. The system lets go of it when the process ends,
/// however it ends.
pub const LOCK: &str = "ponder.lock";

/// What the owner may do with a folder; nobody else may do anything.
const FOLDER_MODE: u32 = 0o700;

/// The same of a file.
const FILE_MODE: u32 = 0o600;

/// Where the files of all may stand, as in `/tmp`.
const STICKY: u32 = 0o1000;

/// A data folder that this process holds until this is dropped.
#[derive(Debug)]
pub struct DataFolder {
    /// Closing it lets go of the lock.
    _lock: File,
}

/// A data folder that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder can't be made.
    #[error("the data folder {} can't be made: {source}", folder.display())]
    Make {
        /// As it was given.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The lock's file can't be made, or the disk knows no locks.
    #[error("the data folder {} can't be locked by its {LOCK}: {source}", folder.display())]
    Lock {
        /// As it was given.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another server holds it.
    #[error(
        "the data folder {} is in use: another server that runs on it holds its {LOCK}",
        .0.display()
    )]
    InUse(PathBuf),
}

impl DataFolder {
    /// Makes the folder where it is missing and holds it.
    ///
    /// # Errors
    /// When it can't be made or locked, or another process holds it.
    pub fn hold(path: &Path) -> Result<Self, FolderError> {
        let folder = || path.to_owned();
        make(path).map_err(|source| FolderError::Make {
            folder: folder(),
            source,
        })?;
        let file = path.join(LOCK);
        let lock = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(FILE_MODE)
            .open(&file)
            .map_err(|source| FolderError::Lock {
                folder: folder(),
                source,
            })?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(FolderError::InUse(folder())),
            Err(TryLockError::Error(source)) => {
                return Err(FolderError::Lock {
                    folder: folder(),
                    source,
                });
            }
        }
        tighten(&file, FILE_MODE);
        Ok(Self { _lock: lock })
    }
}

/// Makes the folder for its owner alone, or closes one that is there to everybody else.
pub fn make(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    match DirBuilder::new().mode(FOLDER_MODE).create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {
            tighten(folder, FOLDER_MODE);
            Ok(())
        }
        made => made,
    }
}

/// Makes the database's file for its owner alone, and closes what stands beside it to everybody
/// else. SQLite makes its log and its index with the mode of the database.
pub fn make_database(file: &Path) {
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(file);
    // Whatever else is wrong SQLite finds as well, and says better.
    if made.is_ok() {
        return;
    }
    for suffix in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        tighten(Path::new(&name), FILE_MODE);
    }
}

/// Takes from a file or folder what goes beyond `most`. Where that is not ours to decide the server
/// still runs, as it did before, and the log says so.
fn tighten(path: &Path, most: u32) {
    let Ok(found) = fs::metadata(path) else {
        return;
    };
    let mode = found.permissions().mode() & 0o7777;
    if mode & 0o777 & !most == 0 {
        return;
    }
    let path_shown = path.display();
    if mode & STICKY != 0 {
        tracing::warn!(path = %path_shown, "others may look into the data folder; give it a folder of its own");
        return;
    }
    match fs::set_permissions(path, Permissions::from_mode(mode & !0o777 | mode & most)) {
        Ok(()) => tracing::info!(path = %path_shown, "closed to others"),
        Err(error) => tracing::warn!(path = %path_shown, %error, "others may read this"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, tests::Folder};

    fn mode(path: &Path) -> u32 {
        let found = fs::metadata(path).expect("it is there");
        found.permissions().mode() & 0o7777
    }

    fn widen(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    }

    const FILES: [&str; 4] = [
        "ponder.sqlite",
        "ponder.sqlite-wal",
        "ponder.sqlite-shm",
        LOCK,
    ];

    #[tokio::test]
    async fn what_the_server_makes_is_its_owners_alone() {
        let folder = Folder::new("modes-new");
        let _held = DataFolder::hold(&folder.0).expect("is free");
        let store = Store::open(&folder.0).await.expect("opens");
        assert_eq!(mode(&folder.0), 0o700);
        for file in FILES {
            assert_eq!(mode(&folder.0.join(file)), 0o600, "{file}");
        }
        store.close().await;
    }

    #[tokio::test]
    async fn what_was_there_and_open_to_others_is_closed_to_them() {
        let folder = Folder::new("modes-wide");
        // Not closed, so that the log stays.
        let held = DataFolder::hold(&folder.0).expect("is free");
        let _before = Store::open(&folder.0).await.expect("opens");
        drop(held);
        widen(&folder.0, 0o755);
        for file in FILES {
            widen(&folder.0.join(file), 0o664);
        }
        let _held = DataFolder::hold(&folder.0).expect("is free");
        let _store = Store::open(&folder.0).await.expect("opens");
        assert_eq!(mode(&folder.0), 0o700);
        for file in FILES {
            assert_eq!(mode(&folder.0.join(file)), 0o600, "{file}");
        }
    }

    #[test]
    fn a_folder_that_all_may_use_is_left_to_them() {
        let folder = Folder::new("modes-sticky");
        fs::create_dir_all(&folder.0).expect("a folder");
        widen(&folder.0, 0o1777);
        let _held = DataFolder::hold(&folder.0).expect("is free");
        assert_eq!(mode(&folder.0), 0o1777);
    }

    #[test]
    fn a_folder_is_held_once_and_free_again_afterwards() {
        let folder = Folder::new("held");
        let held = DataFolder::hold(&folder.0).expect("is free");
        let error = DataFolder::hold(&folder.0).expect_err("is held");
        assert!(matches!(error, FolderError::InUse(_)), "{error}");
        let said = error.to_string();
        assert!(said.contains(LOCK) && said.contains("held"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        drop(held);
        DataFolder::hold(&folder.0).expect("is free again");
    }
}
