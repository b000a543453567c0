//! Legal move generation by pin and checker masks.
//!
//! The generator passes bitboards of moves to a [`Sink`]: a [`MoveList`] lists them, a counter adds their
//! sizes.

use super::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
    rook_rays,
};
use super::castling::Castling;
use super::mv::MoveKind;
use super::{BitBoard, Color, File, Move, MoveList, Piece, Position, Rank, Square};

impl Position {
    /// Every legal move, in an order that depends on the position alone.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<false>(&mut moves);
        moves
    }

    /// [`Position::legal_moves`] into an existing list; initialising a new one, half a kilobyte, costs as
    /// much as a move or two.
    ///
    /// ```
    /// use engine::rules::{MoveList, Position};
    ///
    /// let mut moves = MoveList::new();
    /// Position::startpos().legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.generate::<false>(moves);
    }

    /// The legal captures, en passant included, and queen promotions, for quiescence search.
    #[inline]
    pub fn captures(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<true>(&mut moves);
        moves
    }

    /// [`Position::captures`] into an existing list.
    #[inline]
    pub(crate) fn captures_into(&self, moves: &mut MoveList) {
        moves.clear();
        self.generate::<true>(moves);
    }

    /// Number of legal moves, without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut count = Count(0);
        self.generate::<false>(&mut count);
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink) {
        match self.side {
            Color::White => Generator::<true, NOISY>::new(self).run(sink),
            Color::Black => Generator::<false, NOISY>::new(self).run(sink),
        }
    }
}

/// A consumer of generated moves.
trait Sink {
    /// A piece's moves from one square.
    fn piece(&mut self, from: Square, to: BitBoard, enemies: BitBoard);
    /// Moves of several pawns, each `STEP` indices long.
    fn pawns<const STEP: i8>(&mut self, to: BitBoard, kind: MoveKind);
    /// One move.
    fn one(&mut self, from: Square, to: Square, kind: MoveKind);
}

struct Count(usize);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _: Square, to: BitBoard, _: BitBoard) {
        self.0 += to.len();
    }

    #[inline]
    fn pawns<const STEP: i8>(&mut self, to: BitBoard, _: MoveKind) {
        self.0 += to.len();
    }

    #[inline]
    fn one(&mut self, _: Square, _: Square, _: MoveKind) {
        self.0 += 1;
    }
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, to: BitBoard, enemies: BitBoard) {
        for square in to {
            let capture = u16::from(enemies.has(square)) * MoveKind::CAPTURE.0;
            self.push(Move::new(from, square, MoveKind(capture)));
        }
    }

    #[inline]
    fn pawns<const STEP: i8>(&mut self, to: BitBoard, kind: MoveKind) {
        for square in to {
            let from = Square::wrap((square.index() as u8).wrapping_sub(STEP as u8));
            self.push(Move::new(from, square, kind));
        }
    }

    #[inline]
    fn one(&mut self, from: Square, to: Square, kind: MoveKind) {
        self.push(Move::new(from, to, kind));
    }
}

/// Pin lines, pinner included, by direction. A pinned piece may move within the set of its direction,
/// since no move of that direction leads from one pin line to another.
struct Pins {
    diagonal: BitBoard,
    straight: BitBoard,
}

/// One generation: `WHITE` is to move; `NOISY` leaves out quiet moves but queen promotions.
struct Generator<'a, const WHITE: bool, const NOISY: bool> {
    position: &'a Position,
    us: BitBoard,
    them: BitBoard,
    occupied: BitBoard,
    king: Square,
    /// The targets of pieces other than the king: in check, the checker and the squares between.
    targets: BitBoard,
    pins: Pins,
}

