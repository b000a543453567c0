//! The API console: the operations of the HTTP API from its OpenAPI document, and a call as a code
//! snippet.
//!
//! It has no markup; `components/api_console` shows it.

pub mod description;
pub mod snippets;

pub use description::{Operation, Parameter, parse_operations};
pub use snippets::{AnswerFormat, ApiCall, SnippetLanguage};
