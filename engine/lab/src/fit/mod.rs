//! The weights of the `tuned` evaluation by logistic regression on the results of games ("Texel's
//! tuning method", P. Österlund, 2014), with exact gradients.
//!
//! [`FitSamples`] holds quiet positions as counts of weights, [`FittedWeights`] evaluates them with the
//! gradient of the loss, [`Adam`] optimises it, [`weights_source`] writes the file of weights. The
//! weights are rounded to integers before they play. Threads and files belong to the caller.

mod adam;
mod samples;
mod weights;
mod weights_source;

pub use adam::Adam;
pub use samples::{FitSamples, is_quiet};
pub use weights::{FittedWeights, WeightGradient};
pub use weights_source::weights_source;
