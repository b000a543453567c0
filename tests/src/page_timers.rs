//! A page's timers, which a test has run before they are due instead of waiting for them.

use crate::browser::Page;

/// To be run before the page: keeps the timers that have not run yet, for [`run_timers`].
pub const KEEP_TIMERS: &str = "window.timers = new Map();
    { const { setTimeout: set, clearTimeout: clear } = window;
      window.clearTimeout = id => { timers.delete(id); clear(id); };
      window.setTimeout = (run, ms, ...given) => {
        const id = set(() => { timers.delete(id); run(...given); }, ms);
        timers.set(id, () => run(...given));
        return id;
      }; }";

/// How often timers that set timers are run, at most: some go on for ever.
const ROUNDS: usize = 50;

/// Runs all timers of a page that ran [`KEEP_TIMERS`], and those that they set in turn, each round in
/// a task of its own.
pub async fn run_timers(page: &Page) {
    for _ in 0..ROUNDS {
        let has_run = page
            .eval(
                "[...timers].map(([id, run]) => { clearTimeout(id); run(); return true; }).length > 0",
            )
            .await;
        if has_run == false {
            return;
        }
    }
}
