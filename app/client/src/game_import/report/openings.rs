//! Openings by their family, for each colour.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use engine::rules::Color;

use super::rate::Rate;
use super::score::GameScore;
use crate::game_import::game_result::{GameResult, SideResult};
use crate::sorted::sorted_by_key;

/// The fewest games of a best or worst opening.
pub const MIN_OPENING_GAMES: u32 = 3;

/// The visitor's openings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningsReport {
    /// By [`Color::index`] of the visitor's side and the family.
    families: BTreeMap<(usize, String), OpeningReport>,
}

/// The visitor's games with an opening.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningReport {
    pub color: Color,
    /// The name without variations: `Sicilian Defense`.
    pub family: String,
    /// The codes of its variations, the first and the last: `B20`, `B99`.
    pub eco: [String; 2],
    pub score: GameScore,
    /// Loss per move in the opening, tenths of a percentage point.
    pub loss: Rate,
}

impl OpeningsReport {
    pub(super) fn add(&mut self, game: &GameResult, side: &SideResult) {
        let Some(opening) = &game.opening else {
            return;
        };
        let family = opening.family().to_owned();
        let key = (side.color.index(), family.clone());
        let report = self.families.entry(key).or_insert_with(|| OpeningReport {
            color: side.color,
            family,
            eco: [opening.eco.clone(), opening.eco.clone()],
            score: GameScore::default(),
            loss: Rate::default(),
        });
        let [first, last] = &mut report.eco;
        if opening.eco < *first {
            first.clone_from(&opening.eco);
        }
        if opening.eco > *last {
            last.clone_from(&opening.eco);
        }
        report.score.add(game.end, side.color);
        let moves = side.phases[0].moves;
        report.loss.add(moves.loss, moves.moves.into());
    }

    /// The openings of a colour, the most frequent first.
    #[must_use]
    pub fn of(&self, color: Color) -> Vec<&OpeningReport> {
        let families = self.families.values();
        let own: Vec<&OpeningReport> = families.filter(|one| one.color == color).collect();
        sorted_by_key(&own, |one| Reverse(one.score.games()))
    }

    /// The opening of a colour with the greatest share of the points, of those with
    /// [`MIN_OPENING_GAMES`]; `None` unless there are two of them to compare.
    #[must_use]
    pub fn best(&self, color: Color) -> Option<&OpeningReport> {
        self.extreme(color, Ordering::Greater)
    }

    /// The one with the smallest share.
    #[must_use]
    pub fn worst(&self, color: Color) -> Option<&OpeningReport> {
        self.extreme(color, Ordering::Less)
    }

    fn extreme(&self, color: Color, wanted: Ordering) -> Option<&OpeningReport> {
        let share = |one: &OpeningReport| one.score.points.mean();
        let mut own = self.of(color);
        own.retain(|one| one.score.points.games() >= MIN_OPENING_GAMES);
        let first = own.first().copied().filter(|_| own.len() > 1)?;
        // Of equals the most frequent one.
        let found = own.iter().fold(first, |found, one| {
            match share(one).partial_cmp(&share(found)) == Some(wanted) {
                true => one,
                false => found,
            }
        });
        let differs = own.iter().any(|one| share(one) != share(found));
        differs.then_some(found)
    }
}
