//! The words of tournaments.

use client::arena::{ArenaState, GameLimit, Rating, SprtDecision, Tournament};

use crate::components::shared::format::{count, counted, seconds};

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

/// A number of Elo with its interval: `+23 ± 17`.
pub fn rating_text(rating: Rating) -> String {
    format!("{} \u{b1} {:.0}", signed(rating.elo), rating.error.ceil())
}

/// With a sign that is as wide as the digits: `−5`, `+12`, `0`.
pub fn signed(number: f64) -> String {
    let rounded = number.round();
    let digits = format!("{:.0}", rounded.abs());
    match rounded {
        _ if digits == "0" => digits,
        below if below < 0.0 => format!("\u{2212}{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Points, a half as a fraction: `12½`.
pub fn points_text(points: f64) -> String {
    let whole = points.floor();
    match (whole < points, whole > 0.0) {
        (true, true) => format!("{}\u{bd}", count(whole as u64)),
        (true, false) => "\u{bd}".to_owned(),
        (false, _) => count(whole as u64),
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
        format!(
            "{stronger} is stronger than {weaker} by {size} \u{b1} {interval} Elo (95 % interval), after {pairs} of games."
        )
    })
}

/// What the test has decided.
pub fn decision_text(decision: SprtDecision, [low, high]: [i16; 2]) -> String {
    match decision {
        SprtDecision::Accepted => {
            format!("The test has ended: a gain of {high} is likelier than one of {low}.")
        }
        SprtDecision::Rejected => {
            format!("The test has ended: a gain of {low} is likelier than one of {high}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_signs_and_halves() {
        let rating = |elo, error| rating_text(Rating { elo, error });
        assert_eq!(rating(23.4, 16.2), "+23 \u{b1} 17");
        assert_eq!(rating(-0.4, 3.0), "0 \u{b1} 3");
        assert_eq!(rating(-7.6, 3.0), "\u{2212}8 \u{b1} 3");
        assert_eq!(
            [0.0, 0.5, 1.0, 12.5].map(points_text),
            ["0", "\u{bd}", "1", "12\u{bd}"]
        );
    }

    #[test]
    fn limits_are_said_in_words() {
        let texts = client::arena::LIMITS.map(limit_text);
        assert_eq!(texts[1], "2,000 positions a move");
        assert_eq!(texts[5], "1.0 s a move");
        assert_eq!(texts[6], "10 s + 0.1 s on the clock");
    }
}
