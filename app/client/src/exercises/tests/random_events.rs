//! Random sequences of events against invariants.

use proptest::prelude::*;

use super::schedule::{any_grade, any_time};
use super::*;

/// A random step; the numbers choose among the possibilities.
#[derive(Debug, Clone)]
enum SimStep {
    Add(usize),
    Receive(usize, u64, AnswerGrade),
    Sent,
    NewPerDay(u16),
    Wait(u64),
    Next,
    Open(usize),
    Leave,
    /// Any legal move, or one that may be illegal.
    Play(prop::sample::Index),
    PlayAnywhere(prop::sample::Index, usize),
    /// The move of the solution.
    PlayBest,
    PlayGame,
    Reply,
    TakeBack,
    Hint,
    Solution,
    Line(usize),
    NoLine,
    Ply(usize, usize),
    Tick(u32),
    Grade(AnswerGrade),
    SetAside,
    TakeUp(usize),
    /// By the server; whether it speaks of another visitor.
    Forgotten(bool),
    LeftOver(usize, u64, AnswerGrade),
}

fn sim_step() -> impl Strategy<Value = SimStep> {
    let index = any::<prop::sample::Index>;
    let line = || 0..13_usize;
    prop_oneof![
        2 => line().prop_map(SimStep::Add),
        1 => (line(), any_time(), any_grade())
            .prop_map(|(line, at, grade)| SimStep::Receive(line, at, grade)),
        1 => Just(SimStep::Sent),
        1 => (0..20_u16).prop_map(SimStep::NewPerDay),
        2 => prop_oneof![0..5 * DAY_MS, any::<u64>()].prop_map(SimStep::Wait),
        6 => Just(SimStep::Next),
        1 => line().prop_map(SimStep::Open),
        1 => Just(SimStep::Leave),
        3 => index().prop_map(SimStep::Play),
        1 => (index(), line()).prop_map(|(mv, line)| SimStep::PlayAnywhere(mv, line)),
        4 => Just(SimStep::PlayBest),
        2 => Just(SimStep::PlayGame),
        4 => Just(SimStep::Reply),
        3 => Just(SimStep::TakeBack),
        2 => Just(SimStep::Hint),
        1 => Just(SimStep::Solution),
        2 => (0..3_usize).prop_map(SimStep::Line),
        1 => Just(SimStep::NoLine),
        2 => (0..3_usize, 0..100_usize).prop_map(|(line, plies)| SimStep::Ply(line, plies)),
        2 => (0..20_u32).prop_map(SimStep::Tick),
        1 => any_grade().prop_map(SimStep::Grade),
        1 => Just(SimStep::SetAside),
        1 => line().prop_map(SimStep::TakeUp),
        1 => any::<bool>().prop_map(SimStep::Forgotten),
        1 => (line(), any_time(), any_grade())
            .prop_map(|(line, at, grade)| SimStep::LeftOver(line, at, grade)),
    ]
}

/// The event of a step, if it is possible now.
fn event(state: &TrainState, step: &SimStep, time: LocalTime) -> Option<TrainEvent> {
    let shown = state.shown.as_ref();
    let play = |mv| TrainEvent::Play { mv, time };
    Some(match step {
        SimStep::Forgotten(false) => TrainEvent::ServerForgot,
        SimStep::Forgotten(true) => TrainEvent::OtherVisitor,
        SimStep::LeftOver(line, at, grade) => TrainEvent::LeftOver(answer(id(*line), *at, *grade)),
        SimStep::Add(line) => TrainEvent::Add {
            exercises: vec![exercise(*line)],
            time,
        },
        SimStep::Receive(line, at, grade) => TrainEvent::Received {
            exercises: Vec::new(),
            answers: vec![answer(id(*line), *at, *grade)],
        },
        SimStep::Sent => TrainEvent::Sent(Box::new(unsent(&state.deck))),
        SimStep::NewPerDay(limit) => TrainEvent::SetNewPerDay(*limit),
        SimStep::Wait(_) => TrainEvent::Look(time),
        SimStep::Next => TrainEvent::Next(time),
        SimStep::Open(line) => TrainEvent::Open {
            exercise: id(*line),
            time,
        },
        SimStep::Leave => TrainEvent::Leave(time),
        SimStep::Play(index) => {
            let moves = shown?.position().legal_moves();
            play(*index.get(moves.get(..).filter(|moves| !moves.is_empty())?))
        }
        SimStep::PlayAnywhere(index, line) => {
            let moves = exercise(*line).start.legal_moves();
            play(*index.get(&moves[..]))
        }
        SimStep::PlayBest => {
            let attempt = shown?;
            play(*attempt.exercise.solution.get(2 * attempt.index())?)
        }
        SimStep::PlayGame => play(shown?.exercise.played),
        SimStep::Reply => TrainEvent::Reply,
        SimStep::TakeBack => TrainEvent::TakeBack,
        SimStep::Hint => TrainEvent::Hint,
        SimStep::Solution => TrainEvent::ShowSolution(time),
        SimStep::Line(kind) => TrainEvent::PlayLine(Some(LineKind::ALL[*kind])),
        SimStep::NoLine => TrainEvent::PlayLine(None),
        SimStep::Ply(kind, plies) => TrainEvent::ShowPly(LineKind::ALL[*kind], *plies),
        SimStep::Tick(film) => TrainEvent::Tick(*film),
        SimStep::Grade(grade) => TrainEvent::Grade(*grade),
        SimStep::SetAside => TrainEvent::SetAside(time),
        SimStep::TakeUp(line) => TrainEvent::TakeUp {
            exercise: id(*line),
            time,
        },
    })
}

