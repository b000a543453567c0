//! A game whose players are at different servers, and go to the other one where theirs does not answer.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use engine::rules::Game;
use serde_json::json;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{sleep, sleep_until};

use super::processes::Addresses;
use super::seat::{Break, Seat};
use super::watcher::Watched;
use crate::guest_client::GuestClient;
use crate::http::Request;
use crate::live::test_game::client_id;
use crate::live::{History, State};
use crate::rng::Rng;

/// A game with so many moves is followed by a new one.
const ENOUGH: usize = 120;

/// The time of both sides, and what each move adds: no flag falls.
const CONTROL: (u16, u8) = (10_800, 60);

/// How long an answer may take before the player goes to the other server.
const PATIENCE: Duration = Duration::from_secs(3);

/// Pause after a refusal.
const PAUSE: Duration = Duration::from_millis(100);

/// A move that is not kept for so long is lost: longer than any fault.
const LOST: Duration = Duration::from_secs(120);

/// A watcher may be so far behind: two seconds until the version is looked at, and the delivery.
const BEHIND: Duration = Duration::from_secs(6);

/// A move that was acknowledged.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    pub uci: String,
    /// When it was to be made.
    pub due: Instant,
    pub acknowledged: Instant,
    /// Whether its acknowledgement was lost, and it was found in the game.
    pub was_found: bool,
    /// What the clock was charged, where both readings are known.
    pub charged: Option<Duration>,
}

/// A game and what became of it.
#[derive(Debug)]
pub struct Pair {
    addresses: Addresses,
    seed: u64,
    number: usize,
    rng: Rng,
    guests: [GuestClient; 2],
    history: History,
    link: String,
    game: Game,
    seats: Option<[Seat; 2]>,
    over: Arc<AtomicBool>,
    /// What was acknowledged.
    pub moves: Vec<PlayedMove>,
    /// Refusals that asked to come again.
    pub refused: usize,
    /// From acknowledgements to the watcher, seconds.
    pub delivered: Vec<f64>,
    pub wrong: Vec<String>,
}

/// An address of its own for each player, as people have.
fn address_of(number: usize, player: u8) -> Ipv4Addr {
    let [_, high, low, _] = (number as u32 * 256).to_be_bytes();
    Ipv4Addr::new(127, 1 + high, low, player)
}

