//! Searches by networks of the visitor's own.

use engine::eval::SharedEval;
use engine::player::StrategyId;
use lab::train::{FloatNetwork, NetworkShape, SELF_RAISED};

use super::*;

/// A network of random weights.
fn random_network() -> SharedEval {
    let shape = NetworkShape {
        width: 16,
        outputs: 1,
    };
    let network = FloatNetwork::new(shape, 1).quantised(SELF_RAISED, String::new());
    SharedEval::new(network.unwrap())
}

/// A link's search by the network of "Yours", which does not wait for the site's.
fn shown_by_own_network() -> TheatreState {
    let mut state = TheatreState::default();
    let link = TheatreLink {
        setup: setup(StrategyId::Yours, 4),
        ..TheatreLink::default()
    };
    state.update(TheatreEvent::Open(Box::new(link)));
    let effects = state.update(TheatreEvent::Engine(FromWorker::Ready));
    answer_by(&mut state, &effects, |_| Ok(random_network()));
    state
}

#[test]
fn a_mind_of_the_visitors_searches_by_its_own_network() {
    let state = shown_by_own_network();
    assert_eq!(state.stage, TreeStage::Shown);
    let found = state.summary.unwrap();
    assert_eq!(found.own_network, Some(random_network().checksum()));
    let own = found.score;
    let site = match control(|control| {
        let network = Some(random_network());
        trace(
            SearchId(1),
            &setup(StrategyId::Intuition, 4),
            network,
            control,
        )
    }) {
        TheatreResponse::Traced(traced) => traced.summary.score,
        other => panic!("{other:?}"),
    };
    let without = traced(&setup(StrategyId::Intuition, 4)).summary.score;
    assert_eq!(own, site);
    assert_ne!(own, without);
}

#[test]
fn a_network_that_the_visitor_lacks_is_said() {
    let mut state = shown(setup(StrategyId::Calculator, 3));
    let effects = state.update(TheatreEvent::SetMind(StrategyId::Guest));
    answer(&mut state, &effects);
    let refused = TreeStage::Refused("No network here.".to_owned());
    assert_eq!(state.stage, refused);

    let effects = state.update(TheatreEvent::SetMind(StrategyId::Calculator));
    answer(&mut state, &effects);
    state.update(TheatreEvent::ToggleMind(StrategyId::Yours));
    state.update(TheatreEvent::ToggleMind(StrategyId::Guest));
    let effects = state.update(TheatreEvent::CompareMinds(1));
    answer(&mut state, &effects);
    assert_eq!(state.minds.refused.as_deref(), Some("No network here."));
    assert!(state.minds.running.is_none() && state.minds.compared.is_empty());
    assert_eq!(state.stage, TreeStage::Shown);

    let effects = state.update(TheatreEvent::CompareMinds(1));
    answer_by(&mut state, &effects, |_| Ok(random_network()));
    assert_eq!(state.minds.refused, None);
    assert_eq!(state.minds.moves.len(), 4);
}

/// The network may go while its search is shown.
#[test]
fn looking_further_without_the_network_ends() {
    let mut state = shown_by_own_network();
    for event in [TheatreEvent::CheckBets, TheatreEvent::TrySwitches] {
        let effects = state.update(event);
        assert!(state.bets.running.is_some() || state.switches.running.is_some());
        answer(&mut state, &effects);
        assert!(state.bets.running.is_none() && state.switches.running.is_none());
        assert_eq!(state.stage, TreeStage::Shown);
    }
}
