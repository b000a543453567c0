//! The program: reads the configuration, serves until it is told to leave; or makes a backup.

use std::{future::Future, io, path::Path, process::ExitCode, time::Duration};

#[cfg(feature = "nats")]
use server::config::WorkerConfig;
use server::config::{Command, Config};
use server::doctor::doctor;
use server::moderation::CommandError;
#[cfg(feature = "nats")]
use server::run_worker::run_worker;
use server::traces::CollectorAddress;
use server::{log, moderation, run, store};
use tokio::signal::unix::{SignalKind, signal};

/// Large blocks go back to the system when they are freed, whichever thread had them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match Command::read(std::env::args_os().skip(1), |name| std::env::var_os(name)) {
        Ok(Command::Serve(config)) => serve(&config),
        #[cfg(feature = "nats")]
        Ok(Command::Work(config)) => work(&config),
        #[cfg(not(feature = "nats"))]
        Ok(Command::Work(_)) => fail(&server::nats::address::NoNats::LeftOut),
        Ok(Command::Doctor(config)) => to_the_end(doctor(&config)),
        Ok(Command::Backup { data, to }) => backup(&data, &to),
        Ok(Command::Copy { from, to }) => to_the_end(store::copy(&from, &to, |table| {
            println!("{} {} rows {}", table.name, table.rows, table.digest);
        })),
        Ok(Command::Moderate { store, order }) => say(moderation::give(&store, &order)),
        Ok(Command::Audit { store }) => say(moderation::audit(&store)),
        Ok(Command::Print(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => fail(&error),
    }
}

fn serve(config: &Config) -> ExitCode {
    logged("ponder", config.otlp.as_ref(), || {
        to_the_end(async { run::run(config, told_to_leave()?).await })
    })
}

#[cfg(feature = "nats")]
fn work(config: &WorkerConfig) -> ExitCode {
    logged("ponder-worker", config.otlp.as_ref(), || {
        to_the_end(async { run_worker(config, told_to_leave()?).await })
    })
}

/// Logs what a program does, and tells a collector of it in the name of a service.
fn logged(
    service: &'static str,
    collector: Option<&CollectorAddress>,
    work: impl FnOnce() -> ExitCode,
) -> ExitCode {
    let filter = std::env::var("PONDER_LOG").ok();
    let traces = match log::start(filter.as_deref(), collector, service) {
        Ok(traces) => traces,
        Err(error) => return fail(&error),
    };
    let end = work();
    if let Some(traces) = traces {
        traces.end();
    }
    end
}

/// Waits for SIGTERM or SIGINT, counted from the call on, so that none is lost during the start.
fn told_to_leave() -> io::Result<impl Future<Output = ()>> {
    let mut term = signal(SignalKind::terminate())?;
    let mut int = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    })
}

fn backup(data: &Path, to: &Path) -> ExitCode {
    to_the_end(store::backup(data, to))
}

/// Prints what comes of it, a line at least.
fn say(work: impl Future<Output = Result<String, CommandError>>) -> ExitCode {
    to_the_end(async {
        println!("{}", work.await?.trim_end());
        Ok::<(), CommandError>(())
    })
}

/// Threads for what blocks: files, passwords, large documents. Each keeps memory for what it has
/// last done, so that hundreds of them, as many as a flood could ask for, would hold hundreds of MB.
const BLOCKING_THREADS: usize = 8;

/// How long such a thread is kept without work.
const BLOCKING_THREAD_KEPT: Duration = Duration::from_secs(2);

fn to_the_end<E: std::error::Error>(work: impl Future<Output = Result<(), E>>) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_keep_alive(BLOCKING_THREAD_KEPT)
        .build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => return fail(&error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// One line says what is wrong.
fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("ponder: {}", error.to_string().replace('\n', " "));
    ExitCode::FAILURE
}
