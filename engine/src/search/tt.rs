//! The transposition table.
//!
//! Shared by any number of threads without locks. An entry is two words; the first is stored
//! xor-ed with the second, so the key of a torn entry does not match (Hyatt & Mann, "A lock-less transposition-table
//! implementation", 2002).
//!
//! Clearing the table increments its generation: entries of another generation count as absent, for
//! probing and for replacement, so the next search runs as with a new table. All widths are `u64`,
//! so native and wasm32 agree.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::bound::Bound;
use super::score;
use crate::rules::{Move, Position};

/// A position's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, or the one that failed high.
    pub mv: Option<Move>,
    /// Internal score (centipawns or a mate counted from the root), side to move.
    pub score: i32,
    /// Static evaluation, centipawns, side to move.
    pub eval: i32,
    /// Depth of the search, plies.
    pub depth: u8,
    pub bound: Bound,
}

impl TtEntry {
    /// The entry of a position that was evaluated and not searched: a bound that any score satisfies.
    pub fn evaluated(eval: i32) -> TtEntry {
        TtEntry {
            mv: None,
            score: -score::INFINITE,
            eval,
            depth: 0,
            bound: Bound::Lower,
        }
    }
}

/// One slot: `check` holds 48 bits of the key and the generation, xor-ed with `data`.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share an index: 64 bytes, one cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([Slot; SLOTS]);

const SLOTS: usize = 4;
/// Half-move clock from which on the clock is part of the key.
const MIN_KEYED_CLOCK: u16 = 80;
/// Spreads the clock over all bits of a key (2^64 by the golden ratio, odd).
const CLOCK_KEY: u64 = 0x9e37_79b9_7f4a_7c15;
/// Slots sampled by [`TranspositionTable::hashfull`].
const SAMPLE: usize = 1_000;
/// An age has six bits.
const AGES: u32 = 64;
/// Plies that the replacement strategy takes off an entry's depth for each search of its age.
const AGE_PENALTY: i32 = 4;
/// The generation has 16 bits; 0 is that of an unwritten slot.
const GENERATIONS: u32 = 1 << 16;

/// The table's key of a position: its Zobrist key, combined near the end of fifty moves with the
/// half-move clock. A score with a low clock is no bound for a high one.
pub(crate) fn key_of(position: &Position) -> u64 {
    let clock = position.halfmove_clock();
    if clock < MIN_KEYED_CLOCK {
        position.key()
    } else {
        position.key() ^ u64::from(clock).wrapping_mul(CLOCK_KEY)
    }
}

/// A transposition table of fixed size.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    generation: AtomicU32,
    age: AtomicU32,
}

/// The memory for a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {megabytes} MB")]
pub struct TableTooLarge {
    /// The requested size, MB.
    pub megabytes: u32,
}

impl TranspositionTable {
    /// A table of `megabytes` MB (2^20 bytes), at least 1.
    ///
    /// # Panics
    /// When the memory cannot be allocated; for a size that a user chooses, use
    /// [`try_new`](Self::try_new).
    #[must_use]
    pub fn new(megabytes: u32) -> TranspositionTable {
        TranspositionTable::try_new(megabytes).unwrap_or_else(|error| panic!("{error}"))
    }

