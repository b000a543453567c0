//! What players do besides moving.

use wire::live::protocol::{Offer, PlayerAction};

use super::*;
use crate::live::Refusal;

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
        .map(|act| page.state.can(act))
    };
    assert_eq!(can(&page), [true, false, false, false, false]);
    page.happen(moved(0, "e2e4"));
    assert_eq!(can(&page), [true, false, false, true, false]);
    page.happen(moved(1, "e7e5"));
    assert_eq!(can(&page), [false, true, true, true, false]);
    let offered = |offer, by| GameEvent::Offered { offer, by };
    page.happen(offered(Offer::Draw, Color::White));
    page.happen(offered(Offer::Takeback, Color::White));
    assert_eq!(can(&page), [false, true, false, false, false]);
    page.happen(resigned(Color::Black));
    assert_eq!(can(&page), [false, false, false, false, true]);
    page.happen(offered(Offer::Rematch, Color::Black));
    assert_eq!(page.state.to_answer(), Some(Offer::Rematch));
    let next: wire::live::GameLink = "111111111111".parse().expect("a link");
    page.effects.clear();
    page.happen(GameEvent::Next { game: next.clone() });
    assert_eq!(can(&page), [false; 5]);
    assert_eq!(page.effects, [Effect::GoTo(next)]);
}

#[test]
fn black_has_nothing_to_take_back_before_it_has_moved() {
    let mut page = Page::of(view(None), Some(Color::Black));
    page.happen(moved(0, "e2e4"));
    assert!(!page.state.can(PlayerAction::Takeback));
    page.happen(moved(1, "e7e5"));
    assert!(page.state.can(PlayerAction::Takeback));
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
        assert!(!page.state.may_claim_draw());
        page.happen(moved(ply, uci));
    }
    assert!(page.state.may_claim_draw());
    page.happen(GameEvent::Offered {
        offer: Offer::Draw,
        by: Color::White,
    });
    assert!(
        page.state.can(PlayerAction::Draw),
        "an offer does not bar from claiming"
    );
    let of = |seat| State {
        seat,
        ..page.state.clone()
    };
    assert!(of(Some(Color::Black)).may_claim_draw());
    assert!(!of(None).may_claim_draw());
}

#[test]
fn an_act_is_answered_before_there_is_another_and_is_not_repeated_by_itself() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    page.happen(moved(1, "e7e5"));
    page.take(Event::Act(PlayerAction::Draw));
    let (act, id) = act_of(&page.sent());
    assert_eq!(act, PlayerAction::Draw);
    page.take(Event::Act(PlayerAction::Resign));
    assert_eq!(page.sent(), []);
    page.take(Event::Told(ServerMessage::Ack { id, version: 4 }));
    page.take(Event::Act(PlayerAction::Resign));
    assert_eq!(act_of(&page.sent()).0, PlayerAction::Resign);
    page.lose();
    assert_eq!(page.state.refusal, Some(Refusal::Unsure));
    page.take(Event::Line(LineEvent::Stir));
    page.sent();
    page.connect();
    assert!(matches!(page.sent()[..], [ClientMessage::Resume { .. }]));
    page.lose();
    page.take(Event::Act(PlayerAction::Resign));
    assert_eq!(page.state.refusal, Some(Refusal::CutOff));
}

#[test]
fn whoever_is_left_alone_may_claim_the_game_after_a_while() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    page.happen(moved(1, "e7e5"));
    let presence = |black, claim_in_ms| {
        Event::Told(ServerMessage::Presence {
            game: "q3ZkV9dYw7Ab".parse().expect("a link"),
            white: true,
            black,
            watching: 3,
            claim_in_ms,
        })
    };
    page.take(presence(true, None));
    assert_eq!(page.state.is_there(Color::Black), Some(true));
    assert!(!page.state.can(PlayerAction::ClaimWin));
    page.now = 1_000;
    page.take(presence(false, Some(30_000)));
    assert_eq!(page.state.is_there(Color::Black), Some(false));
    assert_eq!(page.state.claim_in(11_000), Some(20_000));
    assert_eq!(page.state.claim_in(60_000), Some(0));
    page.take(Event::Act(PlayerAction::ClaimWin));
    assert_eq!(act_of(&page.sent()).0, PlayerAction::ClaimWin);
    page.take(presence(true, None));
    assert_eq!(page.state.claim_in(11_000), None);
    // Nobody can say who is there while nothing is heard.
    page.lose();
    assert_eq!(page.state.is_there(Color::Black), None);
    assert_eq!(page.state.is_there(Color::White), Some(false));
}

#[test]
fn whoever_offers_hears_that_it_was_declined() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    for (of, heard) in [
        (Color::Black, None),
        (Color::White, Some(Refusal::Declined(Offer::Draw))),
    ] {
        let offer = Offer::Draw;
        page.happen(GameEvent::Offered { offer, by: of });
        page.happen(GameEvent::Declined { offer, of });
        assert_eq!(
            (page.state.refusal, page.state.offered(offer)),
            (heard, None)
        );
    }
}
