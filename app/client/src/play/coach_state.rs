//! How far the coach is with a move.

/// What the coach does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Coach {
    /// Nobody shows it.
    #[default]
    Off,
    /// No move is held.
    Idle,
    /// A short search measures the visitor's move.
    Measuring,
    /// Longer ones look at it.
    Judging,
    /// Their result, an encoded [`Sound`](engine::explain::Sound).
    Judged(Vec<u8>),
}

impl Coach {
    /// Whether the engine waits.
    pub fn holds(&self) -> bool {
        !matches!(self, Self::Off | Self::Idle)
    }

    /// Holds a move no longer.
    pub(super) fn release(&mut self) {
        if self.holds() {
            *self = Self::Idle;
        }
    }
}
