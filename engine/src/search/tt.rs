//! The transposition table: what was found out about positions already searched.
//!
//! Shared by any number of threads without locks. An entry is two words; the first is stored
//! xor-ed with the second, so a reader that catches half of someone else's write sees a key that
//! does not match and takes nothing (Hyatt & Mann, "A lock-less transposition-table
//! implementation", 2002).
//!
//! The table is emptied by counting a generation up: entries of another generation count as
//! absent, for reading and for replacing, so a search after that finds exactly what a new table
//! would give it. All widths are `u64`, so native and wasm32 agree.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use super::score;
use crate::rules::Move;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    Exact = 3,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, or one that refuted the position.
    pub mv: Option<Move>,
    /// Internal score (centipawns or a mate counted from the root), side to move.
    pub score: i32,
    /// Static evaluation, centipawns, side to move.
    pub eval: i32,
    /// Plies searched below the position.
    pub depth: u8,
    pub bound: Bound,
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
/// Slots looked at for [`Table::hashfull`]; UCI speaks of a thousand.
const SAMPLE: usize = 1_000;
/// A search's age has six bits.
const AGES: u32 = 64;
/// Plies of depth that an entry loses in the contest for its place for each search it is old.
const AGE_PENALTY: i32 = 4;
/// The generation has 16 bits; 0 is what a slot never written looks like.
const GENERATIONS: u32 = 1 << 16;

/// A table of fixed size, in MB.
pub struct Table {
    buckets: Box<[Bucket]>,
    generation: AtomicU32,
    age: AtomicU32,
}

impl Table {
    /// A table of `megabytes` MB (2^20 bytes), at least 1.
    #[must_use]
    pub fn new(megabytes: u32) -> Table {
        let bytes = u64::from(megabytes.max(1)) << 20;
        let count = bytes / size_of::<Bucket>() as u64;
        Table {
            buckets: (0..count).map(|_| Bucket::default()).collect(),
            generation: AtomicU32::new(1),
            age: AtomicU32::new(0),
        }
    }

    /// Forgets everything. Costs nothing but once in 65,535 times, when the slots are cleared.
    pub fn forget(&self) {
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

    /// Lets entries of earlier searches go first when room is needed.
    pub fn next_search(&self) {
        self.age.store(
            (self.age.load(Ordering::Relaxed) + 1) % AGES,
            Ordering::Relaxed,
        );
    }

    /// What is known about the position of `key`, at `ply` plies from the root.
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
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

    /// Keeps `entry` for the position of `key`, at `ply` plies from the root, if it is worth more
    /// than what it would replace.
    pub fn store(&self, key: u64, ply: usize, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let wanted = self.check_of(key);
        let mut victim = &self.bucket(key).0[0];
        let mut least = i32::MAX;
        let mut known_move = None;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed) ^ data;
            if check == wanted {
                let old = unpack(data, ply);
                let same_search = age_of(data) == age;
                // A deeper result of this search stays, unless the new one is exact.
                if let Some(old) = old {
                    if same_search && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                        return;
                    }
                    known_move = old.mv;
                }
                victim = slot;
                break;
            }
            let worth = self.worth(check, data, age);
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = pack(
            Entry {
                mv: entry.mv.or(known_move),
                ..entry
            },
            ply,
            age,
        );
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(wanted ^ data, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, per mille, from a sample.
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

    /// How much a slot deserves to stay; a slot of another generation is empty.
    fn worth(&self, check: u64, data: u64, age: u32) -> i32 {
        if (check & 0xffff) as u32 != self.generation.load(Ordering::Relaxed) {
            return i32::MIN;
        }
        let searches_ago = (AGES + age - age_of(data)) % AGES;
        depth_of(data) - AGE_PENALTY * searches_ago as i32
    }

    /// 48 bits of the key with the generation below them.
    fn check_of(&self, key: u64) -> u64 {
        key << 16 | u64::from(self.generation.load(Ordering::Relaxed))
    }

    /// The key's high bits choose the bucket, so that the low ones verify.
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

// data: move 16 | score 16 | evaluation 16 | depth 8 | bound 2 | age 6, from the lowest bit.

fn pack(entry: Entry, ply: usize, age: u32) -> u64 {
    let mv = entry.mv.map_or(0, Move::raw);
    u64::from(mv)
        | u64::from(score::to_table(entry.score, ply) as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth) << 48
        | (entry.bound as u64) << 56
        | u64::from(age) << 58
}

fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
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
