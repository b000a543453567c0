//! Reads the tables of the folder, or makes them, on a thread of its own with the lowest priority.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use engine::tables::{SharedTables, TableSet};
use syzygy::Syzygy;
use tablebase::Tables;
use tablefiles::{LentSyzygy, LentTables, MakeError, MakeOptions, TableFolder, make};

use super::sets::TableSets;

/// One thread leaves the cores to searches and pages.
const ALL: MakeOptions = MakeOptions {
    men: TableSet::Four.men(),
    threads: 1,
    check: None,
};

/// Plies; nearer to the end of a line a search does not wait for the largest Syzygy tables.
const PROBE_DEPTH: i32 = 4;

/// The lowest priority that a thread can have.
const LOWEST_PRIORITY: i32 = 19;

/// The work in the background; dropped, it stops after the ending in progress.
#[derive(Debug)]
pub struct TableMaker(Arc<AtomicBool>);

impl TableMaker {
    /// Fills the sets, if they have a folder, on a thread that a shutdown does not wait for.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(sets: TableSets) -> io::Result<TableMaker> {
        let stop = Arc::new(AtomicBool::new(false));
        let Some(folder) = sets.folder().cloned() else {
            return Ok(TableMaker(stop));
        };
        let is_stopped = Arc::clone(&stop);
        thread::Builder::new()
            .name("tables".to_owned())
            .spawn(move || {
                lower_priority();
                fill(&sets, &folder, &is_stopped);
            })?;
        Ok(TableMaker(stop))
    }
}

impl Drop for TableMaker {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Marks the sets as failed when it is dropped, by a panic too; those that are there stay.
struct FailOnDrop<'s>(&'s TableSets);

impl Drop for FailOnDrop<'_> {
    fn drop(&mut self) {
        self.0.fail();
    }
}

fn fill(sets: &TableSets, folder: &TableFolder, stop: &AtomicBool) {
    let _fail = FailOnDrop(sets);
    sets.insert(TableSet::Three, SharedTables::new(tablebase::three_men()));
    match read_or_make(folder, stop) {
        Ok(tables) => {
            tables.decode_results();
            let tables = Arc::new(tables);
            sets.insert(TableSet::Four, SharedTables::from(Arc::clone(&tables)));
            if let Some(syzygy) = sets.syzygy() {
                sets.insert(TableSet::Syzygy, with_syzygy(tables, Arc::clone(syzygy)));
            }
            tracing::info!(folder = %folder.path().display(), "the endgame tables are there");
        }
        Err(MakeError::Stopped) => {}
        Err(error) => {
            tracing::error!(%error, "the endgame tables could not be made");
        }
    }
}

fn with_syzygy(ours: Arc<Tables>, syzygy: Arc<Syzygy>) -> SharedTables {
    SharedTables::new(LentTables {
        ours: Some(ours),
        syzygy: Some(LentSyzygy {
            max_men: syzygy.men(),
            tables: syzygy,
            probe_depth: PROBE_DEPTH,
        }),
    })
}

fn read_or_make(folder: &TableFolder, stop: &AtomicBool) -> Result<Tables, MakeError> {
    let started = Instant::now();
    match folder.read(ALL.men) {
        Ok(tables) => return Ok(tables),
        Err(error) if error.is_missing() => {
            tracing::info!(folder = %folder.path().display(), "making the endgame tables");
        }
        Err(error) => tracing::warn!(%error, "making the endgame tables again"),
    }
    let totals = make(folder, &ALL, |_| !stop.load(Ordering::Relaxed))?;
    let [wdl, dtm, dtz] = totals.bytes;
    let seconds = started.elapsed().as_secs();
    tracing::info!(seconds, wdl, dtm, dtz, "made the endgame tables");
    Ok(folder.read(ALL.men)?)
}

/// A system that refuses makes the tables at the usual priority.
fn lower_priority() {
    let thread = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(thread), LOWEST_PRIORITY) {
        tracing::warn!(%error, "the endgame tables are made at the usual priority");
    }
}
