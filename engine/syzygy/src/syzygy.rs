//! A set of Syzygy tables, and all that can be asked of it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use engine::rules::{CastlingRights, Game, Position};

use crate::error::{FileProblem, ProbeError};
use crate::folders::add_folders;
use crate::material::MAX_MEN;
use crate::probe_dtz::probe_dtz;
use crate::probe_wdl::probe_wdl;
use crate::read_at::ReadAt;
use crate::root::{RankedMove, rank_moves};
use crate::tables::{Tables, answer};
use crate::verify::verify_file;
use crate::wdl::SyzygyWdl;

/// How a set is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyzygyOptions {
    /// Bytes of the cache of file pages, which all threads share.
    pub cache_bytes: usize,
    /// The most files that are open at once.
    pub max_open_files: usize,
    /// Files of endings with more men are left out; 7 at most.
    pub max_men: usize,
}

impl Default for SyzygyOptions {
    /// 64 MiB of cache, 128 open files, seven men.
    fn default() -> SyzygyOptions {
        SyzygyOptions {
            cache_bytes: 64 << 20,
            max_open_files: 128,
            max_men: MAX_MEN,
        }
    }
}

/// A set of Syzygy tables. Threads may share it.
pub struct Syzygy {
    tables: Tables,
    failed: AtomicU64,
    last_failure: Mutex<Option<ProbeError>>,
}

impl Syzygy {
    /// Opens all `*.rtbw` and `*.rtbz` files of three to seven men in the folders. Of each the header and
    /// the length are checked; a file that does not pass is not used. Returns, too, what is wrong: damaged
    /// files, folders that cannot be read, and files that are missing although others depend on them.
    pub fn open(folders: &[PathBuf], options: &SyzygyOptions) -> (Syzygy, Vec<FileProblem>) {
        let mut syzygy = Syzygy::empty(options);
        let problems = add_folders(
            &mut syzygy.tables,
            folders,
            options.max_men,
            options.max_open_files,
        );
        (syzygy, problems)
    }

    /// A set without files, for [`Syzygy::add`].
    #[must_use]
    pub fn empty(options: &SyzygyOptions) -> Syzygy {
        Syzygy {
            tables: Tables::new(options.cache_bytes),
            failed: AtomicU64::new(0),
            last_failure: Mutex::new(None),
        }
    }

    /// Adds the file of this name (`KQvKR.rtbw`), whose bytes are read from `source`. One that is there
    /// already stays.
    ///
    /// # Errors
    /// The name is no table's, or the header or the length is wrong.
    pub fn add(&mut self, name: &str, source: Box<dyn ReadAt>) -> Result<(), FileProblem> {
        self.tables.add(name, source)
    }

    /// The most men, kings included, of an ending that a WDL file is there for; 0 without one. Not every
    /// ending with so many men need be there.
    #[must_use]
    pub fn men(&self) -> usize {
        self.tables.men()
    }

    /// The number of files in use.
    #[must_use]
    pub fn files(&self) -> usize {
        self.tables.files().count()
    }

    /// The result for the side to move, as if the halfmove clock stood at zero; right with captures and en
    /// passant. Mate is [`SyzygyWdl::Loss`], stalemate and two bare kings are [`SyzygyWdl::Draw`].
    ///
    /// `None` with castling rights, or if the position or one after captures is in no file.
    ///
    /// # Errors
    /// A file cannot be read, or what it says makes no sense.
    pub fn wdl(&self, position: &Position) -> Result<Option<SyzygyWdl>, ProbeError> {
        if has_castling_rights(position) {
            return Ok(None);
        }
        self.count_failure(answer(probe_wdl(&self.tables, position)))
    }

    /// Plies to the next capture, pawn move or mate with best play by both sides, as if the halfmove clock
    /// stood at zero (DTZ50): above 0 if the side to move wins, below 0 if it loses, 0 for a draw, −1 for
    /// mate. 100 plies are added where the fifty-move rule takes the result away, so that a cursed win
    /// has more than 100. It may be a ply too few, but not where that would change the result.
    ///
    /// `None` with castling rights, or if the position or one that the answer depends on is in no file.
    ///
    /// # Errors
    /// A file cannot be read, or what it says makes no sense.
    pub fn dtz(&self, position: &Position) -> Result<Option<i32>, ProbeError> {
        if has_castling_rights(position) {
            return Ok(None);
        }
        self.count_failure(answer(probe_dtz(&self.tables, position)))
    }

    /// The legal moves from the best to the worst by the tables, the fifty-move rule and the repetitions of
    /// the game. Who plays one of rank 0 in every position keeps the result.
    ///
    /// `None` with castling rights, without a legal move, or if a file is missing.
    ///
    /// # Errors
    /// A file cannot be read, or what it says makes no sense.
    pub fn root_moves(&self, game: &Game) -> Result<Option<Vec<RankedMove>>, ProbeError> {
        let position = game.position();
        // With one man more than the tables have, captures alone would be known.
        if has_castling_rights(position) || position.occupied().len() > self.men() {
            return Ok(None);
        }
        let moves = self.count_failure(answer(rank_moves(&self.tables, game)))?;
        Ok(moves.filter(|moves| !moves.is_empty()))
    }

    /// Reads all files whole, decodes every block, and drops the files with which something is wrong. Calls
    /// `on_file` with the name of each before it is read; `false` ends the work. A set of seven men takes hours.
    ///
    /// The checksum at a file's end is not compared: bytes that are damaged so that they can still be decoded
    /// are not found.
    pub fn verify(&mut self, mut on_file: impl FnMut(&str) -> bool) -> Vec<FileProblem> {
        let mut problems = Vec::new();
        for file in self.tables.files() {
            if !on_file(&file.name()) {
                break;
            }
            let problem = verify_file(file).err().map(|error| FileProblem {
                file: file.name(),
                error,
            });
            problems.extend(problem);
        }
        for problem in &problems {
            self.tables.remove(&problem.file);
        }
        problems
    }

    /// Tells this set of files from another: by their names, lengths and last bytes, which are a checksum.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut files: Vec<(String, u64, [u8; 16])> = self
            .tables
            .files()
            .map(|file| (file.name(), file.length, file.checksum()))
            .collect();
        files.sort_unstable();
        let bytes: Vec<u8> = files
            .iter()
            .flat_map(|(name, length, sum)| [name.as_bytes(), &length.to_le_bytes(), sum].concat())
            .collect();
        engine::checksum::crc32(&bytes)
    }

    /// How many probes have failed, and how the last one did: answers since then may lack what a file has.
    #[must_use]
    pub fn failures(&self) -> (u64, Option<ProbeError>) {
        let last = self.last_failure.lock();
        let last = last.unwrap_or_else(PoisonError::into_inner).clone();
        (self.failed.load(Ordering::Relaxed), last)
    }

    fn count_failure<T>(&self, answer: Result<T, ProbeError>) -> Result<T, ProbeError> {
        if let Err(error) = &answer {
            self.failed.fetch_add(1, Ordering::Relaxed);
            let last = self.last_failure.lock();
            *last.unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        }
        answer
    }
}

fn has_castling_rights(position: &Position) -> bool {
    position.castling() != CastlingRights::NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_may_share_a_set() {
        fn check(_: impl Send + Sync) {}
        check(Syzygy::empty(&SyzygyOptions::default()));
    }
}
