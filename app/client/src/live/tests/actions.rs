//! What players do besides moving.

use wire::live::protocol::{Offer, PlayerAction};

use super::*;
use crate::live::ActionFailure;

fn act_of(requests: &[ClientMessage]) -> (PlayerAction, u32) {
    match requests {
        [ClientMessage::Act { act, id, .. }] => (*act, *id),
        other => panic!("expected one act, found {other:?}"),
    }
}

#[test]
fn what_may_be_done_changes_with_the_game() {
    let mut page = Page::white();
    let can = |page: &Page| {
        [
            PlayerAction::Abort,
            PlayerAction::Resign,
            PlayerAction::Draw,
            PlayerAction::Takeback,
            PlayerAction::Rematch,
        ]
        .map(|act| page.state.can_act(act))
    };
    assert_eq!(can(&page), [true, false, false, false, false]);
    page.server_event(move_event(0, "e2e4"));
    assert_eq!(can(&page), [true, false, false, true, false]);
    page.server_event(move_event(1, "e7e5"));
    assert_eq!(can(&page), [false, true, true, true, false]);
    let offered = |offer, by| GameEvent::Offered { offer, by };
    page.server_event(offered(Offer::Draw, Color::White));
    page.server_event(offered(Offer::Takeback, Color::White));
    assert_eq!(can(&page), [false, true, false, false, false]);
    page.server_event(resignation(Color::Black));
    assert_eq!(can(&page), [false, false, false, false, true]);
    page.server_event(offered(Offer::Rematch, Color::Black));
    assert_eq!(page.state.offer_to_answer(), Some(Offer::Rematch));
    let next: wire::live::GameLink = "111111111111".parse().expect("a link");
    page.effects.clear();
    page.server_event(GameEvent::Next { game: next.clone() });
    assert_eq!(can(&page), [false; 5]);
    assert_eq!(page.effects, [LiveEffect::OpenGame(next)]);
}

#[test]
fn black_has_nothing_to_take_back_before_it_has_moved() {
    let mut page = Page::of(view(None), Some(Color::Black));
    page.server_event(move_event(0, "e2e4"));
    assert!(!page.state.can_act(PlayerAction::Takeback));
    page.server_event(move_event(1, "e7e5"));
    assert!(page.state.can_act(PlayerAction::Takeback));
}

#[test]
fn a_draw_that_the_rules_allow_may_be_claimed_by_whoever_plays() {
    let mut page = Page::white();
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (ply, uci) in there_and_back
        .iter()
        .cycle()
        .take(8)
        .enumerate()
        .map(|(ply, uci)| (ply as u32, *uci))
    {
        assert!(!page.state.can_claim_draw());
        page.server_event(move_event(ply, uci));
    }
    assert!(page.state.can_claim_draw());
    page.server_event(GameEvent::Offered {
        offer: Offer::Draw,
        by: Color::White,
    });
    assert!(
        page.state.can_act(PlayerAction::Draw),
        "an offer does not bar from claiming"
    );
    let of = |seat| LiveState {
        side: seat,
        ..page.state.clone()
    };
    assert!(of(Some(Color::Black)).can_claim_draw());
    assert!(!of(None).can_claim_draw());
}

#[test]
fn an_act_is_answered_before_there_is_another_and_is_not_repeated_by_itself() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    page.server_event(move_event(1, "e7e5"));
    page.dispatch(LiveEvent::Act(PlayerAction::Draw));
    let (act, id) = act_of(&page.sent());
    assert_eq!(act, PlayerAction::Draw);
    page.dispatch(LiveEvent::Act(PlayerAction::Resign));
    assert_eq!(page.sent(), []);
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Ack {
        id,
        version: 4,
    }));
    page.dispatch(LiveEvent::Act(PlayerAction::Resign));
    assert_eq!(act_of(&page.sent()).0, PlayerAction::Resign);
    page.drop_connection();
    assert_eq!(page.state.failure, Some(ActionFailure::Unconfirmed));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    page.sent();
    page.connect();
    assert!(matches!(page.sent()[..], [ClientMessage::Resume { .. }]));
    page.drop_connection();
    page.dispatch(LiveEvent::Act(PlayerAction::Resign));
    assert_eq!(page.state.failure, Some(ActionFailure::Offline));
}

#[test]
fn whoever_is_left_alone_may_claim_the_game_after_a_while() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    page.server_event(move_event(1, "e7e5"));
    let presence = |black, claim_in_ms| {
        LiveEvent::ServerMessage(ServerMessage::Presence {
            game: "q3ZkV9dYw7Ab".parse().expect("a link"),
            white: true,
            black,
            watching: 3,
            claim_in_ms,
        })
    };
    page.dispatch(presence(true, None));
    assert_eq!(page.state.is_connected(Color::Black), Some(true));
    assert!(!page.state.can_act(PlayerAction::ClaimWin));
    page.now = 1_000;
    page.dispatch(presence(false, Some(30_000)));
    assert_eq!(page.state.is_connected(Color::Black), Some(false));
    assert_eq!(page.state.claim_in_ms(11_000), Some(20_000));
    assert_eq!(page.state.claim_in_ms(60_000), Some(0));
    page.dispatch(LiveEvent::Act(PlayerAction::ClaimWin));
    assert_eq!(act_of(&page.sent()).0, PlayerAction::ClaimWin);
    page.dispatch(presence(true, None));
    assert_eq!(page.state.claim_in_ms(11_000), None);
    // Presence is unknown while the connection is lost.
    page.drop_connection();
    assert_eq!(page.state.is_connected(Color::Black), None);
    assert_eq!(page.state.is_connected(Color::White), Some(false));
}

#[test]
fn whoever_offers_hears_that_it_was_declined() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    for (of, heard) in [
        (Color::Black, None),
        (Color::White, Some(ActionFailure::Declined(Offer::Draw))),
    ] {
        let offer = Offer::Draw;
        page.server_event(GameEvent::Offered { offer, by: of });
        page.server_event(GameEvent::Declined { offer, of });
        assert_eq!(
            (page.state.failure, page.state.offered_by(offer)),
            (heard, None)
        );
    }
}
