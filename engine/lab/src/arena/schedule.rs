//! Which pair is played next, what is counted, and when the match is over.

use std::collections::{BTreeMap, BTreeSet};

use super::{PairRecord, Sprt, Tally, Verdict};

/// The pairs of a match.
///
/// Pairs may be finished in any order, but they are counted in theirs: so short games do not count
/// before long ones, and a test ends at the same pair however many threads play.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairs: u32,
    sprt: Option<Sprt>,
    /// Every pair below was handed out, or is in `finished`.
    next: u32,
    /// Handed out and not back yet, or given up: to be handed out again.
    returned: BTreeSet<u32>,
    /// Finished and not counted yet.
    finished: BTreeMap<u32, PairRecord>,
    /// Pairs counted: all below this.
    counted: u32,
    tally: Tally,
    verdict: Option<Verdict>,
}

impl Schedule {
    /// A match of `pairs` pairs, shorter if the test ends it.
    #[must_use]
    pub fn new(pairs: u32, sprt: Option<Sprt>) -> Schedule {
        Schedule {
            pairs,
            sprt,
            next: 0,
            returned: BTreeSet::new(),
            finished: BTreeMap::new(),
            counted: 0,
            tally: Tally::default(),
            verdict: None,
        }
    }

    /// The next pair to play; `None` when all are handed out or the test has ended.
    pub fn hand_out(&mut self) -> Option<u32> {
        if self.verdict.is_some() {
            return None;
        }
        if let Some(index) = self.returned.pop_first() {
            return Some(index);
        }
        while self.is_known(self.next) {
            self.next += 1;
        }
        let index = self.next;
        (index < self.pairs).then(|| {
            self.next += 1;
            index
        })
    }

    /// Takes back a pair that was handed out and not played to the end.
    pub fn give_back(&mut self, index: u32) {
        if !self.is_known(index) {
            self.returned.insert(index);
        }
    }

    /// Takes a finished pair, from a player or from the file of an interrupted match. One that is
    /// known already, beyond the last, or after the end of the test is not counted.
    pub fn take(&mut self, pair: PairRecord) {
        if pair.index >= self.pairs || self.is_known(pair.index) {
            return;
        }
        self.finished.insert(pair.index, pair);
        while self.verdict.is_none() {
            let Some(pair) = self.finished.remove(&self.counted) else {
                break;
            };
            self.tally.add(&pair);
            self.counted += 1;
            self.verdict = self.sprt.and_then(|sprt| sprt.verdict(&self.tally.pairs));
        }
    }

    fn is_known(&self, index: u32) -> bool {
        index < self.counted || self.finished.contains_key(&index)
    }

    /// What is counted so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The test, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// How the test ended, if it has.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Whether there is nothing left to play or to wait for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.verdict.is_some() || self.counted >= self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(index: u32, games: &str) -> PairRecord {
        format!("pair {index} {games}").parse().unwrap()
    }

    #[test]
    fn pairs_are_counted_in_their_order_whatever_order_they_end_in() {
        let mut schedule = Schedule::new(3, None);
        assert_eq!(schedule.hand_out(), Some(0));
        assert_eq!(schedule.hand_out(), Some(1));
        schedule.take(pair(1, "win:rules win:rules"));
        assert_eq!(schedule.tally().games(), 0);
        schedule.take(pair(0, "loss:rules draw:rules"));
        assert_eq!(schedule.tally().pairs, [0, 1, 0, 0, 1]);
        assert_eq!(schedule.hand_out(), Some(2));
        assert_eq!(schedule.hand_out(), None);
        assert!(!schedule.is_over());
        schedule.take(pair(2, "draw:rules draw:rules"));
        assert!(schedule.is_over());
    }

    #[test]
    fn a_resumed_match_plays_what_is_missing() {
        let mut schedule = Schedule::new(5, None);
        for index in [0, 3, 3, 9] {
            schedule.take(pair(index, "win:rules loss:rules"));
        }
        let left: Vec<u32> = std::iter::from_fn(|| schedule.hand_out()).collect();
        assert_eq!(left, [1, 2, 4]);
        assert_eq!(schedule.tally().games(), 2);
    }

    #[test]
    fn a_pair_that_was_given_back_is_handed_out_again() {
        let mut schedule = Schedule::new(2, None);
        assert_eq!(schedule.hand_out(), Some(0));
        schedule.give_back(0);
        assert_eq!(schedule.hand_out(), Some(0));
        schedule.take(pair(0, "win:rules loss:rules"));
        schedule.give_back(0);
        assert_eq!(schedule.hand_out(), Some(1));
        assert_eq!(schedule.hand_out(), None);
    }

    #[test]
    fn the_test_ends_at_the_same_pair_in_any_order() {
        let games = |index: u32| match index % 4 {
            0 => "draw:rules win:rules",
            1 => "draw:rules loss:rules",
            _ => "win:rules draw:rules",
        };
        let tally = |order: &mut dyn Iterator<Item = u32>| {
            let mut schedule = Schedule::new(1_000, Sprt::new(0.0, 60.0));
            order.for_each(|index| schedule.take(pair(index, games(index))));
            assert_eq!(schedule.verdict(), Some(Verdict::Accepted));
            assert_eq!(schedule.hand_out(), None);
            *schedule.tally()
        };
        let forwards = tally(&mut (0..1_000));
        assert!(forwards.games() < 2_000);
        assert_eq!(tally(&mut (0..1_000).rev()), forwards);
    }
}
