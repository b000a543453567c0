//! The player of a side, made from its settings.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use engine::player::Player;
use lab::arena::{
    Fault, FaultKind, InProcessPlayer, MatchPlayer, MoveReply, MoveRequest, SideConfig,
};

use super::settings::SideSettings;
use super::uci_engine::UciEngine;

/// The player of a side on one thread of the match.
pub enum SidePlayer {
    InProcess(Box<PanicGuard>),
    Uci(Box<UciEngine>),
}

impl SidePlayer {
    /// The side's player; a UCI program is started by [`SidePlayer::prepare`].
    pub fn new(side: &SideSettings, max_silence: Duration) -> SidePlayer {
        match &side.command {
            None => SidePlayer::InProcess(Box::new(PanicGuard {
                config: side.config.clone(),
                player: None,
            })),
            Some(command) => {
                let engine = UciEngine::new(command.clone(), &side.config, max_silence);
                SidePlayer::Uci(Box::new(engine))
            }
        }
    }

    /// Prepares for a game: starts the program if it does not run.
    ///
    /// # Errors
    /// It cannot play any more; the match is aborted.
    pub fn prepare(&mut self) -> Result<(), String> {
        match self {
            SidePlayer::InProcess(_) => Ok(()),
            SidePlayer::Uci(engine) => engine.prepare(),
        }
    }

    /// The player for a [`GameRunner`](lab::arena::GameRunner).
    pub fn as_match_player(&mut self) -> &mut dyn MatchPlayer {
        match self {
            SidePlayer::InProcess(player) => player.as_mut(),
            SidePlayer::Uci(engine) => engine.as_mut(),
        }
    }
}

/// A player of this program; a panic loses one game instead of the match.
pub struct PanicGuard {
    config: SideConfig,
    /// `None` before the first game and after a panic.
    player: Option<InProcessPlayer<Box<dyn Player + Send>>>,
}

impl MatchPlayer for PanicGuard {
    fn new_game(&mut self) -> Result<(), Fault> {
        let config = &self.config;
        if self.player.is_none() {
            self.player = config.player().map(InProcessPlayer);
        }
        let missing = || Fault::new(FaultKind::Crashed, "there is no player");
        self.player.as_mut().ok_or_else(missing)?.new_game()
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<MoveReply, Fault> {
        let Some(player) = &mut self.player else {
            return Err(Fault::new(FaultKind::Crashed, "there is no player"));
        };
        // The player is dropped after a panic, so its state is not seen.
        let reply = panic::catch_unwind(AssertUnwindSafe(|| player.choose(request)));
        reply.unwrap_or_else(|_| {
            self.player = None;
            Err(Fault::new(FaultKind::Crashed, "the player panicked"))
        })
    }
}
