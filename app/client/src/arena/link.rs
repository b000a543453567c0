//! A tournament as the fragment of the page's address, which is also its stored form.

use super::plan::{parse_test, test_text};
use super::{Entrant, GameLimit, MAX_ENTRANTS, PlanError, TournamentPlan};
use crate::url_fragment::{Fields, push_field};

/// The longest fragment that is read, bytes.
const MAX_BYTES: usize = 4_096;

/// The fragment, without `#`.
#[must_use]
pub fn fragment(plan: &TournamentPlan) -> String {
    let mut fragment = String::new();
    let mut add = |name: &str, value: &str| push_field(&mut fragment, name, value);
    let players: Vec<String> = plan.entrants.iter().map(Entrant::to_string).collect();
    add("players", &players.join(","));
    let (name, value) = plan.limit.field();
    add(name, &value);
    add("pairs", &plan.pairs.to_string());
    if let Some(bounds) = plan.sprt {
        add("sprt", &test_text(bounds));
    }
    add("seed", &plan.seed.to_string());
    fragment
}

/// Whether the fragment describes a tournament, and is not the place of something on the page.
#[must_use]
pub fn names_tournament(fragment: &str) -> bool {
    let fields = [
        "players", "nodes", "movetime", "tc", "pairs", "sprt", "seed",
    ];
    Fields::parse(fragment).has_any(&fields)
}

/// Reads a fragment, without `#`; what it does not say is as usual.
///
/// # Errors
/// The field that cannot be read, by name.
pub fn parse_fragment(fragment: &str) -> Result<TournamentPlan, PlanError> {
    if fragment.len() > MAX_BYTES {
        return Err(PlanError::TooLong);
    }
    let fields = Fields::parse(fragment);
    let mut plan = TournamentPlan::default();
    if let Some(text) = fields.get("players") {
        let players: Vec<&str> = text.split(',').collect();
        if players.len() > MAX_ENTRANTS {
            return Err(PlanError::Players(players.len()));
        }
        let entrant = |(index, text): (usize, &&str)| {
            text.parse::<Entrant>().map_err(|reason| PlanError::Player {
                number: index + 1,
                text: (*text).to_owned(),
                reason,
            })
        };
        plan.entrants = players
            .iter()
            .enumerate()
            .map(entrant)
            .collect::<Result<_, _>>()?;
    }
    for name in ["nodes", "movetime", "tc"] {
        if let Some(value) = fields.get(name) {
            plan.limit = GameLimit::of_field(name, value)?;
        }
    }
    if let Some(text) = fields.get("pairs") {
        let pairs = text.parse();
        plan.pairs = pairs.map_err(|_| PlanError::Pairs(text.to_owned()))?;
    }
    plan.sprt = fields.get("sprt").map(parse_test).transpose()?;
    if let Some(text) = fields.get("seed") {
        let seed = text.parse();
        plan.seed = seed.map_err(|_| PlanError::Seed(text.to_owned()))?;
    }
    plan.check()?;
    Ok(plan)
}
