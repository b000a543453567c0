//! `POST /api/v1/validate`: whether a FEN or a PGN is legal, and its content.

use std::collections::BTreeMap;

use engine::rules::{Color, Game, pgn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field_error::FieldError;
use crate::schema::UciMove;
use crate::search::answer::{MoveText, OutcomeText, move_text};
use crate::search::request::{MAX_PLIES, PositionFields};

pub use crate::visitor::live_games::MAX_PGN_BYTES;

/// The body of the request: either `fen`, perhaps with `moves`, or `pgn`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    /// The position before the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves played from `fen`, in UCI notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// A game; of several the first, without its variations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pgn: Option<String>,
}

/// A [`ValidateRequest`] with a FEN, as it is described.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidateFen {
    /// The position before the moves.
    #[schema(max_length = 100)]
    pub fen: String,
    /// The moves played from `fen`.
    #[schema(value_type = Option<Vec<UciMove>>, max_items = 1_000)]
    pub moves: Option<Vec<String>>,
}

/// A [`ValidateRequest`] with a PGN, as it is described.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ValidatePgn {
    /// A game of at most 1,000 moves; of several the first, without its variations. At most 262,144
    /// bytes, which is fewer characters where they are not ASCII.
    #[schema(max_length = 262_144)]
    pub pgn: String,
}

/// The body of the answer: the position reached, and the way to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValidateAnswer {
    /// The position reached, normalised: six fields, and an en-passant square only where a pawn may
    /// take there.
    pub fen: String,
    /// The position before the moves, normalised as well.
    pub start_fen: String,
    /// Whose turn it is.
    #[schema(value_type = crate::schema::Side)]
    pub turn: Color,
    /// Whether that side is in check.
    pub check: bool,
    /// How the rules have ended the game, if they have; of a flag or a resignation only a PGN's
    /// `result` knows.
    pub outcome: Option<OutcomeText>,
    /// What the position allows, even where a draw has ended the game.
    pub legal_moves: Vec<MoveText>,
    /// The moves that led here.
    pub moves: Vec<MoveText>,
    /// A PGN's tags by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<BTreeMap<String, String>>,
    /// What a PGN says of its result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

impl ValidateRequest {
    /// Reads the request.
    ///
    /// # Errors
    /// The first field that cannot be read, with the reason; for a PGN with line and column.
    pub fn answer(self) -> Result<ValidateAnswer, FieldError> {
        match (self.fen, self.moves, self.pgn) {
            (None, _, None) => Err(FieldError::new("fen", "expected a FEN, or else a PGN")),
            (Some(_), _, Some(_)) => Err(FieldError::new("pgn", "expected no PGN beside a FEN")),
            (None, Some(_), Some(_)) => {
                Err(FieldError::new("moves", "expected no moves beside a PGN"))
            }
            (fen, moves, None) => {
                let moves = moves.unwrap_or_default();
                let game = PositionFields { fen, moves }.game()?;
                Ok(ValidateAnswer::of(&game))
            }
            (None, None, Some(text)) => of_pgn(&text),
        }
    }
}

/// Reads the PGN of a request.
///
/// # Errors
/// The field `pgn`: it is too long, or not one.
fn parse_pgn(text: &str) -> Result<pgn::PgnGame, FieldError> {
    check_length(text)?;
    pgn::parse(text).map_err(|error| FieldError::new("pgn", error))
}

/// Reads a PGN of at most [`MAX_PGN_BYTES`] bytes with what it says about the moves.
///
/// # Errors
/// The field `pgn`: it is too long, or not one.
pub fn parse_annotated_pgn(text: &str) -> Result<pgn::AnnotatedGame, FieldError> {
    check_length(text)?;
    pgn::parse_annotated(text).map_err(|error| FieldError::new("pgn", error))
}

fn check_length(text: &str) -> Result<(), FieldError> {
    let found = text.len();
    if found > MAX_PGN_BYTES {
        let reason = format_args!("expected at most {MAX_PGN_BYTES} bytes, found {found}");
        return Err(FieldError::new("pgn", reason));
    }
    Ok(())
}

