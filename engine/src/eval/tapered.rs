//! Tapered values: one for the middlegame, one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Centipawns in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    pub middlegame: i32,
    pub endgame: i32,
}

/// Shorthand for table entries.
pub(super) const fn t(middlegame: i32, endgame: i32) -> Tapered {
    Tapered {
        middlegame,
        endgame,
    }
}

impl Tapered {
    /// The value at game phase `phase` of `full`, centipawns.
    #[must_use]
    pub fn blend(self, phase: i32, full: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (full - phase)) / full
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        t(
            self.middlegame + other.middlegame,
            self.endgame + other.endgame,
        )
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        t(
            self.middlegame - other.middlegame,
            self.endgame - other.endgame,
        )
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        t(-self.middlegame, -self.endgame)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, times: i32) -> Tapered {
        t(self.middlegame * times, self.endgame * times)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}
