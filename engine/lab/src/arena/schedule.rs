//! The schedule of a match: the next pair to play, the count, and the end.

use std::collections::{BTreeMap, BTreeSet};

use super::{MatchStats, PairRecord, Sprt, SprtDecision};

/// The pairs of a match.
///
/// Pairs finish in any order but are counted in the order of their numbers: short games do not count
/// before long ones, and the test ends at the same pair on any number of threads.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairs: u32,
    sprt: Option<Sprt>,
    /// All pairs below were handed out, or are in `finished`.
    next: u32,
    /// To be handed out again.
    requeued: BTreeSet<u32>,
    /// Finished but not counted yet.
    finished: BTreeMap<u32, PairRecord>,
    /// The number of pairs counted: all below it.
    counted: u32,
    stats: MatchStats,
    decision: Option<SprtDecision>,
}

impl Schedule {
    /// A match of `pairs` pairs, fewer if the test ends it.
    #[must_use]
    pub fn new(pairs: u32, sprt: Option<Sprt>) -> Schedule {
        Schedule {
            pairs,
            sprt,
            next: 0,
            requeued: BTreeSet::new(),
            finished: BTreeMap::new(),
            counted: 0,
            stats: MatchStats::default(),
            decision: None,
        }
    }

    /// The next pair to play; `None` when all are handed out or the test has ended.
    pub fn next_pair(&mut self) -> Option<u32> {
        if self.decision.is_some() {
            return None;
        }
        if let Some(index) = self.requeued.pop_first() {
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

    /// Queues a pair again that was handed out and not played to the end.
    pub fn requeue(&mut self, index: u32) {
        if !self.is_known(index) {
            self.requeued.insert(index);
        }
    }

    /// Records a finished pair, now played or from the file of an interrupted match. A known pair, one
    /// beyond the last, and one after the test's end are not counted.
    pub fn record(&mut self, pair: PairRecord) {
        if pair.index >= self.pairs || self.is_known(pair.index) {
            return;
        }
        self.finished.insert(pair.index, pair);
        while self.decision.is_none() {
            let Some(pair) = self.finished.remove(&self.counted) else {
                break;
            };
            self.stats.add(&pair);
            self.counted += 1;
            self.decision = self
                .sprt
                .and_then(|sprt| sprt.decision(&self.stats.pentanomial));
        }
    }

    fn is_known(&self, index: u32) -> bool {
        index < self.counted || self.finished.contains_key(&index)
    }

    /// The count so far.
    #[must_use]
    pub fn stats(&self) -> &MatchStats {
        &self.stats
    }

    /// The test, if any.
    #[must_use]
    pub fn sprt(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// The test's decision, if it has ended.
    #[must_use]
    pub fn decision(&self) -> Option<SprtDecision> {
        self.decision
    }

    /// Whether nothing is left to play or to wait for.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.counted >= self.pairs
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
        assert_eq!(schedule.next_pair(), Some(0));
        assert_eq!(schedule.next_pair(), Some(1));
        schedule.record(pair(1, "win:rules win:rules"));
        assert_eq!(schedule.stats().games(), 0);
        schedule.record(pair(0, "loss:rules draw:rules"));
        assert_eq!(schedule.stats().pentanomial, [0, 1, 0, 0, 1]);
        assert_eq!(schedule.next_pair(), Some(2));
        assert_eq!(schedule.next_pair(), None);
        assert!(!schedule.is_over());
        schedule.record(pair(2, "draw:rules draw:rules"));
        assert!(schedule.is_over());
    }

    #[test]
    fn a_resumed_match_plays_what_is_missing() {
        let mut schedule = Schedule::new(5, None);
        for index in [0, 3, 3, 9] {
            schedule.record(pair(index, "win:rules loss:rules"));
        }
        let left: Vec<u32> = std::iter::from_fn(|| schedule.next_pair()).collect();
        assert_eq!(left, [1, 2, 4]);
        assert_eq!(schedule.stats().games(), 2);
    }

    #[test]
    fn a_pair_that_was_given_back_is_handed_out_again() {
        let mut schedule = Schedule::new(2, None);
        assert_eq!(schedule.next_pair(), Some(0));
        schedule.requeue(0);
        assert_eq!(schedule.next_pair(), Some(0));
        schedule.record(pair(0, "win:rules loss:rules"));
        schedule.requeue(0);
        assert_eq!(schedule.next_pair(), Some(1));
        assert_eq!(schedule.next_pair(), None);
    }

    #[test]
    fn the_test_ends_at_the_same_pair_in_any_order() {
        let games = |index: u32| match index % 4 {
            0 => "draw:rules win:rules",
            1 => "draw:rules loss:rules",
            _ => "win:rules draw:rules",
        };
        let stats = |order: &mut dyn Iterator<Item = u32>| {
            let mut schedule = Schedule::new(1_000, Sprt::new(0.0, 60.0));
            order.for_each(|index| schedule.record(pair(index, games(index))));
            assert_eq!(schedule.decision(), Some(SprtDecision::Accepted));
            assert_eq!(schedule.next_pair(), None);
            *schedule.stats()
        };
        let forwards = stats(&mut (0..1_000));
        assert!(forwards.games() < 2_000);
        assert_eq!(stats(&mut (0..1_000).rev()), forwards);
    }
}
