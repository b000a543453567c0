//! `POST /api/v1/evaluate`: the static evaluation of a position and its terms.

use engine::eval::{EvalConfig, Evaluation, Part};
use engine::rules::{Color, Game, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::field_error::FieldError;
use crate::search::answer::{OutcomeText, ScoreText};
use crate::search::request::PositionSpec;

/// The body of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateRequest {
    /// What to judge.
    pub position: PositionSpec,
    /// Who judges, as in `options.evaluation` of a search; `tuned` where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::schema::EvaluationName>)]
    pub evaluation: Option<String>,
}

/// The body of the answer. Scores are white's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvaluateAnswer {
    /// Whose view the scores are: always white's.
    #[schema(value_type = crate::schema::Side)]
    pub pov: Color,
    /// Who judged; of a network, also which: `network 0a1b2c3d`.
    pub evaluation: String,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeText>,
    /// Always in centipawns; `None` where the game is over: nothing is left to judge, and the
    /// outcome says it all.
    pub score: Option<ScoreText>,
    /// What the score is made of; their scores add up to it. Empty where there is none.
    pub terms: Vec<TermText>,
    /// Where a network judged: what each piece but the kings adds to the score where it stands. That
    /// does not add up to it: pieces are worth more together, or less.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceText>,
}

/// What a piece adds, centipawns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PieceText {
    /// Where it stands: `e4`.
    pub square: String,
    /// What it is, as FEN has it: `N` is a white knight.
    pub piece: char,
    /// How much the score would fall without it.
    pub score: i32,
}

/// A term of an evaluation, centipawns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TermText {
    /// What it is for: `material`.
    pub name: String,
    /// What white is credited with.
    pub white: i32,
    /// What black is credited with.
    pub black: i32,
    /// White's credit less black's.
    pub score: i32,
}

impl EvaluateRequest {
    /// Evaluates the position.
    ///
    /// # Errors
    /// The first field that is rejected, with the reason.
    pub fn answer(&self) -> Result<EvaluateAnswer, FieldError> {
        let game = self.position.game()?;
        let eval_config = EvalConfig::shipped(self.evaluation()?);
        let outcome = game.outcome();
        let score_and_terms = outcome
            .is_none()
            .then(|| score_and_terms(&eval_config, &game));
        let pieces = outcome
            .is_none()
            .then(|| pieces(&eval_config, game.position()));
        let (score, terms) = score_and_terms.unzip();
        Ok(EvaluateAnswer {
            pov: Color::White,
            evaluation: eval_config.name(),
            outcome: outcome.as_ref().map(OutcomeText::from),
            score,
            terms: terms.unwrap_or_default(),
            pieces: pieces.unwrap_or_default(),
        })
    }

    fn evaluation(&self) -> Result<Evaluation, FieldError> {
        let Some(name) = &self.evaluation else {
            return Ok(Evaluation::Tuned);
        };
        name.parse().map_err(|_| {
            let known = Evaluation::ALL.map(Evaluation::as_str).join(", ");
            let found: String = name.chars().take(40).collect();
            let reason = format!("expected one of {known}, found {found:?}");
            FieldError::new("evaluation", reason)
        })
    }
}

fn pieces(eval_config: &EvalConfig, position: &Position) -> Vec<PieceText> {
    let network = eval_config.network.as_ref();
    let network = network.filter(|_| eval_config.evaluation == Evaluation::Network);
    let seen = network.map_or_else(Vec::new, |network| network.contributions(position));
    let told = seen.into_iter().filter_map(|seen| {
        let (color, piece) = position.piece_at(seen.square)?;
        Some(PieceText {
            square: seen.square.to_string(),
            piece: piece.fen_char(color),
            score: seen.score,
        })
    });
    told.collect()
}

fn score_and_terms(eval_config: &EvalConfig, game: &Game) -> (ScoreText, Vec<TermText>) {
    let position = game.position();
    let own = eval_config.evaluator().evaluate(position);
    let score = match position.side_to_move() {
        Color::White => own,
        Color::Black => -own,
    };
    let terms = eval_config.parts(position);
    (
        ScoreText::Cp(score),
        terms.iter().map(TermText::from).collect(),
    )
}

impl From<&Part> for TermText {
    fn from(part: &Part) -> Self {
        Self {
            name: part.name.to_owned(),
            white: part.white,
            black: part.black,
            score: part.score(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(json: &str) -> serde_json::Value {
        let request: EvaluateRequest = serde_json::from_str(json).unwrap();
        serde_json::to_value(request.answer().unwrap()).unwrap()
    }

    #[test]
    fn the_score_is_whites_view_whoever_is_to_move() {
        for side in ["w", "b"] {
            let json = format!(
                r#"{{"position":{{"fen":"4k3/8/8/8/8/8/4P3/4K3 {side} - - 0 1"}},
                     "evaluation":"material"}}"#
            );
            let expected = serde_json::json!({
                "pov": "white", "evaluation": "material", "outcome": null, "score": { "cp": 100 },
                "terms": [ { "name": "material", "white": 100, "black": 0, "score": 100 },
                           { "name": "tables", "white": 0, "black": 0, "score": 0 } ]
            });
            assert_eq!(answer(&json), expected);
        }
    }

    #[test]
    fn a_network_says_its_name_and_what_each_piece_adds() {
        let json = answer(
            r#"{"position":{"fen":"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
                "evaluation":"network"}"#,
        );
        let name = json["evaluation"].as_str().unwrap();
        assert_eq!(name, EvalConfig::shipped(Evaluation::Network).name());
        let pieces = json["pieces"].as_array().unwrap();
        assert_eq!(pieces.len(), 29, "all but the kings");
        let queen = pieces.iter().find(|piece| piece["square"] == "d1").unwrap();
        assert!(queen["piece"] == "Q" && queen["score"].as_i64() > Some(300));
    }

    #[test]
    fn a_finished_position_has_an_outcome_and_no_score() {
        let mate = answer(r#"{"position":{"moves":["f2f3","e7e5","g2g4","d8h4"]}}"#);
        let expected = serde_json::json!({
            "pov": "white", "evaluation": "tuned", "score": null, "terms": [],
            "outcome": { "winner": "black", "reason": "checkmate", "result": "0-1" }
        });
        assert_eq!(mate, expected);
    }
}
