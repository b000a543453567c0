//! Runs cargo and other programs; paths of the checkout and its build folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The checkout's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the workspace's root")
}

/// The folders of the workspace's crates, as `Cargo.toml` lists them.
///
/// # Errors
/// `Cargo.toml` cannot be read, or has no list of members.
pub fn workspace_members() -> Result<Vec<String>> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
    let members = manifest
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'));
    let (members, _) = members.context("Cargo.toml lists no members")?;
    Ok(members
        .split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect())
}

/// Cargo's own target folder: the environment's choice, or `target`.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The browser bundle's target folder, apart so that neither build waits for the other's lock.
pub fn wasm_target() -> PathBuf {
    target().join("browser")
}

/// The `cargo` that runs this program, in the checkout's root.
pub fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root()).args(arguments);
    command
}

/// Runs a program to its end; any status but success is an error that names the program.
pub fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        bail!("{name} {} ended with {status}", arguments.join(" "));
    }
    Ok(())
}

/// Runs a program and returns its standard output; its standard error is this program's.
pub fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stderr(std::process::Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} ended with {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{name} printed no text"))
}

/// Adds the wasm32 target to the toolchain where it is missing.
pub fn ensure_wasm_target() -> Result<()> {
    let libraries = output(Command::new("rustc").current_dir(root()).args([
        "--print",
        "target-libdir",
        "--target",
        "wasm32-unknown-unknown",
    ]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    println!("adding the wasm32-unknown-unknown target");
    run(Command::new("rustup").current_dir(root()).args([
        "target",
        "add",
        "wasm32-unknown-unknown",
    ]))
    .context("the browser's half needs the wasm32-unknown-unknown target of this toolchain")
}
