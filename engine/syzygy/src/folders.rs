//! Finds the files of a set in folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{FileProblem, FormatError};
use crate::file_pool::{FilePool, PooledFile};
use crate::header::TableKind;
use crate::material::{MAX_MEN, MIN_MEN};
use crate::tables::{Tables, parse_name};

/// Adds the files of all folders with at most `max_men` men, and returns what is wrong: folders that cannot
/// be read, damaged files, and missing ones that those at hand depend on. Of two files with one name the
/// first sound one is used.
pub(crate) fn add_folders(
    tables: &mut Tables,
    folders: &[PathBuf],
    max_men: usize,
    max_open_files: usize,
) -> Vec<FileProblem> {
    let pool = Arc::new(FilePool::new(max_open_files));
    let mut problems = Vec::new();
    for folder in folders {
        let paths = match table_paths(folder) {
            Ok(paths) => paths,
            Err(error) => {
                problems.push(FileProblem {
                    file: folder.display().to_string(),
                    error: error.into(),
                });
                continue;
            }
        };
        for path in paths {
            let name = file_name(&path);
            if parse_name(&name).is_some_and(|(material, _)| material.men() > max_men) {
                continue;
            }
            let file = PooledFile::new(pool.clone(), path);
            problems.extend(tables.add(&name, Box::new(file)).err());
        }
    }
    let damaged: BTreeSet<String> = problems
        .iter()
        .map(|problem| problem.file.clone())
        .collect();
    let missing = missing_files(tables).into_iter();
    problems.extend(
        missing
            .filter(|name| !damaged.contains(name))
            .map(|file| FileProblem {
                file,
                error: FormatError::Missing,
            }),
    );
    problems
}

/// The paths of a folder that end like those of tables, by their names.
fn table_paths(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_table = TableKind::ALL
            .iter()
            .any(|kind| path.extension().is_some_and(|end| end == kind.extension()));
        if is_table {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The names of files that are not there, but that probes of those that are lead to: the WDL files of
/// endings after a capture or promotion, and the other file of an ending where files of both kinds and as
/// many men are there.
fn missing_files(tables: &Tables) -> BTreeSet<String> {
    let mut missing = BTreeSet::new();
    let mut counts = [[0; 2]; MAX_MEN + 1];
    for file in tables.files() {
        counts[file.material.men()][file.kind as usize] += 1;
    }
    for file in tables.files() {
        let mut wanted = vec![(file.material, TableKind::Wdl)];
        match file.kind {
            TableKind::Wdl => {
                if counts[file.material.men()][TableKind::Dtz as usize] > 0 {
                    wanted.push((file.material, TableKind::Dtz));
                }
                let successors = file.material.successors().into_iter();
                wanted.extend(successors.map(|next| (next, TableKind::Wdl)));
            }
            TableKind::Dtz => {}
        }
        for (material, kind) in wanted {
            if material.men() >= MIN_MEN && !tables.has(&material, kind) {
                missing.insert(format!("{}.{}", material.usual(), kind.extension()));
            }
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{PartValues, Spec};

    /// A folder that is removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir();
            let folder = folder.join(format!("syzygy-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn write(&self, name: &'static str, kind: TableKind, cut: usize) {
            let spec = Spec::new(name, kind, PartValues::Single(2));
            let bytes = spec.bytes();
            let path = self.0.join(spec.file_name());
            fs::write(path, &bytes[..bytes.len() - cut]).unwrap();
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            if let Err(error) = fs::remove_dir_all(&self.0) {
                eprintln!("{}: {error}", self.0.display());
            }
        }
    }

    fn open(folders: &[PathBuf]) -> (Tables, Vec<String>) {
        let mut tables = Tables::new(0);
        let problems = add_folders(&mut tables, folders, MAX_MEN, 1);
        let lines = problems.iter().map(FileProblem::to_string).collect();
        (tables, lines)
    }

    #[test]
    fn each_file_that_is_damaged_or_missing_has_one_line() {
        let (first, second) = (Folder::new("first"), Folder::new("second"));
        first.write("KQvKR", TableKind::Wdl, 0);
        first.write("KQvKR", TableKind::Dtz, 0);
        first.write("KRvK", TableKind::Wdl, 64);
        first.write("KPvK", TableKind::Dtz, 3);
        second.write("KRRvK", TableKind::Wdl, 0);
        fs::write(second.0.join("KQvKX.rtbw"), "").unwrap();
        fs::write(second.0.join("readme.txt"), "").unwrap();
        let nowhere = second.0.join("nowhere");
        let (tables, problems) = open(&[first.0.clone(), second.0.clone(), nowhere.clone()]);
        assert_eq!(tables.files().count(), 3);
        assert_eq!(tables.men(), 4);
        let nowhere = format!("{}: cannot be read", nowhere.display());
        let starts = [
            "KPvK.rtbz: the file is cut off or padded: 77 bytes",
            "KRvK.rtbw: the file is truncated: 16 bytes, its header implies 80",
            "KQvKX.rtbw: the name is no table of 3 to 7 men",
            &nowhere,
            "KQvK.rtbw: the file is missing",
            "KRRvK.rtbz: the file is missing",
        ];
        assert_eq!(problems.len(), starts.len(), "{problems:#?}");
        for (problem, start) in problems.iter().zip(starts) {
            assert!(problem.starts_with(start), "{problem:?} and {start:?}");
        }
    }

    #[test]
    fn the_first_sound_file_of_a_name_is_used() {
        let (first, second) = (Folder::new("damaged"), Folder::new("sound"));
        first.write("KQvK", TableKind::Wdl, 16);
        second.write("KQvK", TableKind::Wdl, 0);
        let (tables, problems) = open(&[first.0.clone(), second.0.clone()]);
        assert_eq!(tables.files().count(), 1);
        assert_eq!(problems.len(), 1);
    }
}
