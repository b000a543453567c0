//! Searches wait for the network, for a limited time.

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::search::Score::Cp;

use super::*;
use crate::navigation::NavigationStep;

#[test]
fn the_first_search_begins_when_the_network_is_here() {
    let mut analysis = opened("e4");
    assert_eq!(
        order(&analysis.update(AnalysisEvent::Engine(FromWorker::Ready))),
        None
    );
    let loading = AnalysisEvent::Engine(FromWorker::Network(NetworkProgress::Loading(40)));
    assert_eq!(order(&analysis.update(loading)), None);
    assert!(order(&ready(&mut analysis)).is_some());
    // The timeout comes later and changes nothing.
    assert!(analysis.update(AnalysisEvent::NetworkTimeout).is_empty());
    assert!(analysis.is_searching());
}

#[test]
fn without_the_network_the_search_begins_at_once_and_that_can_be_told() {
    let mut analysis = opened("e4");
    analysis.update(AnalysisEvent::Engine(FromWorker::Ready));
    let failed = AnalysisEvent::Engine(FromWorker::Network(NetworkProgress::Failed(
        "404".to_owned(),
    )));
    assert!(order(&analysis.update(failed)).is_some());
    assert!(analysis.network.has_failed());
}

#[test]
fn what_was_found_before_a_late_network_came_is_looked_for_again() {
    let mut analysis = opened("e4");
    analysis.update(AnalysisEvent::Engine(FromWorker::Ready));
    let first = order(&analysis.update(AnalysisEvent::NetworkTimeout)).unwrap();
    let c5 = mv(&analysis, "c7c5");
    analysis.update(reports(first.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    let effects = ready(&mut analysis);
    assert!(effects.contains(&AnalysisEffect::Engine(EngineCommand::Cancel(first.id))));
    assert!(order(&effects).is_some_and(|again| again.id > first.id));
    assert!(analysis.current_evaluation().is_none());
}

#[test]
fn a_review_has_one_judge() {
    let mut analysis = opened("e4 e5");
    analysis.update(AnalysisEvent::Engine(FromWorker::Ready));
    analysis.update(AnalysisEvent::NetworkTimeout);
    let last = order(&analysis.update(AnalysisEvent::StartReview)).unwrap();
    let nf3 = mv(&analysis, "g1f3");
    let second = order(&analysis.update(done(last.id, vec![line(1, 9, Cp(30), vec![nf3])])));
    assert!(second.is_some_and(|order| order.moves != last.moves));
    // The same game is reviewed whichever node is shown.
    analysis.update(AnalysisEvent::Navigate(NavigationStep::First));
    let effects = ready(&mut analysis);
    assert!(
        effects.contains(&AnalysisEffect::Engine(EngineCommand::Send(
            ToWorker::NewGame
        )))
    );
    let again = order(&effects).unwrap();
    assert_eq!(again.moves, last.moves);
    assert!(analysis.evaluations.is_empty());
    // A repeated message cancels nothing.
    assert_eq!(ready(&mut analysis), vec![]);
}

#[test]
fn another_worker_has_to_fetch_it_again() {
    let (mut analysis, _) = searching("e4");
    analysis.update(AnalysisEvent::Engine(FromWorker::Failed {
        message: "gone".to_owned(),
    }));
    assert_eq!(
        order(&analysis.update(AnalysisEvent::Engine(FromWorker::Ready))),
        None
    );
    assert!(order(&ready(&mut analysis)).is_some());
}
