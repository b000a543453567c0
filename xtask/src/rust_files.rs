//! Finds the Rust files of a crate and parses what `loops` and `names` both need.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use quote::ToTokens;
use syn::{Attribute, File};

/// The names of a module's path, from the crate's root.
pub type ModulePath = Vec<String>;

/// All Rust files below a folder, in order.
///
/// # Errors
/// A folder cannot be read.
pub fn find(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file, by its path below `src`, holds tests only.
pub fn is_test_file(path: &Path) -> bool {
    path.with_extension("").iter().any(|name| name == "tests")
}

/// Parses a file.
///
/// # Errors
/// The file cannot be read, or is not Rust.
pub fn parse(path: &Path) -> Result<File> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    syn::parse_file(&text).with_context(|| path.display().to_string())
}

/// The module of a file by its path below `src`.
pub fn module_of(path: &Path) -> ModulePath {
    let mut names: ModulePath = path
        .with_extension("")
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names
        .last()
        .is_some_and(|name| ["mod", "lib", "main"].contains(&&**name))
    {
        names.pop();
    }
    names
}

/// Whether an item is compiled for tests alone.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        text.contains("cfg (test)") || text == "# [test]"
    })
}
