//! `prove`: checks that take too long for every change: the dependencies' licences, the opening book
//! by search, the endgame tables, `kill -9` under load, faults of a site of several servers, simulated and
//! real, a site that is used for hours, live games under load, other browsers, all attacks together, fuzzing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::stages::Stages;
use crate::{browser, dist, tools};

/// Minutes for each fuzz target, unless asked for otherwise.
const MINUTES: u64 = 10;
/// How often the server is killed, unless asked for otherwise.
const ROUNDS: u64 = 200;
/// Runs of the simulation of live games on several servers.
const SEEDS: u64 = 20_000;
/// Minutes of all attacks together, unless asked for otherwise.
const ATTACK_MINUTES: u64 = 10;
/// Minutes for which a site of two servers is used, unless asked for otherwise.
const SOAK_MINUTES: u64 = 120;
const USAGE: &str = "prove takes --minutes N for each fuzz target, --rounds N of kill -9, \
    --attack-minutes N of all attacks together and --soak-minutes N of use";

/// Searches the opening book's moves, makes the endgame tables and checks each position, kills the server under load, measures live games, attacks the
/// server beside honest clients, then fuzzes each target for some minutes, starting from the corpora
/// of earlier runs.
pub fn prove(arguments: &[String]) -> Result<()> {
    let (mut minutes, mut rounds) = (MINUTES, ROUNDS);
    let (mut attack_minutes, mut soak_minutes) = (ATTACK_MINUTES, SOAK_MINUTES);
    for pair in arguments.chunks(2) {
        match pair {
            [flag, number] if flag == "--minutes" => minutes = number.parse().context(USAGE)?,
            [flag, number] if flag == "--rounds" => rounds = number.parse().context(USAGE)?,
            [flag, number] if flag == "--attack-minutes" => {
                attack_minutes = number.parse().context(USAGE)?;
            }
            [flag, number] if flag == "--soak-minutes" => {
                soak_minutes = number.parse().context(USAGE)?;
            }
            _ => bail!(USAGE),
        }
    }
    let mut stages = Stages::default();
    stages.stage("dependencies: licences, bans, sources", dependencies)?;
    stages.stage("opening book, move by move", || ponder(&["book"]))?;
    stages.stage("endgame tables, each position by its moves", || {
        let folder = tables_folder();
        let folder = folder.to_str().context("the path is no text")?;
        ponder(&["tables", "make", "--out", folder, "--check", "1"])
    })?;
    stages.stage("endgame tables, each position by Syzygy's", against_syzygy)?;
    stages.stage("endgame tables on the page", tables_on_the_page)?;
    stages.stage(&format!("{rounds} rounds of kill -9"), || kill(rounds))?;
    stages.stage(
        &format!("{SEEDS} simulated runs of three servers"),
        simulate,
    )?;
    stages.stage(&format!("{rounds} rounds of faults of two servers"), || {
        faults(rounds)
    })?;
    stages.stage("PostgreSQL's disk is full", full_disk)?;
    stages.stage(&format!("two servers in use, {soak_minutes} min"), || {
        soak(soak_minutes)
    })?;
    stages.stage("live games under load", load)?;
    stages.stage("Firefox and WebKit", other_browsers)?;
    stages.stage(
        &format!("all attacks together, {attack_minutes} min"),
        || attack(attack_minutes),
    )?;
    let targets = stages.stage("fuzz targets, built", || {
        ensure_cargo_fuzz()?;
        let targets = SOURCES.iter().map(|sources| build(sources));
        targets.collect::<Result<Vec<_>>>()
    })?;
    for target in targets.iter().flatten() {
        stages.stage(&format!("fuzzing {}, {minutes} min", target.name), || {
            fuzz(target, minutes * 60)
        })?;
    }
    stages.print();
    Ok(())
}

/// Runs the engine's program.
fn ponder(arguments: &[&str]) -> Result<()> {
    let run = ["run", "--release", "--package", "ponder", "--"];
    tools::run(tools::cargo(&run).args(arguments))
}

/// Where `ponder tables make` writes.
fn tables_folder() -> PathBuf {
    tools::root().join("target/tables")
}

/// The Python package that carries Syzygy files of three and four men, and where it has them.
const SYZYGY_PACKAGE: &str = "chess==1.11.2";
const SYZYGY_ARCHIVE: &str = "chess-1.11.2.tar.gz";
const SYZYGY_FOLDER: &str = "chess-1.11.2/data/syzygy/regular";

