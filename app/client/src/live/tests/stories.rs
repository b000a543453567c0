//! One thing after the other, as it happens to people.

use engine::rules::{Reason, Square};
use wire::live::protocol::{Offer, PlayerAction, RefusalCode};

use super::*;
use crate::live::{Refusal, connection};

const BLITZ: TimeControl = TimeControl {
    base_s: 60,
    increment_s: 2,
};

fn move_of(requests: &[ClientMessage]) -> (u32, String, u32) {
    match requests {
        [ClientMessage::Move { ply, uci, id, .. }] => (*ply, uci.clone(), *id),
        other => panic!("expected one move, found {other:?}"),
    }
}

fn act_of(requests: &[ClientMessage]) -> (PlayerAction, u32) {
    match requests {
        [ClientMessage::Act { act, id, .. }] => (*act, *id),
        other => panic!("expected one act, found {other:?}"),
    }
}

#[test]
fn a_page_asks_for_what_it_has_missed_since_it_was_made() {
    let mut page = Page::white();
    page.lose();
    page.now = 300;
    page.take(Event::Line(LineEvent::Again(1)));
    page.sent();
    page.take(Event::Line(LineEvent::Opened(2)));
    assert_eq!(
        page.sent(),
        [ClientMessage::Resume {
            game: page.state.view.game.clone(),
            version: Some(1)
        }]
    );
    // Cut off until it has been told all of it.
    assert!(page.state.line.lost_at().is_some());
    page.happen(moved(0, "e2e4"));
    page.sync();
    assert!(page.state.line.lost_at().is_none());
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
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
fn what_is_old_is_not_heard_and_what_is_missing_is_asked_for_once() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    page.happen_at(2, moved(0, "d2d4"), None);
    assert_eq!(page.state.view.moves, ["e2e4"]);
    page.sent();
    page.happen_at(5, moved(3, "b8c6"), None);
    let game = page.state.view.game.clone();
    assert_eq!(
        page.sent(),
        [ClientMessage::Resume {
            game: game.clone(),
            version: Some(2)
        }]
    );
    page.happen_at(6, moved(4, "f1c4"), None);
    assert_eq!(page.sent(), [], "it is under way");
    for (version, ply, uci) in [(3, 1, "e7e5"), (4, 2, "g1f3"), (5, 3, "b8c6")] {
        page.happen_at(version, moved(ply, uci), None);
    }
    page.sync();
    assert_eq!(page.state.view.moves.len(), 4);
    // Told that there is more than was told, it asks for everything, which counts whatever it says.
    page.take(Event::Told(ServerMessage::Synced {
        game: game.clone(),
        version: 9,
        clocks: None,
        seat: Some(Color::White),
    }));
    assert_eq!(
        page.sent(),
        [ClientMessage::Resume {
            game,
            version: None
        }]
    );
    let whole = GameView {
        version: 3,
        ..view(None)
    };
    page.take(Event::Told(ServerMessage::Snapshot {
        view: Box::new(whole),
        seat: Some(Color::White),
    }));
    assert_eq!((page.state.view.version, page.state.game.ply()), (3, 0));
}

#[test]
fn a_snapshot_of_an_older_game_changes_nothing() {
    let mut page = Page::white();
    page.happen(moved(0, "e2e4"));
    page.take(Event::Told(ServerMessage::Snapshot {
        view: Box::new(view(None)),
        seat: None,
    }));
    assert_eq!(page.state.view.moves, ["e2e4"]);
    assert_eq!(page.state.seat, Some(Color::White));
}

