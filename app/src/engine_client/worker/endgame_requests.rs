//! The requests of the course of endings.

use std::pin::Pin;

use client::endgames::{EndgameAnswer, EndgameRequest, answer, position_of};
use client::worker::codec::{decode, encode};

use super::table_store::tables_for;

/// Answers an encoded request, encoded, once the tables are there.
///
/// # Errors
/// What is wrong with the request.
pub type EndgameFunction = fn(Vec<u8>) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, String>>>>;

/// The [`EndgameFunction`].
pub fn answer_endgames(request: Vec<u8>) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, String>>>> {
    Box::pin(async move {
        let request: EndgameRequest = decode(&request)?;
        let position = position_of(&request)?;
        // The visitor goes on, or presses "Try again", with a position to probe.
        let is_pressing = matches!(request, EndgameRequest::Probe { .. });
        let answer = match tables_for(position, is_pressing).await {
            Some(tables) => answer(&request, &tables)?,
            None => EndgameAnswer::NoTables(position.key()),
        };
        Ok(encode(&answer))
    })
}
