//! How many moves of a position are good.

use super::Verdict;
use super::network_chance::chance;
use crate::search::Line;

/// The most good moves that are few.
const MAX_GOOD: usize = 3;
/// The least that the next best move loses, percentage points: a clear blunder, so that deeper searches
/// leave a mistake of it.
const MIN_GAP: f64 = 20.0;

/// How many of the other moves are as good as the move of `line`, where that is good and the good moves are
/// few: `others` are their lines, best first, and the first beyond the good ones is far worse.
pub(in crate::explain) fn good_others(line: &Line, others: &[Line]) -> Option<usize> {
    let chances = others.iter().chain([line]).map(|line| chance(line.score));
    let top = chances.fold(0.0, f64::max);
    let loss = |line: &Line| top - chance(line.score);
    let is_good = |line: &&Line| Verdict::of(loss(line)).is_none();
    let good = others.iter().take_while(is_good).count();
    let is_far_worse = others.get(good).is_some_and(|next| loss(next) >= MIN_GAP);
    (is_good(&line) && good < MAX_GOOD && is_far_worse).then_some(good)
}
