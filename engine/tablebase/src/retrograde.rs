//! Retrograde analysis: from the positions in which the game or a phase of it ends, backwards to all others
//! (T. Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970).

use arrayvec::ArrayVec;
use engine::rules::{Color, Piece, Square};

use super::board::{Board, Step};
use super::ending::{Ending, MAX_MEN, Man};
use super::layout::{Layout, Squares};
use super::symmetry::is_on_either_diagonal;
use engine::tables::EndgameValue;

use super::value::Code;

/// What a distance counts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Mate. The fifty-move rule is ignored.
    Mate,
    /// The next capture, pawn move or mate that keeps the result: what the fifty-move rule asks about.
    Zeroing,
}

/// Values by side to move and place.
pub(crate) type Codes = [Vec<Code>; 2];

/// The most moves of a position of few men: two queens, or a queen and a king.
const MAX_MOVES: usize = 64;

/// The value of a position outside the table that is made, for its side to move; by the metric mate.
pub(crate) type Known<'k> = dyn Fn(ArrayVec<(Man, Square), MAX_MEN>, Color) -> Code + Sync + 'k;

/// What is known of a position before its successors in the table are.
#[derive(Clone, Copy)]
struct Begin {
    /// Plies of the quickest win by a move that leaves the table; 0 if there is none.
    win: u8,
    /// Plies of the slowest loss by such a move; 0 if there is none.
    loss: u8,
    /// Successors in the table that are not known to be won for the opponent; [`HOLDS`] where some other
    /// move does not lose.
    left: u8,
}

const HOLDS: u8 = u8::MAX;

/// The table of one ending that is being made.
pub(crate) struct Retrograde<'a> {
    layout: Layout,
    metric: Metric,
    known: &'a Known<'a>,
    /// By the metric mate, where another metric is asked for.
    mates: Option<&'a Codes>,
    codes: Codes,
    begins: [Vec<Begin>; 2],
}

