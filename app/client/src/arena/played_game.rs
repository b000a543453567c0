//! A finished game of a tournament, and its stored text.

use engine::rules::{Color, Game, Move};
use engine::search::Score;
use lab::arena::{Fault, FinishedGame, GameRecord, SideResult, Termination, TerminationKind};
use serde::{Deserialize, Serialize};

/// The most moves of a game that is read, plies: longer than any by the fifty-move rule in practice.
const MAX_PLIES: usize = 8_192;
/// The longest stored text, bytes.
const MAX_BYTES: usize = 200_000;

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedGame {
    /// Within the tournament.
    pub number: u32,
    /// From the standard position, with the opening's.
    pub moves: Vec<Move>,
    /// Of the moves after the opening, in the view of the side that moved.
    pub scores: Vec<Option<Score>>,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// Why the loser lost, if not on the board.
    pub fault: Option<Fault>,
}

/// A text that is no game of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayedGameError {
    #[error("not a game as JSON: {0}")]
    Json(String),
    #[error("{field}: {found:?} cannot be read")]
    Field { field: &'static str, found: String },
    #[error("moves: move {number}, {found:?}, is not legal there")]
    Move { number: usize, found: String },
    #[error("the result is not that of the position")]
    Result,
}

/// The stored form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredGame {
    number: u32,
    /// Result and end for White as in `ponder arena`'s file: `win:rules`.
    result: String,
    /// UCI, with spaces between.
    moves: String,
    /// Of the last moves: centipawns, `#-3` for a mate, `-` for none.
    scores: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    fault: Option<String>,
}

impl PlayedGame {
    /// The game of a number, as it was played.
    #[must_use]
    pub fn new(number: u32, finished: FinishedGame) -> Self {
        Self {
            number,
            moves: finished.game.moves().to_vec(),
            scores: finished.scores,
            winner: finished.winner,
            fault: match finished.termination {
                Termination::Fault(fault) => Some(fault),
                Termination::Rules(_) | Termination::Adjudicated => None,
            },
        }
    }

    /// Result and end for White or Black.
    #[must_use]
    pub fn record(&self, side: Color) -> GameRecord {
        GameRecord {
            result: match self.winner {
                None => SideResult::Draw,
                Some(winner) if winner == side => SideResult::Win,
                Some(_) => SideResult::Loss,
            },
            termination: match &self.fault {
                None => TerminationKind::Rules,
                Some(fault) => TerminationKind::Fault(fault.kind),
            },
        }
    }

    /// The game with its positions.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new();
        for &mv in &self.moves {
            // Only a legal game is one of these.
            game.play(mv).ok();
        }
        game
    }

    /// As the arena of the lab has it, which writes it as PGN.
    #[must_use]
    pub fn finished(&self) -> FinishedGame {
        let game = self.game();
        let termination = match (&self.fault, game.outcome()) {
            (Some(fault), _) => Termination::Fault(fault.clone()),
            (None, Some(outcome)) => Termination::Rules(outcome.reason),
            (None, None) => Termination::Adjudicated,
        };
        FinishedGame {
            game,
            winner: self.winner,
            termination,
            scores: self.scores.clone(),
        }
    }

    /// The stored text: JSON in one line.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A struct of texts and a number is always JSON.
        serde_json::to_string(&self.stored()).unwrap_or_default()
    }

    /// The stored form as a value, for a document with all games.
    pub(super) fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self.stored()).unwrap_or_default()
    }

    fn stored(&self) -> StoredGame {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        let scores: Vec<String> = self.scores.iter().map(|&score| score_text(score)).collect();
        StoredGame {
            number: self.number,
            result: self.record(Color::White).to_string(),
            moves: moves.join(" "),
            scores: scores.join(" "),
            fault: self.fault.as_ref().map(|fault| fault.detail.clone()),
        }
    }

    /// Reads a stored text. Storage is not trusted: the game is played again.
    ///
    /// # Errors
    /// The text is no game, or one that cannot have ended so.
    pub fn parse(text: &str) -> Result<Self, PlayedGameError> {
        let field = |field, found: &str| PlayedGameError::Field {
            field,
            found: found.chars().take(40).collect(),
        };
        if text.len() > MAX_BYTES {
            return Err(field("text", text));
        }
        let stored: StoredGame =
            serde_json::from_str(text).map_err(|error| PlayedGameError::Json(error.to_string()))?;
        let record: GameRecord = stored
            .result
            .parse()
            .map_err(|_| field("result", &stored.result))?;
        let mut game = Game::new();
        for (index, uci) in stored.moves.split_whitespace().enumerate() {
            let illegal = || PlayedGameError::Move {
                number: index + 1,
                found: uci.chars().take(10).collect(),
            };
            if index == MAX_PLIES {
                return Err(illegal());
            }
            let mv = game.position().parse_uci(uci).map_err(|_| illegal())?;
            game.play(mv).map_err(|_| illegal())?;
        }
        let words = stored.scores.split_whitespace();
        let scores = words.map(|word| parse_score(word).ok_or_else(|| field("scores", word)));
        let scores: Vec<Option<Score>> = scores.collect::<Result<_, _>>()?;
        if scores.len() > game.ply() {
            return Err(field("scores", &stored.scores));
        }
        let winner = match record.result {
            SideResult::Draw => None,
            SideResult::Win => Some(Color::White),
            SideResult::Loss => Some(Color::Black),
        };
        let fault = match record.termination {
            TerminationKind::Fault(kind) => {
                Some(Fault::new(kind, stored.fault.unwrap_or_default()))
            }
            TerminationKind::Rules => {
                let outcome = game.outcome().ok_or(PlayedGameError::Result)?;
                if outcome.winner != winner {
                    return Err(PlayedGameError::Result);
                }
                None
            }
            // The page's games are not adjudicated.
            TerminationKind::Adjudicated => return Err(PlayedGameError::Result),
        };
        Ok(Self {
            number: stored.number,
            moves: game.moves().to_vec(),
            scores,
            winner,
            fault,
        })
    }
}

fn score_text(score: Option<Score>) -> String {
    match score {
        None => "-".to_owned(),
        Some(Score::Cp(cp)) => cp.to_string(),
        Some(Score::Mate(moves)) => format!("#{moves}"),
    }
}

fn parse_score(word: &str) -> Option<Option<Score>> {
    match word.strip_prefix('#') {
        _ if word == "-" => Some(None),
        Some(moves) => moves.parse().ok().map(|moves| Some(Score::Mate(moves))),
        None => word.parse().ok().map(|cp| Some(Score::Cp(cp))),
    }
}
