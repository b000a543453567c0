//! Move ordering: the hash move, good captures, killers and quiet moves by history, losing captures
//! last.

use arrayvec::ArrayVec;

use super::history::History;
use super::quiet_context::QuietContext;
use crate::rules::{Move, MoveList, Piece, Position};
use crate::short;

/// Victim values, pawn to king; a step outweighs most of capture history.
const VICTIM: [i32; 6] = [8_000, 24_000, 25_000, 40_000, 72_000, 0];
/// Score of the first killer, above every history score; the second is one below it.
const KILLER: i32 = 1 << 20;
/// Score of quiet promotions to less than a queen.
const UNDERPROMOTION: i32 = -KILLER;

/// The picker's stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    Hash,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PickerMode {
    AllMoves,
    /// All moves as they are generated.
    Unordered,
    /// Captures and queen promotions that lose no material.
    GoodCaptures,
}

/// Yields the moves of one position, generating them as late as possible.
pub(super) struct MovePicker {
    stage: PickerStage,
    mode: PickerMode,
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    context: QuietContext,
    moves: ScoredMoves,
    /// The next move to yield.
    next: usize,
    /// End of the losing captures at the front of `moves`.
    bad: usize,
    skip_quiets: bool,
}

impl MovePicker {
    /// Checks `hash_move`, which may come from another position (a hash collision).
    pub fn new(
        position: &Position,
        mode: PickerMode,
        hash_move: Option<Move>,
        killers: [Option<Move>; 2],
        context: QuietContext,
    ) -> MovePicker {
        let usable = |mv: &Move| {
            (mode != PickerMode::GoodCaptures || mv.is_tactical()) && position.is_legal(*mv)
        };
        MovePicker {
            stage: PickerStage::Hash,
            mode,
            hash_move: hash_move.filter(usable),
            killers,
            context,
            moves: ScoredMoves::new_const(),
            next: 0,
            bad: 0,
            skip_quiets: false,
        }
    }

    /// Yields no more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move; `None` after the last.
    pub fn next(&mut self, position: &Position, history: &History) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::Hash if self.mode == PickerMode::Unordered => {
                    let moves = position.legal_moves();
                    let scored = moves.iter().map(|&mv| ScoredMove { value: 0, mv });
                    self.moves.extend(scored);
                    self.stage = PickerStage::Quiets;
                }
                PickerStage::Hash => {
                    self.stage = PickerStage::GenerateCaptures;
                    if self.hash_move.is_some() {
                        return self.hash_move;
                    }
                }
                PickerStage::GenerateCaptures => {
                    self.generate_captures(position, history);
                    self.stage = PickerStage::GoodCaptures;
                }
                PickerStage::GoodCaptures => match self.pick_best() {
                    Some(mv) if position.see_ge(mv, 0) => return Some(mv),
                    Some(mv) => {
                        self.moves[self.bad].mv = mv;
                        self.bad += 1;
                    }
                    None if self.mode == PickerMode::GoodCaptures => self.stage = PickerStage::Done,
                    None => self.stage = PickerStage::GenerateQuiets,
                },
                PickerStage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, history);
                    }
                    self.stage = PickerStage::Quiets;
                }
                PickerStage::Quiets => match self.pick_best() {
                    Some(mv) if !self.skip_quiets => return Some(mv),
                    _ => {
                        self.next = 0;
                        self.stage = PickerStage::BadCaptures;
                    }
                },
                PickerStage::BadCaptures => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(self.moves[self.next - 1].mv);
                    }
                    self.stage = PickerStage::Done;
                }
                PickerStage::Done => return None,
            }
        }
    }

    fn generate_captures(&mut self, position: &Position, history: &History) {
        let mut list = MoveList::new();
        position.captures_into(&mut list);
        for &mv in list.iter() {
            if Some(mv) != self.hash_move {
                let value = victim_value(position, mv) + history.capture(position, mv);
                self.moves.push(ScoredMove { value, mv });
            }
        }
    }

    fn generate_quiets(&mut self, position: &Position, history: &History) {
        self.moves.truncate(self.bad);
        self.next = self.bad;
        let mut list = MoveList::new();
        position.legal_moves_into(&mut list);
        for &mv in list.iter() {
            if mv.is_tactical() || Some(mv) == self.hash_move {
                continue;
            }
            let value = if Some(mv) == self.killers[0] {
                KILLER
            } else if Some(mv) == self.killers[1] {
                KILLER - 1
            } else if mv.is_promotion() {
                UNDERPROMOTION
            } else {
                history.quiet(position, &self.context, mv)
            };
            self.moves.push(ScoredMove { value, mv });
        }
    }

    /// Takes the best move not yielded yet.
    fn pick_best(&mut self) -> Option<Move> {
        let rest = &mut self.moves[self.next..];
        // The value with the distance to the end below it: one branch-free comparison, and the first
        // of equals wins.
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

/// The victim's value; a promotion counts as a victim.
fn victim_value(position: &Position, mv: Move) -> i32 {
    let taken = match position.piece_at(mv.to()) {
        Some((_, piece)) => VICTIM[piece.index()],
        None if mv.is_en_passant() => VICTIM[Piece::Pawn.index()],
        None => 0,
    };
    taken + mv.promotion().map_or(0, |piece| VICTIM[piece.index()])
}

/// The root's legal moves in their first order: by static exchange.
pub(super) fn root_order(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    let gain = |mv: &Move| {
        if mv.is_tactical() {
            position.see(*mv)
        } else {
            0
        }
    };
    short::sort_by_key(&mut moves, |mv| -gain(mv));
    moves
}

/// Maximum number of legal moves in a position.
const MAX_MOVES: usize = 218;

#[derive(Clone, Copy)]
struct ScoredMove {
    value: i32,
    mv: Move,
}

/// On the stack: under two kilobytes at each ply.
type ScoredMoves = ArrayVec<ScoredMove, MAX_MOVES>;

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

    fn yielded(position: &Position, mode: PickerMode, hash_move: Option<Move>) -> Vec<Move> {
        let mut picker = MovePicker::new(
            position,
            mode,
            hash_move,
            [None; 2],
            QuietContext::default(),
        );
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
                let mut picked = yielded(&position, PickerMode::AllMoves, hash_move);
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
        assert_eq!(
            yielded(&position, PickerMode::AllMoves, Some(foreign)).len(),
            20
        );
    }

    #[test]
    fn the_best_capture_comes_first_and_a_losing_one_last() {
        // The pawn and the rook can take the queen; the rook can also take a defended pawn.
        let position = Position::from_fen("6k1/8/1p6/p2q4/4P3/3R4/R7/6K1 w - - 0 1").unwrap();
        let picked = yielded(&position, PickerMode::AllMoves, None);
        assert_eq!(picked[0].to_string(), "e4d5");
        assert_eq!(picked.last().unwrap().to_string(), "a2a5");
        let quiet = yielded(&position, PickerMode::GoodCaptures, None);
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
                .filter(|mv| mv.is_tactical())
                .collect();
            captures.sort();
            tactical.sort();
            assert_eq!(captures, tactical, "{fen}");
        }
    }
}
