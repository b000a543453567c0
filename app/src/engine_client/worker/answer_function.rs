//! What the lazy parts of the worker have in common.

use engine::eval::SharedEval;
use engine::player::Control;

/// The function of a lazy part, which answers a request; the last parameter gets the answers, encoded.
///
/// # Errors
/// What is wrong with the request.
pub type AnswerFunction =
    fn(&[u8], Option<SharedEval>, &mut Control<'_>, &mut dyn FnMut(Vec<u8>)) -> Result<(), String>;
