//! Who a visitor is: tokens, names, passwords, API keys, and the guard around what changes something.
//!
//! A guest is a user without a name. The browser holds a random token, the store its hash;
//! `store` keeps both sides together, `routes` puts the guard in front of the server functions.
//! `names` and `password` say what will do, `code` draws what is written down for the day when the
//! password is forgotten, `attempts` counts who tries, `keys` knows API keys, `effects` carries out what a
//! change means for what is open, and `service` answers the page's calls.

pub mod attempts;
pub mod code;
pub mod effects;
pub mod guard;
pub mod keys;
pub mod names;
pub mod password;
mod service;
pub mod token;
