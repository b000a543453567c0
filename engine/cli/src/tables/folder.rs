//! Reads the files of `ponder tables make`.

use std::fs;
use std::path::Path;

use tablebase::{Ending, EndingTable, TableKind, Tables};

/// The tables of all endings of up to so many men.
///
/// # Errors
/// A file is missing or no such table; the message names it.
pub fn read(folder: &Path, men: usize) -> Result<Tables, String> {
    let mut tables = Tables::default();
    for ending in Ending::all(men) {
        tables.insert(read_ending(folder, &ending)?);
    }
    Ok(tables)
}

fn read_ending(folder: &Path, ending: &Ending) -> Result<EndingTable, String> {
    let file = |kind: TableKind| {
        let path = folder.join(format!("{ending}.{}", kind.as_str()));
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>((path, bytes))
    };
    let (path, bytes) = file(TableKind::Wdl)?;
    let table = EndingTable::read(ending, &bytes);
    let mut table = table.map_err(|error| format!("{}: {error}", path.display()))?;
    for kind in [TableKind::Dtm, TableKind::Dtz] {
        let (path, bytes) = file(kind)?;
        let read = table.read_distances(kind, &bytes);
        read.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(table)
}
