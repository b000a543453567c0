//! The players of a match: players of this program, and whatever the caller brings, such as UCI
//! programs.

use std::time::Duration;

use engine::player::{Clock, Control, Player, Stop};
use engine::rules::{Game, Move};
use engine::search::{Remaining, Score, SearchLimits};

/// The search that a player is asked for.
pub struct MoveRequest<'a> {
    pub game: &'a Game,
    /// The limits of the side to move.
    pub limits: SearchLimits,
    /// White's and Black's clocks, for protocols that send both.
    pub clocks: [Option<Remaining>; 2],
    /// A reply that takes longer loses on time; `None` is unlimited.
    pub max_time: Option<Duration>,
    pub clock: &'a dyn Clock,
    /// Set when the match is over and the reply is not needed any more.
    pub stop: &'a dyn Stop,
    /// For players that choose at random.
    pub seed: u64,
}

/// A move with its search's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReply {
    pub mv: Move,
    /// From the point of view of the side that moves.
    pub score: Option<Score>,
    /// The last finished depth, plies.
    pub depth: u8,
    pub nodes: u64,
}

/// A failure that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// What happened, in one line: the illegal move, the missing reply.
    pub detail: String,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The clock ran out.
    Time,
    /// An illegal move, or no move although there is a legal one.
    Illegal,
    /// The process ended or the player panicked.
    Crashed,
    /// The process runs but does not answer.
    Disconnected,
}

impl Fault {
    /// A fault with its description.
    #[must_use]
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault {
            kind,
            detail: detail.into(),
        }
    }
}

/// Plays one side of a match.
pub trait MatchPlayer {
    /// Starts a game and clears what was kept from the last one.
    ///
    /// # Errors
    /// The player cannot play, and loses the game.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Chooses a move. The position has a legal one.
    ///
    /// # Errors
    /// A fault loses the game at once. The runner checks the time used and the move's legality.
    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault>;
}

/// A player of the engine in a match.
pub struct InProcessPlayer<P>(pub P);

impl<P: Player> MatchPlayer for InProcessPlayer<P> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.0.new_game();
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let mut control = Control {
            clock: request.clock,
            stop: request.stop,
            report: &mut |_| {},
            rng: engine::rng(request.seed),
        };
        let decision = self.0.choose(request.game, &request.limits, &mut control);
        let mv = decision
            .mv
            .ok_or_else(|| Fault::new(FaultKind::Illegal, "no move"))?;
        Ok(MoveReply {
            mv,
            score: decision.lines.first().map(|line| line.score),
            depth: decision.depth,
            nodes: decision.nodes,
        })
    }
}
