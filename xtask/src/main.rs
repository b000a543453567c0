//! Builds, runs, tests and measures Ponder. `cargo xtask help` lists the commands.

mod bench;
mod browser;
mod bundle;
mod compress;
mod dev;
mod dist;
#[cfg(test)]
mod documents;
mod layers;
mod loaders;
mod loops;
mod minify;
mod names;
mod neighbours;
mod panic_texts;
mod prove;
mod rust_files;
mod shorten;
mod site_inputs;
mod slim;
mod stages;
mod style;
mod test;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask COMMAND

  run [--addr IP:PORT] [--data DIR]   build in release, serve (127.0.0.1:3000, ./data)
  build                               build in release into ./dist, ready to be copied to a host
  bundle                              the release's site alone, if it has changed, and what a first visit loads
  dev [--addr IP:PORT] [--data DIR]   build without optimising, serve, rebuild on change
  test [--only STAGE]                 formatting, lints, every test, the browser's too
  loops                               files that import each other in a loop
  layers                              what crates and folders must not know of each other
  names                               names that have been given up, type names used twice
  bench                               figures: perft, search, native beside the browser
  prove [--minutes N] [--rounds N]    the long checks: 200 rounds of kill -9, fuzzing for 10 minutes a target
  help                                this

PONDER_ADDR and PONDER_DATA stand for --addr and --data; CHROMIUM names a browser.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", arguments),
    };
    match command {
        "run" => return dist::run(rest),
        "build" => no_arguments(rest).and_then(|()| dist::build().map(drop)),
        "bundle" => no_arguments(rest).and_then(|()| dist::build_site()),
        "dev" => dev::dev(rest),
        "test" => test::test(rest),
        "bench" => no_arguments(rest).and_then(|()| bench::bench()),
        "layers" => no_arguments(rest).and_then(|()| layers::layers()),
        "loops" => no_arguments(rest).and_then(|()| loops::loops()),
        "names" => no_arguments(rest).and_then(|()| names::names()),
        "prove" => prove::prove(rest),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => bail!("unknown command '{other}'\n\n{HELP}"),
    }?;
    Ok(ExitCode::SUCCESS)
}

fn no_arguments(rest: &[String]) -> Result<()> {
    match rest.first() {
        Some(extra) => bail!("unexpected argument '{extra}'"),
        None => Ok(()),
    }
}
