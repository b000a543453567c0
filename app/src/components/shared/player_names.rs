//! Names of the engine's players.

/// The name of the strategy with this id; of an unknown one the id.
pub fn opponent_name(strategy: &str) -> String {
    engine::player::strategies()
        .iter()
        .find(|known| known.id.as_str() == strategy)
        .map_or_else(|| strategy.to_owned(), |known| known.name.to_owned())
}
