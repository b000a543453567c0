//! Claims about a move, with squares, pieces and moves.

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

/// How far a side is ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// By one piece of this kind, with as many of every other kind.
    Piece(Piece),
    /// By other material.
    Material,
}

/// What an overloaded guard cannot do as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Guard this.
    Guards(Target),
    /// Stop this mate.
    StopsMate(Named),
}

/// An ending whose result is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownEnding {
    /// This piece of mine, a queen or rook, against your bare king.
    Mates(Piece),
    /// My king and pawn win against your king.
    PawnWins,
    /// King and pawn do not win against king.
    PawnDraws,
    /// A bishop and a rook's pawn, whose corner is of the other colour and held by the bare king.
    WrongBishop,
}

/// How a check was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evasion {
    KingMoves,
    Blocks(Piece),
    Takes(Piece),
}

/// The best move that is not good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextBest {
    pub mv: Named,
    pub cost: MoveCost,
}

/// What a move costs against another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCost {
    Centipawns(i32),
    /// The opponent mates in so many moves.
    Mated {
        moves: u32,
    },
}

/// A claim. "Mine" refers to the side that made the move, "yours" to the other.
#[derive(Clone, Debug, PartialEq, Eq, strum::EnumDiscriminants)]
#[strum_discriminants(
    name(ClaimKind),
    derive(
        Hash,
        PartialOrd,
        Ord,
        strum::IntoStaticStr,
        strum::EnumString,
        strum::VariantArray
    )
)]
#[strum_discriminants(doc = "The kind of a claim.")]
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
    /// A move ago its search did not see your answer, which won material.
    NotSeen(Named),
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
    /// A piece behind the moved one attacks what it could win, or gives check (the target is the king).
    Discovers { by: Target, target: Target },
    /// A slider attacks a piece that has to go, behind which another one is lost.
    Skewers { front: Target, behind: Target },
    /// A piece is attacked, and lost after every answer.
    Traps(Target),
    /// It takes the guard of a piece, which is taken next.
    RemovesGuard { guard: Target, target: Target },
    /// A guard takes the moved piece, and what it guarded is taken.
    Deflects { guard: Target, target: Target },
    /// An only guard would have to take back, or to guard the `target` that the move attacks, and has
    /// another duty.
    Overloads {
        guard: Target,
        target: Option<Target>,
        duty: Duty,
    },
    /// A useful move that attacks a piece, which has to go; it has moved before (`again`).
    WinsTempo { target: Target, again: bool },
    /// It takes, and the result of the ending is known then, or after the recapture (`if_taken`).
    SimplifiesTo { ending: KnownEnding, if_taken: bool },
    /// A pawn may be taken, and another one promotes, whatever the answer.
    BreaksThrough,
    /// A pawn that promotes before it is caught; you have a passed pawn, which comes later (`race`).
    Outruns { pawn: Square, race: bool },
    /// It threatens mate on the rank that the king cannot leave.
    BackRank(Named),
    /// It threatens mate in so many moves, with this one.
    ThreatensToMate { next: Named, moves: u32 },
    /// It threatens a fork.
    ThreatensFork { fork: Named, targets: [Target; 2] },
    /// The checks never end.
    Perpetual,
    /// Every move of yours makes your position worse.
    Zugzwang,
    /// The engine's line wins material, though the move takes nothing.
    WinsByForce,
    /// Your best move, had it been your turn, is no longer possible, or loses material.
    Prevents(Named),
    /// It takes a piece and can be taken back evenly; so far `ahead` in material before and after.
    Trades {
        mine: Piece,
        yours: Piece,
        at: Square,
        ahead: Option<Lead>,
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
    /// The moved piece may be taken by one of its kind, and is taken back evenly; so far `ahead` in
    /// material.
    Invites { piece: Piece, ahead: Option<Lead> },
    /// A rook stands on a file without pawns, or without own ones (`half`).
    File { at: Square, half: bool },
    /// A rook comes to your second rank.
    Seventh,
    /// Two heavy pieces stand on one file with nothing between them.
    Doubles {
        piece: Piece,
        other: Piece,
        at: Square,
    },
    /// A rook or queen attacks a square beside your king, or the king's, along a file without own pawns:
    /// a pawn has left the file (`opened`), or the piece has come to it.
    FileToKing {
        piece: Piece,
        at: Square,
        opened: bool,
    },
    /// A pawn has become passed.
    Passed(Square),
    /// A piece stands in the way of your passed pawn.
    Blockades(Square),
    /// A pawn attacks your pawn.
    Challenges(Square),
    /// The king may leave its first rank now.
    GivesKingRoom,
    /// It may no longer castle on the king's side (`short`) or the queen's side (`long`), as before the
    /// move; both if nothing is left.
    GivesUpCastling { short: bool, long: bool },
    /// The piece leaves a square where this one attacked it.
    StepsAway { piece: Piece, from: Piece },
    /// With pawns alone, the kings face each other, and you have to move.
    Opposition,
    /// The king is so many steps from a pawn: yours, or an own passed one.
    Approaches { pawn: Square, own: bool, steps: u8 },
    /// The king moves, and you attack so many squares beside it, fewer than before.
    LeavesDanger { squares: u8, before: u8 },
    /// A pawn attacks a square in the middle of the board that no own pawn attacked.
    Covers(Square),
    /// A piece, guarded by a pawn, that no pawn of yours can ever attack.
    Outpost(Target),
    /// It guards a piece that this attacker attacks, or that nothing guarded.
    Guards { target: Target, from: Option<Piece> },
    /// So many pieces attack one that so many guard.
    Presses {
        target: Target,
        attackers: u8,
        guards: u8,
    },
    /// The moved piece attacks so many squares around your king.
    BearsOnKing { piece: Piece, squares: u8 },
    /// The moved piece reaches so many squares, and so many before.
    Reaches {
        piece: Piece,
        squares: u8,
        before: u8,
    },
    /// A piece of yours would now be lost on a square where it was safe.
    KeepsOut { piece: Piece, at: Square },
    /// The line of an own piece is longer by some squares.
    Opens(Target),
    /// From its new square the piece can go to another one, as the engine's line does.
    GoesOn { piece: Piece, to: Square },
    /// It makes another move possible, which the engine's line goes on with.
    MakesWay(Named),
    /// A pawn that no enemy pawn can stop any more, with so many steps to go.
    Runs { at: Square, steps: u8 },
    /// It castles; so many own pawns stand before the king then, on its file and beside it.
    Castles { pawns: u8 },
    /// It takes a piece.
    Takes(Target),
    /// It gives check, with so many legal answers; the answer, if there is one only.
    Checks { answers: u8, only: Option<Named> },
    /// A knight or bishop leaves its first square in the opening.
    Develops(Piece),
    /// A pawn enters one of the four squares in the middle.
    Centre(Square),
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

    /// Of a reviewed move: no other one is good.
    OnlyGood(NextBest),
    /// Of a reviewed move: it is good, and so are the others, but no more.
    OneOfFew { others: Vec<Named>, next: NextBest },
}

impl Claim {
    /// Whether it names something on the board or in the game, not only how a player judged.
    #[must_use]
    pub fn is_specific(&self) -> bool {
        !matches!(
            self,
            Claim::Judged
                | Claim::Lots
                | Claim::Better { .. }
                | Claim::Worse { .. }
                | Claim::Saw { .. }
                | Claim::AsGood
                | Claim::LessGood { .. }
        )
    }

    /// The kind of the claim.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        self.into()
    }
}
