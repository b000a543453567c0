//! The page's reducer: what is asked, what an answer is worth, and how a line goes on.

use engine::player::Level;
use engine::rules::{Color, san};
use proptest::prelude::*;
use wire::visitor::exercises::AnswerGrade;

use super::{DAY, NOW, after, id, moves, repertoire, time, trees, with};
use crate::exercises::AnswerHistory;
use crate::openings::{
    Departure, LineEnd, LineOpponent, LineStage, OpeningsEffect, OpeningsEvent, OpeningsState,
    Repertoire, add_text, departure_text, due_text, prompt, size_text,
};
use crate::worker::FromWorker;

fn begin(state: &mut OpeningsState, everything: bool) -> Vec<OpeningsEffect> {
    let time = state.time;
    state.update(OpeningsEvent::Drill {
        id: id(),
        everything,
        time,
    })
}

/// Plays a move by its text.
fn play(state: &mut OpeningsState, text: &str) -> Vec<OpeningsEffect> {
    let mv = san::parse(state.line.as_ref().unwrap().position(), text).unwrap();
    let time = state.time;
    state.update(OpeningsEvent::Play { mv, time })
}

fn reply(state: &mut OpeningsState) -> Vec<OpeningsEffect> {
    let time = state.time;
    state.update(OpeningsEvent::Reply(time))
}

fn stage(state: &OpeningsState) -> LineStage {
    state.line.as_ref().unwrap().stage
}

fn line(state: &OpeningsState) -> String {
    state.line.as_ref().unwrap().game.sans().join(" ")
}

fn grades(effects: &[OpeningsEffect]) -> Vec<AnswerGrade> {
    let answers = effects.iter().filter_map(|effect| match effect {
        OpeningsEffect::StoreAnswer(answer) => Some(answer.grade),
        _ => None,
    });
    answers.collect()
}

const RUY: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *";

#[test]
fn a_line_is_asked_move_by_move_and_is_done_at_its_end() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    assert_eq!(prompt(&state), "What do you play here?");
    for mv in ["e4", "Nf3", "Bb5"] {
        let effects = play(&mut state, mv);
        assert_eq!(grades(&effects), [AnswerGrade::Good]);
        assert!(effects.contains(&OpeningsEffect::ReplySoon));
        reply(&mut state);
    }
    play(&mut state, "Ba4");
    assert_eq!(stage(&state), LineStage::Over(LineEnd::Done));
    assert_eq!(prompt(&state), "The line is done. 4 of 4 moves known.");
    let counts = state.counts(&state.repertoires[0]);
    assert_eq!(
        due_text(counts),
        "Nothing is due today. The next moves come in 3 days."
    );
    assert_eq!(size_text(counts), "1 line, 4 moves, about 4 known.");
    state.update(OpeningsEvent::Next(time(NOW)));
    assert!(state.line.is_none());
}

#[test]
fn what_is_known_is_played_up_to_the_first_move_that_is_due() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    play(&mut state, "e4");
    reply(&mut state);
    play(&mut state, "Nf3");
    state.update(OpeningsEvent::Leave);
    begin(&mut state, false);
    assert_eq!(line(&state), "e4 e5 Nf3 Nc6");
    // All of it is asked where the visitor wants that.
    begin(&mut state, true);
    assert_eq!(line(&state), "");
    let effects = play(&mut state, "e4");
    assert_eq!(grades(&effects), [], "it was answered a moment ago");
}

#[test]
fn another_move_is_told_taken_back_and_counts_as_not_known() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    let effects = play(&mut state, "d4");
    assert_eq!(prompt(&state), "Your repertoire has e4 here.");
    assert_eq!(effects[0], OpeningsEffect::StartWorker);
    let [_, OpeningsEffect::Explain(order)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (order.played, &order.expected[..]),
        (moves("d4")[0], &moves("e4")[..])
    );
    assert_eq!(
        add_text(&state).as_deref(),
        Some("Add d4 to the repertoire")
    );
    let found = Departure {
        id: order.id,
        loss: 1.0,
        sentences: Vec::new(),
    };
    let late = Departure {
        id: order.id.next(),
        ..found.clone()
    };
    state.update(OpeningsEvent::Explained(late));
    assert_eq!(departure_text(state.line.as_ref().unwrap()), None);
    state.update(OpeningsEvent::Explained(found));
    let said = departure_text(state.line.as_ref().unwrap()).unwrap();
    assert!(
        said.starts_with("A short search finds d4 about as good."),
        "{said}"
    );
    state.update(OpeningsEvent::TakeBack);
    assert_eq!(stage(&state), LineStage::YourMove);
    assert_eq!(grades(&play(&mut state, "e4")), [AnswerGrade::Again]);
    let counts = state.counts(&state.repertoires[0]);
    assert_eq!((counts.due, counts.new), (1, 3));
}

