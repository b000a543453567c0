//! What the site knows of a visitor's strength, by their games against engines.

use engine::player::Strength;
use engine::rating::Rating;
use serde::{Deserialize, Serialize};

/// A visitor's strength on the scale of the levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorRating {
    /// The strength against which they are expected to score half.
    pub strength: Strength,
    /// Theirs lies between these two with nine chances in ten.
    pub interval: [Strength; 2],
    /// The games by which it is known.
    pub games: u32,
}

impl VisitorRating {
    /// What is shown of a rating after so many games.
    #[must_use]
    pub fn new(rating: Rating, games: u32) -> Self {
        Self {
            strength: rating.strength(),
            interval: rating.interval(),
            games,
        }
    }
}

impl Default for VisitorRating {
    /// That of somebody who has not played.
    fn default() -> Self {
        Self::new(Rating::default(), 0)
    }
}
