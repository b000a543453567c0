//! King safety: the pawn shelter of the own king, the attack on the other.

use super::attack_info::{AttackInfo, file_of, from_edge};
use super::layout as w;
use super::term_sink::TermSink;
use crate::eval::masks::{ADJACENT_FILES, FILES, RANKS, RANKS_AHEAD, distance, relative_rank};
use crate::rules::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, rook_attacks, rook_rays,
};
use crate::rules::{BitBoard, Color, Piece};

/// The files of a king's flank, by the king's file.
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

/// The distance index of a missing pawn.
const NO_PAWN: usize = 7;

/// Pawn shelter and pawn storm on the king's file and the two beside it.
pub(super) fn shelter<S: TermSink>(info: &AttackInfo<'_>, us: Color, sink: &mut S) {
    let king = info.position.king(us).index();
    let rank = relative_rank(king, us);
    let here = RANKS_AHEAD[us.index()][king] | RANKS[king / 8];
    let own = info.set(us, Piece::Pawn);
    let theirs = info.set(!us, Piece::Pawn);
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
        sink.add(group + edge + guard.unwrap_or(NO_PAWN), 1);
        match (guard, storm) {
            (Some(guard), Some(storm)) if storm == guard + 1 => {
                sink.add(w::STORM_BLOCKED + storm, 1);
            }
            _ => sink.add(w::STORM + edge + storm.unwrap_or(NO_PAWN), 1),
        }
    }
    let file = file_of(king);
    if own & file == 0 {
        sink.add(w::KING_FILE + usize::from(theirs & file == 0), 1);
    }
    let nearest_pawn = BitBoard(own | theirs)
        .map(|pawn| distance(king, pawn.index()) as usize)
        .min();
    if let Some(steps) = nearest_pawn {
        sink.add(w::PAWN_DISTANCE + steps, 1);
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

/// King danger: the attack of `us` on the other king; none by a single attacker without a queen.
pub(super) fn attack<S: TermSink>(info: &AttackInfo<'_>, us: Color, sink: &mut S) {
    let them = !us;
    let attackers = &info.attackers[us.index()];
    let queens = info.set(us, Piece::Queen);
    if attackers.iter().sum::<i32>() < 2 - i32::from(queens != 0) {
        return;
    }
    let king = info.position.king(them);
    let beside = king_attacks(king).0;
    let (ours, theirs) = (info.all[us.index()], info.all[them.index()]);
    let lightly = info.attacked_by(them, Piece::King) | info.attacked_by(them, Piece::Queen);
    let weak = ours & !info.twice[them.index()] & (!theirs | lightly);
    let count = |set: u64| set.count_ones() as i32;

    for (place, &number) in attackers[1..5].iter().enumerate() {
        sink.danger(w::DANGER_ATTACKERS + place, number);
    }
    sink.danger(w::DANGER_SQUARES, info.attacks_beside[us.index()]);
    sink.danger(w::DANGER_WEAK, count(beside & weak));
    checks(info, us, weak, sink);
    let zone = info.zone[them.index()];
    sink.danger(
        w::DANGER_PAWNS,
        count(zone & info.attacked_by(us, Piece::Pawn)),
    );
    let king_files = file_of(king.index()) | ADJACENT_FILES[king.index() % 8];
    let open = FILES
        .iter()
        .filter(|&&file| king_files & file != 0 && info.set(them, Piece::Pawn) & file == 0);
    sink.danger(w::DANGER_OPEN, open.count() as i32);
    let camp = match them {
        Color::White => RANKS[0] | RANKS[1] | RANKS[2] | RANKS[3] | RANKS[4],
        Color::Black => RANKS[7] | RANKS[6] | RANKS[5] | RANKS[4] | RANKS[3],
    };
    let flank = FLANKS[king.index() % 8] & camp & ours;
    sink.danger(w::DANGER_FLANK, count(flank));
    sink.danger(w::DANGER_FLANK + 1, count(flank & info.twice[us.index()]));
    sink.danger(
        w::DANGER_GUARDS,
        count(zone & info.set(them, Piece::Knight)),
    );
    sink.danger(
        w::DANGER_GUARDS + 1,
        count(zone & info.set(them, Piece::Bishop)),
    );
    sink.danger(w::DANGER_QUEENLESS, i32::from(queens == 0));
    sink.danger(w::DANGER_PINNED, blockers(info, us));
    sink.danger(w::DANGER_ALWAYS, 1);
}

/// Safe and unsafe checks.
fn checks<S: TermSink>(info: &AttackInfo<'_>, us: Color, weak: u64, sink: &mut S) {
    let them = !us;
    let king = info.position.king(them);
    let occupied = info.position.occupied();
    // A square is safe if it is undefended, or defended by the king alone and attacked twice.
    let only_king = weak & info.twice[us.index()];
    let safe = !info.position.by_color(us).0 & (!info.all[them.index()] | only_king);
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
        let from = line & info.attacked_by(us, piece) & !info.position.by_color(us).0;
        // A queen check on a square that the enemy queen defends does not count.
        let from = match piece {
            Piece::Queen => from & !info.attacked_by(them, Piece::Queen),
            _ => from,
        };
        if from & safe != 0 {
            sink.danger(w::DANGER_CHECKS + place, 1);
        } else {
            unsafe_checks |= from;
        }
    }
    sink.danger(w::DANGER_UNSAFE, unsafe_checks.count_ones() as i32);
}

/// Pieces of either side alone between the other king and a slider of `us` (pinned or discovering).
fn blockers(info: &AttackInfo<'_>, us: Color) -> i32 {
    let king = info.position.king(!us);
    let queens = info.set(us, Piece::Queen);
    let snipers = bishop_rays(king).0 & (info.set(us, Piece::Bishop) | queens)
        | rook_rays(king).0 & (info.set(us, Piece::Rook) | queens);
    BitBoard(snipers)
        .filter(|&sniper| (between(king, sniper) & info.position.occupied()).len() == 1)
        .count() as i32
}
