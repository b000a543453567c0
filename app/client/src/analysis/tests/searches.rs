//! When and what the page searches.

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::player::{Decision, SolvedRoot};
use engine::search::Score::{Cp, Mate};

use super::*;
use crate::analysis::MAX_LINES;
use crate::navigation::NavigationStep;
use crate::play::{EngineState, MAX_FAILURES};

#[test]
fn the_worker_is_started_once_and_then_looks_at_the_board() {
    let mut analysis = AnalysisState::default();
    let effects = analysis.update(AnalysisEvent::Flip);
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Start)));
    assert!(
        !analysis
            .update(AnalysisEvent::Flip)
            .contains(&AnalysisEffect::Engine(EngineCommand::Start))
    );
    let order = order(&ready(&mut analysis)).unwrap();
    assert_eq!((order.moves.len(), order.limits.multipv), (0, 3));
    assert!(order.limits.movetime.is_some() && !order.limits.infinite);
    assert!(analysis.is_searching());
}

#[test]
fn another_position_ends_the_search_and_gets_its_own_with_the_history_that_repetition_needs() {
    let (mut analysis, first) = searching("e4 e5 Nf3");
    assert_eq!(first.moves.len(), 3);
    let effects = analysis.update(AnalysisEvent::Navigate(NavigationStep::Previous));
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Cancel(first.id))));
    let second = order(&effects).unwrap();
    assert!(second.moves.len() == 2 && second.id > first.id);
    // The late result of the first search changes nothing.
    let late = line(1, 9, Cp(300), vec![mv(&analysis, "b1c3")]);
    analysis.update(reports(first.id, vec![late.clone()]));
    analysis.update(done(first.id, vec![late]));
    assert!(analysis.current_evaluation().is_none() && analysis.is_searching());
}

#[test]
fn lines_fill_their_places_and_a_shallower_one_does_not_push_a_deeper_one_out() {
    let (mut analysis, order) = searching("e4");
    let [c5, e5] = ["c7c5", "e7e5"].map(|text| mv(&analysis, text));
    analysis.update(reports(
        order.id,
        vec![line(1, 5, Cp(-20), vec![c5]), line(2, 5, Cp(-30), vec![e5])],
    ));
    // The line's score is Black's view, the page's is White's.
    assert_eq!(analysis.score(analysis.current), Some(Cp(20)));
    analysis.update(reports(order.id, vec![line(1, 4, Cp(0), vec![e5])]));
    let found = analysis.current_evaluation().unwrap();
    assert_eq!((found.lines[0].depth, found.lines[1].pv[0]), (5, e5));
    analysis.update(reports(order.id, vec![line(1, 6, Cp(-10), vec![e5])]));
    assert_eq!(analysis.score(analysis.current), Some(Cp(10)));
}

#[test]
fn what_a_table_says_replaces_what_a_search_has_found() {
    let (mut analysis, order) = searching("e2e4");
    let deep = line(1, 24, Score::Cp(30), vec![mv(&analysis, "e7e5")]);
    analysis.update(reports(order.id, vec![deep]));
    let root = SolvedRoot {
        score: Score::Mate(23),
        moves: [1, 19, 0],
    };
    let table = line(1, 0, root.score, vec![mv(&analysis, "c7c5")]);
    let solved = Decision {
        solved: Some(root),
        ..*decision(vec![table.clone()])
    };
    let done = FromWorker::Done {
        id: order.id,
        decision: Box::new(solved),
    };
    analysis.update(AnalysisEvent::Engine(done));
    let found = analysis.current_evaluation().expect("an evaluation");
    assert_eq!(
        (found.lines.as_slice(), found.solved),
        (&[table][..], Some(root))
    );
}

#[test]
fn a_position_that_was_looked_at_is_not_looked_at_again_but_for_more_lines_or_deeper() {
    let (mut analysis, first) = searching("e4");
    let c5 = mv(&analysis, "c7c5");
    analysis.update(done(first.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    assert!(!analysis.is_searching());
    analysis.update(AnalysisEvent::Navigate(NavigationStep::First));
    assert_eq!(
        order(&analysis.update(AnalysisEvent::Navigate(NavigationStep::Last))),
        None
    );
    let wider = order(&analysis.update(AnalysisEvent::SetMultipv(9))).unwrap();
    assert_eq!(wider.limits.multipv, MAX_LINES);
    let deeper = order(&analysis.update(AnalysisEvent::SearchDeeper)).unwrap();
    assert!(deeper.limits.infinite && deeper.limits.movetime.is_none());
}

#[test]
fn the_engine_can_rest_and_is_not_asked_where_the_game_is_over() {
    let (mut analysis, first) = searching("e4");
    let effects = analysis.update(AnalysisEvent::SetEngineOn(false));
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Cancel(first.id))));
    assert_eq!(
        order(&analysis.update(AnalysisEvent::Navigate(NavigationStep::First))),
        None
    );
    assert!(order(&analysis.update(AnalysisEvent::SetEngineOn(true))).is_some());
    let mut mated = opened("f3 e5 g4 Qh4#");
    assert_eq!(order(&ready(&mut mated)), None);
    assert_eq!(mated.score(mated.current), Some(Mate(0)));
    assert!(mated.outcome().is_some());
}

