//! What a touch of a square means: select, deselect, move, or ask what to promote to.

use engine::rules::{Color, Move, Piece, Position, Square};
use leptos::prelude::*;

/// How moves are made ahead, while the other side is to move.
#[derive(Clone, Copy)]
pub struct Ahead {
    /// Whether they are now, for the side that is not to move.
    pub on: Signal<bool>,
    /// The one that waits, as a move from one square to another.
    pub planned: Signal<Option<Move>>,
    /// Whether a piece may be sent from one square to another.
    pub reaches: fn(&Position, Square, Square) -> bool,
}

impl Default for Ahead {
    /// They are not.
    fn default() -> Self {
        Self {
            on: Signal::stored(false),
            planned: Signal::stored(None),
            reaches: |_, _, _| false,
        }
    }
}

/// A move from one square to another, to be made ahead; `None` where they are the same.
pub fn sent_ahead(from: Square, to: Square) -> Option<Move> {
    Move::from_raw((to.index() << 6 | from.index()) as u16)
}

/// The visitor's hand over the board. Copy: every part of the board holds one.
#[derive(Clone, Copy)]
pub struct Hand {
    /// The position shown.
    pub position: Signal<Position>,
    /// Whether the visitor may move for the side to move, or ahead.
    pub active: Signal<bool>,
    /// How moves are made ahead.
    pub ahead: Ahead,
    /// Whether Black is at the bottom.
    pub flipped: Signal<bool>,
    /// The piece picked up by a click.
    pub selected: RwSignal<Option<Square>>,
    /// The origin of the piece that follows the pointer.
    pub held: RwSignal<Option<Square>>,
    /// The square under the piece that follows the pointer.
    pub over: RwSignal<Option<Square>>,
    /// The own piece under a pointer that holds nothing: its moves are previewed.
    pub hovered: RwSignal<Option<Square>>,
    /// A promotion that waits for its piece: from, to.
    pub promotion: RwSignal<Option<(Square, Square)>>,
    /// Where a piece was just dropped by hand: it is there already and must not glide.
    pub dropped: StoredValue<Option<Square>>,
    /// Whether a pawn becomes a queen without a question.
    auto_queen: Signal<bool>,
    play: Callback<Move>,
}

impl Hand {
    /// An empty hand that reports its moves to `play`.
    pub fn new(
        position: Signal<Position>,
        active: Signal<bool>,
        ahead: Ahead,
        flipped: Signal<bool>,
        auto_queen: Signal<bool>,
        play: Callback<Move>,
    ) -> Hand {
        Hand {
            position,
            active,
            ahead,
            flipped,
            selected: RwSignal::new(None),
            held: RwSignal::new(None),
            over: RwSignal::new(None),
            hovered: RwSignal::new(None),
            promotion: RwSignal::new(None),
            dropped: StoredValue::new(None),
            auto_queen,
            play,
        }
    }

    /// Whether the piece on `square` may be picked up now.
    pub fn owns(self, square: Square) -> bool {
        self.active.get_untracked()
            && self.position.with_untracked(|position| {
                position
                    .piece_at(square)
                    .is_some_and(|(color, _)| color == untrack(|| self.side(position)))
            })
    }

    /// The side whose pieces are moved.
    pub fn side(self, position: &Position) -> Color {
        match self.ahead.on.get() {
            true => !position.side_to_move(),
            false => position.side_to_move(),
        }
    }

    /// The moves from one square to another: the legal ones, or the one made ahead.
    pub fn moves(self, from: Square, to: Square) -> Vec<Move> {
        self.position.with(|position| match self.ahead.on.get() {
            false => moves_between(position, from, to),
            true if (self.ahead.reaches)(position, from, to) => {
                sent_ahead(from, to).into_iter().collect()
            }
            true => Vec::new(),
        })
    }

    /// A click, a tap, or Enter on `square`.
    pub fn tap(self, square: Square) {
        self.promotion.set(None);
        let selected = self.selected.get_untracked();
        if selected == Some(square) {
            self.selected.set(None);
        } else if selected.is_some_and(|from| self.offer(from, square)) {
        } else {
            self.selected.set(self.owns(square).then_some(square));
        }
    }

    /// A piece let go over `to`. False when that is no legal move.
    pub fn drop_on(self, from: Square, to: Square) -> bool {
        self.dropped.set_value(Some(to));
        let legal = self.offer(from, to);
        if !legal || self.promotion.get_untracked().is_some() {
            self.dropped.set_value(None);
        }
        legal
    }

    /// Plays `from` to `to` if that is legal, or asks for the piece first.
    fn offer(self, from: Square, to: Square) -> bool {
        if !self.active.get_untracked() {
            return false;
        }
        match untrack(|| self.moves(from, to)).as_slice() {
            [] => false,
            [only] => {
                self.finish(*only);
                true
            }
            several => {
                let queen = several
                    .iter()
                    .find(|mv| mv.promotion() == Some(Piece::Queen));
                match queen.filter(|_| self.auto_queen.get_untracked()) {
                    Some(queen) => self.finish(*queen),
                    None => self.promotion.set(Some((from, to))),
                }
                true
            }
        }
    }

    /// The answer to the question what to promote to.
    pub fn promote(self, piece: Piece) {
        let Some((from, to)) = self.promotion.get_untracked() else {
            return;
        };
        let chosen = self
            .position
            .with_untracked(|position| moves_between(position, from, to))
            .into_iter()
            .find(|mv| mv.promotion() == Some(piece));
        if let Some(mv) = chosen {
            self.finish(mv);
        }
    }

    /// The position has changed: an own piece that stands where it stood stays in the hand, so that
    /// the opponent's move does not take it away.
    pub fn settle(self, before: &Position, now: &Position) {
        let held = self.held.get_untracked().or(self.selected.get_untracked());
        let stays = held.is_some_and(|square| {
            before.piece_at(square) == now.piece_at(square) && self.owns(square)
        });
        if !stays || self.promotion.get_untracked().is_some() {
            self.let_go();
        }
    }

    /// Puts everything down.
    pub fn let_go(self) {
        self.selected.set(None);
        self.promotion.set(None);
        self.held.set(None);
        self.over.set(None);
    }

    fn finish(self, mv: Move) {
        self.let_go();
        self.play.run(mv);
    }
}

/// The legal moves from one square to another; four when a pawn promotes. Castling is also the
/// king's move onto its own rook.
pub fn moves_between(position: &Position, from: Square, to: Square) -> Vec<Move> {
    position
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| mv.from() == from && (mv.to() == to || castles_onto(*mv, to)))
        .collect()
}

fn castles_onto(mv: Move, to: Square) -> bool {
    mv.is_castle()
        && to.rank() == mv.from().rank()
        && to.file().index()
            == if mv.to().file() > mv.from().file() {
                7
            } else {
                0
            }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_king_castles_by_two_squares_and_onto_the_rook() {
        let position =
            Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a legal position");
        for to in [Square::G1, Square::H1, Square::C1, Square::A1] {
            let moves = moves_between(&position, Square::E1, to);
            assert_eq!(moves.len(), 1, "{to}");
            assert!(moves[0].is_castle());
        }
        assert!(moves_between(&position, Square::E1, Square::B1).is_empty());
    }

    #[test]
    fn a_promotion_offers_four_moves() {
        let position = Position::from_fen("8/P7/8/8/8/8/8/k6K w - - 0 1").expect("legal");
        assert_eq!(moves_between(&position, Square::A7, Square::A8).len(), 4);
    }
}
