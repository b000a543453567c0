//! Reviews with scripted search results.

use crate::worker::{EngineCommand, ToWorker};
use engine::explain::Verdict;
use engine::player::SolvedRoot;
use engine::rules::Color;
use engine::search::Score::{self, Cp, Mate};

use super::*;
use crate::analysis::{FinishedReview, ReviewState};

/// Answers every search of a review by its ply, until the review is done. Scores are the mover's.
fn answer(
    analysis: &mut AnalysisState,
    mut effects: Vec<AnalysisEffect>,
    answers: impl Fn(&SearchOrder, &Position) -> (Score, &'static str),
) -> Vec<usize> {
    let mut asked = Vec::new();
    while let Some(order) = order(&effects) {
        if !analysis.search.is_some_and(|search| search.for_review) {
            break;
        }
        asked.push(order.moves.len());
        let position = *order.game().unwrap().position();
        let (score, best) = answers(&order, &position);
        let best = position.parse_uci(best).unwrap();
        effects = analysis.update(done(order.id, vec![line(1, 9, score, vec![best])]));
    }
    asked
}

fn reviewed(analysis: &AnalysisState) -> &FinishedReview {
    match &analysis.review {
        ReviewState::Done(reviewed) => reviewed,
        other => panic!("{other:?}"),
    }
}

/// After 1. e4 e5 2. Qh5 Ke7 3. Qxe5# Black's last move is a blunder, White's queen move an
/// inaccuracy. Both positions are searched again, then the played moves alone.
#[test]
fn a_game_is_gone_through_from_its_end_and_its_turn_is_told_with_a_better_move() {
    let mut analysis = opened("e4 e5 Qh5 Ke7 Qxe5#");
    ready(&mut analysis);
    let effects = analysis.update(AnalysisEvent::StartReview);
    assert_eq!(
        effects.first(),
        Some(&AnalysisEffect::Engine(EngineCommand::Send(
            ToWorker::NewGame
        )))
    );
    let asked = answer(&mut analysis, effects, |order, _| {
        match (order.moves.len(), order.limits.searchmoves.is_empty()) {
            (0, _) => (Cp(30), "e2e4"),
            (1, _) => (Cp(-30), "e7e5"),
            (2, true) => (Cp(30), "g1f3"),
            (2, false) => (Cp(-20), "d1h5"),
            (3, true) => (Cp(30), "b8c6"),
            (3, false) => (Mate(-1), "e8e7"),
            _ => (Mate(1), "h5e5"),
        }
    });
    // The last position is mate and is not searched.
    // The first moves are good: the others are searched as well.
    assert_eq!(asked, [4, 3, 3, 3, 2, 2, 2, 1, 1, 0, 0]);
    let done = reviewed(&analysis);
    assert_eq!(done.review.moves.len(), 5);
    let verdicts: Vec<_> = (1..=5)
        .map(|ply| done.verdict(node_at(&analysis, ply)))
        .collect();
    let expected = [
        None,
        None,
        Some(Verdict::Inaccuracy),
        Some(Verdict::Blunder),
        None,
    ];
    assert_eq!(verdicts, expected);
    let [turn] = &done.turning_points[..] else {
        panic!("{:?}", done.turning_points)
    };
    assert_eq!(turn.mv, "2\u{2026} Ke7");
    assert_eq!(turn.better_sans, ["Nc6"]);
    assert_eq!(turn.sentences[0].text, "It runs into mate in 1.");
    assert_eq!(turn.sentences, done.sentences[3]);
    assert!(turn.sentences.len() > 1, "{:?}", turn.sentences);
    assert_eq!(done.sentences.len(), 5);
    // What is shown can be played, from before the move of which it is said.
    for (ply, sentences) in done.sentences.iter().enumerate() {
        for sentence in sentences {
            let mut position = *analysis.tree.position(done.nodes[ply]);
            for &mv in &sentence.moves {
                assert!(position.is_legal(mv), "{sentence:?}");
                position = position.play(mv);
            }
        }
    }
    assert!(
        done.review.accuracy[Color::White.index()] > done.review.accuracy[Color::Black.index()]
    );
    // Then the shown position would be searched, but it is mate.
    analysis.update(AnalysisEvent::GoTo(NodeId::START));
    assert!(analysis.is_searching());
}

/// White repeats the position while winning: the verdict says so.
#[test]
fn a_draw_by_rule_at_the_end_is_a_draw_in_the_review() {
    let (mut analysis, _) = searching("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let last = mv(&analysis, "f6g8");
    analysis.update(AnalysisEvent::Play(last));
    let effects = analysis.update(AnalysisEvent::StartReview);
    let asked = answer(&mut analysis, effects, |_, position| {
        match position.side_to_move() {
            Color::White => (Cp(600), "b1c3"),
            Color::Black => (Cp(-600), "b8c6"),
        }
    });
    assert_eq!(asked[0], 7, "the last position is not asked about");
    assert_eq!(reviewed(&analysis).review.chances.last(), Some(&50.0));
}

/// A search of the played move alone does not present it as the best move.
#[test]
fn a_move_that_is_looked_at_alone_does_not_pass_for_the_best() {
    let (mut analysis, _) = searching("e4 e5");
    let mut effects = analysis.update(AnalysisEvent::StartReview);
    for (score, best) in [(300, "g1f3"), (-20, "c7c5"), (-20, "c7c5")] {
        let order = order(&effects).unwrap();
        let best = order.game().unwrap().position().parse_uci(best).unwrap();
        effects = analysis.update(done(order.id, vec![line(1, 9, Cp(score), vec![best])]));
    }
    let alone = order(&effects).unwrap();
    assert_eq!(alone.limits.searchmoves.len(), 1);
    let e5 = alone.limits.searchmoves[0];
    analysis.update(reports(alone.id, vec![line(1, 12, Cp(900), vec![e5])]));
    analysis.update(done(alone.id, vec![line(1, 12, Cp(900), vec![e5])]));
    let shown = analysis.evaluations[&node_at(&analysis, 1)].lines[0].pv[0];
    assert_ne!(shown, e5);
}

#[test]
fn a_review_of_moves_that_are_deleted_ends() {
    let (mut analysis, _) = searching("e4 e5 Nf3");
    analysis.update(AnalysisEvent::StartReview);
    analysis.update(AnalysisEvent::GoTo(node_at(&analysis, 2)));
    let gone = analysis.current;
    analysis.update(AnalysisEvent::RemoveMove);
    assert_eq!(analysis.review, ReviewState::None);
    analysis.update(AnalysisEvent::GoTo(gone));
    assert_ne!(analysis.current, gone);
}

#[test]
fn a_review_shows_how_far_it_is_and_can_be_stopped() {
    let (mut analysis, _) = searching("e4 e5 Nf3");
    let effects = analysis.update(AnalysisEvent::StartReview);
    let first = order(&effects).unwrap();
    let progress = |analysis: &AnalysisState| match &analysis.review {
        ReviewState::Running(running) => running.progress(),
        _ => (0, 0),
    };
    assert_eq!(progress(&analysis), (0, 4));
    let best = mv(&analysis, "b8c6");
    let effects = analysis.update(done(first.id, vec![line(1, 9, Cp(0), vec![best])]));
    assert_eq!(progress(&analysis), (1, 4));
    // Navigation does not disturb the review.
    assert_eq!(
        order(&analysis.update(AnalysisEvent::GoTo(NodeId::START))),
        None
    );
    let second = order(&effects).unwrap();
    let effects = analysis.update(AnalysisEvent::StopReview);
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Cancel(second.id))));
    assert_eq!(analysis.review, ReviewState::None);
    assert!(analysis.is_searching());
}

