//! The theatre: the tree of a search as a picture and as a film, with the reason for every cut.
//!
//! `setup` says what is searched, `link` writes it into the address, `messages` are those of page and
//! worker, `answer`, `trace`, `switch_lab` and
//! `side_by_side` are the worker's part, by the `networks` that there are; `switch_names` has the words for the parts of a search.
//! `tree_view` arranges a recorded tree, `explored` has that of a tree search, `icicle` draws it into
//! pixels, `textbook` places the nodes of a small one, `film` shows it in the order of the search.
//! `state` is the reducer of the page.

mod answer;
mod bet_checks;
mod event;
mod explored;
mod film;
mod icicle;
mod link;
mod look_further;
mod messages;
mod networks;
mod palette;
mod setup;
mod side_by_side;
mod state;
mod switch_lab;
mod switch_names;
#[cfg(test)]
mod tests;
mod textbook;
mod trace;
mod tree_view;
mod walk;

pub use answer::answer;
pub use bet_checks::BetChecks;
pub use event::{TheatreEffect, TheatreEvent, TreeStep};
pub use explored::{ExploredTree, MAX_EXPLORED_NODES, Snapshot};
pub use film::{Film, SPEEDS};
pub use icicle::{Icicle, Label, Picture};
pub use link::{LinkedNode, TheatreLink, fragment, names_search, parse_fragment};
pub use messages::{
    BetOutcome, CheckedBet, SearchSummary, TheatreRequest, TheatreResponse, TracedSearch,
};
pub use networks::Networks;
pub use palette::{Palette, Rgba};
pub use setup::{MAX_NODES, SetupError, TRACED, TraceSetup, VISITS};
pub use side_by_side::{
    COMPARED, Comparison, MAX_COMPARED, MOVE_LIMITS, MindMove, MindsSideBySide, MoveLimit,
    PLAYED_ON,
};
pub use state::{OpenBranch, TheatreState, TreeStage};
pub use switch_lab::{SWITCHES, SearchSwitch, SwitchResult, SwitchTrials};
pub use textbook::{PlacedNode, textbook_tree};
pub use tree_view::TreeView;