/// Compares our tables with Syzygy's, and runs the tests that read Syzygy files; says where there is no pip
/// to fetch them.
fn against_syzygy() -> Result<()> {
    let folder = made(&tools::root().join("target/syzygy"))?;
    let files = folder.join(SYZYGY_FOLDER);
    if !files.is_dir() {
        let pip = || {
            let mut python = Command::new("python3");
            python.args(["-m", "pip"]);
            python
        };
        if !answers(pip()) {
            println!("left out: python3 has no pip, by which the Syzygy files are fetched");
            return Ok(());
        }
        let download = [
            "download",
            "--no-deps",
            "--no-binary",
            ":all:",
            "--dest",
            ".",
        ];
        let mut fetched = pip();
        tools::run(
            fetched
                .args(download)
                .arg(SYZYGY_PACKAGE)
                .current_dir(&folder),
        )?;
        let mut unpacked = Command::new("tar");
        tools::run(unpacked.args(["-xzf", SYZYGY_ARCHIVE]).current_dir(&folder))?;
    }
    for packages in [
        &[
            "--release",
            "--package",
            "syzygy",
            "--package",
            "tablefiles",
            "--",
            "--include-ignored",
        ][..],
        &[
            "--package",
            "ponder",
            "--test",
            "uci",
            "--package",
            "server",
            "--test",
            "tables_api",
        ],
        &["--package", "client", "--lib", "endgames::"],
    ] {
        tools::run(
            tools::cargo(&["test"])
                .args(packages)
                .env("SYZYGY_DIR", &files)
                .env("TABLES_DIR", tables_folder()),
        )?;
    }
    Ok(())
}

/// Runs the browser's tests of endgame tables with those of four men.
fn tables_on_the_page() -> Result<()> {
    let dist = dist::build()?;
    let arguments = ["test", "--package", "e2e", "--test", "browser"];
    tools::run(
        tools::cargo(&arguments)
            .args(["--", "--nocapture", "endgame_tables::", "endgames::"])
            .env("PONDER_SERVER", dist.join("server"))
            .env("PONDER_SITE", dist.join("site"))
            .env("CHROMIUM", browser::find_or_install()?)
            .env("TABLES_DIR", tables_folder()),
    )
}

/// Checks the dependencies against `deny.toml`, where there is cargo-deny. Advisories are left out:
/// they change from day to day and have to be fetched.
fn dependencies() -> Result<()> {
    if !answers(tools::cargo(&["deny"])) {
        println!("left out: cargo-deny is not installed (cargo install --locked cargo-deny)");
        return Ok(());
    }
    let check = ["deny", "check", "--hide-inclusion-graph"];
    tools::run(tools::cargo(&check).args(["licenses", "bans", "sources"]))
}

/// Kills the built server under load, again and again.
fn kill(rounds: u64) -> Result<()> {
    rounds_of("kill_rounds", rounds)
}

/// Has live games played on several simulated servers while everything fails that can.
fn simulate() -> Result<()> {
    let test = [
        "test",
        "--release",
        "--package",
        "server",
        "--features",
        "nats",
    ];
    tools::run(
        tools::cargo(&test)
            .args(["--lib", "--", "live::simulation::", "--nocapture"])
            .env("PONDER_SEEDS", SEEDS.to_string()),
    )
}

/// The same of one of two servers, and now and then of what they share.
fn faults(rounds: u64) -> Result<()> {
    rounds_of("fault_rounds", rounds)
}

/// Fills the disk of two servers' PostgreSQL again and again, where this program may mount one that is small.
fn full_disk() -> Result<()> {
    on_the_site("fault_rounds", &["--rounds", "4", "--only", "disk"])
}

/// Uses a site for a long time, and draws what its processes take.
fn soak(minutes: u64) -> Result<()> {
    let curve = tools::root().join("target/soak.svg");
    let curve = curve.to_str().context("the path is no text")?;
    on_the_site(
        "soak",
        &["--minutes", &minutes.to_string(), "--curve", curve],
    )
}

fn rounds_of(program: &str, rounds: u64) -> Result<()> {
    on_the_site(program, &["--rounds", &rounds.to_string()])
}

/// Runs a program of the tests that starts the built server itself.
fn on_the_site(program: &str, arguments: &[&str]) -> Result<()> {
    let dist = dist::build()?;
    tools::run(
        tools::cargo(&["run", "--package", "e2e", "--bin", program, "--"])
            .args(arguments)
            .env("PONDER_SERVER", dist.join("server"))
            .env("PONDER_SITE", dist.join("site")),
    )
}

