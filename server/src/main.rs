//! The program: reads the configuration, serves until it is told to leave.

use std::process::ExitCode;

use server::{
    config::{Command, Config, HELP},
    log, run,
};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    let program = std::env::current_exe().ok();
    let read = Command::read(
        std::env::args_os().skip(1),
        |name| std::env::var_os(name),
        program.as_deref(),
    );
    match read {
        Ok(Command::Serve(config)) => serve(&config),
        Ok(Command::Help) => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Ok(Command::Version) => {
            println!("server {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}

fn serve(config: &Config) -> ExitCode {
    log::start(std::env::var("PONDER_LOG").ok().as_deref());
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let served = runtime.block_on(async {
        // From here on, so that a signal during the start is not lost.
        let (mut term, mut int) = (
            signal(SignalKind::terminate())?,
            signal(SignalKind::interrupt())?,
        );
        run::run(config, async move {
            tokio::select! {
                _ = term.recv() => {}
                _ = int.recv() => {}
            }
        })
        .await
    });
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// One line says what is wrong.
fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("ponder: {}", error.to_string().replace('\n', " "));
    ExitCode::FAILURE
}