#[test]
fn without_moves_there_is_nothing_to_review() {
    let mut analysis = AnalysisState::default();
    ready(&mut analysis);
    analysis.update(AnalysisEvent::StartReview);
    assert_eq!(analysis.review, ReviewState::None);
}

#[test]
fn a_reviewed_game_is_the_same_again() {
    let (mut analysis, _) = searching("e4 e5 Nf3");
    let orders = |analysis: &mut AnalysisState| {
        let mut effects = analysis.update(AnalysisEvent::StartReview);
        let mut orders = Vec::new();
        while let Some(order) =
            order(&effects).filter(|_| analysis.search.is_some_and(|s| s.for_review))
        {
            let best = order.game().unwrap().position().legal_moves()[0];
            effects = analysis.update(done(order.id, vec![line(1, 9, Cp(0), vec![best])]));
            orders.push((order.moves, order.limits));
        }
        orders
    };
    let first = orders(&mut analysis);
    analysis.update(AnalysisEvent::StopReview);
    assert_eq!(orders(&mut analysis), first);
    assert!(
        first
            .iter()
            .all(|(_, limits)| limits.nodes.is_some() && limits.movetime.is_none())
    );
}

/// A position that tables have solved keeps their line, however deep it was searched before.
#[test]
fn a_review_is_judged_by_the_tables_that_are_there_and_counts_what_they_had() {
    let mut analysis = opened("e4 e5");
    ready(&mut analysis);
    let root = SolvedRoot {
        score: Mate(12),
        moves: [3, 17, 0],
    };
    let mut effects = analysis.update(AnalysisEvent::StartReview);
    while let Some(order) = order(&effects).filter(|_| analysis.is_reviewing()) {
        let position = *order.game().unwrap().position();
        let ply = order.moves.len();
        let best = position.legal_moves()[0];
        let solved = (ply == 1).then_some(root);
        let score = if solved.is_some() { Mate(12) } else { Cp(0) };
        let depth = if solved.is_some() { 0 } else { 9 };
        let mut found = decision(vec![line(1, depth, score, vec![best])]);
        found.solved = solved;
        effects = analysis.update(AnalysisEvent::Engine(FromWorker::Done {
            id: order.id,
            decision: found,
        }));
    }
    assert_eq!(reviewed(&analysis).solved, 1);
    let found = &analysis.evaluations[&node_at(&analysis, 1)];
    assert_eq!((found.solved, found.lines[0].score), (Some(root), Mate(12)));
}
