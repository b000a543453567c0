//! Tests of the rules: notations, games, and an independent implementation as the oracle.

mod fen;
mod game;
mod oracle;
mod pgn;
mod pgn_annotations;
mod pgn_games;
mod pgn_round_trips;
mod round_trips;
