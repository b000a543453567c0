//! What a search did, node by node: which position it entered with which window, what came of it, and
//! why it ended or was shortened.
//!
//! The search calls a [`Recorder`] (a type parameter): [`NoRecorder`] costs nothing, [`TreeRecorder`] keeps
//! the tree, [`SearchTree`].

mod bet;
mod cause;
mod record;
mod recorder;
mod replaced_score;
mod tree;
mod tree_recorder;

pub use bet::{Bet, BetScope};
pub use cause::{Cause, CauseFamily};
pub use record::TraceRecord;
pub use recorder::{Arrival, Entry, NoRecorder, Recorder, Skipped, VisitKind};
pub use replaced_score::ReplacedScore;
pub use tree::{SearchTree, TraceNode};
pub use tree_recorder::TreeRecorder;
