//! Own moves, premoves and takebacks.

use engine::rules::Square;
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::*;
use crate::live::Refusal;

fn move_of(requests: &[ClientMessage]) -> (u32, String, u32) {
    match requests {
        [ClientMessage::Move { ply, uci, id, .. }] => (*ply, uci.clone(), *id),
        other => panic!("expected one move, found {other:?}"),
    }
}

#[test]
fn an_own_move_is_shown_at_once_sent_once_and_there_when_the_game_has_it() {
    let mut page = Page::white();
    page.play("e2e4");
    let (ply, uci, id) = move_of(&page.sent());
    assert_eq!((ply, uci.as_str()), (0, "e2e4"));
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    assert!(!page.state.can_move() && page.state.is_waiting());
    page.take(Event::Told(ServerMessage::Ack { id, version: 2 }));
    assert!(page.state.is_waiting(), "acknowledged is not yet told");
    page.happen(moved(0, "e2e4"));
    assert!(!page.state.is_waiting());
    assert_eq!(page.state.view.moves, ["e2e4"]);
    assert_eq!(page.sent(), []);
}

#[test]
fn a_move_that_is_refused_is_taken_back_and_it_is_said_why() {
    let mut page = Page::white();
    page.play("e2e4");
    let (_, _, id) = move_of(&page.sent());
    let code = RefusalCode::NotPlaying;
    page.take(Event::Told(ServerMessage::Nak {
        id,
        code,
        version: 1,
    }));
    assert_eq!(page.fen(), Position::startpos().to_fen());
    assert_eq!(page.state.refusal, Some(Refusal::Said(code)));
    assert!(page.state.can_move());
    let Some(Effect::After { event, .. }) = page.effects.pop() else {
        panic!("it is not said for ever");
    };
    page.take(event);
    assert_eq!(page.state.refusal, None);
}

#[test]
fn a_move_that_could_not_be_kept_is_sent_again_as_the_same() {
    let mut page = Page::white();
    page.play("e2e4");
    let first = page.sent();
    let (_, _, id) = move_of(&first);
    page.take(Event::Told(ServerMessage::Nak {
        id,
        code: RefusalCode::Busy,
        version: 1,
    }));
    let Some(Effect::After { event, .. }) = page.effects.pop() else {
        panic!("later");
    };
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    page.take(event);
    assert_eq!(page.sent(), first);
}

#[test]
fn a_move_under_way_outlives_a_broken_connection() {
    let mut page = Page::white();
    page.play("e2e4");
    let first = page.sent();
    page.lose();
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    page.take(Event::Line(LineEvent::Stir));
    page.sent();
    page.connect();
    let sent = page.sent();
    assert!(matches!(sent[0], ClientMessage::Resume { .. }));
    assert_eq!(sent[1..], first[..], "the same ply under the same id");
    // Told again that nothing was missed, it is not sent a third time.
    page.sync();
    assert_eq!(page.sent(), []);
}

#[test]
fn a_move_that_had_arrived_is_not_sent_again() {
    let mut page = Page::white();
    page.play("e2e4");
    page.lose();
    page.take(Event::Line(LineEvent::Stir));
    page.take(Event::Line(LineEvent::Opened(2)));
    page.sent();
    page.happen(moved(0, "e2e4"));
    page.sync();
    assert_eq!(page.sent(), []);
    assert!(!page.state.is_waiting() && page.state.refusal.is_none());
}

#[test]
fn a_move_gives_way_to_another_that_was_played_in_its_place() {
    let mut page = Page::white();
    page.play("e2e4");
    page.happen(moved(0, "d2d4"));
    assert_eq!(page.fen(), position_after(&["d2d4"]).to_fen());
    assert_eq!(page.state.refusal, Some(Refusal::Overtaken));
    assert!(!page.state.is_waiting());
}

