//! A cache of pages of files, bounded in bytes and shared by threads.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use crate::read_at::ReadAt;

/// Bytes of a page; one read of a file fetches at least these.
pub(crate) const PAGE_BYTES: usize = 4096;
/// Pages of a set; the least recently used one gives way.
const WAYS: usize = 8;

/// A page's file and its number in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PageKey {
    file: u32,
    page: u64,
}

/// Pages of a set, the most recently used first.
type Set = [Option<(PageKey, Arc<[u8]>)>; WAYS];

/// A set-associative cache: a page may stand in one set, and sets are locked one by one.
pub(crate) struct PageCache {
    sets: Box<[Mutex<Set>]>,
}

impl PageCache {
    /// A cache of about so many bytes, one set at least.
    pub(crate) fn new(bytes: usize) -> PageCache {
        let sets = (bytes / (PAGE_BYTES * WAYS)).max(1);
        PageCache {
            sets: (0..sets).map(|_| Mutex::default()).collect(),
        }
    }

    /// The bytes of a page; fewer than `PAGE_BYTES` at the file's end. `length` is the file's.
    fn page(&self, source: &dyn ReadAt, key: PageKey, length: u64) -> io::Result<Arc<[u8]>> {
        // Fibonacci hashing: the high bits of the product depend on all bits of the key.
        let mixed = (key.page ^ u64::from(key.file) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> 32) as usize % self.sets.len();
        // A set is sound at any time, so a panic of another thread does no harm.
        let lock = || {
            self.sets[place]
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let mut set = lock();
        let found = set
            .iter()
            .position(|slot| slot.as_ref().is_some_and(|(held, _)| *held == key));
        if let Some(way) = found {
            set[..=way].rotate_right(1);
            if let Some((_, bytes)) = &set[0] {
                return Ok(bytes.clone());
            }
        }
        drop(set);
        let bytes = read_page(source, key.page, length)?;
        let mut set = lock();
        set.rotate_right(1);
        set[0] = Some((key, bytes.clone()));
        Ok(bytes)
    }
}

fn read_page(source: &dyn ReadAt, page: u64, length: u64) -> io::Result<Arc<[u8]>> {
    let start = page.saturating_mul(PAGE_BYTES as u64);
    let bytes = length.saturating_sub(start).min(PAGE_BYTES as u64) as usize;
    if bytes == 0 {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut buffer = [0; PAGE_BYTES];
    source.read_exact_at(&mut buffer[..bytes], start)?;
    Ok(buffer[..bytes].into())
}

/// Reads one file through the cache, and holds the page that it read last.
pub(crate) struct PageCursor<'a> {
    cache: &'a PageCache,
    source: &'a dyn ReadAt,
    file: u32,
    length: u64,
    held: Option<(u64, Arc<[u8]>)>,
}

impl<'a> PageCursor<'a> {
    /// `file` is the number of the file in this cache, `length` its bytes.
    pub(crate) fn new(
        cache: &'a PageCache,
        source: &'a dyn ReadAt,
        file: u32,
        length: u64,
    ) -> PageCursor<'a> {
        PageCursor {
            cache,
            source,
            file,
            length,
            held: None,
        }
    }

    fn page(&mut self, page: u64) -> io::Result<&[u8]> {
        if self.held.as_ref().is_none_or(|held| held.0 != page) {
            let file = self.file;
            let bytes = self
                .cache
                .page(self.source, PageKey { file, page }, self.length)?;
            self.held = Some((page, bytes));
        }
        Ok(self.held.as_ref().map_or(&[], |held| &held.1))
    }

    /// Fills the buffer with the bytes from `offset` on.
    pub(crate) fn read(&mut self, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
        while !buffer.is_empty() {
            let page = self.page(offset / PAGE_BYTES as u64)?;
            let start = (offset % PAGE_BYTES as u64) as usize;
            let bytes = page.get(start..).unwrap_or_default();
            let count = bytes.len().min(buffer.len());
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let (filled, rest) = buffer.split_at_mut(count);
            filled.copy_from_slice(&bytes[..count]);
            buffer = rest;
            offset = offset
                .checked_add(count as u64)
                .ok_or(io::ErrorKind::UnexpectedEof)?;
        }
        Ok(())
    }

    /// The `N` bytes from `offset` on.
    pub(crate) fn array<const N: usize>(&mut self, offset: u64) -> io::Result<[u8; N]> {
        let mut array = [0; N];
        self.read(&mut array, offset)?;
        Ok(array)
    }

    /// Calls `use_bytes` with the bytes from `offset` on, without a copy where they lie in one page.
    pub(crate) fn with_bytes<T>(
        &mut self,
        offset: u64,
        count: usize,
        use_bytes: impl FnOnce(&[u8]) -> T,
    ) -> io::Result<T> {
        let start = (offset % PAGE_BYTES as u64) as usize;
        if start + count <= PAGE_BYTES {
            let page = self.page(offset / PAGE_BYTES as u64)?;
            let bytes = page
                .get(start..start + count)
                .ok_or(io::ErrorKind::UnexpectedEof)?;
            return Ok(use_bytes(bytes));
        }
        let mut bytes = vec![0; count];
        self.read(&mut bytes, offset)?;
        Ok(use_bytes(&bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    struct Counted(Vec<u8>, AtomicUsize);

    impl ReadAt for Counted {
        fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.read_exact_at(buffer, offset)
        }

        fn length(&self) -> io::Result<u64> {
            self.0.length()
        }
    }

    #[test]
    fn bytes_across_pages_are_read_once_and_not_beyond_the_end() {
        let bytes: Vec<u8> = (0..3 * PAGE_BYTES + 100).map(|at| (at / 7) as u8).collect();
        let (length, cache) = (bytes.len() as u64, PageCache::new(1 << 20));
        let source = Counted(bytes.clone(), AtomicUsize::new(0));
        for _ in 0..3 {
            let mut cursor = PageCursor::new(&cache, &source, 3, length);
            let mut read = vec![0; 2 * PAGE_BYTES];
            cursor.read(&mut read, 4000).unwrap();
            assert_eq!(read, bytes[4000..][..2 * PAGE_BYTES]);
            cursor
                .with_bytes(4090, 10, |found| assert_eq!(found, &bytes[4090..4100]))
                .unwrap();
            assert!(cursor.array::<2>(length - 1).is_err());
            assert!(cursor.with_bytes(length - 1, 2, |_| ()).is_err());
            assert!(cursor.array::<1>(u64::MAX).is_err());
        }
        assert_eq!(source.1.load(Ordering::Relaxed), 4);
    }

    #[test]
    fn a_small_cache_forgets_and_reads_again() {
        let bytes: Vec<u8> = (0..40 * PAGE_BYTES).map(|at| (at / 64) as u8).collect();
        let (length, cache) = (bytes.len() as u64, PageCache::new(0));
        let mut cursor = PageCursor::new(&cache, &bytes, 0, length);
        for at in (0..bytes.len()).step_by(1000).chain([17, 5000]) {
            assert_eq!(cursor.array(at as u64).unwrap(), [bytes[at]]);
        }
    }
}
