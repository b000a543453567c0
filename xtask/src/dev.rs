//! `dev`: builds without optimisation and serves, and does so again whenever a file changes.

use std::process::{Child, Command};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::Result;
use notify_debouncer_mini::{new_debouncer, notify::RecursiveMode};

use crate::bundle::{self, Profile};
use crate::stages::Stages;
use crate::tools;

/// The watched files and folders, relative to the checkout's root.
const WATCHED: [&str; 8] = [
    "app/src",
    "app/client/src",
    "app/wire/src",
    "engine/src",
    "server/src",
    "server/migrations",
    "style",
    "public",
];

/// Serves and rebuilds until it is stopped. A build that fails leaves the old server running.
pub fn dev(arguments: &[String]) -> Result<()> {
    let (sender, changes) = mpsc::channel();
    let mut watcher = new_debouncer(Duration::from_millis(300), sender)?;
    for folder in WATCHED {
        watcher
            .watcher()
            .watch(&tools::root().join(folder), RecursiveMode::Recursive)?;
    }
    let mut serving: Option<Served> = None;
    loop {
        match build() {
            Ok(()) => {
                drop(serving.take());
                serving = Some(Served::start(arguments)?);
            }
            Err(error) => eprintln!("xtask: {error:#}\nwaiting for a change"),
        }
        // One rebuild answers everything that changed meanwhile.
        if changes.recv().is_err() {
            return Ok(());
        }
        while changes.try_recv().is_ok() {}
    }
}

fn build() -> Result<()> {
    let mut stages = Stages::default();
    stages.stage("browser bundle (wasm32, unoptimised)", || {
        bundle::build_site(&site(), Profile::Dev)
    })?;
    stages.stage("server (unoptimised)", || {
        tools::run(&mut tools::cargo(&["build", "--package", "server"]))
    })?;
    stages.print();
    Ok(())
}

fn site() -> std::path::PathBuf {
    tools::target().join("dev-site")
}

/// A running server, ended when dropped.
struct Served(Child);

impl Served {
    fn start(arguments: &[String]) -> Result<Served> {
        let child = Command::new(tools::target().join("debug/server"))
            .arg("--site")
            .arg(site())
            .args(arguments)
            .current_dir(tools::root())
            .spawn()?;
        Ok(Served(child))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
