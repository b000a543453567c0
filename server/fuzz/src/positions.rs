//! Questions about positions and games, asked and answered.

use serde::Serialize;
use server::{body, query};
use wire::positions::{
    evaluate::EvaluateRequest, openings::OpeningsRequest, validate::ValidateRequest,
};

use super::refused;

/// `POST /evaluate`.
pub fn check_evaluate(bytes: &[u8]) {
    match body::parse::<EvaluateRequest>(bytes) {
        Ok(request) => check(request.answer().map_err(refused::check)),
        Err(refusal) => refused::check(refusal),
    }
}

/// `POST /validate`.
pub fn check_validate(bytes: &[u8]) {
    match body::parse(bytes) {
        Ok(request) => validate(request),
        Err(refusal) => refused::check(refusal),
    }
}

/// The same of a PGN, without the JSON around it.
pub fn check_pgn(text: &str) {
    validate(ValidateRequest {
        pgn: Some(text.to_owned()),
        ..ValidateRequest::default()
    });
}

/// `GET /openings`.
pub fn check_openings(parameters: &str) {
    match query::parse::<OpeningsRequest>(Some(parameters)) {
        Ok(request) => check(request.answer().map_err(refused::check)),
        Err(refusal) => refused::check(refusal),
    }
}

/// What is accepted says the same when it is sent again as a FEN and moves.
fn validate(request: ValidateRequest) {
    let answer = match request.answer() {
        Ok(answer) => answer,
        Err(error) => return refused::check(error),
    };
    let moves = answer.moves.iter().map(|mv| mv.uci.clone());
    let again = ValidateRequest {
        fen: Some(answer.start_fen.clone()),
        moves: Some(moves.collect()),
        pgn: None,
    };
    let again = again.answer().expect("what was accepted is legal");
    assert_eq!(again.fen, answer.fen);
    assert_eq!(again.legal_moves, answer.legal_moves);
    check(Ok(answer));
}

/// An answer can be written.
fn check(answer: Result<impl Serialize, ()>) {
    if let Ok(answer) = answer {
        serde_json::to_vec(&answer).expect("an answer can be written");
    }
}
