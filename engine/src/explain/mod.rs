//! Explains in one sentence why a move was played ([`why`]), or what refutes another one ([`why_not`]).
//!
//! Only what can be proved is said. [`why`] asks one finder after the other, the strongest fact
//! first. Each looks at a `scene` and returns a [`Claim`], which `words` puts into English and `proof` onto the board. The finders
//! stand by what they look at:
//!
//! - the decision: `origin` (its source, the state of the game), `missed`, `opinion`;
//! - gains and dangers: `captures`, `guards` (the opponent's threats), `threats` (the mover's own),
//!   `discovery`, `alignment` (pins, skewers), `pressure` (traps, lost guards), `overload`, `tempo`,
//!   `forced`, `plans`;
//! - endings: `endings` (known results), `races` (pawns that cannot be caught), `breakthrough`;
//! - where pieces stand: `opening`, `pawns`, `rooks`, `kings`, `squares`.
//!
//! `report` and `review` give statistics of positions and whole games; `judgement` says of each move of a
//! reviewed game what it allows, misses or does well. `voice` is who speaks: the engine or a reviewer.

mod alignment;
mod breakthrough;
mod captures;
mod claim;
mod discovery;
mod endings;
mod facts;
mod forced;
mod guards;
mod judgement;
mod king_and_pawn;
mod kings;
mod mate_proof;
mod material;
mod missed;
mod opening;
mod opinion;
mod origin;
mod overload;
mod pawns;
mod plans;
mod pressure;
mod proof;
mod proof_text;
mod races;
mod reason;
mod report;
mod review;
mod rooks;
mod scene;
mod sound;
mod squares;
mod tempo;
mod threats;
mod voice;
mod why;
mod why_not;
mod words;

pub use claim::{
    Claim, ClaimKind, Duty, Evasion, Gain, KnownEnding, Lead, MoveCost, Named, NextBest, Target,
};
pub use facts::Facts;
pub use judgement::{MoveJudgement, threat};
pub(crate) use material::best_capture;
pub use proof::ClaimProof;
pub use reason::MoveReason;
pub use report::{PAWNS_WORTH, PositionReport, report};
pub(crate) use review::end_score;
pub use review::{
    MAX_REVIEW_CP, MAX_TURNING_POINTS, REVIEW_NODES, Review, ReviewSearch, ReviewedGame,
    ReviewedMove, ReviewedPosition, Reviewer, Verdict, chance, move_accuracy, review, white_chance,
    win_percent,
};
pub use sound::{Sound, points_lost};
pub use voice::Voice;
pub use why::why;
pub use why_not::why_not;
