//! Steps through the moves of a game, the same on every page.

/// A step through the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NavigationStep {
    First,
    Previous,
    Next,
    Last,
}

impl NavigationStep {
    /// The ply to show next, in a game of `end` plies that is shown at `ply`.
    pub fn target(self, ply: usize, end: usize) -> usize {
        match self {
            NavigationStep::First => 0,
            NavigationStep::Previous => ply.saturating_sub(1),
            NavigationStep::Next => end.min(ply + 1),
            NavigationStep::Last => end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_step_leaves_the_game() {
        for (step, from_start, from_end) in [
            (NavigationStep::First, 0, 0),
            (NavigationStep::Previous, 0, 2),
            (NavigationStep::Next, 1, 3),
            (NavigationStep::Last, 3, 3),
        ] {
            assert_eq!(
                (step.target(0, 3), step.target(3, 3)),
                (from_start, from_end)
            );
        }
    }
}
