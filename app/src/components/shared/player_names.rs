//! What the page calls the minds.

/// The name of the mind with this id; of one that is not known here, the id.
pub fn opponent_name(strategy: &str) -> String {
    engine::player::strategies()
        .iter()
        .find(|known| known.id.as_str() == strategy)
        .map_or_else(|| strategy.to_owned(), |known| known.name.to_owned())
}
