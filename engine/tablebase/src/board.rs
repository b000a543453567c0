//! A board of few men: moves forwards and backwards, as retrograde analysis needs them.

use engine::rules::{BitBoard, Color, Piece, Rank, Square, attacks_of};

use super::ending::Man;
use super::layout::Squares;

/// Men on squares, and who is to move.
#[derive(Clone)]
pub(crate) struct Board<'m> {
    pub men: &'m [Man],
    pub squares: Squares,
    pub side: Color,
    occupied: BitBoard,
}

/// A move of one man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub man: usize,
    pub to: Square,
    /// The man that is taken.
    pub taken: Option<usize>,
    pub promotion: Option<Piece>,
    /// Whether a pawn moves two squares.
    pub is_double: bool,
}

impl<'m> Board<'m> {
    pub fn new(men: &'m [Man], squares: Squares, side: Color) -> Board<'m> {
        Board {
            occupied: squares.iter().copied().collect(),
            men,
            squares,
            side,
        }
    }

    /// Whether the side to move could take the king: no legal position.
    pub fn can_take_king(&self) -> bool {
        self.is_attacked(!self.side, &self.squares, self.occupied, None)
    }

    pub fn in_check(&self) -> bool {
        self.is_attacked(self.side, &self.squares, self.occupied, None)
    }

    /// Whether the king of `color` is attacked by the men on these squares, but for one that is taken.
    fn is_attacked(
        &self,
        color: Color,
        squares: &Squares,
        occupied: BitBoard,
        taken: Option<usize>,
    ) -> bool {
        let king = squares[color.index()];
        self.men.iter().enumerate().any(|(man, &(other, piece))| {
            other != color
                && Some(man) != taken
                && attacks_of(other, piece, squares[man], occupied).has(king)
        })
    }

    /// All legal moves. `capturable` is the pawn that may be taken en passant.
    pub fn each_move(&self, capturable: Option<usize>, mut each: impl FnMut(Step)) {
        for (man, &(color, piece)) in self.men.iter().enumerate() {
            if color != self.side {
                continue;
            }
            let from = self.squares[man];
            let mut step = |to: Square, taken: Option<usize>, is_double: bool| {
                let step = Step {
                    man,
                    to,
                    taken,
                    promotion: None,
                    is_double,
                };
                if !self.is_safe(step) {
                    return;
                }
                let is_promotion = piece == Piece::Pawn && to.rank() == last_rank(color);
                match is_promotion {
                    false => each(step),
                    true => Piece::PROMOTIONS.into_iter().for_each(|promotion| {
                        each(Step {
                            promotion: Some(promotion),
                            ..step
                        });
                    }),
                }
            };
            let attacked = attacks_of(color, piece, from, self.occupied);
            for (taken, &square) in self.squares.iter().enumerate() {
                if self.men[taken].0 != color
                    && attacked.has(square)
                    && self.men[taken].1 != Piece::King
                {
                    step(square, Some(taken), false);
                }
            }
            if piece != Piece::Pawn {
                (attacked - self.occupied).for_each(|to| step(to, None, false));
                continue;
            }
            if let Some(pawn) = capturable {
                let behind = self.squares[pawn].offset(0, forward(color));
                if let Some(to) = behind.filter(|&to| attacked.has(to)) {
                    step(to, Some(pawn), false);
                }
            }
            if let Some(to) = from
                .offset(0, forward(color))
                .filter(|&to| !self.occupied.has(to))
            {
                step(to, None, false);
                let double = to.offset(0, forward(color));
                let double =
                    double.filter(|&to| from.rank() == first_rank(color) && !self.occupied.has(to));
                if let Some(to) = double {
                    step(to, None, true);
                }
            }
        }
    }

    /// Whether the mover's king is not attacked after a move.
    fn is_safe(&self, step: Step) -> bool {
        let mut squares = self.squares.clone();
        let mut occupied = self.occupied - squares[step.man].into();
        if let Some(taken) = step.taken {
            occupied -= squares[taken].into();
        }
        occupied |= step.to.into();
        squares[step.man] = step.to;
        !self.is_attacked(self.side, &squares, occupied, step.taken)
    }

    /// The men after a move, without the one that was taken.
    pub fn after(&self, step: Step) -> impl Iterator<Item = (Man, Square)> {
        let men = self.men.iter().zip(&self.squares).enumerate();
        men.filter(move |&(man, _)| Some(man) != step.taken).map(
            move |(man, (&(color, piece), &square))| match man == step.man {
                true => ((color, step.promotion.unwrap_or(piece)), step.to),
                false => ((color, piece), square),
            },
        )
    }

    /// The squares after a move that takes nothing.
    pub fn squares_after(&self, step: Step) -> Squares {
        self.squares_with(step.man, step.to)
    }

    /// The squares with one man elsewhere.
    pub fn squares_with(&self, man: usize, square: Square) -> Squares {
        let mut squares = self.squares.clone();
        squares[man] = square;
        squares
    }

    /// The moves without a capture or promotion that lead here: the man, where it came from, and whether it
    /// was a pawn that moved two squares. Where the opponent's king was attacked before, there was no such
    /// position.
    pub fn each_move_here(&self, with_pawns: bool, mut each: impl FnMut(usize, Square, bool)) {
        let mover = !self.side;
        for (man, &(color, piece)) in self.men.iter().enumerate() {
            if color != mover {
                continue;
            }
            let to = self.squares[man];
            if piece != Piece::Pawn {
                let from = attacks_of(color, piece, to, self.occupied) - self.occupied;
                from.for_each(|from| each(man, from, false));
                continue;
            }
            if !with_pawns || to.rank() == first_rank(color) {
                continue;
            }
            let back = -forward(color);
            let Some(from) = to.offset(0, back).filter(|&from| !self.occupied.has(from)) else {
                continue;
            };
            each(man, from, false);
            let double = from.offset(0, back);
            let double =
                double.filter(|&from| from.rank() == first_rank(color) && !self.occupied.has(from));
            if let Some(from) = double {
                each(man, from, true);
            }
        }
    }

    /// The opponent's pawn that the side to move may take en passant, if it was just pushed two squares.
    pub fn capturable_pawn(&self) -> Option<usize> {
        let pushed = !self.side;
        let pawn = self
            .men
            .iter()
            .position(|&man| man == (pushed, Piece::Pawn))?;
        let back = -forward(pushed);
        let to = self.squares[pawn];
        let middle = to.offset(0, back)?;
        let from = middle.offset(0, back)?;
        if from.rank() != first_rank(pushed) || self.occupied.has(middle) || self.occupied.has(from)
        {
            return None;
        }
        let mut is_possible = false;
        for (man, &own) in self.men.iter().enumerate() {
            if own == (self.side, Piece::Pawn)
                && attacks_of(self.side, Piece::Pawn, self.squares[man], self.occupied).has(middle)
            {
                let taken = Some(pawn);
                is_possible |= self.is_safe(Step {
                    man,
                    to: middle,
                    taken,
                    promotion: None,
                    is_double: false,
                });
            }
        }
        is_possible.then_some(pawn)
    }
}

/// The step of a pawn, in ranks.
fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The rank on which pawns begin.
fn first_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::SECOND,
        Color::Black => Rank::SEVENTH,
    }
}

/// The rank on which pawns are promoted.
fn last_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::EIGHTH,
        Color::Black => Rank::FIRST,
    }
}

impl Board<'_> {
    /// The position as FEN.
    pub fn fen(&self, is_en_passant: bool) -> String {
        let mut fen = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in engine::rules::File::ALL {
                let square = Square::new(file, rank);
                let Some(man) = self.squares.iter().position(|&other| other == square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    fen.push_str(&empty.to_string());
                    empty = 0;
                }
                let (color, piece) = self.men[man];
                fen.push(piece.fen_char(color));
            }
            if empty > 0 {
                fen.push_str(&empty.to_string());
            }
            fen.push('/');
        }
        fen.pop();
        let capturable = self.capturable_pawn().filter(|_| is_en_passant);
        let behind = capturable.and_then(|pawn| self.squares[pawn].offset(0, forward(self.side)));
        let behind = behind.map_or_else(|| "-".to_owned(), |square| square.to_string());
        format!("{fen} {} - {behind} 0 1", self.side.char())
    }
}
