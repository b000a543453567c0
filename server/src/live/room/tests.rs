//! A room with its store, its search thread and its sockets.

use std::{net::IpAddr, num::NonZeroUsize, sync::Arc, time::Duration};

use engine::player::{Level, StrategyId};
use engine::rules::{Color, Outcome, Reason};
use serde_json::{Value, json};
use wire::live::GameLink;
use wire::live::game_view::{GameStage, GameView};
use wire::live::protocol::PlayerAction;
use wire::time_control::TimeControl;

use super::command::{PlayerRequest, RoomCommand};
use super::registry::SendOutcome;
use crate::account::token;
use crate::bus::LocalBus;
use crate::live::admission::SocketLimits;
use crate::live::game_state::SidePlayer;
use crate::live::hub::Hub;
use crate::live::outbox::{Outbox, OutboxAction};
use crate::rate_limit::{Clients, Rules};
use crate::search::pool::{Actor, Size};
use crate::search::service::SearchService;
use crate::store::tests::TestStore;
use crate::store::{JoiningUser, NewLiveGame, Store, UserId};
use crate::tables::sets::TableSets;

mod restart;
mod two_servers;

struct TestServer {
    hub: Hub,
    store: Store,
    threads: Actor,
    place: Arc<TestStore>,
}

impl TestServer {
    async fn new(name: &str) -> Self {
        Self::on(Arc::new(TestStore::new(name).await)).await
    }

    async fn on(place: Arc<TestStore>) -> Self {
        Self::beside(place, &LocalBus::default()).await
    }

    /// A server that others are on the same store with.
    async fn beside(place: Arc<TestStore>, bus: &LocalBus) -> Self {
        let store = place.open().await;
        let size = Size {
            slots: NonZeroUsize::MIN,
            waiting: 8,
            patience: Duration::from_secs(60),
        };
        let (searches, threads) =
            SearchService::start(size, TableSets::default()).expect("threads");
        let crowd = SocketLimits {
            total: 10,
            per_address: 10,
        };
        let clients = Clients::new(Rules::of_nodes(100_000_000), 0);
        Self {
            hub: Hub::open(store.clone(), searches, clients, crowd, bus.join())
                .await
                .expect("the store works"),
            store,
            threads,
            place,
        }
    }

    /// Ends it, and starts another one on the same store.
    async fn restart(self) -> Self {
        let place = Arc::clone(&self.place);
        self.close().await;
        Self::on(place).await
    }

    async fn close(self) {
        self.hub.close().await;
        self.threads.close();
        tokio::task::spawn_blocking(move || self.threads.join())
            .await
            .expect("joins");
        self.store.close().await;
    }

    /// A game that White, a guest, has asked for.
    async fn game(&self, mind: bool, start_fen: Option<&str>) -> (GameLink, UserId) {
        self.new_game(mind, start_fen, true).await
    }

    async fn new_game(
        &self,
        mind: bool,
        start_fen: Option<&str>,
        listed: bool,
    ) -> (GameLink, UserId) {
        self.timed_game(mind, start_fen, listed, None).await
    }

    async fn timed_game(
        &self,
        mind: bool,
        start_fen: Option<&str>,
        listed: bool,
        control: Option<TimeControl>,
    ) -> (GameLink, UserId) {
        let live = NewLiveGame {
            client_id: token::draw_tag().expect("a tag"),
            color: Color::White,
            mind: mind.then_some(SidePlayer::Engine {
                strategy: StrategyId::Calculator,
                strength: Level::WEAKEST.into(),
            }),
            start_fen: start_fen.map(str::to_owned),
            control,
            listed,
        };
        let seated = self.store.new_live_game(None, live).await.expect("a store");
        let seated = seated.expect("a side");
        let session = seated.new_session.expect("a new guest");
        let user = self.store.user_of(&session).await.expect("a store");
        (seated.game, user.expect("a user"))
    }

