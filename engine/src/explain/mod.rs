//! Explains in one sentence why a move was played ([`why`]), or what refutes another one ([`why_not`]).
//!
//! Only what can be proved is said. [`why`] asks one finder after the other, the strongest fact
//! first: `origin` (the decision's source, the state of the game), `missed`, `captures`, `guards` (the
//! opponent's threats), `threats` (the mover's own), `quiet`, `opinion`. Each looks at a `scene` and
//! returns a [`Claim`], which `words` puts into English. `report` and `review` give statistics of
//! positions and whole games.

mod captures;
mod claim;
mod facts;
mod guards;
mod material;
mod missed;
mod opinion;
mod origin;
mod quiet;
mod reason;
mod report;
mod review;
mod scene;
mod sound;
mod threats;
mod why;
mod why_not;
mod words;

pub use claim::{Claim, Evasion, Gain, Kind, Named, Target};
pub use facts::Facts;
pub use reason::MoveReason;
pub use report::{PAWNS_WORTH, PositionReport, report};
pub use review::{
    MAX_REVIEW_CP, Review, ReviewSearch, ReviewedGame, ReviewedMove, Reviewer, Verdict,
    move_accuracy, review, white_chance, win_percent,
};
pub use sound::Sound;
pub use why::why;
pub use why_not::why_not;
