//! The dojo: a visitor raises a network of their own from nothing, by [`lab::dojo`].
//!
//! The first worker holds the training, learns and plays; others play what it hands out. `messages` are
//! those of page and workers, `worker_part` is the workers' side. `state` is the reducer of the page,
//! `training` what it shows, `helpers` what it knows of the other workers, `speed` how fast it goes,
//! `practice_board` the game that is shown. `curve` lays out the curve of strength, `shared` has the card and the
//! link of a network that is shared.

mod curve;
mod event;
mod helpers;
mod messages;
mod practice_board;
mod shared;
mod speed;
mod state;
#[cfg(test)]
mod tests;
mod training;
mod worker_part;

pub use curve::{Curve, CurvePoint, GridLine, HEIGHT as CURVE_HEIGHT, WIDTH as CURVE_WIDTH};
pub use event::{DojoEffect, DojoEvent, ReachedState, StoredTraining};
pub use messages::{DojoRequest, DojoResponse, Opening, TrainingNews};
pub use practice_board::PracticeBoard;
pub use shared::{curve_point, network_card, parse_shared, shared_fragment};
pub use speed::Speed;
pub use state::{DojoStage, DojoState, MAX_WORKERS};
pub use training::Training;
pub use worker_part::DojoWorker;

pub use lab::dojo::{
    Algorithm, DojoConfig, History, NEURONS, PairCounts, StartEval, TEST_NODES, TestRecord,
    Yardstick,
};