#[test]
fn another_move_is_added_by_a_press_and_the_line_goes_on() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    play(&mut state, "e4");
    reply(&mut state);
    let effects = play(&mut state, "Bc4");
    assert!(matches!(
        effects[..],
        [OpeningsEffect::StartWorker, OpeningsEffect::Explain(_)]
    ));
    let effects = state.update(OpeningsEvent::AddMove(time(NOW)));
    assert_eq!(effects[0], OpeningsEffect::Store(id()));
    assert!(matches!(effects[1], OpeningsEffect::Cancel(_)));
    assert_eq!(line(&state), "e4 e5 Bc4");
    assert_eq!(stage(&state), LineStage::Over(LineEnd::Done));
    assert_eq!(state.repertoires[0].cards_at(&after("e4 e5")).len(), 2);
}

#[test]
fn of_two_moves_of_a_position_the_one_that_is_due_is_asked() {
    let mut state = with(repertoire(Color::White, "1. e4 (1. d4) *"));
    begin(&mut state, false);
    assert_eq!(grades(&play(&mut state, "e4")), [AnswerGrade::Good]);
    begin(&mut state, false);
    play(&mut state, "e4");
    assert_eq!(stage(&state), LineStage::AnotherAsked(moves("e4")[0]));
    assert_eq!(
        prompt(&state),
        "e4 is in your repertoire, too. Another move is due here."
    );
    state.update(OpeningsEvent::TakeBack);
    assert_eq!(grades(&play(&mut state, "d4")), [AnswerGrade::Good]);
}

#[test]
fn hints_show_the_piece_then_the_move() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    state.update(OpeningsEvent::Hint);
    let marked = state.line.as_ref().unwrap().marked();
    assert_eq!(
        marked
            .into_iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>(),
        ["e2"]
    );
    assert!(state.arrows().is_empty());
    assert_eq!(grades(&play(&mut state, "e4")), [AnswerGrade::Hard]);
    reply(&mut state);
    state.update(OpeningsEvent::Hint);
    state.update(OpeningsEvent::Hint);
    assert_eq!(state.arrows().len(), 1);
    assert_eq!(grades(&play(&mut state, "Nf3")), [AnswerGrade::Again]);
}

#[test]
fn the_book_leaves_the_repertoire_and_the_visitor_may_play_on() {
    let mut state = with(repertoire(Color::White, "1. e4 a6 2. d4 *"));
    state.update(OpeningsEvent::SetOpponent(LineOpponent::Book));
    begin(&mut state, false);
    play(&mut state, "e4");
    reply(&mut state);
    assert_eq!(stage(&state), LineStage::Over(LineEnd::NoAnswer));
    assert!(prompt(&state).starts_with("Your repertoire has no answer to "));
    assert_eq!(state.addable(), None);
    state.update(OpeningsEvent::PlayOn(time(NOW)));
    assert_eq!(
        (stage(&state), state.is_movable()),
        (LineStage::YourMove, true)
    );
    play(&mut state, "d4");
    assert!(add_text(&state).unwrap().contains("d4"));
    assert_eq!(
        state.update(OpeningsEvent::AddMove(time(NOW))),
        [OpeningsEffect::Store(id())]
    );
    assert_eq!(state.addable(), None);
    assert_eq!(state.repertoires[0].cards().len(), 3);
}

