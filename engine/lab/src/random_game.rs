//! Random games to start from.

use engine::rules::Game;
use rand::RngExt;

/// A game of random moves; `None` if it is over before the last of `plies`, or with it.
pub(crate) fn random_game(rng: &mut engine::Rng, plies: u32) -> Option<Game> {
    let mut game = Game::new();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        // 32 bits, since ranges of `usize` draw differently on wasm32.
        let count = u32::try_from(moves.len()).ok().filter(|&count| count > 0)?;
        let mv = *moves.get(rng.random_range(0..count) as usize)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
