//! The room's entries in the public lists.

use engine::rules::{Color, Move};
use wire::live::game_view::GameStage;
use wire::live::protocol::{OpenChallenge, RunningGame};

use super::state::GameRoom;
use crate::live::game_state::SidePlayer;
use crate::live::lobby::ListedChallenge;
use crate::live::public_list::ListKey;
use crate::live::running_games::ListedGame;

impl GameRoom {
    pub(super) fn list_key(&self) -> ListKey {
        (self.live.created_ms, self.live.id)
    }

    /// Lists the game as what it is at present, if it is listed at all.
    pub(super) fn update_lists(&self) {
        let (lobby, running) = (&self.services.lobby, &self.services.running_games);
        match self.challenge() {
            Some(challenge) => lobby.add(self.list_key(), challenge),
            None => lobby.remove(self.list_key()),
        }
        match self.running_game() {
            Some(game) => running.add(self.list_key(), game),
            None => running.remove(self.list_key()),
        }
    }

    /// An open challenge while its creator is connected.
    fn challenge(&self) -> Option<ListedChallenge> {
        if self.live.stage != GameStage::Open || !self.live.listed {
            return None;
        }
        let color = self
            .live
            .side_where(|player| *player == SidePlayer::Nobody)?;
        if !self.presence.is_connected(!color) {
            return None;
        }
        let SidePlayer::User { name, .. } = self.live.player(!color) else {
            return None;
        };
        Some(ListedChallenge {
            challenge: OpenChallenge {
                game: self.live.link.clone(),
                by: name.clone(),
                color,
                control: self.live.control,
                from_position: self.live.start_fen.is_some(),
            },
            from: self.from[(!color).index()],
        })
    }

    /// A game under way while one of its players is connected.
    fn running_game(&self) -> Option<ListedGame> {
        let is_here = |color: Color| self.presence.is_connected(color);
        if self.live.stage != GameStage::Playing
            || !self.live.listed
            || !Color::ALL.into_iter().any(is_here)
        {
            return None;
        }
        let game = &self.live.game;
        let [white, black] = self.from;
        Some(ListedGame {
            game: RunningGame {
                game: self.live.link.clone(),
                white: self.live.player_info(Color::White),
                black: self.live.player_info(Color::Black),
                control: self.live.control,
                fen: game.position().to_fen(),
                last_move: game.moves().last().map(Move::to_string),
            },
            from: white.or(black),
        })
    }
}
