//! What the theatre takes in, and what its caller has to do.

use engine::player::StrategyId;
use engine::search::{Cause, Options};

use super::messages::{TheatreRequest, TheatreResponse};
use super::{MoveLimit, SetupError, TheatreLink};
use crate::worker::codec::encode;
use crate::worker::{EngineCommand, FromWorker, LazyPart, SearchId, ToWorker};

/// A step in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeStep {
    Parent,
    FirstChild,
    Previous,
    Next,
}

/// An input of the reducer.
#[derive(Debug, Clone)]
pub enum TheatreEvent {
    /// Show what a link says.
    Open(Box<TheatreLink>),
    /// What the address says cannot be shown.
    Refuse(SetupError),
    SetMind(StrategyId),
    SetDepth(u8),
    /// Visits of a tree search, one of [`super::VISITS`].
    SetVisits(u32),
    SetOptions(Options),
    Select(u32),
    Hover(Option<u32>),
    /// Have a node's branch fill the picture.
    Zoom(u32),
    /// Show the branch above.
    ZoomOut,
    /// Search for the selected node's branch again, to see what is folded in it.
    OpenBranch,
    /// Return from a branch to the whole tree.
    CloseBranch,
    /// Show a search of the root, by its index.
    ShowRoot(usize),
    Step(TreeStep),
    Highlight(Option<Cause>),
    /// Look for a move in standard algebraic notation; for none where the text is empty.
    Find(String),
    PlayPause,
    /// Show so many visits.
    Seek(u32),
    /// Show so many more visits.
    StepFilm(i32),
    SetSpeed(usize),
    /// Time goes by, ms; whether motion is reduced.
    Frame(f64, bool),
    CheckBets,
    StopCheck,
    /// Try the search with each of its parts switched off.
    TrySwitches,
    StopSwitches,
    /// Choose a mind for the comparison, or take it away.
    ToggleMind(StrategyId),
    SetMoveLimit(MoveLimit),
    /// Have the chosen minds play so many plies.
    CompareMinds(u8),
    StopMinds,
    Engine(FromWorker),
    /// The worker's answer to a request.
    Answer(Box<TheatreResponse>),
    RetryEngine,
    /// The time for the network to load is over.
    NetworkTimeout,
}

/// What the caller has to do.
#[derive(Debug, Clone, PartialEq)]
pub enum TheatreEffect {
    /// Command the worker; answered by [`TheatreEvent::Engine`] and [`TheatreEvent::Answer`].
    Engine(EngineCommand),
    /// Write the current state into the page's address.
    UpdateAddress,
    /// Send [`TheatreEvent::Frame`] with every frame while the film plays.
    Animate,
}

impl TheatreEffect {
    /// Sends a request to the worker.
    pub(super) fn request(id: SearchId, request: &TheatreRequest) -> Self {
        let request = encode(request);
        Self::Engine(EngineCommand::Send(ToWorker::Lazy {
            id,
            part: LazyPart::Theatre,
            request,
        }))
    }
}
