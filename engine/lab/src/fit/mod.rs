//! The weights of the `tuned` evaluation by logistic regression on the results of games ("Texel's
//! tuning method", P. Österlund, 2014), with exact gradients.
//!
//! [`Samples`] turns quiet positions into counts of weights, [`Weights`] evaluates them and knows
//! the gradient of its error, [`Adam`] follows it, [`source`] writes the file of weights. Floats
//! are fine here: what plays are the rounded integers. Threads and files belong to the caller.

mod adam;
mod samples;
mod source;
mod weights;

pub use adam::Adam;
pub use samples::{Samples, is_quiet};
pub use source::source;
pub use weights::{Gradient, Weights};
