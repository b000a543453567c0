//! Searches wait for the network, but not for long.

use engine::search::Score::Cp;

use super::*;
use crate::analysis::Step;

#[test]
fn the_first_search_begins_when_the_network_is_here() {
    let mut analysis = opened("e4");
    assert_eq!(order(&analysis.update(Event::EngineReady)), None);
    let loading = Event::Network(NetworkNews::Loading(40));
    assert_eq!(order(&analysis.update(loading)), None);
    assert!(order(&ready(&mut analysis)).is_some());
    // Its time ends later, and nothing comes of that.
    assert!(analysis.update(Event::NetworkLate).is_empty());
    assert!(analysis.is_looking());
}

#[test]
fn without_the_network_the_search_begins_at_once_and_that_can_be_told() {
    let mut analysis = opened("e4");
    analysis.update(Event::EngineReady);
    let failed = Event::Network(NetworkNews::Failed("404".to_owned()));
    assert!(order(&analysis.update(failed)).is_some());
    assert!(analysis.network.has_failed());
}

#[test]
fn what_was_found_before_a_late_network_came_is_looked_for_again() {
    let mut analysis = opened("e4");
    analysis.update(Event::EngineReady);
    let first = order(&analysis.update(Event::NetworkLate)).unwrap();
    let c5 = mv(&analysis, "c7c5");
    analysis.update(reports(first.id, vec![line(1, 9, Cp(-20), vec![c5])]));
    let effects = ready(&mut analysis);
    assert!(effects.contains(&Effect::CancelSearch(first.id)));
    assert!(order(&effects).is_some_and(|again| again.id > first.id));
    assert!(analysis.here().is_none());
}

#[test]
fn a_review_has_one_judge() {
    let mut analysis = opened("e4 e5");
    analysis.update(Event::EngineReady);
    analysis.update(Event::NetworkLate);
    let last = order(&analysis.update(Event::Review)).unwrap();
    let nf3 = mv(&analysis, "g1f3");
    let second = order(&analysis.update(done(last.id, vec![line(1, 9, Cp(30), vec![nf3])])));
    assert!(second.is_some_and(|order| order.moves != last.moves));
    // Elsewhere on the page by now: the same game is gone through.
    analysis.update(Event::Step(Step::First));
    let effects = ready(&mut analysis);
    assert!(effects.contains(&Effect::ForgetGame));
    let again = order(&effects).unwrap();
    assert_eq!(again.moves, last.moves);
    assert!(analysis.found.is_empty());
    // It is told once that the network is here; hearing it again stops nothing.
    assert_eq!(ready(&mut analysis), vec![]);
}

#[test]
fn another_worker_has_to_fetch_it_again() {
    let (mut analysis, _) = awake("e4");
    analysis.update(Event::EngineFailed("gone".to_owned()));
    assert_eq!(order(&analysis.update(Event::EngineReady)), None);
    assert!(order(&ready(&mut analysis)).is_some());
}