#[test]
fn the_engines_move_is_searched_and_a_worker_that_breaks_is_replaced() {
    let mut state = with(repertoire(Color::Black, "1. e4 e5 2. Nf3 Nc6 *"));
    state.update(OpeningsEvent::SetOpponent(LineOpponent::Engine(
        Level::WEAKEST,
    )));
    let effects = begin(&mut state, false);
    let [OpeningsEffect::StartWorker, OpeningsEffect::Search(order)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(order.strength, Some(Level::WEAKEST.into()));
    let broken = || {
        OpeningsEvent::Engine(FromWorker::Failed {
            message: "lost".to_owned(),
        })
    };
    let again = state.update(broken());
    assert!(matches!(
        again[..],
        [OpeningsEffect::StartWorker, OpeningsEffect::Search(_)]
    ));
    state.update(broken());
    assert_eq!(state.update(broken()), []);
    assert_eq!(stage(&state), LineStage::Over(LineEnd::NoReply));
    assert!(state.trouble.as_ref().unwrap().contains("lost"));
}

#[test]
fn moves_are_looked_at_added_and_removed() {
    let mut state = with(repertoire(Color::White, RUY));
    state.update(OpeningsEvent::Browse(id()));
    assert_eq!(state.arrows(), moves("e4"));
    play(&mut state, "e4");
    play(&mut state, "c5");
    assert_eq!(prompt(&state), "c5 is not in your repertoire.");
    assert_eq!(
        add_text(&state).as_deref(),
        Some("Add c5 to the repertoire")
    );
    state.update(OpeningsEvent::AddMove(time(NOW)));
    assert_eq!(line(&state), "e4 c5");
    state.update(OpeningsEvent::TakeBack);
    let c5 = moves("e4 c5")[1];
    assert_eq!(
        state.update(OpeningsEvent::RemoveMove(c5)),
        [OpeningsEffect::Store(id())]
    );
    assert_eq!(state.update(OpeningsEvent::RemoveMove(c5)), []);
    assert_eq!(state.repertoires[0], repertoire(Color::White, RUY));
}

#[test]
fn repertoires_are_added_renamed_and_deleted() {
    let mut state = OpeningsState::default();
    let made = Box::new(repertoire(Color::White, RUY));
    assert_eq!(
        state.update(OpeningsEvent::Add(made)),
        [OpeningsEffect::Store(id())]
    );
    let rename = |name: &str| OpeningsEvent::Rename {
        id: id(),
        name: name.to_owned(),
    };
    assert_eq!(
        state.update(rename("  Spanish ")),
        [OpeningsEffect::Store(id())]
    );
    assert_eq!(state.update(rename("")), []);
    assert!(state.trouble.as_ref().unwrap().starts_with("The name:"));
    assert_eq!(state.repertoires[0].name(), "Spanish");
    assert!(state.new_id(time(3)) > id());
    begin(&mut state, false);
    assert_eq!(
        state.update(OpeningsEvent::Delete(id())),
        [OpeningsEffect::Delete(id())]
    );
    assert!(state.repertoires.is_empty() && state.line.is_none());
}

#[test]
fn an_answer_comes_back_from_its_chunk_and_is_due_on_its_day() {
    let mut state = with(repertoire(Color::White, RUY));
    begin(&mut state, false);
    play(&mut state, "e4");
    let chunk = AnswerHistory::chunk_of(NOW);
    let text = state.history.chunk_text(chunk);
    let mut again = with(repertoire(Color::White, RUY));
    again.update(OpeningsEvent::Known {
        repertoires: again.repertoires.clone(),
        history: Box::new(AnswerHistory::from_chunks([text.as_str()])),
    });
    assert_eq!(again.history, state.history);
    assert_eq!(again.repertoires.len(), 1);
    again.update(OpeningsEvent::Look(time(NOW + 3 * DAY)));
    assert_eq!(again.counts(&again.repertoires[0]).due, 1);
}

proptest! {
    /// Whatever is pressed: the line stays one of legal moves, and the same presses make the same line.
    #[test]
    fn the_same_presses_make_the_same_line(
        tree in trees(),
        presses in prop::collection::vec((0_u8..9, any::<u8>()), 1..60),
        opponent in prop_oneof![Just(LineOpponent::Repertoire), Just(LineOpponent::Book)],
    ) {
        let mut made = Repertoire::new(id(), "x", Color::White).unwrap();
        made.add_tree(&tree).unwrap();
        let run = || {
            let mut state = with(made.clone());
            state.opponent = opponent;
            for &(press, chosen) in &presses {
                let now = time(state.time.ms + 60_000);
                let legal = state.line.as_ref().map(|line| {
                    let known = state.shown().unwrap().moves_at(line.position());
                    let legal = line.position().legal_moves();
                    let wanted = if chosen % 4 == 0 { legal.to_vec() } else { known };
                    wanted.get(usize::from(chosen) % wanted.len().max(1)).copied()
                });
                let mv = legal.flatten();
                let event = match (press, mv) {
                    (0, _) => OpeningsEvent::Drill { id: id(), everything: chosen % 2 == 0, time: now },
                    (1, _) if chosen % 4 == 0 => OpeningsEvent::Browse(id()),
                    (2, _) => OpeningsEvent::TakeBack,
                    (3, _) => OpeningsEvent::Hint,
                    (4, _) => OpeningsEvent::PlayOn(now),
                    (5, _) => OpeningsEvent::AddMove(now),
                    (6, Some(mv)) => OpeningsEvent::RemoveMove(mv),
                    (7, _) => OpeningsEvent::Next(now),
                    (_, Some(mv)) => OpeningsEvent::Play { mv, time: now },
                    _ => OpeningsEvent::Look(now),
                };
                state.update(event);
                state.update(OpeningsEvent::Reply(now));
            }
            state
        };
        let (one, other) = (run(), run());
        prop_assert_eq!(&one.history, &other.history);
        prop_assert_eq!(&one.repertoires, &other.repertoires);
        let line = |state: &OpeningsState| state.line.as_ref().map(|line| (line.game.moves().to_vec(), line.stage));
        prop_assert_eq!(line(&one), line(&other));
        prop_assert!(!prompt(&one).is_empty() || one.line.is_none());
    }
}
