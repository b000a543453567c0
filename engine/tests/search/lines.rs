//! MultiPV and `searchmoves` in random positions.

use engine::player::{NeverStop, StoppedClock};
use engine::rules::Move;
use engine::search::SearchLimits;

use super::random_positions::{below, walked};
use super::{HASH_MB, assert_playable, choose, new_calculator, value};

#[test]
fn lines_begin_with_different_moves_asked_for_best_first() {
    let mut rng = engine::rng(103);
    let mut calculator = new_calculator(HASH_MB);
    for _ in 0..400 {
        let game = walked(&mut rng);
        let all = game.position().legal_moves();
        let wanted: Vec<Move> = all
            .iter()
            .copied()
            .filter(|_| below(&mut rng, 3) == 0)
            .collect();
        let limits = SearchLimits {
            searchmoves: wanted.clone(),
            ..SearchLimits::depth(1 + below(&mut rng, 5) as u8)
        };
        let limits = limits.with_multipv(1 + below(&mut rng, 6) as u8);
        let (decision, _) = choose(&mut calculator, &game, &limits, &StoppedClock, &NeverStop);

        let allowed = if wanted.is_empty() { &all[..] } else { &wanted };
        let lines = &decision.lines;
        let position = game.position();
        assert_eq!(
            lines.len(),
            allowed.len().min(usize::from(limits.multipv)),
            "{position}"
        );
        let mut first: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
        assert!(first.iter().all(|mv| allowed.contains(mv)), "{position}");
        assert_eq!(first.first().copied(), decision.mv);
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), lines.len(), "{position}");
        assert!(
            lines.is_sorted_by_key(|line| -value(line.score)),
            "{position}"
        );
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(usize::from(line.rank), index + 1);
            assert_playable(&game, &line.pv);
        }
    }
}

#[test]
fn moves_asked_for_that_are_illegal_count_as_not_asked_for() {
    let mut rng = engine::rng(104);
    let mut calculator = new_calculator(HASH_MB);
    for _ in 0..100 {
        let (game, other) = (walked(&mut rng), walked(&mut rng));
        let position = game.position();
        let foreign = other.position().legal_moves();
        let illegal = foreign.iter().copied().filter(|&mv| !position.is_legal(mv));
        let limits = SearchLimits {
            searchmoves: illegal.collect(),
            ..SearchLimits::depth(3)
        };
        let mut decision = |limits: &SearchLimits| {
            choose(&mut calculator, &game, limits, &StoppedClock, &NeverStop).0
        };
        assert_eq!(
            decision(&limits),
            decision(&SearchLimits::depth(3)),
            "{position}"
        );
    }
}
