//! The protocol of live games against the built server: the events, their order, and every way in
//! which a game ends. Every client's copy is checked against the rules on the way (`e2e::live`);
//! refusals are tested in `live_refusals`.

use std::net::SocketAddr;

use e2e::folder::TempFolder;
use e2e::guest_client::GuestClient;
use e2e::live::test_game::client_id;
use e2e::live::{
    CommandAnswer, History, Mirror, Received, SocketRequest, TestGame, TestPlayers, Visitor,
};
use e2e::server::Server;
use serde_json::{Value, json};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// A server with a game that both players have come to.
async fn begun(control: Option<(u16, u8)>) -> (Server, TestGame, TestPlayers) {
    let server = Server::start();
    let test_game = TestGame::new(server.addr, control, None);
    let players = test_game.connect_players(server.addr).await;
    (server, test_game, players)
}

/// All of these know what the server shows.
fn assert_agree(addr: SocketAddr, test_game: &TestGame, visitors: &[&Visitor]) {
    let state = test_game.state(addr);
    for visitor in visitors {
        assert_eq!(visitor.mirror.known(), &state);
    }
}

fn over(winner: Option<&str>, reason: &str) -> Value {
    json!({ "stage": "over", "outcome": { "winner": winner, "reason": reason } })
}

#[tokio::test]
async fn a_challenge_waits_is_joined_and_is_told_to_who_waits() {
    let server = Server::start();
    let addr = server.addr;
    let mut white = GuestClient::default();
    let asked = json!({
        "client_id": client_id(), "color": "white",
        "control": { "base_s": 180, "increment_s": 2 }, "start_fen": null,
        "against": { "against": "somebody", "listed": false },
    });
    let offered = white.offer_game(addr, &asked).expect("an answer").json();
    let again = white.offer_game(addr, &asked).expect("an answer").json();
    assert_eq!(offered, again, "the same id is the same game");
    let link = offered.as_str().expect("a link");

    let history = History::default();
    let way = |guest: &GuestClient| SocketRequest::to(addr).with_cookie(guest.cookie());
    let mut waiting = Visitor::enter(&way(&white), link, &history).await;
    assert_eq!(waiting.mirror.known().stage["stage"], "open");
    assert_eq!(waiting.mirror.seat.as_deref(), Some("white"));

    let mut black = GuestClient::default();
    for _ in 0..2 {
        let joined = black.join_game(addr, link).expect("an answer");
        assert_eq!((joined.status, joined.json()), (200, link.into()));
    }
    waiting.until_stage("playing").await;
    assert_eq!(waiting.mirror.snapshots, 2, "who plays is not an event");
    let late = GuestClient::default()
        .join_game(addr, link)
        .expect("an answer");
    assert_eq!(late.status, 422, "{}", late.text());
    let playing = Visitor::enter(&way(&black), link, &history).await;
    assert_eq!(playing.mirror.seat.as_deref(), Some("black"));
    assert_eq!(playing.mirror.known(), waiting.mirror.known());
}

#[tokio::test]
async fn moves_are_acknowledged_and_told_to_players_and_spectators_alike() {
    let (server, test_game, mut players) = begun(Some((180, 2))).await;
    let mut spectator = test_game.spectator(server.addr).await;
    assert_eq!(spectator.mirror.seat, None);
    players.play("e2e4 e7e5 g1f3 b8c6").await;
    let version = players.black.mirror.known().version;
    spectator.until(version).await;
    players.white.until(version).await;
    // The history refuses two events of one version.
    assert_eq!(test_game.history.gap(2, version), None);
    assert_eq!(spectator.mirror.snapshots, 1);
    assert_agree(
        server.addr,
        &test_game,
        &[&players.white, &players.black, &spectator],
    );
}

#[tokio::test]
async fn who_plays_and_who_watches_is_told() {
    let (server, test_game, mut players) = begun(None).await;
    let mut spectator = test_game.spectator(server.addr).await;
    while spectator.mirror.presence["watching"] != 1 {
        spectator.listen().await;
    }
    let presence = &spectator.mirror.presence;
    assert_eq!(
        (&presence["white"], &presence["black"]),
        (&json!(true), &json!(true))
    );
    players.black.socket.close().await;
    while spectator.mirror.presence["black"] != false {
        spectator.listen().await;
    }
    spectator.socket.break_off();
    while players.white.mirror.presence["watching"] != 0 {
        players.white.listen().await;
    }
}

