//! Finding the Chromium that the browser's tests drive, and installing it where that is possible.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::tools;

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser's path: `CHROMIUM`, one on the `PATH`, or Debian's package, installed as root.
pub fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM names {}, which is no file", path.display());
    }
    if let Some(path) = on_path() {
        return Ok(path);
    }
    if Path::new("/etc/debian_version").exists() && is_root() {
        println!("installing Debian's chromium");
        tools::run(Command::new("apt-get").args(["update", "--quiet"]))?;
        tools::run(
            Command::new("apt-get")
                .args([
                    "install",
                    "--yes",
                    "--quiet",
                    "--no-install-recommends",
                    "chromium",
                ])
                .env("DEBIAN_FRONTEND", "noninteractive"),
        )?;
        if let Some(path) = on_path() {
            return Ok(path);
        }
    }
    bail!(
        "the browser's tests need Chromium: install it (Debian: apt-get install chromium) or name one in CHROMIUM"
    )
}

fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

fn is_root() -> bool {
    tools::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
