//! The order in which moves are tried: the hash move, winning captures, killers and quiet moves by
//! their history, losing captures last. Good moves first is what makes alpha-beta work.

use arrayvec::ArrayVec;

use super::history::{Before, History};
use crate::rules::{Move, MoveList, Piece, Position};
use crate::short;

/// What a victim counts, pawn to king; a step outweighs most of a capture's history.
const VICTIM: [i32; 6] = [8_000, 24_000, 25_000, 40_000, 72_000, 0];
/// The first killer stands above every history value, the second right below it.
const KILLER: i32 = 1 << 20;
/// Promotions to less than a queen are hardly ever right.
const UNDERPROMOTION: i32 = -KILLER;

/// Which moves come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// What a picker hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All legal moves.
    All,
    /// Captures and queen promotions that lose no material.
    GoodCaptures,
}

/// Hands out the moves of one position, generating them as late as possible.
pub(super) struct Picker {
    stage: Stage,
    wanted: Wanted,
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    before: Before,
    moves: Candidates,
    /// The next move to hand out.
    next: usize,
    /// Captures that lose material wait at the front of `moves`, up to here.
    bad: usize,
    /// No more quiet moves are wanted.
    no_quiets: bool,
}

impl Picker {
    /// `hash_move` may come from another position (a collision): it is checked.
    pub fn new(
        position: &Position,
        wanted: Wanted,
        hash_move: Option<Move>,
        killers: [Option<Move>; 2],
        before: Before,
    ) -> Picker {
        let usable =
            |mv: &Move| (wanted == Wanted::All || is_tactical(*mv)) && position.is_legal(*mv);
        Picker {
            stage: Stage::Hash,
            wanted,
            hash_move: hash_move.filter(usable),
            killers,
            before,
            moves: Candidates::new_const(),
            next: 0,
            bad: 0,
            no_quiets: false,
        }
    }

    /// Hands out no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.no_quiets = true;
    }

    /// The next move, or `None` when all were handed out.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateCaptures;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(position, history);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some(mv) if position.see_ge(mv, 0) => return Some(mv),
                    Some(mv) => {
                        self.moves[self.bad].mv = mv;
                        self.bad += 1;
                    }
                    None if self.wanted == Wanted::GoodCaptures => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    if !self.no_quiets {
                        self.generate_quiets(position, history);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best() {
                    Some(mv) if !self.no_quiets => return Some(mv),
                    _ => {
                        self.next = 0;
                        self.stage = Stage::BadCaptures;
                    }
                },
                Stage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate_captures(&mut self, position: &Position, history: &History) {
        let mut list = MoveList::new();
        position.captures_into(&mut list);
        for &mv in list.iter() {
            if Some(mv) != self.hash_move {
                let value = victims(position, mv) + history.capture(position, mv);
                self.moves.push(Candidate { value, mv });
            }
        }
    }

    fn generate_quiets(&mut self, position: &Position, history: &History) {
        self.moves.truncate(self.bad);
        self.next = self.bad;
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        for &mv in list.iter() {
            if is_tactical(mv) || Some(mv) == self.hash_move {
                continue;
            }
            let value = if Some(mv) == self.killers[0] {
                KILLER
            } else if Some(mv) == self.killers[1] {
                KILLER - 1
            } else if mv.is_promotion() {
                UNDERPROMOTION
            } else {
                history.quiet(position, self.before, mv)
            };
            self.moves.push(Candidate { value, mv });
        }
    }

    /// Takes the best of the moves not handed out yet.
    fn best(&mut self) -> Option<Move> {
        let rest = &mut self.moves[self.next..];
        // The value and, below it, how far it is to the end: one comparison, whose outcome no
        // processor has to guess, and of equals the first one.
        let end = rest.len();
        let places = rest
            .iter()
            .enumerate()
            .map(|(index, candidate)| i64::from(candidate.value) << 32 | (end - index) as i64);
        let best = end - places.max()? as u32 as usize;
        let mv = rest[best].mv;
        rest.swap(0, best);
        self.next += 1;
        Some(mv)
    }
}

/// What `Position::captures` generates.
pub(super) fn is_tactical(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Piece::Queen)
}

/// What a capture takes; a new queen is a victim.
fn victims(position: &Position, mv: Move) -> i32 {
    let taken = match position.piece_at(mv.to()) {
        Some((_, piece)) => VICTIM[piece.index()],
        None if mv.is_en_passant() => VICTIM[Piece::Pawn.index()],
        None => 0,
    };
    taken + mv.promotion().map_or(0, |piece| VICTIM[piece.index()])
}

/// All legal moves of the root in the order of a first guess: by what they win at once.
pub(super) fn root_order(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    let gain = |mv: &Move| {
        if is_tactical(*mv) {
            position.see(*mv)
        } else {
            0
        }
    };
    short::sort_by_key(&mut moves, |mv| -gain(mv));
    moves
}

/// The most legal moves that a position has.
const MAX_MOVES: usize = 218;

/// A move with its place in the order.
#[derive(Clone, Copy)]
struct Candidate {
    value: i32,
    mv: Move,
}

/// Moves with their values, on the stack: under two kilobytes, for there is one at every ply.
type Candidates = ArrayVec<Candidate, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ];

    fn handed_out(position: &Position, wanted: Wanted, hash_move: Option<Move>) -> Vec<Move> {
        let mut picker = Picker::new(position, wanted, hash_move, [None; 2], Before::default());
        let history = History::default();
        std::iter::from_fn(|| picker.next(position, &history)).collect()
    }

    #[test]
    fn every_legal_move_is_handed_out_once_whatever_the_hash_move() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let mut legal: Vec<Move> = position.legal_moves().to_vec();
            legal.sort();
            for hash_move in legal.iter().copied().map(Some).chain([None]) {
                let mut picked = handed_out(&position, Wanted::All, hash_move);
                if hash_move.is_some() {
                    assert_eq!(picked.first().copied(), hash_move, "{fen}");
                }
                picked.sort();
                assert_eq!(picked, legal, "{fen} {hash_move:?}");
            }
        }
    }

    #[test]
    fn a_hash_move_of_another_position_is_left_out() {
        let position = Position::startpos();
        let elsewhere = Position::from_fen(POSITIONS[1]).unwrap();
        let foreign = elsewhere.parse_uci("e1g1").unwrap();
        assert_eq!(handed_out(&position, Wanted::All, Some(foreign)).len(), 20);
    }

    #[test]
    fn the_best_capture_comes_first_and_a_losing_one_last() {
        // The pawn and the rook can take the queen; the rook can also take a defended pawn.
        let position = Position::from_fen("6k1/8/1p6/p2q4/4P3/3R4/R7/6K1 w - - 0 1").unwrap();
        let picked = handed_out(&position, Wanted::All, None);
        assert_eq!(picked[0].to_string(), "e4d5");
        assert_eq!(picked.last().unwrap().to_string(), "a2a5");
        let quiet = handed_out(&position, Wanted::GoodCaptures, None);
        let names: Vec<String> = quiet.iter().map(Move::to_string).collect();
        assert_eq!(names, ["e4d5", "d3d5"]);
    }

    #[test]
    fn captures_are_what_counts_as_tactical() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let mut captures: Vec<Move> = position.captures().to_vec();
            let mut tactical: Vec<Move> = position
                .legal_moves()
                .iter()
                .copied()
                .filter(|mv| is_tactical(*mv))
                .collect();
            captures.sort();
            tactical.sort();
            assert_eq!(captures, tactical, "{fen}");
        }
    }
}
