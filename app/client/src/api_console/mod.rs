//! The page that tries the HTTP API: what it can call, from the API's own description, and a call
//! as a program of somebody else's.
//!
//! Without markup, and tested natively; `components/try_it` is what the page shows.

pub mod description;
pub mod snippets;

pub use description::{Operation, Parameter, parse_operations};
pub use snippets::{AnswerFormat, ApiCall, SnippetLanguage};
