//! Random sequences of events against invariants.

use crate::worker::FromWorker;
use engine::search::Report;
use proptest::prelude::*;
use wire::{BackendError, time_control::TimeControl};

use super::*;
use crate::play::link;

/// A random step; the numbers choose among the possibilities.
#[derive(Debug, Clone, Copy)]
enum Act {
    Move(u16),
    AnyMove(u16),
    Answer(u16),
    LateAnswer(u16),
    Report(u16),
    Timer(u16),
    New(bool),
    Undo,
    Redo,
    Resign,
    Stop,
    Skip,
    View(u8),
    Flip,
    Colour(u8),
    Opponent(u8),
    Run(bool),
    Replay(bool),
    Ready,
    Fail,
    Saved,
    Unsaved(bool),
    Reload,
    Clock(u8),
    Wait(u16),
    Draw,
    Hint,
    Flag,
    Leave,
    Variation(u8),
    /// The game is continued from its own link.
    Link,
    /// An earlier game is restored.
    Back,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => any::<u16>().prop_map(Act::Move),
        1 => any::<u16>().prop_map(Act::AnyMove),
        12 => any::<u16>().prop_map(Act::Answer),
        2 => any::<u16>().prop_map(Act::LateAnswer),
        3 => any::<u16>().prop_map(Act::Report),
        4 => any::<u16>().prop_map(Act::Timer),
        1 => any::<bool>().prop_map(Act::New),
        2 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => Just(Act::Resign),
        1 => Just(Act::Stop),
        1 => Just(Act::Skip),
        2 => any::<u8>().prop_map(Act::View),
        1 => Just(Act::Flip),
        1 => any::<u8>().prop_map(Act::Colour),
        1 => any::<u8>().prop_map(Act::Opponent),
        1 => any::<bool>().prop_map(Act::Replay),
        4 => any::<bool>().prop_map(Act::Run),
        2 => Just(Act::Ready),
        1 => Just(Act::Fail),
        1 => Just(Act::Saved),
        1 => any::<bool>().prop_map(Act::Unsaved),
        1 => Just(Act::Reload),
        1 => any::<u8>().prop_map(Act::Clock),
        4 => any::<u16>().prop_map(Act::Wait),
        1 => Just(Act::Draw),
        2 => Just(Act::Hint),
        1 => Just(Act::Flag),
        1 => Just(Act::Leave),
        2 => any::<u8>().prop_map(Act::Variation),
        1 => Just(Act::Link),
        1 => Just(Act::Back),
    ]
}

/// A page with the ids of all its searches.
struct Fuzzed {
    page: Page,
    ids: Vec<SearchId>,
    /// A game that a linked one has replaced.
    left: Option<SavedGame>,
}

impl Fuzzed {
    fn pick<T: Copy>(from: &[T], number: u16) -> Option<T> {
        (!from.is_empty()).then(|| from[usize::from(number) % from.len()])
    }

