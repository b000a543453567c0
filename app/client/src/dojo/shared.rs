//! A network that is shared: its card, and its link.

use lab::dojo::{Strength, TestRecord};
use wire::NetworkId;
use wire::visitor::networks::{CardPoint, MAX_CURVE, NetworkCard};

use super::Training;
use crate::url_fragment::{Fields, push_field};

/// The field of a link's fragment.
const NETWORK: &str = "network";

/// The card of a training as it is now.
#[must_use]
pub fn network_card(training: &Training) -> NetworkCard {
    let tests = &training.history.tests;
    // Evenly thinned out, with the last one.
    let step = tests.len().div_ceil(MAX_CURVE).max(1);
    let mut curve: Vec<CardPoint> = tests.iter().rev().step_by(step).map(card_point).collect();
    curve.reverse();
    NetworkCard {
        algorithm: training.config.algorithm.as_str().to_owned(),
        neurons: training.config.neurons.into(),
        games: training.games(),
        generations: training.generation,
        curve,
        parents: training.parent.into_iter().collect(),
    }
}

fn card_point(test: &TestRecord) -> CardPoint {
    CardPoint {
        games: test.games,
        elo: test.strength.elo as i16,
        margin: test.strength.error as u16,
    }
}

/// A card's point as a curve has it.
#[must_use]
pub fn curve_point(point: &CardPoint) -> (u64, Strength) {
    let strength = Strength {
        elo: point.elo.into(),
        error: point.margin.into(),
    };
    (point.games, strength)
}

/// The fragment of a link to a network, without `#`.
#[must_use]
pub fn shared_fragment(id: NetworkId) -> String {
    let mut fragment = String::new();
    push_field(&mut fragment, NETWORK, id.as_str());
    fragment
}

/// The network that a fragment, without `#`, names; `None` if it names none.
///
/// # Errors
/// What it names is no id.
pub fn parse_shared(fragment: &str) -> Option<Result<NetworkId, String>> {
    let fields = Fields::parse(fragment);
    let id = fields.get(NETWORK)?.parse::<NetworkId>();
    Some(id.map_err(|error| format!("The link names no network: {error}.")))
}
