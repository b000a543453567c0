//! Which line is on the board.

/// A line of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Solution,
    /// The move in the game, with the best replies.
    Game,
    /// What shows the idea.
    Idea,
}

/// A line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLine {
    pub kind: LineKind,
    /// So many of its plies are played.
    pub plies: usize,
}

impl LineKind {
    pub const ALL: [LineKind; 3] = [LineKind::Solution, LineKind::Game, LineKind::Idea];
}
