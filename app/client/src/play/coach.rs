//! The coach: a visitor's move is looked at before it is answered.
//!
//! A short search measures the move. If it seems to lose, longer ones look at it, and whoever shows the coach
//! decides by these whether the visitor is asked. Until then the move is on the board, and the engine waits.

use engine::rules::Move;

use super::update::PlayUpdate;
use super::{Coach, EngineState, PlayState, Players};

/// What a move loses at least, in hundredths of a point of the chance to win, for longer searches to look at it.
const MIN_LOSS: u16 = 1_000;
/// The most moves that are to be remembered after a game.
const MAX_REMEMBERED: usize = 3;
/// Nodes of each of the longer searches, five at most: the visitor waits for them.
const NODES: u64 = 60_000;
/// Nodes of each of the searches that look at a move within a game: the next answer waits for them.
const ANSWERED_NODES: u64 = 20_000;

impl PlayState {
    /// Whether the coach looks at the move that led to this position.
    pub(super) fn is_coached(&self) -> bool {
        let is_alone = matches!(self.players, Players::Engine { .. });
        self.coach == Coach::Idle && is_alone && self.outcome().is_none()
    }

    /// The visitor's latest move, and the ply before it.
    pub fn held_move(&self) -> Option<(usize, Move)> {
        let (&mv, before) = self.game.moves().split_last()?;
        self.coach.holds().then_some((before.len(), mv))
    }

    /// The plies of the visitor's moves that lost most, as far as it was measured, at most three, in the game's
    /// order; small losses are left out.
    pub fn worst_moves(&self) -> Vec<usize> {
        let of_game =
            |&&[ply, lost]: &&[u32; 2]| (ply as usize) < self.game.ply() && lost >= MIN_LOSS.into();
        let mut worst: Vec<[u32; 2]> = self.losses.iter().filter(of_game).copied().collect();
        while worst.len() > MAX_REMEMBERED {
            let least = (0..worst.len()).min_by_key(|&index| worst[index][1]);
            worst.remove(least.unwrap_or(0));
        }
        worst.iter().map(|&[ply, _]| ply as usize).collect()
    }
}

impl PlayUpdate<'_> {
    /// Somebody shows the coach, or nobody any more.
    pub(super) fn set_coach(&mut self, on: bool) {
        self.answer();
        self.state.coach = match on {
            true => Coach::Idle,
            false => Coach::Off,
        };
    }

    /// Has longer searches look at a move that has been answered, or of a game that is over.
    pub(super) fn judge(&mut self, ply: usize) {
        let is_over = self.state.outcome().is_some();
        let is_past = is_over || ply + 1 < self.state.game.ply();
        let is_ready = self.state.engine == EngineState::Ready && is_past;
        let nodes = if is_over { NODES } else { ANSWERED_NODES };
        if let Some(&mv) = self.state.game.moves().get(ply).filter(|_| is_ready) {
            self.state.judged = Some((ply, None));
            self.verify(ply, mv, nodes, false);
        }
    }

    /// Lets the engine answer the move that is held, if one is.
    pub(super) fn answer(&mut self) {
        if self.state.coach.holds() {
            self.state.coach.release();
            self.schedule_search();
        }
    }

    /// What the worker was asked about a held move is lost with it.
    pub(super) fn lose_judgement(&mut self) {
        if !matches!(self.state.coach, Coach::Judged(_)) {
            self.state.coach.release();
        }
    }

    /// The short search has found that the held move loses so much; `None` where that does not tell, as in a
    /// decided game.
    pub(super) fn held_move_measured(&mut self, lost: Option<u16>) {
        let held = self.state.held_move();
        let doubted = held.filter(|_| lost.is_none_or(|lost| lost >= MIN_LOSS));
        match doubted {
            Some((ply, mv)) => {
                self.state.coach = Coach::Judging;
                self.verify(ply, mv, NODES, false);
            }
            None => self.answer(),
        }
    }

    /// The searches around the held move are done; without a result if it could not be measured.
    pub(super) fn held_move_verified(&mut self, sound: Vec<u8>) {
        match self.state.coach {
            Coach::Measuring => self.held_move_measured(None),
            _ if sound.is_empty() => self.answer(),
            _ => self.state.coach = Coach::Judged(sound),
        }
    }
}
