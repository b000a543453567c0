//! Refusals over `/ws`: each is answered with its reason or closes the socket, and the game stays as
//! it is.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use e2e::http::Request;
use e2e::live::test_game::random_unfinished_moves;
use e2e::live::{
    CommandAnswer, History, Mirror, OpenError, Received, Socket, SocketRequest, TestGame,
    TestPlayers, Visitor,
};
use e2e::rng::Rng;
use e2e::server::Server;
use serde_json::{Value, json};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// A server with a game after two moves, as it has to stay.
struct Untouched {
    server: Server,
    test_game: TestGame,
    players: TestPlayers,
    document: Value,
}

impl Untouched {
    async fn new() -> Self {
        let server = Server::start();
        let test_game = TestGame::new(server.addr, None, None);
        let mut players = test_game.connect_players(server.addr).await;
        players.play("e2e4 e7e5").await;
        Self {
            document: test_game.document(server.addr),
            server,
            test_game,
            players,
        }
    }

    fn addr(&self) -> SocketAddr {
        self.server.addr
    }

    /// A fresh socket of White's.
    async fn white(&self) -> Socket {
        let way = self.test_game.way(self.addr(), 0);
        way.open().await.expect("a socket")
    }

    fn assert_untouched(&self, after: &str) {
        let now = self.test_game.document(self.addr());
        assert_eq!(now, self.document, "after {after}");
    }
}

#[tokio::test]
async fn what_can_not_be_done_is_refused_by_its_reason_and_changes_nothing() {
    let mut game = Untouched::new().await;
    let addr = game.addr();
    let other = TestGame::new(addr, None, None);
    let way = other.way(addr, 0);
    let mut stranger = Visitor::enter(&way, &game.test_game.link, &game.test_game.history).await;
    let mut spectator = game.test_game.spectator(addr).await;
    let TestPlayers { white, black } = &mut game.players;
    let mut refused = async |who: &str, message: Value, code: &str| {
        let visitor = match who {
            "white" => &mut *white,
            "black" => &mut *black,
            "a player elsewhere" => &mut stranger,
            _ => &mut spectator,
        };
        let mut message = message;
        message["game"] = visitor.mirror.link().into();
        let shown = message.to_string();
        let id = visitor.ask(message).await;
        let answer = visitor.answer(id).await;
        assert_eq!(
            answer,
            CommandAnswer::Nak(code.to_owned(), 3),
            "{who}: {shown}"
        );
        let now = game.test_game.document(addr);
        assert_eq!(now, game.document, "after {who}: {shown}");
    };
    let mv = |ply: u32, uci: &str| json!({ "type": "move", "ply": ply, "uci": uci });
    let act = |act: &str| json!({ "type": "act", "act": act });
    for (who, message, code) in [
        ("white", mv(0, "d2d4"), "wrong_ply"),
        ("white", mv(1, "e7e5"), "wrong_ply"),
        ("white", mv(3, "g1f3"), "wrong_ply"),
        ("white", mv(u32::MAX, "g1f3"), "wrong_ply"),
        ("black", mv(0, "e2e4"), "wrong_ply"),
        ("black", mv(1, "c7c5"), "wrong_ply"),
        ("black", mv(2, "g8f6"), "not_your_turn"),
        ("black", mv(2, "g1f3"), "not_your_turn"),
        ("white", mv(2, "e1e8"), "illegal_move"),
        ("white", mv(2, "e7e5"), "illegal_move"),
        ("white", mv(2, "e1g1"), "illegal_move"),
        ("white", mv(2, ""), "illegal_move"),
        ("white", mv(2, "g1f3q"), "illegal_move"),
        ("white", mv(2, "\u{2658}f3"), "illegal_move"),
        ("white", mv(2, "0000"), "illegal_move"),
        ("white", mv(2, &"a".repeat(3_900)), "illegal_move"),
        ("spectator", mv(2, "g1f3"), "not_yours"),
        ("spectator", act("resign"), "not_yours"),
        ("a player elsewhere", mv(2, "g1f3"), "not_yours"),
        ("a player elsewhere", act("draw"), "not_yours"),
        ("white", act("abort"), "not_now"),
        ("black", act("decline"), "not_now"),
        ("white", act("rematch"), "not_now"),
        ("white", act("claim_win"), "not_now"),
        ("black", act("claim_draw"), "not_now"),
    ] {
        refused(who, message, code).await;
    }
}