#[test]
fn a_premove_is_played_the_moment_that_its_turn_has_come() {
    let mut page = Page::white();
    page.play("e2e4");
    page.sent();
    // Under way or known: it is the opponent's turn either way.
    page.take(Event::Premove(Square::G1, Square::F3));
    page.happen(moved(0, "e2e4"));
    assert_eq!(page.state.premove(), Some((Square::G1, Square::F3)));
    assert_eq!(page.sent(), []);
    page.happen(moved(1, "e7e5"));
    let (ply, uci, _) = move_of(&page.sent());
    assert_eq!((ply, uci.as_str()), (2, "g1f3"));
    assert_eq!(page.state.premove(), None);
    assert_eq!(
        page.fen(),
        position_after(&["e2e4", "e7e5", "g1f3"]).to_fen()
    );
}

#[test]
fn a_premove_that_is_no_longer_legal_or_no_longer_wanted_is_not_played() {
    let ahead = |from, to| {
        let mut page = Page::white();
        page.happen(moved(0, "e2e4"));
        page.take(Event::Premove(from, to));
        page
    };
    let mut page = ahead(Square::E4, Square::D5);
    assert!(page.state.premove().is_some());
    page.happen(moved(1, "e7e5"));
    assert_eq!((page.state.premove(), page.sent()), (None, vec![]));
    assert!(page.state.can_move());

    let mut page = ahead(Square::E4, Square::E5);
    page.take(Event::CancelPremove);
    page.happen(moved(1, "d7d5"));
    assert_eq!(page.sent(), []);

    // The other's piece, and a way that no piece goes.
    assert_eq!(ahead(Square::E7, Square::E5).state.premove(), None);
    assert_eq!(ahead(Square::E4, Square::E6).state.premove(), None);
    // A later one takes its place.
    let mut page = ahead(Square::E4, Square::D5);
    page.take(Event::Premove(Square::D1, Square::H5));
    assert_eq!(page.state.premove(), Some((Square::D1, Square::H5)));
    // Of a game that is over, none is left.
    page.happen(resigned(Color::Black));
    assert_eq!((page.state.premove(), page.sent()), (None, vec![]));
}

#[test]
fn moves_that_are_taken_back_take_what_was_to_follow_along() {
    let mut page = Page::white();
    for (ply, uci) in [(0, "e2e4"), (1, "e7e5"), (2, "g1f3")] {
        page.happen(moved(ply, uci));
    }
    page.take(Event::Premove(Square::F1, Square::C4));
    page.happen(GameEvent::Offered {
        offer: Offer::Takeback,
        by: Color::Black,
    });
    assert_eq!(page.state.to_answer(), Some(Offer::Takeback));
    page.happen(GameEvent::TakenBack { ply: 1 });
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    assert_eq!(page.state.premove(), None);
    assert_eq!(page.state.to_answer(), None);
    page.happen(moved(1, "c7c5"));
    assert_eq!(page.sent(), []);
}

#[test]
fn whoever_watches_can_look_and_nothing_else() {
    let mut page = Page::of(view(None), None);
    page.play("e2e4");
    page.take(Event::Premove(Square::E7, Square::E5));
    for act in [
        PlayerAction::Resign,
        PlayerAction::Abort,
        PlayerAction::Draw,
        PlayerAction::Takeback,
        PlayerAction::Decline,
    ] {
        page.take(Event::Act(act));
    }
    assert_eq!((page.sent(), page.state.game.ply()), (vec![], 0));
    for (ply, uci) in [(0, "e2e4"), (1, "e7e5")] {
        page.happen(moved(ply, uci));
    }
    page.take(Event::View(1));
    assert_eq!(page.effects.pop(), Some(Effect::Remember));
    // The game goes on; they stay where they look.
    page.happen(moved(2, "g1f3"));
    assert_eq!((page.state.shown_ply(), page.state.game.ply()), (1, 3));
    page.take(Event::View(7));
    assert_eq!(page.state.viewed, None);
}

#[test]
fn whoever_plays_is_brought_back_to_the_game_by_the_opponents_move() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    page.take(Event::View(0));
    assert!(!page.state.can_premove());
    page.effects.clear();
    page.happen(moved(1, "e7e5"));
    assert_eq!((page.state.viewed, page.effects.pop()), {
        (None, Some(Effect::Remember))
    });
    assert!(page.state.can_move());
}
