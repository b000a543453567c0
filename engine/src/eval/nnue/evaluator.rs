//! The network as an [`Evaluator`], with incrementally updated accumulators.

use std::sync::Arc;

use super::delta::Delta;
use super::features::{Perspective, Placement};
use super::network::Network;
use crate::eval::{EVAL_LIMIT, Evaluator, tuned};
use crate::rules::{Color, Position};

/// Maximum plies of incremental update; beyond, a refresh costs about as much.
const MAX_STEPS: usize = 4;

/// A network with the accumulators of a line of positions. An accumulator is computed when its position
/// is evaluated: from that of an earlier ply by the moves between them or, where the own king has crossed
/// the middle or the way is long, from the last position that the refresh cache holds for this
/// perspective.
pub struct Nnue {
    network: Arc<Network>,
    /// By ply.
    accumulators: Vec<Accumulator>,
    /// By side and mirroring, with their placements.
    refresh_cache: [[(Box<[i16]>, Placement); 2]; 2],
}

/// The feature transformer's sums of both perspectives.
struct Accumulator {
    /// What the move to this ply changed; `None` at the beginning of a line.
    delta: Option<Delta>,
    /// By side: whether the sums are those of this position.
    is_computed: [bool; 2],
    sums: [Box<[i16]>; 2],
}

impl Nnue {
    #[must_use]
    pub fn new(network: Arc<Network>) -> Nnue {
        let empty = || -> Box<[i16]> { network.ft_biases().into() };
        let cached = || (empty(), Placement::default());
        Nnue {
            accumulators: Vec::new(),
            refresh_cache: [(); 2].map(|()| [cached(), cached()]),
            network,
        }
    }

    /// The accumulator of a ply, with what leads to it.
    fn announce(&mut self, ply: usize, delta: Option<Delta>) {
        while self.accumulators.len() <= ply {
            self.accumulators.push(Accumulator {
                delta: None,
                is_computed: [false; 2],
                sums: [(); 2].map(|()| self.network.ft_biases().into()),
            });
        }
        let accumulator = &mut self.accumulators[ply];
        accumulator.delta = delta;
        accumulator.is_computed = [false; 2];
    }

    /// Computes one side's sums of the position at `ply`.
    fn compute(&mut self, position: &Position, side: Color, ply: usize) {
        let perspective = Perspective::of(position, side);
        match self.computed_before(side, ply) {
            Some(first) => {
                for at in first + 1..=ply {
                    let (before, after) = self.accumulators.split_at_mut(at);
                    let (before, after) = (&before[at - 1], &mut after[0]);
                    if let Some(delta) = &after.delta {
                        let sums = &mut after.sums[side.index()];
                        let from = &before.sums[side.index()];
                        self.network.apply(sums, from, delta, perspective);
                    }
                    after.is_computed[side.index()] = true;
                }
            }
            None => self.refresh(position, perspective, ply),
        }
    }

    /// The last ply before this one whose sums can be updated to it.
    fn computed_before(&self, side: Color, ply: usize) -> Option<usize> {
        let mut at = ply;
        for _ in 0..MAX_STEPS {
            let delta = self.accumulators[at].delta.as_ref()?;
            if delta.crosses(side) {
                return None;
            }
            at = at.checked_sub(1)?;
            if self.accumulators[at].is_computed[side.index()] {
                return Some(at);
            }
        }
        None
    }

    /// Computes the sums of a perspective from those in the refresh cache, and keeps them there.
    fn refresh(&mut self, position: &Position, perspective: Perspective, ply: usize) {
        let side = perspective.side.index();
        let (cached, before) = &mut self.refresh_cache[side][usize::from(perspective.mirrored)];
        let placement = Placement::of(position);
        let accumulator = &mut self.accumulators[ply];
        let sums = &mut accumulator.sums[side];
        self.network
            .update(sums, cached, before, &placement, perspective);
        cached.copy_from_slice(sums);
        *before = placement;
        accumulator.is_computed[side] = true;
    }
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.begin(0);
        self.evaluate_at(position, 0)
    }

    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        if let Some(score) = tuned::bare_king(position) {
            return score;
        }
        for side in Color::ALL {
            if !self.accumulators[ply].is_computed[side.index()] {
                self.compute(position, side, ply);
            }
        }
        let accumulator = &self.accumulators[ply];
        let us = position.side_to_move();
        let [own, other] = [us, !us].map(|side| &*accumulator.sums[side.index()]);
        let pieces = position.occupied().len();
        let score = self.network.output(own, other, pieces as u32);
        score.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    fn begin(&mut self, ply: usize) {
        self.announce(ply, None);
    }

    fn moved(&mut self, before: &Position, after: &Position, ply: usize) {
        self.announce(ply, Some(Delta::between(before, after)));
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::eval::nnue::tests::random_network;

    /// The score by a full refresh with baseline instructions.
    fn full_refresh(network: &Network, position: &Position) -> i32 {
        if let Some(score) = tuned::bare_king(position) {
            return score;
        }
        let perspectives = Color::ALL.map(|side| Perspective::of(position, side));
        network.plain().evaluate(
            &Placement::of(position),
            perspectives,
            position.side_to_move(),
        )
    }

    /// Plays and takes back random moves of all kinds, evaluating now and then.
    #[test]
    fn getting_there_by_steps_is_as_good_as_from_nothing() {
        let mut rng = crate::rng(5);
        for seed in 0..4 {
            let network = Arc::new(random_network(seed));
            let mut nnue = Nnue::new(Arc::clone(&network));
            let mut line = vec![Position::from_fen(START[seed as usize]).unwrap()];
            nnue.begin(0);
            for _ in 0..5_000 {
                let position = line[line.len() - 1];
                let moves = position.legal_moves();
                let back = rng.random_range(0..3) == 0 && line.len() > 1;
                if moves.is_empty() || line.len() > 100 || back {
                    line.truncate(line.len() - 1 - line.len() / 50);
                } else {
                    let index = rng.random_range(0..moves.len() as u32);
                    let next = match rng.random_range(0..20) {
                        0 if !position.in_check() => position.play_null(),
                        _ => position.play(moves[index as usize]),
                    };
                    nnue.moved(&position, &next, line.len());
                    line.push(next);
                }
                if rng.random_range(0..4) > 0 {
                    let position = &line[line.len() - 1];
                    let ply = line.len() - 1;
                    let score = nnue.evaluate_at(position, ply);
                    assert_eq!(
                        score,
                        full_refresh(&network, position),
                        "{}",
                        position.to_fen()
                    );
                }
            }
        }
    }

    const START: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    #[test]
    fn a_board_with_colours_exchanged_is_worth_the_same() {
        let network = Arc::new(random_network(9));
        let mut nnue = Nnue::new(network);
        for (fen, turned) in [
            (
                "r3k2r/p1p2pp1/2n5/3pP3/8/5N2/PPP2PPP/R1BQ1RK1 w kq - 0 1",
                "r1bq1rk1/ppp2ppp/5n2/8/3Pp3/2N5/P1P2PP1/R3K2R b KQ - 0 1",
            ),
            (
                "r3k2r/p1p2pp1/2n5/3pP3/8/5N2/PPP2PPP/R1BQ1RK1 b - - 0 1",
                "r2k3r/1pp2p1p/5n2/3Pp3/8/2N5/PPP2PPP/1KR1QB1R b - - 0 1",
            ),
        ] {
            let mut score = |fen| nnue.evaluate(&Position::from_fen(fen).unwrap());
            assert_eq!(score(fen), score(turned));
        }
    }
}
