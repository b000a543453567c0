//! Reviews, with searches whose answers are written by hand.

use engine::explain::Verdict;
use engine::rules::Color;
use engine::search::Score::{self, Cp, Mate};

use super::*;
use crate::analysis::{Reviewed, Reviewing};

/// Answers every search of a review by the ply that it asks about, until the review is done. The
/// scores are the mover's.
fn answer(
    analysis: &mut Analysis,
    mut effects: Vec<Effect>,
    answers: impl Fn(&SearchOrder, &Position) -> (Score, &'static str),
) -> Vec<usize> {
    let mut asked = Vec::new();
    while let Some(order) = order(&effects) {
        if !analysis.search.is_some_and(|search| search.reviews) {
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

fn reviewed(analysis: &Analysis) -> &Reviewed {
    match &analysis.review {
        Reviewing::Done(reviewed) => reviewed,
        other => panic!("{other:?}"),
    }
}

/// 1. e4 e5 2. Qh5 Ke7 3. Qxe5#: Black's last move is a blunder, White's queen an inaccuracy.
#[test]
fn a_game_is_gone_through_from_its_end_and_its_turn_is_told_with_a_better_move() {
    let mut analysis = opened("e4 e5 Qh5 Ke7 Qxe5#");
    ready(&mut analysis);
    let effects = analysis.update(Event::Review);
    assert_eq!(effects.first(), Some(&Effect::ForgetGame));
    let asked = answer(&mut analysis, effects, |order, _| match order.moves.len() {
        0 => (Cp(30), "e2e4"),
        1 => (Cp(-30), "e7e5"),
        2 => (Cp(30), "g1f3"),
        3 => (Cp(30), "b8c6"),
        _ => (Mate(1), "h5e5"),
    });
    // The last position is mate: nothing to look at.
    assert_eq!(asked, [4, 3, 2, 1, 0]);
    let done = reviewed(&analysis);
    assert_eq!(done.review.moves.len(), 5);
    let verdicts: Vec<_> = (1..=5)
        .map(|ply| done.verdict(place(&analysis, ply)))
        .collect();
    let expected = [
        None,
        None,
        Some(Verdict::Inaccuracy),
        Some(Verdict::Blunder),
        None,
    ];
    assert_eq!(verdicts, expected);
    let [turn] = &done.turns[..] else {
        panic!("{:?}", done.turns)
    };
    assert_eq!(turn.mv, "2\u{2026} Ke7");
    assert_eq!(turn.better, ["Nc6"]);
    assert_eq!(turn.why, "Then Qxe5 is mate.");
    assert!(
        done.review.accuracy[Color::White.index()] > done.review.accuracy[Color::Black.index()]
    );
    // And then the board is looked at again, or would be, if it were not mate.
    analysis.update(Event::Go(NodeId::START));
    assert!(analysis.is_looking());
}

/// The search finds the move that was played the best, and one move later that it is not: then
/// the others are looked at before it is called a mistake.
#[test]
fn a_move_that_the_search_itself_chose_is_doubted_before_it_is_judged() {
    let (mut analysis, _) = awake("e4 e5");
    let effects = analysis.update(Event::Review);
    let asked = answer(&mut analysis, effects, |order, _| {
        match (order.moves.len(), order.limits.searchmoves.len()) {
            (2, 0) => (Cp(300), "g1f3"),
            (1, 0) => (Cp(-20), "e7e5"),
            // Nineteen others; the best of them is better than what was played.
            (1, 19) => (Cp(-40), "c7c5"),
            (0, 0) => (Cp(40), "e2e4"),
            other => panic!("{other:?}"),
        }
    });
    assert_eq!(asked, [2, 1, 1, 0]);
    let done = reviewed(&analysis);
    assert_eq!(done.review.moves[1].verdict, Some(Verdict::Blunder));
    assert_eq!(done.turns[0].better, ["c5"]);

    // None of them is better: then it was no mistake, and the position was as bad as that.
    let (mut analysis, _) = awake("e4 e5");
    let effects = analysis.update(Event::Review);
    answer(&mut analysis, effects, |order, _| {
        match (order.moves.len(), order.limits.searchmoves.len()) {
            (2, 0) => (Cp(300), "g1f3"),
            (1, 0) => (Cp(-20), "e7e5"),
            (1, 19) => (Cp(-500), "c7c5"),
            _ => (Cp(300), "e2e4"),
        }
    });
    let done = reviewed(&analysis);
    assert_eq!(done.review.moves[1].verdict, None);
    assert!(done.turns.is_empty());
}

/// White repeats the position while it stands to win: that is what it is judged by.
#[test]
fn a_draw_by_rule_at_the_end_is_a_draw_in_the_review() {
    let (mut analysis, _) = awake("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let last = mv(&analysis, "f6g8");
    analysis.update(Event::Play(last));
    let effects = analysis.update(Event::Review);
    let asked = answer(&mut analysis, effects, |_, position| {
        match position.side_to_move() {
            Color::White => (Cp(600), "b1c3"),
            Color::Black => (Cp(-600), "b8c6"),
        }
    });
    assert_eq!(asked[0], 7, "the last position is not asked about");
    assert_eq!(reviewed(&analysis).review.chances.last(), Some(&50.0));
}

/// While the others are looked at, the best of them is not shown as the best move.
#[test]
fn the_moves_beside_a_doubted_one_do_not_pass_for_the_best() {
    let (mut analysis, _) = awake("e4 e5");
    let mut effects = analysis.update(Event::Review);
    for (score, best) in [(300, "g1f3"), (-20, "e7e5")] {
        let order = order(&effects).unwrap();
        let best = order.game().unwrap().position().parse_uci(best).unwrap();
        effects = analysis.update(done(order.id, vec![line(1, 9, Cp(score), vec![best])]));
    }
    let others = order(&effects).unwrap();
    assert_eq!(others.limits.searchmoves.len(), 19);
    let c5 = others.game().unwrap().position().parse_uci("c7c5").unwrap();
    analysis.update(reports(others.id, vec![line(1, 12, Cp(-900), vec![c5])]));
    analysis.update(done(others.id, vec![line(1, 12, Cp(-900), vec![c5])]));
    let shown = analysis.found[&place(&analysis, 1)].lines[0].pv[0];
    assert_ne!(shown, c5);
}

#[test]
fn a_review_of_moves_that_are_deleted_ends() {
    let (mut analysis, _) = awake("e4 e5 Nf3");
    analysis.update(Event::Review);
    analysis.update(Event::Go(place(&analysis, 2)));
    let gone = analysis.at;
    analysis.update(Event::Remove);
    assert_eq!(analysis.review, Reviewing::None);
    analysis.update(Event::Go(gone));
    assert_ne!(analysis.at, gone);
}

#[test]
fn a_review_shows_how_far_it_is_and_can_be_stopped() {
    let (mut analysis, _) = awake("e4 e5 Nf3");
    let effects = analysis.update(Event::Review);
    let first = order(&effects).unwrap();
    let progress = |analysis: &Analysis| match &analysis.review {
        Reviewing::Running(running) => running.progress(),
        _ => (0, 0),
    };
    assert_eq!(progress(&analysis), (0, 4));
    let best = mv(&analysis, "b8c6");
    let effects = analysis.update(done(first.id, vec![line(1, 9, Cp(0), vec![best])]));
    assert_eq!(progress(&analysis), (1, 4));
    // Going through the moves disturbs nothing.
    assert_eq!(order(&analysis.update(Event::Go(NodeId::START))), None);
    let second = order(&effects).unwrap();
    let effects = analysis.update(Event::StopReview);
    assert!(effects.contains(&Effect::CancelSearch(second.id)));
    assert_eq!(analysis.review, Reviewing::None);
    assert!(analysis.is_looking());
}

#[test]
fn without_moves_there_is_nothing_to_review() {
    let mut analysis = Analysis::default();
    ready(&mut analysis);
    analysis.update(Event::Review);
    assert_eq!(analysis.review, Reviewing::None);
}

#[test]
fn a_reviewed_game_is_the_same_again() {
    let (mut analysis, _) = awake("e4 e5 Nf3");
    let orders = |analysis: &mut Analysis| {
        let mut effects = analysis.update(Event::Review);
        let mut orders = Vec::new();
        while let Some(order) =
            order(&effects).filter(|_| analysis.search.is_some_and(|s| s.reviews))
        {
            let best = order.game().unwrap().position().legal_moves()[0];
            effects = analysis.update(done(order.id, vec![line(1, 9, Cp(0), vec![best])]));
            orders.push((order.moves, order.limits));
        }
        orders
    };
    let first = orders(&mut analysis);
    analysis.update(Event::StopReview);
    assert_eq!(orders(&mut analysis), first);
    assert!(
        first
            .iter()
            .all(|(_, limits)| limits.nodes.is_some() && limits.movetime.is_none())
    );
}
