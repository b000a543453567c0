//! State and reducer of the course's page; `requests`, `answers` and `film` have parts of the reducer.

use engine::rules::{Color, Game, Move, Square};
use engine::tables::{EndgameValue, TableSet};

use super::messages::{PieceMap, SpreadMap};
use super::{EndgameEffect, EndgameEvent, Goal, Lesson, Progress, Solution};
use crate::worker::SearchId;

/// A draw is held once the visitor has made so many moves.
pub const HELD_MOVES: usize = 20;

/// How far a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonStage {
    /// The visitor is to move.
    YourMove,
    /// The opponent's move is looked up, or searched.
    Answering,
    /// The opponent's move follows in a moment.
    Replying,
    /// The visitor's last move has given the goal away.
    Slipped,
    /// The lesson is over; whether its goal was reached.
    Over { reached: bool },
}

/// What stands in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The tables of this ending cannot be had now.
    NoTables,
    /// The worker broke, for this reason.
    Broken(String),
}

/// What the page knows.
#[derive(Clone, Debug)]
pub struct EndgameState {
    /// The lesson that is shown; `None` for the list of them.
    pub lesson: Option<&'static Lesson>,
    pub game: Game,
    pub stage: LessonStage,
    /// By ply, for the side to move; `None` where it is not known.
    pub values: Vec<Option<EndgameValue>>,
    /// The move that is best in the position on the board.
    pub(super) best: Option<Move>,
    /// The best move, where the visitor has asked for it.
    pub shown: Option<Move>,
    /// Whether a move was taken back or shown, or a map looked at.
    pub had_help: bool,
    pub progress: Progress,
    pub trouble: Option<Trouble>,
    /// Whether a piece that is picked up has its map.
    pub map_on: bool,
    pub(super) picked_up: Option<Square>,
    pub pinned: Option<Square>,
    pub(super) map: Option<PieceMap>,
    /// Whether the truth that spreads is shown.
    pub spread_on: bool,
    pub spread: Option<SpreadMap>,
    /// The moves to mate that are shown of it.
    pub step: usize,
    pub is_playing: bool,
    /// The number of the film that runs or ran last.
    pub(super) film: u32,
    pub(super) has_worker: bool,
    pub(super) last_search: SearchId,
    /// Whether that search's move is waited for.
    pub(super) is_searching: bool,
}

impl Default for EndgameState {
    fn default() -> Self {
        Self {
            lesson: None,
            game: Game::new(),
            stage: LessonStage::YourMove,
            values: vec![None],
            best: None,
            shown: None,
            had_help: false,
            progress: Progress::default(),
            trouble: None,
            map_on: false,
            picked_up: None,
            pinned: None,
            map: None,
            spread_on: false,
            spread: None,
            step: 0,
            is_playing: false,
            film: 0,
            has_worker: false,
            last_search: SearchId::default(),
            is_searching: false,
        }
    }
}

impl EndgameState {
    /// Takes an event in and says what is to be done after it.
    pub fn update(&mut self, event: EndgameEvent) -> Vec<EndgameEffect> {
        let mut effects = Vec::new();
        match event {
            EndgameEvent::Known(progress) => self.progress = progress,
            EndgameEvent::Open(lesson) => self.open(lesson, &mut effects),
            EndgameEvent::Restart => self.begin(&mut effects),
            EndgameEvent::Play(mv) => self.play(mv, &mut effects),
            EndgameEvent::Reply => self.reply(&mut effects),
            EndgameEvent::TakeBack => self.take_back(&mut effects),
            EndgameEvent::Show if self.can_show() => {
                (self.shown, self.had_help) = (self.best, true);
            }
            EndgameEvent::Show => {}
            EndgameEvent::GoOn if self.stage == LessonStage::Slipped => {
                self.stage = LessonStage::Answering;
                self.answer_visitor(&mut effects);
            }
            EndgameEvent::GoOn => {}
            EndgameEvent::PickUp(square) => {
                self.picked_up = square;
                self.ask_for_map(&mut effects);
            }
            EndgameEvent::SetMapOn(on) => {
                self.map_on = on;
                self.ask_for_map(&mut effects);
            }
            EndgameEvent::Pin(square) => {
                self.pinned = square;
                self.ask_for_map(&mut effects);
            }
            EndgameEvent::SetSpread(on) => self.set_spread(on, &mut effects),
            EndgameEvent::ShowStep(step) => {
                self.is_playing = false;
                self.step = step.min(self.last_step());
            }
            EndgameEvent::SetPlaying(plays) => self.set_playing(plays, &mut effects),
            EndgameEvent::Tick(film) if film == self.film => self.tick(&mut effects),
            EndgameEvent::Tick(_) => {}
            EndgameEvent::TryAgain => self.try_again(&mut effects),
            EndgameEvent::Engine(message) => self.take_message(message, &mut effects),
            EndgameEvent::Answer(answer) => self.take_answer(*answer, &mut effects),
        }
        effects
    }

    /// The visitor's side.
    #[must_use]
    pub fn side(&self) -> Color {
        self.game.start().side_to_move()
    }

    /// Whether the visitor may move.
    #[must_use]
    pub fn may_move(&self) -> bool {
        self.stage == LessonStage::YourMove && !self.spread_on
    }

