//! A server's way to the store: it takes time, and answers may be lost.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use engine::rules::Color;
use parking_lot::Mutex;
use tokio::time::sleep;
use wire::live::GameLink;

use super::dice::Dice;
use super::machine::Machine;
use super::store::SimulatedStore;
use crate::live::clock::Now;
use crate::live::game_state::{GameChange, LiveGame, LoggedEvent};
use crate::live::game_time::{StoreTime, TimeReading};
use crate::live::live_store::{LiveStore, Stored};
use crate::live::seat::{Leave, Seat, ServerId};
use crate::store::{Deadlines, Heartbeat, StoreError, StoredChange};

/// One of so many answers is lost, or the question.
const LOST_ANSWERS: u64 = 150;

/// A server's connection.
pub struct Connection {
    store: Arc<Mutex<SimulatedStore>>,
    machine: Machine,
    dice: Mutex<Dice>,
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

impl Connection {
    pub fn new(store: Arc<Mutex<SimulatedStore>>, machine: Machine, dice: Dice) -> Self {
        Self {
            store,
            machine,
            dice: Mutex::new(dice),
        }
    }

    async fn on_the_way(&self) {
        let delay = {
            let mut dice = self.dice.lock();
            match dice.one_in(40) {
                true => dice.ms(50, 600),
                false => dice.ms(0, 4),
            }
        };
        sleep(delay).await;
        self.machine.until_it_runs().await;
    }

    fn is_reached(&self) -> bool {
        self.machine.reaches_store() && self.store.lock().is_up
    }

    /// Asks the store something.
    async fn ask<T>(
        &self,
        question: impl FnOnce(&mut SimulatedStore) -> T,
    ) -> Result<T, StoreError> {
        self.on_the_way().await;
        if !self.is_reached() {
            return Err(StoreError::NotKept(Arc::new(sqlx::Error::PoolTimedOut)));
        }
        let maybe_kept = || StoreError::MaybeKept(Arc::new(sqlx::Error::PoolTimedOut));
        let is_lost = self.dice.lock().one_in(LOST_ANSWERS);
        if is_lost && self.dice.lock().one_in(2) {
            self.on_the_way().await;
            return Err(maybe_kept());
        }
        let answer = question(&mut self.store.lock());
        self.on_the_way().await;
        if is_lost || !self.is_reached() {
            return Err(maybe_kept());
        }
        Ok(answer)
    }
}

impl LiveStore for Connection {
    fn is_shared(&self) -> bool {
        true
    }

    fn beat(&self, server: ServerId) -> Stored<'_, Heartbeat> {
        Box::pin(self.ask(move |store| store.beat(&server)))
    }

    fn time(&self) -> Stored<'_, StoreTime> {
        Box::pin(self.ask(|store| store.time()))
    }

    fn try_out(&self) -> Stored<'_, ()> {
        Box::pin(self.ask(|_| ()))
    }

    fn has_other_servers<'a>(&'a self, server: &'a ServerId, since: Now) -> Stored<'a, bool> {
        Box::pin(self.ask(move |store| store.has_other_servers(server, since)))
    }

    fn end_server(&self, server: ServerId) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.end_server(&server)))
    }

    fn live<'a>(&'a self, link: &'a GameLink, _: Now) -> Stored<'a, Option<LiveGame>> {
        Box::pin(self.ask(move |store| store.live(link)))
    }

    fn versions<'a>(&'a self, links: &'a [GameLink]) -> Stored<'a, Vec<(GameLink, i64, u32)>> {
        Box::pin(self.ask(move |store| store.versions(links)))
    }

    fn events_between(
        &self,
        game: i64,
        known: u32,
        until: u32,
    ) -> Stored<'_, Option<Vec<LoggedEvent>>> {
        Box::pin(self.ask(move |store| store.events_between(game, known, until)))
    }

    fn store_change(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
    ) -> Stored<'_, StoredChange> {
        Box::pin(self.ask(move |store| store.store_change(version, &change, made)))
    }

    fn store_rematch(&self, _: LiveGame) -> Stored<'_, Option<GameChange>> {
        // Nobody asks for one.
        Box::pin(async { Ok(None) })
    }

    fn deadlines(&self, by: Now, at_most: u32) -> Stored<'_, Deadlines> {
        Box::pin(self.ask(move |store| store.deadlines(by, at_most)))
    }

    fn pause_clocks(&self, from: Now, until: Now) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.pause_clocks(from, until)))
    }

    fn store_clock(&self, live: LiveGame) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.store_clock(&live)))
    }

    fn seats<'a>(&'a self, games: &'a [i64]) -> Stored<'a, HashMap<i64, Vec<Seat>>> {
        Box::pin(self.ask(move |store| store.seats(games)))
    }

    fn take_seat(&self, game: i64, side: Color, server: ServerId) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.take_seat(game, side, &server)))
    }

    fn leave_seat(&self, game: i64, side: Color, server: ServerId, leave: Leave) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.leave_seat(game, side, &server, leave)))
    }

    fn forget_lost_seats(&self, game: i64, seats: Vec<Seat>) -> Stored<'_, ()> {
        Box::pin(self.ask(move |store| store.forget_lost_seats(game, &seats)))
    }

    fn store_for_lost_seats(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
        seats: Vec<Seat>,
    ) -> Stored<'_, Option<StoredChange>> {
        Box::pin(self.ask(move |store| store.store_for_lost_seats(version, &change, made, &seats)))
    }
}
