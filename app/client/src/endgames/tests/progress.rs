//! What was solved.

use proptest::prelude::*;

use super::*;

#[test]
fn the_best_solution_stays() {
    let queen = lesson("queen");
    let mut progress = Progress::default();
    for (solution, best) in [
        (Solution::WithHelp, Solution::WithHelp),
        (Solution::Alone(12), Solution::Alone(12)),
        (Solution::WithHelp, Solution::Alone(12)),
        (Solution::Alone(10), Solution::Alone(10)),
        (Solution::Alone(11), Solution::Alone(10)),
    ] {
        progress.add(queen, solution);
        assert_eq!(progress.of(queen), Some(best), "{solution:?}");
    }
    assert_eq!(progress.to_text(), "queen=10");
    assert_eq!(progress.solved(), 1);
}

#[test]
fn what_is_not_understood_is_left_out() {
    let progress =
        Progress::parse("queen=9 rook=help nothing=3 square= =4 reti=300 philidor=-1 x queen=11");
    assert_eq!(progress.to_text(), "queen=9 rook=help");
}

fn solutions() -> impl Strategy<Value = Progress> {
    let ids: Vec<&str> = Lesson::all().map(|lesson| lesson.id).collect();
    let entry = (prop::sample::select(ids), prop::option::of(any::<u8>()));
    prop::collection::vec(entry, 0..30).prop_map(|entries| {
        let mut progress = Progress::default();
        for (id, moves) in entries {
            progress.add(
                lesson(id),
                moves.map_or(Solution::WithHelp, Solution::Alone),
            );
        }
        progress
    })
}

proptest! {
    #[test]
    fn what_is_stored_is_read(progress in solutions()) {
        prop_assert_eq!(&Progress::parse(&progress.to_text()), &progress);
        prop_assert_eq!(Progress::from_solved(&progress.to_solved()), progress);
    }

    /// Devices meet in any order, and as often as they like.
    #[test]
    fn what_two_devices_know_does_not_depend_on_who_is_first(one in solutions(), other in solutions()) {
        let (mut left, mut right) = (one.clone(), other.clone());
        left.merge(&other);
        right.merge(&one);
        prop_assert_eq!(&left, &right);
        left.merge(&one);
        prop_assert_eq!(left, right);
    }

    #[test]
    fn any_text_is_read(text in ".{0,200}") {
        prop_assert!(Progress::parse(&text).solved() <= Lesson::all().count());
    }
}