    /// The visitor's moves so far.
    #[must_use]
    pub fn moves_made(&self) -> usize {
        self.game.ply().div_ceil(2)
    }

    /// The least number of moves in which the lesson's position is won.
    #[must_use]
    pub fn least_moves(&self) -> Option<u8> {
        self.values.first().copied()??.moves_to_mate()
    }

    /// What the tables have of the position on the board, for its side to move.
    #[must_use]
    pub fn truth(&self) -> Option<EndgameValue> {
        self.values.get(self.game.ply()).copied().flatten()
    }

    /// Whether all of the lesson's positions are in the tables.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        self.lesson
            .is_some_and(|lesson| lesson.position().occupied().len() <= TableSet::Four.men())
    }

    /// Whether the best move is known and may be asked for.
    #[must_use]
    pub fn can_show(&self) -> bool {
        self.stage == LessonStage::YourMove && self.best.is_some()
    }

    /// Whether there is a move to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.game.ply() > 0
    }

    /// The map that is shown: of the piece that is picked up, else of the pinned one.
    #[must_use]
    pub fn shown_map(&self) -> Option<&PieceMap> {
        let square = self.map_square()?;
        let key = self.game.position().key();
        let map = self.map.as_ref()?;
        (map.square == square && map.key == key && !self.spread_on).then_some(map)
    }

    /// The square of the piece whose map is wanted.
    pub(super) fn map_square(&self) -> Option<Square> {
        if !self.has_tables() {
            return None;
        }
        let square = self.picked_up.filter(|_| self.map_on).or(self.pinned)?;
        let is_there = self.game.position().piece_at(square).is_some();
        is_there.then_some(square)
    }

    fn open(&mut self, lesson: Option<&'static Lesson>, effects: &mut Vec<EndgameEffect>) {
        if self.lesson == lesson {
            return;
        }
        self.lesson = lesson;
        (self.spread, self.spread_on, self.is_playing) = (None, false, false);
        self.trouble = None;
        self.cancel_search(effects);
        self.begin(effects);
    }

    fn begin(&mut self, effects: &mut Vec<EndgameEffect>) {
        let Some(lesson) = self.lesson else {
            return;
        };
        self.game = Game::from_position(lesson.position());
        self.values = vec![None];
        (self.stage, self.had_help) = (LessonStage::YourMove, false);
        (self.spread_on, self.is_playing) = (false, false);
        (self.pinned, self.picked_up) = (None, None);
        self.position_changed(effects);
    }

    /// Asks for what the page shows of the position on the board.
    fn position_changed(&mut self, effects: &mut Vec<EndgameEffect>) {
        (self.best, self.shown, self.map, self.trouble) = (None, None, None, None);
        self.cancel_search(effects);
        self.values.resize(self.game.ply() + 1, None);
        self.probe(effects);
        self.ask_for_map(effects);
    }

    fn play(&mut self, mv: Move, effects: &mut Vec<EndgameEffect>) {
        if !self.may_move() || self.game.play(mv).is_err() {
            return;
        }
        self.follow_pinned(mv);
        self.stage = LessonStage::Answering;
        self.after_move(effects);
    }

    fn reply(&mut self, effects: &mut Vec<EndgameEffect>) {
        let LessonStage::Replying = self.stage else {
            return;
        };
        let Some(mv) = self.best else { return };
        if self.game.play(mv).is_err() {
            return;
        }
        self.follow_pinned(mv);
        self.stage = LessonStage::YourMove;
        self.after_move(effects);
    }

    fn after_move(&mut self, effects: &mut Vec<EndgameEffect>) {
        if let Some(outcome) = self.game.outcome() {
            let reached = match self.goal() {
                Goal::Win => outcome.winner == Some(self.side()),
                Goal::Draw => outcome.winner != Some(!self.side()),
            };
            self.finish(reached, effects);
        }
        self.position_changed(effects);
    }

    pub(super) fn goal(&self) -> Goal {
        self.lesson.map_or(Goal::Win, |lesson| lesson.goal)
    }

    pub(super) fn finish(&mut self, reached: bool, effects: &mut Vec<EndgameEffect>) {
        self.stage = LessonStage::Over { reached };
        let moves = u8::try_from(self.moves_made()).unwrap_or(u8::MAX);
        let solution = match self.had_help {
            true => Solution::WithHelp,
            false => Solution::Alone(moves),
        };
        if reached
            && let Some(lesson) = self.lesson
            && self.progress.add(lesson, solution)
        {
            let mut now = Progress::default();
            now.add(lesson, solution);
            effects.push(EndgameEffect::Store(now));
        }
    }

    /// The pinned piece may have moved, or been taken.
    fn follow_pinned(&mut self, mv: Move) {
        self.picked_up = None;
        self.pinned = match self.pinned {
            Some(square) if square == mv.from() => Some(mv.to()),
            Some(square) if square == mv.to() => None,
            pinned => pinned.filter(|square| self.game.position().piece_at(*square).is_some()),
        };
    }

    fn take_back(&mut self, effects: &mut Vec<EndgameEffect>) {
        let side = self.side();
        if self.game.undo().is_none() {
            return;
        }
        while self.game.position().side_to_move() != side && self.game.undo().is_some() {}
        self.had_help = true;
        self.stage = LessonStage::YourMove;
        (self.pinned, self.picked_up) = (None, None);
        self.position_changed(effects);
    }
}
