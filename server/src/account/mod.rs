//! Who a visitor is: tokens, and the guard around what changes something.
//!
//! A guest is a user without a name. The browser holds a random token, the store its hash;
//! `store` keeps both sides together, `routes` puts the guard in front of the server functions.

pub mod guard;
pub mod token;