impl Pair {
    /// A game that is not offered yet.
    pub fn new(addresses: Addresses, seed: u64, number: usize) -> Self {
        let guest = |player| GuestClient::at(address_of(number, player));
        Self {
            addresses,
            seed,
            number,
            rng: Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(number as u64)),
            guests: [guest(1), guest(2)],
            history: History::that_goes_back(),
            link: String::new(),
            game: Game::new(),
            seats: None,
            over: Arc::default(),
            moves: Vec::new(),
            refused: 0,
            delivered: Vec::new(),
            wrong: Vec::new(),
        }
    }

    /// The next game of the same two.
    pub fn successor(&self) -> Self {
        let mut next = Self::new(self.addresses, self.seed.wrapping_add(1), self.number);
        next.guests = self.guests.clone();
        next
    }

    /// Says when the game is over for its watcher.
    pub fn is_over(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.over)
    }

    /// A watcher's seat, at either server.
    pub fn watching_seat(&self) -> Seat {
        let server = self.number / 2 % 2;
        Seat::new(self.addresses, server, None, &self.link, &self.history)
    }

    pub fn goes_on(&self) -> bool {
        self.wrong.is_empty()
            && self.moves.len() < ENOUGH
            && self.game.outcome_without_claims().is_none()
    }

    /// Offers the game and joins it, at whichever server answers.
    pub async fn begin(&mut self) {
        let (addresses, first) = (self.addresses, self.number % 2);
        let mut guests = self.guests.clone();
        let offered = spawn_blocking(move || {
            let link = offer(&mut guests, addresses, first);
            (guests, link)
        });
        let (guests, link) = offered.await.expect("no panic");
        (self.guests, self.link) = (guests, link);
        let seat = |player: usize| {
            let server = (first + player) % 2;
            let cookie = self.guests[player].cookie();
            Seat::new(self.addresses, server, cookie, &self.link, &self.history)
        };
        self.seats = Some([seat(0), seat(1)]);
    }

    /// Makes the next move after a pause.
    pub async fn move_once(&mut self, pause: Duration) {
        let due = Instant::now() + pause.mul_f64(0.5 + self.rng.fraction());
        sleep_until(due.into()).await;
        if let Err(wrong) = self.make_move(due).await {
            self.wrong.push(format!("game {}: {wrong}", self.link));
        }
    }

    async fn make_move(&mut self, due: Instant) -> Result<(), String> {
        let legal = self.game.position().legal_moves().to_vec();
        let uci = self.rng.pick(&legal).to_string();
        let (mover, ply) = (self.game.position().side_to_move(), self.game.ply());
        let mut seats = self.seats.take().ok_or("it has not begun")?;
        let made = self
            .have_move_kept(&mut seats[mover.index()], ply, &uci)
            .await;
        let state = seats[mover.index()].mirror().state.as_ref();
        let charged = state.and_then(|state| charged(state, ply));
        self.seats = Some(seats);
        let was_found = made?;
        self.moves.push(PlayedMove {
            uci: uci.clone(),
            due,
            acknowledged: Instant::now(),
            was_found,
            charged,
        });
        let parsed = self.game.position().parse_uci(&uci);
        let parsed = parsed.map_err(|error| error.to_string())?;
        self.game.play(parsed).map_err(|error| error.to_string())
    }

    /// Sends a move until it is kept; whether its acknowledgement was lost.
    async fn have_move_kept(
        &mut self,
        seat: &mut Seat,
        ply: usize,
        uci: &str,
    ) -> Result<bool, String> {
        let since = Instant::now();
        while since.elapsed() < LOST {
            seat.connect().await?;
            if !until_ply(seat, ply).await? {
                continue;
            }
            if let Some(kept) = seat.mirror().known().game.moves().get(ply) {
                return match kept.to_string() == uci {
                    true => Ok(true),
                    false => Err(format!("{kept} at ply {ply}, where {uci} was sent")),
                };
            }
            let id = seat.connect().await?.send_move(ply as u64, uci).await;
            match answer(seat, id).await? {
                Answer::Kept => {
                    // The clocks come with the event.
                    until_ply(seat, ply + 1).await?;
                    return Ok(false);
                }
                Answer::Refused => {
                    self.refused += 1;
                    sleep(PAUSE).await;
                }
                Answer::Lost => {}
            }
        }
        Err(format!("{uci} at ply {ply} was not kept in {LOST:?}"))
    }

    /// Ends the game here, and waits for its watcher, who has to know all of it.
    pub async fn end(&mut self, watcher: JoinHandle<Watched>) {
        sleep(BEHIND).await;
        self.over.store(true, Ordering::Relaxed);
        let watched = watcher.await.expect("a watcher does not panic");
        self.wrong.extend(watched.wrong);
        for (index, played) in (0..).zip(&self.moves) {
            // The joining is the first version.
            let version = index + 2;
            let seen = watched.seen.iter().find(|(seen, _)| *seen >= version);
            match seen {
                Some((_, at)) => {
                    let late = at.saturating_duration_since(played.acknowledged);
                    self.delivered.push(late.as_secs_f64());
                }
                None => {
                    let (link, uci) = (&self.link, &played.uci);
                    let wrong = format!("game {link}: nobody saw {uci} at ply {index}");
                    self.wrong.push(wrong);
                }
            }
        }
        // The players are kept for what they tell of themselves.
        for seat in self.seats.iter_mut().flatten() {
            seat.leave();
        }
    }

    /// Whether both servers show what was acknowledged, once each.
    ///
    /// # Errors
    /// What they show.
    pub fn check(&self, addresses: Addresses) -> Result<(), String> {
        for address in addresses {
            let document = Request::get(&format!("/game/{}.json", self.link));
            let document = document.from(address_of(self.number, 1)).send(address);
            let document = document.map_err(|error| error.to_string())?.json();
            let state = State::read(&document)?;
            let moves = state.game.moves().iter().map(ToString::to_string);
            let moves: Vec<String> = moves.collect();
            let acknowledged = self.moves.iter().map(|played| played.uci.clone());
            let acknowledged: Vec<String> = acknowledged.collect();
            // A move may be kept that its player has given up.
            let more = if self.wrong.is_empty() { 0 } else { 1 };
            let is_right = moves
                .strip_prefix(&*acknowledged)
                .is_some_and(|others| others.len() <= more);
            if !is_right {
                let link = &self.link;
                return Err(format!(
                    "game {link}: {acknowledged:?} acknowledged, {moves:?} there"
                ));
            }
        }
        Ok(())
    }

    /// How long a player of this server was without one that knows the game, after it was killed.
    pub fn back_from(&self, server: Option<usize>, killed: Instant) -> Option<Duration> {
        let seats = self.seats.iter().flatten();
        let breaks = seats.flat_map(|seat| &seat.breaks);
        let from_it = |broke: &&Break| {
            Some(broke.server) == server
                && broke.back > killed
                && broke.at < killed + Duration::from_secs(2)
        };
        let longest = breaks.filter(from_it).map(|broke| broke.back - broke.at);
        longest.max()
    }

    /// When the move before this one was acknowledged.
    pub fn before(&self, played: &PlayedMove) -> Option<Instant> {
        let earlier = |other: &&PlayedMove| other.acknowledged < played.acknowledged;
        self.moves
            .iter()
            .rev()
            .find(earlier)
            .map(|earlier| earlier.acknowledged)
    }
}

