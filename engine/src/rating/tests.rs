//! Ratings after single games, usual and odd ones.

use super::*;

fn game(result: RatedResult, moves: u16, points: f64) -> RatedGame {
    let mut losses = MoveLosses::default();
    for _ in 0..moves {
        losses.add(points);
    }
    RatedGame {
        opponent: Strength::default(),
        result,
        moves,
        losses,
    }
}

#[test]
fn a_win_raises_a_loss_lowers_and_either_makes_surer() {
    let first = Rating::default();
    assert_eq!(first.strength(), Strength::default());
    let usual = |result| first.after(&game(result, 30, 6.6));
    let [won, drawn, lost] = [RatedResult::Won, RatedResult::Drawn, RatedResult::Lost].map(usual);
    assert!(won.elo > drawn.elo && drawn.elo > lost.elo);
    assert!(won.elo > first.elo && lost.elo < first.elo);
    for after in [won, drawn, lost] {
        assert!(after.deviation() < first.deviation());
        let [least, most] = after.interval();
        assert!(least <= after.strength() && after.strength() <= most);
    }
}

#[test]
fn better_moves_count_whatever_the_result() {
    for result in [RatedResult::Won, RatedResult::Drawn, RatedResult::Lost] {
        let [good, bad] =
            [1.0, 12.0].map(|points| Rating::default().after(&game(result, 30, points)));
        assert!(good.elo > bad.elo + 100.0, "{result:?}");
    }
}

#[test]
fn a_game_of_few_moves_says_nothing() {
    let first = Rating::default();
    assert_eq!(first.after(&game(RatedResult::Lost, 4, 0.0)), first);
}

#[test]
fn half_is_expected_against_the_own_strength() {
    let rating = Rating::default();
    assert!((rating.expected(rating.strength()) - 0.5).abs() < 0.01);
    assert!(rating.expected(Level::WEAKEST.into()) > 0.6);
    assert!(rating.expected(Level::STRONGEST.into()) < 0.1);
}

#[test]
fn no_row_of_games_makes_a_rating_leave_the_levels_or_its_numbers_odd() {
    let odd = [f64::NAN, f64::INFINITY, -5.0, 0.0, 100.0];
    for result in [RatedResult::Won, RatedResult::Lost] {
        let mut rating = Rating::default();
        for round in 0..400 {
            let opponent = match round % 2 {
                0 => Level::WEAKEST.into(),
                _ => Level::STRONGEST.into(),
            };
            rating = rating.after(&RatedGame {
                opponent,
                ..game(result, 5 + round, odd[usize::from(round) % odd.len()])
            });
            let deviation = rating.deviation();
            assert!((1.0..=600.0).contains(&deviation), "{rating:?}");
            assert!((100.0..=2_800.0).contains(&rating.elo), "{rating:?}");
            assert!(rating.covariance.is_finite() && rating.carelessness.is_finite());
            assert!(rating.carelessness_variance > 0.0, "{rating:?}");
        }
    }
}
