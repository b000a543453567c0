//! The sets of endgame tables that are there.

use std::fmt;
use std::sync::{Arc, OnceLock};

use engine::tables::{SharedTables, TableSet};
use syzygy::Syzygy;
use tablefiles::TableFolder;

/// The sets of a server; cheap to clone.
#[derive(Clone, Default)]
pub struct TableSets(Arc<Sets>);

#[derive(Default)]
struct Sets {
    /// `None` for a server without tables.
    folder: Option<TableFolder>,
    three: OnceLock<SharedTables>,
    four: OnceLock<SharedTables>,
    /// The tables of four men and the Syzygy tables.
    with_syzygy: OnceLock<SharedTables>,
    /// The Syzygy tables alone, with their fingerprint; `None` for a server without.
    syzygy: Option<(Arc<Syzygy>, u32)>,
    /// Whether the tables could not be made.
    failed: OnceLock<()>,
}

impl fmt::Debug for TableSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "endgame tables: {}", self.largest().as_str())
    }
}

/// Why a set is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablesUnavailable {
    #[error("this server has no endgame tables")]
    Off,
    #[error("this server has no Syzygy tables")]
    NoSyzygy,
    #[error(
        "the endgame tables are being made; a few minutes after the server's first start they are there"
    )]
    Making,
    #[error("the endgame tables could not be made; the server's log says why")]
    Failed,
}

impl TableSets {
    /// No set yet, and none ever without a folder.
    pub fn new(folder: Option<TableFolder>, syzygy: Option<Arc<Syzygy>>) -> TableSets {
        TableSets(Arc::new(Sets {
            folder,
            syzygy: syzygy.map(|tables| {
                let fingerprint = tables.fingerprint();
                (tables, fingerprint)
            }),
            ..Sets::default()
        }))
    }

    /// The Syzygy tables.
    pub fn syzygy(&self) -> Option<&Arc<Syzygy>> {
        self.0.syzygy.as_ref().map(|(tables, _)| tables)
    }

    /// What tells the server's Syzygy tables from those of another start.
    pub fn syzygy_fingerprint(&self) -> u32 {
        self.0
            .syzygy
            .as_ref()
            .map_or(0, |&(_, fingerprint)| fingerprint)
    }

    /// How many probes of Syzygy tables have failed: answers since then may lack what a file has.
    pub fn failed_probes(&self) -> u64 {
        self.syzygy().map_or(0, |tables| tables.failures().0)
    }

    /// Whether probes have failed since there were `before`; the log says how the last one did.
    pub fn have_failed_since(&self, before: u64) -> bool {
        let Some((failed, Some(error))) = self.syzygy().map(|tables| tables.failures()) else {
            return false;
        };
        let has_failed = failed != before;
        if has_failed {
            tracing::error!(%error, failed, "a Syzygy table cannot be read");
        }
        has_failed
    }

    /// The folder of the tables.
    pub fn folder(&self) -> Option<&TableFolder> {
        self.0.folder.as_ref()
    }

    /// Whether a set is there: the tables that are lent for it, `None` for the empty set.
    ///
    /// # Errors
    /// It is not there, or not yet.
    pub fn get(&self, set: TableSet) -> Result<Option<SharedTables>, TablesUnavailable> {
        let tables = match set {
            TableSet::None => return Ok(None),
            TableSet::Three => &self.0.three,
            TableSet::Four => &self.0.four,
            TableSet::Syzygy if self.0.syzygy.is_none() => return Err(TablesUnavailable::NoSyzygy),
            TableSet::Syzygy => &self.0.with_syzygy,
        };
        match (tables.get(), &self.0.folder) {
            (Some(tables), _) => Ok(Some(tables.clone())),
            (None, None) => Err(TablesUnavailable::Off),
            (None, Some(_)) if self.0.failed.get().is_some() => Err(TablesUnavailable::Failed),
            (None, Some(_)) => Err(TablesUnavailable::Making),
        }
    }

    /// The largest set that is there.
    pub fn largest(&self) -> TableSet {
        let mut sets = TableSet::ALL.into_iter().rev();
        let largest = sets.find(|&set| self.get(set).is_ok());
        largest.unwrap_or_default()
    }

    /// Adds a set. The first tables of a set stay.
    pub fn insert(&self, set: TableSet, tables: SharedTables) {
        let place = match set {
            TableSet::None => return,
            TableSet::Three => &self.0.three,
            TableSet::Four => &self.0.four,
            TableSet::Syzygy => &self.0.with_syzygy,
        };
        place.get_or_init(|| tables);
    }

    /// The larger set could not be made.
    pub(super) fn fail(&self) {
        self.0.failed.get_or_init(|| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_that_is_not_there_is_not_replaced_by_a_smaller_one() {
        let off = TableSets::default();
        assert_eq!(off.get(TableSet::None), Ok(None));
        assert_eq!(off.get(TableSet::Three), Err(TablesUnavailable::Off));
        assert_eq!(off.largest(), TableSet::None);

        let sets = TableSets::new(Some(TableFolder::new("tables")), None);
        assert_eq!(sets.get(TableSet::Three), Err(TablesUnavailable::Making));
        let tables = SharedTables::new(tablebase::three_men());
        sets.insert(TableSet::Three, tables.clone());
        assert_eq!(sets.get(TableSet::Three), Ok(Some(tables)));
        assert_eq!(sets.get(TableSet::Four), Err(TablesUnavailable::Making));
        assert_eq!(sets.largest(), TableSet::Three);
        sets.fail();
        assert_eq!(sets.get(TableSet::Four), Err(TablesUnavailable::Failed));
        assert!(sets.get(TableSet::Three).is_ok());
        let missing = Err(TablesUnavailable::NoSyzygy);
        assert_eq!(sets.get(TableSet::Syzygy), missing);
    }
}
