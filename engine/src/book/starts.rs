//! Openings to begin a game with.

/// A well-known opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub name: &'static str,
    /// Its moves in SAN.
    pub sans: &'static str,
}

/// Openings to begin with.
pub const STARTS: [Start; 3] = [
    Start {
        name: "Ruy Lopez",
        sans: "e4 e5 Nf3 Nc6 Bb5",
    },
    Start {
        name: "Italian Game",
        sans: "e4 e5 Nf3 Nc6 Bc4",
    },
    Start {
        name: "Sicilian Defence",
        sans: "e4 c5",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::opening;
    use crate::rules::{Game, san};

    #[test]
    fn every_start_is_legal_and_bears_its_name() {
        for start in STARTS {
            let mut game = Game::new();
            for text in start.sans.split(' ') {
                let mv = san::parse(game.position(), text).unwrap();
                game.play(mv).unwrap();
            }
            let found = opening(game.keys()).unwrap();
            assert!(found.name.starts_with(start.name), "{found:?}");
        }
    }
}
