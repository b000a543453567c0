//! What keeps one client from having the whole server: an allowance of searched nodes, and so many
//! requests at once.
//!
//! `purse` is one client's allowance, `clients` knows whose it is, `meter` stands before the routes
//! that cost something.

pub mod clients;
pub mod meter;
mod purse;

pub use clients::{Clients, Rule};
pub use meter::{Payer, Visit};
