//! Connecting, catching up and leaving.

use engine::rules::Reason;

use super::*;
use crate::live::connection;

#[test]
fn a_page_asks_for_what_it_has_missed_since_it_was_made() {
    let mut page = Page::white();
    page.drop_connection();
    page.now = 300;
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Retry(1)));
    page.sent();
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(2)));
    assert_eq!(
        page.sent(),
        [ClientMessage::Resume {
            game: page.state.view.game.clone(),
            version: Some(1)
        }]
    );
    // Lost until the page has caught up.
    assert!(page.state.connection.lost_at().is_some());
    page.server_event(move_event(0, "e2e4"));
    page.sync();
    assert!(page.state.connection.lost_at().is_none());
    assert_eq!(page.fen(), position_after(&["e2e4"]).to_fen());
}

#[test]
fn what_is_old_is_not_heard_and_what_is_missing_is_asked_for_once() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    page.server_event_at(2, move_event(0, "d2d4"), None);
    assert_eq!(page.state.view.moves, ["e2e4"]);
    page.sent();
    page.server_event_at(5, move_event(3, "b8c6"), None);
    let game = page.state.view.game.clone();
    assert_eq!(
        page.sent(),
        [ClientMessage::Resume {
            game: game.clone(),
            version: Some(2)
        }]
    );
    page.server_event_at(6, move_event(4, "f1c4"), None);
    assert_eq!(page.sent(), [], "it is under way");
    for (version, ply, uci) in [(3, 1, "e7e5"), (4, 2, "g1f3"), (5, 3, "b8c6")] {
        page.server_event_at(version, move_event(ply, uci), None);
    }
    page.sync();
    assert_eq!(page.state.view.moves.len(), 4);
    // A newer version than the page's makes it request a snapshot, which replaces everything.
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Synced {
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
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Snapshot {
        view: Box::new(whole),
        seat: Some(Color::White),
    }));
    assert_eq!((page.state.view.version, page.state.game.ply()), (3, 0));
}

#[test]
fn a_snapshot_of_an_older_game_changes_nothing() {
    let mut page = Page::white();
    page.server_event(move_event(0, "e2e4"));
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Snapshot {
        view: Box::new(view(None)),
        seat: None,
    }));
    assert_eq!(page.state.view.moves, ["e2e4"]);
    assert_eq!(page.state.side, Some(Color::White));
}

#[test]
fn what_is_told_of_another_game_is_not_of_this_one() {
    let mut page = Page::white();
    let game: wire::live::GameLink = "111111111111".parse().expect("a link");
    for tell in [
        ServerMessage::Event {
            game: game.clone(),
            version: 2,
            event: move_event(0, "e2e4"),
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
        page.dispatch(LiveEvent::ServerMessage(tell));
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
    page.dispatch(LiveEvent::Joined);
    assert!(
        page.effects
            .contains(&LiveEffect::Connection(ConnectionEffect::Connect(2)))
    );
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Closed {
        socket: 1,
        jitter: 0,
    }));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(2)));
    let told = GameView {
        version: 2,
        ..view(None)
    };
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Snapshot {
        view: Box::new(told),
        seat: Some(Color::White),
    }));
    assert!(page.state.can_move());
    assert_eq!(page.state.bottom(), Color::White);
}

#[test]
fn only_what_may_still_change_is_listened_to() {
    let lines = |view: GameView, seat| {
        let mut state = LiveState::new(view, seat);
        !state
            .update(LiveEvent::Connection(ConnectionEvent::Wake), 0)
            .is_empty()
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
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Gone {
        game: page.state.view.game.clone(),
    }));
    assert!(page.state.gone);
    assert_eq!(
        page.effects,
        [LiveEffect::Connection(ConnectionEffect::Close(1))]
    );
    page.effects.clear();
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Closed {
        socket: 1,
        jitter: 0,
    }));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    assert_eq!(page.effects, []);
}

#[test]
fn whoever_leaves_says_goodbye() {
    let mut page = Page::white();
    page.dispatch(LiveEvent::Leave);
    let game = page.state.view.game.clone();
    assert_eq!(
        page.effects,
        [
            LiveEffect::Connection(ConnectionEffect::Send(ClientMessage::Leave { game })),
            LiveEffect::Connection(ConnectionEffect::Close(1))
        ]
    );
    // The page reconnects when the browser restores it.
    page.effects.clear();
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    assert_eq!(
        page.effects[0],
        LiveEffect::Connection(ConnectionEffect::Connect(2))
    );
}

#[test]
fn the_connection_is_pinged_by_its_page() {
    let mut page = Page::white();
    page.now = u64::from(connection::PING_INTERVAL_MS);
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Heartbeat(1)));
    assert!(
        page.effects
            .contains(&LiveEffect::Connection(ConnectionEffect::Send(
                ClientMessage::Ping { id: 1 }
            )))
    );
}

#[test]
fn where_nobody_is_to_play_nobody_has_a_seat() {
    let mut page = Page::white();
    page.state = LiveState::spectating(view(None));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Wake));
    page.dispatch(LiveEvent::Connection(ConnectionEvent::Opened(1)));
    let seat = Some(Color::White);
    let game = page.state.view.game.clone();
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Synced {
        game,
        version: 1,
        clocks: None,
        seat,
    }));
    page.dispatch(LiveEvent::ServerMessage(ServerMessage::Snapshot {
        view: Box::new(view(None)),
        seat,
    }));
    assert_eq!((page.state.side, page.state.can_move()), (None, false));
}
