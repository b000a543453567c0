//! A finished game as PGN, with the match's tags and scores.

use engine::rules::{Outcome, Reason, pgn};
use engine::search::Score;

use super::{FaultKind, FinishedGame, Termination};

/// The tags of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnTags {
    pub white: String,
    pub black: String,
    /// The opening's number and the number of the game in its pair, both from 1.
    pub round: String,
    /// The sides' settings as given: depth, nodes or clock.
    pub white_limits: String,
    pub black_limits: String,
}

/// Writes a game, ended by an empty line.
#[must_use]
pub fn write_pgn(finished: &FinishedGame, tags: &PgnTags) -> String {
    let mut pgn_tags: pgn::Tags = [
        ("Event", "Ponder arena"),
        ("Round", &tags.round),
        ("White", &tags.white),
        ("Black", &tags.black),
        ("WhiteLimits", &tags.white_limits),
        ("BlackLimits", &tags.black_limits),
        ("Termination", termination(&finished.termination)),
    ]
    .into_iter()
    .collect();
    if let Termination::Fault(fault) = &finished.termination {
        pgn_tags.set("Fault", fault.detail.as_str());
    }
    // The result's text depends on the winner alone.
    let outcome = Outcome {
        winner: finished.winner,
        reason: Reason::Agreement,
    };
    pgn::write_annotated(
        &finished.game,
        &pgn_tags,
        Some(&outcome),
        &comments(finished),
    ) + "\n"
}

/// The score of each move in the usual form: pawns or moves to mate, from the point of view of the
/// side that moved.
fn comments(finished: &FinishedGame) -> pgn::Comments {
    let opening = finished.game.ply().saturating_sub(finished.scores.len());
    let scores = finished.scores.iter().enumerate();
    scores
        .filter_map(|(index, score)| Some((opening + index + 1, comment((*score)?))))
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

/// More than any evaluation; some programs write what endgame tables know in this way.
const MAX_CENTIPAWNS: f64 = 32_000.0;

/// Parses the score at the beginning of such a comment.
#[must_use]
pub fn parse_score(comment: &str) -> Option<Score> {
    let word = comment.split([' ', '/']).next()?;
    if let Some((sign, moves)) = word.split_once('M') {
        let moves: i32 = moves.parse().ok().filter(|moves| *moves >= 0)?;
        return Some(Score::Mate(if sign == "-" { -moves } else { moves }));
    }
    let pawns: f64 = word.parse().ok()?;
    let cp = (pawns * 100.0).round();
    (cp.abs() <= MAX_CENTIPAWNS).then_some(Score::Cp(cp as i32))
}

/// The value of the `Termination` tag; the PGN standard's where it has one.
fn termination(termination: &Termination) -> &'static str {
    match termination {
        Termination::Rules(_) => "normal",
        Termination::Adjudicated => "adjudication",
        Termination::Fault(fault) => match fault.kind {
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
        let scores = [
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
        let finished = FinishedGame {
            game,
            winner: None,
            termination: Termination::Adjudicated,
            scores: scores.to_vec(),
        };
        let text = write_pgn(&finished, &PgnTags::default());
        assert!(
            text.contains("1. e4 e5 {+0.31} 2. Nf3 {-0.07} 2... Nc6 3. Bb5 {-M2} 3... a6 {+M12}"),
            "{text}"
        );
        let read = pgn::parse(&text).unwrap().comments;
        let parsed: Vec<_> = (2..7)
            .map(|plies| read.get(&plies).and_then(|comment| parse_score(comment)))
            .collect();
        assert_eq!(parsed, scores);
        assert_eq!(parse_score("+0.25/9 0.5s"), Some(Score::Cp(25)));
        for odd in ["", "book", "+", "1e300", "nan", "+M", "-M-3", "inf"] {
            assert_eq!(parse_score(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_forfeited_game_says_who_won_and_why() {
        let finished = FinishedGame {
            game: Game::new(),
            winner: Some(Color::Black),
            termination: Termination::Fault(Fault::new(FaultKind::Illegal, "e2e5\n\"")),
            scores: Vec::new(),
        };
        let tags = PgnTags {
            white: "old".into(),
            round: "3.1".into(),
            ..PgnTags::default()
        };
        let text = write_pgn(&finished, &tags);
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
