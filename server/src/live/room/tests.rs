//! A room with its store, its search thread and its sockets.

use std::{net::IpAddr, num::NonZeroUsize, sync::Arc, time::Duration};

use engine::{
    player::{Level, StrategyId},
    rules::{Color, Outcome, Reason},
};
use serde_json::Value;
use wire::live::{
    GameLink,
    game_view::{GameStage, GameView},
    protocol::PlayerAction,
};

use super::{
    command::{Asked, Command},
    registry::Sent,
};
use crate::{
    live::{
        admission::Crowd,
        game_state::Seat,
        hub::Hub,
        now,
        outbox::{Next, Outbox},
    },
    rate_limit::{Clients, Rules},
    search::{
        pool::{Actor, Size},
        service::Searches,
    },
    store::{NewTable, Store, UserId, tests::Folder},
};

struct House {
    hub: Hub,
    store: Store,
    threads: Actor,
    _folder: Folder,
}

impl House {
    async fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        let store = Store::open(&folder.0).await.expect("opens");
        let size = Size {
            slots: NonZeroUsize::MIN,
            waiting: 8,
            patience: Duration::from_secs(60),
        };
        let (searches, threads) = Searches::start(size).expect("threads");
        let crowd = Crowd {
            in_all: 10,
            from_one: 10,
        };
        let clients = Clients::new(Rules::of_nodes(100_000_000), 0);
        Self {
            hub: Hub::new(store.clone(), searches, clients, crowd),
            store,
            threads,
            _folder: folder,
        }
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
        let table = NewTable {
            client_id: "0".repeat(32),
            color: Color::White,
            mind: mind.then_some(Seat::Mind {
                strategy: StrategyId::Calculator,
                level: Level::WEAKEST,
            }),
            start_fen: start_fen.map(str::to_owned),
            control: None,
            listed: true,
        };
        let seated = self.store.new_table(None, table).await.expect("a store");
        let seated = seated.expect("a seat");
        let session = seated.new_session.expect("a new guest");
        let user = self.store.user_of(&session).await.expect("a store");
        (seated.link, user.expect("a user"))
    }

    /// A socket that watches.
    async fn watch(&self, link: &GameLink, user: Option<UserId>) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
        let watch = Command::Watch {
            outbox: Arc::clone(&outbox),
            user,
            version: None,
        };
        assert_eq!(self.hub.services().send(link, watch).await, Sent::Yes);
        outbox
    }

    async fn ask(&self, link: &GameLink, outbox: &Arc<Outbox>, user: UserId, deed: Asked) {
        let command = Command::Do {
            outbox: Arc::clone(outbox),
            user: Some(user),
            deed,
            id: 1,
            at: now(),
        };
        assert_eq!(self.hub.services().send(link, command).await, Sent::Yes);
    }

    async fn view(&self, link: &GameLink) -> GameView {
        let shown = self.hub.shown(None, link).await.expect("a store");
        shown.expect("a game").view
    }
}

fn a_move(ply: u32, uci: &str) -> Asked {
    Asked::Move {
        ply,
        uci: uci.to_owned(),
        lag_ms: 0,
    }
}

