//! What the moves of a game lost, and what that says of who made them.

/// The losses of a visitor's moves in a game, where there was a choice and a chance to win from 10 to 90 %.
///
/// Serialized as moves and hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[u32; 2]", into = "[u32; 2]"))]
pub struct MoveLosses {
    /// Moves that are counted.
    pub moves: u16,
    /// Their sum, hundredths of a point of the chance to win.
    pub hundredths: u32,
}

impl From<MoveLosses> for [u32; 2] {
    /// Moves and hundredths.
    fn from(losses: MoveLosses) -> [u32; 2] {
        [losses.moves.into(), losses.hundredths]
    }
}

impl TryFrom<[u32; 2]> for MoveLosses {
    type Error = std::num::TryFromIntError;

    fn try_from([moves, hundredths]: [u32; 2]) -> Result<MoveLosses, Self::Error> {
        let moves = moves.try_into()?;
        Ok(MoveLosses { moves, hundredths })
    }
}

/// Nodes of the searches by which a move's loss is measured, each.
pub const LOSS_NODES: u64 = 5_000;

/// The most that a move loses, hundredths of a point.
const MOST: u32 = 100 * 100;

/// ln(points + 1/2) at no Elo, and its fall with each: by levels 1 to 7 against themselves, see NOTES.md.
pub(super) const AT_ZERO: f64 = 2.65;
pub(super) const PER_ELO: f64 = -0.001_2;
/// The variance of a move's share in it, and that between games.
const OF_MOVES: f64 = 2.5;
const OF_GAMES: f64 = 0.06;

/// What the losses of a game say.
pub(super) struct ObservedLosses {
    pub logarithm: f64,
    pub variance: f64,
}

impl MoveLosses {
    /// Counts a move that lost so many points of the chance to win, 0 to 100.
    pub fn add(&mut self, points: f64) {
        if points.is_nan() {
            return;
        }
        self.moves = self.moves.saturating_add(1);
        self.hundredths = self.hundredths.saturating_add(hundredths(points).into());
    }

    /// Whether a player of so many moves may have lost as much.
    #[must_use]
    pub fn is_possible(self, moves: usize) -> bool {
        usize::from(self.moves) <= moves && self.hundredths <= u32::from(self.moves) * MOST
    }

    /// ln(points + 1/2) of the mean loss; half a point keeps a game without errors finite.
    #[must_use]
    pub fn logarithm(self) -> f64 {
        (f64::from(self.hundredths) / 100.0 / f64::from(self.moves.max(1)) + 0.5).ln()
    }

    /// `None` where no move counts.
    pub(super) fn observed(self) -> Option<ObservedLosses> {
        (self.moves > 0).then(|| ObservedLosses {
            logarithm: self.logarithm(),
            variance: OF_GAMES + OF_MOVES / f64::from(self.moves),
        })
    }
}

/// Points of the chance to win in hundredths, within what a move can lose.
#[must_use]
pub fn hundredths(points: f64) -> u16 {
    (points * 100.0).round().clamp(0.0, f64::from(MOST)) as u16
}
