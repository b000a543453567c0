//! The task that owns one live game. One deed after the other: decided by the table, kept by the
//! store, then acknowledged, then told to all who watch.
//!
//! `deeds` is that, `watching` who watches and what they are told, `time` what happens by itself,
//! `mind` what a mind does that plays here.

mod actions;
mod engine_seat;
mod time;
mod watching;

use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::Arc,
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};
use wire::{
    live::{
        game_view::GameStage,
        protocol::{PlayerAction, RefusalCode},
    },
    visitor::live_games::GameForVisitor,
};

use super::{
    clock::{FREE_PLIES, Now},
    engine_players::Thought,
    game_state::{Seat, Table},
    hub::{CalledOff, Hub},
    now,
    outbox::{Outbox, SocketId},
    presence::Presence,
};
use crate::store::UserId;

use engine_seat::Thinking;
use watching::Watcher;

/// What a room takes in before it refuses more.
pub const MOST_WAITING: usize = 256;

/// After a restart nobody's clock runs until they are back, or for so long, milliseconds.
pub const GRACE_MS: Now = 15_000;

/// What a room is asked to do.
#[derive(Debug)]
pub enum Command {
    /// A socket watches from here on.
    Watch {
        /// Which.
        outbox: Arc<Outbox>,
        /// Whose.
        user: Option<UserId>,
        /// The version that it knows.
        version: Option<u32>,
    },
    /// A socket watches no longer.
    Leave {
        /// Which.
        socket: SocketId,
        /// Whether it said so.
        goodbye: bool,
    },
    /// Somebody does something.
    Do {
        /// Where from.
        outbox: Arc<Outbox>,
        /// Who.
        user: Option<UserId>,
        /// What.
        deed: Asked,
        /// Comes back in the answer.
        id: u32,
        /// When it arrived.
        at: Now,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        user: UserId,
        /// As it is shown.
        name: Option<String>,
        /// Whether they sit now.
        answer: oneshot::Sender<Result<(), RefusalCode>>,
    },
    /// A mind has decided.
    Thought(Thought),
    /// How the game looks to somebody.
    Show {
        /// To whom.
        user: Option<UserId>,
        /// The game.
        answer: oneshot::Sender<GameForVisitor>,
    },
    /// Somebody is somebody else now, or has another name, or is nobody any more.
    Reseat {
        /// Who it was.
        was: UserId,
        /// Who sits there now.
        now: Seat,
        /// Told when that is so.
        done: oneshot::Sender<()>,
    },
    /// Whoever runs the site calls an open challenge off.
    CallOff {
        /// Told what became of it.
        done: oneshot::Sender<CalledOff>,
    },
    /// The server leaves: have the clocks written down.
    Rest {
        /// Told when that is done.
        done: oneshot::Sender<()>,
    },
}

/// What a socket asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// A move, and how long its way is, milliseconds.
    Move {
        /// The number of moves before it.
        ply: u32,
        /// In UCI notation.
        uci: String,
        /// The measured way there and back.
        lag_ms: u32,
    },
    /// Anything else.
    Act(PlayerAction),
}

/// A game and who watches it.
#[derive(Debug)]
pub struct Room {
    hub: Hub,
    table: Table,
    watchers: HashMap<SocketId, Watcher>,
    presence: Presence,
    /// The latest events as they were told, by their versions.
    told: VecDeque<(u32, Utf8Bytes)>,
    /// The whole game as whoever only watches gets it, while it is true.
    whole: Option<Utf8Bytes>,
    /// The delay of each side's moves, as measured last, milliseconds.
    lag_ms: [u32; 2],
    /// Where each side was heard of last: who has a mind think pays for it.
    from: [Option<IpAddr>; 2],
    /// What a mind thinks about.
    thinking: Option<Thinking>,
    /// What it has thought last.
    thought: Option<Thought>,
    /// Not before this is something that failed tried again.
    again: Now,
    /// Whether the server leaves.
    resting: bool,
}

impl Room {
    /// The room of a game.
    pub fn new(hub: Hub, table: Table) -> Self {
        let now = now();
        Self {
            presence: Presence::new(table.control, now),
            hub,
            table: ready(table, now + GRACE_MS),
            watchers: HashMap::new(),
            told: VecDeque::new(),
            whole: None,
            lag_ms: [0; 2],
            from: [None; 2],
            thinking: None,
            thought: None,
            again: 0,
            resting: false,
        }
    }

    /// Lives until nobody needs it.
    pub async fn live(mut self, mut commands: mpsc::Receiver<Command>) {
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.take(command).await,
                    None => break,
                },
                () = time::until(due) => self.pass_time().await,
            }
            self.answer_for_mind().await;
            if self.is_idle() && commands.is_empty() && !commands.is_closed() {
                // Nobody finds it any more; who has found it before is still served.
                self.hub.rooms().retire(&self.table.link);
                commands.close();
            }
        }
        self.hub.lobby().close(self.lobby_key());
        // Whoever came at the last moment finds another room.
        for watcher in self.watchers.values() {
            watcher.outbox.send_elsewhere();
        }
    }

    async fn take(&mut self, command: Command) {
        match command {
            Command::Watch {
                outbox,
                user,
                version,
            } => self.watch(outbox, user, version),
            Command::Leave { socket, goodbye } => self.leave(socket, goodbye),
            Command::Do {
                outbox,
                user,
                deed,
                id,
                at,
            } => {
                // A flag that had fallen when it arrived has fallen first.
                self.tick(at).await;
                self.answer(&outbox, user, deed, id, at).await;
            }
            Command::Join { user, name, answer } => {
                let joined = self.join(user, name).await;
                // Who has gone needs no answer.
                answer.send(joined).ok();
            }
            Command::Thought(thought) => self.mind_decided(thought).await,
            Command::Show { user, answer } => {
                let shown = GameForVisitor {
                    view: self.table.view(now()),
                    seat: self.table.seat_of(user),
                };
                answer.send(shown).ok();
            }
            Command::Reseat { was, now, done } => {
                self.reseat(was, &now).await;
                done.send(()).ok();
            }
            Command::CallOff { done } => {
                let called_off = self.call_off().await;
                done.send(called_off).ok();
            }
            Command::Rest { done } => {
                self.rest().await;
                done.send(()).ok();
            }
        }
    }
}

/// A game as it was kept, to be gone on with: whoever is to move spends time from `from` on, a mind
/// from when it begins to think.
fn ready(mut table: Table, from: Now) -> Table {
    let waits = matches!(table.seat(table.turn()), Seat::Mind { .. });
    if table.stage == GameStage::Playing
        && table.game.ply() >= FREE_PLIES
        && !waits
        && let Some(clock) = &mut table.clock
    {
        clock.start(from);
    }
    table
}

/// A room as others reach it.
pub type Door = mpsc::Sender<Command>;

#[cfg(test)]
mod tests;