/// What holds of every state, and all that is drawn of it.
pub(super) fn assert_sound(state: &TrainState, after: &str) {
    assert!(!due_text(state).is_empty(), "{after}");
    let statistics = state.deck.statistics(state.time);
    assert!(statistics.known <= statistics.exercises, "{after}");
    assert!(statistics.days_of_7 <= statistics.days_of_28, "{after}");
    let due = state.deck.due(state.time);
    assert!(due.len() <= state.deck.due_today(state.time), "{after}");
    if !due.is_empty() {
        assert!(state.has_next(), "{after}");
    }
    let Some(attempt) = &state.shown else {
        assert!(!state.is_playing(), "{after}");
        return;
    };
    assert!(state.deck.get(attempt.exercise.id()).is_some(), "{after}");
    assert!(!status_text(attempt).is_empty(), "{after}");
    assert_eq!(
        attempt.grade().is_some(),
        attempt.ending().is_some(),
        "{after}"
    );
    assert_eq!(
        hint_text(attempt).is_some(),
        attempt.hint.is_some(),
        "{after}"
    );
    let is_own = attempt.stage == AttemptStage::YourMove;
    assert_eq!(attempt.movable().is_some(), is_own, "{after}");
    if is_own {
        let position = attempt.position();
        assert_eq!(Some(position.side_to_move()), attempt.movable(), "{after}");
        assert!(
            attempt.arrows().iter().all(|mv| position.is_legal(*mv)),
            "{after}"
        );
        assert!(
            attempt.exercise.position(attempt.index()).is_some(),
            "{after}"
        );
    }
    if let Some(ShownLine { kind, plies }) = attempt.line {
        let line = attempt.line(kind).expect("the line that is shown");
        let position = line.proof.position_after(&line.before, plies);
        assert_eq!(position, Some(attempt.position()), "{after}");
    }
    assert!(!attempt.analysis().fragment().is_empty(), "{after}");
}

proptest! {
    #[test]
    fn the_page_stays_sound(steps in prop::collection::vec(sim_step(), 0..80)) {
        let mut state = TrainState::default();
        let mut time = after_noon(0);
        for step in steps {
            match step {
                SimStep::Wait(ms) => time.ms = time.ms.wrapping_add(ms),
                _ => time.ms = time.ms.saturating_add(3_000),
            }
            let Some(event) = event(&state, &step, time) else { continue };
            let known = state.deck.len();
            let before = state.shown_id();
            for effect in state.update(event) {
                match effect {
                    TrainEffect::Store(answer) => {
                        let stored = state.deck.chunk_text(Deck::chunk_of(answer.at));
                        prop_assert!(stored.contains(&answer.exercise.to_string()));
                    }
                    TrainEffect::Note(answer) => {
                        prop_assert_eq!(Some(answer.exercise), state.shown_id());
                    }
                    TrainEffect::StoreAll => prop_assert!(matches!(step, SimStep::Forgotten(_))),
                    TrainEffect::StoreExercises(ids) => {
                        prop_assert!(!ids.is_empty());
                        let there = ids.iter().all(|id| state.deck.exercise_text(*id).is_some());
                        prop_assert!(there);
                    }
                    TrainEffect::StoreChunks(chunks) => prop_assert!(!chunks.is_empty()),
                    TrainEffect::ReplySoon => {
                        let stage = state.shown.as_ref().map(|attempt| attempt.stage);
                        prop_assert!(matches!(stage, Some(AttemptStage::Replying(_))));
                        prop_assert_eq!(before, state.shown_id());
                    }
                    TrainEffect::TickSoon(_) => prop_assert!(state.is_playing()),
                }
            }
            let may_shrink = matches!(step, SimStep::Forgotten(true));
            prop_assert!(may_shrink || state.deck.len() >= known);
            assert_sound(&state, &format!("{step:?}"));
        }
    }
}
