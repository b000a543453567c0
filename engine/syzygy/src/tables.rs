//! A set of files by their endings, with the cache that they share.

use std::collections::HashMap;

use engine::rules::Position;

use crate::error::{FileProblem, FormatError, ProbeError};
use crate::header::TableKind;
use crate::material::{MAX_MEN, Material};
use crate::page_cache::PageCache;
use crate::read_at::ReadAt;
use crate::table::TableFile;
use crate::wdl::SyzygyWdl;

/// Why a probe has no answer.
#[derive(Debug)]
pub(crate) enum Miss {
    /// No file has a position that the answer depends on.
    NoTable,
    Failed(ProbeError),
}

/// The answer of a probe.
pub(crate) type Probe<T> = Result<T, Miss>;

/// What a public probe returns: no answer is no error where no file has it.
pub(crate) fn answer<T>(probe: Probe<T>) -> Result<Option<T>, ProbeError> {
    match probe {
        Ok(value) => Ok(Some(value)),
        Err(Miss::NoTable) => Ok(None),
        Err(Miss::Failed(error)) => Err(error),
    }
}

/// The files of an ending.
#[derive(Default)]
struct Ending {
    wdl: Option<TableFile>,
    dtz: Option<TableFile>,
}

/// The files of all endings.
pub(crate) struct Tables {
    endings: Vec<Ending>,
    /// The ending of a material, and whether the files' name has the colours swapped.
    places: HashMap<Material, (usize, bool)>,
    cache: PageCache,
    files: u32,
    men: usize,
}

impl Tables {
    /// No files yet, and a cache of so many bytes.
    pub(crate) fn new(cache_bytes: usize) -> Tables {
        Tables {
            endings: Vec::new(),
            places: HashMap::new(),
            cache: PageCache::new(cache_bytes),
            files: 0,
            men: 0,
        }
    }

    /// The most men of a WDL file, 0 without one.
    pub(crate) fn men(&self) -> usize {
        self.men
    }

    /// All files, ending by ending as they were added, WDL first.
    pub(crate) fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.endings
            .iter()
            .flat_map(|ending| ending.wdl.iter().chain(&ending.dtz))
    }

    /// Whether a file of this kind is there for the material, with the colours either way.
    pub(crate) fn has(&self, material: &Material, kind: TableKind) -> bool {
        let ending = self.places.get(material);
        ending.is_some_and(|&(place, _)| match kind {
            TableKind::Wdl => self.endings[place].wdl.is_some(),
            TableKind::Dtz => self.endings[place].dtz.is_some(),
        })
    }

    /// Checks a file and adds it. One that is there already stays.
    pub(crate) fn add(&mut self, name: &str, source: Box<dyn ReadAt>) -> Result<(), FileProblem> {
        let problem = |error| FileProblem {
            file: name.to_owned(),
            error,
        };
        let (material, kind) =
            parse_name(name).ok_or_else(|| problem(FormatError::Name(MAX_MEN)))?;
        if self.has(&material, kind) {
            return Ok(());
        }
        let file = TableFile::open(kind, material, source, self.files).map_err(problem)?;
        self.files += 1;
        let next = self.endings.len();
        let (place, _) = *self.places.entry(material).or_insert((next, false));
        self.places
            .entry(material.swapped())
            .or_insert((place, true));
        if place == next {
            self.endings.push(Ending::default());
        }
        match kind {
            TableKind::Wdl => {
                self.men = self.men.max(material.men());
                self.endings[place].wdl = Some(file);
            }
            TableKind::Dtz => self.endings[place].dtz = Some(file),
        }
        Ok(())
    }

    /// Drops a file.
    pub(crate) fn remove(&mut self, name: &str) {
        let Some((material, kind)) = parse_name(name) else {
            return;
        };
        if let Some(&(place, _)) = self.places.get(&material) {
            let ending = &mut self.endings[place];
            match kind {
                TableKind::Wdl => ending.wdl = None,
                TableKind::Dtz => ending.dtz = None,
            }
        }
    }

    /// The result that the position's file has; captures are to be searched, and en passant is ignored.
    pub(crate) fn wdl(&self, position: &Position) -> Probe<SyzygyWdl> {
        self.wdl_in(self.find(position, TableKind::Wdl)?, position)
    }

    /// The same, of a file that [`Tables::find`] found.
    pub(crate) fn wdl_in(
        &self,
        (file, is_swapped): (&TableFile, bool),
        position: &Position,
    ) -> Probe<SyzygyWdl> {
        file.wdl(&self.cache, position, is_swapped)
            .map_err(|error| failed(file, &error))
    }

    /// The distance that the position's file has, by the position's result; `None` if it has the other side
    /// to move.
    pub(crate) fn dtz(&self, position: &Position, wdl: SyzygyWdl) -> Probe<Option<i32>> {
        let (file, is_swapped) = self.find(position, TableKind::Dtz)?;
        file.dtz(&self.cache, position, is_swapped, wdl)
            .map_err(|error| failed(file, &error))
    }

    /// The file of a position, and whether its name has the colours swapped.
    pub(crate) fn find(&self, position: &Position, kind: TableKind) -> Probe<(&TableFile, bool)> {
        if position.occupied().len() > MAX_MEN {
            return Err(Miss::NoTable);
        }
        let material = Material::of(position);
        let &(place, is_swapped) = self.places.get(&material).ok_or(Miss::NoTable)?;
        let ending = &self.endings[place];
        let file = match kind {
            TableKind::Wdl => &ending.wdl,
            TableKind::Dtz => &ending.dtz,
        };
        let file = file.as_ref().ok_or(Miss::NoTable)?;
        // The two files of an ending may have names with the colours swapped.
        let is_swapped = match file.material.is_symmetric() {
            true => is_swapped,
            false => file.material != material,
        };
        Ok((file, is_swapped))
    }
}

fn failed(file: &TableFile, error: &FormatError) -> Miss {
    Miss::Failed(ProbeError {
        file: file.name(),
        reason: error.to_string(),
    })
}

/// The material and the kind of a file's name, `KQvKR.rtbw`.
pub(crate) fn parse_name(name: &str) -> Option<(Material, TableKind)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let kind = TableKind::ALL
        .into_iter()
        .find(|kind| kind.extension() == extension)?;
    Some((Material::from_name(stem)?, kind))
}
