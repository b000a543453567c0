//! A store in memory, which does what the SQL of `store::live` does. What was not answered when it goes down may
//! be lost.

use std::collections::{BTreeMap, HashMap};

use engine::rules::Color;
use tokio::time::Instant;
use wire::live::GameLink;
use wire::live::game_view::{Clocks, GameStage};
use wire::live::protocol::GameEvent;

use super::outages::Outages;
use crate::live::clock::Now;
use crate::live::game_state::{GameChange, LiveGame, LoggedEvent, PlayState, SidePlayer};
use crate::live::game_time::{MAX_DELAY_MS, MAX_SILENCE_MS, StoreTime, TimeReading};
use crate::live::seat::{LOST_AFTER_MS, Leave, Seat, SeatState, ServerId};
use crate::store::{Deadlines, Heartbeat, StoredChange};

/// Events of a game that are kept, and when older ones are deleted.
const KEPT_EVENTS: u32 = 64;
const DELETED_EVERY: u32 = 32;

/// The clock at the beginning of a run, milliseconds since 1970.
const BEGINNING_MS: i64 = 1_800_000_000_000;

/// A row of the log: what has happened, and the clocks after it.
type LogRow = (Option<GameEvent>, Option<Clocks>);

/// A game as it is stored.
#[derive(Clone, Debug)]
pub struct StoredGame {
    pub live: LiveGame,
    log: BTreeMap<u32, LogRow>,
    deadline: Option<Now>,
    /// Everything that was ever logged, for the check at the end.
    pub history: Vec<StoredEvent>,
}

/// What has happened in a game, and when it was stored.
#[derive(Clone, Debug)]
pub struct StoredEvent {
    pub at: Instant,
    pub event: GameEvent,
    /// What the clocks showed when it was made.
    pub clocks: Option<Clocks>,
}

/// The tables.
#[derive(Debug)]
pub struct SimulatedStore {
    started: Instant,
    pub is_up: bool,
    /// How far its clock was set, milliseconds.
    set_by_ms: i64,
    pub outages: Outages,
    time: Option<StoreTime>,
    servers: BTreeMap<String, (Now, bool)>,
    seats: BTreeMap<(i64, usize, String), Option<Leave>>,
    pub games: BTreeMap<i64, StoredGame>,
}

