//! What the page and its worker say to each other, and what of a learner is told to the server.

pub mod codec;
pub mod learner;
pub mod learner_sync;
pub mod protocol;

pub use protocol::{
    CountOrder, NetworkInfo, NetworkNews, SearchId, SearchOrder, SeeOrder, VerifyOrder,
};
