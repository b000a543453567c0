//! Any sequence of events against what must hold.

use engine::search::Report;
use proptest::prelude::*;
use wire::{BackendError, time_control::TimeControl};

use super::*;
use crate::play::link;

/// What a visitor, a worker or a server may do next; numbers choose among what there is.
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
    /// The game goes on as another one, from its own link.
    Link,
    /// A game that was on the board comes back.
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

/// A page under test with all numbers of searches that ever were.
struct Fuzzed {
    page: Page,
    ids: Vec<SearchId>,
    /// A game that made room for one from a link.
    left: Option<SavedGame>,
}

impl Fuzzed {
    fn pick<T: Copy>(from: &[T], number: u16) -> Option<T> {
        (!from.is_empty()).then(|| from[usize::from(number) % from.len()])
    }

    fn event(&mut self, act: Act) -> Option<Event> {
        let state = &self.page.state;
        let legal = state.game.position().legal_moves().to_vec();
        Some(match act {
            Act::Move(number) => Event::UserMove(Self::pick(&state.playable_moves(), number)?),
            // Whoever's turn it is, and also moves that are none.
            Act::AnyMove(number) => {
                Event::UserMove(Self::pick(&legal, number).or(Move::from_raw(number))?)
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
                Event::SearchReport {
                    id: Self::pick(&self.ids, number)?,
                    reports,
                }
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
                Event::NewGame(self.page.draw(color))
            }
            Act::Undo => Event::Undo,
            Act::Redo => Event::Redo,
            Act::Resign => Event::Resign,
            Act::Clock(number) => {
                let mut settings = state.settings;
                settings.clock = TimeControl::USUAL.get(usize::from(number) % 12).copied();
                Event::Set(Box::new(settings))
            }
            Act::Wait(ms) => {
                self.page.now += u64::from(ms);
                return None;
            }
            Act::Draw => Event::OfferDraw,
            Act::Hint => Event::Hint,
            Act::Flag => Event::Flag,
            Act::Leave => Event::Leave,
            Act::Variation(number) => Event::TakeVariation(usize::from(number % 4)),
            Act::Link => {
                let opened = link::read(&link::address_of(state))?.ok()?;
                let (settings, before) = (state.settings, state.saved());
                let draw = self.page.draw(Color::White);
                let (saved, settings) = opened.begin(&settings, &draw, before.as_ref());
                self.left = before.filter(|game| game.ended.is_none() && !game.counted);
                Event::TakeUp {
                    saved: Box::new(saved),
                    settings: Box::new(settings),
                }
            }
            Act::Back => Event::TakeUp {
                saved: Box::new(self.left.take()?),
                settings: Box::new(state.settings),
            },
            Act::Stop => Event::Stop,
            Act::Skip => Event::Skip,
            Act::View(ply) => Event::ViewPly(usize::from(ply % 12)),
            Act::Flip => Event::Flip,
            Act::Colour(number) => Event::SetColor {
                choice: [ColorChoice::White, ColorChoice::Black, ColorChoice::Random]
                    [usize::from(number % 3)],
                drawn: Color::Black,
            },
            Act::Opponent(number) => Event::SetOpponent {
                opponent: [Opponent::Engine, Opponent::Person, Opponent::Engines]
                    [usize::from(number % 3)],
                drawn: Color::White,
            },
            Act::Run(on) => Event::Run(on),
            Act::Replay(on) => {
                let mut settings = state.settings;
                settings.slow_replay = on;
                Event::Set(Box::new(settings))
            }
            Act::Ready => match state.engine {
                EngineState::Failed(_) => Event::RetryEngine,
                EngineState::Off => return None,
                // Also when it was ready: without shared memory, cancelling replaces the worker.
                EngineState::Starting(_) | EngineState::Ready => Event::EngineReady,
            },
            Act::Fail => Event::EngineFailed {
                message: "gone".to_owned(),
            },
            Act::Saved => Event::RecordSaved {
                client_id: state.unsent.first()?.client_id.clone(),
                results: Vec::new(),
            },
            Act::Unsaved(refused) => Event::RecordFailed {
                client_id: state.unsent.first()?.client_id.clone(),
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
                let (unsent, settings) = (state.unsent.clone(), state.settings);
                let lessons = self.page.lessons.clone();
                let draw = self.page.draw(Color::White);
                self.page.state = State::new(settings);
                self.page.running.clear();
                self.page.timers.clear();
                self.ids.clear();
                Event::Loaded {
                    saved,
                    unsent,
                    lessons,
                    draw,
                    instant: false,
                }
            }
        })
    }

