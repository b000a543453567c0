//! State and reducer of the page of openings; `drill` and `browsing` have parts of the reducer.

use engine::exercises::ExerciseId;
use engine::rules::{Game, Move, Position};
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer};

use super::departure::Departure;
use super::event::{OpeningsEffect, OpeningsEvent};
use super::limits::MAX_REPERTOIRES;
use super::opponent::LineOpponent;
use super::repertoire::{Card, Repertoire, RepertoireId, checked_name};
use super::repertoire_error::RepertoireError;
use crate::exercises::{AnswerHistory, LocalTime};
use crate::sorted::{sorted, sorted_by_key};
use crate::worker::{FromWorker, SearchId};

/// New cards of a repertoire on one day.
pub const NEW_PER_DAY: usize = 10;
/// After so many failures in a row the worker is not started again.
const MAX_FAILURES: u8 = 3;

/// How far a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineStage {
    /// The visitor is to move.
    YourMove,
    /// The opponent's move follows in a moment.
    Replying(Move),
    /// The opponent's move is searched.
    Searching,
    /// This move of the visitor is not the repertoire's; it is on the board.
    Left(Move),
    /// This move is the repertoire's, but another one of this position is asked; it is on the board.
    AnotherAsked(Move),
    Over(LineEnd),
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The repertoire ends here, or nothing more of it is asked.
    Done,
    /// The repertoire has no answer to the opponent's last move.
    NoAnswer,
    /// The opponent has no move: the book ends here, or the engine does not answer.
    NoReply,
    /// The game itself is over.
    GameOver,
}

/// The line on the board.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    pub repertoire: RepertoireId,
    pub opponent: LineOpponent,
    /// Whether the moves are looked at and changed, not asked.
    pub is_browsed: bool,
    /// Whether all moves are asked, not only what is due and new.
    pub everything: bool,
    pub game: Game,
    pub stage: LineStage,
    /// What is asked in this position; of several moves of the repertoire it may be some.
    pub asked: Vec<Card>,
    /// Whether the visitor plays on after the repertoire's end.
    pub is_beyond: bool,
    /// Wrong tries in this position.
    pub(super) wrong: usize,
    /// 0 without a hint, 1 with the piece, 2 with the move.
    pub hints: u8,
    /// Moves of this line that were known, and those that were asked.
    pub known: usize,
    pub answered: usize,
    /// What was found of the move that is not the repertoire's.
    pub departure: Option<Departure>,
    /// Why the last move could not be added.
    pub refused: Option<RepertoireError>,
}

/// What a repertoire has to ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepertoireCounts {
    pub lines: usize,
    /// The visitor's moves.
    pub cards: usize,
    /// Before the next local midnight.
    pub due: usize,
    /// New ones that today still brings.
    pub new: usize,
    /// Cards that would be known now, as far as the schedule knows.
    pub known: usize,
    /// Whether something can be asked now.
    pub can_begin: bool,
    /// Local days until the first card is due.
    pub days: Option<u64>,
}

/// What the page knows.
#[derive(Clone, Debug, Default)]
pub struct OpeningsState {
    /// In the order in which they were made.
    pub repertoires: Vec<Repertoire>,
    /// The answers of all repertoires: a position that two have in common is known in both.
    pub history: AnswerHistory,
    /// When the last event came that has a time.
    pub time: LocalTime,
    pub opponent: LineOpponent,
    pub line: Option<OpeningLine>,
    /// Why a repertoire could not be kept, or the engine does not answer.
    pub trouble: Option<String>,
    pub(super) last_search: SearchId,
    /// The search whose answer is awaited.
    pub(super) search: Option<SearchId>,
    pub(super) has_worker: bool,
    pub(super) failures: u8,
}

