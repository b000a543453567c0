//! Endgame tables on the server. `sets` are the tables that searches are lent, `maker` reads or makes them in
//! the background, `lookup` answers the API by them, and `files` serves them to the page.

pub mod files;
pub mod handlers;
mod lookup;
mod maker;
pub mod sets;

pub use maker::TableMaker;
