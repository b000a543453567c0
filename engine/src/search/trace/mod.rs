//! What a search did, node by node: which position it entered with which window, what came of it, and
//! why it ended or was shortened.
//!
//! The search calls a [`Recorder`] (a type parameter): [`NoRecorder`] costs nothing, [`SearchTree`] keeps
//! the tree.

mod bet;
mod cause;
mod record;
mod recorder;
mod replaced_score;
mod tree;

pub use bet::{Bet, BetScope};
pub use cause::{Cause, CauseFamily};
pub use record::TraceRecord;
pub use recorder::{Arrival, Entry, NoRecorder, Recorder, Skipped, VisitKind};
pub use replaced_score::ReplacedScore;
pub use tree::{SearchTree, TraceNode};
