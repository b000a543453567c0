//! The reducer tested by events and effects: scripted stories and random sequences.

mod any;
mod coach;
mod game;
mod learner_sync;
mod matching;
mod own_move;
mod player_actions;
mod proofs;
mod record;
mod replay;
mod strategies;
mod undo;
mod worker;

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::player::{Decision, Level, Source, StopReason};
use engine::rules::{Color, Game, Move};
use engine::search::{Line, Score};
use engine::sight::Sight;
use wire::{FinishedGame, Tally, game_id::GameId, visitor::learners::FinishedLesson};

use super::saved_game::SavedGame;
use super::unsent_game::{Recipient, UnsentGame};
use super::*;
use crate::settings::{ColorChoice, Opponent, Settings};
use crate::worker::learner::LearnerRequest;
use crate::worker::{SearchId, SearchOrder, VerifyOrder};

/// A page with its reducer and the results of its effects.
struct Page {
    state: PlayState,
    /// Searches that were ordered and neither answered nor cancelled.
    running: Vec<SearchOrder>,
    timers: Vec<PlayEvent>,
    saved: Option<SavedGame>,
    recorded: Vec<FinishedGame>,
    /// The finished games in the browser's storage.
    stored: Vec<UnsentGame>,
    /// The games that were ever stored for the server: those with a result.
    ended: std::collections::BTreeSet<String>,
    asked: Vec<LearnerRequest>,
    /// The keys of positions to count in.
    counts: Vec<u64>,
    /// The keys of positions for the network's view.
    looks: Vec<u64>,
    /// The moves to verify.
    verifications: Vec<VerifyOrder>,
    /// The visitor's moves to measure.
    measured: Vec<VerifyOrder>,
    rating_requests: usize,
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
            state: PlayState::new(settings),
            running: Vec::new(),
            timers: Vec::new(),
            saved: None,
            recorded: Vec::new(),
            stored: Vec::new(),
            ended: Default::default(),
            asked: Vec::new(),
            counts: Vec::new(),
            looks: Vec::new(),
            verifications: Vec::new(),
            measured: Vec::new(),
            rating_requests: 0,
            stopped: Vec::new(),
            starts: 0,
            games: 0,
            now: 0,
        }
    }

    /// A loaded page with a ready worker, where nothing is slowed down.
    fn open(settings: Settings) -> Self {
        let mut page = Self::blank(settings);
        page.load(None, true);
        page.take(PlayEvent::Engine(FromWorker::Ready));
        page
    }

    fn load(&mut self, saved: Option<SavedGame>, instant: bool) {
        let draw = self.draw(Color::White);
        let saved = saved.map(Box::new);
        self.take(PlayEvent::Loaded {
            saved,
            unsent: Vec::new(),
            draw,
            instant,
        });
    }

    /// The keys of the finished games in storage.
    fn kept_keys(&self) -> Vec<(Recipient, String)> {
        let keys = self.stored.iter().flat_map(|game| {
            let record = game.record.as_ref().map(|_| Recipient::Server);
            let lesson = game.lesson.as_ref().map(|_| Recipient::Learner);
            let recipients = record.into_iter().chain(lesson);
            recipients.map(|recipient| (recipient, game.id.to_string()))
        });
        keys.collect()
    }

    fn draw(&mut self, color: Color) -> NewGameSeed {
        self.games += 1;
        NewGameSeed {
            client_id: GameId::from_bits(self.games),
            color,
            date: CalendarDate::default(),
        }
    }

    fn new_game(&mut self) {
        let draw = self.draw(Color::White);
        self.take(PlayEvent::NewGame(draw));
    }

    fn take(&mut self, event: PlayEvent) {
        let ended = match &event {
            PlayEvent::Engine(FromWorker::Done { id, .. }) => Some(*id),
            PlayEvent::Engine(FromWorker::Failed { .. }) => {
                self.running.clear();
                None
            }
            _ => None,
        };
        self.running.retain(|order| Some(order.id) != ended);
        for effect in update(&mut self.state, event, self.now) {
            match effect {
                PlayEffect::Engine(EngineCommand::Send(ToWorker::Search(order))) => {
                    self.running.push(*order)
                }
                PlayEffect::Engine(EngineCommand::Cancel(id)) => {
                    self.running.retain(|order| order.id != id)
                }
                PlayEffect::Engine(EngineCommand::Stop(id)) => self.stopped.push(id),
                PlayEffect::After { event, .. } => self.timers.push(*event),
                PlayEffect::Save(saved) => self.saved = Some(*saved),
                PlayEffect::RecordGame(game) => self.recorded.push(game),
                // Tests take what was found themselves.
                PlayEffect::FindUnsent => {}
                PlayEffect::StoreUnsent(game) => {
                    self.ended
                        .extend(game.record.as_ref().map(|_| game.id.to_string()));
                    self.stored.push(game);
                }
                PlayEffect::RemoveUnsent { id, recipient } => {
                    let game = self.stored.iter_mut().find(|game| game.id.as_str() == id);
                    game.into_iter().for_each(|game| game.arrived(recipient));
                    self.stored.retain(|game| !game.has_arrived());
                }
                PlayEffect::Engine(EngineCommand::Start) => self.starts += 1,
                PlayEffect::Engine(EngineCommand::Send(ToWorker::Learner(order))) => {
                    self.asked.push(order)
                }
                PlayEffect::Engine(EngineCommand::Send(ToWorker::CountPruning(order))) => {
                    self.counts.push(order.key)
                }
                PlayEffect::Engine(EngineCommand::Send(ToWorker::ViewNetwork(order))) => {
                    self.looks.push(order.key)
                }
                PlayEffect::Engine(EngineCommand::Send(ToWorker::Verify(order))) => {
                    match order.only_loss {
                        true => self.measured.push(*order),
                        false => self.verifications.push(*order),
                    }
                }
                PlayEffect::Engine(EngineCommand::Send(
                    ToWorker::NewGame | ToWorker::Bench | ToWorker::Lazy { .. },
                )) => {}
                PlayEffect::AskRating { .. } => self.rating_requests += 1,
                PlayEffect::SaveSettings(_) | PlayEffect::Download(_) | PlayEffect::LoadResults => {
                }
            }
        }
    }

    /// The ids of the stored games that the server has not recorded.
    fn kept(&self) -> Vec<String> {
        let records = self.stored.iter().filter_map(UnsentGame::to_record);
        records.map(|game| game.client_id).collect()
    }

    /// The stored games that the learner has not learned.
    fn lessons(&self) -> Vec<FinishedLesson> {
        let stored = self.stored.iter();
        stored.filter_map(UnsentGame::to_lesson).collect()
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.state.settings;
        change(&mut settings);
        self.take(PlayEvent::ChangeSettings(Box::new(settings)));
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
        self.take(PlayEvent::UserMove(mv));
    }

    /// The worker answers the running search.
    fn answer(&mut self, text: &str) {
        self.answer_seeing(text, None);
    }

    /// Answers the running search by a move of an engine with this sight.
    fn answer_seeing(&mut self, text: &str, sight: Option<Sight>) {
        let order = self.running.first().expect("a running search").clone();
        let mv = order
            .game()
            .unwrap()
            .position()
            .parse_uci(text)
            .expect("a legal move");
        self.take(done_seeing(order.id, mv, sight));
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

/// Against an engine without noise.
fn sound() -> Settings {
    let mut settings = Settings::default();
    settings.engine.strength = Level::STRONGEST.into();
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

fn done(id: SearchId, mv: Move) -> PlayEvent {
    done_seeing(id, mv, None)
}

/// A move of an engine with this sight.
fn done_seeing(id: SearchId, mv: Move, sight: Option<Sight>) -> PlayEvent {
    PlayEvent::Engine(FromWorker::Done {
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
            sight,
            recalled: None,
            solved: None,
        }),
    })
}

fn human_is_mated(page: &mut Page) {
    page.play("f2f3");
    page.answer("e7e5");
    page.play("g2g4");
    page.answer("d8h4");
}
