//! Results and faults of a match.

use super::{FaultKind, PairRecord, SideResult, TerminationKind};

/// Counts from the first player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchStats {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pairs by their points: 0, ½, 1, 1½ and 2.
    pub pentanomial: [u64; 5],
    /// Of the first and of the second player.
    pub faults: [FaultCounts; 2],
}

/// Games that a side lost by each kind of fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts {
    pub time: u64,
    pub illegal: u64,
    pub crashed: u64,
    pub disconnected: u64,
}

impl FaultCounts {
    /// The sum of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.time + self.illegal + self.crashed + self.disconnected
    }
}

impl MatchStats {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairRecord) {
        let mut half_points = 0;
        for game in pair.games {
            match game.result {
                SideResult::Loss => self.losses += 1,
                SideResult::Draw => self.draws += 1,
                SideResult::Win => self.wins += 1,
            }
            half_points += game.result as usize;
            if let TerminationKind::Fault(kind) = game.termination {
                let faults = &mut self.faults[usize::from(game.result == SideResult::Win)];
                match kind {
                    FaultKind::Time => faults.time += 1,
                    FaultKind::Illegal => faults.illegal += 1,
                    FaultKind::Crashed => faults.crashed += 1,
                    FaultKind::Disconnected => faults.disconnected += 1,
                }
            }
        }
        self.pentanomial[half_points] += 1;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first player's points; a draw is half a point.
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
        let mut stats = MatchStats::default();
        for line in [
            "pair 0 win:rules win:time",
            "pair 1 loss:illegal draw:rules",
            "pair 2 loss:rules win:crashed",
            "pair 3 draw:rules draw:adjudicated",
            "pair 4 loss:disconnected loss:rules",
            "pair 5 draw:rules win:rules",
        ] {
            stats.add(&line.parse().unwrap());
        }
        assert_eq!([stats.wins, stats.draws, stats.losses], [4, 4, 4]);
        assert_eq!(stats.pentanomial, [1, 1, 2, 1, 1]);
        assert_eq!((stats.games(), stats.points()), (12, 6.0));
        let [first, second] = stats.faults;
        assert_eq!(
            (first.illegal, first.disconnected, first.total()),
            (1, 1, 2)
        );
        assert_eq!((second.time, second.crashed, second.total()), (1, 1, 2));
    }
}
