//! Every number of the tuned evaluator, centipawns, middlegame and endgame; `layout` says what each
//! is counted for. Written by `ponder fit`.
//!
//! Fitted to 276159 quiet positions of 4064 games.

use super::layout::COUNT;
use crate::eval::tapered::{Tapered, t};

/// Having the move.
pub const TEMPO: i32 = 18;

/// The weights by their place in `layout`.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
    // MATERIAL: Pawn to king; the king has no price, it is never taken.
    t(78, 107), t(305, 348), t(324, 358), t(425, 614), t(942, 1114), t(0, 0),
    // BISHOP_PAIR: Two bishops.
    t(28, 50),
    // TABLES: Pawn to king: half boards, own first rank first, files a to d; e to h mirror them.
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-14, 9), t(-1, 8), t(-8, 8), t(-14, 8),
    t(-13, 3), t(-5, 2), t(1, -1), t(1, 2),
    t(-14, 5), t(-11, 5), t(10, -8), t(19, -10),
    t(-5, 16), t(2, 9), t(8, -3), t(21, -10),
    t(0, 31), t(5, 20), t(27, -3), t(39, -3),
    t(42, 68), t(31, 52), t(19, 51), t(73, 45),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-47, -49), t(-26, -33), t(-33, -1), t(-20, -1),
    t(-23, -21), t(-17, -16), t(-9, -8), t(-8, 2),
    t(-21, -7), t(0, -6), t(4, -6), t(6, 11),
    t(-5, 4), t(4, 2), t(14, 14), t(9, 23),
    t(-2, 8), t(4, 15), t(9, 20), t(16, 20),
    t(-31, -3), t(11, 2), t(17, 5), t(14, 13),
    t(-15, -17), t(1, 4), t(29, 21), t(9, 16),
    t(-89, -50), t(-47, -15), t(-4, 12), t(44, -5),
    t(-16, -4), t(-6, 2), t(-19, -1), t(-2, 2),
    t(-2, 7), t(6, -10), t(3, 2), t(-3, 3),
    t(0, -2), t(17, -5), t(6, 3), t(6, 15),
    t(-2, 8), t(-2, 4), t(6, 15), t(9, 5),
    t(-2, 3), t(2, 12), t(11, 5), t(4, 9),
    t(-3, 0), t(15, 0), t(1, 9), t(3, 12),
    t(-21, 13), t(-12, 2), t(1, 4), t(-8, 17),
    t(-12, -15), t(-39, 16), t(-57, 30), t(-43, 18),
    t(-16, -2), t(-11, 0), t(-5, 0), t(-2, -1),
    t(-33, -3), t(-14, 5), t(-9, 2), t(-11, 8),
    t(-33, 11), t(-10, 11), t(-20, 12), t(-12, 8),
    t(-22, 17), t(-16, 25), t(-18, 24), t(-10, 23),
    t(-19, 27), t(-11, 29), t(1, 18), t(2, 17),
    t(-20, 30), t(3, 17), t(10, 14), t(15, 14),
    t(11, 16), t(22, 17), t(41, 12), t(45, 7),
    t(0, 25), t(0, 28), t(14, 26), t(5, 27),
    t(-21, -9), t(-13, -4), t(-14, -28), t(-8, -42),
    t(-6, -23), t(-3, -7), t(2, -13), t(-7, 9),
    t(-12, 13), t(-2, -1), t(-5, 29), t(-9, 29),
    t(-5, 13), t(-5, 22), t(-6, 33), t(-11, 45),
    t(0, 18), t(-12, 50), t(2, 13), t(-10, 52),
    t(2, 30), t(9, 30), t(-14, 66), t(35, -12),
    t(-11, 30), t(-14, 36), t(3, 35), t(-14, 38),
    t(-5, -12), t(4, 2), t(-17, 35), t(26, 40),
    t(17, -60), t(35, -45), t(8, -30), t(-3, -43),
    t(7, -33), t(6, -19), t(-16, -12), t(-43, -1),
    t(-24, -15), t(7, -10), t(-18, 2), t(-32, 11),
    t(-33, -17), t(0, 0), t(15, 6), t(-38, 19),
    t(-63, -11), t(-14, 15), t(-2, 19), t(-9, 26),
    t(-63, -5), t(-43, 36), t(-24, 39), t(-45, 38),
    t(-49, -3), t(-84, 61), t(-80, 54), t(-88, 47),
    t(-65, -72), t(-46, -22), t(-54, 23), t(-98, 63),
    // KNIGHT_MOBILITY: A knight by the squares it reaches.
    t(-29, -25), t(-18, -30), t(-14, -11), t(-10, 4), t(-5, 8),
    t(-3, 17), t(0, 22), t(4, 26), t(6, 22),
    // BISHOP_MOBILITY: A bishop by the squares it reaches.
    t(-30, -57), t(-27, -29), t(-17, -7), t(-14, -3), t(-11, 5),
    t(-8, 8), t(-6, 13), t(-2, 12), t(-4, 16), t(-2, 18),
    t(2, 18), t(7, 14), t(17, 24), t(-26, 15),
    // ROOK_MOBILITY: A rook by the squares it reaches.
    t(-41, -73), t(-18, -40), t(-11, -14), t(-10, -6), t(-9, 0),
    t(-8, 8), t(-5, 15), t(-3, 17), t(-2, 24), t(4, 25),
    t(5, 26), t(5, 32), t(12, 33), t(6, 37), t(31, 31),
    // QUEEN_MOBILITY: A queen by the squares it reaches.
    t(-91, -92), t(-10, -174), t(-8, -111), t(-8, -41), t(-6, -75),
    t(-8, -44), t(-8, -35), t(-8, -23), t(-7, -8), t(-6, 4),
    t(-7, 7), t(-5, 13), t(-4, 9), t(-3, 24), t(-7, 27),
    t(-4, 32), t(-10, 47), t(-11, 49), t(-11, 51), t(0, 42),
    t(9, 44), t(-31, 85), t(25, 31), t(62, 22), t(60, 1),
    t(63, 2), t(-4, 2), t(-26, -44),
    // KNIGHT_OUTPOST: A knight that no pawn can drive away, beyond the middle: alone; defended by a pawn.
    t(16, -6), t(28, 1),
    // BISHOP_OUTPOST: The same for a bishop.
    t(9, -3), t(23, 5),
    // BEHIND_PAWN: A pawn right before a knight; a bishop.
    t(5, 9), t(4, 10),
    // BISHOP_PAWNS: Each own pawn on the squares of a bishop's colour.
    t(-3, -3),
    // BISHOP_BLOCKED_PAWNS: The same for those that stand blocked.
    t(-3, -3),
    // LONG_DIAGONAL: A bishop that sees both squares of the centre on a long diagonal.
    t(15, 11),
    // ROOK_FILE: A rook on a file without own pawns; without any.
    t(12, 0), t(27, 3),
    // ROOK_SEVENTH: A rook on the seventh rank with the enemy king on the eighth or pawns on the seventh.
    t(-16, 10),
    // ROOK_TRAPPED: A rook with three squares or fewer, shut in by its own king without castling.
    t(-37, -6),
    // QUEEN_FACED: A queen with an enemy rook or bishop behind one piece on its line.
    t(-14, -11),
    // SPACE: Each safe square of files c to f on the own side, behind the own pawns or free.
    t(2, 2),
    // DOUBLED: A pawn behind another: defended or beside one; alone.
    t(-7, -4), t(-9, -20),
    // ISOLATED: No own pawn on a neighbouring file: an enemy pawn ahead on its file; none.
    t(-7, -6), t(-14, -13),
    // BACKWARD: No own pawn beside or behind, and a pawn controls its next square: an enemy pawn ahead on its file; none.
    t(-3, -6), t(-13, -9),
    // PHALANX: An own pawn beside it, by rank.
    t(0, 0), t(3, 2), t(7, 4), t(7, 9),
    t(11, 20), t(31, 48), t(103, 51), t(0, 0),
    // DEFENDED: Defended by a pawn, by rank.
    t(0, 0), t(0, 0), t(10, 8), t(11, 8),
    t(14, 16), t(38, 31), t(145, 23), t(0, 0),
    // CANDIDATE: No enemy pawn ahead on its file, and helpers enough for those beside, by rank.
    t(0, 0), t(1, 0), t(2, 5), t(4, 14),
    t(7, 32), t(8, 86), t(50, 60), t(0, 0),
    // PASSED: A passed pawn by rank.
    t(0, 0), t(8, -5), t(-9, 7), t(7, 30),
    t(10, 62), t(38, 107), t(66, 154), t(0, 0),
    // PASSED_OWN_KING: By the own king's distance to the square ahead, times the road.
    t(-27, 31), t(-87, 43), t(-14, 9), t(-1, -4),
    t(2, -9), t(2, -13), t(2, -11), t(2, -14),
    // PASSED_ENEMY_KING: By the enemy king's distance to the square ahead, times the road.
    t(-4, -11), t(-8, -11), t(0, -6), t(-3, 9),
    t(-10, 23), t(-11, 28), t(-12, 28), t(-4, 22),
    // PASSED_BLOCKED: Something stands on the square ahead, by rank.
    t(0, 0), t(6, -11), t(6, 5), t(-8, -7),
    t(1, -7), t(-6, -17), t(-13, -57), t(0, 0),
    // PASSED_SAFE: The square ahead is free and not attacked, by rank.
    t(0, 0), t(-1, -3), t(10, -2), t(-3, -1),
    t(3, 12), t(17, 19), t(14, 24), t(0, 0),
    // PASSED_CLEAR: All squares ahead are free and not attacked, by rank.
    t(0, 0), t(-83, 34), t(-10, 14), t(-47, 20),
    t(-49, 50), t(-44, 96), t(-59, 139), t(0, 0),
    // PASSED_DEFENDED: The square ahead is defended, by rank.
    t(0, 0), t(-1, 2), t(6, 6), t(0, 6),
    t(9, 4), t(18, 34), t(43, 60), t(0, 0),
    // PASSED_ROOK: An own rook behind it; an enemy rook behind it.
    t(6, 15), t(24, -70),
    // UNSTOPPABLE: The enemy has nothing but pawns, and the king comes too late.
    t(-153, 237),
    // SHELTER: By the king's file from the edge: ranks to the nearest own pawn on it, 7 is none.
    t(4, 0), t(23, -16), t(7, -12), t(-17, -13),
    t(-20, 23), t(-67, 63), t(-43, 12), t(-46, 9),
    t(4, 0), t(18, -8), t(3, -9), t(-8, -7),
    t(-23, 5), t(1, 36), t(38, -3), t(-33, 4),
    t(4, 0), t(17, -7), t(1, -3), t(-8, -10),
    t(-6, 12), t(-33, -7), t(26, 18), t(-23, 2),
    t(4, 0), t(11, 0), t(6, -5), t(-7, 4),
    t(-13, 8), t(-25, -35), t(-29, 72), t(-18, 3),
    // SHELTER_BESIDE: The same for each file beside the king's, by its place from the edge.
    t(5, -9), t(16, -4), t(7, -6), t(-5, -1),
    t(-32, 26), t(-16, 4), t(-59, 4), t(-34, 3),
    t(6, -2), t(14, -5), t(0, 1), t(-11, 1),
    t(-20, 11), t(5, 12), t(35, 14), t(-34, -1),
    t(12, 1), t(16, 1), t(-2, 2), t(-10, -3),
    t(-19, 8), t(-10, -1), t(-59, 70), t(-19, -3),
    t(17, -4), t(11, -1), t(0, 0), t(-7, 4),
    t(-15, 12), t(-17, 6), t(2, 13), t(-17, -3),
    // STORM: The same for the nearest enemy pawn on the king's file and beside it.
    t(-29, 18), t(-2, 10), t(-34, 2), t(-16, -3),
    t(-3, -5), t(-2, -1), t(-4, -1), t(-4, -1),
    t(-22, 16), t(-2, 13), t(-32, 10), t(-6, 3),
    t(-6, 6), t(3, 0), t(9, -5), t(1, 3),
    t(-28, 0), t(-10, 1), t(-23, 4), t(-19, -1),
    t(-11, 1), t(-3, 0), t(-1, -3), t(-5, -1),
    t(-37, 24), t(15, 4), t(-19, -2), t(-10, -4),
    t(-4, -2), t(1, -11), t(-1, -12), t(-6, -2),
    // STORM_BLOCKED: An enemy pawn stopped by an own one, by the ranks to it.
    t(0, 0), t(0, 0), t(-11, -9), t(1, -4),
    t(2, -3), t(9, -21), t(-12, -13), t(0, 0),
    // KING_FILE: The king on a file without own pawns; without any.
    t(-6, -4), t(-24, -10),
    // PAWN_DISTANCE: The king's distance to the nearest pawn of either side.
    t(0, 0), t(-4, 25), t(-2, 19), t(0, -3),
    t(25, -41), t(13, -65), t(59, -82), t(58, -89),
    // DANGER_ATTACKERS: Danger, not centipawns: each attacker of the king's zone, knight to queen.
    t(48, 59), t(32, 31), t(29, -40), t(17, 86),
    // DANGER_SQUARES: Danger: each attack on a square beside the king.
    t(18, 1),
    // DANGER_WEAK: Danger: each such square that only king or queen defends.
    t(15, -30),
    // DANGER_CHECKS: Danger: a safe check, by knight to queen.
    t(131, 142), t(43, 225), t(131, 119), t(105, 256),
    // DANGER_UNSAFE: Danger: each square of a check that costs the piece.
    t(12, -65),
    // DANGER_PAWNS: Danger: each square of the zone that a pawn attacks.
    t(13, 19),
    // DANGER_OPEN: Danger: each file at the king without a pawn of its own.
    t(19, 6),
    // DANGER_FLANK: Danger: squares of the king's flank in its camp that are attacked; attacked twice.
    t(10, 13), t(4, 24),
    // DANGER_GUARDS: Danger: a defending knight in the zone; a bishop.
    t(-26, -40), t(-25, 36),
    // DANGER_QUEENLESS: Danger: the attacker has no queen.
    t(-161, -82),
    // DANGER_PINNED: Danger: each piece that stands alone between the king and a line piece.
    t(46, 189),
    // DANGER_ALWAYS: Danger: to begin with.
    t(-64, -25),
    // BY_PAWN: A piece attacked by a pawn, knight to queen.
    t(54, 41), t(47, 55), t(69, 12), t(48, -15),
    // BY_MINOR: Attacked by a knight or bishop, pawn to queen; pawns if they are not defended by pawns.
    t(2, 16), t(18, 37), t(30, 33), t(45, 32), t(34, 57),
    // BY_ROOK: The same, attacked by a rook.
    t(3, 20), t(28, 22), t(27, 24), t(4, -3), t(55, -3),
    // BY_KING: A weak enemy piece beside the king.
    t(27, 24),
    // HANGING: A piece attacked and not defended; the same on the move.
    t(10, 13), t(-4, -52),
    // BY_PUSH: Each piece that a safe step of a pawn would attack.
    t(15, 11),
    // QUEEN_HUNT: Each safe square from which a knight would attack the queen; a bishop or rook.
    t(11, 1), t(14, 8),
    // RESTRICTED: Each square that the enemy reaches but may not enter safely.
    t(4, 1),
];
