//! Input on the board's squares: select, deselect, move, premove, or ask what to promote to.

use engine::rules::{Color, Move, Piece, Position, Square};
use leptos::prelude::*;

/// Premoves: moves made while the other side is to move.
#[derive(Clone, Copy)]
pub struct Premoves {
    /// Whether they can be made now, by the side that is not to move.
    pub enabled: Signal<bool>,
    /// The waiting premove.
    pub planned: Signal<Option<Move>>,
    /// Whether a piece can premove from one square to another.
    pub can_reach: fn(&Position, Square, Square) -> bool,
}

impl Default for Premoves {
    /// Switched off.
    fn default() -> Self {
        Self {
            enabled: Signal::stored(false),
            planned: Signal::stored(None),
            can_reach: |_, _, _| false,
        }
    }
}

/// A premove from one square to another; `None` where they are the same.
pub fn premove(from: Square, to: Square) -> Option<Move> {
    Move::from_raw((to.index() << 6 | from.index()) as u16)
}

/// The board's selection, drag and promotion. `Copy`: every part of the board holds one.
#[derive(Clone, Copy)]
pub struct BoardInput {
    /// The position shown.
    pub position: Signal<Position>,
    /// Whether the visitor may move or premove.
    pub active: Signal<bool>,
    /// Premoves.
    pub premoves: Premoves,
    /// Whether Black is at the bottom.
    pub flipped: Signal<bool>,
    /// The square selected by a click.
    pub selected: RwSignal<Option<Square>>,
    /// The origin of the dragged piece.
    pub dragged: RwSignal<Option<Square>>,
    /// The square under the dragged piece.
    pub drag_target: RwSignal<Option<Square>>,
    /// The own piece under a pointer that drags nothing: its moves are previewed.
    pub hovered: RwSignal<Option<Square>>,
    /// A promotion that waits for its piece: from, to.
    pub promotion: RwSignal<Option<(Square, Square)>>,
    /// The square of the latest drop: the piece is there already and must not be animated.
    pub dropped: StoredValue<Option<Square>>,
    /// Whether a pawn becomes a queen without a question.
    auto_queen: Signal<bool>,
    on_move: Callback<Move>,
}

impl BoardInput {
    /// Nothing selected; `on_move` receives each move.
    pub fn new(
        position: Signal<Position>,
        active: Signal<bool>,
        premoves: Premoves,
        flipped: Signal<bool>,
        auto_queen: Signal<bool>,
        on_move: Callback<Move>,
    ) -> BoardInput {
        BoardInput {
            position,
            active,
            premoves,
            flipped,
            selected: RwSignal::new(None),
            dragged: RwSignal::new(None),
            drag_target: RwSignal::new(None),
            hovered: RwSignal::new(None),
            promotion: RwSignal::new(None),
            dropped: StoredValue::new(None),
            auto_queen,
            on_move,
        }
    }

    /// Whether the piece on `square` may be picked up now.
    pub fn can_pick_up(self, square: Square) -> bool {
        self.active.get_untracked()
            && self.position.with_untracked(|position| {
                position
                    .piece_at(square)
                    .is_some_and(|(color, _)| color == untrack(|| self.side(position)))
            })
    }

    /// The square of the piece that is dragged or selected.
    pub fn in_hand(self) -> Option<Square> {
        self.dragged.get().or(self.selected.get())
    }

    /// The side whose pieces are moved.
    pub fn side(self, position: &Position) -> Color {
        match self.premoves.enabled.get() {
            true => !position.side_to_move(),
            false => position.side_to_move(),
        }
    }

    /// The moves from one square to another: the legal ones, or the premove.
    pub fn moves(self, from: Square, to: Square) -> Vec<Move> {
        self.position
            .with(|position| match self.premoves.enabled.get() {
                false => moves_between(position, from, to),
                true if (self.premoves.can_reach)(position, from, to) => {
                    premove(from, to).into_iter().collect()
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
        } else if selected.is_some_and(|from| self.try_move(from, square)) {
        } else {
            self.selected
                .set(self.can_pick_up(square).then_some(square));
        }
    }

    /// A piece let go over `to`. False when that is no legal move.
    pub fn drop_on(self, from: Square, to: Square) -> bool {
        self.dropped.set_value(Some(to));
        let legal = self.try_move(from, to);
        if !legal || self.promotion.get_untracked().is_some() {
            self.dropped.set_value(None);
        }
        legal
    }

    /// Plays `from` to `to` if that is legal, or asks for the piece first.
    fn try_move(self, from: Square, to: Square) -> bool {
        if !self.active.get_untracked() {
            return false;
        }
        match untrack(|| self.moves(from, to)).as_slice() {
            [] => false,
            [only] => {
                self.play_move(*only);
                true
            }
            several => {
                let queen = several
                    .iter()
                    .find(|mv| mv.promotion() == Some(Piece::Queen));
                match queen.filter(|_| self.auto_queen.get_untracked()) {
                    Some(queen) => self.play_move(*queen),
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
            self.play_move(mv);
        }
    }

    /// The position has changed. An own piece that has not moved stays selected or dragged, so that
    /// the opponent's move does not interrupt the visitor's.
    pub fn position_changed(self, before: &Position, now: &Position) {
        let in_hand = self
            .dragged
            .get_untracked()
            .or(self.selected.get_untracked());
        let stays = in_hand.is_some_and(|square| {
            before.piece_at(square) == now.piece_at(square) && self.can_pick_up(square)
        });
        if !stays || self.promotion.get_untracked().is_some() {
            self.clear();
        }
    }

    /// Ends selection, drag and promotion.
    pub fn clear(self) {
        self.selected.set(None);
        self.promotion.set(None);
        self.dragged.set(None);
        self.drag_target.set(None);
    }

    fn play_move(self, mv: Move) {
        self.clear();
        self.on_move.run(mv);
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
