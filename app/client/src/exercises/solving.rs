//! Moves, hints, and the end of an exercise.

use engine::exercises::{HintStage, Judgement};
use engine::rules::Move;
use wire::visitor::exercises::AnswerGrade;

use super::event::TrainEffect;
use super::local_time::LocalTime;
use super::shown_line::LineKind;
use super::state::{Attempt, AttemptEnd, AttemptStage, TrainState};

const HINTS: [HintStage; 3] = [HintStage::Piece, HintStage::Idea, HintStage::Move];

impl Attempt {
    /// The next hint for the move that is to be found, if there is one.
    #[must_use]
    pub fn next_hint(&self) -> Option<HintStage> {
        if self.stage != AttemptStage::YourMove {
            return None;
        }
        let further = HINTS.into_iter().filter(|&stage| Some(stage) > self.hint);
        let mut given = further.filter(|&stage| self.exercise.hint(self.index(), stage).is_some());
        given.next()
    }

    /// Plays a legal move of the visitor or the opponent.
    fn make(&mut self, mv: Move) {
        self.position = self.position.play(mv);
        self.moves.push(mv);
        self.hint = None;
    }

    fn end(&mut self, ending: AttemptEnd, time: LocalTime) {
        self.stage = AttemptStage::Over(ending);
        self.ended_at = time.ms;
    }
}

impl TrainState {
    pub(super) fn play(&mut self, mv: Move, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        self.time = time;
        let Some(attempt) = &mut self.shown else {
            return;
        };
        if attempt.stage != AttemptStage::YourMove || !attempt.position.is_legal(mv) {
            return;
        }
        match attempt.exercise.judge(attempt.index(), mv) {
            Judgement::Wrong { .. } => {
                attempt.wrong.push(mv);
                attempt.stage = AttemptStage::Wrong;
            }
            Judgement::Continue { reply } => {
                attempt.make(mv);
                attempt.stage = AttemptStage::Replying(reply);
                effects.push(TrainEffect::ReplySoon);
            }
            Judgement::Solved => {
                attempt.make(mv);
                attempt.end(AttemptEnd::Solved, time);
            }
            Judgement::AlsoGood => {
                attempt.make(mv);
                attempt.end(AttemptEnd::AlsoGood, time);
            }
        }
        self.note_answer(effects);
    }

    pub(super) fn reply(&mut self) {
        if let Some(attempt) = &mut self.shown
            && let AttemptStage::Replying(reply) = attempt.stage
        {
            attempt.make(reply);
            attempt.stage = AttemptStage::YourMove;
        }
    }

    pub(super) fn take_back(&mut self) {
        if let Some(attempt) = &mut self.shown
            && attempt.stage == AttemptStage::Wrong
        {
            attempt.stage = AttemptStage::YourMove;
            attempt.line = None;
            self.is_playing = false;
        }
    }

    pub(super) fn give_hint(&mut self) {
        if let Some(attempt) = &mut self.shown
            && let Some(stage) = attempt.next_hint()
        {
            attempt.hint = Some(stage);
            attempt.had_hint = true;
        }
    }

    pub(super) fn show_solution(&mut self, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        self.time = time;
        let Some(attempt) = &mut self.shown else {
            return;
        };
        if attempt.ending().is_none() {
            attempt.end(AttemptEnd::Shown, time);
            self.note_answer(effects);
            self.play_line(Some(LineKind::Solution), effects);
        }
    }

    pub(super) fn choose_grade(&mut self, grade: AnswerGrade, effects: &mut Vec<TrainEffect>) {
        let is_grade = !matches!(grade, AnswerGrade::SetAside | AnswerGrade::TakenUp);
        if let Some(attempt) = &mut self.shown
            && attempt.ending().is_some()
            && is_grade
        {
            attempt.chosen = Some(grade);
            self.note_answer(effects);
        }
    }
}
