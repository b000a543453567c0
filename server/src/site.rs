//! The folder of the built site.

use std::io;
use std::path::{Path, PathBuf};

/// A built site.
#[derive(Clone, Debug)]
pub struct Site {
    root: PathBuf,
    hash: String,
}

/// Why the folder holds no built site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The file that names the bundle cannot be read.
    #[error(
        "no built site at {}: {} can't be read: {source} (`cargo xtask build` makes one, --site says where it is)",
        root.display(),
        file.display()
    )]
    Missing {
        /// The folder.
        root: PathBuf,
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file contains no hash.
    #[error("{} should hold a bundle's hash, found {found:?}", file.display())]
    Hash {
        /// `pkg/current`.
        file: PathBuf,
        /// The start of its content.
        found: String,
    },
}

impl Site {
    /// Reads the name of the current bundle.
    ///
    /// # Errors
    /// The folder holds no built site.
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

    /// `pkg/<hash>`: the build's script, style sheet and WebAssembly.
    pub fn pkg_dir(&self) -> String {
        format!("pkg/{}", self.hash)
    }
}
