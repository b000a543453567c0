//! Two servers on one store: a game's players and watchers are on either.

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
