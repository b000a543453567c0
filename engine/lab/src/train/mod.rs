//! Trains the network that evaluates positions, from games that the engine has played against
//! itself.
//!
//! [`Samples`] takes positions out of games, [`Model`] is the network in floats and knows the
//! gradient of its error, [`AdamW`] follows it, [`Model::quantised`] makes the whole numbers that
//! play. Everything is added up in a fixed order, so the same games, settings and seed give the same
//! network on the same kind of machine. Threads and files belong to the caller.

mod adamw;
mod loops;
mod model;
mod quantise;
mod samples;
mod shape;

pub use adamw::AdamW;
pub use model::{Gradient, Model, Target};
pub use samples::{Sample, Samples};
pub use shape::Shape;
