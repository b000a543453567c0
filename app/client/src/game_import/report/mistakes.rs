//! Typical mistakes, with the positions in which they were made.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::group::MistakeGroup;
use crate::game_import::game_result::{GameMistake, SideResult};
use crate::sorted::sorted_by_key;

/// The most positions of a group, those of the largest losses.
pub const MAX_PLACES: usize = 20;

/// All mistakes by group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MistakesReport {
    groups: BTreeMap<MistakeGroup, GroupReport>,
}

/// The mistakes of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupReport {
    pub count: u32,
    /// Games with one of them at least.
    pub games: u32,
    /// The largest losses first.
    pub places: Vec<MistakePlace>,
}

/// A mistake with the number of its game in the import.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakePlace {
    pub game: u32,
    pub mistake: GameMistake,
}

impl MistakesReport {
    pub(super) fn add(&mut self, game: u32, side: &SideResult) {
        let mut in_game: BTreeMap<MistakeGroup, u32> = BTreeMap::new();
        for mistake in &side.mistakes {
            let group = MistakeGroup::of(mistake);
            *in_game.entry(group).or_default() += 1;
            let places = &mut self.groups.entry(group).or_default().places;
            let order =
                |place: &MistakePlace| (Reverse(place.mistake.loss), place.game, place.mistake.ply);
            let place = MistakePlace {
                game,
                mistake: mistake.clone(),
            };
            let index = places.partition_point(|other| order(other) < order(&place));
            places.insert(index, place);
            places.truncate(MAX_PLACES);
        }
        for (group, count) in in_game {
            let report = self.groups.entry(group).or_default();
            report.count += count;
            report.games += 1;
        }
    }

    /// A group's mistakes; `None` where there are none.
    #[must_use]
    pub fn of(&self, group: MistakeGroup) -> Option<&GroupReport> {
        self.groups.get(&group)
    }

    /// The groups with mistakes, the most frequent first, without those of which nothing is proved.
    #[must_use]
    pub fn by_count(&self) -> Vec<(MistakeGroup, &GroupReport)> {
        let named = MistakeGroup::NAMED.into_iter();
        let found: Vec<_> = named
            .filter_map(|group| Some((group, self.of(group)?)))
            .collect();
        sorted_by_key(&found, |(_, report)| Reverse(report.count))
    }
}
