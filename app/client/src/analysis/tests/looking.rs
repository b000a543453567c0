//! What is looked into, and when.

use engine::search::Score::{Cp, Mate};

use super::*;
use crate::analysis::{MOST_LINES, Step};
use crate::play::{EngineState, MAX_FAILURES};

#[test]
fn the_worker_is_started_once_and_then_looks_at_the_board() {
    let mut analysis = Analysis::default();
    let effects = analysis.update(Event::Flip);
    assert!(effects.contains(&Effect::StartEngine));
    assert!(!analysis.update(Event::Flip).contains(&Effect::StartEngine));
    let order = order(&ready(&mut analysis)).unwrap();
    assert_eq!((order.moves.len(), order.limits.multipv), (0, 3));
    assert!(order.limits.movetime.is_some() && !order.limits.infinite);
    assert!(analysis.is_looking());
}

#[test]
fn another_position_ends_the_search_and_gets_its_own_with_the_history_that_repetition_needs() {
    let (mut analysis, first) = awake("e4 e5 Nf3");
    assert_eq!(first.moves.len(), 3);
    let effects = analysis.update(Event::Step(Step::Back));
    assert!(effects.contains(&Effect::CancelSearch(first.id)));
    let second = order(&effects).unwrap();
    assert!(second.moves.len() == 2 && second.id > first.id);
    // The first one's answer comes too late and changes nothing.
    let late = line(1, 9, Cp(300), vec![mv(&analysis, "b1c3")]);
    analysis.update(reports(first.id, vec![late.clone()]));
    analysis.update(done(first.id, vec![late]));
    assert!(analysis.here().is_none() && analysis.is_looking());
}

#[test]
fn lines_fill_their_places_and_a_shallower_one_does_not_push_a_deeper_one_out() {
    let (mut analysis, order) = awake("e4");
    let [c5, e5] = ["c7c5", "e7e5"].map(|text| mv(&analysis, text));
    analysis.update(reports(
        order.id,
        vec![line(1, 5, Cp(-20), vec![c5]), line(2, 5, Cp(-30), vec![e5])],
    ));
    // Black's view in the line, White's on the page.
    assert_eq!(analysis.score(analysis.at), Some(Cp(20)));
    analysis.update(reports(order.id, vec![line(1, 4, Cp(0), vec![e5])]));
    let found = analysis.here().unwrap();
    assert_eq!((found.lines[0].depth, found.lines[1].pv[0]), (5, e5));
    analysis.update(reports(order.id, vec![line(1, 6, Cp(-10), vec![e5])]));
    assert_eq!(analysis.score(analysis.at), Some(Cp(10)));
}

#[test]
fn a_position_that_was_looked_at_is_not_looked_at_again_but_for_more_lines_or_deeper() {
    let (mut analysis, first) = awake("e4");
    let c5 = mv(&analysis, "c7c5");
    analysis.update(done(first.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    assert!(!analysis.is_looking());
    analysis.update(Event::Step(Step::First));
    assert_eq!(order(&analysis.update(Event::Step(Step::Last))), None);
    let wider = order(&analysis.update(Event::Lines(9))).unwrap();
    assert_eq!(wider.limits.multipv, MOST_LINES);
    let deeper = order(&analysis.update(Event::Deeper)).unwrap();
    assert!(deeper.limits.infinite && deeper.limits.movetime.is_none());
}

#[test]
fn the_engine_can_rest_and_is_not_asked_where_the_game_is_over() {
    let (mut analysis, first) = awake("e4");
    let effects = analysis.update(Event::Think(false));
    assert!(effects.contains(&Effect::CancelSearch(first.id)));
    assert_eq!(order(&analysis.update(Event::Step(Step::First))), None);
    assert!(order(&analysis.update(Event::Think(true))).is_some());
    let mut mated = opened("f3 e5 g4 Qh4#");
    assert_eq!(order(&ready(&mut mated)), None);
    assert_eq!(mated.score(mated.at), Some(Mate(0)));
    assert!(mated.outcome().is_some());
}

#[test]
fn trying_a_move_keeps_the_game_and_taking_a_line_plays_it_as_far_as_it_is_legal() {
    let (mut analysis, _) = awake("e4 e5 Nf3 Nc6");
    analysis.update(Event::Go(place(&analysis, 2)));
    let f4 = mv(&analysis, "f2f4");
    let exf4 = analysis.position().play(f4).parse_uci("e5f4").unwrap();
    analysis.update(Event::Take(vec![f4, exf4, exf4]));
    assert_eq!(analysis.tree.ply(analysis.at), 4);
    assert_eq!(analysis.tree.main_line().len(), 4);
    assert_ne!(analysis.line(), analysis.tree.main_line());
    analysis.update(Event::Promote);
    assert_eq!(analysis.line(), analysis.tree.main_line());
    analysis.update(Event::Remove);
    assert_eq!(analysis.tree.last_move(analysis.at), Some(f4));
}

#[test]
fn a_line_from_elsewhere_is_kept_with_its_first_move_on_the_board() {
    let (mut analysis, _) = awake("e4 e5 Nf3 Nc6");
    let from = place(&analysis, 2);
    let before = *analysis.tree.position(from);
    let f4 = before.parse_uci("f2f4").unwrap();
    let exf4 = before.play(f4).parse_uci("e5f4").unwrap();
    let moves = vec![f4, exf4];
    analysis.update(Event::Show { from, moves });
    assert_eq!(analysis.tree.last_move(analysis.at), Some(f4));
    assert_eq!(analysis.line().len(), 4);
    assert_eq!(analysis.tree.main_line().len(), 4);
    // A move that cannot be played there leads to where it was to begin.
    let moves = vec![exf4];
    analysis.update(Event::Show { from, moves });
    assert_eq!(analysis.at, from);
}

#[test]
fn a_line_is_looked_at_on_the_board_until_something_is_done() {
    let (mut analysis, _) = awake("e4");
    let [e5, c5] = ["e7e5", "c7c5"].map(|text| mv(&analysis, text));
    analysis.update(Event::Preview(Some(vec![e5, c5])));
    assert_eq!(analysis.preview, None, "c5 is not White's to play");
    analysis.update(Event::Preview(Some(vec![e5])));
    assert_eq!(analysis.board().1, Some(e5));
    analysis.update(Event::Play(c5));
    assert_eq!(analysis.board().1, Some(c5));
}

#[test]
fn a_worker_that_fails_is_replaced_and_given_up_after_a_while() {
    let (mut analysis, _) = awake("e4");
    for _ in 1..MAX_FAILURES {
        let effects = analysis.update(Event::EngineFailed("gone".to_owned()));
        assert!(effects.contains(&Effect::StartEngine));
        ready(&mut analysis);
        assert!(analysis.is_looking());
    }
    let effects = analysis.update(Event::EngineFailed("gone".to_owned()));
    assert!(effects.is_empty());
    assert_eq!(analysis.engine, EngineState::Failed("gone".to_owned()));
    let effects = analysis.update(Event::RetryEngine);
    assert!(effects.contains(&Effect::StartEngine));
}

#[test]
fn another_game_forgets_what_was_found_about_the_one_before() {
    let (mut analysis, order) = awake("e4");
    let c5 = mv(&analysis, "c7c5");
    analysis.update(done(order.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    let effects = analysis.update(Event::Open(Box::new(Opened::position(start()))));
    assert!(effects.contains(&Effect::ForgetGame));
    assert!(analysis.found.is_empty() && analysis.tree.is_empty());
}
