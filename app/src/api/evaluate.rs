//! `POST /api/v1/evaluate`: what a position is worth without looking ahead, and why.

use engine::{
    eval::{Evaluation, Part},
    rules::{Color, Game},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{OutcomeText, ScoreText},
    request::{FieldError, PositionSpec},
};

/// The body of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EvaluateRequest {
    /// What to judge.
    pub position: PositionSpec,
    /// Who judges, as in `options.evaluation` of a search; `tuned` where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}

/// The body of the answer. Scores are white's view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EvaluateAnswer {
    /// Whose view the scores are: always white's.
    #[schema(value_type = super::schema::Side)]
    pub pov: Color,
    /// Who judged.
    pub evaluation: String,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeText>,
    /// Always in centipawns; `None` where the game is over: nothing is left to judge, and the
    /// outcome says it all.
    pub score: Option<ScoreText>,
    /// What the score is made of; their scores add up to it. Empty where there is none.
    pub terms: Vec<TermText>,
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
    /// Judges the position.
    ///
    /// # Errors
    /// The first field that can't be carried out, with the reason.
    pub fn answer(&self) -> Result<EvaluateAnswer, FieldError> {
        let game = self.position.game()?;
        let evaluation = self.evaluation()?;
        let outcome = game.outcome();
        let judged = outcome.is_none().then(|| judged(evaluation, &game));
        let (score, terms) = judged.unzip();
        Ok(EvaluateAnswer {
            pov: Color::White,
            evaluation: evaluation.to_string(),
            outcome: outcome.as_ref().map(OutcomeText::from),
            score,
            terms: terms.unwrap_or_default(),
        })
    }

    fn evaluation(&self) -> Result<Evaluation, FieldError> {
        let Some(name) = &self.evaluation else {
            return Ok(Evaluation::default());
        };
        name.parse().map_err(|_| {
            let known = Evaluation::ALL.map(Evaluation::as_str).join(", ");
            let found: String = name.chars().take(40).collect();
            let reason = format!("expected one of {known}, found {found:?}");
            FieldError::new("evaluation", reason)
        })
    }
}

fn judged(evaluation: Evaluation, game: &Game) -> (ScoreText, Vec<TermText>) {
    let position = game.position();
    let own = evaluation.evaluator().evaluate(position);
    let score = match position.side_to_move() {
        Color::White => own,
        Color::Black => -own,
    };
    let terms = evaluation.parts(position);
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
    fn a_finished_position_has_an_outcome_and_no_score() {
        let mate = answer(r#"{"position":{"moves":["f2f3","e7e5","g2g4","d8h4"]}}"#);
        let expected = serde_json::json!({
            "pov": "white", "evaluation": "tuned", "score": null, "terms": [],
            "outcome": { "winner": "black", "reason": "checkmate", "result": "0-1" }
        });
        assert_eq!(mate, expected);
    }
}