#[test]
fn what_is_told_of_another_game_is_not_of_this_one() {
    let mut page = Page::white();
    let game: wire::live::GameLink = "111111111111".parse().expect("a link");
    for tell in [
        ServerMessage::Event {
            game: game.clone(),
            version: 2,
            event: moved(0, "e2e4"),
            clocks: None,
        },
        ServerMessage::Snapshot {
            view: Box::new(GameView {
                game: game.clone(),
                version: 7,
                ..view(None)
            }),
            seat: None,
        },
        ServerMessage::Synced {
            game: game.clone(),
            version: 7,
            clocks: None,
            seat: None,
        },
        ServerMessage::Gone { game },
    ] {
        page.take(Event::Told(tell));
    }
    assert_eq!(page.state.view, view(None));
    assert_eq!((page.sent(), page.state.gone), (vec![], false));
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
fn clocks_are_what_was_told_less_what_has_passed() {
    let mut page = Page::of(view(Some(BLITZ)), Some(Color::White));
    let left = |page: &Page| {
        Color::ALL.map(|color| {
            let reading = page.state.clock_reading(color).expect("a clock");
            reading.left(page.now)
        })
    };
    page.now = 5_000;
    assert_eq!(left(&page), [60_000, 60_000], "none runs yet");
    let clocks = Clocks {
        white_ms: 50_000,
        black_ms: 40_000,
        running: Some(Color::Black),
    };
    page.happen_at(2, moved(0, "e2e4"), Some(clocks));
    page.now = 8_000;
    assert_eq!(left(&page), [50_000, 37_000]);
    assert_eq!(page.state.view.left_ms, [50_000]);
    // They run on while nothing can be heard.
    page.lose();
    page.now = 9_000;
    assert_eq!(left(&page), [50_000, 36_000]);
    page.take(Event::Line(LineEvent::Stir));
    page.take(Event::Line(LineEvent::Opened(2)));
    page.happen_at(
        3,
        moved(1, "e7e5"),
        Some(Clocks {
            black_ms: 38_000,
            running: Some(Color::White),
            ..clocks
        }),
    );
    page.sync();
    page.now = 10_000;
    assert_eq!(left(&page), [49_000, 38_000]);
    // One's own stands from the move on, although the server has not said so.
    page.play("g1f3");
    page.now = 12_000;
    assert_eq!(left(&page), [49_000, 38_000]);
    // While cut off, nobody can promise that.
    page.lose();
    assert_eq!(left(&page), [47_000, 38_000]);
    page.now = 200_000;
    assert_eq!(left(&page), [0, 38_000]);
}

#[test]
fn clocks_stand_at_the_end_and_go_back_with_the_moves_that_are_looked_at() {
    let mut page = Page::of(view(Some(BLITZ)), Some(Color::White));
    let clocks = |white_ms, black_ms, running| {
        Some(Clocks {
            white_ms,
            black_ms,
            running,
        })
    };
    let white = Some(Color::White);
    page.happen_at(
        2,
        moved(0, "e2e4"),
        clocks(59_000, 60_000, Some(Color::Black)),
    );
    page.happen_at(3, moved(1, "e7e5"), clocks(59_000, 58_000, white));
    let left = |page: &Page, color| page.state.clock_reading(color).expect("a clock");
    page.take(Event::View(1));
    assert!(
        left(&page, Color::White).since.is_some(),
        "of now while it is played"
    );
    page.take(Event::View(2));
    page.now = 4_000;
    page.happen(resigned(Color::White));
    page.now = 9_000;
    assert_eq!(left(&page, Color::White).left(page.now), 55_000);
    for (ply, expected) in [
        (0, [60_000, 60_000]),
        (1, [59_000, 60_000]),
        (2, [55_000, 58_000]),
    ] {
        page.take(Event::View(ply));
        let shown = Color::ALL.map(|color| left(&page, color).left(page.now));
        assert_eq!(shown, expected, "ply {ply}");
    }
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
fn whoever_sits_down_is_known_to_the_next_socket() {
    let open = GameView {
        stage: GameStage::Open,
        white: PlayerInfo::Nobody,
        ..view(None)
    };
    let mut page = Page::of(
        GameView {
            bottom: Color::Black,
            ..open
        },
        None,
    );
    assert_eq!(page.state.bottom(), Color::White, "as they would play");
    page.take(Event::Seated);
    assert!(page.effects.contains(&Effect::Line(LineEffect::Connect(2))));
    page.take(Event::Line(LineEvent::Closed { socket: 1, draw: 0 }));
    page.take(Event::Line(LineEvent::Opened(2)));
    let told = GameView {
        version: 2,
        ..view(None)
    };
    page.take(Event::Told(ServerMessage::Snapshot {
        view: Box::new(told),
        seat: Some(Color::White),
    }));
    assert!(page.state.can_move());
    assert_eq!(page.state.bottom(), Color::White);
}

#[test]
fn only_what_may_still_change_is_listened_to() {
    let lines = |view: GameView, seat| {
        let mut state = State::new(view, seat);
        !state.update(Event::Line(LineEvent::Stir), 0).is_empty()
    };
    let over = || GameView {
        stage: GameStage::Over {
            outcome: Outcome::draw(Reason::Agreement),
        },
        ..view(None)
    };
    assert!(lines(view(None), None));
    assert!(lines(over(), Some(Color::Black)), "there may be a rematch");
    assert!(!lines(over(), None));
    let next = Some("111111111111".parse().expect("a link"));
    assert!(!lines(GameView { next, ..over() }, Some(Color::Black)));
    for kind in [GameKind::Ai, GameKind::Board] {
        let shared = GameView { kind, ..view(None) };
        assert!(!lines(shared, Some(Color::White)), "{kind:?}");
    }
}

#[test]
fn a_game_that_is_gone_is_not_asked_for_again() {
    let mut page = Page::white();
    page.take(Event::Told(ServerMessage::Gone {
        game: page.state.view.game.clone(),
    }));
    assert!(page.state.gone);
    assert_eq!(page.effects, [Effect::Line(LineEffect::HangUp(1))]);
    page.effects.clear();
    page.take(Event::Line(LineEvent::Closed { socket: 1, draw: 0 }));
    page.take(Event::Line(LineEvent::Stir));
    assert_eq!(page.effects, []);
}

#[test]
fn whoever_leaves_says_goodbye() {
    let mut page = Page::white();
    page.take(Event::Leave);
    let game = page.state.view.game.clone();
    assert_eq!(
        page.effects,
        [
            Effect::Line(LineEffect::Send(ClientMessage::Leave { game })),
            Effect::Line(LineEffect::HangUp(1))
        ]
    );
    // And is back when the browser shows the page as it was.
    page.effects.clear();
    page.take(Event::Line(LineEvent::Stir));
    assert_eq!(page.effects[0], Effect::Line(LineEffect::Connect(2)));
}

#[test]
fn the_line_is_pinged_by_its_page() {
    let mut page = Page::white();
    page.now = u64::from(connection::LOOK_EVERY_MS);
    page.take(Event::Line(LineEvent::Look(1)));
    assert!(
        page.effects
            .contains(&Effect::Line(LineEffect::Send(ClientMessage::Ping {
                id: 1
            })))
    );
}

#[test]
fn a_side_that_begins_second_counts_its_time_from_the_first_move_of_its_own() {
    let mut black_begins = view(Some(BLITZ));
    black_begins.start_fen = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned());
    black_begins.stage = GameStage::Over {
        outcome: Outcome::draw(Reason::Agreement),
    };
    black_begins.moves = vec!["e8e7".to_owned(), "e2e4".to_owned()];
    black_begins.left_ms = vec![50_000, 40_000];
    let mut state = State::new(black_begins, None);
    state.update(Event::View(1), 0);
    let left = Color::ALL.map(|color| state.clock_reading(color).expect("a clock").left(0));
    assert_eq!(left, [60_000, 50_000]);
}

#[test]
fn where_nobody_is_to_play_nobody_has_a_seat() {
    let mut page = Page::white();
    page.state = State::to_look_on(view(None));
    page.take(Event::Line(LineEvent::Stir));
    page.take(Event::Line(LineEvent::Opened(1)));
    let seat = Some(Color::White);
    let game = page.state.view.game.clone();
    page.take(Event::Told(ServerMessage::Synced {
        game,
        version: 1,
        clocks: None,
        seat,
    }));
    page.take(Event::Told(ServerMessage::Snapshot {
        view: Box::new(view(None)),
        seat,
    }));
    assert_eq!((page.state.seat, page.state.can_move()), (None, false));
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
