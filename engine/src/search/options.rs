//! Switches that change the search for teaching (S3).

/// What a visitor may switch off to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Options {
    /// Follow captures and check evasions to a quiet end before evaluating.
    pub quiescence: bool,
    /// Prune where even passing the turn would be good enough.
    pub null_move: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            quiescence: true,
            null_move: true,
        }
    }
}
