//! The kings' safety: the pawns before one's own, the attack on the other's.

use super::layout as w;
use super::ledger::Ledger;
use super::view::{View, file_of, from_edge, relative_rank};
use crate::eval::masks::{ADJACENT_FILES, FILES, RANKS, RANKS_AHEAD, distance};
use crate::rules::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays,
};
use crate::rules::{BitBoard, Color, Piece};

/// The files of each king's flank, by its file.
const FLANKS: [u64; 8] = [
    FILES[0] | FILES[1] | FILES[2],
    FILES[0] | FILES[1] | FILES[2] | FILES[3],
    FILES[0] | FILES[1] | FILES[2] | FILES[3],
    FILES[2] | FILES[3] | FILES[4] | FILES[5],
    FILES[2] | FILES[3] | FILES[4] | FILES[5],
    FILES[4] | FILES[5] | FILES[6] | FILES[7],
    FILES[4] | FILES[5] | FILES[6] | FILES[7],
    FILES[5] | FILES[6] | FILES[7],
];

/// Stands for the distance to a pawn that is not there.
const NONE: usize = 7;

/// Own and enemy pawns on the king's file and the two beside it.
pub(super) fn shelter<L: Ledger>(view: &View<'_>, us: Color, ledger: &mut L) {
    let king = view.position.king(us).index();
    let rank = relative_rank(king, us);
    let here = RANKS_AHEAD[us.index()][king] | RANKS[king / 8];
    let own = view.set(us, Piece::Pawn);
    let theirs = view.set(!us, Piece::Pawn);
    let king_file = king % 8;
    for (file, &set) in FILES.iter().enumerate() {
        if file.abs_diff(king_file) > 1 {
            continue;
        }
        let steps = |pawns: u64| nearest(pawns & set & here, us).map(|found| found - rank);
        let group = if file == king_file {
            w::SHELTER
        } else {
            w::SHELTER_BESIDE
        };
        let edge = from_edge(file) * 8;
        let (guard, storm) = (steps(own), steps(theirs));
        ledger.add(group + edge + guard.unwrap_or(NONE), 1);
        match (guard, storm) {
            (Some(guard), Some(storm)) if storm == guard + 1 => {
                ledger.add(w::STORM_BLOCKED + storm, 1);
            }
            _ => ledger.add(w::STORM + edge + storm.unwrap_or(NONE), 1),
        }
    }
    let file = file_of(king);
    if own & file == 0 {
        ledger.add(w::KING_FILE + usize::from(theirs & file == 0), 1);
    }
    let nearest_pawn = BitBoard(own | theirs)
        .map(|pawn| distance(king, pawn.index()) as usize)
        .min();
    if let Some(steps) = nearest_pawn {
        ledger.add(w::PAWN_DISTANCE + steps, 1);
    }
}

/// The rank of the pawn nearest to the side's own first rank.
fn nearest(pawns: u64, us: Color) -> Option<usize> {
    if pawns == 0 {
        return None;
    }
    let square = match us {
        Color::White => pawns.trailing_zeros(),
        Color::Black => 63 - pawns.leading_zeros(),
    };
    Some(relative_rank(square as usize, us))
}

/// The danger that `us` is to the other king. One lone attacker without a queen is none.
pub(super) fn attack<L: Ledger>(view: &View<'_>, us: Color, ledger: &mut L) {
    let them = !us;
    let attackers = &view.attackers[us.index()];
    let queens = view.set(us, Piece::Queen);
    if attackers.iter().sum::<i32>() < 2 - i32::from(queens != 0) {
        return;
    }
    let king = view.position.king(them);
    let beside = king_attacks(king).0;
    let (ours, theirs) = (view.all[us.index()], view.all[them.index()]);
    let lightly = view.attacked_by(them, Piece::King) | view.attacked_by(them, Piece::Queen);
    let weak = ours & !view.twice[them.index()] & (!theirs | lightly);
    let count = |set: u64| set.count_ones() as i32;

    for (place, &number) in attackers[1..5].iter().enumerate() {
        ledger.danger(w::DANGER_ATTACKERS + place, number);
    }
    ledger.danger(w::DANGER_SQUARES, view.attacks_beside[us.index()]);
    ledger.danger(w::DANGER_WEAK, count(beside & weak));
    checks(view, us, weak, ledger);
    let zone = view.zone[them.index()];
    ledger.danger(
        w::DANGER_PAWNS,
        count(zone & view.attacked_by(us, Piece::Pawn)),
    );
    let king_files = file_of(king.index()) | ADJACENT_FILES[king.index() % 8];
    let open = FILES
        .iter()
        .filter(|&&file| king_files & file != 0 && view.set(them, Piece::Pawn) & file == 0);
    ledger.danger(w::DANGER_OPEN, open.count() as i32);
    let camp = match them {
        Color::White => RANKS[0] | RANKS[1] | RANKS[2] | RANKS[3] | RANKS[4],
        Color::Black => RANKS[7] | RANKS[6] | RANKS[5] | RANKS[4] | RANKS[3],
    };
    let flank = FLANKS[king.index() % 8] & camp & ours;
    ledger.danger(w::DANGER_FLANK, count(flank));
    ledger.danger(w::DANGER_FLANK + 1, count(flank & view.twice[us.index()]));
    ledger.danger(
        w::DANGER_GUARDS,
        count(zone & view.set(them, Piece::Knight)),
    );
    ledger.danger(
        w::DANGER_GUARDS + 1,
        count(zone & view.set(them, Piece::Bishop)),
    );
    ledger.danger(w::DANGER_QUEENLESS, i32::from(queens == 0));
    ledger.danger(w::DANGER_PINNED, shields(view, us));
    ledger.danger(w::DANGER_ALWAYS, 1);
}

/// Checks that could be given, with and without losing the piece.
fn checks<L: Ledger>(view: &View<'_>, us: Color, weak: u64, ledger: &mut L) {
    let them = !us;
    let king = view.position.king(them);
    let occupied = view.position.occupied();
    // A square is safe if nobody defends it, or only the king does and we attack it twice.
    let only_king = weak & view.twice[us.index()];
    let safe = !view.position.by_color(us).0 & (!view.all[them.index()] | only_king);
    let slanted = bishop_attacks(king, occupied).0;
    let straight = rook_attacks(king, occupied).0;
    let lines = [
        knight_attacks(king).0,
        slanted,
        straight,
        slanted | straight,
    ];
    let mut unsafe_checks = 0;
    for (place, (line, piece)) in lines
        .into_iter()
        .zip([Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen])
        .enumerate()
    {
        let from = line & view.attacked_by(us, piece) & !view.position.by_color(us).0;
        // A queen's check that the enemy queen answers on the square is none.
        let from = match piece {
            Piece::Queen => from & !view.attacked_by(them, Piece::Queen),
            _ => from,
        };
        if from & safe != 0 {
            ledger.danger(w::DANGER_CHECKS + place, 1);
        } else {
            unsafe_checks |= from;
        }
    }
    ledger.danger(w::DANGER_UNSAFE, unsafe_checks.count_ones() as i32);
}

/// Pieces of either side that stand alone between a king and a line piece of `us`.
fn shields(view: &View<'_>, us: Color) -> i32 {
    let king = view.position.king(!us);
    let queens = view.set(us, Piece::Queen);
    let snipers = bishop_rays(king).0 & (view.set(us, Piece::Bishop) | queens)
        | rook_rays(king).0 & (view.set(us, Piece::Rook) | queens);
    BitBoard(snipers)
        .filter(|&sniper| (between(king, sniper) & view.position.occupied()).len() == 1)
        .count() as i32
}
