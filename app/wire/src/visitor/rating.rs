//! What the site knows of a visitor's strength, by their games against engines.

use engine::player::Strength;
use engine::rating::{RatedGame, Rating};
use serde::{Deserialize, Serialize};

/// A visitor's strength on the scale of the levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisitorRating {
    /// The strength against which they are expected to score half.
    pub strength: Strength,
    /// Theirs lies between these two with nine chances in ten.
    pub interval: [Strength; 2],
    /// The games by which it is known.
    pub games: u32,
}

/// The same with what the next game changes, as the server sends it and the browser stores it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct KnownRating {
    /// As in [`VisitorRating`].
    pub strength: Strength,
    /// As in [`VisitorRating`].
    pub interval: [Strength; 2],
    /// As in [`VisitorRating`].
    pub games: u32,
    /// The estimate, from which the next game goes on.
    pub known: Rating,
}

impl KnownRating {
    /// What is known after so many games.
    #[must_use]
    pub fn new(known: Rating, games: u32) -> Self {
        Self {
            strength: known.strength(),
            interval: known.interval(),
            games,
            known,
        }
    }

    /// What is known after these games, too; those that say nothing are left out.
    #[must_use]
    pub fn after(self, games: impl IntoIterator<Item = RatedGame>) -> Self {
        let telling = games.into_iter().filter(RatedGame::counts);
        let (known, count) = telling.fold((self.known, self.games), |(known, count), game| {
            (known.after(&game), count.saturating_add(1))
        });
        Self::new(known, count)
    }

    /// What is shown of it.
    #[must_use]
    pub fn shown(self) -> VisitorRating {
        VisitorRating {
            strength: self.strength,
            interval: self.interval,
            games: self.games,
        }
    }
}

impl Default for KnownRating {
    /// That of somebody who has not played.
    fn default() -> Self {
        Self::new(Rating::default(), 0)
    }
}
