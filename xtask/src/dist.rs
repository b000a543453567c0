//! `build` and `run`: the release in `dist/`, a folder that can be copied to a host and started.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result, anyhow};

use crate::bundle::{self, Profile};
use crate::stages::Stages;
use crate::tools;

/// Builds the release into `dist/`: the program `server` and its `site/`. Returns the folder.
pub fn build() -> Result<PathBuf> {
    let dist = folder();
    build_site_and_server(&FEATURES)?;
    install(&server(), &dist.join("server"))?;
    println!(
        "\nbuilt {}: start it with {}",
        dist.display(),
        dist.join("server").display()
    );
    Ok(dist)
}

/// Builds both at once: each has long steps on a single core, the bundle's linking above all. `features` are
/// those of the server.
fn build_site_and_server(features: &[&str]) -> Result<()> {
    let mut stages = Stages::default();
    stages.stage("browser bundle (wasm32) and server, release", || {
        thread::scope(|scope| {
            let server = scope.spawn(|| build_server(features));
            build_site()?;
            let built = server.join();
            built.unwrap_or_else(|_| Err(anyhow!("the server's build panicked")))
        })
    })?;
    stages.print();
    Ok(())
}

/// Cargo's own copy of the server.
fn server() -> PathBuf {
    tools::target().join("release/server")
}

/// What a release has beside the default of one node with a file.
const FEATURES: [&str; 3] = ["postgres", "nats", "otlp"];

fn folder() -> PathBuf {
    tools::root().join("dist")
}

/// Builds the release's site alone.
pub fn build_site() -> Result<()> {
    bundle::build_site(&folder().join("site"), Profile::Release)
}

fn build_server(features: &[&str]) -> Result<()> {
    let build = ["build", "--release", "--package", "server"];
    tools::run(tools::cargo(&build).args(["--features", &features.join(",")]))
}

/// Puts a program in place under a new inode, so that one that is running is left alone.
fn install(from: &PathBuf, to: &PathBuf) -> Result<()> {
    if to.exists() {
        fs::remove_file(to)?;
    }
    fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Builds, then serves until it is stopped; `arguments` are the server's own. A server that does
/// not start has said why: this program exits with its status and adds nothing.
pub fn run(arguments: &[String]) -> Result<ExitCode> {
    build_site_and_server(&[])?;
    println!("\nstarting; open the address it prints, stop with Ctrl-C");
    let status = Command::new(server())
        .arg("--site")
        .arg(folder().join("site"))
        .args(arguments)
        .current_dir(tools::root())
        .status()?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
