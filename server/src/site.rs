//! The folder of the built site: which bundle is current.

use std::{
    io,
    path::{Path, PathBuf},
};

/// A built site.
#[derive(Clone, Debug)]
pub struct Site {
    root: PathBuf,
    hash: String,
}

/// A folder that holds no built site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The file that names the bundle can't be read.
    #[error(
        "no built site at {}: {} can't be read: {source} (`cargo xtask build` makes one, --site says where it is)",
        root.display(),
        file.display()
    )]
    Missing {
        /// The folder that was looked into.
        root: PathBuf,
        /// The file that should be there.
        file: PathBuf,
        /// Why it can't be read.
        source: io::Error,
    },
    /// The file names no folder.
    #[error("{} should hold a bundle's hash, found {found:?}", file.display())]
    Hash {
        /// `pkg/current`.
        file: PathBuf,
        /// Its start.
        found: String,
    },
}

impl Site {
    /// Reads which bundle is current, once.
    ///
    /// # Errors
    /// When the folder holds no built site.
    pub fn open(root: &Path) -> Result<Self, SiteError> {
        let file = root.join("pkg/current");
        let text = std::fs::read_to_string(&file).map_err(|source| SiteError::Missing {
            root: root.to_owned(),
            file: file.clone(),
            source,
        })?;
        let hash = text.trim();
        if hash.is_empty() || !hash.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            let found = text.chars().take(40).collect();
            return Err(SiteError::Hash { file, found });
        }
        Ok(Self {
            root: root.to_owned(),
            hash: hash.to_owned(),
        })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// `pkg/<hash>`: where this build's script, style sheet and WebAssembly are.
    pub fn pkg_dir(&self) -> String {
        format!("pkg/{}", self.hash)
    }
}
