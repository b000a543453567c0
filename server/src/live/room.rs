//! The task that owns one live game. One deed after the other: decided by the table, kept by the
//! store, then acknowledged, then told to all who watch.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use app::{
    api::live::Shown,
    live::{
        protocol::{Act, Code, Happened, OpenChallenge, Tell},
        view::Stage,
    },
};
use axum::extract::ws::Utf8Bytes;
use engine::rules::Color;
use tokio::sync::{mpsc, oneshot};

use super::{
    clock::{FREE_PLIES, Now},
    hub::Hub,
    minds::{self, Thought},
    moment, now,
    outbox::{Outbox, SocketId, written},
    presence::Presence,
    table::{Deed, Done, Seat, Step, Table},
};
use crate::{
    figures,
    store::{StoreError, UserId},
};

/// What a room takes in before it refuses more.
pub const MOST_WAITING: usize = 256;

/// Events that can be told again to whoever was away.
const REMEMBERED: usize = 128;

/// After a restart nobody's clock runs until they are back, or for so long, milliseconds.
pub const GRACE_MS: Now = 15_000;

/// Something failed; it is tried again after so long, milliseconds.
const AGAIN_MS: Now = 1_000;

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
        answer: oneshot::Sender<Result<(), Code>>,
    },
    /// A mind has decided.
    Thought(Thought),
    /// How the game looks to somebody.
    Show {
        /// To whom.
        user: Option<UserId>,
        /// The game.
        answer: oneshot::Sender<Shown>,
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
    Act(Act),
}

