//! Positions as counts of weights.

use engine::eval::tuned::{self, FULL_PHASE, Term, Tuned};
use engine::rules::{Color, Position};

/// Positions with their targets, in flat lists.
#[derive(Default)]
pub struct FitSamples {
    positions: Vec<PositionEntry>,
    /// Index and count of a linear weight: White's count less Black's.
    linear: Vec<(u16, i16)>,
    /// Index and counts of a king danger weight: White's and Black's.
    danger: Vec<(u16, i16, i16)>,
}

/// A position.
#[derive(Clone, Copy)]
struct PositionEntry {
    /// The ends of its entries in the two lists.
    linear: u32,
    danger: u32,
    /// Middlegame phase, 0 to 1.
    middlegame: f32,
    /// Endgame scale factor if White is ahead, and if Black is.
    scale: [f32; 2],
    /// 1 if White is to move, else -1.
    tempo_sign: f32,
    /// White's expected score, 0 to 1.
    target: f32,
}

/// A position with its counts.
#[derive(Clone, Copy)]
pub(super) struct FitSample<'a> {
    pub linear: &'a [(u16, i16)],
    pub danger: &'a [(u16, i16, i16)],
    pub middlegame: f32,
    pub scale: [f32; 2],
    pub tempo_sign: f32,
    pub target: f32,
}

/// Whether the position is quiet: no check, and no capture wins material.
#[must_use]
pub fn is_quiet(position: &Position) -> bool {
    !position.in_check() && !position.captures().iter().any(|&mv| position.see_ge(mv, 1))
}

impl FitSamples {
    /// Adds a position with White's expected score, from 0 (loss) to 1 (win).
    pub fn push(&mut self, position: &Position, target: f32) {
        let [white, black] = Tuned::counts(position);
        for (index, (&own, &other)) in white.counts.iter().zip(&black.counts).enumerate() {
            let index16 = index as u16;
            if tuned::TERMS[index] == Term::Attack {
                if (own, other) != (0, 0) {
                    self.danger.push((index16, own, other));
                }
            } else if own != other {
                self.linear.push((index16, own - other));
            }
        }
        let share = |better| {
            let (phase, scale) = Tuned::phase_and_scale(position, better);
            (phase as f32 / FULL_PHASE as f32, scale as f32 / 16.0)
        };
        let (middlegame, white_scale) = share(Color::White);
        let (_, black_scale) = share(Color::Black);
        self.positions.push(PositionEntry {
            linear: self.linear.len() as u32,
            danger: self.danger.len() as u32,
            middlegame,
            scale: [white_scale, black_scale],
            tempo_sign: match position.side_to_move() {
                Color::White => 1.0,
                Color::Black => -1.0,
            },
            target,
        });
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> FitSample<'_> {
        let entry = &self.positions[index];
        let previous = index.checked_sub(1).map(|index| &self.positions[index]);
        let (linear, danger) = previous.map_or((0, 0), |entry| (entry.linear, entry.danger));
        FitSample {
            linear: &self.linear[linear as usize..entry.linear as usize],
            danger: &self.danger[danger as usize..entry.danger as usize],
            middlegame: entry.middlegame,
            scale: entry.scale,
            tempo_sign: entry.tempo_sign,
            target: entry.target,
        }
    }
}
