//! A folder of tables: a file for each ending and kind, such as `KQvKR.dtm`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tablebase::{Ending, EndingTable, TableFileError, TableKind, Tables};

/// A folder of tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder(PathBuf);

/// A table cannot be read or written; the message names the file.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Table {
        path: PathBuf,
        error: TableFileError,
    },
}

impl FolderError {
    /// Whether the file is not there.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, FolderError::File { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

impl TableFolder {
    pub fn new(path: impl Into<PathBuf>) -> TableFolder {
        TableFolder(path.into())
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a table.
    #[must_use]
    pub fn file(&self, ending: &Ending, kind: TableKind) -> PathBuf {
        self.0.join(format!("{ending}.{}", kind.as_str()))
    }

    /// The tables of all endings of up to so many men.
    ///
    /// # Errors
    /// A file is missing or no such table.
    pub fn read(&self, men: usize) -> Result<Tables, FolderError> {
        let mut tables = Tables::default();
        for ending in Ending::all(men) {
            tables.insert(self.read_ending(&ending)?);
        }
        Ok(tables)
    }

    fn read_ending(&self, ending: &Ending) -> Result<EndingTable, FolderError> {
        let file = |kind: TableKind| {
            let path = self.file(ending, kind);
            match fs::read(&path) {
                Ok(bytes) => Ok((path, bytes)),
                Err(error) => Err(FolderError::File { path, error }),
            }
        };
        let (path, bytes) = file(TableKind::Wdl)?;
        let table = EndingTable::read(ending, &bytes)
            .map_err(|error| FolderError::Table { path, error })?;
        for kind in [TableKind::Dtm, TableKind::Dtz] {
            let (path, bytes) = file(kind)?;
            table
                .read_distances(kind, &bytes)
                .map_err(|error| FolderError::Table { path, error })?;
        }
        Ok(table)
    }

    /// Writes a table under its name once it is whole.
    pub(crate) fn write(
        &self,
        ending: &Ending,
        kind: TableKind,
        bytes: &[u8],
    ) -> Result<(), FolderError> {
        let path = self.file(ending, kind);
        // Another program may write the same bytes.
        let extension = format!("{}.{}.new", kind.as_str(), std::process::id());
        let unfinished = path.with_extension(extension);
        let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &path));
        written.map_err(|error| FolderError::File { path, error })
    }
}
