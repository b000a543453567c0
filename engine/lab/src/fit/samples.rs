//! Positions as the fit sees them: how often each weight counts.

use engine::eval::tuned::{self, FULL_PHASE, Term, Tuned};
use engine::rules::{Color, Position};

/// Positions with their results, in few long lists.
#[derive(Default)]
pub struct Samples {
    heads: Vec<Head>,
    /// Weights that count differently for White and Black, by index, White's less Black's.
    linear: Vec<(u16, i16)>,
    /// Weights of the danger to kings, by index, White's and Black's.
    danger: Vec<(u16, i16, i16)>,
}

/// One position.
#[derive(Clone, Copy)]
struct Head {
    /// Where its entries end.
    linear: u32,
    danger: u32,
    /// Share of the middlegame, 0 to 1.
    middlegame: f32,
    /// Share of the endgame's score that counts if White, if Black is ahead.
    scale: [f32; 2],
    /// 1 if White is to move, else -1.
    turn: f32,
    /// White's result, 0 to 1.
    target: f32,
}

/// One position, ready to be evaluated.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    pub linear: &'a [(u16, i16)],
    pub danger: &'a [(u16, i16, i16)],
    pub middlegame: f32,
    pub scale: [f32; 2],
    pub turn: f32,
    pub target: f32,
}

/// Whether the static evaluation is to be trusted: no check, and no capture wins material.
#[must_use]
pub fn is_quiet(position: &Position) -> bool {
    !position.in_check() && !position.captures().iter().any(|&mv| position.see_ge(mv, 1))
}

impl Samples {
    /// Adds a position with White's result, from 0 (lost) to 1 (won).
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
            let (phase, scale) = Tuned::shares(position, better);
            (phase as f32 / FULL_PHASE as f32, scale as f32 / 16.0)
        };
        let (middlegame, white_scale) = share(Color::White);
        let (_, black_scale) = share(Color::Black);
        self.heads.push(Head {
            linear: self.linear.len() as u32,
            danger: self.danger.len() as u32,
            middlegame,
            scale: [white_scale, black_scale],
            turn: match position.side_to_move() {
                Color::White => 1.0,
                Color::Black => -1.0,
            },
            target,
        });
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    pub(super) fn get(&self, index: usize) -> Sample<'_> {
        let head = &self.heads[index];
        let before = index.checked_sub(1).map(|index| &self.heads[index]);
        let (linear, danger) = before.map_or((0, 0), |before| (before.linear, before.danger));
        Sample {
            linear: &self.linear[linear as usize..head.linear as usize],
            danger: &self.danger[danger as usize..head.danger as usize],
            middlegame: head.middlegame,
            scale: head.scale,
            turn: head.turn,
            target: head.target,
        }
    }
}
