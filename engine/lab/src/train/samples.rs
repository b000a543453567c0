//! Positions to learn from, 32 bytes each, seen by the side to move.

use crate::datagen::{Record, RecordError};
use engine::eval::nnue::{MOST_PIECES, Placement, View};
use engine::rules::{Color, Position, Square};

/// Who is further ahead than this has won, centipawns.
const DECIDED: u16 = 2_500;

/// A position, what its search said and how its game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Which squares have pieces; the mover's back rank is the first.
    occupied: u64,
    /// Four bits for each of them in the order of squares: the kind, and 8 if it is not the mover's.
    pieces: [u8; 16],
    /// Centipawns, the mover's view.
    pub score: i16,
    /// What the mover got: 0, 1 for a draw, or 2.
    pub result: u8,
    /// Whether the mover, and the other side, see the files exchanged.
    mirrored: [bool; 2],
}

impl Sample {
    /// A position with its score and result, both in the mover's view.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: u8) -> Sample {
        let us = position.side_to_move();
        let turn = match us {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirrored = [us, !us].map(|side| position.king(side).index() % 8 >= 4);
        let mut sample = Sample {
            occupied: 0,
            pieces: [0; 16],
            score,
            result,
            mirrored,
        };
        for square in position.occupied() {
            sample.occupied |= 1 << (square.index() ^ turn);
        }
        let mut squares = sample.occupied;
        for index in 0..MOST_PIECES.min(sample.count()) {
            let square = squares.trailing_zeros() as usize ^ turn;
            squares &= squares - 1;
            let square = Square::from_index(square as u8);
            let found = square.and_then(|square| position.piece_at(square));
            if let Some((color, piece)) = found {
                let code = piece.index() as u8 | u8::from(color != us) << 3;
                sample.pieces[index / 2] |= code << (4 * (index % 2));
            }
        }
        sample
    }

    /// How many pieces there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// What stands where if the mover is White, and how both sides look at it.
    #[must_use]
    pub fn seen_as_white(&self) -> (Placement, [View; 2]) {
        let mut placement = Placement::default();
        let mut squares = self.occupied;
        for index in 0..self.count().min(MOST_PIECES) {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            let color = Color::ALL[usize::from(code >> 3)];
            placement.put(color, usize::from(code & 7), square);
        }
        let view = |side: Color| View {
            side,
            mirrored: self.mirrored[side.index()],
        };
        (placement, Color::ALL.map(view))
    }

    /// The inputs of the mover's view and of the other's, and how many of each there are.
    pub(super) fn inputs(&self) -> ([[u16; MOST_PIECES]; 2], usize) {
        let files = self
            .mirrored
            .map(|mirrored| if mirrored { 7u16 } else { 0 });
        let mut inputs = [[0; MOST_PIECES]; 2];
        let mut squares = self.occupied;
        let count = self.count().min(MOST_PIECES);
        let [own, other] = &mut inputs;
        for (index, (own, other)) in own.iter_mut().zip(other).take(count).enumerate() {
            let square = squares.trailing_zeros() as u16;
            squares &= squares - 1;
            let code = u16::from(self.pieces[index / 2] >> (4 * (index % 2)) & 15);
            let (piece, theirs) = (code & 7, code >> 3);
            *own = (theirs * 6 + piece) * 64 + (square ^ files[0]);
            *other = ((1 - theirs) * 6 + piece) * 64 + (square ^ 56 ^ files[1]);
        }
        (inputs, count)
    }
}

/// Positions to learn from.
#[derive(Debug, Default)]
pub struct Samples(pub Vec<Sample>);

impl Samples {
    /// Adds the positions of a game that a static evaluation can judge: nobody is in check, the move
    /// that was played is no capture and no promotion, and nothing is decided yet.
    ///
    /// # Errors
    /// A move of the game is illegal.
    pub fn take(&mut self, record: &Record) -> Result<(), RecordError> {
        let mut game = record.opening()?;
        for (index, scored) in record.moves.iter().enumerate() {
            let position = *game.position();
            let ply = record.opening.len() + index;
            game.play(scored.mv)
                .map_err(|_| RecordError::Illegal(ply))?;
            let loud = scored.mv.is_capture() || scored.mv.is_promotion();
            if loud || position.in_check() || scored.score.unsigned_abs() > DECIDED {
                continue;
            }
            let result = match record.winner {
                None => 1,
                Some(winner) if winner == position.side_to_move() => 2,
                Some(_) => 0,
            };
            self.0.push(Sample::new(&position, scored.score, result));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::nnue::{Placement, View};

    #[test]
    fn a_sample_has_the_inputs_that_the_network_sees() {
        for fen in engine::BENCH_POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let (inputs, count) = Sample::new(&position, 0, 1).inputs();
            let us = position.side_to_move();
            for (side, inputs) in [us, !us].into_iter().zip(inputs) {
                let mut seen: Vec<usize> = inputs[..count].iter().map(|&i| i.into()).collect();
                let mut expected = Vec::new();
                let view = View::of(&position, side);
                Placement::of(&position).changes_since(&Placement::default(), view, |input, _| {
                    expected.push(input);
                });
                seen.sort_unstable();
                expected.sort_unstable();
                assert_eq!(seen, expected, "{fen}");
            }
        }
        assert_eq!(size_of::<Sample>(), 32);
    }
}