    /// A table of `megabytes` MB (2^20 bytes), at least 1.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn try_new(megabytes: u32) -> Result<TranspositionTable, TableTooLarge> {
        let megabytes = megabytes.max(1);
        let too_large = TableTooLarge { megabytes };
        let bytes = u64::from(megabytes) << 20;
        let count = usize::try_from(bytes / size_of::<Bucket>() as u64).map_err(|_| too_large)?;
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| too_large)?;
        advise_large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable {
            buckets: buckets.into_boxed_slice(),
            generation: AtomicU32::new(1),
            age: AtomicU32::new(0),
        })
    }

    /// The size, MB.
    #[must_use]
    pub fn megabytes(&self) -> u32 {
        (size_of_val(&*self.buckets) >> 20) as u32
    }

    /// Removes all entries, in constant time but for every 65,535th call.
    pub fn clear(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        if next == 0 {
            for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.check.store(0, Ordering::Relaxed);
                slot.data.store(0, Ordering::Relaxed);
            }
        }
        self.generation.store(next.max(1), Ordering::Relaxed);
        self.age.store(0, Ordering::Relaxed);
    }

    /// Increments the age: entries of earlier searches are replaced first.
    pub fn new_search(&self) {
        self.age.store(
            (self.age.load(Ordering::Relaxed) + 1) % AGES,
            Ordering::Relaxed,
        );
    }

    /// The entry of `key`, with mate scores counted from `ply`.
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let wanted = self.check_of(key);
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if check == wanted {
                unpack(data, ply)
            } else {
                None
            }
        })
    }

    /// Prefetches the key's bucket; without it the search loses a fifth of its speed to cache
    /// misses. Does nothing, and does not compute the key, on targets without the instruction.
    #[inline]
    pub fn prefetch(&self, key: impl FnOnce() -> u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching never faults, and the address is a bucket's.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key())).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Stores an entry found at `ply`, unless the table has a deeper one of this search; replaces the
    /// least valuable entry of the bucket.
    pub fn store(&self, key: u64, ply: usize, entry: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let wanted = self.check_of(key);
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut old_move = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if check == wanted {
                let old = unpack(data, ply);
                let same_search = age_of(data) == age;
                // A deeper entry of this search stays, unless the new one is exact.
                if let Some(old) = old {
                    if same_search
                        && entry.bound != Bound::Exact
                        && entry.depth.saturating_add(3) < old.depth
                    {
                        return;
                    }
                    old_move = old.mv;
                }
                victim = slot;
                break;
            }
            let worth = self.replacement_value(check, data, age);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(
            TtEntry {
                mv: entry.mv.or(old_move),
                ..entry
            },
            ply,
            age,
        );
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(wanted ^ data, Ordering::Relaxed);
    }

    /// Share of entries of this search, per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        let age = self.age.load(Ordering::Relaxed);
        let generation = self.generation.load(Ordering::Relaxed);
        let used = self
            .buckets
            .iter()
            .flat_map(|bucket| &bucket.0)
            .take(SAMPLE)
            .filter(|slot| {
                let data = slot.data.load(Ordering::Relaxed);
                let check = slot.check.load(Ordering::Relaxed) ^ data;
                (check & 0xffff) as u32 == generation && age_of(data) == age
            })
            .count();
        used as u16
    }

    /// Replacement value; a slot of another generation is empty.
    fn replacement_value(&self, check: u64, data: u64, age: u32) -> i32 {
        if (check & 0xffff) as u32 != self.generation.load(Ordering::Relaxed) {
            return i32::MIN;
        }
        let searches_ago = (AGES + age - age_of(data)) % AGES;
        depth_of(data) - AGE_PENALTY * searches_ago as i32
    }

    /// The low 48 bits of the key, with the generation below them.
    fn check_of(&self, key: u64) -> u64 {
        key << 16 | u64::from(self.generation.load(Ordering::Relaxed))
    }

    /// The bucket by the high bits of the key; the low ones verify.
    fn bucket(&self, key: u64) -> &Bucket {
        // 32 bits are enough for 2^32 buckets, and wasm has no wider product than 64.
        let index = ((key >> 32) * self.buckets.len() as u64) >> 32;
        &self.buckets[index as usize]
    }
}

