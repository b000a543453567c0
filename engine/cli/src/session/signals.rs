//! What the session tells a running search, and the search the session.

use std::sync::atomic::{AtomicBool, Ordering};

use engine::player::Stop;

/// Flags between the two threads.
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether only a stop lets it answer.
    is_endless: bool,
    answered: AtomicBool,
}

impl Signals {
    /// A search that answers when it is done; later than that if it is pondering, until the
    /// ponderhit, or endless, until the stop.
    pub fn new(is_pondering: bool, is_endless: bool) -> Signals {
        Signals {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(is_pondering),
            is_endless,
            answered: AtomicBool::new(false),
        }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The move that was pondered on has been played: time counts, the answer is waited for.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search ends by itself.
    pub fn will_end(&self) -> bool {
        !self.is_endless && !self.is_pondering()
    }

    /// Whether an answer is waited for.
    pub fn may_answer(&self) -> bool {
        self.is_set() || self.will_end()
    }

    /// The search says so before its last line goes out: whoever reads that may rely on it.
    pub fn answer(&self) {
        self.answered.store(true, Ordering::Release);
    }

    pub fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }
}

impl Stop for Signals {
    fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
