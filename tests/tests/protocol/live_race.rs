//! Two tabs of one player move at once, the same move or two different ones: a ply is one move, and
//! each acknowledgement is true. Many join one game: a side is one player's.

use std::{net::SocketAddr, thread};

use e2e::guest_client::GuestClient;
use e2e::live::test_game::client_id;
use e2e::live::visitor::BREATH;
use e2e::live::{CommandAnswer, TestGame, Visitor};
use e2e::rng::Rng;
use e2e::server::Server;
use engine::rules::Color;
use serde_json::json;
use tokio::{task::JoinSet, time::sleep};

/// Games at a time: each socket may send twenty messages a second.
const GAMES: u64 = 20;

/// Moves that are sent in each of them: ten thousand in all.
const SENT: u64 = 500;

/// Counts of the answers to the moves.
#[derive(Debug, Default)]
struct Tally {
    sent: u64,
    made: u64,
    acknowledged: u64,
    beaten: u64,
    too_fast: u64,
}

/// Two tabs of White's and two of Black's.
struct Tabs {
    test_game: TestGame,
    tabs: Vec<Visitor>,
}

impl Tabs {
    async fn open(addr: SocketAddr) -> Self {
        let test_game = TestGame::new(addr, None, None);
        let mut tabs = Vec::new();
        for player in [0, 0, 1, 1] {
            let way = test_game.way(addr, player);
            tabs.push(Visitor::enter(&way, &test_game.link, &test_game.history).await);
        }
        Self { test_game, tabs }
    }

    /// Whose turn it is has both tabs send a move, and all tabs hear what came of it.
    async fn race(&mut self, rng: &mut Rng, tally: &mut Tally) {
        let game = &self.tabs[0].mirror.known().game;
        let ply = game.ply() as u64;
        let legal = game.position().legal_moves().to_vec();
        let movers = match game.position().side_to_move() {
            Color::White => 0..2,
            Color::Black => 2..4,
        };
        let one = rng.pick(&legal).to_string();
        let other = match rng.one_in(2) {
            true => one.clone(),
            false => rng.pick(&legal).to_string(),
        };
        let mut asked = Vec::new();
        for (tab, uci) in movers.zip([one, other]) {
            asked.push((tab, self.tabs[tab].send_move(ply, &uci).await, uci));
        }
        tally.sent += 2;
        let mut answers = Vec::new();
        for (tab, id, uci) in asked {
            answers.push((uci, self.tabs[tab].answer(id).await));
        }
        self.judge(ply, &answers, tally);
        for version in answers.iter().filter_map(|(_, answer)| version(answer)) {
            for tab in &mut self.tabs {
                tab.until(version).await;
            }
        }
        if answers.iter().any(|(_, answer)| is_too_fast(answer)) {
            sleep(BREATH).await;
        }
    }

    fn judge(&self, ply: u64, answers: &[(String, CommandAnswer)], tally: &mut Tally) {
        let acks = answers
            .iter()
            .filter_map(|(uci, answer)| Some((uci, version(answer)?)));
        let mut made = None;
        for (uci, version) in acks {
            let before = *made.get_or_insert(uci);
            assert_eq!(before, uci, "two moves of ply {ply} were acknowledged");
            assert!(version > 1 + ply, "{uci} at {version}");
            tally.acknowledged += 1;
        }
        tally.made += u64::from(made.is_some());
        for (uci, answer) in answers {
            match answer {
                CommandAnswer::Ack(_) => {}
                CommandAnswer::Nak(..) if is_too_fast(answer) => tally.too_fast += 1,
                CommandAnswer::Nak(code, _) => {
                    assert_eq!(code, "wrong_ply", "{uci} at ply {ply}");
                    assert!(made.is_some_and(|made| made != uci), "{uci} was not beaten");
                    tally.beaten += 1;
                }
            }
        }
    }

    /// Every ply is one event, and the server shows what was told.
    async fn check(&mut self, addr: SocketAddr) -> u64 {
        let state = self.test_game.state(addr);
        for tab in &mut self.tabs {
            tab.until(state.version).await;
            assert_eq!(tab.mirror.known(), &state);
        }
        let history = &self.test_game.history;
        assert_eq!(history.gap(2, state.version), None);
        assert_eq!(history.moves(), state.game.ply() as u64);
        history.moves()
    }
}

fn version(answer: &CommandAnswer) -> Option<u64> {
    match answer {
        CommandAnswer::Ack(version) => Some(*version),
        CommandAnswer::Nak(..) => None,
    }
}

fn is_too_fast(answer: &CommandAnswer) -> bool {
    matches!(answer, CommandAnswer::Nak(code, 0) if code == "too_fast")
}

async fn play(addr: SocketAddr, seed: u64) -> Tally {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    let mut told = 0;
    while tally.sent < SENT {
        let mut tabs = Tabs::open(addr).await;
        while tally.sent < SENT && tabs.tabs[0].mirror.known().stage["stage"] == "playing" {
            tabs.race(&mut rng, &mut tally).await;
        }
        told += tabs.check(addr).await;
    }
    assert_eq!(told, tally.made, "what was acknowledged once is there once");
    tally
}

#[tokio::test]
async fn of_moves_that_race_one_is_made_and_every_acknowledgement_is_true() {
    let server = Server::start();
    let mut games = JoinSet::new();
    for seed in 0..GAMES {
        games.spawn(play(server.addr, seed));
    }
    let mut all = Tally::default();
    while let Some(tally) = games.join_next().await {
        let tally = tally.expect("a game without a fault");
        all.sent += tally.sent;
        all.made += tally.made;
        all.acknowledged += tally.acknowledged;
        all.beaten += tally.beaten;
        all.too_fast += tally.too_fast;
    }
    println!("{all:?}");
    assert!(all.sent >= GAMES * SENT);
    assert!(
        all.beaten > 0 && all.acknowledged > all.made,
        "nobody raced: {all:?}"
    );
}

#[test]
fn of_many_who_join_at_once_one_sits_down() {
    let server = Server::start();
    let mut host = GuestClient::default();
    let game = json!({
        "client_id": client_id(), "color": null, "control": null, "start_fen": null,
        "against": { "against": "somebody", "listed": true },
    });
    let link = host
        .offer_game(server.addr, &game)
        .expect("an answer")
        .json();
    let link = link.as_str().expect("a link");
    let joined: Vec<_> = thread::scope(|scope| {
        let join = || GuestClient::default().join_game(server.addr, link);
        // One address may have eight requests under way.
        let joining: Vec<_> = (0..8).map(|_| scope.spawn(join)).collect();
        let joined = joining.into_iter().map(|one| one.join().expect("no panic"));
        joined
            .map(|answer| answer.expect("an answer").status)
            .collect()
    });
    let seated = joined.iter().filter(|status| **status == 200).count();
    let refused = joined.iter().filter(|status| **status == 422).count();
    assert_eq!((seated, refused), (1, 7), "{joined:?}");
}
