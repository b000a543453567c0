//! Runs a training on threads.

use std::fmt::Display;
use std::fs;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lab::dojo::{Dojo, JobRunner};

use super::report::print_test;
use super::settings::DojoSettings;
use super::state_file::StateFile;

/// How long a thread without a job waits before it asks again.
const PATIENCE: Duration = Duration::from_millis(50);

/// What the threads share.
struct Shared {
    dojo: Dojo,
    /// The generation that was kept last.
    kept: u32,
    /// Tests that were printed.
    printed: usize,
    /// Why the training has ended before its time.
    error: Option<String>,
}

/// Runs the training to its end.
///
/// # Errors
/// The file of the state fails, or the training cannot go on.
pub fn run(settings: &DojoSettings) -> Result<Dojo, String> {
    let file = settings.state.as_deref().map(StateFile);
    let mut dojo = begin(settings)?;
    if let Some(file) = &file
        && let Some(kept) = file.load(&dojo)?
    {
        println!("generation {} is reached", kept.generation());
        dojo = kept;
    }
    let config = *dojo.config();
    let shared = Mutex::new(Shared {
        kept: dojo.generation(),
        printed: dojo.history().tests.len(),
        dojo,
        error: None,
    });
    let (changed, start) = (Condvar::new(), Instant::now());
    thread::scope(|scope| {
        for _ in 0..settings.threads() {
            scope.spawn(|| {
                let mut runner = JobRunner::new(config);
                loop {
                    let mut state = lock(&shared);
                    let generation = state.dojo.generation();
                    let is_over = settings.is_over(generation, start.elapsed());
                    // A test that has begun is played to its end, so that the state can be kept.
                    if state.error.is_some() || is_over && !state.dojo.is_testing() {
                        return;
                    }
                    let job = match is_over {
                        true => state.dojo.next_test_job(),
                        false => state.dojo.next_job(),
                    };
                    if let Some(job) = job {
                        drop(state);
                        let result = runner.run(&job);
                        let mut state = lock(&shared);
                        state.dojo.record(job.id, result);
                        after_step(&mut state, file.as_ref());
                        changed.notify_all();
                    } else if !is_over && state.dojo.is_learning() {
                        let learnt = state.dojo.learn().map_err(|error| error.to_string());
                        state.error = learnt.err();
                        after_step(&mut state, file.as_ref());
                        changed.notify_all();
                    } else {
                        // Woken or not, it asks again.
                        drop(changed.wait_timeout(state, PATIENCE));
                    }
                }
            });
        }
    });
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match shared.error {
        Some(error) => Err(error),
        None => Ok(shared.dojo),
    }
}

/// The training at its beginning.
///
/// # Errors
/// The network to go on from cannot be read, or not be trained on.
fn begin(settings: &DojoSettings) -> Result<Dojo, String> {
    let Some(path) = &settings.from else {
        return Dojo::new(settings.config()).map_err(|error| error.to_string());
    };
    let named = |error: &dyn Display| format!("{}: {error}", path.display());
    let network = fs::read(path).map_err(|error| named(&error))?;
    Dojo::from_network(settings.config(), &network).map_err(|error| named(&error))
}

/// Keeps the state once a generation, and prints new tests.
fn after_step(state: &mut Shared, file: Option<&StateFile<'_>>) {
    let history = state.dojo.history();
    for test in &history.tests[state.printed..] {
        let generation = history.generations.get(test.generation as usize);
        print_test(test, generation.map_or(0.0, |generation| generation.loss));
    }
    state.printed = history.tests.len();
    let Some(file) = file.filter(|_| state.dojo.generation() > state.kept) else {
        return;
    };
    if let Some(bytes) = state.dojo.checkpoint() {
        state.kept = state.dojo.generation();
        if let Err(error) = file.save(&bytes) {
            state.error = Some(error);
        }
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
