//! Claims about a move, with squares, pieces and moves.

use std::mem::{Discriminant, discriminant};

use crate::eval::tuned::Term;
use crate::player::SolvedRoot;
use crate::rules::{Move, Piece, Position, Reason, Square, san};

/// A move with its name in Standard Algebraic Notation, where it would be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub mv: Move,
    pub san: String,
}

impl Named {
    pub(super) fn new(position: &Position, mv: Move) -> Named {
        Named {
            mv,
            san: san::write(position, mv),
        }
    }
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub piece: Piece,
    pub at: Square,
}

/// The gain of an exchange, by its own piece values ([`EXCHANGE_VALUES`]).
///
/// [`EXCHANGE_VALUES`]: crate::rules::EXCHANGE_VALUES
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// All of a piece.
    Whole(Piece),
    /// The first for the second.
    For(Piece, Piece),
    /// As much as a pawn.
    Pawn,
    /// As much as a knight or a bishop.
    Minor,
    /// Something else.
    Material,
}

/// How a check was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evasion {
    KingMoves,
    Blocks(Piece),
    Takes(Piece),
}

/// A claim. "Mine" refers to the side that made the move, "yours" to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The move is mate.
    Mate,
    /// There was no other legal move.
    Only,
    /// The move is in the opening book; the position after it may have a name.
    Book { name: Option<&'static str> },
    /// A table of solved endings decided, with what it has of the position.
    Solved(SolvedRoot),
    /// It was played in so many games before, and its value is above zero (`well`) or not.
    Remembered { games: u32, well: bool },
    /// It is tried to learn what it is worth, after so many games.
    Tried { games: u32 },
    /// The learner's network chose it by the positions after the moves.
    Judged,
    /// A move picked at random.
    Lots,
    /// The move ends the game in a draw.
    Draws(Reason),
    /// The engine sees mate in so many of its moves, this one included.
    Forces { moves: u32 },
    /// The engine sees itself mated in so many of your moves.
    Lost { moves: u32 },
    /// At its level it did not see a move that wins far more material.
    Overlooked(Named),
    /// The position was on the board before, and the engine does not think itself better.
    Repeats,
    /// You could have mated with this, had it been your turn, and now you cannot mate at once.
    StopsMate(Named),
    /// A pawn becomes this, and it is not lost at once.
    Promotes(Piece),
    /// It takes on the square where you have just taken.
    TakesBack(Square),
    /// It takes what nothing defends.
    TakesFree(Target),
    /// All captures on this square together win so much, and the engine's line keeps it.
    Wins { gain: Gain, at: Square },
    /// A piece may be taken, and the engine does not mind.
    Offers(Piece),
    /// The moved piece attacks two pieces, either worth taking; a king is one of them if it is in
    /// check.
    Fork([Target; 2]),
    /// It would mate next.
    ThreatensMate(Named),
    /// It takes a piece and can be taken back evenly; `ahead` in material before.
    Trades {
        mine: Piece,
        yours: Piece,
        at: Square,
        ahead: bool,
    },
    /// It gets out of check.
    Evades(Evasion),
    /// A piece that this attacker could win moves where it is safe.
    Rescues { piece: Piece, from: Piece },
    /// A piece that this attacker could win is now defended well enough.
    Defends { target: Target, from: Piece },
    /// The line from the attacker to the piece is shut.
    Shields { target: Target, from: Piece },
    /// An enemy piece may not leave, or its king or queen is open to attack.
    Pins { target: Target, to: Piece },
    /// It could take this next, and the exchange would win so much.
    Threatens {
        capture: Named,
        target: Target,
        gain: Gain,
    },
    /// The moved piece may be taken by one of its kind, and is taken back evenly.
    Invites(Piece),
    /// A rook stands on a file without pawns, or without own ones (`half`).
    File { at: Square, half: bool },
    /// A pawn that no enemy pawn can stop any more, with so many steps to go.
    Runs { at: Square, steps: u8 },
    /// It castles; `safer` if the evaluation of the king says so.
    Castles { safer: bool },
    /// It takes a piece.
    Takes(Target),
    /// It gives check, with so many legal answers; the answer, if there is one only.
    Checks { answers: u8, only: Option<Named> },
    /// A knight or bishop leaves its first square in the opening.
    Develops(Piece),
    /// A pawn enters one of the four squares in the middle.
    Centre(Square),
    /// The evaluation puts this piece higher on this square than on the one it left.
    Stands(Target),
    /// A part of the evaluation that the move changed most: of one's own side, or of yours.
    Part { term: Term, own: bool },
    /// So many centipawns more than the engine thought a move earlier.
    Better { by: i32 },
    /// So many fewer.
    Worse { by: i32 },
    /// The moved piece attacks one that it did not attack before.
    AimsAt { with: Piece, target: Target },
    /// At its level it saw so many of the legal moves, and took the one that looked best.
    Saw { seen: usize, of: usize },

    /// Of another move: the answer is mate.
    AnswerMates(Named),
    /// Of another move: the answer forces mate in so many moves.
    AnswerForces { answer: Named, moves: u32 },
    /// Of another move: it is answered by mate in so many moves.
    RunsIntoMate { moves: u32 },
    /// Of another move: the answer takes this for nothing.
    AnswerTakes { answer: Named, piece: Piece },
    /// Of another move: the answer wins so much by exchange.
    AnswerWins { answer: Named, gain: Gain },
    /// Of another move: the answer attacks two pieces.
    AnswerForks { answer: Named, pieces: [Piece; 2] },
    /// Of another move: it mates, later than the best, which takes `best`.
    Slower { moves: u32, best: u32 },
    /// Of another move: a mate in so many is missed.
    MissesMate { moves: u32 },
    /// Of another move: there is no difference to speak of.
    AsGood,
    /// Of another move: so many centipawns worse than the best, with the answer to it.
    LessGood { by: i32, answer: Option<Named> },
}

/// The kind of a claim, for the list of earlier sentences.
pub type Kind = Discriminant<Claim>;

impl Claim {
    /// The kind of the claim.
    #[must_use]
    pub fn kind(&self) -> Kind {
        discriminant(self)
    }
}
