//! Playing strength between the levels.

use std::fmt;
use std::str::FromStr;

use super::Level;
use crate::random::mix;
use crate::rules::Position;

/// A playing strength: 1.0 to 10.0, in tenths of a level.
///
/// A whole one is that level. Between two levels some moves are of the upper level and the others of the
/// lower one: at 3.4 four positions of ten, drawn by the position and the player's seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "f64", into = "f64"))]
pub struct Strength {
    tenths: u8,
}

/// Tenths between two levels.
const STEPS: u8 = 10;

impl Strength {
    /// All strengths, the weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        let tenths =
            Strength::from(Level::WEAKEST).tenths..=Strength::from(Level::STRONGEST).tenths;
        tenths.map(|tenths| Strength { tenths })
    }

    /// The strength of so many tenths of a level, 10 to 100.
    #[must_use]
    pub fn from_tenths(tenths: u8) -> Option<Strength> {
        let weakest = Strength::from(Level::WEAKEST).tenths;
        let strongest = Strength::from(Level::STRONGEST).tenths;
        (weakest..=strongest)
            .contains(&tenths)
            .then_some(Strength { tenths })
    }

    /// Tenths of a level, 10 to 100.
    #[must_use]
    pub fn tenths(self) -> u8 {
        self.tenths
    }

    /// The level itself, or the one below.
    #[must_use]
    pub fn lower(self) -> Level {
        Level::new(self.tenths / STEPS).expect("at least the weakest level")
    }

    /// The level above, of which some moves are; `None` for a whole level.
    #[must_use]
    pub fn upper(self) -> Option<Level> {
        match self.tenths % STEPS {
            0 => None,
            _ => Level::new(self.tenths / STEPS + 1),
        }
    }

    /// The nearest level; of two equally near ones the upper.
    #[must_use]
    pub fn level(self) -> Level {
        let is_nearer = self.tenths % STEPS >= STEPS / 2;
        self.upper().filter(|_| is_nearer).unwrap_or(self.lower())
    }

    /// This strength if it lies between two levels; `None` for a whole level.
    #[must_use]
    pub fn between(self) -> Option<Strength> {
        self.upper().map(|_| self)
    }

    /// The level of the move in a position.
    #[must_use]
    pub fn level_in(self, position: &Position, seed: u64) -> Level {
        let drawn = mix(position.key() ^ mix(seed)) % u64::from(STEPS);
        let is_upper = drawn < u64::from(self.tenths % STEPS);
        self.upper().filter(|_| is_upper).unwrap_or(self.lower())
    }

    /// Engine Elo of Intuition: that of the level, or between those of two levels by their shares. See
    /// [`Level::elo`].
    #[must_use]
    pub fn elo(self) -> u16 {
        let lower = self.lower().elo();
        let step = self.upper().map_or(0, |upper| upper.elo() - lower);
        lower + step * u16::from(self.tenths % STEPS) / u16::from(STEPS)
    }

    /// The strongest whose Elo is not above this, or the weakest.
    #[must_use]
    pub fn of_elo(elo: u16) -> Strength {
        let weaker = Strength::all().take_while(|strength| strength.elo() <= elo);
        weaker.last().unwrap_or(Level::WEAKEST.into())
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength {
            tenths: level.number() * STEPS,
        }
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Level::default().into()
    }
}

/// "3" for a level, "3.4" between two.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tenths % STEPS {
            0 => write!(f, "{}", self.tenths / STEPS),
            tenths => write!(f, "{}.{tenths}", self.tenths / STEPS),
        }
    }
}

/// What is no strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a strength from 1.0 to 10.0 in tenths")]
pub struct InvalidStrength;

impl FromStr for Strength {
    type Err = InvalidStrength;

