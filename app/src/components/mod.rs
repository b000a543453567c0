//! What pages are made of. Components read the session's state and send it events.

pub mod board;
