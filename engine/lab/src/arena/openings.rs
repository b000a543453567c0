//! Openings: eight random plies, kept where the position is balanced.

use engine::player::Calculator;
use engine::rules::Game;
use engine::search::{Score, SearchLimits};

use crate::random_game::random_game;

/// Random plies from the start position.
const RANDOM_PLIES: u32 = 8;
/// The opening's absolute score is below, centipawns.
const MAX_IMBALANCE: u32 = 100;
/// Plies of the search for the score.
const DEPTH: u8 = 6;
/// Distance of the openings' seeds. Odd; not the step of the SplitMix64 that makes a
/// generator's state of its seed, or neighbours would share three words of four.
const SEED_STRIDE: u64 = 0xd134_2543_de82_ef95;

/// The openings of a seed, by number. An opening depends on the build, the seed and the number alone.
pub struct Openings {
    seed: u64,
    searcher: Calculator,
}

impl Openings {
    /// The openings of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Openings {
        Openings {
            seed,
            searcher: Calculator::new(1),
        }
    }

    /// The opening of a number, as a game with its moves.
    pub fn get(&mut self, index: u32) -> Game {
        let seed = self
            .seed
            .wrapping_add(u64::from(index).wrapping_mul(SEED_STRIDE));
        let mut rng = engine::rng(seed);
        // About two in five random openings are balanced, so the loop ends.
        loop {
            if let Some(game) =
                random_game(&mut rng, RANDOM_PLIES).filter(|game| self.is_balanced(game))
            {
                return game;
            }
        }
    }

    fn is_balanced(&mut self, game: &Game) -> bool {
        let limits = SearchLimits::depth(DEPTH);
        let decision = self.searcher.choose_by_limits(game, &limits);
        match decision.lines.first().map(|line| line.score) {
            Some(Score::Cp(cp)) => cp.unsigned_abs() < MAX_IMBALANCE,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_opening_depends_on_seed_and_number_alone() {
        let mut forwards = Openings::new(7);
        let mut backwards = Openings::new(7);
        let first: Vec<Game> = (0..5).map(|index| forwards.get(index)).collect();
        let mut second: Vec<Game> = (0..5).rev().map(|index| backwards.get(index)).collect();
        second.reverse();
        assert_eq!(first, second);
        assert_ne!(first[0], Openings::new(8).get(0));
    }

    #[test]
    fn openings_have_eight_plies_are_level_and_differ() {
        let mut openings = Openings::new(0);
        let mut keys = BTreeSet::new();
        for index in 0..20 {
            let game = openings.get(index);
            assert_eq!(game.ply(), RANDOM_PLIES as usize);
            assert_eq!(game.outcome(), None);
            assert!(openings.is_balanced(&game));
            keys.insert(game.position().key());
        }
        assert_eq!(keys.len(), 20);
    }
}
