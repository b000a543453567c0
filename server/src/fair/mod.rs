//! What keeps one client from having the whole server: an allowance of searched nodes, and so many
//! requests at once.
//!
//! `purse` is one client's allowance, `clients` knows whose it is, `meter` stands before the routes
//! that cost something, `holder` before all of the API's, to see whether a key is shown.

pub mod clients;
pub mod holder;
pub mod meter;
mod purse;

pub use clients::{Client, Clients, Rule};
pub use meter::{Payer, Visit};