/// Advises the kernel to back an empty vector's capacity with 2 MB pages, for fewer TLB misses.
fn advise_large_pages(empty: &mut Vec<Bucket>) {
    #[cfg(target_os = "linux")]
    {
        const LARGE_PAGE: usize = 2 << 20;
        let room = empty.spare_capacity_mut();
        let (begin, length) = (room.as_mut_ptr().cast::<u8>(), size_of_val(room));
        let skipped = begin.align_offset(LARGE_PAGE);
        let whole = length.saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
        if whole > 0 {
            // SAFETY: the pages are the vector's own. The advice changes their backing, not their
            // content.
            unsafe {
                libc::madvise(begin.add(skipped).cast(), whole, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = empty;
}

// data: move 16 | score 16 | evaluation 16 | depth 8 | bound 2 | age 6, from the lowest bit.

fn pack(entry: TtEntry, ply: usize, age: u32) -> u64 {
    let mv = entry.mv.map_or(0, Move::raw);
    u64::from(mv)
        | u64::from(score::to_table(entry.score, ply) as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64, ply: usize) -> Option<TtEntry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TtEntry {
        mv: Move::from_raw(data as u16),
        score: score::from_table(i32::from((data >> 16) as i16), ply),
        eval: i32::from((data >> 32) as i16),
        depth: (data >> 48) as u8,
        bound,
    })
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age_of(data: u64) -> u32 {
    (data >> 58) as u32
}

#[cfg(test)]
mod tests {
    use super::super::score::{MATE, mated_at};
    use super::*;

    fn entry(score: i32, depth: u8) -> TtEntry {
        TtEntry {
            mv: Move::from_raw(0x0040),
            score,
            eval: -17,
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn what_is_stored_reads_back() {
        let table = TranspositionTable::new(1);
        let cases = [
            (0, 0, 0),
            (12_345, 7, 3),
            (-29_999, 255, 127),
            (MATE - 9, 4, 5),
        ];
        for (number, (score, depth, ply)) in cases.into_iter().enumerate() {
            let key = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number as u64 + 1);
            table.store(key, ply, entry(score, depth));
            assert_eq!(table.probe(key, ply), Some(entry(score, depth)));
        }
    }

    #[test]
    fn a_mate_is_counted_from_where_it_is_read() {
        let table = TranspositionTable::new(1);
        // Mated four plies below a position that was met at ply 6 and is met again at ply 2.
        table.store(1, 6, entry(mated_at(10), 4));
        assert_eq!(
            table.probe(1, 2).map(|entry| entry.score),
            Some(mated_at(6))
        );
        table.store(2, 6, entry(-mated_at(9), 4));
        assert_eq!(
            table.probe(2, 2).map(|entry| entry.score),
            Some(-mated_at(5))
        );
    }

    #[test]
    fn forgetting_leaves_nothing_even_when_generations_wrap() {
        let table = TranspositionTable::new(1);
        table.store(77, 0, entry(5, 5));
        for _ in 0..GENERATIONS + 3 {
            table.clear();
            assert_eq!(table.probe(77, 0), None);
        }
        table.store(77, 0, entry(6, 5));
        assert_eq!(table.probe(77, 0).map(|entry| entry.score), Some(6));
    }

    #[test]
    fn a_used_table_replaces_like_a_new_one_once_it_has_forgotten() {
        let (used, new) = (TranspositionTable::new(1), TranspositionTable::new(1));
        // All keys fall into one bucket, so that every store after the fourth replaces.
        for key in 0..50 {
            used.store(key, 0, entry(key as i32, 200));
        }
        used.clear();
        for key in 0..50 {
            let depth = (key * 7 % 11) as u8;
            used.store(key, 0, entry(key as i32, depth));
            new.store(key, 0, entry(key as i32, depth));
        }
        for key in 0..50 {
            assert_eq!(used.probe(key, 0), new.probe(key, 0), "{key}");
        }
        assert_eq!(used.hashfull(), new.hashfull());
    }

    #[test]
    fn a_table_that_no_memory_holds_is_an_error() {
        assert_eq!(
            TranspositionTable::try_new(3).map(|table| table.megabytes()),
            Ok(3)
        );
        // 4 PB: more than any address space in use.
        assert_eq!(
            TranspositionTable::try_new(u32::MAX).err(),
            Some(TableTooLarge {
                megabytes: u32::MAX
            })
        );
    }

    #[test]
    fn a_torn_entry_is_not_believed() {
        let table = TranspositionTable::new(1);
        table.store(3, 0, entry(5, 5));
        let slot = &table.bucket(3).0[0];
        slot.data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(3, 0), None);
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::new(1);
        for key in 1..=3 {
            table.store(key, 0, entry(0, 10 + key as u8));
        }
        table.new_search();
        table.store(4, 0, entry(0, 8));
        table.store(5, 0, entry(0, 1));
        let left = [1, 2, 3, 4, 5].map(|key| table.probe(key, 0).is_some());
        assert_eq!(
            left,
            [false, true, true, true, true],
            "depth 11 less 4 is the least"
        );
    }
}
