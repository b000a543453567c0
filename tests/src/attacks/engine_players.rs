//! Three addresses with eight searches of ten seconds each. Bystander: a player of a timed live game
//! against an engine player of the server, which must not lose it on time.

use std::time::{Duration, Instant};

use engine::rules::Game as Rules;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use super::{
    Report, Size, Tally, beside::beside, game::offer, person::Person, search::be_greedy, site::Site,
};
use crate::live::{Received, Socket};
use crate::origin::Origin;
use crate::rng::Rng;

const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Greedy addresses, and searches of each.
const ADDRESSES: usize = 3;
const AT_ONCE: usize = 8;

/// The time of the game, seconds.
const BASE_S: u16 = 15;

/// How a game against the mind went.
#[derive(Debug, Default)]
struct EngineGame {
    moves: Tally,
    slowest: Duration,
    left_ms: Option<u64>,
    over: Option<String>,
}

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (greedy, seen) = beside(
        ADDRESSES * AT_ONCE,
        |number, stop| {
            let address = [127, 0, 66, 1 + (number / AT_ONCE) as u8];
            let person = Person::new(addr, Origin::direct(address));
            be_greedy(&person, stop, Duration::from_secs(1))
        },
        || {
            std::thread::sleep(Duration::from_millis(300));
            play(Person::new(addr, BYSTANDER), size.pick(12, 4))
        },
    );
    let flagged = seen.over.as_deref() == Some("timeout");
    vec![
        Report::of("live_minds")
            .tried("answers of the mind", seen.moves)
            .figure(format!(
                "the mind\u{2019}s slowest move: {:.1} s; left of its {BASE_S} s: {:.1} s",
                seen.slowest.as_secs_f64(),
                seen.left_ms.unwrap_or_default() as f64 / 1e3
            ))
            .figure(format!("the attackers\u{2019}: {}", Tally::of_all(greedy)))
            .figure(site.figure())
            .bound("the mind does not lose on time", !flagged),
    ]
}

/// Plays White against a mind: so many moves, or until the game is over.
fn play(mut person: Person, moves: usize) -> EngineGame {
    let mind = json!({ "against": "mind", "strategy": "calculator", "level": 3 });
    let link = offer(&mut person, Some((BASE_S, 0)), &mind).expect("a game against a mind");
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async {
        let mut socket = person.way().open().await.expect("a socket");
        let resume = json!({ "type": "resume", "game": link });
        socket.send(&resume).await;
        let (mut rules, mut rng, mut seen) = (Rules::new(), Rng::new(3), EngineGame::default());
        for id in 0..moves {
            let ply = rules.ply();
            let legal = rules.position().legal_moves().to_vec();
            if legal.is_empty() || rules.outcome_without_claims().is_some() {
                break;
            }
            let mv = *rng.pick(&legal);
            rules.play(mv).expect("a legal move");
            let message = json!({
                "type": "move", "game": link, "ply": ply, "uci": mv.to_string(), "id": id + 1,
            });
            socket.send(&message).await;
            if rules.outcome_without_claims().is_some() {
                break;
            }
            let begin = Instant::now();
            let answer = mind_moves(&mut socket, ply + 1, &mut seen).await;
            seen.slowest = seen.slowest.max(begin.elapsed());
            match answer {
                Ok(uci) => {
                    seen.moves.count(Ok(()));
                    let mv = rules.position().parse_uci(&uci).expect("a legal move");
                    rules.play(mv).expect("a legal move");
                }
                Err(why) => {
                    seen.moves.count(Err(why));
                    break;
                }
            }
        }
        seen
    })
}

/// Waits for the move of this ply.
async fn mind_moves(
    socket: &mut Socket,
    ply: usize,
    seen: &mut EngineGame,
) -> Result<String, String> {
    // Longer than its clock.
    let patience = Duration::from_secs(u64::from(BASE_S) + 15);
    while let Some(Received::Json(message)) = socket.receive_within(patience).await {
        if message["type"] == "nak" {
            return Err(format!("own move: {}", text(&message["code"])));
        }
        let event = &message["event"];
        seen.left_ms = message["clocks"]["black_ms"].as_u64().or(seen.left_ms);
        match event["kind"].as_str() {
            Some("moved") if event["ply"] == ply => return Ok(text(&event["uci"])),
            Some("ended") => {
                let reason = text(&event["outcome"]["reason"]);
                seen.over = Some(reason.clone());
                return Err(reason);
            }
            _ => {}
        }
    }
    Err("no move".to_owned())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