    fn event(&mut self, act: Act) -> Option<PlayEvent> {
        let state = &self.page.state;
        let legal = state.game.position().legal_moves().to_vec();
        Some(match act {
            Act::Move(number) => PlayEvent::UserMove(Self::pick(&state.playable_moves(), number)?),
            // On either turn, and also illegal moves.
            Act::AnyMove(number) => {
                PlayEvent::UserMove(Self::pick(&legal, number).or(Move::from_raw(number))?)
            }
            Act::Answer(number) => done(self.page.running.first()?.id, Self::pick(&legal, number)?),
            Act::LateAnswer(number) => {
                let id = Self::pick(&self.ids, number)?;
                if self.page.running.iter().any(|order| order.id == id) {
                    return None;
                }
                done(id, Self::pick(&legal, number)?)
            }
            Act::Report(number) => {
                let reports = vec![Report::Depth(line(Self::pick(&legal, number)?, 2))];
                PlayEvent::Engine(FromWorker::Reports {
                    id: Self::pick(&self.ids, number)?,
                    reports,
                })
            }
            Act::Timer(number) => {
                let count = self.page.timers.len();
                if count == 0 {
                    return None;
                }
                self.page.timers.swap_remove(usize::from(number) % count)
            }
            Act::New(white) => {
                let color = if white { Color::White } else { Color::Black };
                PlayEvent::NewGame(self.page.draw(color))
            }
            Act::Undo => PlayEvent::Undo,
            Act::Redo => PlayEvent::Redo,
            Act::Resign => PlayEvent::Resign,
            Act::Clock(number) => {
                let mut settings = state.settings;
                settings.clock = TimeControl::USUAL.get(usize::from(number) % 12).copied();
                PlayEvent::ChangeSettings(Box::new(settings))
            }
            Act::Wait(ms) => {
                self.page.now += u64::from(ms);
                return None;
            }
            Act::Draw => PlayEvent::OfferDraw,
            Act::Hint => PlayEvent::Hint,
            Act::Flag => PlayEvent::CheckFlag,
            Act::Leave => PlayEvent::Leave,
            Act::Variation(number) => PlayEvent::TakeVariation(usize::from(number % 4)),
            Act::Link => {
                let opened = link::parse_fragment(&link::write_fragment(state))?.ok()?;
                let (settings, before) = (state.settings, state.saved());
                let draw = self.page.draw(Color::White);
                let (saved, settings) = opened.start(&settings, &draw, before.as_ref());
                self.left = before.filter(|game| game.ended.is_none() && !game.counted);
                PlayEvent::RestoreGame {
                    saved: Box::new(saved),
                    settings: Box::new(settings),
                }
            }
            Act::Back => PlayEvent::RestoreGame {
                saved: Box::new(self.left.take()?),
                settings: Box::new(state.settings),
            },
            Act::Stop => PlayEvent::Stop,
            Act::Skip => PlayEvent::Skip,
            Act::View(ply) => PlayEvent::ViewPly(usize::from(ply % 12)),
            Act::Flip => PlayEvent::Flip,
            Act::Colour(number) => PlayEvent::SetColor {
                choice: [ColorChoice::White, ColorChoice::Black, ColorChoice::Random]
                    [usize::from(number % 3)],
                drawn: Color::Black,
            },
            Act::Opponent(number) => PlayEvent::SetOpponent {
                opponent: [Opponent::Engine, Opponent::Person, Opponent::Engines]
                    [usize::from(number % 3)],
                drawn: Color::White,
            },
            Act::Run(on) => PlayEvent::Run(on),
            Act::Replay(on) => {
                let mut settings = state.settings;
                settings.slow_replay = on;
                PlayEvent::ChangeSettings(Box::new(settings))
            }
            Act::Ready => match state.engine {
                EngineState::Failed(_) => PlayEvent::RetryEngine,
                EngineState::Off => return None,
                // Also when it is ready: without shared memory, cancelling replaces the worker.
                EngineState::Starting(_) | EngineState::Ready => {
                    PlayEvent::Engine(FromWorker::Ready)
                }
            },
            Act::Fail => PlayEvent::Engine(FromWorker::Failed {
                message: "gone".to_owned(),
            }),
            Act::Saved => PlayEvent::RecordSaved {
                client_id: self.page.kept().first()?.clone(),
                results: Vec::new(),
            },
            Act::Unsaved(refused) => PlayEvent::RecordFailed {
                client_id: self.page.kept().first()?.clone(),
                error: if refused {
                    BackendError::Invalid {
                        field: String::new(),
                        reason: String::new(),
                    }
                } else {
                    BackendError::Unavailable(String::new())
                },
            },
            Act::Reload => {
                let saved = self.page.saved.clone().map(Box::new);
                let settings = state.settings;
                let draw = self.page.draw(Color::White);
                self.page.state = PlayState::new(settings);
                self.page.running.clear();
                self.page.timers.clear();
                self.ids.clear();
                self.page.take(PlayEvent::Loaded {
                    saved,
                    unsent: self.page.kept_keys(),
                    draw,
                    instant: false,
                });
                PlayEvent::UnsentFound(Some(self.page.stored.clone()))
            }
        })
    }

    fn step(&mut self, act: Act) {
        let Some(event) = self.event(act) else { return };
        let before = self.page.state.clone();
        let asked = matches!(
            event,
            PlayEvent::Engine(FromWorker::Done { .. }) | PlayEvent::ReplayTick { .. }
        ) || matches!(
            event,
            PlayEvent::Skip | PlayEvent::Stop | PlayEvent::ChangeSettings(_)
        );
        let redone = matches!(
            event,
            PlayEvent::Redo | PlayEvent::Loaded { .. } | PlayEvent::TakeVariation(_)
        );
        self.page.take(event);
        self.note();
        self.check(&before, asked, redone);
    }

    fn note(&mut self) {
        self.ids
            .extend(self.page.running.iter().map(|order| order.id));
        self.ids.dedup();
    }

