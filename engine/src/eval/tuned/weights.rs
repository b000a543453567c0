//! Every number of the tuned evaluator, centipawns, middlegame and endgame.
//!
//! Chosen by hand and not yet fitted to games; a fitting program may write this file later.
//! Tables are from the own side's view, first rank first, files a to d (e to h mirror them).

use crate::eval::tapered::{Tapered, t};

/// Having the move.
pub const TEMPO: i32 = 14;

/// Weight of each piece in the game's phase: pawn to king.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// Pawn to king. The king has no price: it is never taken.
pub const MATERIAL: [Tapered; 6] = [
    t(85, 105),
    t(340, 315),
    t(360, 335),
    t(480, 560),
    t(1010, 1030),
    t(0, 0),
];
/// Two bishops.
pub const BISHOP_PAIR: Tapered = t(28, 50);

/// A half board, first rank first, files a to d.
pub type HalfBoard = [[Tapered; 4]; 8];

const PAWN: HalfBoard = [
    [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
    [t(-12, 6), t(-2, 4), t(-8, 4), t(-14, 2)],
    [t(-14, 2), t(-6, 2), t(-2, -2), t(2, -2)],
    [t(-14, 6), t(-6, 4), t(8, -6), t(20, -10)],
    [t(-6, 14), t(4, 8), t(10, 0), t(26, -6)],
    [t(0, 30), t(12, 26), t(28, 16), t(36, 8)],
    [t(40, 60), t(48, 56), t(52, 48), t(56, 42)],
    [t(0, 0), t(0, 0), t(0, 0), t(0, 0)],
];

const KNIGHT: HalfBoard = [
    [t(-70, -40), t(-24, -30), t(-26, -18), t(-18, -12)],
    [t(-26, -24), t(-20, -14), t(-6, -10), t(0, -4)],
    [t(-20, -18), t(0, -6), t(8, 0), t(14, 12)],
    [t(-8, -12), t(6, 0), t(14, 14), t(16, 22)],
    [t(-4, -12), t(12, 2), t(22, 16), t(30, 24)],
    [t(-12, -18), t(20, -4), t(34, 8), t(40, 12)],
    [t(-34, -24), t(-10, -12), t(26, -8), t(22, 2)],
    [t(-110, -50), t(-50, -30), t(-32, -16), t(-20, -14)],
];

const BISHOP: HalfBoard = [
    [t(-16, -14), t(-4, -10), t(-12, -8), t(-10, -4)],
    [t(2, -12), t(12, -8), t(10, -4), t(0, 0)],
    [t(0, -8), t(10, 0), t(12, 4), t(10, 6)],
    [t(-4, -6), t(4, 0), t(8, 8), t(18, 12)],
    [t(-6, -4), t(4, 4), t(14, 8), t(24, 10)],
    [t(-4, -2), t(10, 2), t(20, 2), t(18, 4)],
    [t(-22, -4), t(-8, 0), t(-6, 2), t(-6, 2)],
    [t(-28, -8), t(-18, -6), t(-30, -4), t(-26, -4)],
];

const ROOK: HalfBoard = [
    [t(-16, -6), t(-10, -4), t(0, -2), t(8, -4)],
    [t(-30, -6), t(-14, -6), t(-8, -4), t(-4, -4)],
    [t(-26, -2), t(-12, 0), t(-10, -2), t(-6, -2)],
    [t(-22, 4), t(-12, 6), t(-8, 6), t(-2, 4)],
    [t(-14, 10), t(-4, 10), t(6, 10), t(10, 6)],
    [t(-4, 12), t(10, 10), t(14, 8), t(18, 8)],
    [t(10, 16), t(14, 18), t(28, 16), t(34, 14)],
    [t(14, 14), t(16, 14), t(10, 16), t(18, 14)],
];

const QUEEN: HalfBoard = [
    [t(-8, -34), t(-10, -28), t(-6, -24), t(2, -22)],
    [t(-12, -26), t(-4, -22), t(6, -18), t(4, -8)],
    [t(-8, -18), t(0, -8), t(-2, 6), t(-4, 6)],
    [t(-8, -6), t(-10, 10), t(-8, 18), t(-10, 28)],
    [t(-12, 2), t(-12, 18), t(-10, 24), t(-14, 36)],
    [t(-4, -2), t(-4, 10), t(2, 24), t(4, 32)],
    [t(-6, -4), t(-26, 14), t(0, 22), t(-4, 34)],
    [t(-2, -4), t(6, 6), t(14, 14), t(18, 18)],
];

const KING: HalfBoard = [
    [t(14, -58), t(30, -36), t(4, -24), t(-14, -26)],
    [t(12, -32), t(12, -14), t(-14, -4), t(-30, 0)],
    [t(-18, -20), t(-16, -4), t(-30, 8), t(-40, 14)],
    [t(-34, -16), t(-22, 6), t(-34, 18), t(-48, 24)],
    [t(-30, -8), t(-16, 18), t(-28, 26), t(-42, 30)],
    [t(-16, -4), t(2, 28), t(-6, 32), t(-22, 30)],
    [t(-8, -18), t(2, 18), t(-6, 20), t(-12, 18)],
    [t(-30, -64), t(-10, -30), t(-16, -18), t(-30, -16)],
];

/// Pawn to king.
pub static TABLES: [HalfBoard; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

/// For each square that a piece reaches beyond (or short of) the usual number; pawn to king.
pub const MOBILITY: [Tapered; 6] = [t(0, 0), t(4, 4), t(4, 4), t(2, 4), t(1, 3), t(0, 0)];
/// The usual number of squares, at which mobility is worth nothing; pawn to king.
pub const USUAL_SQUARES: [i32; 6] = [0, 4, 6, 6, 12, 0];

/// A rook on a file without pawns.
pub const ROOK_OPEN_FILE: Tapered = t(28, 10);
/// A rook on a file without own pawns.
pub const ROOK_HALF_OPEN_FILE: Tapered = t(12, 8);
/// A knight supported by a pawn, ahead of the middle, that no pawn can drive away.
pub const KNIGHT_OUTPOST: Tapered = t(24, 16);
/// The same for a bishop.
pub const BISHOP_OUTPOST: Tapered = t(14, 6);

/// A further pawn on a file.
pub const DOUBLED: Tapered = t(-8, -20);
/// No own pawn on a neighbouring file.
pub const ISOLATED: Tapered = t(-12, -12);
/// No own pawn beside or behind to support it, and its next square is attacked by a pawn.
pub const BACKWARD: Tapered = t(-8, -9);
/// Defended by a pawn, or with one beside it.
pub const SUPPORTED: Tapered = t(8, 6);

/// A passed pawn by its rank, first rank first.
pub const PASSED: [Tapered; 8] = [
    t(0, 0),
    t(0, 8),
    t(2, 12),
    t(8, 28),
    t(26, 52),
    t(56, 96),
    t(92, 150),
    t(0, 0),
];
/// Endgame, for each step of the enemy king away from the square ahead, times [`PASSED_ROAD`].
pub const PASSED_ENEMY_KING: i32 = 5;
/// Endgame, for each step of the own king away from the square ahead, times [`PASSED_ROAD`].
pub const PASSED_OWN_KING: i32 = -3;
/// How much the kings' distance matters by the pawn's rank.
pub const PASSED_ROAD: [i32; 8] = [0, 0, 0, 1, 2, 3, 4, 0];
/// A passed pawn whose next square is occupied, times [`PASSED_ROAD`].
pub const PASSED_BLOCKED: Tapered = t(-4, -12);

/// Pawn shelter by the distance in ranks of the nearest own pawn on a file beside or before the
/// king; index 0 is no pawn.
pub const SHELTER: [i32; 8] = [-26, 14, 4, -8, -16, -20, -24, -26];
/// The same for the nearest enemy pawn coming at the king; index 0 is no pawn.
pub const STORM: [i32; 8] = [-6, 0, -24, -14, -6, 0, 0, 0];
/// Weight of an attacked square beside the king, by the attacker; pawn to king.
pub const KING_ATTACK: [i32; 6] = [0, 4, 4, 5, 7, 0];
/// Divides the square of the attack's weight into centipawns.
pub const KING_DANGER_DIVISOR: i32 = 9;
/// The most that an attack on the king costs.
pub const KING_DANGER_MOST: i32 = 500;

/// A minor piece or better attacked by a pawn.
pub const THREAT_BY_PAWN: Tapered = t(48, 36);
/// A rook or queen attacked by a minor piece.
pub const THREAT_BY_MINOR: Tapered = t(32, 28);
/// A queen attacked by a rook.
pub const THREAT_BY_ROOK: Tapered = t(34, 20);
/// An undefended piece under attack.
pub const HANGING: Tapered = t(22, 18);

/// Mop-up: for each step that the bare king is away from the centre.
pub const MOP_UP_EDGE: i32 = 12;
/// Mop-up: for each step that the kings are closer than as far apart as can be.
pub const MOP_UP_KINGS: i32 = 6;
/// Mop-up with bishop and knight: for each step that the bare king is closer to a corner of the
/// bishop's colour.
pub const MOP_UP_CORNER: i32 = 16;
