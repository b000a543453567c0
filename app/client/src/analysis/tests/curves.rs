//! The curve of winning chances before, during and after a review.

use engine::search::Score::{Cp, Mate};

use super::*;
use crate::analysis::{ChanceCurve, import};

fn points(analysis: &AnalysisState) -> Vec<(usize, bool)> {
    let curve = ChanceCurve::of(analysis);
    let points = curve.points.iter();
    points
        .map(|point| (point.index, point.is_stand_in))
        .collect()
}

/// Answers the search of a review that is due.
fn answer(analysis: &mut AnalysisState, score: Score) {
    let search = analysis.search.expect("a search");
    let best = analysis.tree.position(search.node).legal_moves()[0];
    analysis.update(done(search.id, vec![line(1, 9, score, vec![best])]));
}

#[test]
fn evaluations_of_the_pgn_stand_in_until_the_review_has_searched() {
    let text = "1. e4 {[%eval 0.3]} e5 {[%eval #-2]} 2. Nf3 {[%eval 0.2]} *";
    let mut analysis = AnalysisState::default();
    let opened = import(text).unwrap().opened;
    analysis.update(AnalysisEvent::Open(Box::new(opened)));
    assert_eq!(points(&analysis), [(1, true), (2, true), (3, true)]);
    let stated = ChanceCurve::of(&analysis);
    assert!(stated.has_stand_ins());
    assert!(stated.chance(1) > Some(50.0) && stated.chance(2) < Some(5.0));
    analysis.update(AnalysisEvent::StartReview);
    ready(&mut analysis);
    assert_eq!(points(&analysis), [(1, true), (2, true), (3, true)]);
    answer(&mut analysis, Cp(-400));
    assert_eq!(points(&analysis), [(1, true), (2, true), (3, false)]);
    let last = ChanceCurve::of(&analysis).chance(3);
    assert!(last > Some(75.0), "Black is to move: {last:?}");
    while analysis.is_reviewing() {
        answer(&mut analysis, Cp(0));
    }
    let whole = ChanceCurve::of(&analysis);
    assert!(!whole.has_stand_ins() && whole.points.len() == 4);
    let shift = whole.chance(3).unwrap() - last.unwrap();
    assert!(shift.abs() < 1e-9, "what was shown stays");
}

#[test]
fn the_curve_of_a_running_review_is_that_of_the_finished_one_so_far() {
    let mut analysis = opened("f3 e5 g4 Qh4#");
    ready(&mut analysis);
    analysis.update(AnalysisEvent::StartReview);
    let mut curves = Vec::new();
    while analysis.is_reviewing() {
        curves.push(ChanceCurve::of(&analysis));
        let score = match analysis.search.map(|search| analysis.tree.ply(search.node)) {
            Some(3) => Mate(1),
            Some(2) if analysis.review.leaves_moves_out() => Mate(-1),
            Some(2) => Cp(-60),
            _ => Cp(30),
        };
        answer(&mut analysis, score);
    }
    let whole = ChanceCurve::of(&analysis);
    for curve in curves {
        assert_eq!(curve.nodes, whole.nodes);
        for point in curve.points.iter().filter(|point| !point.is_stand_in) {
            let end = whole.chance(point.index).unwrap();
            assert!((end - point.chance).abs() < 1e-9, "{point:?}, then {end}");
        }
    }
    assert!(!whole.marks.is_empty());
}

#[test]
fn a_review_has_the_loss_of_each_phase_for_both_sides() {
    let mut analysis = opened("f3 e5 g4 Qh4#");
    ready(&mut analysis);
    analysis.update(AnalysisEvent::StartReview);
    while analysis.is_reviewing() {
        answer(&mut analysis, Cp(0));
    }
    let done = analysis.finished_review().unwrap();
    for (side, moves) in [(0, 2), (1, 2)] {
        let [opening, middlegame, ending] = done.phases[side];
        assert_eq!(
            (opening.moves, middlegame.moves, ending.moves),
            (moves, 0, 0)
        );
        let own = done.review.moves.iter().skip(side).step_by(2);
        let mean = own.map(|mv| mv.loss).sum::<f64>() / 2.0;
        assert!((opening.mean().unwrap() - mean).abs() < 0.06);
    }
}
