//! The network as an [`Evaluator`], with incrementally updated accumulators.

use std::mem;
use std::sync::Arc;

use super::features::{Perspective, Placement};
use super::network::Network;
use crate::eval::{EVAL_LIMIT, Evaluator, tuned};
use crate::rules::{Color, Position};

/// A network with the accumulators of the last position at each ply. A new position's accumulator is
/// updated from the one with the fewest changes: that of the ply before, the last one at the same ply,
/// or the refresh cache.
pub struct Nnue {
    network: Arc<Network>,
    /// By ply.
    accumulators: Vec<Accumulator>,
    /// By side and mirroring, with their placements.
    refresh_cache: [[(Box<[i16]>, Placement); 2]; 2],
    scratch: Box<[i16]>,
}

/// The feature transformer's sums of both perspectives.
struct Accumulator {
    placement: Placement,
    mirrored: [bool; 2],
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
            scratch: empty(),
            network,
        }
    }

    /// Updates one perspective's accumulator at `ply` to a placement.
    fn update_accumulator(&mut self, placement: &Placement, perspective: Perspective, ply: usize) {
        let side = perspective.side.index();
        let cached = &mut self.refresh_cache[side][usize::from(perspective.mirrored)];
        let near = self.accumulators[ply.saturating_sub(1)..=ply].iter();
        let near = near.filter(|near| near.mirrored[side] == perspective.mirrored);
        let near = near.map(|near| (placement.count_changes(&near.placement), near));
        let nearest = near.min_by_key(|(changes, _)| *changes);
        let scratch = &mut self.scratch;
        let network = &*self.network;
        match nearest {
            Some((changes, near)) if changes <= placement.count_changes(&cached.1) => {
                network.update(
                    scratch,
                    &near.sums[side],
                    &near.placement,
                    placement,
                    perspective,
                );
            }
            _ => {
                network.update(scratch, &cached.0, &cached.1, placement, perspective);
                cached.0.copy_from_slice(scratch);
                cached.1 = *placement;
            }
        }
        let accumulator = &mut self.accumulators[ply];
        mem::swap(&mut accumulator.sums[side], scratch);
        accumulator.mirrored[side] = perspective.mirrored;
    }
}

impl Evaluator for Nnue {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.evaluate_at(position, 0)
    }

    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        if let Some(score) = tuned::bare_king(position) {
            return score;
        }
        while self.accumulators.len() <= ply {
            self.accumulators.push(Accumulator {
                placement: Placement::default(),
                mirrored: [false; 2],
                sums: [(); 2].map(|()| self.network.ft_biases().into()),
            });
        }
        let placement = Placement::of(position);
        for side in Color::ALL {
            self.update_accumulator(&placement, Perspective::of(position, side), ply);
        }
        let accumulator = &mut self.accumulators[ply];
        accumulator.placement = placement;
        let us = position.side_to_move();
        let [own, other] = [us, !us].map(|side| &*accumulator.sums[side.index()]);
        let pieces = position.occupied().len();
        let score = self.network.output(own, other, pieces as u32);
        score.clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
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
            for _ in 0..5_000 {
                let position = line[line.len() - 1];
                let moves = position.legal_moves();
                let back = rng.random_range(0..3) == 0 && line.len() > 1;
                if moves.is_empty() || line.len() > 100 || back {
                    line.truncate(line.len() - 1 - line.len() / 50);
                } else {
                    let index = rng.random_range(0..moves.len() as u32);
                    line.push(position.play(moves[index as usize]));
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
