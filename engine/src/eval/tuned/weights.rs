//! Every number of the tuned evaluator, centipawns, middlegame and endgame; `layout` says what each
//! is counted for. Written by `ponder fit`.
//!
//! Fitted to 9569343 quiet positions of 139652 games.

use super::layout::COUNT;
use crate::eval::tapered::{Tapered, t};

/// Having the move.
pub const TEMPO: i32 = 13;

/// The weights by their place in `layout`.
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; COUNT] = [
    // MATERIAL: Pawn to king; the king has no value, it is never taken.
    t(70, 119), t(296, 372), t(316, 388), t(408, 657), t(1042, 1087), t(0, 0),
    // BISHOP_PAIR: Two bishops.
    t(22, 53),
    // TABLES: Pawn to king: half boards, own first rank first, files a to d; e to h mirror them.
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-17, 8), t(2, 9), t(-6, 9), t(-5, 3),
    t(-15, 1), t(-2, 1), t(1, -1), t(3, -5),
    t(-18, 7), t(-12, 9), t(5, -6), t(13, -11),
    t(-9, 19), t(1, 17), t(2, 4), t(14, -5),
    t(3, 34), t(4, 34), t(14, 18), t(25, 9),
    t(75, 39), t(33, 61), t(36, 65), t(65, 52),
    t(0, 0), t(0, 0), t(0, 0), t(0, 0),
    t(-15, -70), t(-25, -34), t(-20, -6), t(-14, 2),
    t(-18, -20), t(-17, -1), t(-15, 1), t(-11, 6),
    t(-20, -6), t(1, -1), t(-2, 4), t(0, 24),
    t(-1, 2), t(2, 17), t(11, 25), t(6, 30),
    t(9, 8), t(4, 21), t(11, 25), t(11, 37),
    t(3, -34), t(5, 8), t(4, 23), t(13, 26),
    t(-8, -19), t(-13, 6), t(28, 0), t(12, 20),
    t(-91, -107), t(14, -28), t(-30, 6), t(24, 4),
    t(-13, -9), t(0, 6), t(-18, 3), t(-7, 7),
    t(4, 4), t(3, -10), t(2, 9), t(-4, 10),
    t(-1, 3), t(13, 13), t(2, 3), t(4, 20),
    t(-1, 5), t(2, 11), t(6, 21), t(6, 7),
    t(-5, 10), t(2, 18), t(7, 21), t(1, 11),
    t(-5, 12), t(1, 22), t(-3, 14), t(6, 20),
    t(-4, -21), t(-15, 8), t(-3, 19), t(-5, 19),
    t(-20, 2), t(-37, 20), t(-30, 12), t(-26, 18),
    t(-13, -4), t(-13, 4), t(-7, 3), t(-3, -3),
    t(-35, 14), t(-15, 8), t(-8, 8), t(-5, 7),
    t(-29, 17), t(-13, 12), t(-17, 20), t(-18, 18),
    t(-22, 23), t(-14, 22), t(-15, 27), t(-11, 20),
    t(-5, 24), t(3, 22), t(2, 26), t(0, 23),
    t(6, 26), t(14, 22), t(15, 22), t(21, 18),
    t(-11, 25), t(-13, 27), t(11, 20), t(7, 19),
    t(12, 30), t(10, 30), t(6, 33), t(-1, 34),
    t(5, -73), t(-7, -60), t(-13, -57), t(-10, -54),
    t(0, -62), t(-1, -32), t(1, -31), t(-7, -4),
    t(-2, -3), t(0, -1), t(-6, 28), t(-7, 24),
    t(1, 6), t(-4, 21), t(-7, 42), t(-12, 62),
    t(8, 5), t(-6, 51), t(-4, 55), t(-12, 78),
    t(6, 11), t(5, 23), t(-3, 61), t(5, 63),
    t(0, 12), t(-3, 30), t(4, 53), t(-16, 78),
    t(3, -10), t(4, 17), t(25, 26), t(23, 45),
    t(1, -32), t(19, -12), t(-1, -16), t(-12, -26),
    t(-5, -8), t(-6, 9), t(-29, 7), t(-50, 10),
    t(-24, -8), t(-2, 9), t(-15, 7), t(-34, 16),
    t(-40, -10), t(-7, 9), t(-10, 9), t(-40, 24),
    t(-20, -17), t(10, 14), t(-16, 22), t(-49, 36),
    t(18, -25), t(71, -1), t(15, 25), t(-23, 42),
    t(51, -51), t(177, -107), t(51, -14), t(17, 22),
    t(142, -156), t(124, -34), t(48, -18), t(125, -66),
    // KNIGHT_MOBILITY: A knight by the squares it reaches.
    t(-27, -45), t(-21, -16), t(-15, 4), t(-12, 13), t(-6, 16),
    t(-4, 25), t(-1, 27), t(2, 27), t(4, 28),
    // BISHOP_MOBILITY: A bishop by the squares it reaches.
    t(-32, -56), t(-26, -22), t(-17, -5), t(-14, 4), t(-11, 11),
    t(-8, 16), t(-7, 20), t(-5, 19), t(-5, 25), t(-3, 24),
    t(1, 21), t(-4, 26), t(10, 21), t(-27, 33),
    // ROOK_MOBILITY: A rook by the squares it reaches.
    t(-58, -72), t(-19, -39), t(-9, -14), t(-10, -3), t(-9, 6),
    t(-9, 17), t(-8, 25), t(-5, 25), t(-3, 30), t(0, 33),
    t(1, 35), t(3, 39), t(8, 37), t(10, 38), t(50, 24),
    // QUEEN_MOBILITY: A queen by the squares it reaches.
    t(-89, -69), t(-14, -106), t(-11, -78), t(-10, -76), t(-10, -52),
    t(-11, -24), t(-10, -10), t(-11, 9), t(-9, 23), t(-9, 32),
    t(-8, 38), t(-7, 44), t(-7, 47), t(-6, 55), t(-6, 56),
    t(-6, 56), t(-9, 64), t(-8, 65), t(-5, 59), t(8, 40),
    t(19, 29), t(101, -80), t(72, -26), t(161, -118), t(122, -78),
    t(195, -173), t(111, -83), t(142, -173),
    // KNIGHT_OUTPOST: A knight that no pawn can drive away, beyond the middle: alone; defended by a pawn.
    t(8, -4), t(19, -2),
    // BISHOP_OUTPOST: The same for a bishop.
    t(9, -5), t(18, 5),
    // BEHIND_PAWN: A pawn right before a knight; a bishop.
    t(3, 12), t(3, 10),
    // BISHOP_PAWNS: Each own pawn on the squares of a bishop's colour.
    t(-1, -3),
    // BISHOP_BLOCKED_PAWNS: The same for those that stand blocked.
    t(-2, -6),
    // LONG_DIAGONAL: A bishop that sees both squares of the centre on a long diagonal.
    t(9, 16),
    // ROOK_FILE: A rook on a file without own pawns; without any.
    t(12, -3), t(22, 2),
    // ROOK_SEVENTH: A rook on the seventh rank with the enemy king on the eighth or pawns on the seventh.
    t(12, 6),
    // ROOK_TRAPPED: A rook with three squares or fewer, shut in by its own king without castling.
    t(-24, -9),
    // QUEEN_FACED: A queen with an enemy rook or bishop behind one piece on its line.
    t(-12, 6),
    // SPACE: Each safe square of files c to f on the own side, behind the own pawns or free.
    t(3, -5),
    // DOUBLED: A pawn behind another: defended or beside one; alone.
    t(-9, -14), t(-9, -18),
    // ISOLATED: No own pawn on a neighbouring file: an enemy pawn ahead on its file; none.
    t(-6, -5), t(-11, -6),
    // BACKWARD: No own pawn beside or behind, and a pawn controls its next square: an enemy pawn ahead on its file; none.
    t(1, -4), t(-7, -1),
    // PHALANX: An own pawn beside it, by rank.
    t(0, 0), t(3, 2), t(4, 5), t(5, 10),
    t(13, 22), t(27, 38), t(-36, 101), t(0, 0),
    // DEFENDED: Defended by a pawn, by rank.
    t(0, 0), t(0, 0), t(10, 11), t(9, 8),
    t(16, 14), t(32, 33), t(102, 50), t(0, 0),
    // CANDIDATE: No enemy pawn ahead on its file, and helpers enough for those beside, by rank.
    t(0, 0), t(0, -6), t(0, -2), t(1, 12),
    t(0, 24), t(1, 71), t(50, 60), t(0, 0),
    // PASSED: A passed pawn by rank.
    t(0, 0), t(-10, 4), t(-16, 8), t(-5, 28),
    t(4, 65), t(28, 112), t(89, 151), t(0, 0),
    // PASSED_OWN_KING: By the own king's distance to the square ahead, times the weight of the pawn's rank.
    t(-68, 62), t(-55, 47), t(-20, 14), t(-1, -3),
    t(2, -12), t(4, -17), t(2, -18), t(-6, -15),
    // PASSED_ENEMY_KING: By the enemy king's distance to the square ahead, times the weight of the pawn's rank.
    t(-11, -12), t(-3, -16), t(0, -9), t(-5, 9),
    t(-11, 27), t(-15, 34), t(-10, 33), t(-7, 27),
    // PASSED_BLOCKED: Something stands on the square ahead, by rank.
    t(0, 0), t(5, -8), t(1, 3), t(2, -4),
    t(2, -7), t(-5, -14), t(-44, -37), t(0, 0),
    // PASSED_SAFE: The square ahead is free and not attacked, by rank.
    t(0, 0), t(1, -4), t(-1, 2), t(-3, 5),
    t(-1, 14), t(13, 22), t(14, 24), t(0, 0),
    // PASSED_CLEAR: All squares ahead are free and not attacked, by rank.
    t(0, 0), t(-44, 23), t(-53, 23), t(-75, 43),
    t(-68, 64), t(-66, 112), t(-130, 185), t(0, 0),
    // PASSED_DEFENDED: The square ahead is defended, by rank.
    t(0, 0), t(7, -2), t(6, 8), t(2, 9),
    t(2, 18), t(26, 33), t(55, 45), t(0, 0),
    // PASSED_ROOK: An own rook behind it; an enemy rook behind it.
    t(13, 8), t(20, -63),
    // UNSTOPPABLE: The enemy has nothing but pawns, and the king comes too late.
    t(-484, 186),
    // SHELTER: By the king's file from the edge: ranks to the nearest own pawn on it, 7 is none.
    t(4, 0), t(23, -25), t(13, -26), t(-14, -10),
    t(-14, 17), t(-48, 55), t(-93, 75), t(-50, 33),
    t(4, 0), t(16, -16), t(10, -20), t(-4, -20),
    t(-22, 1), t(-15, 13), t(0, 8), t(-33, 16),
    t(4, 0), t(14, -9), t(0, -12), t(-8, -14),
    t(-10, -13), t(-8, 12), t(3, -10), t(-26, 9),
    t(4, 0), t(7, -2), t(4, -9), t(-2, -5),
    t(-6, -9), t(-39, 4), t(-104, 38), t(-19, 9),
    // SHELTER_BESIDE: The same for each file beside the king's, by its place from the edge.
    t(7, -13), t(13, -12), t(8, -12), t(-2, -5),
    t(-26, 14), t(-24, 36), t(-28, 27), t(-27, 6),
    t(6, 2), t(11, -10), t(-1, -5), t(-6, -1),
    t(-23, 6), t(-16, 20), t(-26, 29), t(-31, 8),
    t(14, 3), t(15, -4), t(-9, 1), t(-7, -5),
    t(-8, 0), t(-17, 16), t(-28, 27), t(-16, -3),
    t(3, 6), t(7, -1), t(-5, 0), t(-4, -1),
    t(-6, -4), t(-30, 5), t(-22, 22), t(-13, -4),
    // STORM: The same for the nearest enemy pawn on the king's file and beside it.
    t(-56, 27), t(-4, -4), t(-39, -1), t(-15, -5),
    t(-4, -9), t(-5, -9), t(-8, -5), t(-7, -5),
    t(2, 23), t(11, 11), t(-16, 5), t(-5, -2),
    t(-6, -1), t(-2, -2), t(2, -1), t(-3, 6),
    t(2, 16), t(-6, 9), t(-19, 7), t(-10, 1),
    t(-6, 0), t(-1, -2), t(-2, -4), t(-4, 3),
    t(20, 11), t(-20, 13), t(-15, 5), t(-8, -1),
    t(-3, -3), t(1, -7), t(0, -12), t(-8, 4),
    // STORM_BLOCKED: An enemy pawn stopped by an own one, by the ranks to it.
    t(0, 0), t(0, 0), t(-7, -11), t(3, -10),
    t(0, -15), t(7, -26), t(7, -44), t(0, 0),
    // KING_FILE: The king on a file without own pawns; without any.
    t(4, -15), t(-14, -27),
    // PAWN_DISTANCE: The king's distance to the nearest pawn of either side.
    t(0, 0), t(-2, 28), t(-1, 23), t(-11, -1),
    t(23, -45), t(40, -85), t(23, -98), t(32, -122),
    // DANGER_ATTACKERS: Danger, not centipawns: each attacker of the king's zone, knight to queen.
    t(42, 132), t(21, 110), t(14, -14), t(18, -21),
    // DANGER_SQUARES: Danger: each attack on a square beside the king.
    t(18, 28),
    // DANGER_WEAK: Danger: each such square that only king or queen defends.
    t(19, -43),
    // DANGER_CHECKS: Danger: a safe check, by knight to queen.
    t(113, 258), t(37, 457), t(102, 422), t(100, 734),
    // DANGER_UNSAFE: Danger: each square of a check that costs the piece.
    t(4, 11),
    // DANGER_PAWNS: Danger: each square of the zone that a pawn attacks.
    t(11, 75),
    // DANGER_OPEN: Danger: each file at the king without a pawn of its own.
    t(26, -163),
    // DANGER_FLANK: Danger: squares of the king's flank in its camp that are attacked; attacked twice.
    t(11, 8), t(1, 54),
    // DANGER_GUARDS: Danger: a defending knight in the zone; a bishop.
    t(-32, -182), t(-32, -19),
    // DANGER_QUEENLESS: Danger: the attacker has no queen.
    t(-149, -167),
    // DANGER_PINNED: Danger: each piece that stands alone between the king and a line piece.
    t(53, 284),
    // DANGER_ALWAYS: Danger: to begin with.
    t(-85, -68),
    // BY_PAWN: A piece attacked by a pawn, knight to queen.
    t(47, 43), t(43, 66), t(59, 30), t(38, 13),
    // BY_MINOR: Attacked by a knight or bishop, pawn to queen; pawns if they are not defended by pawns.
    t(1, 18), t(14, 36), t(25, 32), t(37, 27), t(29, 42),
    // BY_ROOK: The same, attacked by a rook.
    t(1, 22), t(20, 24), t(18, 31), t(2, 6), t(52, -13),
    // BY_KING: A weak enemy piece beside the king.
    t(24, 21),
    // HANGING: A piece attacked and not defended; the same on the move.
    t(9, 10), t(-7, -55),
    // BY_PUSH: Each piece that a safe step of a pawn would attack.
    t(12, 14),
    // QUEEN_HUNT: Each safe square from which a knight would attack the queen; a bishop or rook.
    t(7, 14), t(14, 8),
    // RESTRICTED: Each square that the enemy reaches but may not enter safely.
    t(4, 0),
];