impl OpeningsState {
    /// Takes an event in and says what is to be done after it.
    pub fn update(&mut self, event: OpeningsEvent) -> Vec<OpeningsEffect> {
        let mut effects = Vec::new();
        match event {
            OpeningsEvent::Known {
                repertoires,
                history,
            } => {
                // One may have been made while they were read.
                self.repertoires.extend(repertoires);
                let known: Vec<&Repertoire> = self.repertoires.iter().collect();
                let mut known = sorted_by_key(&known, |known| known.id);
                known.dedup_by_key(|known| known.id);
                let known = known.into_iter().take(MAX_REPERTOIRES);
                self.repertoires = known.cloned().collect();
                self.history.merge(&history);
            }
            OpeningsEvent::Add(repertoire) => self.add(*repertoire, &mut effects),
            OpeningsEvent::Rename { id, name } => self.rename(id, &name, &mut effects),
            OpeningsEvent::Delete(id) => {
                let is_shown = self.line.as_ref().is_some_and(|line| line.repertoire == id);
                if is_shown {
                    self.leave(&mut effects);
                }
                self.repertoires.retain(|known| known.id != id);
                effects.push(OpeningsEffect::Delete(id));
            }
            OpeningsEvent::Look(time) => self.time = time,
            OpeningsEvent::SetOpponent(opponent) => self.opponent = opponent,
            OpeningsEvent::Drill {
                id,
                everything,
                time,
            } => {
                self.time = time;
                self.begin_line(id, everything, &mut effects);
            }
            OpeningsEvent::Browse(id) => self.browse(id, &mut effects),
            OpeningsEvent::Next(time) => self.next_line(time, &mut effects),
            OpeningsEvent::Leave => self.leave(&mut effects),
            OpeningsEvent::Play { mv, time } => self.play(mv, time, &mut effects),
            OpeningsEvent::Reply(time) => self.reply(time, &mut effects),
            OpeningsEvent::TakeBack => self.take_back(&mut effects),
            OpeningsEvent::Hint => self.give_hint(),
            OpeningsEvent::PlayOn(time) => self.play_on(time),
            OpeningsEvent::AddMove(time) => self.add_move(time, &mut effects),
            OpeningsEvent::RemoveMove(mv) => self.remove_move(mv, &mut effects),
            OpeningsEvent::Engine(message) => self.hear(message, &mut effects),
            OpeningsEvent::Explained(departure) => self.explained(departure),
        }
        effects
    }

    #[must_use]
    pub fn repertoire(&self, id: RepertoireId) -> Option<&Repertoire> {
        self.repertoires.iter().find(|known| known.id == id)
    }

    pub(super) fn repertoire_mut(&mut self, id: RepertoireId) -> Option<&mut Repertoire> {
        self.repertoires.iter_mut().find(|known| known.id == id)
    }

    /// The repertoire of the line on the board.
    #[must_use]
    pub fn shown(&self) -> Option<&Repertoire> {
        self.repertoire(self.line.as_ref()?.repertoire)
    }

    /// A free id for a repertoire that is made now.
    #[must_use]
    pub fn new_id(&self, time: LocalTime) -> RepertoireId {
        let latest = self.repertoires.iter().map(|known| known.id.0).max();
        let after = latest.map_or(0, |latest| latest.saturating_add(1));
        RepertoireId(after.max(time.ms))
    }

    /// What a repertoire has to ask.
    #[must_use]
    pub fn counts(&self, repertoire: &Repertoire) -> RepertoireCounts {
        let ids = ids(repertoire);
        let time = self.time;
        let known = ids
            .iter()
            .map(|id| self.history.schedule(*id).retrievability(time));
        RepertoireCounts {
            lines: repertoire.lines(),
            cards: ids.len(),
            due: self.history.due_today(&ids, time),
            new: self.new_cards(&ids).len(),
            known: known.sum::<f64>().round() as usize,
            can_begin: !self.wanted(repertoire).is_empty(),
            days: self.history.days_until_due(&ids, time),
        }
    }

    /// The ids of the cards that are to be asked now, sorted: those due, and the new ones of today; where there
    /// are none, those that were not known just now.
    #[must_use]
    pub fn wanted(&self, repertoire: &Repertoire) -> Vec<ExerciseId> {
        let ids = ids(repertoire);
        let mut wanted = self.history.due(&ids, self.time);
        wanted.extend(self.new_cards(&ids));
        if wanted.is_empty() {
            let schedule = |id: &ExerciseId| self.history.schedule(*id);
            let unknown = ids
                .iter()
                .filter(|id| schedule(id).unsolved_since().is_some());
            wanted.extend(unknown);
        }
        sorted(wanted)
    }