#[test]
fn trying_a_move_keeps_the_game_and_taking_a_line_plays_it_as_far_as_it_is_legal() {
    let (mut analysis, _) = searching("e4 e5 Nf3 Nc6");
    analysis.update(AnalysisEvent::GoTo(node_at(&analysis, 2)));
    let f4 = mv(&analysis, "f2f4");
    let exf4 = analysis.position().play(f4).parse_uci("e5f4").unwrap();
    analysis.update(AnalysisEvent::PlayLine(vec![f4, exf4, exf4]));
    assert_eq!(analysis.tree.ply(analysis.current), 4);
    assert_eq!(analysis.tree.main_line().len(), 4);
    assert_ne!(analysis.current_line(), analysis.tree.main_line());
    analysis.update(AnalysisEvent::PromoteLine);
    assert_eq!(analysis.current_line(), analysis.tree.main_line());
    analysis.update(AnalysisEvent::RemoveMove);
    assert_eq!(analysis.tree.last_move(analysis.current), Some(f4));
}

#[test]
fn a_line_from_elsewhere_is_kept_with_its_first_move_on_the_board() {
    let (mut analysis, _) = searching("e4 e5 Nf3 Nc6");
    let from = node_at(&analysis, 2);
    let before = *analysis.tree.position(from);
    let f4 = before.parse_uci("f2f4").unwrap();
    let exf4 = before.play(f4).parse_uci("e5f4").unwrap();
    let moves = vec![f4, exf4];
    analysis.update(AnalysisEvent::ShowLine { from, moves });
    assert_eq!(analysis.tree.last_move(analysis.current), Some(f4));
    assert_eq!(analysis.current_line().len(), 4);
    assert_eq!(analysis.tree.main_line().len(), 4);
    // A line that is illegal at the node leads to the node itself.
    let moves = vec![exf4];
    analysis.update(AnalysisEvent::ShowLine { from, moves });
    assert_eq!(analysis.current, from);
}

#[test]
fn a_line_is_looked_at_on_the_board_until_something_is_done() {
    let (mut analysis, _) = searching("e4");
    let [e5, c5] = ["e7e5", "c7c5"].map(|text| mv(&analysis, text));
    analysis.update(AnalysisEvent::Preview(Some(vec![e5, c5])));
    assert_eq!(analysis.preview, None, "c5 is not White's to play");
    analysis.update(AnalysisEvent::Preview(Some(vec![e5])));
    assert_eq!(analysis.board().1, Some(e5));
    analysis.update(AnalysisEvent::Play(c5));
    assert_eq!(analysis.board().1, Some(c5));
}

#[test]
fn a_worker_that_fails_is_replaced_and_given_up_after_a_while() {
    let (mut analysis, _) = searching("e4");
    for _ in 1..MAX_FAILURES {
        let effects = analysis.update(AnalysisEvent::Engine(FromWorker::Failed {
            message: "gone".to_owned(),
        }));
        assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Start)));
        ready(&mut analysis);
        assert!(analysis.is_searching());
    }
    let effects = analysis.update(AnalysisEvent::Engine(FromWorker::Failed {
        message: "gone".to_owned(),
    }));
    assert!(effects.is_empty());
    assert_eq!(analysis.engine, EngineState::Failed("gone".to_owned()));
    let effects = analysis.update(AnalysisEvent::RetryEngine);
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Start)));
}

#[test]
fn another_game_forgets_what_was_found_about_the_one_before() {
    let (mut analysis, order) = searching("e4");
    let c5 = mv(&analysis, "c7c5");
    analysis.update(done(order.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    let effects = analysis.update(AnalysisEvent::Open(Box::new(OpenedGame::from_position(
        start(),
    ))));
    assert!(
        effects.contains(&AnalysisEffect::Engine(EngineCommand::Send(
            ToWorker::NewGame
        )))
    );
    assert!(analysis.evaluations.is_empty() && analysis.tree.is_empty());
}