/// Plays in Firefox and WebKit; says which is missing.
fn other_browsers() -> Result<()> {
    let dist = dist::build()?;
    let arguments = ["test", "--package", "e2e", "--test", "browser"];
    tools::run(
        tools::cargo(&arguments)
            .args(["other_browsers::", "--", "--nocapture"])
            .env("PONDER_SERVER", dist.join("server"))
            .env("PONDER_SITE", dist.join("site"))
            .env("CHROMIUM", browser::find_or_install()?)
            .envs(browser::other_drivers()),
    )
}

/// Measures the built server under many sockets, moves and spectators.
fn load() -> Result<()> {
    on_the_site("load_of_workers", &[])?;
    run_on_server("load_of_live", &[])
}

/// Runs all known attacks on the built server at once, beside honest players and clients.
fn attack(minutes: u64) -> Result<()> {
    run_on_server("attacks", &["together", "--minutes", &minutes.to_string()])
}

/// Runs a program of the package `e2e` on the built server and site. The program is a release, too:
/// it works on the same cores.
fn run_on_server(program: &str, arguments: &[&str]) -> Result<()> {
    let dist = dist::build()?;
    let cargo = [
        "run",
        "--release",
        "--package",
        "e2e",
        "--bin",
        program,
        "--",
    ];
    tools::run(
        tools::cargo(&cargo)
            .args(arguments)
            .env("PONDER_SERVER", dist.join("server"))
            .env("PONDER_SITE", dist.join("site")),
    )
}

/// Installs cargo-fuzz where it is missing; says what it cannot install.
fn ensure_cargo_fuzz() -> Result<()> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !answers(Command::new(compiler)) {
        bail!("fuzzing needs a C++ compiler: install one (Debian: g++) or name it in CXX");
    }
    if !answers(tools::cargo(&["fuzz"])) {
        println!("installing cargo-fuzz");
        tools::run(&mut tools::cargo(&["install", "--locked", "cargo-fuzz"]))
            .context("fuzzing needs cargo-fuzz: cargo install --locked cargo-fuzz")?;
    }
    Ok(())
}

fn answers(mut program: Command) -> bool {
    program
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Where the targets are built, their corpora grow and failing inputs are left.
fn folder() -> PathBuf {
    tools::target().join("fuzz")
}

/// Where targets live.
const SOURCES: [&str; 2] = ["engine/fuzz", "server/fuzz"];

/// A built target.
struct Target {
    sources: PathBuf,
    name: String,
}

/// Builds every target of a folder. Sanitizers need a nightly compiler; there is no unsafe code of
/// ours for them to watch, and overflow and debug assertions are checked all the same.
fn build(sources: &str) -> Result<Vec<Target>> {
    let sources = tools::root().join(sources);
    tools::run(
        tools::cargo(&["fuzz", "build", "--sanitizer", "none", "--fuzz-dir"])
            .arg(&sources)
            .arg("--target-dir")
            .arg(folder()),
    )?;
    let list = tools::output(tools::cargo(&["fuzz", "list", "--fuzz-dir"]).arg(&sources))?;
    let named = |name: &str| Target {
        sources: sources.clone(),
        name: name.to_owned(),
    };
    Ok(list.lines().map(named).collect())
}

fn fuzz(target: &Target, seconds: u64) -> Result<()> {
    let name = &target.name;
    let host = tools::output(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let program = folder().join(host.trim()).join("release").join(name);
    let corpus = made(&folder().join("corpus").join(name))?;
    let failures = made(&folder().join("failures").join(name))?;
    let seeds = target.sources.join("seeds").join(name);
    let mut libfuzzer = Command::new(program);
    libfuzzer
        .arg(corpus)
        .arg(&seeds)
        .arg(format!("-artifact_prefix={}/", failures.display()))
        .args(target.dictionary())
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-print_final_stats=1", "-verbosity=0"]);
    tools::run(&mut libfuzzer).with_context(|| {
        format!(
            "the input is in {}; once it passes, keep it in {}",
            failures.display(),
            seeds.display()
        )
    })
}

impl Target {
    /// The words that its texts are made of, if they are listed: those of `uci_line` are in `uci.dict`.
    fn dictionary(&self) -> Option<String> {
        let language = self.name.split('_').next().unwrap_or(&self.name);
        let words = self.sources.join(language).with_extension("dict");
        words.exists().then(|| format!("-dict={}", words.display()))
    }
}

fn made(folder: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder.to_owned())
}
