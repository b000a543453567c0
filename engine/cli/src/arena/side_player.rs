//! The players of a match, made from its settings.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use engine::player::Player;
use lab::arena::{Answer, Config, Contestant, Fault, FaultKind, Ours, Turn};

use super::engine_actor::EngineActor;
use super::settings::Side;

/// One side as one thread of the match has it.
pub enum Contender {
    Ours(Box<Guarded>),
    Program(EngineActor),
}

impl Contender {
    /// The side's player; a program is started by [`Contender::prepare`].
    pub fn new(side: &Side, silence: Duration) -> Contender {
        match &side.command {
            None => Contender::Ours(Box::new(Guarded {
                config: side.config.clone(),
                player: None,
            })),
            Some(command) => {
                let hash = side
                    .config
                    .hash_mb
                    .map(|hash| ("Hash".to_owned(), hash.to_string()));
                let given = side.config.uci_options.iter().cloned();
                let options: Vec<_> = hash.into_iter().chain(given).collect();
                Contender::Program(EngineActor::new(command.clone(), &options, silence))
            }
        }
    }

    /// Gets ready for a game.
    ///
    /// # Errors
    /// It cannot play any more: the match is broken off.
    pub fn prepare(&mut self) -> Result<(), String> {
        match self {
            Contender::Ours(_) => Ok(()),
            Contender::Program(program) => program.prepare(),
        }
    }

    /// As the umpire sees it.
    pub fn contestant(&mut self) -> &mut dyn Contestant {
        match self {
            Contender::Ours(ours) => ours.as_mut(),
            Contender::Program(program) => program,
        }
    }
}

/// A player of ours whose panic loses one game instead of the match.
pub struct Guarded {
    config: Config,
    /// None at first and after a panic.
    player: Option<Ours<Box<dyn Player + Send>>>,
}

impl Contestant for Guarded {
    fn new_game(&mut self) -> Result<(), Fault> {
        let config = &self.config;
        if self.player.is_none() {
            self.player = config.player().map(Ours);
        }
        let nobody = || Fault::new(FaultKind::Crashed, "there is no player");
        self.player.as_mut().ok_or_else(nobody)?.new_game()
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        let Some(player) = &mut self.player else {
            return Err(Fault::new(FaultKind::Crashed, "there is no player"));
        };
        // The player is dropped after a panic, so nobody sees the state it left.
        let answer = panic::catch_unwind(AssertUnwindSafe(|| player.choose(turn)));
        answer.unwrap_or_else(|_| {
            self.player = None;
            Err(Fault::new(FaultKind::Crashed, "the player panicked"))
        })
    }
}
