//! Test matches: how strong a network is.

use std::time::Duration;

use engine::player::{Calculator, NeverStop, Player, StoppedClock};
use engine::rules::Color;
use serde::{Deserialize, Serialize};

use super::eval_source::EvalSource;
use super::yardstick::Yardstick;
use crate::arena::{Adjudication, GameRunner, GameSide, InProcessPlayer, Openings, SearchBudget};

/// Nodes of a search in a test match.
pub const TEST_NODES: u32 = 1_000;
/// Of a search's transposition table, MB.
const HASH_MB: u32 = 1;

/// A side of a test match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TestSide {
    /// The full search, [`TEST_NODES`] a move.
    Search(EvalSource),
    Yardstick(Yardstick),
}

/// An opening played twice, with colours swapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestPair {
    pub sides: [TestSide; 2],
    /// Of the opening, and of players that draw lots.
    pub seed: u64,
}

impl TestPair {
    /// Plays both games; returns the half points of the first side, 0 to 4.
    #[must_use]
    pub fn play(&self) -> u8 {
        let mut players = self
            .sides
            .each_ref()
            .map(|side| InProcessPlayer(side.player(self.seed)));
        let budgets = self.sides.each_ref().map(TestSide::budget);
        let opening = Openings::new(self.seed).get(0);
        let runner = GameRunner {
            clock: &StoppedClock,
            stop: &NeverStop,
            time_margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            seed: self.seed,
        };
        let half_points = |color: Color| {
            let [first, second] = &mut players;
            let first = GameSide {
                player: first,
                budget: budgets[0],
            };
            let second = GameSide {
                player: second,
                budget: budgets[1],
            };
            let sides = match color {
                Color::White => [first, second],
                Color::Black => [second, first],
            };
            match runner.play(&opening, sides).and_then(|game| game.winner) {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            }
        };
        Color::ALL.map(half_points).into_iter().sum()
    }
}

impl TestSide {
    fn player(&self, seed: u64) -> Box<dyn Player + Send> {
        match self {
            TestSide::Yardstick(yardstick) => yardstick.player(seed),
            TestSide::Search(source) => {
                let mut player = Calculator::new(HASH_MB);
                player.remember(true);
                player.set_eval(source.eval());
                Box::new(player)
            }
        }
    }

    fn budget(&self) -> SearchBudget {
        match self {
            TestSide::Yardstick(yardstick) => yardstick.budget(),
            TestSide::Search(_) => SearchBudget {
                nodes: Some(TEST_NODES.into()),
                ..SearchBudget::default()
            },
        }
    }
}
