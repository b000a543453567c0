//! Sorting in little code: each type that is sorted by the standard sort adds 3 to 7 KB to a page.

use std::collections::BinaryHeap;

/// The items in rising order; equal ones in any order. A heap sort.
pub fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items
        .into_iter()
        .collect::<BinaryHeap<T>>()
        .into_sorted_vec()
}

/// The items in the rising order of their keys; those with equal keys as they came.
pub fn sorted_by_key<T: Copy, K: Ord>(items: &[T], key: impl Fn(&T) -> K) -> Vec<T> {
    let keys = items.iter().enumerate();
    let order = sorted(keys.map(|(index, item)| (key(item), index)));
    order.into_iter().map(|(_, index)| items[index]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_sort_does(items in proptest::collection::vec((0_u8..9, 0_u32..), 0..60)) {
            let mut plain = items.clone();
            plain.sort_unstable();
            prop_assert_eq!(sorted(items.iter().copied()), plain);
            let mut by_first = items.clone();
            by_first.sort_by_key(|(first, _)| *first);
            prop_assert_eq!(sorted_by_key(&items, |(first, _)| *first), by_first);
        }
    }
}
