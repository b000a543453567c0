//! A finished game as PGN, with what the match adds to it.

use super::{Ending, FaultKind, Played};
use engine::eval::LIMIT;
use engine::rules::{Outcome, Reason, pgn};
use engine::search::Score;

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
    pgn::write_annotated(&played.game, &tags, Some(&outcome), &comments(played)) + "\n"
}

/// What each side said of its moves, as other programs write it: pawns or moves to mate, from the
/// view of the side that moved.
fn comments(played: &Played) -> pgn::Comments {
    let opening = played.game.ply().saturating_sub(played.scores.len());
    let said = played.scores.iter().enumerate();
    said.filter_map(|(index, score)| Some((opening + index + 1, comment((*score)?))))
        .collect()
}

fn comment(score: Score) -> String {
    let sign = |positive| if positive { '+' } else { '-' };
    match score {
        Score::Cp(cp) => {
            let size = cp.unsigned_abs();
            format!("{}{}.{:02}", sign(cp >= 0), size / 100, size % 100)
        }
        Score::Mate(moves) => format!("{}M{}", sign(moves > 0), moves.unsigned_abs()),
    }
}

/// Reads such a comment: whatever follows its first word does not matter.
#[must_use]
pub fn read_score(comment: &str) -> Option<Score> {
    let word = comment.split([' ', '/']).next()?;
    if let Some((sign, moves)) = word.split_once('M') {
        let moves: i32 = moves.parse().ok().filter(|moves| *moves >= 0)?;
        return Some(Score::Mate(if sign == "-" { -moves } else { moves }));
    }
    let pawns: f64 = word.parse().ok()?;
    let cp = (pawns * 100.0).round();
    (cp.abs() < f64::from(LIMIT)).then_some(Score::Cp(cp as i32))
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
    use engine::rules::{Color, Game};

    #[test]
    fn what_was_said_of_each_move_is_written_and_read() {
        let said = [
            Some(Score::Cp(31)),
            Some(Score::Cp(-7)),
            None,
            Some(Score::Mate(-2)),
            Some(Score::Mate(12)),
        ];
        let mut game = Game::new();
        for mv in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"] {
            game.play(game.position().parse_uci(mv).unwrap()).unwrap();
        }
        let played = Played {
            game,
            winner: None,
            ending: Ending::Adjudicated,
            scores: said.to_vec(),
        };
        let text = write(&played, &Labels::default());
        assert!(
            text.contains("1. e4 e5 {+0.31} 2. Nf3 {-0.07} 2... Nc6 3. Bb5 {-M2} 3... a6 {+M12}"),
            "{text}"
        );
        let read = pgn::parse(&text).unwrap().comments;
        let heard: Vec<_> = (2..7)
            .map(|plies| read.get(&plies).and_then(|comment| read_score(comment)))
            .collect();
        assert_eq!(heard, said);
        assert_eq!(read_score("+0.25/9 0.5s"), Some(Score::Cp(25)));
        for odd in ["", "book", "+", "1e300", "nan", "+M", "-M-3", "inf"] {
            assert_eq!(read_score(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_forfeited_game_says_who_won_and_why() {
        let played = Played {
            game: Game::new(),
            winner: Some(Color::Black),
            ending: Ending::Fault(Fault::new(FaultKind::Illegal, "e2e5\n\"")),
            scores: Vec::new(),
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
