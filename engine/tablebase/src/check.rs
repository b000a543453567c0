//! Checks solved endings by the rules of chess, which know nothing of how they were solved.

use engine::rules::{Color, Piece, Position};
use engine::tables::EndgameValue;

use super::board::Board;
use super::ending::Placed;
use super::solved::{Solved, SolvedEnding};
use super::value::Code;

/// A position whose value does not follow from those after its moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fen}: {found}, but {expected} by its moves")]
pub struct WrongEntry {
    pub fen: String,
    pub found: String,
    pub expected: String,
}

/// Value and distance to the next capture, pawn move or mate, plies.
type Entry = (EndgameValue, Option<u8>);

impl SolvedEnding {
    /// Compares every `stride`-th place with the positions after its moves; returns how many positions
    /// were compared. `solved` has the endings that captures and promotions lead to.
    ///
    /// # Errors
    /// The first position whose value or distance is another one by its moves, or which the rules refuse.
    pub fn check(&self, solved: &Solved, stride: usize) -> Result<u64, WrongEntry> {
        let mut compared = 0;
        for side in Color::ALL {
            for index in (0..self.layout().len()).step_by(stride) {
                let Some(found) = self.entry(side, index) else {
                    continue;
                };
                let men = &self.layout().men;
                let board = Board::new(men, self.layout().squares_at(index, side), side);
                let fen = board.fen(self.layout().is_en_passant(index));
                let expected = match Position::from_fen(&fen) {
                    Ok(position) => self
                        .by_moves(solved, &position)
                        .map(|entry| format!("{entry:?}")),
                    Err(error) => Some(format!("no position: {error}")),
                };
                compared += 1;
                let found = format!("{found:?}");
                if expected.as_ref() != Some(&found) {
                    let expected =
                        expected.unwrap_or_else(|| "a move leads to no table".to_owned());
                    return Err(WrongEntry {
                        fen,
                        found,
                        expected,
                    });
                }
            }
        }
        Ok(compared)
    }

    /// The entry that follows from a position's moves.
    fn by_moves(&self, solved: &Solved, position: &Position) -> Option<Entry> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(match position.in_check() {
                true => (EndgameValue::Loss(0), Some(0)),
                false => (EndgameValue::Draw, None),
            });
        }
        let (mut wins, mut losses, mut is_drawn) = (Vec::new(), Vec::new(), false);
        for mv in moves {
            let child = position.play(mv);
            let is_pawn = position
                .piece_at(mv.from())
                .is_some_and(|(_, piece)| piece == Piece::Pawn);
            let (value, zeroing) = self.find(solved, &child)?;
            let zeroing = match is_pawn || mv.is_capture() {
                true => Some(0),
                false => zeroing,
            };
            match value {
                EndgameValue::Draw => is_drawn = true,
                EndgameValue::Loss(plies) => wins.push((plies + 1, zeroing? + 1)),
                EndgameValue::Win(plies) => losses.push((plies + 1, zeroing? + 1)),
            }
        }
        let mates = |list: &[(u8, u8)]| list.iter().map(|one| one.0).collect::<Vec<u8>>();
        let zeroing = |list: &[(u8, u8)]| list.iter().map(|one| one.1).collect::<Vec<u8>>();
        Some(if !wins.is_empty() {
            (
                EndgameValue::Win(mates(&wins).into_iter().min()?),
                zeroing(&wins).into_iter().min(),
            )
        } else if is_drawn {
            (EndgameValue::Draw, None)
        } else {
            (
                EndgameValue::Loss(mates(&losses).into_iter().max()?),
                zeroing(&losses).into_iter().max(),
            )
        })
    }

    fn find(&self, solved: &Solved, position: &Position) -> Option<Entry> {
        if position.occupied().len() == 2 {
            return Some((EndgameValue::Draw, None));
        }
        let placed = Placed::of(position)?;
        if placed.ending == *self.ending() {
            let index = match position.en_passant() {
                None => self.layout().index(&placed.squares)?,
                Some(_) => self
                    .layout()
                    .en_passant_index(&placed.squares, !placed.side)?,
            };
            return self.entry(placed.side, index);
        }
        let value = solved.code(&placed).value()?;
        Some((value, Some(0)))
    }

    fn entry(&self, side: Color, index: usize) -> Option<Entry> {
        let [mate, zeroing] = self.codes(side, index);
        (mate != Code::NONE).then_some(())?;
        Some((mate.value()?, zeroing.plies()))
    }
}
