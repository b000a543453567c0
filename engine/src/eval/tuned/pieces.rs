//! Material, tables and the squares that pieces reach; one walk over the board for both sides.

use super::pawns;
use super::weights as w;
use crate::eval::Tapered;
use crate::eval::masks::{ADJACENT_FILES, FILES, RANKS_AHEAD};
use crate::rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use crate::rules::{BitBoard, Color, Piece, Position, Square};

/// What the walk over one side's pieces found.
pub(super) struct Survey {
    pub material: Tapered,
    pub activity: Tapered,
    /// Squares attacked, by piece.
    attacks: [u64; 6],
    /// Pieces that attack squares beside the enemy king.
    pub king_attackers: i32,
    /// The squares they attack there, weighted by piece.
    pub king_attack_weight: i32,
    /// Everything the other side attacks, for what hangs.
    enemy_attacks: u64,
}

/// White's and Black's pieces.
pub(super) fn survey(position: &Position) -> (Survey, Survey) {
    let mut white = side(position, Color::White);
    let mut black = side(position, Color::Black);
    white.enemy_attacks = union(&black.attacks);
    black.enemy_attacks = union(&white.attacks);
    (white, black)
}

fn union(sets: &[u64; 6]) -> u64 {
    sets.iter().fold(0, |all, set| all | set)
}

fn side(position: &Position, us: Color) -> Survey {
    let own_pawns = position.colored(us, Piece::Pawn).0;
    let their_pawns = position.colored(!us, Piece::Pawn).0;
    let king_zone = king_attacks(position.king(!us)).0;
    let guarded = pawns::attacks(their_pawns, !us);
    let reachable = !(guarded | own_pawns | position.colored(us, Piece::King).0);
    let mut found = Survey {
        material: Tapered::default(),
        activity: Tapered::default(),
        attacks: [0; 6],
        king_attackers: 0,
        king_attack_weight: 0,
        enemy_attacks: 0,
    };
    found.attacks[Piece::Pawn.index()] = pawns::attacks(own_pawns, us);
    found.attacks[Piece::King.index()] = king_attacks(position.king(us)).0;
    for piece in Piece::ALL {
        let set = position.colored(us, piece);
        found.material += w::MATERIAL[piece.index()] * set.len() as i32;
        for square in set {
            found.material += table(piece, square, us);
            if matches!(piece, Piece::Pawn | Piece::King) {
                continue;
            }
            let attacked = attacked_by(piece, square, position.occupied());
            found.attacks[piece.index()] |= attacked;
            let squares = (attacked & reachable).count_ones() as i32;
            found.activity +=
                w::MOBILITY[piece.index()] * (squares - w::USUAL_SQUARES[piece.index()]);
            found.activity += placement(piece, square, us, own_pawns, their_pawns);
            let near_king = (attacked & king_zone).count_ones() as i32;
            if near_king > 0 {
                found.king_attackers += 1;
                found.king_attack_weight += w::KING_ATTACK[piece.index()] * near_king;
            }
        }
    }
    if position.colored(us, Piece::Bishop).len() >= 2 {
        found.material += w::BISHOP_PAIR;
    }
    found
}

fn attacked_by(piece: Piece, square: Square, occupied: BitBoard) -> u64 {
    match piece {
        Piece::Knight => knight_attacks(square).0,
        Piece::Bishop => bishop_attacks(square, occupied).0,
        Piece::Rook => rook_attacks(square, occupied).0,
        Piece::Queen => queen_attacks(square, occupied).0,
        Piece::Pawn | Piece::King => 0,
    }
}

fn table(piece: Piece, square: Square, us: Color) -> Tapered {
    let rank = pawns::relative_rank(square.index(), us);
    let file = square.index() % 8;
    w::TABLES[piece.index()][rank][file.min(7 - file)]
}

/// Rooks on open files, minor pieces on outposts.
fn placement(piece: Piece, square: Square, us: Color, own_pawns: u64, their_pawns: u64) -> Tapered {
    let index = square.index();
    let file = FILES[index % 8];
    match piece {
        Piece::Rook if (own_pawns | their_pawns) & file == 0 => w::ROOK_OPEN_FILE,
        Piece::Rook if own_pawns & file == 0 => w::ROOK_HALF_OPEN_FILE,
        Piece::Knight | Piece::Bishop => {
            let ahead_beside = RANKS_AHEAD[us.index()][index] & ADJACENT_FILES[index % 8];
            let safe = their_pawns & ahead_beside == 0;
            let supported = pawns::attacks(own_pawns, us) & (1 << index) != 0;
            match pawns::relative_rank(index, us) {
                3..=5 if safe && supported && piece == Piece::Knight => w::KNIGHT_OUTPOST,
                3..=5 if safe && supported => w::BISHOP_OUTPOST,
                _ => Tapered::default(),
            }
        }
        _ => Tapered::default(),
    }
}

/// Enemy pieces attacked by lesser ones, or attacked and not defended.
pub(super) fn threats(position: &Position, us: Color, own: &Survey) -> Tapered {
    let minors = position.colored(!us, Piece::Knight).0 | position.colored(!us, Piece::Bishop).0;
    let rooks = position.colored(!us, Piece::Rook).0;
    let queens = position.colored(!us, Piece::Queen).0;
    let by_minor = own.attacks[Piece::Knight.index()] | own.attacks[Piece::Bishop.index()];
    let count = |set: u64| set.count_ones() as i32;
    let hanging = (minors | rooks | queens) & union(&own.attacks) & !own.enemy_attacks;
    w::THREAT_BY_PAWN * count(own.attacks[Piece::Pawn.index()] & (minors | rooks | queens))
        + w::THREAT_BY_MINOR * count(by_minor & (rooks | queens))
        + w::THREAT_BY_ROOK * count(own.attacks[Piece::Rook.index()] & queens)
        + w::HANGING * count(hanging)
}
