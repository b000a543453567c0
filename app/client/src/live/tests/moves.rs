//! Own moves, premoves and takebacks.

use engine::rules::Square;
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::*;
use crate::live::ActionFailure;

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
    assert!(!page.state.can_move() && page.state.awaits_server());
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Ack {
        id,
        version: 2,
    }));
    assert!(page.state.awaits_server(), "acknowledged is not yet told");
    page.server_event(move_event(0, "e2e4"));
    assert!(!page.state.awaits_server());
    assert_eq!(page.state.view.moves, ["e2e4"]);
    assert_eq!(page.sent(), []);
}

#[test]
fn a_move_that_is_refused_is_taken_back_and_it_is_said_why() {
    let mut page = Page::white();
    page.play("e2e4");
    let (_, _, id) = move_of(&page.sent());
    let code = RefusalCode::NotPlaying;
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Nak {
        id,
        code,
        version: 1,
    }));
    assert_eq!(page.fen(), Position::startpos().to_fen());
    assert_eq!(page.state.failure, Some(ActionFailure::Server(code)));
    assert!(page.state.can_move());
    let Some(LiveEffect::After { event, .. }) = page.effects.pop() else {
        panic!("it is not said for ever");
    };
    page.dispatch(event);
    assert_eq!(page.state.failure, None);
}

#[test]
fn a_move_that_could_not_be_kept_is_sent_again_as_the_same() {
    let mut page = Page::white();
    page.play("e2e4");
    let first = page.sent();
    let (_, _, id) = move_of(&first);
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Nak {
        id,
        code: RefusalCode::Busy,
        version: 1,
    }));
    let Some(LiveEffect::After { event, .. }) = page.effects.pop() else {
        panic!("later");
    };
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    page.dispatch(event);
    assert_eq!(page.sent(), first);
}

#[test]
fn a_move_under_way_outlives_a_broken_connection() {
    let mut page = Page::white();
    page.play("e2e4");
    let first = page.sent();
    page.drop_connection();
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    page.sent();
    page.connect();
    let sent = page.sent();
    assert!(matches!(sent[0], ClientMessage::Resume { .. }));
    assert_eq!(sent[1..], first[..], "the same ply under the same id");
    // A second sync does not send it a third time.
    page.sync();
    assert_eq!(page.sent(), []);
}

#[test]
fn a_move_that_had_arrived_is_not_sent_again() {
    let mut page = Page::white();
    page.play("e2e4");
    page.drop_connection();
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(2)));
    page.sent();
    page.server_event(move_event(0, "e2e4"));
    page.sync();
    assert_eq!(page.sent(), []);
    assert!(!page.state.awaits_server() && page.state.failure.is_none());
}

#[test]
fn a_move_gives_way_to_another_that_was_played_in_its_place() {
    let mut page = Page::white();
    page.play("e2e4");
    page.server_event(move_event(0, "d2d4"));
    assert_eq!(page.fen(), position_after(&["d2d4"]).to_fen());
    assert_eq!(page.state.failure, Some(ActionFailure::Superseded));
    assert!(!page.state.awaits_server());
}

#[test]
fn a_premove_is_played_the_moment_that_its_turn_has_come() {
    let mut page = Page::white();
    page.play("e2e4");
    page.sent();
    // Pending or confirmed, it is the opponent's turn.
    page.dispatch(LiveEvent::Premove(Square::G1, Square::F3));
    page.server_event(move_event(0, "e2e4"));
    assert_eq!(page.state.premove(), Some((Square::G1, Square::F3)));
    assert_eq!(page.sent(), []);
    page.server_event(move_event(1, "e7e5"));
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
        page.server_event(move_event(0, "e2e4"));
        page.dispatch(LiveEvent::Premove(from, to));
        page
    };
    let mut page = ahead(Square::E4, Square::D5);
    assert!(page.state.premove().is_some());
    page.server_event(move_event(1, "e7e5"));
    assert_eq!((page.state.premove(), page.sent()), (None, vec![]));
    assert!(page.state.can_move());

    let mut page = ahead(Square::E4, Square::E5);
    page.dispatch(LiveEvent::CancelPremove);
    page.server_event(move_event(1, "d7d5"));
    assert_eq!(page.sent(), []);

    // An opponent's piece, and a way that no piece moves.
    assert_eq!(ahead(Square::E7, Square::E5).state.premove(), None);
    assert_eq!(ahead(Square::E4, Square::E6).state.premove(), None);
    // A later premove replaces the earlier one.
    let mut page = ahead(Square::E4, Square::D5);
    page.dispatch(LiveEvent::Premove(Square::D1, Square::H5));
    assert_eq!(page.state.premove(), Some((Square::D1, Square::H5)));
    // A premove does not survive the end of the game.
    page.server_event(resignation(Color::Black));
    assert_eq!((page.state.premove(), page.sent()), (None, vec![]));
}

#[test]
fn moves_that_are_taken_back_take_what_was_to_follow_along() {
    let mut page = Page::white();
    for (ply, uci) in [(0, "e2e4"), (1, "e7e5"), (2, "g1f3")] {
        page.server_event(move_event(ply, uci));
    }
    page.dispatch(LiveEvent::Premove(Square::F1, Square::C4));
    page.server_event(GameEvent::Offered {
        offer: Offer::Takeback,
        by: Color::Black,
    });
    assert_eq!(page.state.offer_to_answer(), Some(Offer::Takeback));
    page.server_event(GameEvent::TakenBack { ply: 1 });
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
    assert_eq!(page.state.premove(), None);
    assert_eq!(page.state.offer_to_answer(), None);
    page.server_event(move_event(1, "c7c5"));
    assert_eq!(page.sent(), []);
}

#[test]
fn whoever_watches_can_look_and_nothing_else() {
    let mut page = Page::of(view(None), None);
    page.play("e2e4");
    page.dispatch(LiveEvent::Premove(Square::E7, Square::E5));
    for act in [
        PlayerAction::Resign,
        PlayerAction::Abort,
        PlayerAction::Draw,
        PlayerAction::Takeback,
        PlayerAction::Decline,
    ] {
        page.dispatch(LiveEvent::Act(act));
    }
    assert_eq!((page.sent(), page.state.game.ply()), (vec![], 0));
    for (ply, uci) in [(0, "e2e4"), (1, "e7e5")] {
        page.server_event(move_event(ply, uci));
    }
    page.dispatch(LiveEvent::ViewPly(1));
    assert_eq!(page.effects.pop(), Some(LiveEffect::UpdateAddress));
    // The game goes on; the spectator stays at the viewed ply.
    page.server_event(move_event(2, "g1f3"));
    assert_eq!((page.state.shown_ply(), page.state.game.ply()), (1, 3));
    page.dispatch(LiveEvent::ViewPly(7));
    assert_eq!(page.state.viewed_ply, None);
}

#[test]
fn whoever_plays_is_brought_back_to_the_game_by_the_opponents_move() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    page.dispatch(LiveEvent::ViewPly(0));
    assert!(!page.state.can_premove());
    page.effects.clear();
    page.server_event(move_event(1, "e7e5"));
    assert_eq!((page.state.viewed_ply, page.effects.pop()), {
        (None, Some(LiveEffect::UpdateAddress))
    });
    assert!(page.state.can_move());
}
