//! What rooms need of the store: the games, their events, the players' seats, the time.

use std::collections::HashMap;
use std::fmt;

use engine::rules::Color;
use wire::BoxFuture;
use wire::live::GameLink;

use super::clock::Now;
use super::game_state::{GameChange, LiveGame, LoggedEvent};
use super::game_time::{StoreTime, TimeReading};
use super::seat::{Leave, Seat, ServerId};
use crate::store::{Deadlines, Heartbeat, Store, StoreError, StoredChange};

/// What comes of a question to the store.
pub type Stored<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// The store of live games; the methods of [`Store`] of the same names say more.
pub trait LiveStore: fmt::Debug + Send + Sync {
    /// Whether other servers may write into it at the same time.
    fn is_shared(&self) -> bool;

    /// Notes that a server can write.
    fn beat(&self, server: ServerId) -> Stored<'_, Heartbeat>;

    /// What time it is now.
    fn time(&self) -> Stored<'_, StoreTime>;

    /// Whether what is new can be written; to change what is there may need less.
    fn try_out(&self) -> Stored<'_, ()>;

    /// Whether any other server was heard of since then, and has not ended.
    fn has_other_servers<'a>(&'a self, server: &'a ServerId, since: Now) -> Stored<'a, bool>;

    /// Notes that a server ends.
    fn end_server(&self, server: ServerId) -> Stored<'_, ()>;

    /// Loads a game.
    fn live<'a>(&'a self, link: &'a GameLink, now: Now) -> Stored<'a, Option<LiveGame>>;

    /// The rows and versions of games; those that are gone are left out.
    fn versions<'a>(&'a self, links: &'a [GameLink]) -> Stored<'a, Vec<(GameLink, i64, u32)>>;

    /// A game's events between two versions; `None` if not all of them are kept.
    fn events_between(
        &self,
        game: i64,
        known: u32,
        until: u32,
    ) -> Stored<'_, Option<Vec<LoggedEvent>>>;

    /// Stores a change of a game at a version, made at a game time, if time has a part in it.
    fn store_change(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
    ) -> Stored<'_, StoredChange>;

    /// Stores a rematch and the link to it; `None` if the game has another version.
    fn store_rematch(&self, before: LiveGame) -> Stored<'_, Option<GameChange>>;

    /// The games whose deadline is `by` or earlier.
    fn deadlines(&self, by: Now, at_most: u32) -> Stored<'_, Deadlines>;

    /// Lets the clocks that run in the store stand between two game times.
    fn pause_clocks(&self, from: Now, until: Now) -> Stored<'_, ()>;

    /// Stores the clock and the deadline of a game that still has this version.
    fn store_clock(&self, live: LiveGame) -> Stored<'_, ()>;

    /// The seats of these games, by game.
    fn seats<'a>(&'a self, games: &'a [i64]) -> Stored<'a, HashMap<i64, Vec<Seat>>>;

    /// Notes that a player is connected to a server.
    fn take_seat(&self, game: i64, side: Color, server: ServerId) -> Stored<'_, ()>;

    /// Notes that a player's last connection to a server has ended.
    fn leave_seat(&self, game: i64, side: Color, server: ServerId, leave: Leave) -> Stored<'_, ()>;

    /// Forgets seats that were lost with their servers.
    fn forget_lost_seats(&self, game: i64, seats: Vec<Seat>) -> Stored<'_, ()>;

    /// Stores a change that answers for seats that were lost, and forgets them; `None` if another server has.
    fn store_for_lost_seats(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
        seats: Vec<Seat>,
    ) -> Stored<'_, Option<StoredChange>>;
}

impl LiveStore for Store {
    fn is_shared(&self) -> bool {
        Store::is_shared(self)
    }

    fn beat(&self, server: ServerId) -> Stored<'_, Heartbeat> {
        Box::pin(Store::beat(self, server))
    }

    fn time(&self) -> Stored<'_, StoreTime> {
        Box::pin(Store::time(self))
    }

    fn try_out(&self) -> Stored<'_, ()> {
        Box::pin(Store::try_out(self))
    }

    fn has_other_servers<'a>(&'a self, server: &'a ServerId, since: Now) -> Stored<'a, bool> {
        Box::pin(Store::has_other_servers(self, server, since))
    }

    fn end_server(&self, server: ServerId) -> Stored<'_, ()> {
        Box::pin(Store::end_server(self, server))
    }

    fn live<'a>(&'a self, link: &'a GameLink, now: Now) -> Stored<'a, Option<LiveGame>> {
        Box::pin(Store::live(self, link, now))
    }

    fn versions<'a>(&'a self, links: &'a [GameLink]) -> Stored<'a, Vec<(GameLink, i64, u32)>> {
        Box::pin(Store::versions(self, links))
    }

    fn events_between(
        &self,
        game: i64,
        known: u32,
        until: u32,
    ) -> Stored<'_, Option<Vec<LoggedEvent>>> {
        Box::pin(Store::events_between(self, game, known, until))
    }

    fn store_change(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
    ) -> Stored<'_, StoredChange> {
        Box::pin(Store::store_change(self, version, change, made))
    }

    fn store_rematch(&self, before: LiveGame) -> Stored<'_, Option<GameChange>> {
        Box::pin(Store::store_rematch(self, before))
    }

    fn deadlines(&self, by: Now, at_most: u32) -> Stored<'_, Deadlines> {
        Box::pin(Store::deadlines(self, by, at_most))
    }

    fn pause_clocks(&self, from: Now, until: Now) -> Stored<'_, ()> {
        Box::pin(Store::pause_clocks(self, from, until))
    }

    fn store_clock(&self, live: LiveGame) -> Stored<'_, ()> {
        Box::pin(Store::store_clock(self, live))
    }

    fn seats<'a>(&'a self, games: &'a [i64]) -> Stored<'a, HashMap<i64, Vec<Seat>>> {
        Box::pin(Store::seats(self, games))
    }

    fn take_seat(&self, game: i64, side: Color, server: ServerId) -> Stored<'_, ()> {
        Box::pin(Store::take_seat(self, game, side, server))
    }

    fn leave_seat(&self, game: i64, side: Color, server: ServerId, leave: Leave) -> Stored<'_, ()> {
        Box::pin(Store::leave_seat(self, game, side, server, leave))
    }

    fn forget_lost_seats(&self, game: i64, seats: Vec<Seat>) -> Stored<'_, ()> {
        Box::pin(Store::forget_lost_seats(self, game, seats))
    }

    fn store_for_lost_seats(
        &self,
        version: u32,
        change: GameChange,
        made: Option<TimeReading>,
        seats: Vec<Seat>,
    ) -> Stored<'_, Option<StoredChange>> {
        Box::pin(Store::store_for_lost_seats(
            self, version, change, made, seats,
        ))
    }
}