fn of_pgn(text: &str) -> Result<ValidateAnswer, FieldError> {
    let read = parse_pgn(text)?;
    let game = read.game();
    let found = game.ply();
    if found > MAX_PLIES {
        let reason = format_args!("at most {MAX_PLIES} moves are taken, found {found}");
        return Err(FieldError::new("pgn", reason));
    }
    let tags = read.tags.iter();
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    Ok(ValidateAnswer {
        tags: Some(tags.collect()),
        result: Some(read.result.text().to_owned()),
        ..ValidateAnswer::of(&game)
    })
}

impl ValidateAnswer {
    fn of(game: &Game) -> Self {
        let position = game.position();
        let played = game.moves().iter().enumerate();
        Self {
            fen: position.to_fen(),
            start_fen: game.start().to_fen(),
            turn: position.side_to_move(),
            check: position.in_check(),
            outcome: game.outcome().as_ref().map(OutcomeText::from),
            legal_moves: position
                .legal_moves()
                .iter()
                .map(|&mv| move_text(position, mv))
                .collect(),
            moves: played
                .map(|(ply, &mv)| move_text(&game.position_at(ply), mv))
                .collect(),
            tags: None,
            result: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(fen: Option<&str>, moves: Option<&[&str]>, pgn: Option<&str>) -> ValidateRequest {
        let moves = moves.map(|moves| moves.iter().map(|&text| text.to_owned()).collect());
        ValidateRequest {
            fen: fen.map(str::to_owned),
            moves,
            pgn: pgn.map(str::to_owned),
        }
    }

    #[test]
    fn exactly_one_of_fen_and_pgn_is_expected() {
        let fen = Some("4k3/8/8/8/8/8/8/4K3 w - -");
        for (request, field) in [
            (answer(None, None, None), "fen"),
            (answer(None, Some(&["e2e4"]), None), "fen"),
            (answer(fen, None, Some("1. e4")), "pgn"),
            (answer(fen, Some(&[]), Some("1. e4")), "pgn"),
            (answer(None, Some(&[]), Some("1. e4")), "moves"),
        ] {
            assert_eq!(request.answer().unwrap_err().field, field);
        }
    }

    #[test]
    fn a_fen_comes_back_normalised() {
        let fen = "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR  w   qkQK -";
        let read = answer(Some(fen), Some(&["d2d4", "e4d3"]), None);
        let read = read.answer().unwrap();
        assert_eq!(
            read.start_fen,
            "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        );
        assert_eq!(read.moves[1].san, "exd3");
        assert_eq!(
            read.fen,
            "rnbqkbnr/pppp1ppp/8/8/8/3p4/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
        );
        assert_eq!((read.turn, read.check), (Color::White, false));
        assert_eq!((read.tags, read.result), (None, None));
    }

    #[test]
    fn a_pgn_has_tags_and_a_result_of_its_own() {
        let text = "[White \"Ada\"]\n\n1. e4 e5 2. Qh5 Ke7 (2... Nc6) 3. Qxe5# *";
        let read = answer(None, None, Some(text)).answer().unwrap();
        assert!(read.check && read.legal_moves.is_empty());
        assert_eq!(
            read.outcome.map(|outcome| outcome.result).as_deref(),
            Some("1-0")
        );
        assert_eq!(read.result.as_deref(), Some("*"));
        assert_eq!(read.tags.unwrap()["White"], "Ada");
        assert_eq!(read.moves.len(), 5);
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_its_place() {
        let refused = answer(None, None, Some("1. e4 e5\n2. Ke3")).answer();
        let refused = refused.unwrap_err();
        assert_eq!(refused.field, "pgn");
        assert!(
            refused.reason.starts_with("line 2, column 4: "),
            "{refused}"
        );

        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(251);
        let refused = answer(None, None, Some(&long)).answer().unwrap_err();
        assert!(refused.reason.contains("1004"), "{refused}");

        let vast = " ".repeat(MAX_PGN_BYTES + 1);
        let refused = answer(None, None, Some(&vast)).answer().unwrap_err();
        assert!(refused.reason.contains("262144"), "{refused}");
    }
}
