//! Finds the browsers that the tests drive: Chromium, installed where that is possible, and Firefox
//! and WebKit where they are present.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::tools;

/// The shell comes first: what it draws is the same, but it has no window around the page, and the
/// browser's tests take two thirds of the processor time.
const NAMES: [&str; 6] = [
    "chromium-headless-shell",
    "chrome-headless-shell",
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
        println!("installing Debian's chromium-headless-shell");
        tools::run(Command::new("apt-get").args(["update", "--quiet"]))?;
        tools::run(
            Command::new("apt-get")
                .args([
                    "install",
                    "--yes",
                    "--quiet",
                    "--no-install-recommends",
                    "chromium-headless-shell",
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
    NAMES.into_iter().find_map(program)
}

/// The drivers of other browsers that can be used here, each under the name by which the tests look
/// for it. A driver needs its browser; WebKit, which has no headless mode, a display.
pub fn other_drivers() -> Vec<(&'static str, PathBuf)> {
    let firefox = program("firefox").or_else(|| program("firefox-esr"));
    let display = std::env::var_os("DISPLAY").is_some() || program("Xvfb").is_some();
    let drivers = [
        ("GECKODRIVER", "geckodriver", firefox.is_some()),
        ("WEBKIT_DRIVER", "WebKitWebDriver", display),
    ];
    let usable = drivers.into_iter().filter(|(.., usable)| *usable);
    usable
        .filter_map(|(name, file, _)| Some((name, program(file)?)))
        .collect()
}

fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
}

fn is_root() -> bool {
    tools::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
