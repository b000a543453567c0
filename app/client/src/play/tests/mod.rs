//! The reducer's behaviour: a page played by hand, stories told with it, and any sequence of events
//! against what must hold.

mod any;
mod game;
mod learner_sync;
mod player_actions;
mod record;
mod replay;
mod strategies;
mod undo;
mod worker;

use engine::{
    player::{Decision, Level, Source, StopReason},
    rules::{Color, Game, Move},
    search::{Line, Score},
};
use wire::{
    FinishedGame, Tally,
    game_id::GameId,
    visitor::learners::{FinishedLesson, SyncRequest},
};

use super::saved_game::SavedGame;
use super::*;
use crate::{
    settings::{ColorChoice, Opponent, Settings},
    worker::{SearchId, SearchOrder, VerifyOrder, learner::LearnerRequest},
};

/// A page with its reducer, and what its effects have come to.
struct Page {
    state: State,
    /// Searches that the worker was told to do and that were neither answered nor cancelled.
    running: Vec<SearchOrder>,
    timers: Vec<Event>,
    saved: Option<SavedGame>,
    recorded: Vec<FinishedGame>,
    kept: Vec<String>,
    /// The games that were ever kept for the server: those that have a result.
    ended: std::collections::BTreeSet<String>,
    lessons: Vec<FinishedLesson>,
    asked: Vec<LearnerRequest>,
    /// What the server was told of the learner.
    met: Vec<SyncRequest>,
    /// The keys of the positions in which the worker was told to count.
    counts: Vec<u64>,
    /// The keys of the positions at which the network was told to look.
    looks: Vec<u64>,
    /// The moves that were to be looked at by sound searches.
    verifications: Vec<VerifyOrder>,
    stopped: Vec<SearchId>,
    starts: usize,
    games: u128,
    /// Milliseconds.
    now: u64,
}

impl Page {
    /// A page that has not loaded.
    fn blank(settings: Settings) -> Self {
        Self {
            state: State::new(settings),
            running: Vec::new(),
            timers: Vec::new(),
            saved: None,
            recorded: Vec::new(),
            kept: Vec::new(),
            ended: Default::default(),
            lessons: Vec::new(),
            asked: Vec::new(),
            met: Vec::new(),
            counts: Vec::new(),
            looks: Vec::new(),
            verifications: Vec::new(),
            stopped: Vec::new(),
            starts: 0,
            games: 0,
            now: 0,
        }
    }

    /// A page that has loaded, with its worker ready and nothing slowed down.
    fn open(settings: Settings) -> Self {
        let mut page = Self::blank(settings);
        page.load(None, true);
        page.take(Event::EngineReady);
        page
    }

    fn load(&mut self, saved: Option<SavedGame>, instant: bool) {
        let draw = self.draw(Color::White);
        let saved = saved.map(Box::new);
        self.take(Event::Loaded {
            saved,
            unsent: Vec::new(),
            lessons: Vec::new(),
            draw,
            instant,
        });
    }

    fn draw(&mut self, color: Color) -> Draw {
        self.games += 1;
        Draw {
            client_id: GameId::from_bits(self.games),
            color,
            day: Day::default(),
        }
    }

    fn new_game(&mut self) {
        let draw = self.draw(Color::White);
        self.take(Event::NewGame(draw));
    }

    fn take(&mut self, event: Event) {
        let ended = match &event {
            Event::SearchDone { id, .. } => Some(*id),
            Event::EngineFailed { .. } => {
                self.running.clear();
                None
            }
            _ => None,
        };
        self.running.retain(|order| Some(order.id) != ended);
        for effect in update(&mut self.state, event, self.now) {
            match effect {
                Effect::Search(order) => self.running.push(*order),
                Effect::CancelSearch(id) => self.running.retain(|order| order.id != id),
                Effect::StopSearch(id) => self.stopped.push(id),
                Effect::After { event, .. } => self.timers.push(*event),
                Effect::Save(saved) => self.saved = Some(*saved),
                Effect::Record(game) => self.recorded.push(game),
                Effect::KeepUnsent(game) => {
                    self.ended.insert(game.client_id.clone());
                    self.kept.push(game.client_id);
                }
                Effect::ForgetUnsent { client_id } => self.kept.retain(|id| *id != client_id),
                Effect::StartEngine => self.starts += 1,
                Effect::KeepLesson(lesson) => self.lessons.push(lesson),
                Effect::ForgetLesson(id) => self.lessons.retain(|lesson| lesson.id != id),
                Effect::Learning(order) => self.asked.push(order),
                Effect::Meet(meeting) => self.met.push(meeting),
                Effect::Count(order) => self.counts.push(order.key),
                Effect::See(order) => self.looks.push(order.key),
                Effect::Verify(order) => self.verifications.push(*order),
                Effect::ForgetGame
                | Effect::SaveSettings(_)
                | Effect::Download(_)
                | Effect::LoadResults => {}
            }
        }
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.state.settings;
        change(&mut settings);
        self.take(Event::Set(Box::new(settings)));
    }

    fn mv(&self, text: &str) -> Move {
        self.state
            .game
            .position()
            .parse_uci(text)
            .expect("a legal move")
    }

    fn play(&mut self, text: &str) {
        let mv = self.mv(text);
        self.take(Event::UserMove(mv));
    }

    /// The worker answers the running search.
    fn answer(&mut self, text: &str) {
        let order = self.running.first().expect("a running search").clone();
        let mv = order
            .game()
            .unwrap()
            .position()
            .parse_uci(text)
            .expect("a legal move");
        self.take(done(order.id, mv));
    }

    fn moves(&self) -> String {
        self.state
            .game
            .moves()
            .iter()
            .map(Move::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn running_id(&self) -> SearchId {
        self.running.first().expect("a running search").id
    }
}

fn settings(color: ColorChoice) -> Settings {
    Settings {
        color,
        ..Settings::default()
    }
}

/// Against an engine that misjudges nothing.
fn sound() -> Settings {
    let mut settings = Settings::default();
    settings.engine.level = Level::STRONGEST;
    settings
}

fn line(mv: Move, depth: u8) -> Line {
    Line {
        rank: 1,
        depth,
        seldepth: depth,
        score: Score::Cp(25),
        nodes: 1_000,
        time_ms: 2,
        hashfull: 0,
        explored: None,
        pv: vec![mv],
    }
}

fn done(id: SearchId, mv: Move) -> Event {
    Event::SearchDone {
        id,
        decision: Box::new(Decision {
            mv: Some(mv),
            source: Source::Search,
            lines: vec![line(mv, 3)],
            depth: 3,
            seldepth: 3,
            nodes: 1_000,
            time_ms: 2,
            stop_reason: StopReason::Depth,
            recalled: None,
        }),
    }
}

fn human_is_mated(page: &mut Page) {
    page.play("f2f3");
    page.answer("e7e5");
    page.play("g2g4");
    page.answer("d8h4");
}