    fn step(&mut self, act: Act) {
        let Some(event) = self.event(act) else { return };
        let before = self.page.state.clone();
        let asked = matches!(event, Event::SearchDone { .. } | Event::ReplayTick { .. })
            || matches!(event, Event::Skip | Event::Stop | Event::Set(_));
        let redone = matches!(
            event,
            Event::Redo | Event::Loaded { .. } | Event::TakeVariation(_)
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

    fn check(&self, before: &State, asked: bool, redone: bool) {
        let Page {
            state,
            running,
            saved,
            ..
        } = &self.page;

        // One search at most, and it is the one that the state knows of.
        assert!(running.len() <= 1, "two searches");
        let in_worker = state
            .search
            .as_ref()
            .filter(|search| !matches!(search.stage, Stage::Replaying { .. }))
            .map(|search| search.id);
        assert_eq!(running.first().map(|order| order.id), in_worker);
        if let Some(order) = running.first() {
            assert_eq!(
                order.game().unwrap().keys(),
                state.game.keys(),
                "of this very position"
            );
        }

        // A search for a move is about the engine's own turn.
        if let Some(search) = &state.search {
            assert!(state.outcome().is_none());
            let own = !state.seats.is_human(state.turn());
            assert_eq!(search.purpose == Purpose::Move, own);
            assert!(state.hint.is_none() || search.purpose != Purpose::Hint);
        }

        // Nobody else adds a move: the engine on its turn, a person on theirs.
        if state.game.ply() > before.game.ply() && !redone && state.client_id == before.client_id {
            assert_eq!(state.game.ply(), before.game.ply() + 1);
            let by_engine = !before.seats.is_human(before.turn());
            assert_eq!(by_engine, asked, "who moved");
        }

        // The engine's turn is never forgotten.
        let waits_for_engine = state.outcome().is_none() && !state.seats.is_human(state.turn());
        let next_is_due =
            self.page.timers.iter().any(
                |event| matches!(event, Event::NextMove { after } if *after == state.last_search),
            );
        let halted = state.seats == Seats::Engines && (!state.running || next_is_due);
        if waits_for_engine && state.engine == EngineState::Ready && !halted {
            assert!(state.search.is_some(), "stalled");
        }

        // The position is what the moves lead to.
        let mut replayed = Game::from_position(*state.game.start());
        for &mv in state.game.moves() {
            replayed.play(mv).unwrap();
        }
        assert_eq!(replayed.position(), state.game.position());
        assert!(state.viewed.is_none_or(|ply| ply < state.game.ply()));
        assert!(
            state
                .evaluations
                .keys()
                .all(|&ply| { ply <= state.game.ply() + state.game.redo_moves().len() })
        );

        // Clocks: one for each side, of which one runs where the game does.
        if let Some(clock) = &state.clock {
            let most = 4 * clock.control.base_ms() + 200 * clock.control.increment_ms();
            let left = |color| state.time_left(color, self.page.now).unwrap();
            assert!(left(Color::White) <= most && left(Color::Black) <= most);
            let halted = state.seats == Seats::Engines && (!state.running || next_is_due);
            let runs = state.game.ply() > 0 && state.outcome().is_none() && !halted;
            assert!(
                clock.is_running() == runs || halted,
                "the clock of a game that goes on runs"
            );
        }

        // Lines that were left branch off the game, and are played by the rules.
        for (_, ply, line) in state.branches() {
            assert!(ply < line.len(), "it is the game itself");
            let mut replayed = Game::from_position(*state.game.start());
            assert!(line.iter().all(|mv| replayed.play(*mv).is_ok()));
        }

        // What is saved is what is there, and can be read.
        if let Some(saved) = saved {
            let read = SavedGame::decode(&saved.encode()).unwrap();
            assert_eq!(&read, saved);
            assert_eq!(read.game().unwrap(), state.game);
            assert_eq!((read.viewed, read.tally), (state.viewed, state.tally));
            assert_eq!(
                (read.ended, read.variations()),
                (state.ended, state.variations.clone())
            );
            assert_eq!(read.clock.is_some(), state.clock.is_some());
        }

        // Every game counts once, and is learnt from once.
        assert_eq!(state.tally.games() as usize, self.page.ended.len());
        let lessons = &self.page.lessons;
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
        page.take(Event::EngineReady);
        let mut fuzzed = Fuzzed { page, ids: Vec::new(), left: None };
        fuzzed.note();
        for act in acts {
            fuzzed.step(act);
        }
    }
}