    fn check(&self, before: &PlayState, asked: bool, redone: bool) {
        let Page {
            state,
            running,
            saved,
            ..
        } = &self.page;

        // At most one search runs, and the state knows it.
        assert!(running.len() <= 1, "two searches");
        let in_worker = state
            .search
            .as_ref()
            .filter(|search| !matches!(search.stage, SearchStage::Replaying { .. }))
            .map(|search| search.id);
        assert_eq!(running.first().map(|order| order.id), in_worker);
        if let Some(order) = running.first() {
            assert_eq!(
                order.game().unwrap().keys(),
                state.game.keys(),
                "of this very position"
            );
        }

        // A search for a move runs on the engine's turn.
        if let Some(search) = &state.search {
            assert!(state.outcome().is_none());
            let own = !state.players.is_human(state.turn());
            assert_eq!(search.purpose == SearchPurpose::Move, own);
            assert!(state.hint.is_none() || search.purpose != SearchPurpose::Hint);
        }

        // The engine moves on its turn, a person on theirs.
        if state.game.ply() > before.game.ply() && !redone && state.client_id == before.client_id {
            assert_eq!(state.game.ply(), before.game.ply() + 1);
            let by_engine = !before.players.is_human(before.turn());
            assert_eq!(by_engine, asked, "who moved");
        }

        // The engine's turn always leads to a search.
        let waits_for_engine = state.outcome().is_none() && !state.players.is_human(state.turn());
        let next_is_due = self.page.timers.iter().any(
            |event| matches!(event, PlayEvent::NextMove { after } if *after == state.last_search),
        );
        let halted =
            state.players == Players::TwoEngines && (!state.engines_running || next_is_due);
        if waits_for_engine && state.engine == EngineState::Ready && !halted {
            assert!(state.search.is_some(), "stalled");
        }

        // The position results from the moves.
        let mut replayed = Game::from_position(*state.game.start());
        for &mv in state.game.moves() {
            replayed.play(mv).unwrap();
        }
        assert_eq!(replayed.position(), state.game.position());
        assert!(state.viewed_ply.is_none_or(|ply| ply < state.game.ply()));
        assert!(
            state
                .evaluations
                .keys()
                .all(|&ply| { ply <= state.game.ply() + state.game.redo_moves().len() })
        );

        // In a running game exactly one clock runs.
        if let Some(clock) = &state.clock {
            let most = 4 * clock.control.base_ms() + 200 * clock.control.increment_ms();
            let left = |color| state.time_left(color, self.page.now).unwrap();
            assert!(left(Color::White) <= most && left(Color::Black) <= most);
            let halted =
                state.players == Players::TwoEngines && (!state.engines_running || next_is_due);
            let runs = state.game.ply() > 0 && state.outcome().is_none() && !halted;
            assert!(
                clock.chess_clock.running().is_some() == runs || halted,
                "the clock of a game that goes on runs"
            );
        }

        // Variations leave the game and are legal.
        for (_, ply, line) in state.branches() {
            assert!(ply < line.len(), "it is the game itself");
            let mut replayed = Game::from_position(*state.game.start());
            assert!(line.iter().all(|mv| replayed.play(*mv).is_ok()));
        }

        // The stored game is the current one, and can be read.
        if let Some(saved) = saved {
            let read = SavedGame::decode(&saved.encode()).unwrap();
            assert_eq!(&read, saved);
            assert_eq!(read.game().unwrap(), state.game);
            assert_eq!((read.viewed, read.tally), (state.viewed_ply, state.tally));
            assert_eq!(
                (read.ended, read.variations()),
                (state.ended, state.variations.clone())
            );
            assert_eq!(read.clock.is_some(), state.clock.is_some());
        }

        // Every game counts once and is learned once.
        assert_eq!(state.tally.games() as usize, self.page.ended.len());
        let lessons = &self.page.lessons();
        assert!(
            lessons.iter().all(|lesson| lessons
                .iter()
                .filter(|other| other.id == lesson.id)
                .count()
                == 1)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_events_breaks_the_game(
        acts in proptest::collection::vec(act(), 1..120),
        black in any::<bool>(),
    ) {
        let color = if black { ColorChoice::Black } else { ColorChoice::White };
        let mut page = Page::blank(settings(color));
        page.load(None, false);
        page.take(PlayEvent::Engine(FromWorker::Ready));
        let mut fuzzed = Fuzzed { page, ids: Vec::new(), left: None };
        fuzzed.note();
        for act in acts {
            fuzzed.step(act);
        }
    }
}