#[tokio::test]
async fn what_is_no_request_ends_the_socket_and_changes_nothing() {
    let game = Untouched::new().await;
    let link = &game.test_game.link;
    let text = |text: String| Message::text(text);
    let frame = |bytes: Vec<u8>| {
        let text = OpCode::Data(Data::Text);
        Message::Frame(Frame::message(bytes, text, true))
    };
    for (name, message, code) in [
        ("no JSON", text("{".into()), 1007),
        ("nothing", text(String::new()), 1007),
        ("a list", text("[]".into()), 1007),
        ("depth", text("[".repeat(4_000)), 1007),
        (
            "an unknown type",
            text(json!({ "type": "shout" }).to_string()),
            1007,
        ),
        (
            "an unknown act",
            text(json!({ "type": "act", "game": link, "act": "win", "id": 1 }).to_string()),
            1007,
        ),
        (
            "an unknown field",
            text(
                json!({ "type": "act", "game": link, "act": "resign", "id": 1, "by": "white" })
                    .to_string(),
            ),
            1007,
        ),
        (
            "no link",
            text(json!({ "type": "resume", "game": "../../etc/pas" }).to_string()),
            1007,
        ),
        ("bytes", Message::binary(vec![0; 8]), 1003),
        ("too long by one", text(" ".repeat(4_097)), 1009),
        ("5 KB", text("x".repeat(5 << 10)), 1009),
    ] {
        let mut socket = game.white().await;
        socket.send_frame(message).await;
        assert_eq!(
            socket.must_receive().await,
            Received::Closed(code),
            "{name}"
        );
        game.assert_untouched(name);
    }
    for (name, message) in [
        ("1 MB", text("x".repeat(1 << 20))),
        ("no UTF-8", frame(vec![0xff; 8])),
    ] {
        let mut socket = game.white().await;
        socket.send_frame(message).await;
        let received = socket.must_receive().await;
        assert!(
            !matches!(received, Received::Json(_)),
            "{name}: {received:?}"
        );
        game.assert_untouched(name);
    }
}

#[tokio::test]
async fn who_sends_more_than_anybody_plays_is_told_and_then_let_go() {
    let game = Untouched::new().await;
    let socket = game.white().await;
    let mut visitor = Visitor::on(
        socket,
        Mirror::new(&game.test_game.link, &History::default()),
    );
    let (illegal, too_fast) = told(&mut visitor, 60).await;
    assert_eq!((illegal, too_fast), (60, 0), "so many may be sent at once");
    let (illegal, too_fast) = told(&mut visitor, 100).await;
    assert!(too_fast > 0, "{illegal} of a hundred more were looked at");

    for _ in 0..400 {
        visitor.send_move(2, "e1e8").await;
    }
    // What waits to be sent at the end is not sent any more.
    let end = loop {
        match visitor.socket.must_receive().await {
            Received::Json(message) => visitor.take(&message).expect("is true"),
            end => break end,
        }
    };
    assert_eq!(end, Received::Closed(1008));
    game.assert_untouched("a flood");
}

