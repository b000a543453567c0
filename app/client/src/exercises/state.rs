//! State and reducer of the training page; `solving` and `lines` have parts of the reducer.

use std::sync::Arc;

use engine::exercises::{Exercise, ExerciseId, HintStage};
use engine::rules::{Move, Position};
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer};

use super::deck::{Added, Deck, Unsent};
use super::due::DEFAULT_NEW_PER_DAY;
use super::event::{TrainEffect, TrainEvent};
use super::local_time::LocalTime;
use super::shown_line::ShownLine;
use crate::sorted::sorted;

/// How far an exercise is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptStage {
    /// The visitor is to move.
    YourMove,
    /// The opponent's move follows in a moment.
    Replying(Move),
    /// The visitor's last move was wrong; it is on the board.
    Wrong,
    Over(AttemptEnd),
}

/// How an exercise ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptEnd {
    /// The visitor found the solution, or mate.
    Solved,
    /// The visitor's move is as good as the solution.
    AlsoGood,
    /// The solution was shown.
    Shown,
}

/// The exercise that is shown, and what the visitor has done up to now.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub exercise: Arc<Exercise>,
    pub stage: AttemptStage,
    /// The moves that were found, with the replies.
    pub moves: Vec<Move>,
    /// After these moves.
    pub(super) position: Position,
    /// The wrong tries, in order.
    pub wrong: Vec<Move>,
    /// The last hint for the move that is to be found.
    pub hint: Option<HintStage>,
    pub had_hint: bool,
    /// When it was shown, milliseconds since 1970.
    pub(super) shown_at: u64,
    /// When it was over.
    pub(super) ended_at: u64,
    /// The grade that the visitor chose.
    pub(super) chosen: Option<AnswerGrade>,
    /// The line on the board in place of the exercise.
    pub line: Option<ShownLine>,
}

/// What became of the exercises that were made since the page was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddedCount {
    pub new: usize,
    /// Those that the deck has had.
    pub known: usize,
    /// Those that it has no room for.
    pub refused: usize,
}

/// What the page knows.
#[derive(Clone, Debug)]
pub struct TrainState {
    pub deck: Deck,
    /// New exercises of a day at most.
    pub new_per_day: u16,
    /// When the last event came that has a time.
    pub time: LocalTime,
    /// The exercise that is shown.
    pub shown: Option<Attempt>,
    pub added: AddedCount,
    /// The number of the film that runs or ran last.
    pub(super) film: u32,
    pub(super) is_playing: bool,
}

impl Default for TrainState {
    fn default() -> Self {
        Self {
            deck: Deck::default(),
            new_per_day: DEFAULT_NEW_PER_DAY,
            time: LocalTime::default(),
            shown: None,
            added: AddedCount::default(),
            film: 0,
            is_playing: false,
        }
    }
}

impl Attempt {
    fn new(exercise: Arc<Exercise>, shown_at: u64) -> Attempt {
        Attempt {
            position: exercise.start,
            exercise,
            stage: AttemptStage::YourMove,
            moves: Vec::new(),
            wrong: Vec::new(),
            hint: None,
            had_hint: false,
            shown_at,
            ended_at: shown_at,
            chosen: None,
            line: None,
        }
    }

