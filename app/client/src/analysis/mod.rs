//! Analysis of games and positions: the state of the page at `/analyze`.
//!
//! `state` is the reducer: an `event` changes the state and returns effects. `review` analyses a
//! whole game, `annotate` edits comments, glyphs and drawings, `import` reads pasted text, `link` and
//! `analysis_link` write the page into its address, `shared_analysis` prepares it for a shared link,
//! `stored_pgn` adds what the server keeps of a game, `stored_review` writes what a review has found, `curve`
//! has the winning chances, `kept` and `kept_entry` are its place among the visitor's own analyses, `fitting`
//! says what is left out of what is too large, `board_setup` edits a position.

mod analysis_link;
mod annotate;
mod annotation_edit;
mod board_setup;
mod curve;
mod event;
mod fitting;
mod import;
mod kept;
mod kept_entry;
mod link;
mod review;
mod review_state;
mod shared_analysis;
mod state;
mod stored_pgn;
mod stored_review;
#[cfg(test)]
mod tests;

pub use analysis_link::{AnalysisLink, analysis_link};
pub use annotation_edit::{AnnotationEdit, MAX_COMMENT_CHARS};
pub use board_setup::{BoardSetup, EditorTool};
pub use curve::{ChanceCurve, ChancePoint};
pub use event::{AnalysisEffect, AnalysisEvent};
pub use fitting::{AnalysisPart, left_out_text};
pub use import::{Imported, MAX_IMPORT_BYTES, import};
pub use kept::KeptComparison;
pub use kept_entry::{KeptEntry, kept_fragment, proposed_name, split_entry, with_entry};
pub use link::{
    ImportError, OpenedGame, RequestedReview, YOU, fragment, parse_fragment, raw_game_text,
    shown_tree,
};
pub use review::numbered_san;
pub(crate) use review::sentences;
pub use review_state::{FinishedReview, ReviewSentence, ReviewState, RunningReview, TurningPoint};
pub use shared_analysis::{SharedAnalysis, shared_analysis};
pub use state::{AnalysisState, MAX_LINES, NodeEvaluation, NodeSearch};
pub use stored_pgn::{game_link, push_game_link};
pub use stored_review::StoredReviewError;
