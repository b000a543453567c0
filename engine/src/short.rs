//! Sorting for short lists, such as a position's moves.
//!
//! Each use of the standard library's sort adds eight kilobytes to the browser's bundle.

/// A stable insertion sort.
///
/// ```
/// let mut list = [(2, 'a'), (1, 'b'), (2, 'c')];
/// engine::short::sort_by_key(&mut list, |pair| pair.0);
/// assert_eq!(list, [(1, 'b'), (2, 'a'), (2, 'c')]);
/// ```
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place - 1]) > key(&list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}
