//! Whoever sits down to a game: a player of ours, or an engine behind a pipe.

use std::time::Duration;

use engine::player::{Clock, Control, Player, Stop};
use engine::rules::{Game, Move};
use engine::search::{Remaining, Score, SearchLimits};

/// Everything that a contestant gets for one move.
pub struct Turn<'a> {
    pub game: &'a Game,
    /// The limits of the side to move.
    pub limits: SearchLimits,
    /// White's and Black's clocks, for protocols that tell both.
    pub clocks: [Option<Remaining>; 2],
    /// An answer that takes longer than this has lost on time; `None` is for ever.
    pub patience: Option<Duration>,
    pub clock: &'a dyn Clock,
    /// Set when the match is over: the answer does not matter any more.
    pub stop: &'a dyn Stop,
    /// For players that draw lots.
    pub seed: u64,
}

/// A move, and what the contestant said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub mv: Move,
    /// From the point of view of the side that moves.
    pub score: Option<Score>,
    /// The last finished depth, plies.
    pub depth: u8,
    pub nodes: u64,
}

/// What loses a game without a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    /// What happened, in one line: the illegal move, the missing answer.
    pub detail: String,
}

/// Ways to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// More time used than there was.
    Time,
    /// A move that the rules forbid, or no move where there is one.
    Illegal,
    /// The process ended, the player panicked.
    Crashed,
    /// Still there, but it does not answer any more.
    Disconnected,
}

impl Fault {
    /// A fault with its story.
    #[must_use]
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Fault {
        Fault {
            kind,
            detail: detail.into(),
        }
    }
}

/// Plays games for one side of a match.
pub trait Contestant {
    /// A game begins; whatever was kept from the last one is forgotten.
    ///
    /// # Errors
    /// It is not there to play, and loses the game.
    fn new_game(&mut self) -> Result<(), Fault>;

    /// Chooses a move. The position has a legal one.
    ///
    /// # Errors
    /// What loses the game at once. Time used and legality are the umpire's to judge.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;
}

/// A player of this crate as a contestant.
pub struct Ours<P>(pub P);

impl<P: Player> Contestant for Ours<P> {
    fn new_game(&mut self) -> Result<(), Fault> {
        self.0.new_game();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let mut control = Control {
            clock: turn.clock,
            stop: turn.stop,
            report: &mut |_| {},
            rng: engine::rng(turn.seed),
        };
        let decision = self.0.choose(turn.game, &turn.limits, &mut control);
        let mv = decision
            .mv
            .ok_or_else(|| Fault::new(FaultKind::Illegal, "no move"))?;
        Ok(Answer {
            mv,
            score: decision.lines.first().map(|line| line.score),
            depth: decision.depth,
            nodes: decision.nodes,
        })
    }
}
