//! The digest of everything that a site is made of, by which an unchanged one is recognised: linking,
//! shortening and compressing take longer than everything else where nothing is to be compiled.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::tools;

/// The digest of a site's inputs, and the file that records it.
pub struct Inputs {
    digest: String,
    record: PathBuf,
}

impl Inputs {
    /// Reads the inputs: how the bundle is compiled, its files (the module and the network), the style
    /// sheets, the static files, and this program.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn of(site: &Path, profile: &str, files: &[&Path]) -> Result<Self> {
        let mut digest = Sha256::new();
        digest.update(profile);
        let program = std::env::current_exe()?.metadata()?;
        let built = program.modified()?.duration_since(UNIX_EPOCH)?;
        digest.update(program.len().to_le_bytes());
        digest.update(built.as_nanos().to_le_bytes());
        for path in files {
            add(path, &mut digest)?;
        }
        for folder in ["public", "style"] {
            add(&tools::root().join(folder), &mut digest)?;
        }
        let name = site.to_string_lossy().replace(['/', '\\', ':'], "_");
        Ok(Self {
            digest: digest
                .finalize()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
            record: tools::wasm_target().join(format!("{name}.inputs")),
        })
    }

    /// Whether the site is there and was made of these inputs.
    pub fn made(&self, site: &Path) -> bool {
        let recorded = fs::read_to_string(&self.record);
        site.is_dir() && recorded.is_ok_and(|recorded| recorded == self.digest)
    }

    /// Removes the record, before the site is changed.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn forget(&self) -> Result<()> {
        match fs::remove_file(&self.record) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| self.record.display().to_string())
            }
            _ => Ok(()),
        }
    }

    /// Records that the site was made of these inputs.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn record(&self) -> Result<()> {
        fs::write(&self.record, &self.digest).with_context(|| self.record.display().to_string())
    }
}

/// Adds a file, or all files of a folder in order, with their names.
fn add(path: &Path, digest: &mut Sha256) -> Result<()> {
    digest.update(path.file_name().unwrap_or_default().as_encoded_bytes());
    if path.is_dir() {
        let mut entries = fs::read_dir(path)
            .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
            .with_context(|| path.display().to_string())?;
        entries.sort_by_key(fs::DirEntry::path);
        digest.update((entries.len() as u64).to_le_bytes());
        return entries
            .iter()
            .try_for_each(|entry| add(&entry.path(), digest));
    }
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    digest.update((bytes.len() as u64).to_le_bytes());
    digest.update(&bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest_of(path: &Path) -> Vec<u8> {
        let mut digest = Sha256::new();
        add(path, &mut digest).unwrap();
        digest.finalize().to_vec()
    }

    #[test]
    fn every_byte_and_every_name_below_a_folder_counts() {
        let folder = std::env::temp_dir().join(format!("ponder-inputs-{}", std::process::id()));
        fs::create_dir_all(folder.join("a")).unwrap();
        fs::write(folder.join("a/b.css"), "b {}").unwrap();
        let first = digest_of(&folder);
        assert_eq!(digest_of(&folder), first);
        fs::write(folder.join("a/b.css"), "c {}").unwrap();
        let changed = digest_of(&folder);
        assert_ne!(changed, first);
        fs::rename(folder.join("a/b.css"), folder.join("a/c.css")).unwrap();
        assert_ne!(digest_of(&folder), changed);
        fs::remove_dir_all(folder).unwrap();
    }
}
