//! What the levels of all minds are worth on the scale of Intuition's.

use engine::player::{Level, StrategyId, Strength};

use crate::arena::{Encounter, Rating, Ratings};

/// See [`Ratings::tied`].
const DRAWN_PAIRS: f64 = 0.01;

/// A mind at one of its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MindAtLevel {
    pub mind: StrategyId,
    pub level: Level,
}

/// Matches between minds at levels.
#[derive(Clone, Debug, Default)]
pub struct LevelMatches {
    players: Vec<MindAtLevel>,
    encounters: Vec<Encounter>,
}

/// The strengths of all that have played, by [`Ratings`].
#[derive(Clone, Debug)]
pub struct LevelScale {
    players: Vec<MindAtLevel>,
    ratings: Ratings,
}

/// Between which of Intuition's levels something plays, with its 95 % interval; 1 and 10 are also what lies beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelWorth {
    pub level: f64,
    pub low: f64,
    pub high: f64,
}

impl LevelMatches {
    /// Counts a match; pairs of games by the first one's points: 0, ½, 1, 1½ and 2.
    pub fn add(&mut self, players: [MindAtLevel; 2], pentanomial: [u64; 5]) {
        let players = players.map(|player| self.index(player));
        self.encounters.push(Encounter {
            players,
            pentanomial,
        });
    }

    fn index(&mut self, player: MindAtLevel) -> usize {
        let known = self.players.iter().position(|known| *known == player);
        known.unwrap_or_else(|| {
            self.players.push(player);
            self.players.len() - 1
        })
    }

    /// The strengths by all matches together.
    #[must_use]
    pub fn scale(&self) -> LevelScale {
        LevelScale {
            ratings: Ratings::tied(self.players.len(), &self.encounters, DRAWN_PAIRS),
            players: self.players.clone(),
        }
    }
}

impl LevelScale {
    /// How much stronger one is than another; `None` where one has not played.
    #[must_use]
    pub fn difference(&self, one: MindAtLevel, other: MindAtLevel) -> Option<Rating> {
        let index = |player| self.players.iter().position(|known| *known == player);
        Some(self.ratings.difference(index(one)?, index(other)?))
    }

    /// What a mind's level is worth; `None` where it or Intuition has not played.
    #[must_use]
    pub fn worth(&self, player: MindAtLevel) -> Option<LevelWorth> {
        let leads: Vec<(Level, Rating)> = Level::all()
            .filter_map(|level| Some((level, self.difference(player, intuition(level))?)))
            .collect();
        let at = |bound: fn(&Rating) -> f64| {
            let leads = leads.iter().map(|(level, lead)| (*level, bound(lead)));
            crossing(&leads.collect::<Vec<_>>())
        };
        Some(LevelWorth {
            level: at(|lead| lead.elo)?,
            low: at(|lead| lead.elo - lead.error)?,
            high: at(|lead| lead.elo + lead.error)?,
        })
    }
}

impl LevelWorth {
    /// Its engine Elo, as [`Strength::elo`].
    #[must_use]
    pub fn elo(&self) -> u16 {
        let tenths = (self.level * 10.0).round() as u8;
        Strength::from_tenths(tenths).unwrap_or_default().elo()
    }
}

/// Intuition at a level.
#[must_use]
pub fn intuition(level: Level) -> MindAtLevel {
    MindAtLevel {
        mind: StrategyId::Intuition,
        level,
    }
}

/// Where the lead over rising levels becomes none: after the last level over which there is one.
fn crossing(leads: &[(Level, f64)]) -> Option<f64> {
    let number = |level: Level| f64::from(level.number());
    let last = leads.iter().rposition(|(_, lead)| *lead >= 0.0);
    let Some(last) = last else {
        return leads.first().map(|(level, _)| number(*level));
    };
    let (level, lead) = leads[last];
    let next = leads.get(last + 1).map(|(next, behind)| {
        let share = lead / (lead - behind);
        number(level) + share * (number(*next) - number(level))
    });
    Some(next.unwrap_or(number(level)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    fn explorer(number: u8) -> MindAtLevel {
        MindAtLevel {
            mind: StrategyId::Explorer,
            level: level(number),
        }
    }

    /// Three quarters of the points: 191 Elo.
    const STRONGER: [u64; 5] = [0, 0, 50, 0, 50];
    const EVEN: [u64; 5] = [25, 0, 50, 0, 25];

    #[test]
    fn what_plays_as_well_as_a_level_is_worth_that_level() {
        let mut matches = LevelMatches::default();
        for number in 2..=10 {
            matches.add(
                [intuition(level(number)), intuition(level(number - 1))],
                STRONGER,
            );
        }
        matches.add([explorer(4), intuition(level(5))], EVEN);
        matches.add([explorer(7), intuition(level(6))], STRONGER);
        let scale = matches.scale();
        for number in 2..=10 {
            let [stronger, weaker] = [number, number - 1].map(|number| intuition(level(number)));
            let step = scale.difference(stronger, weaker).unwrap();
            assert!((step.elo - 191.0).abs() < 2.0, "{number}: {step:?}");
            assert!(step.error > 10.0, "{number}: {step:?}");
        }
        let fifth = scale.worth(explorer(4)).unwrap();
        assert!((fifth.level - 5.0).abs() < 0.05, "{fifth:?}");
        assert!(
            4.0 < fifth.low && fifth.low < 4.9 && fifth.high < 6.0,
            "{fifth:?}"
        );
        assert_eq!(fifth.elo(), Level::new(5).unwrap().elo());
        let seventh = scale.worth(explorer(7)).unwrap();
        assert!((seventh.level - 7.0).abs() < 0.1, "{seventh:?}");
        assert_eq!(scale.worth(explorer(1)), None);
    }

    #[test]
    fn nothing_is_worth_more_than_the_ends() {
        let mut matches = LevelMatches::default();
        matches.add([intuition(level(10)), intuition(level(9))], STRONGER);
        matches.add([explorer(10), intuition(level(10))], STRONGER);
        matches.add([intuition(level(9)), explorer(1)], STRONGER);
        let worth = |number| matches.scale().worth(explorer(number)).unwrap();
        assert_eq!((worth(10).level, worth(10).high), (10.0, 10.0));
        assert!(worth(10).low > 9.5);
        // The lowest that has played.
        assert_eq!((worth(1).level, worth(1).low), (9.0, 9.0));
    }
}
