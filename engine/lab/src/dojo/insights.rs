//! What a network thinks: the worth of pieces and its favourite first moves.

use engine::player::Calculator;
use engine::rules::{Color, Game, Move, Piece, Position};
use engine::search::SearchLimits;
use serde::{Deserialize, Serialize};

use super::playing_network::PlayingNetwork;
use super::test_match::TEST_NODES;

/// First moves that are named.
const FIRST_MOVES: u8 = 3;
/// MB of the search's transposition table.
const HASH_MB: u32 = 1;
/// Positions in which pieces are taken off.
const POSITIONS: [&str; 4] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 6 8",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "2r2rk1/1bq1bppp/p2ppn2/1p6/3NPP2/P1NB4/1PP1Q1PP/2R2R1K w - - 0 16",
];

/// What a network thinks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insights {
    /// By how much the score drops without a pawn, knight, bishop, rook, queen: the mean over some
    /// positions with all of them, centipawns.
    pub piece_values: [i32; 5],
    /// The best first moves by a search, the best one first.
    pub first_moves: Vec<Move>,
}

impl Insights {
    /// Asks a network.
    #[must_use]
    pub fn new(network: &PlayingNetwork) -> Insights {
        Insights {
            piece_values: piece_values(network),
            first_moves: first_moves(network),
        }
    }
}

fn piece_values(network: &PlayingNetwork) -> [i32; 5] {
    let (mut sums, mut counts) = ([0; 5], [0; 5]);
    for position in POSITIONS
        .iter()
        .filter_map(|fen| Position::from_fen(fen).ok())
    {
        for contribution in network.shared().contributions(&position) {
            let Some((color, piece)) = position.piece_at(contribution.square) else {
                continue;
            };
            let score = match color {
                Color::White => contribution.score,
                Color::Black => -contribution.score,
            };
            if piece != Piece::King {
                sums[piece.index()] += score;
                counts[piece.index()] += 1;
            }
        }
    }
    [0, 1, 2, 3, 4].map(|piece| sums[piece] / counts[piece].max(1))
}

fn first_moves(network: &PlayingNetwork) -> Vec<Move> {
    let mut player = Calculator::new(HASH_MB);
    player.set_eval(network.eval());
    let limits = SearchLimits::nodes(u64::from(TEST_NODES) * u64::from(FIRST_MOVES));
    let decision = player.choose_by_limits(&Game::new(), &limits.with_multipv(FIRST_MOVES));
    let lines = decision.lines.into_iter();
    lines.filter_map(|line| line.pv.first().copied()).collect()
}