enum Answer {
    Kept,
    /// It may be sent again.
    Refused,
    /// Nobody knows.
    Lost,
}

async fn answer(seat: &mut Seat, id: u64) -> Result<Answer, String> {
    let since = Instant::now();
    while let Some(left) = PATIENCE.checked_sub(since.elapsed()) {
        let Some(message) = seat.receive(left).await? else {
            break;
        };
        if message["id"] != id {
            continue;
        }
        return match (message["type"].as_str(), message["code"].as_str()) {
            (Some("ack"), _) => Ok(Answer::Kept),
            (Some("nak"), Some("busy")) => Ok(Answer::Refused),
            (Some("nak"), _) => Err(message.to_string()),
            _ => continue,
        };
    }
    seat.leave();
    Ok(Answer::Lost)
}

/// Waits until this many moves are known; false if the connection was given up before.
async fn until_ply(seat: &mut Seat, ply: usize) -> Result<bool, String> {
    let since = Instant::now();
    while seat.is_connected() {
        if seat.mirror().known().game.ply() >= ply {
            return Ok(true);
        }
        match PATIENCE.checked_sub(since.elapsed()) {
            Some(left) => drop(seat.receive(left).await?),
            None => seat.leave(),
        }
    }
    Ok(false)
}

/// What the clock of the mover was charged for the move at this ply, where it is known.
fn charged(state: &State, ply: usize) -> Option<Duration> {
    let (now, before) = (
        state.left_ms.get(ply)?,
        state.left_ms.get(ply.checked_sub(2)?)?,
    );
    let increment = u64::from(CONTROL.1) * 1_000;
    Some(Duration::from_millis(
        (before + increment).saturating_sub(*now),
    ))
}

/// Offers a game and joins it, however long it takes; its link.
fn offer(guests: &mut [GuestClient; 2], addresses: Addresses, first: usize) -> String {
    let (base_s, increment_s) = CONTROL;
    let game = json!({
        "client_id": client_id(), "color": "white", "start_fen": null,
        "control": { "base_s": base_s, "increment_s": increment_s },
        "against": { "against": "somebody", "listed": false },
    });
    let mut server = first;
    let link = loop {
        match guests[0].offer_game(addresses[server], &game) {
            Ok(answer) if answer.status == 200 => {
                break answer.json().as_str().expect("a link").to_owned();
            }
            _ => std::thread::sleep(PAUSE),
        }
        server = 1 - server;
    };
    loop {
        server = 1 - server;
        match guests[1].join_game(addresses[server], &link) {
            Ok(answer) if answer.status == 200 => return link,
            _ => std::thread::sleep(PAUSE),
        }
    }
}
