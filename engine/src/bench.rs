//! A fixed task for the search, with a signature that is the same on every target.
//!
//! A refactoring leaves the signature unchanged; native and wasm32 with the same signature play the
//! same moves.

use rand::RngExt;

use crate::eval::EvalConfig;
use crate::player::{Calculator, Decision};
use crate::rules::Game;
use crate::search::{Score, SearchLimits, SearchTree, TreeRecorder};

/// Depth of each search, plies.
pub const DEPTH: u8 = 12;
/// Size of the transposition table, MB.
pub const HASH_MB: u32 = 16;

/// The signature with the network that plays: with another one the search is another.
pub const SIGNATURE: u64 = 0x52f0_4d40_054a_af31;

/// Openings, middlegames, tactics, endgames; in check, near fifty moves, before promotion and mate.
pub const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbq1rk1/pp3ppp/4pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQK2R w KQ - 0 7",
    "r2q1rk1/pp1bbppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 b - - 5 11",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb2bppp/1p2pn2/8/3NP3/1BN1Q3/PP3PPP/R4RK1 w - - 2 17",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 b - - 1 15",
    "r1bq1b1r/ppp3pp/2n1k3/3np3/2B5/5Q2/PPPP1PPP/RNB1K2R b KQ - 1 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 12 45",
    "6k1/5pp1/3r3p/1p6/1P2R3/P4P1P/5KP1/8 b - - 88 60",
    "8/1P4pk/7p/8/2r5/8/5PPK/1R6 w - - 1 41",
    "8/8/8/8/3k4/8/2R5/3K4 w - - 0 1",
];

/// The result of [`bench()`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Hash of each position's nodes, score and move.
    pub signature: u64,
}

/// Searches [`POSITIONS`] to depth 12, each with an empty table.
#[must_use]
pub fn bench(eval: impl Into<EvalConfig>) -> BenchResult {
    run(eval.into(), Calculator::choose_by_limits)
}

/// The same with a recorder of the tree; the result is the same.
#[must_use]
pub fn bench_recorded(eval: impl Into<EvalConfig>) -> BenchResult {
    run(eval.into(), |calculator, game, limits| {
        let recorder = TreeRecorder::new(SearchTree::MAX_NODES);
        calculator.trace_by_limits(game, limits, recorder)
    })
}

fn run(
    eval: EvalConfig,
    mut search: impl FnMut(&mut Calculator, &Game, &SearchLimits) -> Decision,
) -> BenchResult {
    let mut calculator = Calculator::new(HASH_MB);
    calculator.set_eval(eval);
    let mut result = BenchResult {
        nodes: 0,
        signature: FNV_OFFSET,
    };
    for fen in POSITIONS {
        let Ok(game) = Game::from_fen(fen) else {
            continue;
        };
        let decision = search(&mut calculator, &game, &SearchLimits::depth(DEPTH));
        let score = match decision.lines.first().map(|line| line.score) {
            Some(Score::Cp(cp)) => i64::from(cp),
            Some(Score::Mate(moves)) => i64::from(moves) << 32,
            None => 0,
        };
        let mv = decision.mv.map_or(0, |mv| mv.raw());
        result.nodes += decision.nodes;
        for word in [decision.nodes, score as u64, u64::from(mv)] {
            result.signature = fnv1a(result.signature, word);
        }
    }
    result
}

/// Positions that [`scores`] evaluates.
const EVALUATED: u32 = 100_000;
/// Maximum length of a random game, plies.
const MAX_PLIES: usize = 150;

/// Hash of the scores of 100,000 positions of random games: the same on every target and instruction
/// set.
#[must_use]
pub fn scores(eval: &EvalConfig) -> u64 {
    let mut evaluator = eval.evaluator();
    let mut rng = crate::rng(0);
    let mut game = Game::new();
    let mut signature = FNV_OFFSET;
    evaluator.begin(0);
    for _ in 0..EVALUATED {
        let position = *game.position();
        let score = i64::from(evaluator.evaluate_at(&position, game.ply()));
        signature = fnv1a(signature, score as u64);
        let moves = position.legal_moves();
        let over = game.outcome().is_some() || game.ply() >= MAX_PLIES;
        let drawn = rng.random_range(0..moves.len().max(1) as u32);
        match moves.get(drawn as usize) {
            Some(&mv) if !over && game.play(mv).is_ok() => {
                evaluator.moved(&position, game.position(), game.ply());
            }
            _ => {
                game = Game::new();
                evaluator.begin(0);
            }
        }
    }
    signature
}

// FNV-1a, 64 bits (Fowler, Noll, Vo), over the bytes of a word, lowest first.

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

fn fnv1a(hash: u64, word: u64) -> u64 {
    word.to_le_bytes().iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::Network;
    use crate::eval::nnue::tests::random_network;
    use crate::eval::{Evaluation, SharedEval};

    #[test]
    fn every_position_is_legal_and_not_over() {
        for fen in POSITIONS {
            let game = Game::from_fen(fen).unwrap();
            assert_eq!(game.outcome(), None, "{fen}");
        }
    }

    #[test]
    fn positions_are_judged_alike_without_what_only_some_processors_have() {
        let network = random_network(1);
        let [plain, best] = [network.plain(), network].map(|network| {
            scores(&EvalConfig {
                network: Some(SharedEval::new(network)),
                ..Evaluation::Network.into()
            })
        });
        assert_eq!(plain, best);
        assert_ne!(plain, scores(&Evaluation::Tuned.into()));
    }

    /// The signature changes with search and evaluation; a commit that changes it says why.
    #[track_caller]
    fn assert_signatures<const N: usize>(expected: [(Evaluation, u64, u64); N]) {
        let network = Network::read(include_bytes!("../intuition.nnue")).unwrap();
        let network = SharedEval::new(network);
        let found = expected.map(|(evaluation, ..)| {
            let result = bench(EvalConfig {
                network: Some(network.clone()),
                ..evaluation.into()
            });
            (evaluation, result.nodes, result.signature)
        });
        assert_eq!(found, expected, "{found:#x?}");
    }

    #[test]
    fn the_signatures_of_the_evaluations_that_play_are_as_before() {
        assert_signatures([
            (Evaluation::Network, 1_239_863, SIGNATURE),
            (Evaluation::Tuned, 1_336_712, 0xef4e_57aa_8940_c9a4),
        ]);
    }

    #[test]
    fn a_recorder_changes_nothing() {
        assert_eq!(bench_recorded(Evaluation::Tuned), bench(Evaluation::Tuned));
    }

    #[test]
    fn the_signatures_of_the_evaluations_for_teaching_are_as_before() {
        assert_signatures([
            (Evaluation::Classic, 1_418_621, 0x8b5a_a20e_3ef7_c184),
            (Evaluation::Squares, 1_533_608, 0x5834_79a7_7337_c318),
            (Evaluation::Course, 1_174_204, 0x6fda_9ac9_223c_b231),
            (Evaluation::Rooks, 1_178_801, 0xc334_9d78_ae53_8cbe),
            (Evaluation::Material, 1_428_106, 0xbfde_229a_c9b3_ab6a),
        ]);
    }
}
