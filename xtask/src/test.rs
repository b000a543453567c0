//! `test`: the checks that have to pass before a change lands.

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::bundle::{self, Profile};
use crate::layers::layers;
use crate::loops::loops;
use crate::names::names;
use crate::stages::Stages;
use crate::{browser, tools};

/// A name for `--only`, a description, the work.
pub type Stage = (&'static str, &'static str, fn() -> Result<()>);

/// The stages in order.
pub const STAGES: [Stage; 10] = [
    ("browser", "a browser for the tests", || {
        browser::find_or_install().map(drop)
    }),
    ("format", "formatting", format),
    ("loops", "files that import each other in a loop", loops),
    ("layers", "what crates and folders must not know", layers),
    ("names", "the vocabulary", names),
    ("lint", "lints, native", lint),
    ("lint-wasm", "lints, wasm32", lint_wasm),
    ("site", "browser bundle (wasm32, release)", build_site),
    ("test", "tests of every crate", test_crates),
    (
        "e2e",
        "the built server, by HTTP and in the browser",
        test_e2e,
    ),
];

/// Runs all stages, or with `--only NAME` one of them.
pub fn test(arguments: &[String]) -> Result<()> {
    let only = match arguments {
        [] => None,
        [flag, name] if flag == "--only" => Some(name.as_str()),
        _ => bail!("test takes nothing, or --only STAGE"),
    };
    if let Some(name) = only
        && STAGES.iter().all(|(known, ..)| *known != name)
    {
        bail!(
            "no stage '{name}'; there are {}",
            STAGES.map(|(name, ..)| name).join(", ")
        );
    }
    let mut stages = Stages::default();
    for (name, said, work) in STAGES {
        if only.is_none_or(|wanted| wanted == name) {
            stages.stage(said, work)?;
        }
    }
    stages.print();
    Ok(())
}

fn format() -> Result<()> {
    tools::run(&mut tools::cargo(&["fmt", "--all", "--check"]))
}

fn lint() -> Result<()> {
    let arguments = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ];
    tools::run(&mut tools::cargo(&arguments))
}

fn lint_wasm() -> Result<()> {
    tools::ensure_wasm_target()?;
    tools::run(
        tools::cargo(&["clippy", "--package", "engine", "--package", "lab"])
            .args(["--package", "wire", "--package", "client"])
            .args(["--package", "app", "--lib"])
            .args([
                "--target",
                "wasm32-unknown-unknown",
                "--features",
                "app/hydrate",
            ])
            .args(["--", "--deny", "warnings"])
            .env("CARGO_TARGET_DIR", tools::wasm_target()),
    )
}

fn site() -> PathBuf {
    tools::target().join("test-site")
}

fn build_site() -> Result<()> {
    bundle::build_site(&site(), Profile::Release)
}

fn test_crates() -> Result<()> {
    tools::run(&mut tools::cargo(&[
        "test",
        "--workspace",
        "--exclude",
        "e2e",
    ]))
}

fn test_e2e() -> Result<()> {
    let chromium = browser::find_or_install()?;
    tools::run(&mut tools::cargo(&["build", "--package", "server"]))?;
    tools::run(
        tools::cargo(&["test", "--package", "e2e", "--no-fail-fast"])
            .env("PONDER_SERVER", tools::target().join("debug/server"))
            .env("PONDER_SITE", site())
            .env("CHROMIUM", chromium)
            .envs(browser::other_drivers()),
    )
}
