//! Numbered tasks that are handed out in order and come back in any order.

use std::collections::{BTreeMap, BTreeSet};

/// Numbered tasks with their results.
#[derive(Clone, Debug)]
pub(super) struct TaskQueue<T> {
    count: u16,
    /// All below were handed out.
    next: u16,
    /// To be handed out again.
    requeued: BTreeSet<u16>,
    results: BTreeMap<u16, T>,
}

impl<T> TaskQueue<T> {
    /// The tasks 0 to `count`, exclusive.
    pub fn new(count: u16) -> TaskQueue<T> {
        TaskQueue {
            count,
            next: 0,
            requeued: BTreeSet::new(),
            results: BTreeMap::new(),
        }
    }

    /// The next task; `None` when all are handed out.
    pub fn next(&mut self) -> Option<u16> {
        if let Some(number) = self.requeued.pop_first() {
            return Some(number);
        }
        let number = self.next;
        (number < self.count).then(|| {
            self.next += 1;
            number
        })
    }

    /// Hands a task out again whose result will not come.
    pub fn requeue(&mut self, number: u16) {
        if number < self.next && !self.results.contains_key(&number) {
            self.requeued.insert(number);
        }
    }

    /// Keeps the result of a task that was handed out; the first one of each counts.
    pub fn record(&mut self, number: u16, result: T) {
        if number < self.next {
            self.requeued.remove(&number);
            self.results.entry(number).or_insert(result);
        }
    }

    /// Results that are there.
    pub fn done(&self) -> u16 {
        self.results.len() as u16
    }

    pub fn is_done(&self) -> bool {
        self.done() == self.count
    }

    /// The results that are there, in the order of their numbers.
    pub fn results(&self) -> impl Iterator<Item = &T> {
        self.results.values()
    }

    /// The results, in the order of their numbers.
    pub fn into_results(self) -> impl Iterator<Item = T> {
        self.results.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_whatever_order_they_come_in() {
        let mut queue = TaskQueue::new(3);
        assert_eq!(
            [(); 4].map(|()| queue.next()),
            [Some(0), Some(1), Some(2), None]
        );
        queue.record(2, "c");
        queue.record(0, "a");
        queue.record(0, "again");
        queue.requeue(0);
        queue.requeue(1);
        queue.requeue(7);
        assert_eq!((queue.next(), queue.next()), (Some(1), None));
        assert!(!queue.is_done());
        queue.record(7, "foreign");
        queue.record(1, "b");
        assert!(queue.is_done());
        assert_eq!(queue.into_results().collect::<Vec<_>>(), ["a", "b", "c"]);
    }
}
