//! Flags between the session and a running search.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::player::Stop;

/// Shared by the session's thread and the search's.
pub struct SearchSignals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether only `stop` lets the search answer.
    is_infinite: bool,
    answered: AtomicBool,
}

impl SearchSignals {
    /// A pondering search answers after `ponderhit` at the earliest, an infinite one after `stop`.
    pub fn new(is_pondering: bool, is_infinite: bool) -> SearchSignals {
        SearchSignals {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(is_pondering),
            is_infinite,
            answered: AtomicBool::new(false),
        }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `ponderhit`: the time limits hold from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search ends without `stop`.
    pub fn ends_by_itself(&self) -> bool {
        !self.is_infinite && !self.is_pondering()
    }

    /// Whether the search may send its `bestmove`.
    pub fn may_answer(&self) -> bool {
        self.is_set() || self.ends_by_itself()
    }

    /// Set before the last line is printed, so that a reader of that line may rely on it.
    pub fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    pub fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }
}

impl Stop for SearchSignals {
    fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
