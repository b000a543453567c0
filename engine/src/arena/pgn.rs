//! A finished game as PGN, with what the match adds to it.

use super::{Ending, FaultKind, Played};
use crate::rules::{Outcome, Reason, pgn};

/// What the tags say of a game beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    pub white: String,
    pub black: String,
    /// The opening's number from 1, and which of its two games.
    pub round: String,
    /// Depth, nodes or clock, as the match was asked for.
    pub white_limits: String,
    pub black_limits: String,
}

/// The game's PGN, ended by an empty line.
#[must_use]
pub fn write(played: &Played, labels: &Labels) -> String {
    let mut tags: pgn::Tags = [
        ("Event", "Ponder arena"),
        ("Round", &labels.round),
        ("White", &labels.white),
        ("Black", &labels.black),
        ("WhiteLimits", &labels.white_limits),
        ("BlackLimits", &labels.black_limits),
        ("Termination", termination(&played.ending)),
    ]
    .into_iter()
    .collect();
    if let Ending::Fault(fault) = &played.ending {
        tags.set("Fault", fault.detail.as_str());
    }
    // The text of a result depends on the winner alone.
    let outcome = Outcome {
        winner: played.winner,
        reason: Reason::Agreement,
    };
    pgn::write(&played.game, &tags, Some(&outcome)) + "\n"
}

/// The standard's words where it has one.
fn termination(ending: &Ending) -> &'static str {
    match ending {
        Ending::Rules(_) => "normal",
        Ending::Adjudicated => "adjudication",
        Ending::Fault(fault) => match fault.kind {
            FaultKind::Time => "time forfeit",
            FaultKind::Illegal => "rules infraction",
            FaultKind::Crashed | FaultKind::Disconnected => "abandoned",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Fault;
    use crate::rules::{Color, Game};

    #[test]
    fn a_forfeited_game_says_who_won_and_why() {
        let played = Played {
            game: Game::new(),
            winner: Some(Color::Black),
            ending: Ending::Fault(Fault::new(FaultKind::Illegal, "e2e5\n\"")),
        };
        let labels = Labels {
            white: "old".into(),
            round: "3.1".into(),
            ..Labels::default()
        };
        let text = write(&played, &labels);
        for part in [
            "[White \"old\"]",
            "[Round \"3.1\"]",
            "[Result \"0-1\"]",
            "[Termination \"rules infraction\"]",
            "[Fault \"e2e5 \\\"\"]",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let read = pgn::parse(&text).unwrap();
        assert_eq!(read.result, pgn::GameResult::Win(Color::Black));
    }
}
