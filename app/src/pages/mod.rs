//! One file per route. A page owns the state that it shows.

mod not_found;
mod play;

pub use not_found::NotFound;
pub use play::Play;
