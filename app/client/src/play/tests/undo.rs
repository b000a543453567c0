//! Moves taken back and played again.

use super::*;

#[test]
fn undo_on_the_visitors_turn_takes_two_plies_back_and_redo_brings_both() {
    let mut page = Page::open(sound());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    page.answer("b8c6");
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "e2e4 e7e5");
    assert!(page.running.is_empty());
    page.take(PlayEvent::Redo);
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3 b8c6");
    page.take(PlayEvent::Undo);
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "");
    assert!(!page.state.can_undo());
    page.take(PlayEvent::Undo);
    assert_eq!(page.state.status(), GameStatus::NotStarted);
}

#[test]
fn undo_while_the_engine_thinks_takes_the_visitors_own_move_back() {
    let mut page = Page::open(sound());
    page.play("e2e4");
    page.answer("e7e5");
    page.play("g1f3");
    let (old, reply) = (page.running_id(), page.mv("b8c6"));
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "e2e4 e7e5");
    assert!(page.running.is_empty());
    page.take(done(old, reply));
    assert_eq!(page.moves(), "e2e4 e7e5");
    page.take(PlayEvent::Redo);
    assert_eq!(page.moves(), "e2e4 e7e5 g1f3");
    assert_eq!(page.running.len(), 1, "the engine thinks again");
}

#[test]
fn undo_as_black_at_the_first_move_neither_stalls_nor_stops_the_engine() {
    let mut page = Page::open(settings(ColorChoice::Black));
    page.take(PlayEvent::Undo);
    assert_eq!(page.running.len(), 1);
    page.answer("e2e4");
    assert!(
        !page.state.can_undo(),
        "there is no move of the visitor's to take back"
    );
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "e2e4");
    page.play("e7e5");
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "e2e4");
    assert_eq!(page.state.status(), GameStatus::YourTurn(Color::Black));
}

#[test]
fn between_people_undo_takes_one_ply_back() {
    let mut page = Page::open(Settings {
        opponent: Opponent::Person,
        ..settings(ColorChoice::White)
    });
    page.play("e2e4");
    page.play("e7e5");
    page.take(PlayEvent::Undo);
    assert_eq!(page.moves(), "e2e4");
}
