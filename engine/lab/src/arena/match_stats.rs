//! The count of a match.

use super::{End, FaultKind, PairRecord, Point};

/// Games and pairs from the first contestant's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs by what they gave: 0, ½, 1, 1½ and 2 points ("pentanomial").
    pub pairs: [u64; 5],
    /// What went wrong on the first and on the second side.
    pub faults: [Faults; 2],
}

/// How many games a side lost without playing them to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    pub time: u64,
    pub illegal: u64,
    pub crashed: u64,
    pub disconnected: u64,
}

impl Faults {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.crashed + self.disconnected
    }
}

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairRecord) {
        let mut half_points = 0;
        for game in pair.games {
            match game.point {
                Point::Loss => self.losses += 1,
                Point::Draw => self.draws += 1,
                Point::Win => self.wins += 1,
            }
            half_points += game.point as usize;
            if let End::Fault(kind) = game.end {
                let faults = &mut self.faults[usize::from(game.point == Point::Win)];
                match kind {
                    FaultKind::Time => faults.time += 1,
                    FaultKind::Illegal => faults.illegal += 1,
                    FaultKind::Crashed => faults.crashed += 1,
                    FaultKind::Disconnected => faults.disconnected += 1,
                }
            }
        }
        self.pairs[half_points] += 1;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first contestant's points, a draw half of one.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_pairs_and_faults_are_counted_on_the_right_side() {
        let mut tally = Tally::default();
        for line in [
            "pair 0 win:rules win:time",
            "pair 1 loss:illegal draw:rules",
            "pair 2 loss:rules win:crashed",
            "pair 3 draw:rules draw:adjudicated",
            "pair 4 loss:disconnected loss:rules",
            "pair 5 draw:rules win:rules",
        ] {
            tally.add(&line.parse().unwrap());
        }
        assert_eq!([tally.wins, tally.draws, tally.losses], [4, 4, 4]);
        assert_eq!(tally.pairs, [1, 1, 2, 1, 1]);
        assert_eq!((tally.games(), tally.points()), (12, 6.0));
        let [first, second] = tally.faults;
        assert_eq!(
            (first.illegal, first.disconnected, first.total()),
            (1, 1, 2)
        );
        assert_eq!((second.time, second.crashed, second.total()), (1, 1, 2));
    }
}
