//! Where the session's endgame tables come from.

use std::sync::Arc;

use engine::tables::{SharedTables, TableSet};
use syzygy::{Syzygy, SyzygyOptions};
use tablebase::Tables;
use tablefiles::{LentSyzygy, LentTables, TableFolder};

use crate::output::print_line;
use crate::uci::UciSettings;

/// The session's tables.
#[derive(Default)]
pub struct TableSources {
    /// `TablesPath`.
    pub folder: Option<String>,
    /// The set of `EndgameTables`.
    ours: Option<Arc<Tables>>,
    /// The tables of `SyzygyPath`.
    syzygy: Option<Arc<Syzygy>>,
}

impl TableSources {
    /// Makes or reads the set that is asked for: never a smaller one.
    pub fn provide(&mut self, set: TableSet) {
        self.ours = match self.read(set) {
            Ok(tables) => tables.map(|tables| {
                // Now, when no clock runs.
                tables.decode_results();
                Arc::new(tables)
            }),
            Err(error) => {
                print_line(&format!("info string no endgame tables yet: {error}"));
                None
            }
        };
    }

    fn read(&self, set: TableSet) -> Result<Option<Tables>, String> {
        match (set, self.folder.as_deref()) {
            (TableSet::None, _) => Ok(None),
            (TableSet::Three, None) => Ok(Some(tablebase::three_men())),
            (TableSet::Four | TableSet::Syzygy, None) => {
                Err("name the folder of ponder tables make by TablesPath".to_owned())
            }
            (_, Some(path)) => {
                let read = TableFolder::new(path).read(set.men());
                read.map(Some).map_err(|error| error.to_string())
            }
        }
    }

    /// Opens the Syzygy tables of some folders, which the system's separator of paths stands between, and
    /// says what is there and what is wrong.
    pub fn open_syzygy(&mut self, path: Option<&str>) {
        self.syzygy = path.map(|path| {
            let folders: Vec<_> = std::env::split_paths(path).collect();
            let (tables, problems) = Syzygy::open(&folders, &SyzygyOptions::default());
            for problem in problems {
                print_line(&format!("info string SyzygyPath: {problem}"));
            }
            let (files, men) = (tables.files(), tables.men());
            print_line(&format!(
                "info string {files} Syzygy files of up to {men} men"
            ));
            Arc::new(tables)
        });
    }

    /// All tables that the settings ask for.
    pub fn lend(&self, settings: &UciSettings) -> Option<SharedTables> {
        let lent = LentTables {
            ours: self.ours.clone(),
            syzygy: self.syzygy.clone().map(|tables| LentSyzygy {
                tables,
                probe_depth: settings.syzygy_probe_depth as i32,
                max_men: settings.syzygy_men as usize,
            }),
        };
        (!lent.is_empty()).then(|| SharedTables::new(lent))
    }
}
