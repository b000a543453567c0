//! `test`: the checks that have to pass before a change lands.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

use anyhow::{Result, bail, ensure};

use crate::bundle::{self, Profile};
use crate::layers::layers;
use crate::loops::loops;
use crate::names::names;
use crate::stages::Stages;
use crate::{browser, tools};
use test_services::{NatsServer, PostgresServer};

/// A name for `--only`, a description, the work.
pub type Stage = (&'static str, &'static str, fn() -> Result<()>);

/// The stages in order.
pub const STAGES: [Stage; 11] = [
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
        "postgres",
        "the store and the site's API on PostgreSQL, and NATS",
        test_on_postgres,
    ),
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

/// All packages but this one, which cargo has built by itself before. Every stage chooses the same, so
/// that the dependencies have the same features in each and are built once.
const PACKAGES: [&str; 5] = [
    "--workspace",
    "--exclude",
    "xtask",
    "--features",
    "server/postgres,server/nats,server/otlp",
];

/// This package.
const XTASK: [&str; 2] = ["--package", "xtask"];

/// The test programs of `e2e`, the browser's first; no other argument chooses them.
const E2E: [&str; 6] = [
    "--test",
    "browser",
    "--test",
    "bystander",
    "--test",
    "protocol",
];

fn lint() -> Result<()> {
    let choices: [(&[&str], &[&str]); 4] = [
        (&PACKAGES, &["--all-targets"]),
        (&PACKAGES, &E2E),
        // As it is built for one node.
        (&PACKAGES[..3], &["--lib", "--bins"]),
        (&XTASK, &["--all-targets"]),
    ];
    choices.into_iter().try_for_each(|(packages, targets)| {
        let mut clippy = tools::cargo(&["clippy"]);
        clippy.args(packages).args(targets);
        tools::run(clippy.args(["--", "--deny", "warnings"]))
    })
}

/// Lints what goes into the browser bundle, in the bundle's profile: its macros are built once.
fn lint_wasm() -> Result<()> {
    tools::ensure_wasm_target()?;
    tools::run(
        tools::cargo(&[
            "clippy",
            "--package",
            "engine",
            "--package",
            "lab",
            "--package",
            "tablebase",
        ])
        .args(["--package", "wire", "--package", "client"])
        .args(["--package", "app", "--lib", "--features", "app/hydrate"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--profile", "wasm-release", "--", "--deny", "warnings"])
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
    [&PACKAGES[..], &XTASK]
        .into_iter()
        .try_for_each(|packages| tools::run(tools::cargo(&["test"]).args(packages)))
}

/// The modules of `server` whose tests have a store, or others to talk to.
const WITH_STORE: [&str; 5] = [
    "store::",
    "backend::",
    "live::room::",
    "readiness::",
    "bus::",
];

/// What was tested on SQLite is tested on a PostgreSQL server, where one is installed.
fn test_on_postgres() -> Result<()> {
    let Some(server) = PostgresServer::start()? else {
        eprintln!("PostgreSQL is not installed: the store is tested on SQLite alone");
        return Ok(());
    };
    let nats = NatsServer::start()?;
    if nats.is_none() {
        eprintln!("NATS is not installed: servers hear of each other within one process alone");
    }
    let programs = |chosen: &[&str]| {
        let mut programs = tools::cargo(&["test"]);
        programs.args(PACKAGES).args(chosen);
        programs.env(PostgresServer::VARIABLE, server.url());
        programs.envs(
            nats.iter()
                .map(|server| (NatsServer::VARIABLE, server.url())),
        );
        programs
    };
    tools::run(programs(&["--lib", "--"]).args(WITH_STORE))?;
    let mut api = programs(&[]);
    for file in fs::read_dir(tools::root().join("server/tests"))? {
        let path = file?.path();
        if let (Some("rs"), Some(name)) =
            (path.extension().and_then(OsStr::to_str), path.file_stem())
        {
            api.arg("--test").arg(name);
        }
    }
    tools::run(&mut api)
}

/// The browser's tests take most of two cores, the others mostly wait: they run beside each other, and
/// what the others print comes after.
fn test_e2e() -> Result<()> {
    let chromium = browser::find_or_install()?;
    tools::run(
        tools::cargo(&["build", "--bin", "server"])
            .args(PACKAGES)
            .args(E2E),
    )?;
    let databases = PostgresServer::start()?;
    let programs = |chosen: &[&str]| {
        let mut programs = tools::cargo(&["test", "--no-fail-fast"]);
        programs
            .args(PACKAGES)
            .args(chosen)
            .env("PONDER_SERVER", tools::target().join("debug/server"))
            .env("PONDER_SITE", site())
            .env("CHROMIUM", &chromium)
            .envs(browser::other_drivers())
            .envs(
                databases
                    .as_ref()
                    .map(|server| (PostgresServer::VARIABLE, server.url())),
            );
        programs
    };
    let (in_browser, others) = E2E.split_at(2);
    thread::scope(|scope| {
        let others = scope.spawn(|| programs(others).output());
        let in_browser = tools::run(&mut programs(in_browser));
        let others = others.join().expect("a thread that only waits")?;
        io::stderr().write_all(&others.stderr)?;
        io::stdout().write_all(&others.stdout)?;
        in_browser?;
        ensure!(others.status.success(), "tests failed: {}", others.status);
        Ok(())
    })
}
