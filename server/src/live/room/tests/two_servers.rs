//! Two servers on one store: a game's players and watchers are on either.

use std::sync::atomic::Ordering;

use super::*;

/// Two servers that hear each other, or not.
async fn two(name: &str, hear_each_other: bool) -> [TestServer; 2] {
    let place = Arc::new(TestStore::new(name).await);
    let bus = LocalBus::default();
    let other_bus = match hear_each_other {
        true => bus.clone(),
        false => LocalBus::default(),
    };
    let first = TestServer::beside(Arc::clone(&place), &bus).await;
    [first, TestServer::beside(place, &other_bus).await]
}

/// A game of two that White has asked for at the first server, and Black has joined at the second one; with
/// their sockets.
async fn begun([first, second]: &[TestServer; 2]) -> (GameLink, [(UserId, Arc<Outbox>); 2]) {
    let (link, white) = first.game(false, None).await;
    let white_socket = first.watch(&link, Some(white)).await;
    let black = second.join(&link).await;
    let black_socket = second.watch(&link, Some(black)).await;
    (link, [(white, white_socket), (black, black_socket)])
}

async fn close([first, second]: [TestServer; 2]) {
    first.close().await;
    second.close().await;
}

/// Has a server look for what the other one has changed.
async fn look(server: &TestServer) {
    let services = server.hub.services();
    services
        .check_versions_once()
        .await
        .expect("the store works");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_happens_at_one_server_is_told_at_the_other() {
    let servers = two("two-told", true).await;
    let (link, players) = begun(&servers).await;
    let spectator = servers[0].watch(&link, None).await;
    let joined = loop {
        let snapshot = receive_message(&players[0].1, "snapshot").await;
        if snapshot["view"]["version"] == 1 {
            break snapshot;
        }
    };
    assert_eq!(joined["view"]["black"], json!({ "player": "guest" }));
    let line = ["f2f3", "e7e5", "g2g4", "d8h4"];
    for (ply, uci) in (0..).zip(line) {
        let side = usize::from(ply % 2 == 1);
        let (user, socket) = &players[side];
        let request = a_move(ply, uci);
        servers[side].ask(&link, socket, *user, request).await;
        for (_, socket) in &players {
            let moved = happened(socket, "moved").await;
            assert_eq!(
                (&moved["version"], &moved["event"]["uci"]),
                (&json!(ply + 2), &json!(uci))
            );
        }
    }
    for socket in [&players[0].1, &players[1].1, &spectator] {
        assert_eq!(happened(socket, "ended").await["version"], 6);
    }
    let views = [servers[0].view(&link).await, servers[1].view(&link).await];
    assert_eq!(views[0], views[1]);
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_not_heard_is_found_in_the_store() {
    let servers = two("two-deaf", false).await;
    let (link, players) = begun(&servers).await;
    let [(white, white_socket), (black, black_socket)] = &players;
    // White's server knows of no opponent yet; a move is refused until it has looked.
    look(&servers[0]).await;
    let seats = async |socket: &Outbox| receive_message(socket, "snapshot").await["view"].clone();
    while seats(white_socket).await["version"] != 1 {}
    for (ply, uci) in (0..).zip(["e2e4", "e7e5", "g1f3"]) {
        let side = usize::from(ply % 2 == 1);
        let (user, socket) = &players[side];
        servers[side]
            .ask(&link, socket, *user, a_move(ply, uci))
            .await;
        happened(socket, "moved").await;
        look(&servers[1 - side]).await;
        let moved = happened(&players[1 - side].1, "moved").await;
        assert_eq!(
            (&moved["version"], &moved["event"]["uci"]),
            (&json!(ply + 2), &json!(uci))
        );
    }
    // Both act at once: one of the two is first, and the other's server sees it.
    let resign = || PlayerRequest::Act(PlayerAction::Resign);
    tokio::join!(
        servers[0].ask(&link, white_socket, *white, resign()),
        servers[1].ask(&link, black_socket, *black, resign()),
    );
    for server in &servers {
        look(server).await;
    }
    for socket in [white_socket, black_socket] {
        assert_eq!(happened(socket, "ended").await["version"], 5);
    }
    let views = [servers[0].view(&link).await, servers[1].view(&link).await];
    assert_eq!(views[0], views[1]);
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_from_another_server_is_behind_nowhere() {
    let servers = two("two-moved", false).await;
    if !servers[0].store.is_shared() {
        // A file has one server.
        return close(servers).await;
    }
    let (link, players) = begun(&servers).await;
    let [(white, white_socket), (black, black_socket)] = &players;
    // White's server does not know that Black has come, and finds it with the first request.
    servers[0]
        .ask(&link, white_socket, *white, a_move(0, "e2e4"))
        .await;
    assert_eq!(happened(white_socket, "moved").await["version"], 2);
    // White's connection breaks, and White goes on at the other server, which has not heard of the move.
    let back = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
    let resume = RoomCommand::Watch {
        outbox: Arc::clone(&back),
        user: Some(*white),
        version: Some(2),
    };
    let services = servers[1].hub.services();
    assert_eq!(services.send(&link, resume).await, SendOutcome::Sent);
    assert_eq!(receive_message(&back, "synced").await["version"], 2);
    servers[1]
        .ask(&link, black_socket, *black, a_move(1, "e7e5"))
        .await;
    assert_eq!(happened(&back, "moved").await["version"], 3);
    close(servers).await;
}

const CLOCKS: Option<TimeControl> = Some(TimeControl {
    base_s: 60,
    increment_s: 0,
});

/// A game with clocks in which White's time runs. White is at the second server, Black at the first one.
async fn timed(servers: &[TestServer; 2]) -> (GameLink, [(UserId, Arc<Outbox>); 2]) {
    let [first, second] = servers;
    let (link, white) = second.timed_game(false, None, false, CLOCKS).await;
    let white_socket = second.watch(&link, Some(white)).await;
    let black = first.join(&link).await;
    let black_socket = first.watch(&link, Some(black)).await;
    let players = [(white, white_socket), (black, black_socket)];
    for (ply, uci) in (0..).zip(["e2e4", "e7e5"]) {
        let side = usize::from(ply % 2 == 1);
        let (user, socket) = &players[side];
        servers[1 - side]
            .ask(&link, socket, *user, a_move(ply, uci))
            .await;
        for (_, socket) in &players {
            happened(socket, "moved").await;
        }
    }
    (link, players)
}

/// Lets game time go by, as these servers hear.
async fn go_by(servers: &[&TestServer], statement: &'static str) {
    servers[0].place.execute(statement).await;
    for server in servers {
        server.hub.services().beat().await.expect("works");
    }
}

async fn nothing_has_ended(server: &TestServer, link: &GameLink) {
    let services = server.hub.services();
    assert_eq!(
        services.send(link, RoomCommand::CheckDeadline).await,
        SendOutcome::Sent
    );
    assert_eq!(server.view(link).await.stage, GameStage::Playing);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_at_another_server_is_not_away() {
    let servers = two("two-claim", true).await;
    if !servers[0].store.is_shared() {
        return close(servers).await;
    }
    let (link, players) = begun(&servers).await;
    let [(white, white_socket), (_, black_socket)] = &players;
    for (ply, uci) in (0..).zip(["e2e4", "e7e5"]) {
        let side = usize::from(ply % 2 == 1);
        let (user, socket) = &players[side];
        servers[side]
            .ask(&link, socket, *user, a_move(ply, uci))
            .await;
        happened(white_socket, "moved").await;
    }
    let claim = || PlayerRequest::Act(PlayerAction::ClaimWin);
    let hour = "UPDATE game_time SET stood = stood - 3600000";
    go_by(&[&servers[0], &servers[1]], hour).await;
    servers[0].ask(&link, white_socket, *white, claim()).await;
    assert_eq!(
        receive_message(white_socket, "nak").await["code"],
        "not_now"
    );
    let leave = RoomCommand::Leave {
        socket: black_socket.id,
        goodbye: false,
    };
    let services = servers[1].hub.services();
    assert_eq!(services.send(&link, leave).await, SendOutcome::Sent);
    while receive_message(white_socket, "presence").await["black"] == true {}
    servers[0].ask(&link, white_socket, *white, claim()).await;
    assert_eq!(
        receive_message(white_socket, "nak").await["code"],
        "not_now",
        "Black has just left"
    );
    go_by(&[&servers[0], &servers[1]], hour).await;
    servers[0].ask(&link, white_socket, *white, claim()).await;
    happened(white_socket, "ended").await;
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_lost_costs_its_players_nothing() {
    let servers = two("two-lost", true).await;
    if !servers[0].store.is_shared() {
        return close(servers).await;
    }
    let (link, [(white, _), (_, black_socket)]) = timed(&servers).await;
    // The second server is not heard of for four seconds.
    go_by(&[&servers[0]], "UPDATE game_time SET stood = stood - 4000").await;
    let back = servers[0].watch(&link, Some(white)).await;
    look(&servers[0]).await;
    for socket in [&back, &black_socket] {
        let given = happened(socket, "time_given").await;
        assert_eq!(given["event"]["side"], "white");
        let ms = given["event"]["ms"].as_u64().expect("milliseconds");
        assert!((3_900..=5_000).contains(&ms), "{ms}");
        let left = given["clocks"]["white_ms"].as_u64().expect("a time");
        assert!((58_000..=60_000).contains(&left), "{left}");
    }
    // Once, whoever looks.
    look(&servers[0]).await;
    let resign = PlayerRequest::Act(PlayerAction::Resign);
    servers[0].ask(&link, &back, white, resign).await;
    let version = receive_message(&back, "event").await["version"].clone();
    assert_eq!(version, 5, "joined, two moves, the time, the end");
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_is_left_to_the_server_of_its_player() {
    let servers = two("two-flag", true).await;
    if !servers[0].store.is_shared() {
        return close(servers).await;
    }
    let (link, [_, (_, black_socket)]) = timed(&servers).await;
    let [first, second] = &servers;
    go_by(
        &[first, second],
        "UPDATE game_time SET stood = stood - 61000",
    )
    .await;
    look(first).await;
    nothing_has_ended(first, &link).await;
    let check = RoomCommand::CheckDeadline;
    assert_eq!(
        second.hub.services().send(&link, check).await,
        SendOutcome::Sent
    );
    let outcome = Outcome::win(Color::Black, Reason::Timeout);
    happened(&black_socket, "ended").await;
    assert_eq!(first.view(&link).await.outcome(), Some(outcome));
    // Where that server does not do it, another one does in the end.
    let (link, [_, (_, black_socket)]) = timed(&servers).await;
    go_by(&[first], "UPDATE game_time SET stood = stood - 69000").await;
    look(first).await;
    let check = RoomCommand::CheckDeadline;
    assert_eq!(
        first.hub.services().send(&link, check).await,
        SendOutcome::Sent
    );
    happened(&black_socket, "ended").await;
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_in_the_lobby_of_every_server() {
    let servers = two("two-lobby", true).await;
    let telling = servers.each_ref().map(|server| {
        let hub = server.hub.clone();
        tokio::spawn(async move { hub.broadcast_lists().await })
    });
    let looking = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 2])));
    servers[1].hub.services().lobby.subscribe(&looking);
    let listed = async || receive_message(&looking, "lobby").await["challenges"].clone();
    assert_eq!(listed().await, json!([]));
    let (link, white) = servers[0].game(false, None).await;
    let socket = servers[0].watch(&link, Some(white)).await;
    assert_eq!(listed().await[0]["game"], link.as_str());
    // Somebody at the second server accepts it, and it is gone from both.
    servers[1].join(&link).await;
    assert_eq!(listed().await, json!([]));
    while receive_message(&socket, "snapshot").await["view"]["version"] != 1 {}
    let running = async || -> Value {
        let games = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 3])));
        servers[1].hub.services().running_games.subscribe(&games);
        receive_message(&games, "running_games").await["games"].clone()
    };
    while running().await[0]["game"] != link.as_str() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for telling in telling {
        telling.abort();
    }
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_from_a_lost_server_after_the_flag_would_have_fallen_plays_on() {
    let servers = two("two-late", true).await;
    if !servers[0].store.is_shared() {
        return close(servers).await;
    }
    let (link, [(white, _), (_, black_socket)]) = timed(&servers).await;
    let [first, second] = &servers;
    go_by(
        &[first, second],
        "UPDATE game_time SET stood = stood - 57000",
    )
    .await;
    // The second server is lost with three seconds left, and White comes back after four.
    go_by(&[first], "UPDATE game_time SET stood = stood - 4000").await;
    let back = first.watch(&link, Some(white)).await;
    for socket in [&back, &black_socket] {
        let given = happened(socket, "time_given").await;
        let left = given["clocks"]["white_ms"].as_u64().expect("a time");
        assert!((1_000..=3_000).contains(&left), "{left}");
    }
    nothing_has_ended(first, &link).await;
    first.ask(&link, &back, white, a_move(2, "g1f3")).await;
    happened(&black_socket, "moved").await;
    close(servers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_ends_costs_its_players_nothing() {
    let servers = two("two-ends", true).await;
    if !servers[0].store.is_shared() {
        return close(servers).await;
    }
    let (link, [(white, white_socket), (_, black_socket)]) = timed(&servers).await;
    let [first, second] = servers;
    second.hub.close().await;
    let leave = RoomCommand::Leave {
        socket: white_socket.id,
        goodbye: false,
    };
    second.hub.services().send_if_open(&link, leave).await;
    // Longer than a page may take to be loaded again.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    go_by(&[&first], "UPDATE game_time SET stood = stood - 2000").await;
    first.watch(&link, Some(white)).await;
    let given = happened(&black_socket, "time_given").await;
    let ms = given["event"]["ms"].as_u64().expect("milliseconds");
    assert!((2_500..=5_000).contains(&ms), "{ms}");
    first.close().await;
    second.close().await;
}

/// What the time of games does after a change that could not be stored, as on a full disk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_stands_at_both_servers_until_changes_can_be_stored_again() {
    let servers = two("two-full", true).await;
    let [first, second] = [&servers[0], &servers[1]].map(|server| server.hub.services());
    let fails = || [first, second].map(|services| services.writes_fail.load(Ordering::Relaxed));
    assert_eq!(fails(), [false, false]);
    first.note_failed_write();
    assert_eq!(fails(), [true, true]);
    // The store works, and each finds out by itself.
    let beaten = second.beat_if_changes_can_be_kept().await;
    beaten.expect("the store works");
    assert_eq!(fails(), [true, false]);
    let beaten = first.beat_if_changes_can_be_kept().await;
    beaten.expect("the store works");
    assert_eq!(fails(), [false, false]);
    // Where it is seen not to, no heartbeat is written, though one could be.
    let older = "UPDATE _sqlx_migrations SET version = version - 1000";
    servers[1].place.execute(older).await;
    first.note_failed_write();
    let before = servers[1].store.time().await.expect("it can be read");
    assert!(second.beat_if_changes_can_be_kept().await.is_err());
    assert_eq!(fails(), [true, true]);
    let beaten = second.store.beat(second.server.clone()).await;
    let last = beaten.expect("it could be written").before;
    assert!(last.is_some_and(|last| last.at <= before.at), "{last:?}");
    close(servers).await;
}
