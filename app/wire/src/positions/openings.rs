//! `GET /api/v1/openings`: the opening's name and the book's moves.

use engine::book::{Book, Style, opening};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use utoipa::ToSchema;

use crate::field_error::FieldError;
use crate::search::{answer::move_text, request::PositionFields};

/// The parameters as they were sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct OpeningsRequest {
    /// The position before the moves; the usual start position where absent.
    #[param(max_length = 100)]
    pub fen: Option<String>,
    /// The moves played from there, in UCI notation, with commas between them; at most 1,000.
    #[param(pattern = "^([a-h][1-8][a-h][1-8][nbrqNBRQ]?(,[a-h][1-8][a-h][1-8][nbrqNBRQ]?){0,999})?$", example = json!("e2e4,e7e5,g1f3,b8c6,f1b5"))]
    pub moves: Option<String>,
    /// What kind of openings is wanted; `standard` where absent.
    #[param(value_type = Option<crate::schema::StyleName>, inline)]
    pub style: Option<String>,
}

/// The body of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningsAnswer {
    /// What the latest position that has a name is called, however it was reached.
    pub opening: Option<OpeningText>,
    /// What the book plays in the position reached, the weightiest first; empty where theory ends.
    pub moves: Vec<BookMoveText>,
}

/// The name of an opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningText {
    /// As in the Encyclopaedia of Chess Openings: `C60`.
    pub eco: String,
    /// In English.
    pub name: String,
}

/// A move of the book.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BookMoveText {
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// How often it is played, next to the other moves' weights.
    pub weight: u32,
}

impl OpeningsRequest {
    /// Looks the position up.
    ///
    /// # Errors
    /// The first parameter that is rejected, with the reason.
    pub fn answer(&self) -> Result<OpeningsAnswer, FieldError> {
        let style = self.style()?;
        let texts = self.moves.as_deref().filter(|moves| !moves.is_empty());
        let moves = texts.into_iter().flat_map(|moves| moves.split(','));
        let fields = PositionFields {
            fen: self.fen.clone(),
            moves: moves.map(str::to_owned).collect(),
        };
        let game = fields.game()?;
        let position = game.position();
        let known = Book::shared().moves(position, style);
        Ok(OpeningsAnswer {
            opening: opening(game.keys()).map(|opening| OpeningText {
                eco: opening.eco.to_owned(),
                name: opening.name.to_owned(),
            }),
            moves: known
                .into_iter()
                .map(|known| {
                    let text = move_text(position, known.mv);
                    BookMoveText {
                        uci: text.uci,
                        san: text.san,
                        weight: known.weight,
                    }
                })
                .collect(),
        })
    }

    fn style(&self) -> Result<Style, FieldError> {
        let style = self.style.as_deref().map(str::parse).transpose();
        let style = style.map_err(|error| FieldError::new("style", error))?;
        Ok(style.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(moves: &str) -> Result<OpeningsAnswer, FieldError> {
        let moves = Some(moves.to_owned());
        OpeningsRequest {
            moves,
            ..OpeningsRequest::default()
        }
        .answer()
    }

    #[test]
    fn the_start_has_moves_and_no_name_yet() {
        let answer = OpeningsRequest::default().answer().unwrap();
        assert_eq!(answer.opening, None);
        assert!(answer.moves.len() >= 2);
        assert_eq!(ask("").unwrap(), answer);
    }

    #[test]
    fn a_name_outlives_the_book() {
        let answer = ask("e2e4,e7e5,g1f3,b8c6,f1b5,h7h5,h2h4,h8h7").unwrap();
        assert_eq!(answer.opening.unwrap().eco, "C60");
        assert_eq!(answer.moves, []);
    }

    #[test]
    fn a_move_that_is_not_there_is_illegal_too() {
        for (moves, field) in [
            ("e2e4,", "moves[1]"),
            (",", "moves[0]"),
            ("e2e4 e7e5", "moves[0]"),
        ] {
            assert_eq!(ask(moves).unwrap_err().field, field, "{moves}");
        }
    }
}
