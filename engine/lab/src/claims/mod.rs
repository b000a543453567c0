//! Sentences about moves: how many moves have one, and whether a deep search agrees.
//!
//! `survey` explains the moves of games, and `judged` those of reviewed ones; `claim_checker` asks a player, as strong as one likes, whether
//! what was said is so.

mod claim_checker;
mod judged;
mod survey;

pub use claim_checker::{ClaimChecker, is_checkable};
pub use judged::{JudgedMove, JudgementSurvey, ReviewNodes};
pub use survey::{ClaimSurvey, SurveyedMove};
