//! The page that tries the HTTP API: what it can call, from the API's own description, and a call
//! as a program of somebody else's.
//!
//! Without markup, and tested natively; `components/try_it` is what the page shows.

pub mod code;
pub mod description;

pub use code::{Call, Form, Language};
pub use description::{Operation, Parameter, read};
