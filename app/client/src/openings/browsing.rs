//! Looking at the moves of a repertoire, and changing them.

use engine::rules::Move;

use super::event::OpeningsEffect;
use super::opponent::LineOpponent;
use super::repertoire::RepertoireId;
use super::state::{LineStage, OpeningLine, OpeningsState};
use crate::exercises::LocalTime;

impl OpeningsState {
    pub(super) fn browse(&mut self, id: RepertoireId, effects: &mut Vec<OpeningsEffect>) {
        self.leave(effects);
        if self.repertoire(id).is_some() {
            self.line = Some(OpeningLine {
                is_browsed: true,
                ..OpeningLine::new(id, LineOpponent::Repertoire)
            });
        }
    }

    /// Goes on by a legal move; one that is not in the repertoire waits to be added.
    pub(super) fn look_at(&mut self, mv: Move) {
        let shown = self.shown().zip(self.line.as_ref());
        let is_known = shown
            .is_some_and(|(repertoire, line)| repertoire.moves_at(line.position()).contains(&mv));
        if let Some(line) = &mut self.line {
            match is_known {
                true => line.make(mv),
                false => line.stage = LineStage::Left(mv),
            }
        }
    }

    /// The moves that can be added to the repertoire now: all of the line up to the visitor's last move, or to
    /// the one on the board that waits for it; `None` where all are known.
    #[must_use]
    pub fn addable(&self) -> Option<Vec<Move>> {
        let (line, repertoire) = (self.line.as_ref()?, self.shown()?);
        let mut moves = line.game.moves().to_vec();
        match line.stage {
            LineStage::Left(mv) => moves.push(mv),
            _ if line.is_beyond => {
                let own = (0..moves.len()).rev();
                let mut own = own.filter(|&ply| repertoire.is_own(&line.game.position_at(ply)));
                let last = own.next()?;
                moves.truncate(last + 1);
                let before = line.game.position_at(last);
                if repertoire.moves_at(&before).contains(&moves[last]) {
                    return None;
                }
            }
            _ => return None,
        }
        Some(moves)
    }

    pub(super) fn add_move(&mut self, time: LocalTime, effects: &mut Vec<OpeningsEffect>) {
        self.time = time;
        let (Some(moves), Some(id)) = (self.addable(), self.shown().map(|known| known.id)) else {
            return;
        };
        let added = self.repertoire_mut(id).map(|known| known.add_line(&moves));
        let Some(line) = &mut self.line else { return };
        if let Some(Err(error)) = added {
            line.refused = Some(error);
            return;
        }
        effects.push(OpeningsEffect::Store(id));
        if let LineStage::Left(mv) = line.stage {
            line.make(mv);
            line.stage = LineStage::YourMove;
            let is_browsed = line.is_browsed;
            self.cancel(effects);
            if !is_browsed {
                self.settle(effects);
            }
        }
    }

    pub(super) fn remove_move(&mut self, mv: Move, effects: &mut Vec<OpeningsEffect>) {
        let Some(line) = self.line.as_ref().filter(|line| line.is_browsed) else {
            return;
        };
        let (id, position) = (line.repertoire, *line.position());
        let removed = self
            .repertoire_mut(id)
            .map(|known| known.remove(&position, mv));
        if removed == Some(true) {
            effects.push(OpeningsEffect::Store(id));
        }
    }
}
