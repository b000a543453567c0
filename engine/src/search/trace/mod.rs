//! What a search did, node by node: which position it entered with which window, what came of it, and
//! why it ended or was shortened.
//!
//! The search calls a [`Recorder`] (a type parameter): [`NoRecorder`] costs nothing, [`SearchTree`] keeps
//! the tree.

mod cause;
mod record;
mod recorder;
mod tree;

pub use cause::{Cause, CauseFamily};
pub use record::TraceRecord;
pub use recorder::{Arrival, Entry, NoRecorder, Recorder, VisitKind};
pub use tree::{SearchTree, TraceNode};
