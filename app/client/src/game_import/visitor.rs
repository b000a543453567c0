//! Who of the players is the visitor.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::rules::Color;
use serde::{Deserialize, Serialize};

use crate::sorted::sorted_by_key;

/// The most names that a visitor may have.
pub const MAX_VISITOR_NAMES: usize = 8;

/// Whose moves are looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visitor {
    /// Those of the player with one of these names; capitals do not count.
    Names(Vec<String>),
    /// Those of both players.
    BothSides,
}

impl Visitor {
    /// The visitor's sides in a game of these players, White's first; none where it is not the visitor's.
    #[must_use]
    pub fn sides(&self, players: &[String; 2]) -> Vec<Color> {
        let is_visitors = |side: &Color| match self {
            Visitor::BothSides => true,
            Visitor::Names(names) => {
                let player = folded(&players[side.index()]);
                !player.is_empty() && names.iter().any(|name| folded(name) == player)
            }
        };
        Color::ALL.into_iter().filter(is_visitors).collect()
    }
}

/// How often each name is that of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNames {
    /// By the name without capitals: as it was written first, and its games.
    names: BTreeMap<String, (String, u32)>,
}

impl PlayerNames {
    /// Counts the players of a game.
    pub fn add(&mut self, players: &[String; 2]) {
        for (index, player) in players.iter().enumerate() {
            let name = folded(player);
            let is_twice = index == 1 && name == folded(&players[0]);
            if !name.is_empty() && !is_twice {
                self.names.entry(name).or_insert((player.clone(), 0)).1 += 1;
            }
        }
    }

    /// All names with their games, the most frequent first.
    #[must_use]
    pub fn by_games(&self) -> Vec<(&str, u32)> {
        let names = self.names.values();
        let names: Vec<(&str, u32)> = names.map(|(name, games)| (&**name, *games)).collect();
        sorted_by_key(&names, |(_, games)| Reverse(*games))
    }

    /// The name that is probably the visitor's: the one in most games, if no other is in as many.
    #[must_use]
    pub fn proposed(&self) -> Option<&str> {
        match self.by_games()[..] {
            [(name, _)] => Some(name),
            [(name, most), (_, next), ..] if most > next => Some(name),
            _ => None,
        }
    }
}

/// A name as it is compared.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}
