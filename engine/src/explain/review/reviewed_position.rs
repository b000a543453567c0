//! What a review finds in one position.

use crate::search::Line;

/// What a review has found in a position, enough to go on from or to finish without searching again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewedPosition {
    /// The best line, side to move's view; none where the game was over or the search found nothing.
    pub best: Option<Line>,
    /// The line of the played move, if it was doubted and not the best.
    pub played: Option<Line>,
    /// The best lines that begin with other moves, best first, where they were searched.
    pub others: Vec<Line>,
    /// Loss of the played move, percentage points, if it does not follow from the scores before and after.
    pub loss: Option<f64>,
}
