//! The wording of the server's errors.

use wire::BackendError;

/// An error as text.
pub fn error_text(error: &BackendError) -> String {
    match error {
        BackendError::Invalid { reason, .. } => sentence(reason),
        BackendError::Denied => "That is not right.".to_owned(),
        BackendError::SignedOut => "You are not signed in any more. Reload the page.".to_owned(),
        BackendError::TooMany { wait_s } => {
            format!("Too many attempts. Try again in {wait_s} seconds.")
        }
        BackendError::Unavailable(_) => {
            "The server can\u{2019}t be reached now. Try again.".to_owned()
        }
    }
}

/// A reason as a sentence.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
