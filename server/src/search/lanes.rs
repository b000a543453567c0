//! Entries of several clients that take turns: however many one of them puts in, each other's next
//! one comes after at most one of each.

use std::collections::VecDeque;

/// Whose an entry is.
pub type Lane = u64;

/// A line for each client that has anything in it, the next to be served first.
#[derive(Debug)]
pub struct Lanes<E> {
    lines: VecDeque<(Lane, VecDeque<E>)>,
    len: usize,
}

impl<E> Default for Lanes<E> {
    fn default() -> Self {
        Self {
            lines: VecDeque::new(),
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
        match self.lines.iter_mut().find(|(known, _)| *known == lane) {
            Some((_, line)) => line.push_back(entry),
            None => self.lines.push_back((lane, VecDeque::from([entry]))),
        }
    }

    /// The next entry; its line goes to the end of the round.
    pub fn pop(&mut self) -> Option<E> {
        let (lane, mut line) = self.lines.pop_front()?;
        let entry = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((lane, line));
        }
        self.len -= usize::from(entry.is_some());
        entry
    }

    /// Takes the last entry out of the longest line, if that line is longer than `lane`'s would
    /// be with one more: room for who has asked for less.
    pub fn make_room(&mut self, lane: Lane) -> Option<E> {
        let own = self.lines.iter().find(|(known, _)| *known == lane);
        let own = own.map_or(0, |(_, line)| line.len());
        let (_, longest) = self.lines.iter_mut().max_by_key(|(_, line)| line.len())?;
        if longest.len() <= own + 1 {
            return None;
        }
        self.len -= 1;
        longest.pop_back()
    }

    /// Drops what `keep` does not want.
    pub fn retain(&mut self, keep: impl Fn(&E) -> bool) {
        for (_, line) in &mut self.lines {
            line.retain(&keep);
        }
        self.lines.retain(|(_, line)| !line.is_empty());
        self.len = self.lines.iter().map(|(_, line)| line.len()).sum();
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
    fn room_is_made_by_who_has_asked_for_most_and_only_for_less() {
        let mut lanes = lanes(&[(7, 1), (7, 2), (7, 3), (8, 4)]);
        assert_eq!(lanes.make_room(9), Some(3));
        assert_eq!(lanes.make_room(8), None, "both would have two");
        assert_eq!(lanes.make_room(7), None, "it is the longest itself");
        assert_eq!(lanes.len(), 3);
        assert_eq!(rest(lanes), [1, 4, 2]);
    }

    #[test]
    fn what_is_dropped_leaves_no_empty_line() {
        let mut lanes = lanes(&[(7, 1), (8, 2), (8, 3)]);
        lanes.retain(|entry| entry % 2 == 0);
        assert_eq!(lanes.len(), 1);
        assert_eq!(rest(lanes), [2]);
    }
}