/// Somebody who watches.
#[derive(Debug)]
struct Watcher {
    outbox: Arc<Outbox>,
    user: Option<UserId>,
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
    /// The version for which a mind thinks.
    thinking: Option<u32>,
    /// What the mind's latest move is worth, its own view.
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
            thinking: None,
            thought: None,
            again: 0,
            resting: false,
        }
    }

    /// Lives until nobody needs it.
    pub async fn live(mut self, mut commands: mpsc::Receiver<Command>) {
        self.show_in_lobby();
        self.have_mind_think();
        loop {
            let due = self.due();
            tokio::select! {
                biased;
                command = commands.recv() => match command {
                    Some(command) => self.take(command).await,
                    None => break,
                },
                () = until(due) => self.pass_time().await,
            }
            self.answer_for_mind().await;
            if self.is_idle() && self.hub.let_go(&self.table.link, &mut commands) {
                break;
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
                let shown = Shown {
                    view: self.table.view(now()),
                    seat: self.table.seat_of(user),
                };
                answer.send(shown).ok();
            }
            Command::Reseat { was, now, done } => {
                self.reseat(was, &now).await;
                done.send(()).ok();
            }
            Command::Rest { done } => {
                self.rest().await;
                done.send(()).ok();
            }
        }
    }

    // Watching.

    fn watch(&mut self, outbox: Arc<Outbox>, user: Option<UserId>, version: Option<u32>) {
        let seat = self.table.seat_of(user);
        let socket = outbox.id;
        let again = self.watchers.insert(
            socket,
            Watcher {
                outbox: Arc::clone(&outbox),
                user,
            },
        );
        self.bring_up_to_date(&outbox, seat, version);
        if again.is_none() {
            self.presence.came(seat);
            if let Some(seat) = seat {
                self.is_back(seat);
            }
        }
        outbox.push(self.presence_told());
    }

    /// Tells what was missed since `version`, or everything.
    fn bring_up_to_date(&mut self, outbox: &Outbox, seat: Option<Color>, version: Option<u32>) {
        let missed = version.and_then(|known| self.since(known));
        match missed {
            Some(missed) => missed.for_each(|event| outbox.push(event)),
            None if seat.is_some() => outbox.tell(&self.snapshot(seat)),
            None => {
                let whole = match self.whole.take() {
                    Some(whole) => whole,
                    None => written(&self.snapshot(None)),
                };
                outbox.push(self.whole.insert(whole).clone());
            }
        }
        // A whole game may have been written a while ago; the clocks went on.
        outbox.tell(&Tell::Synced {
            game: self.table.link.clone(),
            version: self.table.version,
            clocks: self.clocks(),
            seat,
        });
    }

    /// The events after a version, if all of them are remembered.
    fn since(&self, known: u32) -> Option<impl Iterator<Item = Utf8Bytes> + use<>> {
        let missed = usize::try_from(self.table.version.checked_sub(known)?).ok()?;
        let from = self.told.len().checked_sub(missed)?;
        let events: Vec<_> = self
            .told
            .range(from..)
            .map(|(_, event)| event.clone())
            .collect();
        Some(events.into_iter())
    }

    fn snapshot(&self, seat: Option<Color>) -> Tell {
        Tell::Snapshot {
            view: Box::new(self.table.view(now())),
            seat,
        }
    }

    fn clocks(&self) -> Option<app::live::view::Clocks> {
        let clock = self.table.clock.as_ref()?;
        Some(clock.reading(self.table.turn(), now()))
    }

    fn leave(&mut self, socket: SocketId, goodbye: bool) {
        let Some(watcher) = self.watchers.remove(&socket) else {
            return;
        };
        let seat = self.table.seat_of(watcher.user);
        self.presence.went(seat, goodbye, now());
        if seat.is_some() {
            self.tell_presence();
        }
    }

    /// A player is here again, be it after a restart: now their clock may run.
    fn is_back(&mut self, seat: Color) {
        let playing = self.table.stage == Stage::Playing && self.table.game.ply() >= FREE_PLIES;
        if playing
            && seat == self.table.turn()
            && let Some(clock) = &mut self.table.clock
        {
            clock.start(now());
        }
        self.show_in_lobby();
        self.tell_presence();
    }

    fn presence_told(&self) -> Utf8Bytes {
        written(&self.presence.tell(&self.table, now()))
    }

    fn tell_presence(&mut self) {
        self.presence.told(now());
        let presence = self.presence_told();
        self.tell_all(presence);
    }

    fn tell_all(&self, message: Utf8Bytes) {
        for watcher in self.watchers.values() {
            watcher.outbox.push(message.clone());
        }
    }

    // Deeds.

    async fn answer(
        &mut self,
        outbox: &Arc<Outbox>,
        user: Option<UserId>,
        asked: Asked,
        id: u32,
        at: Now,
    ) {
        let done = match self.table.seat_of(user) {
            Some(seat) => self.deed(seat, asked, at, Some((outbox, id))).await,
            None => Err(Code::NotYours),
        };
        if let Err(code) = done {
            outbox.tell(&Tell::Nak {
                id,
                code,
                version: self.table.version,
            });
        }
    }

    /// Does what one side wants, and tells whoever asked for it first.
    async fn deed(
        &mut self,
        by: Color,
        asked: Asked,
        at: Now,
        asker: Option<(&Arc<Outbox>, u32)>,
    ) -> Result<(), Code> {
        let deed = match asked {
            Asked::Move { ply, uci, lag_ms } => {
                self.lag_ms[by.index()] = lag_ms;
                Deed::Move { ply, uci, lag_ms }
            }
            Asked::Act(act) => Deed::Act {
                act,
                may_claim: self.presence.may_claim(by, now()),
            },
        };
        match self.table.deed(by, &deed, at)? {
            Done::Already => self.acknowledge(asker),
            Done::Step(step) => self.keep(*step, asker).await?,
            Done::Rematch => self.begin_rematch(asker).await?,
        }
        Ok(())
    }

    fn acknowledge(&self, asker: Option<(&Arc<Outbox>, u32)>) {
        if let Some((outbox, id)) = asker {
            outbox.tell(&Tell::Ack {
                id,
                version: self.table.version,
            });
        }
    }

    /// Has a step kept, acknowledges it and tells it.
    async fn keep(&mut self, step: Step, asker: Option<(&Arc<Outbox>, u32)>) -> Result<(), Code> {
        if self.resting {
            return Err(Code::Busy);
        }
        let kept = self.hub.store().keep_step(self.table.version, step.clone());
        match kept.await {
            Ok(true) => {
                self.take_step(step, asker);
                Ok(())
            }
            Ok(false) => {
                self.reload().await;
                Err(Code::Busy)
            }
            Err(error) => Err(self.not_kept(&error)),
        }
    }

    fn not_kept(&mut self, error: &StoreError) -> Code {
        tracing::error!(game = %self.table.link, %error, "a step of a live game was not kept");
        self.again = now() + AGAIN_MS;
        Code::Busy
    }

    /// A step that is kept.
    fn take_step(&mut self, step: Step, asker: Option<(&Arc<Outbox>, u32)>) {
        let before = self.table.version;
        self.table = step.table;
        self.whole = None;
        self.acknowledge(asker);
        let clocks = self.clocks();
        for (version, event) in (before + 1..).zip(step.events) {
            if matches!(event, Happened::Moved { .. }) {
                figures::moved();
            }
            let event = written(&Tell::Event {
                game: self.table.link.clone(),
                version,
                event,
                clocks,
            });
            self.tell_all(event.clone());
            self.told.push_back((version, event));
        }
        while self.told.len() > REMEMBERED {
            self.told.pop_front();
        }
        self.show_in_lobby();
        self.have_mind_think();
    }

    async fn begin_rematch(&mut self, asker: Option<(&Arc<Outbox>, u32)>) -> Result<(), Code> {
        if self.resting {
            return Err(Code::Busy);
        }
        match self.hub.store().keep_rematch(self.table.clone()).await {
            Ok(Some(step)) => {
                self.take_step(step, asker);
                Ok(())
            }
            Ok(None) => {
                self.reload().await;
                Err(Code::Busy)
            }
            Err(error) => Err(self.not_kept(&error)),
        }
    }

    async fn join(&mut self, user: UserId, name: Option<String>) -> Result<(), Code> {
        if self.table.seat_of(Some(user)).is_some() {
            return Ok(());
        }
        let step = self.table.joined(user, name, now())?;
        self.keep(step, None).await?;
        // It has other players now: everybody gets the whole game.
        self.told.clear();
        self.tell_whole();
        Ok(())
    }

    /// Somebody else has changed the game: everybody gets it as it is.
    async fn reload(&mut self) {
        match self.hub.store().table(&self.table.link, now()).await {
            Ok(Some(table)) => {
                self.table = ready(table, now());
                self.told.clear();
                self.tell_whole();
            }
            Ok(None) => {
                let gone = written(&Tell::Gone {
                    game: self.table.link.clone(),
                });
                self.tell_all(gone);
                self.watchers.clear();
            }
            Err(error) => drop(self.not_kept(&error)),
        }
    }

    fn tell_whole(&mut self) {
        self.whole = None;
        let watchers: Vec<_> = self
            .watchers
            .values()
            .map(|watcher| {
                (
                    Arc::clone(&watcher.outbox),
                    self.table.seat_of(watcher.user),
                )
            })
            .collect();
        self.presence
            .count_again(watchers.iter().map(|(_, seat)| *seat), now());
        for (outbox, seat) in watchers {
            self.bring_up_to_date(&outbox, seat, None);
        }
        self.tell_presence();
    }

    async fn reseat(&mut self, was: UserId, now: &Seat) {
        if *now == Seat::Gone
            && let Some(seat) = self.table.seat_of(Some(was))
        {
            // One of the two, as far as the game is; none where it is over.
            for act in [Act::Abort, Act::Resign] {
                let at = super::now();
                self.deed(seat, Asked::Act(act), at, None).await.ok();
            }
        }
        let mut changed = false;
        for seat in &mut self.table.seats {
            if matches!(seat, Seat::User { id, .. } if *id == was) {
                *seat = now.clone();
                changed = true;
            }
        }
        if let Seat::User { id, .. } = now {
            for watcher in self.watchers.values_mut() {
                if watcher.user == Some(was) {
                    watcher.user = Some(*id);
                }
            }
        }
        if changed {
            self.tell_whole();
            self.show_in_lobby();
        }
    }

    // Time.

    /// When something is to be done though nobody asks for it.
    fn due(&self) -> Option<Now> {
        let turn = self.table.turn();
        let flag = self.table.due(self.lag_ms[turn.index()]);
        let presence = self.presence.due();
        let thinks = self.must_think().then_some(self.again);
        let due = [flag.filter(|_| !self.resting), presence, thinks];
        let due = due.into_iter().flatten().min()?;
        Some(due.max(self.again))
    }

    async fn pass_time(&mut self) {
        let now = now();
        self.tick(now).await;
        if self.presence.due().is_some_and(|due| due <= now) {
            self.tell_presence();
        }
        self.have_mind_think();
    }

    /// What the time alone has done by `at`.
    async fn tick(&mut self, at: Now) {
        let lag = self.lag_ms[self.table.turn().index()];
        if let Some(step) = self.table.tick(lag, at) {
            // If it can't be kept now, it is due again.
            self.keep(step, None).await.ok();
        }
    }

    /// The clocks stand from now on, and are kept as they stand.
    async fn rest(&mut self) {
        self.resting = true;
        if self.table.stage != Stage::Playing {
            return;
        }
        let turn = self.table.turn();
        if let Some(clock) = &mut self.table.clock {
            clock.stop(turn, now());
            let kept = self.hub.store().rest_table(self.table.clone()).await;
            if let Err(error) = kept {
                tracing::warn!(game = %self.table.link, %error, "clocks were not written down");
            }
        }
    }

    /// Nobody watches, and nothing happens by itself.
    fn is_idle(&self) -> bool {
        self.watchers.is_empty()
            && self.thinking.is_none()
            && !self.must_think()
            && self.table.due(0).is_none()
    }

    // The lobby.

    fn lobby_key(&self) -> (i64, i64) {
        (self.table.created_ms, self.table.id)
    }

    /// A game is listed while it is open and whoever made it waits there.
    fn show_in_lobby(&self) {
        let maker = self.table.seats.iter().find_map(|seat| match seat {
            Seat::User { name, .. } => Some(name),
            _ => None,
        });
        let free = [Color::White, Color::Black]
            .into_iter()
            .find(|color| *self.table.seat(*color) == Seat::Nobody);
        let waits = free.is_some_and(|free| self.presence.is_here(!free));
        match (maker, free) {
            (Some(by), Some(color))
                if self.table.stage == Stage::Open && self.table.listed && waits =>
            {
                let challenge = OpenChallenge {
                    game: self.table.link.clone(),
                    by: by.clone(),
                    color,
                    control: self.table.control,
                    from_position: self.table.start_fen.is_some(),
                };
                self.hub.lobby().open(self.lobby_key(), challenge);
            }
            _ => self.hub.lobby().close(self.lobby_key()),
        }
    }

    // Minds.

    fn mind_to_move(&self) -> bool {
        self.table.stage == Stage::Playing
            && matches!(self.table.seat(self.table.turn()), Seat::Mind { .. })
    }

    fn must_think(&self) -> bool {
        self.mind_to_move() && !self.resting && self.thinking != Some(self.table.version)
    }

    fn have_mind_think(&mut self) {
        if self.must_think() && self.again <= now() {
            self.thinking = Some(self.table.version);
            self.hub.think(&self.table, self.clocks());
        }
    }

    /// What a mind says to an offer: moves may always be taken back, a draw is taken where it does
    /// not stand better.
    async fn answer_for_mind(&mut self) {
        let mind = [Color::White, Color::Black]
            .into_iter()
            .find(|color| matches!(self.table.seat(*color), Seat::Mind { .. }));
        let (Some(mind), Stage::Playing) = (mind, self.table.stage) else {
            return;
        };
        let offers = self.table.offers;
        let act = if offers.takeback == Some(!mind) {
            Act::Takeback
        } else if offers.draw != Some(!mind) {
            return;
        } else if minds::takes_draw(self.table.game.ply(), self.thought.as_ref()) {
            Act::Draw
        } else {
            Act::Decline
        };
        // If it can't be kept now, the next deed brings it up again.
        self.deed(mind, Asked::Act(act), now(), None).await.ok();
    }

    async fn mind_decided(&mut self, thought: Thought) {
        if self.thinking == Some(thought.version) {
            self.thinking = None;
        }
        if thought.version != self.table.version || !self.mind_to_move() {
            return self.have_mind_think();
        }
        let Some(uci) = thought.uci.clone() else {
            // Nothing came of it: it is tried again.
            self.again = now() + AGAIN_MS;
            return;
        };
        let asked = Asked::Move {
            ply: u32::try_from(self.table.game.ply()).unwrap_or(u32::MAX),
            uci,
            lag_ms: 0,
        };
        let (turn, at) = (self.table.turn(), now());
        self.tick(at).await;
        self.thought = Some(thought);
        if self.deed(turn, asked, at, None).await.is_err() {
            self.again = now() + AGAIN_MS;
        }
    }
}

/// A game as it was kept, to be gone on with: whoever is to move spends time from `from` on.
fn ready(mut table: Table, from: Now) -> Table {
    if table.stage == Stage::Playing
        && table.game.ply() >= FREE_PLIES
        && let Some(clock) = &mut table.clock
    {
        clock.start(from);
    }
    table
}

/// Waits for a moment, if there is one.
async fn until(due: Option<Now>) {
    match due {
        Some(due) => tokio::time::sleep_until(moment(due)).await,
        None => std::future::pending().await,
    }
}

/// A room as others reach it.
pub type Door = mpsc::Sender<Command>;