/// The next message of this type.
async fn told(outbox: &Outbox, what: &str) -> Value {
    loop {
        match outbox.next().await {
            Next::Send(text) => {
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
        let event = told(outbox, "event").await;
        if event["event"]["kind"] == kind {
            return event;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mind_answers_moves_and_offers_and_is_never_away() {
    let house = House::new("room-mind").await;
    let (link, user) = house.game(true, None).await;
    let socket = house.watch(&link, Some(user)).await;
    house.ask(&link, &socket, user, a_move(0, "e2e4")).await;
    assert_eq!(happened(&socket, "moved").await["version"], 1);
    let answer = happened(&socket, "moved").await;
    assert_eq!(answer["event"]["ply"], 1);
    house
        .ask(&link, &socket, user, Asked::Act(PlayerAction::ClaimWin))
        .await;
    assert_eq!(told(&socket, "nak").await["code"], "not_now");
    house
        .ask(&link, &socket, user, Asked::Act(PlayerAction::Draw))
        .await;
    assert_eq!(
        happened(&socket, "declined").await["event"]["offer"],
        "draw"
    );
    house
        .ask(&link, &socket, user, Asked::Act(PlayerAction::Takeback))
        .await;
    assert_eq!(happened(&socket, "taken_back").await["event"]["ply"], 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mind_claims_the_draw_that_its_search_takes_for_the_end() {
    let house = House::new("room-claim").await;
    // Neither a capture nor a mate is near.
    let fen = "4k3/8/8/8/8/8/7R/4K3 b - - 97 90";
    let (link, user) = house.game(true, Some(fen)).await;
    let socket = house.watch(&link, Some(user)).await;
    let ended = loop {
        let view = house.view(&link).await;
        if let Some(outcome) = view.outcome() {
            break outcome;
        }
        let game = view.replayed();
        if game.position().side_to_move() == Color::White {
            let there = game.ply() % 4 == 1;
            let uci = if there { "h2h1" } else { "h1h2" };
            let ply = u32::try_from(game.ply()).expect("few");
            house.ask(&link, &socket, user, a_move(ply, uci)).await;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(ended, Outcome::draw(Reason::FiftyMove));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_gone_leaves_no_room_behind() {
    let house = House::new("room-gone").await;
    let (link, user) = house.game(false, None).await;
    let socket = house.watch(&link, Some(user)).await;
    assert!(house.store.delete_user(user, None).await.expect("a store"));
    house
        .ask(&link, &socket, user, Asked::Act(PlayerAction::Abort))
        .await;
    told(&socket, "gone").await;
    let links = || house.hub.services().rooms.links();
    while !links().is_empty() {
        tokio::task::yield_now().await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_shows_who_waits_and_no_longer_who_has_left() {
    let house = House::new("room-lobby").await;
    let telling = tokio::spawn({
        let hub = house.hub.clone();
        async move { hub.keep_telling().await }
    });
    let looking = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 2])));
    house.hub.services().lobby.look(&looking);
    let listed = |lobby: Value| lobby["challenges"].as_array().map(Vec::len);
    assert_eq!(listed(told(&looking, "lobby").await), Some(0));
    let (link, user) = house.game(false, None).await;
    let maker = house.watch(&link, Some(user)).await;
    assert_eq!(listed(told(&looking, "lobby").await), Some(1));
    let stranger = house.watch(&link, None).await;
    told(&stranger, "synced").await;
    let leave = Command::Leave {
        socket: maker.id,
        goodbye: true,
    };
    assert_eq!(house.hub.services().send(&link, leave).await, Sent::Yes);
    assert_eq!(listed(told(&looking, "lobby").await), Some(0));
    assert_eq!(house.view(&link).await.stage, GameStage::Open);
    telling.abort();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_resumes_gets_what_they_missed_or_the_whole_game() {
    let house = House::new("room-resume").await;
    let (link, white) = house.game(false, None).await;
    // A room that somebody watches stays.
    let socket = house.watch(&link, Some(white)).await;
    let (black, _, name) = house
        .store
        .somebody(None)
        .await
        .expect("a store")
        .expect("a guest");
    let (answer, joined) = tokio::sync::oneshot::channel();
    let join = Command::Join {
        user: black,
        name,
        answer,
    };
    assert_eq!(house.hub.services().send(&link, join).await, Sent::Yes);
    assert_eq!(joined.await, Ok(Ok(())));
    assert_eq!(told(&socket, "snapshot").await["seat"], "white");
    for (ply, (user, uci)) in (0..).zip([(white, "f2f3"), (black, "e7e5"), (white, "g2g4")]) {
        house.ask(&link, &socket, user, a_move(ply, uci)).await;
        happened(&socket, "moved").await;
    }
    // One who knows the second version.
    let back = Arc::new(Outbox::new(IpAddr::from([127, 0, 0, 1])));
    let resume = |version| Command::Watch {
        outbox: Arc::clone(&back),
        user: Some(black),
        version: Some(version),
    };
    assert_eq!(house.hub.services().send(&link, resume(2)).await, Sent::Yes);
    assert_eq!(told(&back, "event").await["version"], 3);
    assert_eq!(told(&back, "event").await["version"], 4);
    assert_eq!(told(&back, "synced").await["seat"], "black");
    // And one who knows a version that there is not.
    assert_eq!(
        house.hub.services().send(&link, resume(99)).await,
        Sent::Yes
    );
    assert_eq!(told(&back, "snapshot").await["view"]["version"], 4);
    house.ask(&link, &back, black, a_move(3, "d8h4")).await;
    assert_eq!(told(&back, "ack").await["version"], 6);
    assert_eq!(happened(&back, "ended").await["version"], 6);
    let outcome = Outcome::win(Color::Black, Reason::Checkmate);
    assert_eq!(house.view(&link).await.stage, GameStage::Over { outcome });
    house.close().await;
}
