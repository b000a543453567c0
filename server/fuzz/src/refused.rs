//! Refusals go back to whoever sent the request, and into nobody's way.

use server::error::Refusal;

/// A reason may quote what it refuses, but not all of it, bytes.
const LONGEST: usize = 1_000;

/// A refusal that blames the request, in few words.
pub fn check(refusal: impl Into<Refusal>) {
    let refusal = refusal.into();
    assert!(refusal.status().is_client_error(), "{refusal:?}");
    let text = refusal.to_string();
    assert!(text.len() <= LONGEST, "{} bytes: {text}", text.len());
}
