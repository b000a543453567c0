//! Where the endgame tables are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Syzygy tables are asked after ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--syzygy needs endgame tables of up to four men, and --tables is off")]
pub struct SyzygyAlone;

/// Where the endgame tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablesPlace {
    /// There are none.
    Off,
    Folder(PathBuf),
}

impl From<OsString> for TablesPlace {
    fn from(text: OsString) -> Self {
        match text.to_str() {
            Some("off") => Self::Off,
            _ => Self::Folder(text.into()),
        }
    }
}

impl TablesPlace {
    /// The folder, which is in the one of the data unless another one is named; `None` for none.
    pub fn folder(place: Option<&Self>, data: &Path) -> Option<PathBuf> {
        match place {
            None => Some(data.join("tables")),
            Some(Self::Folder(folder)) => Some(folder.clone()),
            Some(Self::Off) => None,
        }
    }
}
