//! A bounded number of open files: the least recently used one is closed for another.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::read_at::ReadAt;

/// The open files, the most recently used first.
pub(crate) struct FilePool {
    open: Mutex<VecDeque<(PathBuf, Arc<File>)>>,
    capacity: usize,
}

/// A file that is opened when it is read.
pub(crate) struct PooledFile {
    pool: Arc<FilePool>,
    path: PathBuf,
}

impl FilePool {
    /// A pool of so many open files, at least one.
    pub(crate) fn new(capacity: usize) -> FilePool {
        FilePool {
            open: Mutex::default(),
            capacity: capacity.max(1),
        }
    }

    fn get(&self, path: &Path) -> io::Result<Arc<File>> {
        // No code that holds the lock panics, and the list is sound at any time.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = open.iter().position(|(name, _)| name == path)
            && let Some(entry) = open.remove(place)
        {
            let file = entry.1.clone();
            open.push_front(entry);
            return Ok(file);
        }
        let file = Arc::new(File::open(path)?);
        open.truncate(self.capacity - 1);
        open.push_front((path.to_owned(), file.clone()));
        Ok(file)
    }
}

impl PooledFile {
    pub(crate) fn new(pool: Arc<FilePool>, path: PathBuf) -> PooledFile {
        PooledFile { pool, path }
    }
}

impl ReadAt for PooledFile {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        ReadAt::read_exact_at(&*self.pool.get(&self.path)?, buffer, offset)
    }

    fn length(&self) -> io::Result<u64> {
        self.pool.get(&self.path)?.length()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_files_than_the_capacity_stay_open() {
        let pool = Arc::new(FilePool::new(2));
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        for name in ["Cargo.toml", "src/lib.rs", "src/wdl.rs", "src/lib.rs"] {
            let file = PooledFile::new(pool.clone(), manifest.join(name));
            let mut bytes = vec![0; file.length().unwrap() as usize];
            file.read_exact_at(&mut bytes, 0).unwrap();
            assert_eq!(bytes, std::fs::read(manifest.join(name)).unwrap());
        }
        let open = pool.open.lock().unwrap();
        assert_eq!(open.len(), 2);
        assert!(open[0].0.ends_with("lib.rs"));
    }
}
