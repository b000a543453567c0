//! Solves endings on several threads and writes their tables.

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use tablebase::{Ending, Solved, SolvedEnding, WrongEntry};

use super::folder::{FolderError, TableFolder};

/// How tables are made.
pub struct MakeOptions {
    /// The most men, kings included: 3 or 4.
    pub men: usize,
    /// Endings that are solved at the same time, at least 1.
    pub threads: usize,
    /// Compares every so many positions with those after their moves; `None` is none.
    pub check: Option<usize>,
}

/// An ending whose files are written.
pub struct MadeEnding<'s> {
    pub ending: &'s Ending,
    pub solved: &'s SolvedEnding,
    /// Of its files, in the order of [`tablebase::TableKind::ALL`].
    pub bytes: [usize; 3],
}

/// What was made in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub endings: usize,
    /// In the order of [`tablebase::TableKind::ALL`].
    pub bytes: [usize; 3],
    /// Positions compared with those after their moves.
    pub compared: u64,
}

/// Why tables are not made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{ending}: {wrong}")]
    Wrong { ending: Ending, wrong: WrongEntry },
    #[error("a thread has ended by a panic")]
    Panic,
    #[error("it was stopped")]
    Stopped,
}

/// Makes all tables and writes them to the folder, which is made if it is not there. The files have the same
/// bytes each time. `on_made` is called after each ending, on several threads; `false` stops the work.
///
/// # Errors
/// A file cannot be written, a position contradicts those after its moves, or the work was stopped.
pub fn make(
    folder: &TableFolder,
    options: &MakeOptions,
    on_made: impl Fn(MadeEnding<'_>) -> bool + Sync,
) -> Result<Totals, MakeError> {
    fs::create_dir_all(folder.path()).map_err(|error| FolderError::File {
        path: folder.path().to_owned(),
        error,
    })?;
    let endings = Ending::all(options.men);
    let maker = Maker {
        folder,
        options,
        on_made: &on_made,
        totals: Mutex::default(),
    };
    let mut solved = Solved::default();
    // Endings with as many men and pawns do not lead to each other.
    for batch in endings.chunk_by(|one, other| one.order() == other.order()) {
        for made in maker.batch(batch, &solved)? {
            solved.insert(made);
        }
    }
    Ok(*lock(&maker.totals))
}

struct Maker<'s, F> {
    folder: &'s TableFolder,
    options: &'s MakeOptions,
    on_made: &'s F,
    totals: Mutex<Totals>,
}

impl<F: Fn(MadeEnding<'_>) -> bool + Sync> Maker<'_, F> {
    /// Makes endings that need only those solved already.
    fn batch(&self, endings: &[Ending], solved: &Solved) -> Result<Vec<SolvedEnding>, MakeError> {
        let next = Mutex::new(endings.iter());
        let work = || -> Result<Vec<SolvedEnding>, MakeError> {
            let mut made = Vec::new();
            loop {
                let ending = lock(&next).next();
                let Some(ending) = ending else {
                    return Ok(made);
                };
                made.push(self.ending(ending, solved)?);
            }
        };
        thread::scope(|scope| {
            let threads = 0..self.options.threads.max(1);
            let threads: Vec<_> = threads.map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for thread in threads {
                all.extend(thread.join().map_err(|_| MakeError::Panic)??);
            }
            Ok(all)
        })
    }

    fn ending(&self, ending: &Ending, solved: &Solved) -> Result<SolvedEnding, MakeError> {
        let made = solved.solve(ending);
        let compared = match self.options.check {
            Some(stride) => made.check(solved, stride),
            None => Ok(0),
        };
        let compared = compared.map_err(|wrong| MakeError::Wrong {
            ending: ending.clone(),
            wrong,
        })?;
        let mut bytes = [0; 3];
        for ((kind, file), size) in made.files().into_iter().zip(&mut bytes) {
            self.folder.write(ending, kind, &file)?;
            *size = file.len();
        }
        let mut totals = lock(&self.totals);
        totals.endings += 1;
        totals.compared += compared;
        for (total, bytes) in totals.bytes.iter_mut().zip(bytes) {
            *total += bytes;
        }
        drop(totals);
        let goes_on = (self.on_made)(MadeEnding {
            ending,
            solved: &made,
            bytes,
        });
        if goes_on {
            Ok(made)
        } else {
            Err(MakeError::Stopped)
        }
    }
}

/// No thread panics with a lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
