//! Sentences about moves: how many moves have one, and whether a deep search agrees.
//!
//! `survey` explains the moves of games; `claim_checker` asks a player, as strong as one likes, whether
//! what was said is so.

mod claim_checker;
mod survey;

pub use claim_checker::{ClaimChecker, is_checkable};
pub use survey::{ClaimSurvey, SurveyedMove};