    /// The new cards of today, line by line.
    fn new_cards(&self, ids: &[ExerciseId]) -> Vec<ExerciseId> {
        let left = NEW_PER_DAY.saturating_sub(self.history.begun_today(ids, self.time));
        let new = ids.iter().copied();
        let new = new.filter(|id| self.history.schedule(*id).is_new());
        new.take(left).collect()
    }

    fn add(&mut self, repertoire: Repertoire, effects: &mut Vec<OpeningsEffect>) {
        if self.repertoires.len() >= MAX_REPERTOIRES {
            self.trouble = Some(RepertoireError::TooMany.to_string());
            return;
        }
        self.trouble = None;
        effects.push(OpeningsEffect::Store(repertoire.id));
        self.repertoires.retain(|known| known.id != repertoire.id);
        self.repertoires.push(repertoire);
    }

    fn rename(&mut self, id: RepertoireId, name: &str, effects: &mut Vec<OpeningsEffect>) {
        let name = checked_name(name);
        let Some(known) = self.repertoire_mut(id) else {
            return;
        };
        match name {
            Ok(name) => {
                known.name = name;
                self.trouble = None;
                effects.push(OpeningsEffect::Store(id));
            }
            Err(error) => self.trouble = Some(error.to_string()),
        }
    }

    pub(super) fn leave(&mut self, effects: &mut Vec<OpeningsEffect>) {
        self.line = None;
        self.cancel(effects);
    }

    /// Notes an answer, unless it says nothing.
    pub(super) fn answer(
        &mut self,
        card: Card,
        grade: AnswerGrade,
        effects: &mut Vec<OpeningsEffect>,
    ) {
        if self.history.schedule(card.id).is_resting(self.time) && grade != AnswerGrade::Again {
            return;
        }
        let answer = ExerciseAnswer {
            exercise: card.id,
            at: self.time.ms,
            grade,
        };
        if self.history.add(answer) {
            effects.push(OpeningsEffect::StoreAnswer(answer));
        }
    }

    /// The number of a search that begins.
    pub(super) fn next_search(&mut self, effects: &mut Vec<OpeningsEffect>) -> SearchId {
        if !self.has_worker {
            self.has_worker = true;
            effects.push(OpeningsEffect::StartWorker);
        }
        self.last_search = self.last_search.next();
        self.search = Some(self.last_search);
        self.last_search
    }

    pub(super) fn cancel(&mut self, effects: &mut Vec<OpeningsEffect>) {
        if let Some(id) = self.search.take() {
            effects.push(OpeningsEffect::Cancel(id));
        }
    }

    fn hear(&mut self, message: FromWorker, effects: &mut Vec<OpeningsEffect>) {
        match message {
            FromWorker::Done { id, decision } if self.search == Some(id) => {
                self.search = None;
                self.failures = 0;
                self.searched(decision.mv, effects);
            }
            FromWorker::Failed { message } => {
                self.failures = self.failures.saturating_add(1);
                self.has_worker = false;
                let awaited = self.search.take().is_some();
                if awaited && self.failures < MAX_FAILURES {
                    self.search_again(effects);
                } else if awaited {
                    self.trouble = Some(format!("The engine does not answer: {message}"));
                    self.searched(None, effects);
                }
            }
            _ => {}
        }
    }

    fn explained(&mut self, departure: Departure) {
        if self.search == Some(departure.id) {
            self.search = None;
            self.failures = 0;
            if let Some(line) = &mut self.line {
                line.departure = Some(departure);
            }
        }
    }
}

impl OpeningLine {
    /// The position before a move that is on the board and not kept.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether what is found of the move on the board is awaited.
    #[must_use]
    pub fn is_left(&self) -> bool {
        matches!(self.stage, LineStage::Left(_))
    }
}

fn ids(repertoire: &Repertoire) -> Vec<ExerciseId> {
    repertoire.cards().iter().map(|card| card.id).collect()
}
