//! State and reducer of the course's page.

use std::time::Duration;

use super::messages::{EndgameAnswer, EndgameRequest, PieceMap, Probed, SpreadMap};
use super::{EndgameEffect, EndgameEvent, Goal, Lesson, Progress, Solution};
use crate::worker::protocol::{HASH_MB, TableChoice};
use crate::worker::{EngineCommand, FromWorker, SearchId, SearchOrder, ToWorker};
use engine::player::StrategyId;
use engine::rules::{Color, Game, Move, Square};
use engine::search::{Options, Score, SearchLimits};
use engine::tables::{EndgameValue, TableSet, Wdl};
use tablebase::Ending;

/// A draw is held once the visitor has made so many moves.
pub const HELD_MOVES: usize = 20;
/// A score, centipawns, by which the other side does not let a draw be held.
const WINNING_CP: i32 = 250;
/// How long the full engine thinks where no table has the position.
const REPLY_TIME: Duration = Duration::from_millis(1_200);

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
    best: Option<Move>,
    /// The best move, where the visitor has asked for it.
    pub shown: Option<Move>,
    /// Whether a move was taken back or shown.
    pub had_help: bool,
    pub progress: Progress,
    pub trouble: Option<Trouble>,
    /// Whether a piece that is picked up has its map.
    pub map_on: bool,
    picked_up: Option<Square>,
    pub pinned: Option<Square>,
    map: Option<PieceMap>,
    /// Whether the truth that spreads is shown.
    pub spread_on: bool,
    pub spread: Option<SpreadMap>,
    /// The moves to mate that are shown of it.
    pub step: usize,
    pub is_playing: bool,
    /// The number of the film that runs or ran last.
    film: u32,
    has_worker: bool,
    last_search: SearchId,
    /// Whether that search's move is waited for.
    is_searching: bool,
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

    /// The last step of the truth that spreads.
    #[must_use]
    pub fn last_step(&self) -> usize {
        let steps = self.spread.as_ref().map_or(0, |spread| spread.steps.len());
        steps.saturating_sub(1)
    }

    fn map_square(&self) -> Option<Square> {
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

    /// Has the position on the board looked up, or, where no table has it, searched for the opponent.
    fn probe(&mut self, effects: &mut Vec<EndgameEffect>) {
        if self.game.position().occupied().len() <= TableSet::Four.men() {
            self.ask(
                EndgameRequest::Probe {
                    fen: self.game.start().to_fen(),
                    moves: self.game.moves().to_vec(),
                },
                effects,
            );
        } else if self.stage == LessonStage::Answering {
            self.search(effects);
        }
    }

    /// Ends the search whose move is not wanted any more.
    fn cancel_search(&mut self, effects: &mut Vec<EndgameEffect>) {
        if std::mem::take(&mut self.is_searching) {
            let command = EngineCommand::Cancel(self.last_search);
            effects.push(EndgameEffect::Engine(command));
        }
    }

    fn search(&mut self, effects: &mut Vec<EndgameEffect>) {
        self.start_worker(effects);
        self.is_searching = true;
        self.last_search = self.last_search.next();
        let order = SearchOrder {
            id: self.last_search,
            start_fen: Some(self.game.start().to_fen()),
            moves: self.game.moves().to_vec(),
            limits: SearchLimits::movetime(REPLY_TIME),
            strategy: StrategyId::Intuition,
            level: None,
            book: None,
            learning: None,
            options: Options::default(),
            tables: TableChoice::Available,
            seed: 0,
            hash_mb: HASH_MB,
        };
        let message = ToWorker::Search(Box::new(order));
        effects.push(EndgameEffect::Engine(EngineCommand::Send(message)));
    }

    fn ask(&mut self, request: EndgameRequest, effects: &mut Vec<EndgameEffect>) {
        self.start_worker(effects);
        effects.push(EndgameEffect::Ask(request));
    }

    fn start_worker(&mut self, effects: &mut Vec<EndgameEffect>) {
        if !self.has_worker {
            self.has_worker = true;
            effects.push(EndgameEffect::Engine(EngineCommand::Start));
        }
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

    fn goal(&self) -> Goal {
        self.lesson.map_or(Goal::Win, |lesson| lesson.goal)
    }

    fn finish(&mut self, reached: bool, effects: &mut Vec<EndgameEffect>) {
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

    fn ask_for_map(&mut self, effects: &mut Vec<EndgameEffect>) {
        let Some(square) = self.map_square() else {
            return;
        };
        // Whoever looks at it while it is their move is helped.
        self.had_help |= self.stage == LessonStage::YourMove;
        if self.shown_map().is_none() && self.trouble.is_none() {
            let fen = self.game.position().to_fen();
            self.ask(EndgameRequest::Map { fen, square }, effects);
        }
    }

    fn set_spread(&mut self, on: bool, effects: &mut Vec<EndgameEffect>) {
        self.spread_on = on && self.has_tables();
        self.is_playing = false;
        if !self.spread_on {
            return;
        }
        match (&self.spread, self.lesson) {
            (Some(_), _) => self.set_playing(true, effects),
            (None, Some(lesson)) => {
                let fen = lesson.fen.to_owned();
                self.ask(EndgameRequest::Spread { fen }, effects);
            }
            (None, None) => {}
        }
    }

    fn set_playing(&mut self, plays: bool, effects: &mut Vec<EndgameEffect>) {
        let began = plays && !self.is_playing && self.spread.is_some();
        self.is_playing = plays && self.spread.is_some();
        if began {
            if self.step == self.last_step() {
                self.step = 0;
            }
            self.film += 1;
            effects.push(EndgameEffect::TickSoon(self.film));
        }
    }

    fn tick(&mut self, effects: &mut Vec<EndgameEffect>) {
        if !self.is_playing {
            return;
        }
        self.step = (self.step + 1).min(self.last_step());
        self.is_playing = self.step < self.last_step();
        if self.is_playing {
            effects.push(EndgameEffect::TickSoon(self.film));
        }
    }

    fn try_again(&mut self, effects: &mut Vec<EndgameEffect>) {
        self.trouble = None;
        self.probe(effects);
        self.ask_for_map(effects);
        if self.spread_on && self.spread.is_none() {
            self.set_spread(true, effects);
        }
    }

    fn take_message(&mut self, message: FromWorker, effects: &mut Vec<EndgameEffect>) {
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

    fn take_answer(&mut self, answer: EndgameAnswer, effects: &mut Vec<EndgameEffect>) {
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

    fn is_of_lesson(&self, spread: &SpreadMap) -> bool {
        let ending = Ending::of(self.game.start());
        ending.is_some_and(|ending| ending.to_string() == spread.ending)
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

    fn answer_visitor(&mut self, effects: &mut Vec<EndgameEffect>) {
        if self.best.is_some() {
            self.stage = LessonStage::Replying;
            effects.push(EndgameEffect::ReplySoon);
        }
    }
}
