//! The words of tournaments.

use client::arena::{ArenaState, GameLimit, SprtDecision, Tournament, rating_text};

use crate::components::shared::format::{counted, seconds};

/// A limit in words.
pub fn limit_text(limit: GameLimit) -> String {
    match limit {
        GameLimit::Nodes(nodes) => format!("{} a move", counted(nodes.into(), "position")),
        GameLimit::MoveTime(ms) => format!("{} a move", seconds(ms.into())),
        GameLimit::Clock { base, increment } => format!(
            "{} + {} on the clock",
            seconds(base.into()),
            seconds(increment.into())
        ),
    }
}

/// What a match of two players has shown so far.
pub fn match_text(state: &ArenaState, tournament: &Tournament) -> Option<String> {
    let difference = tournament.difference()?;
    let (first, second) = (state.name_of(0), state.name_of(1));
    let stats = tournament.stats();
    let pairs = counted(stats.pentanomial.iter().sum(), "pair");
    let interval = format!("{:.0}", difference.error.ceil());
    let size = format!("{:.0}", difference.elo.abs().round());
    Some(if difference.elo.abs() <= difference.error {
        format!(
            "No difference between {first} and {second} is certain yet: {} Elo (95 % interval), after {pairs} of games.",
            rating_text(difference)
        )
    } else {
        let (stronger, weaker) = match difference.elo > 0.0 {
            true => (first, second),
            false => (second, first),
        };
        // Who looks after every game sees an interval without 0 now and then, although there is no difference.
        let says = match tournament.is_over() {
            true => "is stronger than",
            false => "is so far ahead of",
        };
        format!(
            "{stronger} {says} {weaker} by {size} \u{b1} {interval} Elo (95 % interval), after {pairs} of games."
        )
    })
}

/// What the test has decided.
pub fn decision_text(decision: SprtDecision, [low, high]: [i16; 2]) -> String {
    match decision {
        SprtDecision::Accepted => {
            format!(
                "The test has ended: a gain of {high} normalised Elo is likelier than one of {low}."
            )
        }
        SprtDecision::Rejected => {
            format!(
                "The test has ended: a gain of {low} normalised Elo is likelier than one of {high}."
            )
        }
    }
}