/// Sends impossible moves and waits for the answers: how many were looked at, and how many were not.
async fn told(visitor: &mut Visitor, sent: usize) -> (usize, usize) {
    for _ in 0..sent {
        visitor.send_move(2, "e1e8").await;
    }
    let (mut illegal, mut too_fast) = (0, 0);
    while illegal + too_fast < sent {
        visitor.listen().await;
        for (_, answer) in visitor.answers() {
            match answer {
                CommandAnswer::Nak(code, 3) if code == "illegal_move" => illegal += 1,
                CommandAnswer::Nak(code, 0) if code == "too_fast" => too_fast += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    (illegal, too_fast)
}

#[tokio::test]
async fn whatever_is_too_fast_is_answered() {
    let game = Untouched::new().await;
    let mut socket = game.white().await;
    for id in 1..=200 {
        socket.send(&json!({ "type": "ping", "id": id })).await;
    }
    let resume = json!({ "type": "resume", "game": game.test_game.link });
    socket.send(&resume).await;
    let mut told = Vec::new();
    while told.len() < 201 {
        let Received::Json(message) = socket.must_receive().await else {
            panic!("the socket ended");
        };
        told.push(message);
    }
    for (id, answer) in (1..=200).zip(&told) {
        let is_refusal = answer["type"] == "nak" && answer["code"] == "too_fast";
        assert!(
            answer["id"] == id && (answer["type"] == "pong" || is_refusal),
            "{answer}"
        );
    }
    assert_eq!(
        (&told[200]["type"], &told[200]["id"]),
        (&json!("nak"), &json!(0))
    );
}

#[tokio::test]
async fn who_never_reads_is_let_go_and_nobody_waits_for_them() {
    let server = Server::start();
    let test_game = TestGame::new(server.addr, Some((180, 2)), None);
    let mut players = test_game.connect_players(server.addr).await;
    // A game of some length says more than the system holds for anybody.
    let moves = random_unfinished_moves(&mut Rng::new(1), 102);
    let (first, more) = moves.split_at(100);
    players.play(&first.join(" ")).await;

    let way = SocketRequest::to(server.addr).with_room_for(2 << 10);
    let mut stalled = way.open().await.expect("a socket");
    // One at a time, so that each is sent: what waits too long would be gone for one whole game.
    let ask = async {
        let resume = json!({ "type": "resume", "game": test_game.link });
        loop {
            stalled.send(&resume).await;
            sleep(Duration::from_millis(60)).await;
        }
    };
    let watched = async {
        for watching in [1, 0] {
            while players.white.mirror.presence["watching"] != watching {
                players.white.listen().await;
            }
        }
    };
    tokio::select! {
        () = ask => {}
        () = watched => {}
    }
    players.play(&more.join(" ")).await;
}

#[tokio::test]
async fn one_socket_watches_only_so_many_games() {
    let server = Server::start();
    let test_games: Vec<_> = (0..9)
        .map(|_| TestGame::new(server.addr, None, None))
        .collect();
    let mut socket = SocketRequest::to(server.addr)
        .open()
        .await
        .expect("a socket");
    let mut told = Vec::new();
    for test_game in &test_games {
        let resume = json!({ "type": "resume", "game": test_game.link });
        socket.send(&resume).await;
    }
    while told.len() < 9 {
        let Received::Json(message) = socket.must_receive().await else {
            panic!("the socket ended");
        };
        if message["type"] == "synced" || message["type"] == "nak" {
            told.push(message);
        }
    }
    let (refused, watched): (Vec<_>, Vec<_>) = told
        .into_iter()
        .partition(|message| message["type"] == "nak");
    assert_eq!(watched.len(), 8);
    assert_eq!(refused[0]["code"], "too_many_games");
    // Room is made by leaving one.
    socket
        .send(&json!({ "type": "leave", "game": test_games[0].link }))
        .await;
    socket
        .send(&json!({ "type": "resume", "game": test_games[8].link }))
        .await;
    loop {
        let Received::Json(message) = socket.must_receive().await else {
            panic!("the socket ended");
        };
        if message["type"] == "synced" {
            assert_eq!(message["game"], json!(test_games[8].link));
            break;
        }
    }
}

#[tokio::test]
async fn other_sites_and_other_protocols_are_refused_before_the_upgrade() {
    let game = Untouched::new().await;
    let way = || game.test_game.way(game.addr(), 0);
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let opened = way().with_header(name, value).open().await;
        let Err(OpenError::Refused(status, _)) = opened else {
            panic!("{name}: {value} was let in");
        };
        assert_eq!(status, 403, "{name}: {value}");
    }
    let own = format!("http://{}", game.addr());
    let opened = way().with_header("origin", &own).open().await;
    assert!(opened.is_ok(), "a page of this site");
    let plain = Request::get("/ws").send(game.addr()).expect("an answer");
    assert_eq!(plain.status, 426, "{}", plain.text());
    let posted = Request::post("/ws", "application/json", "{}").send(game.addr());
    assert_eq!(posted.expect("an answer").status, 405);
    game.assert_untouched("all of them");
}

#[tokio::test]
async fn one_address_has_only_so_many_sockets_and_so_has_the_server() {
    // A sixty-fourth from one address.
    let server = Server::start_with(&["--sockets", "64"]);
    let from = |last: u8| SocketRequest::to(server.addr).from(Ipv4Addr::new(127, 0, 1, last));
    let first = from(1).open().await.expect("a socket");
    let second = from(1).open().await;
    assert!(
        matches!(second, Err(OpenError::Refused(429, _))),
        "{second:?}"
    );
    let mut others = Vec::new();
    for last in 2..=64 {
        others.push(from(last).open().await.expect("a socket"));
    }
    let more = from(65).open().await;
    assert!(matches!(more, Err(OpenError::Refused(503, _))), "{more:?}");
    first.close().await;
    // The server hears of it a moment later.
    let mut again = from(65).open().await;
    for _ in 0..100 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        again = from(65).open().await;
    }
    again.expect("there is room again");
}