#[tokio::test]
async fn the_same_move_again_is_acknowledged_again_and_changes_nothing() {
    let (server, test_game, mut players) = begun(None).await;
    players.play("e2e4 e7e5").await;
    let version = players.black.mirror.known().version;
    let again = players.white.send_move(0, "e2e4").await;
    assert_eq!(
        players.white.answer(again).await,
        CommandAnswer::Ack(version)
    );
    players.white.until(version).await;
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn who_was_away_is_told_what_was_missed() {
    let (server, test_game, mut players) = begun(Some((180, 2))).await;
    let mut spectator = test_game.spectator(server.addr).await;
    players.play("e2e4 e7e5").await;
    spectator.until(players.black.mirror.known().version).await;
    let Visitor { socket, mirror, .. } = spectator;
    socket.break_off();
    players.play("g1f3 b8c6 f1c4").await;

    let socket = SocketRequest::to(server.addr)
        .open()
        .await
        .expect("a socket");
    let mut back = Visitor::on(socket, mirror);
    back.resume().await;
    let mut told = Vec::new();
    while !back.mirror.is_synced {
        told.push(back.listen().await["type"].clone());
    }
    assert_eq!(told, ["event", "event", "event", "synced"]);
    assert_agree(server.addr, &test_game, &[&back, &players.white]);
}

#[tokio::test]
async fn a_version_that_cannot_be_gone_on_from_gets_the_whole_game() {
    let (server, test_game, mut players) = begun(None).await;
    players.play(&"g1f3 g8f6 f3g1 f6g8 ".repeat(2)).await;
    // Two more and the rules would end it; what is taken back can be played again for ever.
    for _ in 0..30 {
        players.play("g1f3 g8f6").await;
        let version = players.white.does("takeback").await;
        players.black.until(version).await;
        let version = players.black.does("takeback").await;
        players.white.until(version).await;
    }
    let link = &test_game.link;
    for (version, first) in [
        (json!(null), "snapshot"),
        (json!(0), "snapshot"),
        (json!(2), "snapshot"),
        (json!(1_000), "snapshot"),
        (json!(4_294_967_295_u32), "snapshot"),
        (json!(100), "event"),
        (json!(129), "synced"),
    ] {
        let mut socket = SocketRequest::to(server.addr)
            .open()
            .await
            .expect("a socket");
        let message = json!({ "type": "resume", "game": link, "version": version });
        socket.send(&message).await;
        let Received::Json(told) = socket.must_receive().await else {
            panic!("nothing is told of version {version}");
        };
        assert_eq!(told["type"], first, "{version}");
        if first == "event" {
            assert_eq!(told["version"], 101);
        }
    }
    assert_eq!(players.white.mirror.known().version, 129);
}

#[tokio::test]
async fn of_a_game_that_is_not_there_nothing_is_told() {
    let server = Server::start();
    let link = "q3ZkV9dYw7Ab";
    let socket = SocketRequest::to(server.addr)
        .open()
        .await
        .expect("a socket");
    let mut visitor = Visitor::on(socket, Mirror::new(link, &History::default()));
    visitor.resume().await;
    visitor.listen().await;
    assert!(visitor.mirror.is_gone);
    let id = visitor.send_move(0, "e2e4").await;
    let answer = CommandAnswer::Nak("unknown_game".to_owned(), 0);
    assert_eq!(visitor.answer(id).await, answer);
    let id = visitor.act("resign").await;
    assert_eq!(visitor.answer(id).await, answer);
}

#[tokio::test]
async fn who_leaves_hears_no_more() {
    let (_server, test_game, mut players) = begun(None).await;
    while players.white.mirror.presence["black"] != true {
        players.white.listen().await;
    }
    let leave = json!({ "type": "leave", "game": test_game.link });
    players.black.socket.send(&leave).await;
    while players.white.mirror.presence["black"] != false {
        players.white.listen().await;
    }
    players.white.play("e2e4").await;
    let ping = json!({ "type": "ping", "id": 7 });
    players.black.socket.send(&ping).await;
    let mut received = Vec::new();
    while received.last() != Some(&json!("pong")) {
        received.push(players.black.listen().await["type"].clone());
    }
    assert!(!received.contains(&json!("event")), "{received:?}");
    // A player's move still counts.
    let id = players.black.send_move(1, "e7e5").await;
    assert_eq!(players.black.answer(id).await, CommandAnswer::Ack(3));
}

#[tokio::test]
async fn a_mate_ends_the_game_for_everybody() {
    let (server, test_game, mut players) = begun(None).await;
    let mut spectator = test_game.spectator(server.addr).await;
    players.play(FOOLS_MATE).await;
    let ended = over(Some("black"), "checkmate");
    for visitor in [&mut players.white, &mut players.black, &mut spectator] {
        visitor.until_stage("over").await;
        assert_eq!(visitor.mirror.known().stage, ended);
        assert_eq!(visitor.mirror.known().version, 6, "a move, then the end");
    }
    let id = players.white.send_move(4, "a2a3").await;
    assert_eq!(
        players.white.answer(id).await,
        CommandAnswer::Nak("not_playing".into(), 6)
    );
    assert_agree(server.addr, &test_game, &[&players.white, &spectator]);
}

#[tokio::test]
async fn a_third_occurrence_is_claimed_by_either_side() {
    let (server, test_game, mut players) = begun(None).await;
    players.play(&"g1f3 g8f6 f3g1 f6g8 ".repeat(2)).await;
    let version = players.black.does("draw").await;
    players.white.until(version).await;
    assert_eq!(players.white.mirror.known().stage, over(None, "threefold"));
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn a_draw_is_offered_declined_by_a_move_and_agreed() {
    let (server, test_game, mut players) = begun(None).await;
    players.play("e2e4 e7e5").await;
    let offered = players.white.does("draw").await;
    players.black.until(offered).await;
    assert_eq!(
        players.black.mirror.known().offers,
        [("draw".into(), "white".into())]
    );
    players.play("g1f3 b8c6").await;
    let known = players.black.mirror.known();
    assert!(known.offers.is_empty(), "{known:?}");
    let offered = players.white.does("draw").await;
    players.black.until(offered).await;
    let agreed = players.black.does("draw").await;
    players.white.until(agreed).await;
    assert_eq!(players.white.mirror.known().stage, over(None, "agreement"));
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn moves_are_taken_back_when_the_opponent_grants_it() {
    let (server, test_game, mut players) = begun(Some((180, 2))).await;
    players.play("e2e4 e7e5 g1f3").await;
    for (asks_is_white, left) in [(true, 2), (false, 1)] {
        let (asks, grants) = match asks_is_white {
            true => (&mut players.white, &mut players.black),
            false => (&mut players.black, &mut players.white),
        };
        let version = asks.does("takeback").await;
        grants.until(version).await;
        let version = grants.does("takeback").await;
        asks.until(version).await;
        assert_eq!(asks.mirror.known().game.ply(), left);
    }
    players.play("c7c5 g1f3").await;
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn a_game_is_given_up_once_both_have_moved_and_called_off_before() {
    let (server, test_game, mut players) = begun(None).await;
    let id = players.white.act("resign").await;
    assert!(
        matches!(players.white.answer(id).await, CommandAnswer::Nak(code, _) if code == "not_now")
    );
    players.play("e2e4 e7e5").await;
    let version = players.white.does("resign").await;
    players.black.until(version).await;
    assert_eq!(
        players.black.mirror.known().stage,
        over(Some("black"), "resignation")
    );
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);

    let test_game = TestGame::new(server.addr, None, None);
    let mut players = test_game.connect_players(server.addr).await;
    players.play("e2e4").await;
    let version = players.black.does("abort").await;
    players.white.until(version).await;
    assert_eq!(
        players.white.mirror.known().stage,
        json!({ "stage": "aborted" })
    );
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn a_rematch_swaps_the_colours() {
    let (server, mut test_game, mut players) = begun(Some((180, 2))).await;
    players.play(FOOLS_MATE).await;
    players.white.until_stage("over").await;
    let version = players.white.does("rematch").await;
    players.black.until(version).await;
    let version = players.black.does("rematch").await;
    players.white.until(version).await;
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);

    test_game.link = players.white.mirror.known().next.clone().expect("a link");
    test_game.players.reverse();
    test_game.history = History::default();
    let mut players = test_game.connect_players(server.addr).await;
    assert_eq!(players.white.mirror.seat.as_deref(), Some("white"));
    assert_eq!(test_game.document(server.addr)["control"]["base_s"], 180);
    players.play("d2d4 d7d5").await;
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let (server, test_game, mut players) = begun(Some((10, 0))).await;
    players.play("e2e4 e7e5").await;
    players.white.until_stage("over").await;
    assert_eq!(
        players.white.mirror.known().stage,
        over(Some("black"), "timeout")
    );
    let clocks = &test_game.document(server.addr)["clocks"];
    assert_eq!(
        clocks,
        &json!({ "white_ms": 0, "black_ms": 10_000, "running": null })
    );
    players.black.until_stage("over").await;
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn a_mind_answers_and_takes_moves_back() {
    let server = Server::start();
    let mut guest = GuestClient::default();
    let asked = json!({
        "client_id": client_id(), "color": "white", "control": null, "start_fen": null,
        "against": { "against": "mind", "strategy": "calculator", "level": 1 },
    });
    let link = guest
        .offer_game(server.addr, &asked)
        .expect("an answer")
        .json();
    let link = link.as_str().expect("a link");
    let way = SocketRequest::to(server.addr).with_cookie(guest.cookie());
    let mut visitor = Visitor::enter(&way, link, &History::default()).await;
    for uci in ["e2e4", "d2d4"] {
        let version = visitor.play(uci).await;
        visitor.until(version + 1).await;
    }
    assert_eq!(visitor.mirror.known().game.ply(), 4);
    let asked = visitor.does("takeback").await;
    visitor.until(asked + 1).await;
    assert_eq!(visitor.mirror.known().game.ply(), 2);
    visitor.does("resign").await;
    let again = visitor.does("rematch").await;
    assert_eq!(visitor.mirror.known().version, again);
    assert!(visitor.mirror.known().next.is_some());
}

#[tokio::test]
async fn a_game_goes_on_from_any_position() {
    let server = Server::start();
    let test_game = TestGame::new(server.addr, None, Some("4k3/8/8/8/8/8/8/4K2R b K - 0 1"));
    let mut players = test_game.connect_players(server.addr).await;
    players.play("e8d7 e1g1").await;
    assert_agree(server.addr, &test_game, &[&players.white, &players.black]);
}

#[tokio::test]
async fn what_waits_for_an_opponent_is_told_in_the_lobby_and_gone_when_joined() {
    let server = Server::start();
    let mut socket = SocketRequest::to(server.addr)
        .open()
        .await
        .expect("a socket");
    socket.send(&json!({ "type": "lobby" })).await;
    let mut guest = GuestClient::default();
    let asked = json!({
        "client_id": client_id(), "color": "black", "control": null, "start_fen": null,
        "against": { "against": "somebody", "listed": true },
    });
    let link = guest
        .offer_game(server.addr, &asked)
        .expect("an answer")
        .json();
    let way = SocketRequest::to(server.addr).with_cookie(guest.cookie());
    let link = link.as_str().expect("a link");
    let _waiting = Visitor::enter(&way, link, &History::default()).await;
    let mut until = async |length: usize| loop {
        let Received::Json(told) = socket.must_receive().await else {
            panic!("the socket ended");
        };
        let challenges = told["challenges"].as_array().expect("a list");
        if challenges.len() == length {
            break challenges.first().cloned();
        }
    };
    let challenge = until(1).await.expect("a challenge");
    assert_eq!(
        (&challenge["game"], &challenge["color"]),
        (&json!(link), &json!("white"))
    );
    let joined = GuestClient::default().join_game(server.addr, link);
    assert_eq!(joined.expect("an answer").status, 200);
    until(0).await;
}

#[tokio::test]
async fn a_server_that_leaves_says_so_and_the_clocks_stand_until_it_is_back() {
    let data = TempFolder::new().expect("a folder");
    let server = Server::start_on(data.path());
    let test_game = TestGame::new(server.addr, Some((180, 2)), None);
    let mut players = test_game.connect_players(server.addr).await;
    players.play("e2e4 e7e5 g1f3").await;
    server.ask_to_leave();
    let end = loop {
        match players.white.socket.must_receive().await {
            Received::Json(message) => players.white.take(&message).expect("is true"),
            end => break end,
        }
    };
    assert_eq!(end, Received::Closed(1012), "a restart");
    server.terminate();

    let server = Server::start_on(data.path());
    let clocks = || test_game.document(server.addr)["clocks"].clone();
    let standing = clocks();
    for _ in 0..20 {
        assert_eq!(
            clocks(),
            standing,
            "nobody's clock runs before they are back"
        );
    }
    let socket = test_game
        .way(server.addr, 1)
        .open()
        .await
        .expect("a socket");
    let mut black = Visitor::on(socket, players.black.mirror);
    black.resume().await;
    black.until_synced().await;
    black.play("b8c6").await;
    assert_agree(server.addr, &test_game, &[&black]);
}
