//! Refusals go back to whoever sent the request, and into nobody's way.

use server::error::Refusal;

/// A text may quote what it refuses, but not all of it, bytes.
const LONGEST: usize = 1_000;

/// A refusal that blames the request, in few words.
pub fn check(refusal: impl Into<Refusal>) {
    let problem = refusal.into().document();
    assert!((400..500).contains(&problem.status), "{problem:?}");
    for text in [problem.detail, problem.field].into_iter().flatten() {
        assert!(text.len() <= LONGEST, "{} bytes: {text}", text.len());
    }
}
