//! Training positions, 32 bytes each, from the side to move's point of view.

use engine::eval::nnue::{MAX_PIECES, Perspective, Placement, input};
use engine::rules::{Color, Position, Square};

use crate::datagen::{GameFormatError, SelfPlayGame};

/// Positions with a larger absolute score are left out, centipawns.
const MAX_SCORE: u16 = 2_500;

/// A position with its search's score and its game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSample {
    /// Occupied squares; the mover's back rank is the first.
    occupied: u64,
    /// Four bits for each piece in the order of squares: its kind, and 8 for the opponent's.
    pieces: [u8; 16],
    /// Centipawns.
    pub score: i16,
    /// 0 loss, 1 draw, 2 win.
    pub result: u8,
    /// Whether the files are mirrored for the mover and for the opponent.
    mirrored: [bool; 2],
}

impl TrainingSample {
    /// A position with its score and result, both from the mover's point of view.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: u8) -> TrainingSample {
        let us = position.side_to_move();
        let rank_flip = match us {
            Color::White => 0,
            Color::Black => 56,
        };
        let mirrored = [us, !us].map(|side| position.king(side).index() % 8 >= 4);
        let mut sample = TrainingSample {
            occupied: 0,
            pieces: [0; 16],
            score,
            result,
            mirrored,
        };
        for square in position.occupied() {
            sample.occupied |= 1 << (square.index() ^ rank_flip);
        }
        let mut squares = sample.occupied;
        for index in 0..MAX_PIECES.min(sample.piece_count()) {
            let square = squares.trailing_zeros() as usize ^ rank_flip;
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

    /// The number of pieces.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The placement with the mover as White, and both sides' views of it.
    #[must_use]
    pub fn as_white(&self) -> (Placement, [Perspective; 2]) {
        let mut placement = Placement::default();
        let mut squares = self.occupied;
        for index in 0..self.piece_count().min(MAX_PIECES) {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            let color = Color::ALL[usize::from(code >> 3)];
            placement.put(color, usize::from(code & 7), square);
        }
        let view = |side: Color| Perspective {
            side,
            mirrored: self.mirrored[side.index()],
        };
        (placement, Color::ALL.map(view))
    }

    /// The active features of the mover's view and of the opponent's, and the number of each.
    pub(super) fn active_features(&self) -> ([[u16; MAX_PIECES]; 2], usize) {
        let files = self.mirrored.map(|mirrored| if mirrored { 7 } else { 0 });
        let mut inputs = [[0; MAX_PIECES]; 2];
        let mut squares = self.occupied;
        let count = self.piece_count().min(MAX_PIECES);
        let [own, other] = &mut inputs;
        for (index, (own, other)) in own.iter_mut().zip(other).take(count).enumerate() {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            let (piece, theirs) = (usize::from(code & 7), code >> 3 == 1);
            *own = input(theirs, piece, square ^ files[0]) as u16;
            *other = input(!theirs, piece, square ^ 56 ^ files[1]) as u16;
        }
        (inputs, count)
    }
}

/// Training positions.
#[derive(Debug, Default)]
pub struct TrainingSamples(pub Vec<TrainingSample>);

impl TrainingSamples {
    /// Adds the quiet positions of a game: no side is in check, the move played is no capture and no
    /// promotion, and the score is not decisive.
    ///
    /// # Errors
    /// A move of the game is illegal.
    pub fn add_game(&mut self, played: &SelfPlayGame) -> Result<(), GameFormatError> {
        for_each_quiet(played, |_, sample| self.0.push(sample))
    }
}

/// Gives the quiet positions of a game, each with the number of its move: no side is in check, the move played is
/// no capture and no promotion, and the score is not decisive.
///
/// # Errors
/// A move of the game is illegal.
pub(crate) fn for_each_quiet(
    played: &SelfPlayGame,
    mut give: impl FnMut(usize, TrainingSample),
) -> Result<(), GameFormatError> {
    let mut next = *played.opening()?.position();
    for (index, scored) in played.moves.iter().enumerate() {
        let position = next;
        if !position.is_legal(scored.mv) {
            return Err(GameFormatError::Illegal(played.opening.len() + index));
        }
        next = position.play(scored.mv);
        let is_tactical = scored.mv.is_capture() || scored.mv.is_promotion();
        if is_tactical || position.in_check() || scored.score.unsigned_abs() > MAX_SCORE {
            continue;
        }
        let result = match played.winner {
            None => 1,
            Some(winner) if winner == position.side_to_move() => 2,
            Some(_) => 0,
        };
        give(index, TrainingSample::new(&position, scored.score, result));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::nnue::{Perspective, Placement};

    #[test]
    fn a_sample_has_the_inputs_that_the_network_sees() {
        for fen in engine::BENCH_POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let (inputs, count) = TrainingSample::new(&position, 0, 1).active_features();
            let us = position.side_to_move();
            for (side, inputs) in [us, !us].into_iter().zip(inputs) {
                let mut seen: Vec<usize> = inputs[..count].iter().map(|&i| i.into()).collect();
                let mut expected = Vec::new();
                let view = Perspective::of(&position, side);
                Placement::of(&position).for_each_change(
                    &Placement::default(),
                    view,
                    |input, _| {
                        expected.push(input);
                    },
                );
                seen.sort_unstable();
                expected.sort_unstable();
                assert_eq!(seen, expected, "{fen}");
            }
        }
        assert_eq!(size_of::<TrainingSample>(), 32);
    }
}
