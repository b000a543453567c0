//! The training: schedule, deck, and the reducer by events and effects.

mod deck;
mod due;
mod page;
mod random_events;
mod schedule;
mod statistics;
mod stored_text;
mod texts;

use engine::exercises::{Exercise, ExerciseId};
use engine::rules::Move;
use wire::visitor::exercise_sync::RefusedExercises;
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer};

use super::local_time::DAY_MS;
use super::*;

/// Made of games that programs played at a low level.
const EXERCISES: &str = include_str!("exercises.txt");

/// By their lines in the file.
const TAKES_PAWN: usize = 0;
const BLOCKS_CHECK: usize = 3;
const STOPS_MATE: usize = 5;
const TAKES_KNIGHT: usize = 6;
const MATES: usize = 12;

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;
/// A Monday in 2026, noon UTC.
const NOON: u64 = 1_779_105_600_000;

/// After all answers of the tests.
const LATER: u64 = NOON + 1_000 * DAY_MS;

/// What a deck has to send to a server that has refused nothing.
fn unsent(deck: &Deck) -> Unsent {
    deck.unsent(LATER, &RefusedExercises::default())
}

fn exercises() -> Vec<Exercise> {
    let read = |text| Exercise::decode(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    EXERCISES.lines().map(read).collect()
}

fn exercise(line: usize) -> Exercise {
    exercises().swap_remove(line)
}

fn id(line: usize) -> ExerciseId {
    exercise(line).id()
}

/// So many milliseconds after noon, in UTC.
fn after_noon(ms: u64) -> LocalTime {
    LocalTime {
        ms: NOON + ms,
        utc_offset: 0,
    }
}

fn answer(exercise: ExerciseId, at: u64, grade: AnswerGrade) -> ExerciseAnswer {
    ExerciseAnswer {
        exercise,
        at,
        grade,
    }
}

/// A deck of all exercises, added at noon.
fn deck() -> Deck {
    let mut deck = Deck::default();
    for exercise in exercises() {
        assert_eq!(deck.add(exercise, NOON), Added::New);
    }
    deck
}

/// A page and its timers.
struct Page {
    state: TrainState,
    /// What was to be stored.
    stored: Vec<ExerciseAnswer>,
    noted: Vec<ExerciseAnswer>,
    now: u64,
}

impl Page {
    /// With these exercises; none is shown.
    fn with(lines: &[usize]) -> Page {
        let mut page = Page {
            state: TrainState::default(),
            stored: Vec::new(),
            noted: Vec::new(),
            now: 0,
        };
        let exercises = lines.iter().map(|&line| exercise(line)).collect();
        let time = page.time();
        page.send(TrainEvent::Add { exercises, time });
        page
    }

    /// With one exercise, which is shown.
    fn showing(line: usize) -> Page {
        let mut page = Page::with(&[line]);
        page.send(TrainEvent::Next(page.time()));
        assert_eq!(page.state.shown_id(), Some(id(line)));
        page
    }

    fn time(&self) -> LocalTime {
        after_noon(self.now)
    }

    fn attempt(&self) -> &Attempt {
        self.state.shown.as_ref().expect("an exercise is shown")
    }

    fn stage(&self) -> AttemptStage {
        self.attempt().stage
    }

    /// Sends an event, and carries out what follows until nothing does.
    fn send(&mut self, event: TrainEvent) {
        let mut events = vec![event];
        while let Some(event) = events.pop() {
            for effect in self.state.update(event) {
                match effect {
                    TrainEffect::Store(answer) => self.stored.push(answer),
                    TrainEffect::ReplySoon => events.push(TrainEvent::Reply),
                    TrainEffect::TickSoon(film) => events.push(TrainEvent::Tick(film)),
                    TrainEffect::Note(answer) => self.noted.push(answer),
                    TrainEffect::StoreExercises(_)
                    | TrainEffect::StoreChunks(_)
                    | TrainEffect::StoreAll => {}
                }
            }
        }
    }

    /// A move after ten seconds.
    fn play(&mut self, uci: &str) {
        self.now += 10_000;
        self.play_now(uci);
    }

    fn play_now(&mut self, uci: &str) {
        let mv = self.mv(uci);
        let time = self.time();
        self.send(TrainEvent::Play { mv, time });
    }

    fn mv(&self, uci: &str) -> Move {
        let mv = self.attempt().position().parse_uci(uci);
        mv.unwrap_or_else(|_| panic!("{uci} is no move"))
    }

    fn next(&mut self) {
        self.send(TrainEvent::Next(self.time()));
    }
}