impl<'a> Retrograde<'a> {
    /// `known` has all endings that captures and promotions lead to; `mates` is this ending's table by the
    /// metric mate, where that is not the one asked for.
    pub fn new(
        ending: &Ending,
        metric: Metric,
        known: &'a Known<'a>,
        mates: Option<&'a Codes>,
    ) -> Retrograde<'a> {
        let layout = Layout::new(ending);
        let len = layout.len();
        let begin = Begin {
            win: 0,
            loss: 0,
            left: 0,
        };
        Retrograde {
            layout,
            metric,
            known,
            mates,
            codes: [(); 2].map(|()| vec![Code::NONE; len]),
            begins: [(); 2].map(|()| vec![begin; len]),
        }
    }

    /// Makes the table.
    pub fn solve(mut self) -> Codes {
        let mut last = 0;
        for side in Color::ALL {
            for index in 0..self.layout.len() {
                if let Some((code, begin)) = self.begin(side, index) {
                    self.codes[side.index()][index] = code;
                    self.begins[side.index()][index] = begin;
                    last = last.max(begin.win).max(begin.loss);
                }
            }
        }
        let mut plies = 0;
        let mut is_done = false;
        while !is_done || plies <= last {
            let found = self.step(plies);
            is_done = plies > 0 && !found;
            plies += 1;
        }
        self.codes
    }

    /// What is known of a position at first; `None` for no position.
    fn begin(&self, side: Color, index: usize) -> Option<(Code, Begin)> {
        let layout = &self.layout;
        let squares = layout.squares_at(index, side);
        if !layout.is_at(index, &squares) {
            return None;
        }
        let board = Board::new(&layout.men, squares, side);
        let capturable = match layout.is_en_passant(index) {
            true => Some(board.capturable_pawn()?),
            false => None,
        };
        if board.can_take_king() {
            return None;
        }
        let mut begin = Begin {
            win: 0,
            loss: 0,
            left: 0,
        };
        let mut successors = ArrayVec::<usize, MAX_MOVES>::new();
        let mut moves = 0;
        board.each_move(capturable, |step| {
            moves += 1;
            match self.outside(&board, step) {
                None => successors.extend(self.successor(&board, step)),
                Some(EndgameValue::Draw) => begin.left = HOLDS,
                Some(EndgameValue::Win(plies)) => {
                    begin.left = HOLDS;
                    begin.win = match begin.win {
                        0 => plies,
                        win => win.min(plies),
                    };
                }
                Some(EndgameValue::Loss(plies)) => begin.loss = begin.loss.max(plies),
            }
        });
        if moves == 0 {
            begin.left = HOLDS;
            let code = if board.in_check() {
                Code::decided(0)
            } else {
                Code::DRAW
            };
            return Some((code, begin));
        }
        if begin.left != HOLDS {
            begin.left = self.distinct(&board.squares, &mut successors) as u8;
        }
        Some((Code::DRAW, begin))
    }

    /// The value for the mover of a move that leaves the table or ends what is counted.
    fn outside(&self, board: &Board<'_>, step: Step) -> Option<EndgameValue> {
        let is_pawn = self.layout.men[step.man].1 == Piece::Pawn;
        let leaves = step.taken.is_some() || step.promotion.is_some();
        let code = if leaves {
            let men: ArrayVec<(Man, Square), MAX_MEN> = board.after(step).collect();
            match men.len() {
                2 => Code::DRAW,
                _ => (self.known)(men, !board.side),
            }
        } else if self.metric == Metric::Zeroing && is_pawn {
            let place = self.successor(board, step)?;
            self.mates
                .map_or(Code::NONE, |mates| mates[(!board.side).index()][place])
        } else {
            return None;
        };
        Some(match (code.value(), self.metric) {
            (Some(EndgameValue::Loss(plies)), Metric::Mate) => EndgameValue::Win(plies + 1),
            (Some(EndgameValue::Win(plies)), Metric::Mate) => EndgameValue::Loss(plies + 1),
            (Some(EndgameValue::Loss(_)), Metric::Zeroing) => EndgameValue::Win(1),
            (Some(EndgameValue::Win(_)), Metric::Zeroing) => EndgameValue::Loss(1),
            (Some(EndgameValue::Draw) | None, _) => EndgameValue::Draw,
        })
    }

    /// The place of the position after a move within the table.
    fn successor(&self, board: &Board<'_>, step: Step) -> Option<usize> {
        let squares = board.squares_after(step);
        if step.is_double {
            let after = Board::new(board.men, squares.clone(), !board.side);
            if after.capturable_pawn().is_some() {
                return self.layout.en_passant_index(&squares, board.side);
            }
        }
        self.layout.index(&squares)
    }

    /// Finds the positions that are decided in so many plies, from those decided in one less; whether there
    /// are any.
    fn step(&mut self, plies: u8) -> bool {
        let mut found = false;
        for side in Color::ALL {
            for index in 0..self.layout.len() {
                if self.codes[side.index()][index] != Code::DRAW {
                    continue;
                }
                let begin = self.begins[side.index()][index];
                if plies > 0 && (begin.win == plies || begin.left == 0 && begin.loss == plies) {
                    self.codes[side.index()][index] = Code::decided(plies);
                }
            }
        }
        for side in Color::ALL {
            for index in 0..self.layout.len() {
                if self.codes[side.index()][index] == Code::decided(plies) {
                    found = true;
                    self.spread(side, index, plies);
                }
            }
        }
        found
    }

    /// Tells the positions before one that is decided in so many plies.
    fn spread(&mut self, side: Color, index: usize, plies: u8) {
        let layout = &self.layout;
        let squares = layout.squares_at(index, side);
        let men = layout.men.clone();
        let board = Board::new(&men, squares, side);
        let mover = (!side).index();
        let is_en_passant = layout.is_en_passant(index);
        let with_pawns = self.metric == Metric::Mate;
        // Two squares of a pawn lead to the position in which it may be taken, where it may.
        let has_capturable = board.capturable_pawn().is_some();
        let mut before = ArrayVec::<usize, { 2 * MAX_MOVES }>::new();
        board.each_move_here(with_pawns, |man, from, is_double| {
            if is_en_passant && !is_double || !is_en_passant && is_double && has_capturable {
                return;
            }
            let squares = board.squares_with(man, from);
            before.extend(layout.index(&squares));
            let earlier = Board::new(&men, squares.clone(), !side);
            if earlier.capturable_pawn().is_some() {
                before.extend(layout.en_passant_index(&squares, side));
            }
        });
        let count = self.distinct(&board.squares, &mut before);
        let is_lost = match self.mates {
            None => plies.is_multiple_of(2),
            Some(mates) => matches!(
                mates[side.index()][index].value(),
                Some(EndgameValue::Loss(_))
            ),
        };
        for &index in &before[..count] {
            let code = &mut self.codes[mover][index];
            if *code != Code::DRAW {
                continue;
            }
            if is_lost {
                *code = Code::decided(plies + 1);
                continue;
            }
            let begin = &mut self.begins[mover][index];
            if begin.left == HOLDS {
                continue;
            }
            begin.left -= 1;
            if begin.left == 0 && begin.loss <= plies + 1 {
                *code = Code::decided(plies + 1);
            }
        }
    }

    /// Sorts places and moves each to the front once; returns how many differ.
    ///
    /// Different moves lead to the same place only where a reflection leaves a king where it is.
    fn distinct(&self, squares: &Squares, places: &mut [usize]) -> usize {
        let may_repeat =
            !self.layout.has_pawns && squares[..2].iter().any(|&king| is_on_either_diagonal(king));
        if !may_repeat {
            return places.len();
        }
        places.sort_unstable();
        let mut count = 0;
        for index in 0..places.len() {
            if index == 0 || places[index] != places[index - 1] {
                places[count] = places[index];
                count += 1;
            }
        }
        count
    }
}
