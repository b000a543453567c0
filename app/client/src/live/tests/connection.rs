//! Connecting, catching up and leaving.

use engine::rules::Reason;

use super::*;
use crate::live::connection;

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