    /// A socket that watches.
    async fn watch(&self, link: &GameLink, user: Option<UserId>) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
        let watch = RoomCommand::Watch {
            outbox: Arc::clone(&outbox),
            user,
            version: None,
        };
        assert_eq!(
            self.hub.services().send(link, watch).await,
            SendOutcome::Sent
        );
        outbox
    }

    /// A new guest takes the free side.
    async fn join(&self, link: &GameLink) -> UserId {
        let guest = self.store.joining_user(None).await.expect("a store");
        let JoiningUser { id, name, .. } = guest.expect("a guest");
        let (answer, joined) = tokio::sync::oneshot::channel();
        let join = RoomCommand::Join {
            user: id,
            name,
            answer,
        };
        assert_eq!(
            self.hub.services().send(link, join).await,
            SendOutcome::Sent
        );
        assert_eq!(joined.await, Ok(Ok(())));
        id
    }

    async fn ask(
        &self,
        link: &GameLink,
        outbox: &Arc<Outbox>,
        user: UserId,
        request: PlayerRequest,
    ) {
        let command = RoomCommand::Act {
            outbox: Arc::clone(outbox),
            user: Some(user),
            request,
            id: 1,
            at: self.hub.services().time.now(),
        };
        assert_eq!(
            self.hub.services().send(link, command).await,
            SendOutcome::Sent
        );
    }

    async fn view(&self, link: &GameLink) -> GameView {
        let shown = self.hub.shown(None, link).await.expect("a store");
        shown.expect("a game").view
    }
}

fn a_move(ply: u32, uci: &str) -> PlayerRequest {
    PlayerRequest::Move {
        ply,
        uci: uci.to_owned(),
        lag_ms: 0,
    }
}

/// The next message of this type.
async fn receive_message(outbox: &Outbox, what: &str) -> Value {
    loop {
        match outbox.next().await {
            OutboxAction::Send(text) => {
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["type"] == what {
                    return message;
                }
            }
            other => panic!("expected {what}, found {other:?}"),
        }
    }
}

