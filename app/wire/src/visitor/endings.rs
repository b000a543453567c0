//! What a visitor has solved of the course of endings.

use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use crate::FieldError;

/// The most endings of one request, and of one visitor.
pub const MAX_ENDINGS: usize = 100;
/// The longest id of a lesson, bytes.
const MAX_ID: usize = 40;

/// An ending that was won or held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolvedEnding {
    /// The lesson's id: lower-case letters and hyphens.
    pub lesson: String,
    /// The visitor's moves; `None` with help: a move taken back or shown, or a map.
    pub moves: Option<u8>,
}

impl SolvedEnding {
    /// Checks a list of them.
    ///
    /// # Errors
    /// Which one is at fault, and why.
    pub fn check(solved: &[SolvedEnding]) -> Result<(), FieldError> {
        if solved.len() > MAX_ENDINGS {
            let reason = format!("expected at most {MAX_ENDINGS}, found {}", solved.len());
            return Err(FieldError::new("solved", reason));
        }
        let is_id = |id: &str| {
            let letters = id
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            letters && (1..=MAX_ID).contains(&id.len())
        };
        match solved.iter().position(|ending| !is_id(&ending.lesson)) {
            Some(index) => Err(FieldError::new(
                format!("solved[{index}].lesson"),
                format!("expected 1 to {MAX_ID} lower-case letters and hyphens"),
            )),
            None => Ok(()),
        }
    }
}

/// The answer to what was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEndings {
    /// All that the visitor has solved, by lesson: of two solutions the better one.
    pub solved: Vec<SolvedEnding>,
    /// The token of a guest that was created for it, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// What the server does with solved endings.
pub trait Endings: Send + Sync + 'static {
    /// What the visitor has solved; empty for an unknown session. Creates no guest.
    fn solved_endings(&self, session: Option<SessionToken>)
    -> BackendFuture<'_, Vec<SolvedEnding>>;

    /// Adds what was solved, and answers all of it. Sent twice it changes nothing. Creates a guest if
    /// `session` is absent or unknown.
    fn record_endings(
        &self,
        session: Option<SessionToken>,
        solved: Vec<SolvedEnding>,
    ) -> BackendFuture<'_, RecordedEndings>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(lesson: &str) -> SolvedEnding {
        SolvedEnding {
            lesson: lesson.to_owned(),
            moves: Some(9),
        }
    }

    #[test]
    fn what_is_no_list_of_lessons_names_its_place() {
        assert!(SolvedEnding::check(&[solved("queen"), solved("two-rooks")]).is_ok());
        for bad in ["", "Queen", "two rooks", "k\u{f6}nig", "1", &"a".repeat(41)] {
            let error = SolvedEnding::check(&[solved("queen"), solved(bad)]).expect_err(bad);
            assert_eq!(error.field, "solved[1].lesson");
        }
        let many = vec![solved("queen"); MAX_ENDINGS + 1];
        assert_eq!(
            SolvedEnding::check(&many).expect_err("too many").field,
            "solved"
        );
    }
}
