//! Entries of several clients that take turns: next is who was served longest ago, so that however
//! many one client puts in, another's next one waits for what runs already, and for no more of it.

use std::collections::VecDeque;

/// Whose an entry is.
pub type Lane = u64;

/// A line for each client that has anything in it, or had when others waited.
#[derive(Debug)]
pub struct Lanes<E> {
    /// Who was not served yet, in the order in which they came.
    fresh: VecDeque<(Lane, VecDeque<E>)>,
    /// Who was, in the order in which they were: also those of whom nothing waits, that they do not
    /// come back as somebody new.
    served: VecDeque<(Lane, VecDeque<E>)>,
    len: usize,
}

impl<E> Default for Lanes<E> {
    fn default() -> Self {
        Self {
            fresh: VecDeque::new(),
            served: VecDeque::new(),
            len: 0,
        }
    }
}

impl<E> Lanes<E> {
    /// Entries in all lines.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds an entry at the end of its line.
    pub fn push(&mut self, lane: Lane, entry: E) {
        self.len += 1;
        match self.line(lane) {
            Some(line) => line.push_back(entry),
            None => self.fresh.push_back((lane, VecDeque::from([entry]))),
        }
    }

    /// The next entry; its line goes to the end.
    pub fn pop(&mut self) -> Option<E> {
        // Who was served before all who wait is as good as new.
        while self.served.front().is_some_and(|(_, line)| line.is_empty()) {
            self.served.pop_front();
        }
        let next = self.fresh.pop_front().or_else(|| self.served.pop_front());
        let (lane, mut line) = next?;
        let entry = line.pop_front();
        self.len -= usize::from(entry.is_some());
        self.served.push_back((lane, line));
        entry
    }

    /// Takes the last entry out of the longest line, if that line is longer than `lane`'s would
    /// be with one more: room for who has asked for less.
    pub fn make_room(&mut self, lane: Lane) -> Option<E> {
        let own = self.line(lane).map_or(0, |line| line.len());
        let (_, longest) = self.lines().max_by_key(|(_, line)| line.len())?;
        if longest.len() <= own + 1 {
            return None;
        }
        let last = longest.pop_back();
        self.len -= usize::from(last.is_some());
        last
    }

    /// Drops what `keep` does not want.
    pub fn retain(&mut self, keep: impl Fn(&E) -> bool) {
        self.lines().for_each(|(_, line)| line.retain(&keep));
        self.fresh.retain(|(_, line)| !line.is_empty());
        self.len = self.lines().map(|(_, line)| line.len()).sum();
    }

    fn line(&mut self, lane: Lane) -> Option<&mut VecDeque<E>> {
        let (_, line) = self.lines().find(|(known, _)| *known == lane)?;
        Some(line)
    }

    fn lines(&mut self) -> impl Iterator<Item = &mut (Lane, VecDeque<E>)> {
        self.fresh.iter_mut().chain(&mut self.served)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(entries: &[(Lane, u32)]) -> Lanes<u32> {
        let mut lanes = Lanes::default();
        for (lane, entry) in entries {
            lanes.push(*lane, *entry);
        }
        lanes
    }

    fn rest(mut lanes: Lanes<u32>) -> Vec<u32> {
        std::iter::from_fn(|| lanes.pop()).collect()
    }

    #[test]
    fn clients_take_turns_and_each_keeps_its_order() {
        let lanes = lanes(&[(7, 1), (7, 2), (7, 3), (8, 4), (8, 5), (9, 6)]);
        assert_eq!(lanes.len(), 6);
        assert_eq!(rest(lanes), [1, 4, 6, 2, 5, 3]);
    }

    #[test]
    fn who_comes_or_comes_back_waits_for_nobody_who_was_served_since() {
        let mut lanes = lanes(&[(7, 1), (7, 2), (7, 3), (7, 4), (7, 5)]);
        assert_eq!(lanes.pop(), Some(1));
        lanes.push(8, 10);
        assert_eq!(lanes.pop(), Some(10), "it is new");
        assert_eq!(lanes.pop(), Some(2));
        lanes.push(8, 11);
        assert_eq!(lanes.pop(), Some(11), "7 was served since");
        lanes.push(8, 12);
        assert_eq!(lanes.pop(), Some(3), "8 was served last");
        assert_eq!(rest(lanes), [12, 4, 5]);
    }

    #[test]
    fn who_has_nothing_waiting_is_forgotten_once_all_others_were_served_later() {
        let mut lanes = lanes(&[(7, 1), (7, 2), (8, 3), (7, 4)]);
        assert_eq!((lanes.pop(), lanes.pop()), (Some(1), Some(3)));
        assert_eq!(lanes.lines().count(), 2);
        assert_eq!(lanes.pop(), Some(2));
        assert_eq!(lanes.lines().count(), 2, "8 was served before");
        assert_eq!(lanes.pop(), Some(4));
        assert_eq!(lanes.lines().count(), 1);
        assert_eq!(lanes.pop(), None);
        assert_eq!(lanes.lines().count(), 0);
    }

    #[test]
    fn room_is_made_by_who_has_asked_for_most_and_only_for_less() {
        let mut lanes = lanes(&[(7, 1), (7, 2), (7, 3), (8, 4)]);
        assert_eq!(lanes.make_room(9), Some(3));
        assert_eq!(lanes.make_room(8), None, "both would have two");
        assert_eq!(lanes.make_room(7), None, "it is the longest itself");
        assert_eq!(lanes.len(), 3);
        assert_eq!(rest(lanes), [1, 4, 2]);
    }

    #[test]
    fn what_is_dropped_is_not_counted() {
        let mut lanes = lanes(&[(7, 1), (8, 2), (8, 3)]);
        lanes.retain(|entry| entry % 2 == 0);
        assert_eq!(lanes.len(), 1);
        assert_eq!(rest(lanes), [2]);
    }
}