impl<'a, const WHITE: bool, const NOISY: bool> Generator<'a, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline]
    fn new(position: &'a Position) -> Self {
        let us = position.by_color(Self::US);
        let them = position.by_color(!Self::US);
        let king = position.king(Self::US);
        let targets = match position.checkers.first() {
            None => BitBoard::FULL,
            Some(_) if position.checkers.has_many() => BitBoard::EMPTY,
            Some(checker) => between(king, checker) | checker.into(),
        };
        let mut generator = Generator {
            position,
            us,
            them,
            occupied: us | them,
            king,
            targets,
            pins: Pins {
                diagonal: BitBoard::EMPTY,
                straight: BitBoard::EMPTY,
            },
        };
        generator.pins.diagonal =
            generator.pin_lines(bishop_rays(king), position.diagonal_sliders());
        generator.pins.straight = generator.pin_lines(rook_rays(king), position.straight_sliders());
        generator
    }

    #[inline]
    fn pin_lines(&self, rays: BitBoard, sliders: BitBoard) -> BitBoard {
        let mut lines = BitBoard::EMPTY;
        for slider in rays & sliders & self.them {
            let way = between(self.king, slider);
            let standing = way & self.occupied;
            if !standing.has_many() && standing.meets(self.us) {
                lines |= way | slider.into();
            }
        }
        lines
    }

    #[inline]
    fn run(&self, sink: &mut impl Sink) {
        self.king_moves(sink);
        if self.position.checkers.has_many() {
            return;
        }
        self.pawn_moves(sink);
        self.knight_moves(sink);
        self.slider_moves(sink);
    }

    /// The target mask: no own piece, and quiet squares only if wanted.
    #[inline]
    fn open(&self) -> BitBoard {
        if NOISY { self.them } else { !self.us }
    }

    #[inline]
    fn own(&self, piece: Piece) -> BitBoard {
        self.position.pieces(piece) & self.us
    }

    #[inline]
    fn king_moves(&self, sink: &mut impl Sink) {
        let mut safe = BitBoard::EMPTY;
        let without_king = self.occupied ^ self.king.into();
        for square in king_attacks(self.king) & self.open() {
            if !self.attacked(square, without_king) {
                safe |= square.into();
            }
        }
        sink.piece(self.king, safe, self.them);
        if !NOISY && !self.position.in_check() {
            self.castle(Castling::of(Self::US, false), safe, sink);
            self.castle(Castling::of(Self::US, true), safe, sink);
        }
    }

    #[inline]
    fn castle(&self, castling: &Castling, safe: BitBoard, sink: &mut impl Sink) {
        if self.position.castling.has(castling)
            && !self.occupied.meets(castling.path)
            && safe.has(castling.rook_to)
            && !self.attacked(castling.king_to, self.occupied)
        {
            sink.one(castling.king_from, castling.king_to, castling.kind);
        }
    }

    /// Whether the enemy attacks a square with this occupancy.
    #[inline]
    fn attacked(&self, square: Square, occupied: BitBoard) -> bool {
        let position = self.position;
        let leapers = knight_attacks(square) & position.pieces(Piece::Knight)
            | king_attacks(square) & position.pieces(Piece::King)
            | pawn_attacks(Self::US, square) & position.pieces(Piece::Pawn);
        leapers.meets(self.them)
            || bishop_attacks(square, occupied).meets(position.diagonal_sliders() & self.them)
            || rook_attacks(square, occupied).meets(position.straight_sliders() & self.them)
    }

    #[inline]
    fn knight_moves(&self, sink: &mut impl Sink) {
        let open = self.open() & self.targets;
        for from in self.own(Piece::Knight) - self.pins.diagonal - self.pins.straight {
            sink.piece(from, knight_attacks(from) & open, self.them);
        }
    }

    #[inline]
    fn slider_moves(&self, sink: &mut impl Sink) {
        let open = self.open() & self.targets;
        let Pins { diagonal, straight } = self.pins;
        let bishops = (self.position.diagonal_sliders() & self.us) - straight;
        for from in bishops - diagonal {
            sink.piece(from, bishop_attacks(from, self.occupied) & open, self.them);
        }
        for from in bishops & diagonal {
            sink.piece(
                from,
                bishop_attacks(from, self.occupied) & open & diagonal,
                self.them,
            );
        }
        let rooks = (self.position.straight_sliders() & self.us) - diagonal;
        for from in rooks - straight {
            sink.piece(from, rook_attacks(from, self.occupied) & open, self.them);
        }
        for from in rooks & straight {
            sink.piece(
                from,
                rook_attacks(from, self.occupied) & open & straight,
                self.them,
            );
        }
    }

    #[inline]
    fn pawn_moves(&self, sink: &mut impl Sink) {
        if WHITE {
            self.pawn_sets::<8, 16, 7, 9>(sink);
        } else {
            self.pawn_sets::<-8, -16, -9, -7>(sink);
        }
    }

    /// All pawn moves, set-wise: single and double pushes, captures to the left (towards the a-file)
    /// and to the right, as differences of square indices.
    #[inline]
    fn pawn_sets<const PUSH: i8, const DOUBLE_PUSH: i8, const LEFT: i8, const RIGHT: i8>(
        &self,
        sink: &mut impl Sink,
    ) {
        let pawns = self.own(Piece::Pawn);
        let Pins { diagonal, straight } = self.pins;
        let empty = !self.occupied;
        let last = BitBoard::rank(if WHITE { Rank::EIGHTH } else { Rank::FIRST });
        let third = BitBoard::rank(if WHITE { Rank::THIRD } else { Rank::SIXTH });

        let takers = pawns - straight;
        let victims = self.them & self.targets;
        let (free, pinned) = (takers - diagonal, takers & diagonal);
        let left = |set: BitBoard| (set - BitBoard::file(File::A)).shift::<LEFT>();
        let right = |set: BitBoard| (set - BitBoard::file(File::H)).shift::<RIGHT>();
        let taking_left = (left(free) | left(pinned) & diagonal) & victims;
        let taking_right = (right(free) | right(pinned) & diagonal) & victims;
        sink.pawns::<LEFT>(taking_left - last, MoveKind::CAPTURE);
        sink.pawns::<RIGHT>(taking_right - last, MoveKind::CAPTURE);

        let steppers = pawns - diagonal;
        let (free, pinned) = (steppers - straight, steppers & straight);
        let one = (free.shift::<PUSH>() | pinned.shift::<PUSH>() & straight) & empty;
        let promoting = one & last & self.targets;
        if !NOISY {
            // A double push stays on the pin's file if the single push does.
            let two = (one & third).shift::<PUSH>() & empty & self.targets;
            sink.pawns::<PUSH>((one & self.targets) - last, MoveKind::QUIET);
            sink.pawns::<DOUBLE_PUSH>(two, MoveKind::DOUBLE_PUSH);
        }

        if (taking_left | taking_right | promoting).meets(last) {
            for piece in (0..4).rev() {
                let capture = MoveKind(MoveKind::PROMOTION_CAPTURE.0 + piece);
                sink.pawns::<LEFT>(taking_left & last, capture);
                sink.pawns::<RIGHT>(taking_right & last, capture);
                if !NOISY || piece == 3 {
                    sink.pawns::<PUSH>(promoting, MoveKind(MoveKind::PROMOTION.0 + piece));
                }
            }
        }

        if let Some(to) = self.position.en_passant {
            for from in pawn_attacks(!Self::US, to) & pawns {
                if self.position.en_passant_is_safe(from, to) {
                    sink.one(from, to, MoveKind::EN_PASSANT);
                }
            }
        }
    }
}