/// The next event of this kind.
async fn happened(outbox: &Outbox, kind: &str) -> Value {
    loop {
        let event = receive_message(outbox, "event").await;
        if event["event"]["kind"] == kind {
            return event;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mind_answers_moves_and_offers_and_is_never_away() {
    let server = TestServer::new("room-mind").await;
    let (link, user) = server.game(true, None).await;
    let socket = server.watch(&link, Some(user)).await;
    server.ask(&link, &socket, user, a_move(0, "e2e4")).await;
    assert_eq!(happened(&socket, "moved").await["version"], 1);
    let answer = happened(&socket, "moved").await;
    assert_eq!(answer["event"]["ply"], 1);
    server
        .ask(
            &link,
            &socket,
            user,
            PlayerRequest::Act(PlayerAction::ClaimWin),
        )
        .await;
    assert_eq!(receive_message(&socket, "nak").await["code"], "not_now");
    server
        .ask(&link, &socket, user, PlayerRequest::Act(PlayerAction::Draw))
        .await;
    assert_eq!(
        happened(&socket, "declined").await["event"]["offer"],
        "draw"
    );
    server
        .ask(
            &link,
            &socket,
            user,
            PlayerRequest::Act(PlayerAction::Takeback),
        )
        .await;
    assert_eq!(happened(&socket, "taken_back").await["event"]["ply"], 0);
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mind_claims_the_draw_that_its_search_takes_for_the_end() {
    let server = TestServer::new("room-claim").await;
    // Neither a capture nor a mate is near.
    let fen = "4k3/8/8/8/8/8/7R/4K3 b - - 97 90";
    let (link, user) = server.game(true, Some(fen)).await;
    let socket = server.watch(&link, Some(user)).await;
    let ended = loop {
        let view = server.view(&link).await;
        if let Some(outcome) = view.outcome() {
            break outcome;
        }
        let game = view.replayed();
        if game.position().side_to_move() == Color::White {
            let there = game.ply() % 4 == 1;
            let uci = if there { "h2h1" } else { "h1h2" };
            let ply = u32::try_from(game.ply()).expect("few");
            server.ask(&link, &socket, user, a_move(ply, uci)).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(ended, Outcome::draw(Reason::FiftyMove));
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_gone_leaves_no_room_behind() {
    let server = TestServer::new("room-gone").await;
    let (link, user) = server.game(false, None).await;
    let socket = server.watch(&link, Some(user)).await;
    assert!(server.store.delete_user(user, None).await.expect("a store"));
    server
        .ask(
            &link,
            &socket,
            user,
            PlayerRequest::Act(PlayerAction::Abort),
        )
        .await;
    receive_message(&socket, "gone").await;
    let links = || server.hub.services().rooms.links();
    while !links().is_empty() {
        tokio::task::yield_now().await;
    }
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_shows_who_waits_and_no_longer_who_has_left() {
    let server = TestServer::new("room-lobby").await;
    let telling = tokio::spawn({
        let hub = server.hub.clone();
        async move { hub.broadcast_lists().await }
    });
    let looking = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 2])));
    server.hub.services().lobby.subscribe(&looking);
    let listed = |lobby: Value| lobby["challenges"].as_array().map(Vec::len);
    assert_eq!(listed(receive_message(&looking, "lobby").await), Some(0));
    let (link, user) = server.game(false, None).await;
    let maker = server.watch(&link, Some(user)).await;
    assert_eq!(listed(receive_message(&looking, "lobby").await), Some(1));
    let stranger = server.watch(&link, None).await;
    receive_message(&stranger, "synced").await;
    let leave = RoomCommand::Leave {
        socket: maker.id,
        goodbye: true,
    };
    assert_eq!(
        server.hub.services().send(&link, leave).await,
        SendOutcome::Sent
    );
    assert_eq!(listed(receive_message(&looking, "lobby").await), Some(0));
    assert_eq!(server.view(&link).await.stage, GameStage::Open);
    telling.abort();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listed_game_can_be_watched_while_it_is_played() {
    let server = TestServer::new("room-running").await;
    let telling = tokio::spawn({
        let hub = server.hub.clone();
        async move { hub.broadcast_lists().await }
    });
    let spectator = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 2])));
    server.hub.services().running_games.subscribe(&spectator);
    let running = async || receive_message(&spectator, "running_games").await["games"].clone();
    assert_eq!(running().await, json!([]));
    let (link, white) = server.game(false, None).await;
    let socket = server.watch(&link, Some(white)).await;
    let black = server.join(&link).await;
    let game = &running().await[0];
    assert_eq!(game["game"], link.as_str());
    assert_eq!(game["black"], json!({ "player": "guest" }));
    assert_eq!(game["last_move"], Value::Null);
    server.ask(&link, &socket, white, a_move(0, "e2e4")).await;
    let game = &running().await[0];
    assert_eq!(game["last_move"], "e2e4");
    assert_eq!(
        game["fen"],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    // A game by link begins meanwhile: it is nobody else's.
    let (private, owner) = server.new_game(false, None, false).await;
    let owners = server.watch(&private, Some(owner)).await;
    server.join(&private).await;
    server
        .ask(&private, &owners, owner, a_move(0, "d2d4"))
        .await;
    happened(&owners, "moved").await;
    server.ask(&link, &socket, black, a_move(1, "e7e5")).await;
    let games = running().await;
    assert_eq!(games.as_array().map(Vec::len), Some(1));
    assert_eq!(games[0]["game"], link.as_str());
    let resign = PlayerRequest::Act(PlayerAction::Resign);
    server.ask(&link, &socket, black, resign).await;
    assert_eq!(running().await, json!([]));
    telling.abort();
    server.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_resumes_gets_what_they_missed_or_the_whole_game() {
    let server = TestServer::new("room-resume").await;
    let (link, white) = server.game(false, None).await;
    // A room that somebody watches stays.
    let socket = server.watch(&link, Some(white)).await;
    let black = server.join(&link).await;
    assert_eq!(receive_message(&socket, "snapshot").await["seat"], "white");
    for (ply, (user, uci)) in (0..).zip([(white, "f2f3"), (black, "e7e5"), (white, "g2g4")]) {
        server.ask(&link, &socket, user, a_move(ply, uci)).await;
        happened(&socket, "moved").await;
    }
    // One who knows the second version.
    let back = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
    let resume = |version| RoomCommand::Watch {
        outbox: Arc::clone(&back),
        user: Some(black),
        version: Some(version),
    };
    assert_eq!(
        server.hub.services().send(&link, resume(2)).await,
        SendOutcome::Sent
    );
    assert_eq!(receive_message(&back, "event").await["version"], 3);
    assert_eq!(receive_message(&back, "event").await["version"], 4);
    assert_eq!(receive_message(&back, "synced").await["seat"], "black");
    // And one who knows a version that there is not.
    assert_eq!(
        server.hub.services().send(&link, resume(99)).await,
        SendOutcome::Sent
    );
    assert_eq!(
        receive_message(&back, "snapshot").await["view"]["version"],
        4
    );
    server.ask(&link, &back, black, a_move(3, "d8h4")).await;
    assert_eq!(receive_message(&back, "ack").await["version"], 6);
    assert_eq!(happened(&back, "ended").await["version"], 6);
    let outcome = Outcome::win(Color::Black, Reason::Checkmate);
    assert_eq!(server.view(&link).await.stage, GameStage::Over { outcome });
    server.close().await;
}
