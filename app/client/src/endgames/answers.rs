//! What the page makes of the worker's answers.

use engine::search::Score;
use engine::tables::{EndgameValue, Wdl};

use super::messages::{EndgameAnswer, Probed};
use super::state::{EndgameState, HELD_MOVES, LessonStage, Trouble};
use super::{EndgameEffect, Goal};
use crate::worker::FromWorker;

/// A score, centipawns, by which the other side does not let a draw be held.
const WINNING_CP: i32 = 250;

impl EndgameState {
    pub(super) fn take_message(&mut self, message: FromWorker, effects: &mut Vec<EndgameEffect>) {
        match message {
            FromWorker::Failed { message } => {
                (self.has_worker, self.is_searching) = (false, false);
                self.trouble = Some(Trouble::Broken(message));
            }
            FromWorker::Done { id, decision } if id == self.last_search && self.is_searching => {
                self.is_searching = false;
                self.best = decision.mv;
                let is_winning = match decision.lines.first().map(|line| line.score) {
                    Some(Score::Cp(cp)) => cp > WINNING_CP,
                    Some(Score::Mate(moves)) => moves > 0,
                    None => false,
                };
                if self.is_held() && !is_winning {
                    self.finish(true, effects);
                } else {
                    self.answer_visitor(effects);
                }
            }
            _ => {}
        }
    }

    pub(super) fn take_answer(&mut self, answer: EndgameAnswer, effects: &mut Vec<EndgameEffect>) {
        match answer {
            EndgameAnswer::Probed(probed) if probed.key == self.game.position().key() => {
                self.take_probed(&probed, effects);
            }
            EndgameAnswer::Probed(_) => {}
            EndgameAnswer::Map(map) => self.map = Some(map),
            EndgameAnswer::Spread(spread) if self.is_of_lesson(&spread) => {
                self.spread = Some(spread);
                self.step = 0;
                self.set_playing(self.spread_on, effects);
            }
            EndgameAnswer::Spread(_) => {}
            EndgameAnswer::NoTables(key) => {
                let start = self.game.start().key();
                if [start, self.game.position().key()].contains(&key) {
                    self.trouble = Some(Trouble::NoTables);
                }
            }
        }
    }

    fn take_probed(&mut self, probed: &Probed, effects: &mut Vec<EndgameEffect>) {
        self.values[self.game.ply()] = Some(probed.value);
        (self.best, self.trouble) = (probed.reply, None);
        if self.stage != LessonStage::Answering {
            return;
        }
        if !self.keeps_goal(probed.value) && self.had_goal() != Some(false) {
            self.stage = LessonStage::Slipped;
        } else if self.keeps_goal(probed.value) && (self.is_held() || !self.has_tables()) {
            // With a man fewer a lesson that no table has becomes one that they have.
            self.finish(true, effects);
        } else {
            self.answer_visitor(effects);
        }
    }

    /// Whether a draw was held long enough.
    fn is_held(&self) -> bool {
        self.goal() == Goal::Draw && self.moves_made() >= HELD_MOVES
    }

    /// Whether the goal could be reached before the visitor's last move; `None` where that is not known.
    #[must_use]
    pub fn had_goal(&self) -> Option<bool> {
        let before = self.game.ply().checked_sub(1)?;
        if before == 0 {
            // What a lesson asks for can be done.
            return Some(true);
        }
        let value = self.values.get(before).copied().flatten()?;
        Some(match self.goal() {
            Goal::Win => value.wdl() == Wdl::Win,
            Goal::Draw => value.wdl() != Wdl::Loss,
        })
    }

    /// Whether the goal can still be reached after the visitor's move, by the opponent's value.
    fn keeps_goal(&self, opponents: EndgameValue) -> bool {
        match self.goal() {
            Goal::Win => opponents.wdl() == Wdl::Loss,
            Goal::Draw => opponents.wdl() != Wdl::Win,
        }
    }

    pub(super) fn answer_visitor(&mut self, effects: &mut Vec<EndgameEffect>) {
        if self.best.is_some() {
            self.stage = LessonStage::Replying;
            effects.push(EndgameEffect::ReplySoon);
        }
    }
}