impl SimulatedStore {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            is_up: true,
            set_by_ms: 0,
            outages: Outages::default(),
            time: None,
            servers: BTreeMap::new(),
            seats: BTreeMap::new(),
            games: BTreeMap::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, live: LiveGame) {
        let stored = StoredGame {
            log: BTreeMap::new(),
            deadline: live.deadline(),
            history: Vec::new(),
            live,
        };
        self.games.insert(stored.live.id, stored);
    }

    fn clock(&self) -> i64 {
        let passed = i64::try_from(self.started.elapsed().as_millis()).unwrap_or(0);
        BEGINNING_MS + passed + self.set_by_ms
    }

    /// Sets the clock.
    pub fn set_clock(&mut self, by_ms: i64) {
        self.set_by_ms += by_ms;
        self.outages.note_set(by_ms);
    }

    /// The game time of the last heartbeat.
    pub fn game_time(&self) -> Now {
        self.time.map_or(0, StoreTime::game_time)
    }

    fn beat_time(&mut self) -> Heartbeat {
        let (before, clock) = (self.time, self.clock());
        let time = match before {
            None => StoreTime {
                at: clock,
                stood: 0,
            },
            Some(before) => before.go_on(clock),
        };
        self.time = Some(time);
        self.outages.note_beat();
        Heartbeat { time, before }
    }

    fn time_goes_on(&self, made: Option<TimeReading>) -> bool {
        let Some(TimeReading { now, stood }) = made else {
            return true;
        };
        let goes_on = self.time.is_some_and(|time| {
            time.stood == stood && (0..=MAX_SILENCE_MS).contains(&(self.clock() - time.at))
        });
        let delay = self.time().game_time().abs_diff(now);
        goes_on && delay <= MAX_DELAY_MS.unsigned_abs()
    }

    /// What time it is.
    pub fn time(&self) -> StoreTime {
        let clock = self.clock();
        let first = StoreTime {
            at: clock,
            stood: 0,
        };
        self.time.unwrap_or(first).go_on(clock)
    }

    pub fn beat(&mut self, server: &ServerId) -> Heartbeat {
        let heartbeat = self.beat_time();
        let seen = heartbeat.time.game_time();
        let known = self.servers.entry(server.0.clone()).or_default();
        known.0 = seen;
        heartbeat
    }

    pub fn has_other_servers(&self, server: &ServerId, since: Now) -> bool {
        let others = self.servers.iter().filter(|(id, _)| **id != server.0);
        others
            .into_iter()
            .any(|(_, (seen, gone))| !gone && *seen >= since)
    }

    pub fn end_server(&mut self, server: &ServerId) {
        if let Some(known) = self.servers.get_mut(&server.0) {
            known.1 = true;
        }
    }

    pub fn live(&self, link: &GameLink) -> Option<LiveGame> {
        let stored = self
            .games
            .values()
            .find(|stored| stored.live.link == *link)?;
        Some(stored.live.clone())
    }

    pub fn versions(&self, links: &[GameLink]) -> Vec<(GameLink, i64, u32)> {
        let games = self.games.values().map(|stored| &stored.live);
        let asked = games.filter(|live| links.contains(&live.link));
        asked
            .map(|live| (live.link.clone(), live.id, live.version))
            .collect()
    }

    pub fn events_between(&self, game: i64, known: u32, until: u32) -> Option<Vec<LoggedEvent>> {
        let stored = self.games.get(&game)?;
        (known + 1..=until)
            .map(|version| {
                let (event, clocks) = stored.log.get(&version)?;
                Some(LoggedEvent {
                    event: event.clone()?,
                    clocks: *clocks,
                })
            })
            .collect()
    }

    pub fn store_change(
        &mut self,
        version: u32,
        change: &GameChange,
        made: Option<TimeReading>,
    ) -> StoredChange {
        let goes_on = self.time_goes_on(made);
        let Some(stored) = self.games.get_mut(&change.live.id) else {
            return StoredChange::OtherVersion;
        };
        if stored.live.version != version {
            return StoredChange::OtherVersion;
        }
        if !goes_on {
            return StoredChange::OtherTime(self.beat_time().time);
        }
        stored.keep(version, change);
        StoredChange::Stored
    }

    pub fn deadlines(&self, by: Now, at_most: u32) -> Deadlines {
        let with_deadline = self.games.values().filter_map(|stored| {
            let link = stored.live.link.clone();
            stored.deadline.map(|deadline| (deadline, link))
        });
        let mut all: Vec<_> = with_deadline.collect();
        all.sort_unstable();
        Deadlines {
            any: !all.is_empty(),
            overdue: all
                .into_iter()
                .filter(|(deadline, _)| *deadline <= by)
                .map(|(_, link)| link)
                .take(at_most as usize)
                .collect(),
        }
    }

    pub fn pause_clocks(&mut self, from: Now, until: Now) {
        for stored in self.games.values_mut() {
            let clock = stored.live.clock.as_mut();
            if let Some(clock) = clock.filter(|_| stored.deadline.is_some()) {
                clock.pause(from, until);
            }
        }
    }

    pub fn store_clock(&mut self, live: &LiveGame) {
        if let Some(stored) = self.games.get_mut(&live.id)
            && stored.live.version == live.version
        {
            stored.live.clock = live.clock.clone();
            stored.deadline = live.deadline();
        }
    }

    pub fn seats(&self, games: &[i64]) -> HashMap<i64, Vec<Seat>> {
        let mut seats: HashMap<i64, Vec<Seat>> = HashMap::new();
        for ((game, side, server), left) in &self.seats {
            let Some((seen, gone)) = self.servers.get(server) else {
                continue;
            };
            if !games.contains(game) {
                continue;
            }
            let is_silent = *gone || *seen + LOST_AFTER_MS < self.game_time();
            let state = match left {
                Some(leave) => SeatState::Left(*leave),
                None if is_silent => SeatState::Lost,
                None => SeatState::Connected,
            };
            seats.entry(*game).or_default().push(Seat {
                side: Color::ALL[*side],
                server: ServerId(server.clone()),
                seen: *seen,
                state,
            });
        }
        seats
    }

    pub fn take_seat(&mut self, game: i64, side: Color, server: &ServerId) {
        let seat = (game, side.index(), server.0.clone());
        self.seats.insert(seat, None);
    }

    pub fn leave_seat(&mut self, game: i64, side: Color, server: &ServerId, leave: Leave) {
        let seat = (game, side.index(), server.0.clone());
        if let Some(left) = self.seats.get_mut(&seat) {
            *left = Some(leave);
        }
    }

    fn is_lost(&self, game: i64, seat: &Seat) -> bool {
        let key = (game, seat.side.index(), seat.server.0.clone());
        let seen = self.servers.get(&seat.server.0).map(|(seen, _)| *seen);
        self.seats.get(&key) == Some(&None) && seen == Some(seat.seen)
    }

    pub fn forget_lost_seats(&mut self, game: i64, seats: &[Seat]) {
        for seat in seats {
            if self.is_lost(game, seat) {
                let key = (game, seat.side.index(), seat.server.0.clone());
                self.seats.remove(&key);
            }
        }
    }

    pub fn store_for_lost_seats(
        &mut self,
        version: u32,
        change: &GameChange,
        made: Option<TimeReading>,
        seats: &[Seat],
    ) -> Option<StoredChange> {
        let game = change.live.id;
        if !seats.iter().all(|seat| self.is_lost(game, seat)) {
            return None;
        }
        let stored = self.store_change(version, change, made);
        if stored == StoredChange::Stored {
            self.forget_lost_seats(game, seats);
        }
        Some(stored)
    }
}

impl StoredGame {
    fn keep(&mut self, before: u32, change: &GameChange) {
        let mut live = change.live.clone();
        for (seat, was) in live.players.iter_mut().zip(&self.live.players) {
            let is_free = self.live.stage == GameStage::Open && *was == SidePlayer::Nobody;
            if !is_free {
                *seat = was.clone();
            }
        }
        // As it is written and read.
        let written = serde_json::to_string(&live.play_state()).expect("it serializes");
        let state: PlayState = serde_json::from_str(&written).expect("it is read");
        live.clock = state.clock;
        live.offers = state.offers;
        live.turn_since = state.turn_since.unwrap_or(live.turn_since);
        live.offered_at = state.offered_at;
        live.takeback_offered_at = state.takeback_offered_at;
        let mut rows: Vec<Option<GameEvent>> = change.events.iter().cloned().map(Some).collect();
        if rows.is_empty() {
            rows.push(None);
        }
        for (version, event) in (before + 1..).zip(rows) {
            self.history.extend(event.clone().map(|event| StoredEvent {
                at: Instant::now(),
                event,
                clocks: change.clocks,
            }));
            self.log.insert(version, (event, change.clocks));
        }
        if live.version % DELETED_EVERY < live.version - before {
            let last = live.version.saturating_sub(KEPT_EVENTS);
            self.log.retain(|version, _| *version > last);
        }
        self.deadline = live.deadline();
        self.live = live;
    }
}
