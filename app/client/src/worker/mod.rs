//! The messages between the page and its worker, and the learner's synchronisation with the server.

pub mod codec;
pub mod learner;
pub mod learner_sync;
pub mod protocol;

pub use protocol::{
    EngineCommand, FromWorker, LazyPart, NetworkInfo, NetworkProgress, PositionOrder, SearchId,
    SearchOrder, ToWorker, VerifyOrder,
};