    /// As written; "3.0", too.
    fn from_str(text: &str) -> Result<Strength, InvalidStrength> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let number = |digits: &str, most: usize| {
            let is_number = (1..=most).contains(&digits.len())
                && digits.bytes().all(|digit| digit.is_ascii_digit());
            is_number.then(|| digits.parse::<u8>().ok()).flatten()
        };
        let tenths = number(whole, 2).zip(number(tenth, 1));
        tenths
            .and_then(|(whole, tenth)| {
                Strength::from_tenths(whole.checked_mul(STEPS)?.checked_add(tenth)?)
            })
            .ok_or(InvalidStrength)
    }
}

impl From<Strength> for f64 {
    fn from(strength: Strength) -> f64 {
        f64::from(strength.tenths) / f64::from(STEPS)
    }
}

impl TryFrom<f64> for Strength {
    type Error = InvalidStrength;

    fn try_from(strength: f64) -> Result<Strength, InvalidStrength> {
        Strength::all()
            .find(|&known| f64::from(known) == strength)
            .ok_or(InvalidStrength)
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::rules::Game;

    #[test]
    fn strengths_are_read_as_they_are_written() {
        assert_eq!(Strength::all().count(), 91);
        for strength in Strength::all() {
            assert_eq!(strength.to_string().parse(), Ok(strength));
            assert_eq!(Strength::try_from(f64::from(strength)), Ok(strength));
            assert_eq!(Strength::from_tenths(strength.tenths()), Some(strength));
        }
        assert_eq!("3.0".parse(), Ok(Strength::default()));
        assert_eq!(Strength::default().to_string(), "3");
        for text in [
            "",
            ".",
            "3.",
            ".4",
            "0.9",
            "10.1",
            "11",
            "3.45",
            "+3",
            "-3",
            " 3",
            "3,4",
            "99",
            "26.0",
            "1e0",
            "\u{663}",
            "3.\u{664}",
        ] {
            assert_eq!(text.parse::<Strength>(), Err(InvalidStrength), "{text}");
        }
        for number in [0.9, 10.1, 3.45, -3.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Strength::try_from(number), Err(InvalidStrength), "{number}");
        }
    }

    #[test]
    fn as_many_moves_are_of_the_upper_level_as_the_tenths_say() {
        let mut rng = crate::rng(5);
        for strength in Strength::all() {
            let mut upper = 0;
            for seed in 0..40 {
                let mut game = Game::new();
                while game.ply() < 25 && game.outcome().is_none() {
                    let level = strength.level_in(game.position(), seed);
                    assert_eq!(level, strength.level_in(game.position(), seed));
                    assert!(level == strength.lower() || Some(level) == strength.upper());
                    upper += u32::from(Some(level) == strength.upper());
                    let mv = *game
                        .position()
                        .legal_moves()
                        .choose(&mut rng)
                        .expect("a move");
                    game.play(mv).expect("it is legal");
                }
            }
            let wanted = 100 * u32::from(strength.tenths() % 10);
            assert!(upper.abs_diff(wanted) <= 60, "{strength}: {upper}");
        }
    }

    #[test]
    fn the_nearest_level_is_half_a_level_away_at_most() {
        for strength in Strength::all() {
            let level = strength.level();
            let away = Strength::from(level).tenths().abs_diff(strength.tenths());
            assert!(away <= 5, "{strength}: {level:?}");
            assert_eq!(strength.between().is_none(), away == 0, "{strength}");
        }
        let half = Strength::from_tenths(35).map(Strength::level);
        assert_eq!(half, Level::new(4));
    }

    #[test]
    fn an_elo_is_that_of_the_strongest_below_it() {
        for level in Level::all() {
            assert_eq!(Strength::from(level).elo(), level.elo());
            assert_eq!(Strength::of_elo(level.elo()), level.into());
        }
        let elos: Vec<u16> = Strength::all().map(Strength::elo).collect();
        assert!(elos.is_sorted_by(|one, next| one < next), "{elos:?}");
        assert_eq!(Strength::of_elo(0), Level::WEAKEST.into());
        assert_eq!(Strength::of_elo(u16::MAX), Level::STRONGEST.into());
    }
}
