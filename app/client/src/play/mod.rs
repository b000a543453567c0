//! A game on the playing page, against the engine, another person, or between two engines.
//!
//! `update` is the reducer, and only it changes [`PlayState`]; what can be derived is a method.
//! `saved_game` is the stored form of a game, `unsent_game` is a finished one on its way, `link` and `shared_game` are its shared forms,
//! `stashed_game` is a game that another one has replaced.

mod clock;
mod coach;
mod coach_question;
mod coach_state;
mod day;
mod effect;
mod event;
mod explain;
mod explanation;
pub mod game_clock;
mod learn;
mod learner_state;
mod learner_sync;
pub mod link;
mod matching;
mod moves;
mod network_view;
mod own_move;
mod player_actions;
mod proof;
mod record;
mod replay;
pub mod saved_game;
mod search;
mod seats;
mod seen_moves;
pub mod shared_game;
pub mod stashed_game;
mod state;
mod streak;
#[cfg(test)]
mod tests;
mod thinking;
pub mod unsent_game;
mod update;
mod variations;
mod win_streak;
mod worker_messages;

pub use coach_question::CoachQuestion;
pub use coach_state::Coach;
pub use day::CalendarDate;
pub use effect::PlayEffect;
pub use event::{NewGameSeed, PlayEvent, StorageError};
pub use explanation::{
    EngineDecision, Explanation, LinePreview, PendingExplanation, QuestionedMove, Verification,
};
pub use learner_state::LearnerState;
pub use own_move::judge_own_move;
pub use proof::{MoveProof, ProofEvent, ProofPlayer};
pub use saved_game::Variation;
pub use search::MAX_FAILURES;
pub use seats::Players;
pub use seen_moves::SeenMoves;
pub use state::{
    ActiveSearch, DrawRefusal, EngineState, GameStatus, PlayState, RecordState, ReplacedGame,
    SearchPurpose, SearchStage,
};
pub use thinking::{
    Candidate, DepthLine, Evaluation, LiveLine, MAX_CANDIDATES, SearchView, white_share,
};
pub use update::start_fen;
pub use update::update;
pub use win_streak::Streak;
