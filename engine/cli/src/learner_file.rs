//! Files of learner tables: the JSON of `ponder train-q` and of the page's export.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use engine::learning::{QTable, Transfer};
use engine::player::Memory;

/// Reads a learner's table.
///
/// # Errors
/// The file cannot be read, or is of another format.
pub fn read(path: &Path) -> Result<Memory, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let document: Transfer = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let table = QTable::try_from(document).map_err(|error| error.to_string())?;
    Ok(Arc::new(Mutex::new(table.into())))
}
