//! Why a stored review is not shown.

/// Why a stored review is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StoredReviewError {
    /// It is damaged, or was written by another version of this site.
    #[error("A review came with the game, but I cannot read it, so it is left out.")]
    Unreadable,
    #[error("A review came with the game, but it is of other moves, so it is left out.")]
    OtherMoves,
}