    /// The index of the solver's move that is to be found, from 0.
    #[must_use]
    pub fn index(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    #[must_use]
    pub fn ending(&self) -> Option<AttemptEnd> {
        match self.stage {
            AttemptStage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// Whether the wrong move on the board is that of the game.
    #[must_use]
    pub fn repeats_the_game(&self) -> bool {
        self.stage == AttemptStage::Wrong
            && self.moves.is_empty()
            && self.wrong.last() == Some(&self.exercise.played)
    }
}

impl TrainState {
    /// Takes an event in and says what is to be done after it.
    pub fn update(&mut self, event: TrainEvent) -> Vec<TrainEffect> {
        let mut effects = Vec::new();
        match event {
            TrainEvent::Known(deck) => self.deck.merge(&deck),
            TrainEvent::Add { exercises, time } => self.add(exercises, time, &mut effects),
            TrainEvent::Received { exercises, answers } => {
                let before = self.deck.clone();
                self.deck.receive(&exercises, &answers);
                self.store_changes(&before, &answers, &mut effects);
            }
            TrainEvent::Sent(sent) => self.mark_sent(&sent, &mut effects),
            TrainEvent::ServerForgot => {
                self.deck.mark_unsent();
                effects.push(TrainEffect::StoreAll);
            }
            TrainEvent::OtherVisitor => {
                self.deck = self.deck.without_sent();
                (self.shown, self.is_playing) = (None, false);
                effects.push(TrainEffect::StoreAll);
            }
            TrainEvent::LeftOver(answer) => {
                self.deck.add_answer(answer);
                effects.push(TrainEffect::Store(answer));
            }
            TrainEvent::SetNewPerDay(limit) => self.new_per_day = limit,
            TrainEvent::Look(time) => self.time = time,
            TrainEvent::Next(time) => self.next(time, &mut effects),
            TrainEvent::Open { exercise, time } => self.open(exercise, time, &mut effects),
            TrainEvent::Leave(time) => self.leave(time, &mut effects),
            TrainEvent::Play { mv, time } => self.play(mv, time, &mut effects),
            TrainEvent::Reply => self.reply(),
            TrainEvent::TakeBack => self.take_back(),
            TrainEvent::Hint => self.give_hint(),
            TrainEvent::ShowSolution(time) => self.show_solution(time, &mut effects),
            TrainEvent::PlayLine(kind) => self.play_line(kind, &mut effects),
            TrainEvent::ShowPly(kind, plies) => self.show_ply(kind, plies),
            TrainEvent::Tick(film) if film == self.film => self.tick(&mut effects),
            TrainEvent::Tick(_) => {}
            TrainEvent::Grade(grade) => self.choose_grade(grade, &mut effects),
            TrainEvent::SetAside(time) => self.set_aside(time, &mut effects),
            TrainEvent::TakeUp { exercise, time } => {
                self.time = time;
                if self.deck.schedule(exercise).is_set_aside {
                    self.answer(exercise, AnswerGrade::TakenUp, time.ms, &mut effects);
                }
            }
        }
        effects
    }

    /// The id of the exercise that is shown.
    #[must_use]
    pub fn shown_id(&self) -> Option<ExerciseId> {
        self.shown.as_ref().map(|attempt| attempt.exercise.id())
    }

    /// Whether there is an exercise to show next.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.deck.next(self.time, self.new_per_day).is_some()
    }

    fn add(&mut self, exercises: Vec<Exercise>, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        self.time = time;
        let mut new = Vec::new();
        for exercise in exercises {
            let id = exercise.id();
            match self.deck.add(exercise, time.ms) {
                Added::New => {
                    self.added.new += 1;
                    new.push(id);
                }
                Added::Known => self.added.known += 1,
                Added::Full => self.added.refused += 1,
            }
        }
        if !new.is_empty() {
            effects.push(TrainEffect::StoreExercises(new));
        }
    }

    fn mark_sent(&mut self, sent: &Unsent, effects: &mut Vec<TrainEffect>) {
        let before = self.deck.clone();
        self.deck.mark_sent(sent);
        self.store_changes(&before, &sent.answers, effects);
    }

    /// Has written what differs from a deck before, with the chunks of these answers.
    fn store_changes(
        &self,
        before: &Deck,
        answers: &[ExerciseAnswer],
        effects: &mut Vec<TrainEffect>,
    ) {
        let exercises = self.deck.iter();
        let changed = exercises.filter(|(id, entry)| before.get(*id) != Some(*entry));
        let changed: Vec<ExerciseId> = changed.map(|(id, _)| id).collect();
        if !changed.is_empty() {
            effects.push(TrainEffect::StoreExercises(changed));
        }
        let chunks = answers.iter().map(|answer| Deck::chunk_of(answer.at));
        let mut chunks = sorted(chunks);
        chunks.dedup();
        if !chunks.is_empty() {
            effects.push(TrainEffect::StoreChunks(chunks));
        }
    }

    fn next(&mut self, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        let is_over = |attempt: &Attempt| attempt.ending().is_some();
        if self.shown.as_ref().is_some_and(|attempt| !is_over(attempt)) {
            return;
        }
        self.leave(time, effects);
        self.show_next();
    }

    fn show_next(&mut self) {
        self.show(self.deck.next(self.time, self.new_per_day));
    }

    fn open(&mut self, id: ExerciseId, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        if self.shown_id() == Some(id) {
            return;
        }
        self.leave(time, effects);
        self.show(Some(id));
    }

    fn show(&mut self, id: Option<ExerciseId>) {
        let entry = id.and_then(|id| self.deck.get(id));
        let exercise = entry.map(|entry| entry.exercise.clone());
        self.shown = exercise.map(|exercise| Attempt::new(exercise, self.time.ms));
        self.is_playing = false;
    }

    /// Keeps the answer to an exercise that is over, and shows none.
    fn leave(&mut self, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        self.time = time;
        self.is_playing = false;
        let Some(attempt) = self.shown.take() else {
            return;
        };
        if let Some(grade) = attempt.grade() {
            self.answer(attempt.exercise.id(), grade, attempt.ended_at, effects);
        }
    }

    fn set_aside(&mut self, time: LocalTime, effects: &mut Vec<TrainEffect>) {
        let Some(id) = self.shown_id() else {
            return;
        };
        self.leave(time, effects);
        self.answer(id, AnswerGrade::SetAside, time.ms, effects);
        self.show_next();
    }

    /// Has the answer noted that the exercise has by now, if it is over.
    pub(super) fn note_answer(&self, effects: &mut Vec<TrainEffect>) {
        if let Some(attempt) = &self.shown
            && let Some(grade) = attempt.grade()
        {
            effects.push(TrainEffect::Note(ExerciseAnswer {
                exercise: attempt.exercise.id(),
                at: attempt.ended_at,
                grade,
            }));
        }
    }

    fn answer(
        &mut self,
        exercise: ExerciseId,
        grade: AnswerGrade,
        at: u64,
        effects: &mut Vec<TrainEffect>,
    ) {
        let answer = ExerciseAnswer {
            exercise,
            at,
            grade,
        };
        if self.deck.add_answer(answer) {
            effects.push(TrainEffect::Store(answer));
        }
    }
}
