//! Trains the evaluation network on self-play games.
//!
//! [`TrainingSamples`] takes positions out of games, [`ShuffledPass`] hands out those of many games in
//! random order, [`FloatNetwork`] is the network in floats with the
//! gradient of its loss, [`FloatNetwork::from_network`] starts from one that plays, [`AdamW`] optimises it, [`FloatNetwork::quantised`] makes the integers that
//! play. Sums have a fixed order and `exp` is `libm`'s, so equal games, settings and seeds give equal networks on
//! every machine. Threads and files belong to the caller.

mod adamw;
mod float_network;
mod kernels;
mod quantise;
mod sample;
mod shape;
mod shuffled_pass;
mod start;
mod target;

pub use adamw::AdamW;
pub use float_network::{FloatNetwork, NetworkGradient};
pub(crate) use sample::for_each_quiet;
pub use sample::{TrainingSample, TrainingSamples};
pub use shape::{NEURONS, NetworkShape};
pub use shuffled_pass::{ShuffledPass, Window};
pub use start::{StartError, raised_shape};
pub use target::{SELF_RAISED, Target, sigmoid};
