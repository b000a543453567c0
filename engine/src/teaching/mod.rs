//! The stages on the way to an engine (S1, S2), each selectable and each as plain as its idea:
//! `dice` draws lots, `grabber` looks one move ahead, `plodder` as far as it is told, and `pruner`
//! leaves out what cannot matter, as source A does. `savings` counts what that leaves out (S8).
//!
//! They share only `deepen`, the walk from depth to depth. What the full engine does better stands
//! in `search`.

mod deepen;
mod dice;
mod grabber;
mod minimax;
mod plodder;
mod pruner;
mod savings;

pub(crate) use deepen::shuffled;
pub use dice::Dice;
pub use grabber::Grabber;
pub use plodder::Plodder;
pub use pruner::Pruner;
pub use savings::{Savings, savings};
