//! The messages between the page and its worker, and the learner's synchronisation with the server.

pub mod codec;
mod command;
pub mod learner;
pub mod learner_sync;
pub mod protocol;

pub use command::EngineCommand;
pub use protocol::{
    CountPruningOrder, FromWorker, NetworkInfo, NetworkProgress, NetworkViewOrder, SearchId,
    SearchOrder, ToWorker, VerifyOrder,
};
