//! A player who delays the answers to the server's pings, so that the delay is given back on the
//! clock. Bystander: the opponent, whose own clock is the measure.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::frames::{CLOSE, PING, PONG, RawSocket, TEXT, frame};
use super::game::offer;
use super::person::Person;
use super::site::Site;
use super::{Report, Size, Tally};
use crate::{live::test_game::random_unfinished_moves, origin::Origin, rng::Rng};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const OPPONENT: Origin = Origin::direct([127, 0, 3, 1]);

/// The delay of a pong.
const DELAY: Duration = Duration::from_secs(5);

/// The player's moves, and the time for each.
const MOVES: usize = 30;
const EACH: Duration = Duration::from_millis(177);

/// The clock, seconds.
const BASE_S: u16 = 60;

/// What may be given back in so many moves, milliseconds: two seconds, which an honest line needs that
/// is slow now and then, and something for what is not measured exactly.
const MAX_GIVEN_BACK_MS: f64 = 2_300.0;

/// One side of the game.
struct Side {
    socket: RawSocket,
    delay: Duration,
    pings: Vec<(Instant, Vec<u8>)>,
}

/// What a player has used of the clock, and what was charged, milliseconds.
#[derive(Debug)]
pub struct Farmed {
    used_ms: f64,
    charged_ms: f64,
    opponents_moves: Tally,
}

/// Runs the attack beside its bystander.
pub fn run(_size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let white = Person::new(addr, ATTACKER);
    let farmed = farm(white, Person::new(addr, OPPONENT)).expect("a game on a fresh server");
    let given_back = farmed.used_ms - farmed.charged_ms;
    vec![
        Report::of("lag_farming")
            .tried("live moves", farmed.opponents_moves)
            .figure(format!(
                "used {:.1} s, charged {:.1} s in {MOVES} moves",
                farmed.used_ms / 1e3,
                farmed.charged_ms / 1e3
            ))
            .figure(site.figure())
            .bound(
                format!("given back {given_back:.0} ms, at most {MAX_GIVEN_BACK_MS:.0}"),
                given_back <= MAX_GIVEN_BACK_MS,
            ),
    ]
}

/// Plays a game in which White delays the pongs.
///
/// # Errors
/// When there is no game, or White's moves are not taken.
pub fn farm(mut white: Person, mut black: Person) -> Result<Farmed, String> {
    let somebody = json!({ "against": "somebody", "listed": false });
    let link = offer(&mut white, Some((BASE_S, 0)), &somebody)?;
    let joined = black.call("join_live_game", &json!({ "game": link }));
    if !joined.is_ok_and(|answer| answer.status == 200) {
        return Err("not joined".to_owned());
    }
    let mut farmer = Side::enter(&white, &link, DELAY)?;
    let mut honest = Side::enter(&black, &link, Duration::ZERO)?;
    // The delayed pong has arrived before the clocks run.
    let begin = Instant::now();
    while begin.elapsed() < DELAY + Duration::from_millis(500) {
        farmer.receive(Duration::from_millis(50));
        honest.receive(Duration::from_millis(50));
    }
    let moves = random_unfinished_moves(&mut Rng::new(9), 2 * MOVES + 2);
    let mut opponents_moves = Tally::default();
    let mut used = Duration::ZERO;
    let mut left = None;
    // The farmer's turn begins when the opponent's move has arrived: what that takes on a busy machine
    // is nobody's thinking time.
    let mut turn = Instant::now();
    for (ply, uci) in moves.iter().enumerate() {
        if ply % 2 == 1 {
            opponents_moves.count(honest.play(&link, ply, uci).map(drop));
            turn = Instant::now();
            farmer.receive(Duration::from_millis(1));
            continue;
        }
        // The first move of each side is free.
        if ply >= 2 {
            farmer.receive(EACH.saturating_sub(turn.elapsed()));
            std::thread::sleep(EACH.saturating_sub(turn.elapsed()));
            used += turn.elapsed();
        }
        left = farmer.play(&link, ply, uci)?.or(left);
        honest.receive(Duration::from_millis(1));
    }
    let left = left.ok_or("no clocks were told")?;
    Ok(Farmed {
        used_ms: used.as_secs_f64() * 1e3,
        charged_ms: f64::from(BASE_S) * 1e3 - left as f64,
        opponents_moves,
    })
}

impl Side {
    fn enter(person: &Person, link: &str, delay: Duration) -> Result<Self, String> {
        let socket = RawSocket::open(person);
        let mut side = Self {
            socket: socket.map_err(|error| format!("no socket: {}", error.kind()))?,
            delay,
            pings: Vec::new(),
        };
        side.say(&json!({ "type": "resume", "game": link }));
        Ok(side)
    }

    fn say(&mut self, message: &Value) {
        let bytes = frame(TEXT, true, message.to_string().as_bytes());
        // A broken socket is noticed on receiving.
        self.socket.send(&bytes).ok();
    }

    /// Listens so long and answers the pings that are due; the messages.
    fn receive(&mut self, time: Duration) -> Vec<Value> {
        let begin = Instant::now();
        let mut messages = Vec::new();
        loop {
            self.answer_pings();
            let left = time.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return messages;
            }
            if self.socket.read_within(left).is_err() {
                return messages;
            }
            match self.socket.receive() {
                Ok(Some(frame)) if frame.opcode == PING => {
                    self.pings.push((Instant::now(), frame.payload));
                }
                Ok(Some(frame)) if frame.opcode == TEXT => {
                    messages.extend(serde_json::from_slice::<Value>(&frame.payload));
                }
                Ok(Some(frame)) if frame.opcode == CLOSE => return messages,
                Ok(_) => {}
                Err(_) => {
                    std::thread::sleep(left);
                    return messages;
                }
            }
        }
    }

    fn answer_pings(&mut self) {
        let delay = self.delay;
        let (due, later) = std::mem::take(&mut self.pings)
            .into_iter()
            .partition(|(came, _)| came.elapsed() >= delay);
        self.pings = later;
        let due: Vec<(Instant, Vec<u8>)> = due;
        for (_, payload) in due {
            // A broken socket is noticed on receiving.
            self.socket.send(&frame(PONG, true, &payload)).ok();
        }
    }

    /// Makes a move; what White has left by the clocks that are told with it.
    fn play(&mut self, link: &str, ply: usize, uci: &str) -> Result<Option<u64>, String> {
        let id = ply + 1;
        self.say(&json!({ "type": "move", "game": link, "ply": ply, "uci": uci, "id": id }));
        let (begin, mut left) = (Instant::now(), None);
        let mut is_acknowledged = false;
        while begin.elapsed() < Duration::from_secs(10) {
            for message in self.receive(Duration::from_millis(5)) {
                if message["type"] == "nak" {
                    return Err(message["code"].to_string());
                }
                is_acknowledged |= message["type"] == "ack" && message["id"] == id;
                if message["event"]["kind"] == "moved" && message["event"]["ply"] == ply {
                    left = message["clocks"]["white_ms"].as_u64();
                }
            }
            if is_acknowledged && left.is_some() {
                return Ok(left);
            }
        }
        Err("no answer".to_owned())
    }
}
