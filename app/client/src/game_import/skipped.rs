//! Games of a file that are not imported, by reason.

use serde::{Deserialize, Serialize};

use super::format::counted;

/// Why a game of a file is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkipReason {
    /// The text has no tags, so nobody knows whose game it is; or it is no game at all.
    NoTags,
    /// The text is longer than [`MAX_GAME_BYTES`](super::MAX_GAME_BYTES).
    TooLong,
    /// The file has more than [`MAX_GAMES`](super::MAX_GAMES).
    TooMany,
    /// The file has it twice.
    Twice,
    /// An earlier import had it.
    Earlier,
}

/// How many games of a file are not imported, by reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedGames {
    pub no_tags: u32,
    pub too_long: u32,
    pub too_many: u32,
    pub twice: u32,
    pub earlier: u32,
}

impl SkippedGames {
    pub fn count(&mut self, reason: SkipReason) {
        let count = match reason {
            SkipReason::NoTags => &mut self.no_tags,
            SkipReason::TooLong => &mut self.too_long,
            SkipReason::TooMany => &mut self.too_many,
            SkipReason::Twice => &mut self.twice,
            SkipReason::Earlier => &mut self.earlier,
        };
        *count = count.saturating_add(1);
    }

    /// Adds the counts of another one.
    pub(super) fn add(&mut self, other: &SkippedGames) {
        let pairs = [
            (&mut self.no_tags, other.no_tags),
            (&mut self.too_long, other.too_long),
            (&mut self.too_many, other.too_many),
            (&mut self.twice, other.twice),
            (&mut self.earlier, other.earlier),
        ];
        for (count, more) in pairs {
            *count = count.saturating_add(more);
        }
    }

    /// Games with tags among them.
    #[must_use]
    pub fn games(&self) -> u32 {
        [self.too_long, self.too_many, self.twice, self.earlier]
            .into_iter()
            .fold(0, u32::saturating_add)
    }

    /// A sentence for each reason.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let told = [
            (self.twice, "in the file twice", "in the file twice"),
            (self.earlier, "of an earlier import", "of an earlier import"),
            (self.too_long, "too long to be read", "too long to be read"),
            (
                self.too_many,
                "beyond the limit of 2,000",
                "beyond the limit of 2,000",
            ),
        ];
        let mut sentences: Vec<String> = told
            .into_iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, more)| match count {
                1 => format!("1 game is {one}."),
                _ => format!("{} are {more}.", counted(count, "game")),
            })
            .collect();
        if self.no_tags > 0 {
            let (parts, has) = (
                counted(self.no_tags, "part"),
                if self.no_tags == 1 { "has" } else { "have" },
            );
            sentences.push(format!("{parts} of the file {has} no tags."));
        }
        sentences
    }
}
