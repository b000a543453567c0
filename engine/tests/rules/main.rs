//! Tests of the rules: notations, games, and an independent implementation as the oracle.

mod fen;
mod game;
mod oracle;
mod pgn;
mod round_trips;
