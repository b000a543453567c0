//! Search features that can be switched off for teaching.

/// Search features that can be switched off to see their effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Options {
    /// Quiescence search.
    pub quiescence: bool,
    /// Null move pruning.
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
