//! A bounded queue in front of threads that share a few slots. A thread works only while it holds a
//! slot. A search that has used its time slice passes its slot to another client's search and waits
//! until it comes back, so a long search delays a short one by one slice at most.
//!
//! Threads without a slot are in reserve: they begin the search that a paused one yields to.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use serde::{Deserialize, Serialize};

use super::fair_queue::{FairQueue, Selection};
use super::ticket::Ticket;

/// The lane of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The class, whose slots alternate with the other's.
    pub class: Class,
    /// The client, whose entries take turns with other clients'.
    pub client: u64,
}

/// Two classes of searches, each with its own share of the slots: when both wait, they alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Searches of the HTTP API.
    Api,
    /// Moves of engine players.
    LiveGame,
}

/// The resources that an entry needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub lane: Lane,
    /// Whether it may run long by its own limits. Only some threads begin such entries.
    pub is_long: bool,
    /// Memory while it is begun, MB.
    pub memory_mb: u32,
}

/// An entry of the queue.
pub trait QueueEntry {
    /// The state shared with its caller.
    fn ticket(&self) -> &Ticket;

    fn demand(&self) -> Demand;
}

/// The capacity of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// Waiting short entries of the API, beside those that idle threads take at once; the same
    /// number of long ones.
    pub waiting: usize,
    /// Begun entries. Half of them are reserved for clients without any.
    pub threads: usize,
    /// Begun long entries.
    pub long: usize,
    /// Memory of all begun entries of a kind, MB. An entry that needs more begins alone among its
    /// kind.
    pub memory_mb: u32,
}

/// Waiting entries of live games; each game has one at most.
const MAX_WAITING_LIVE: usize = 4_096;

/// What a thread does next.
#[derive(Debug)]
pub enum Turn<E> {
    /// Work on the entry; the thread holds a slot.
    Work(E),
    /// Wait in reserve: the slot went to a paused search. The thread frees its memory.
    EnterReserve,
    /// Exit: the queue is closed.
    Exit,
}

/// Why an entry is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueRefusal {
    /// Too many entries wait.
    Full {
        /// Until one of them is expected to begin.
        wait: Duration,
    },
    /// The queue is closed.
    Closed,
}

/// How long a thread without work looks for some before it sleeps. Waking it takes as long as a
/// short search; meanwhile it gives way to everybody else. On two cores a search over HTTP took
/// longer than in the process by 232 us at p50 without this, by 170 to 185 with 300 us of it, by 96
/// to 123 with 500, and no less with 1,000.
const LINGER: Duration = Duration::from_micros(500);

/// How often a paused search checks whether it was cancelled.
const PAUSED_LOOK: Duration = Duration::from_millis(50);

/// The queue.
#[derive(Debug)]
pub struct Queue<E> {
    state: Mutex<QueueState<E>>,
    /// Wakes threads that hold a slot and wait for an entry.
    arrived: Condvar,
    capacity: Capacity,
    /// Whether more entries wait than threads idle.
    pressed: AtomicBool,
    /// Counts, under the lock, the events that idle threads wait for.
    arrivals: AtomicU32,
}

#[derive(Debug)]
struct QueueState<E> {
    api: FairQueue<E, Arc<Pause>>,
    live: FairQueue<E, Arc<Pause>>,
    /// The class that was served last.
    served: Class,
    /// Helper entries, taken by threads without other work.
    help: VecDeque<E>,
    /// Threads that hold a slot and wait for an entry; what they take needs no place in the queue.
    idle: usize,
    /// Threads without a slot.
    reserve: Vec<Arc<Handoff<E>>>,
    /// Begun entries by [`Kind`].
    begun: [Begun; 3],
    /// Latest ends of begun entries, where they are known.
    deadlines: Vec<Instant>,
    last_end: Instant,
    /// The recent time between the ends of entries.
    between_ends: Duration,
    closed: bool,
}

/// Kinds of entries; threads and memory are limited per kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Short,
    Long,
    LiveGame,
}

impl Kind {
    fn of(demand: Demand) -> Kind {
        match (demand.lane.class, demand.is_long) {
            (Class::LiveGame, _) => Kind::LiveGame,
            (Class::Api, true) => Kind::Long,
            (Class::Api, false) => Kind::Short,
        }
    }

    /// Maximum of begun entries of this kind.
    fn most(self, capacity: &Capacity) -> usize {
        match self {
            Kind::Short => capacity.threads,
            Kind::Long => capacity.long,
            Kind::LiveGame => capacity.threads / 2,
        }
    }
}

/// The begun entries of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    count: usize,
    memory_mb: u32,
}

/// A paused search; changes under the queue's lock only.
#[derive(Debug, Default)]
struct Pause {
    has_slot: AtomicBool,
    resumed: Condvar,
}

/// A thread in reserve; its entry is passed under the queue's lock.
#[derive(Debug)]
struct Handoff<E> {
    entry: Mutex<Option<E>>,
    given: Condvar,
}

impl<E: QueueEntry> Queue<E> {
    /// An empty queue.
    pub fn new(capacity: Capacity) -> Self {
        let state = QueueState {
            api: FairQueue::default(),
            live: FairQueue::default(),
            served: Class::LiveGame,
            help: VecDeque::new(),
            idle: 0,
            reserve: Vec::new(),
            begun: Default::default(),
            deadlines: Vec::new(),
            last_end: Instant::now(),
            between_ends: Duration::ZERO,
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            arrived: Condvar::new(),
            capacity,
            pressed: AtomicBool::new(false),
            arrivals: AtomicU32::new(0),
        }
    }

    /// Adds an entry at the end of its client's lane. In a full queue it may displace another entry
    /// of its kind: see [`FairQueue::make_room`].
    ///
    /// # Errors
    /// The reason, and the entry itself.
    pub fn push(&self, entry: E) -> Result<(), (QueueRefusal, E)> {
        let mut state = self.state.lock();
        if state.closed {
            return Err((QueueRefusal::Closed, entry));
        }
        let Demand { lane, is_long, .. } = entry.demand();
        let Lane { class, client } = lane;
        let same_kind = |other: &E| other.demand().is_long == is_long;
        let room = state.idle
            + match class {
                Class::Api => self.capacity.waiting,
                Class::LiveGame => MAX_WAITING_LIVE,
            };
        let queue = state.of(class);
        if queue.count_new(same_kind) >= room {
            queue.retain(|entry| !entry.ticket().is_given_up());
        }
        let mut displaced = None;
        if queue.count_new(same_kind) >= room {
            displaced = queue.make_room(client, same_kind);
            if displaced.is_none() {
                let wait = state.expected_wait();
                return Err((QueueRefusal::Full { wait }, entry));
            }
        }
        queue.push(client, entry);
        self.gauge(&state);
        self.arrivals.fetch_add(1, Ordering::Relaxed);
        drop(state);
        if let Some(displaced) = displaced {
            displaced.ticket().displace();
        }
        self.arrived.notify_one();
        Ok(())
    }

    /// Offers a helper entry to an idle thread; `false` if there is none.
    pub fn ask_for_help(&self, part: E) -> bool {
        let mut state = self.state.lock();
        if state.closed || state.idle <= state.waiting() + state.help.len() {
            return false;
        }
        state.help.push_back(part);
        self.arrivals.fetch_add(1, Ordering::Relaxed);
        drop(state);
        self.arrived.notify_one();
        true
    }

    /// Drops helper entries that were cancelled before they began.
    pub fn drop_given_up(&self) {
        let mut state = self.state.lock();
        state.help.retain(|entry| !entry.ticket().is_given_up());
    }

    /// Whether entries wait for a thread, so that helpers should stop.
    pub fn is_pressed(&self) -> bool {
        self.pressed.load(Ordering::Relaxed)
    }

    /// Waits for the next entry that is not cancelled. `has_slot` says whether the thread holds a
    /// slot.
    pub fn next(&self, mut has_slot: bool) -> Turn<E> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return Turn::Exit;
            }
            if !has_slot {
                has_slot = true;
                match self.wait_in_reserve(&mut state) {
                    Some(entry) if entry.ticket().start() => return Turn::Work(entry),
                    Some(entry) => state.ended(entry.demand()),
                    None => {}
                }
                continue;
            }
            let next = state.pop(&self.capacity, true);
            self.gauge(&state);
            match next {
                Some(Selection::New(entry)) if entry.ticket().start() => return Turn::Work(entry),
                Some(Selection::New(entry)) => state.ended(entry.demand()),
                Some(Selection::Paused(paused)) => {
                    paused.resume();
                    return Turn::EnterReserve;
                }
                None => match state.help.pop_front() {
                    Some(part) if part.ticket().start() => return Turn::Work(part),
                    Some(_) => {}
                    None => self.wait_idle(&mut state),
                },
            }
        }
    }

    /// Passes this thread's slot to the next entry and waits until it comes back. True if the
    /// thread holds a slot. False if it does not and has to end its search at once: `until` has
    /// passed, `is_stopped` is true, or the queue is closed.
    pub fn pause(&self, lane: Lane, until: Option<Instant>, is_stopped: &dyn Fn() -> bool) -> bool {
        let own = Arc::new(Pause::default());
        let mut state = self.state.lock();
        state
            .of(lane.class)
            .push_paused(lane.client, Arc::clone(&own));
        loop {
            let may_begin = !state.reserve.is_empty();
            match state.pop(&self.capacity, may_begin) {
                Some(Selection::Paused(paused)) if Arc::ptr_eq(&paused, &own) => {
                    self.gauge(&state);
                    return true;
                }
                Some(Selection::Paused(paused)) => {
                    paused.resume();
                    break;
                }
                Some(Selection::New(entry)) if entry.ticket().is_given_up() => {
                    state.ended(entry.demand())
                }
                Some(Selection::New(entry)) => {
                    if let Some(thread) = state.reserve.pop() {
                        thread.give(entry);
                    }
                    break;
                }
                // Its own pause is queued.
                None => return true,
            }
        }
        self.gauge(&state);
        loop {
            let look = Instant::now() + PAUSED_LOOK;
            let wake = until.map_or(look, |until| until.min(look));
            let wait = wake.saturating_duration_since(Instant::now());
            own.resumed.wait_for(&mut state, wait);
            if own.has_slot.load(Ordering::Relaxed) {
                return true;
            }
            let is_over = until.is_some_and(|until| until <= Instant::now());
            if state.closed || is_over || is_stopped() {
                let is_own = |paused: &Arc<Pause>| Arc::ptr_eq(paused, &own);
                state.of(lane.class).withdraw(lane.client, is_own);
                self.gauge(&state);
                return false;
            }
        }
    }

    /// Notes when a begun entry ends at the latest.
    pub fn expect_end(&self, deadline: Instant) {
        self.state.lock().deadlines.push(deadline);
    }

    /// The time until a waiting entry is expected to begin.
    pub fn expected_wait(&self) -> Duration {
        self.state.lock().expected_wait()
    }

    /// Ends a begun entry with its expected deadline.
    pub fn ended(&self, demand: Demand, deadline: Option<Instant>) {
        let mut state = self.state.lock();
        state.ended(demand);
        let known = state
            .deadlines
            .iter()
            .position(|known| Some(*known) == deadline);
        if let Some(index) = known {
            state.deadlines.swap_remove(index);
        }
        let now = Instant::now();
        let since = now.saturating_duration_since(state.last_end);
        state.between_ends = (state.between_ends * 3 + since) / 4;
        state.last_end = now;
        // Other entries may begin now, so idle threads have to look.
        self.arrivals.fetch_add(1, Ordering::Relaxed);
        let wake = state.idle > 0 && state.waiting() > 0;
        drop(state);
        if wake {
            self.arrived.notify_one();
        }
    }

    fn wait_in_reserve(&self, state: &mut MutexGuard<'_, QueueState<E>>) -> Option<E> {
        let own = Arc::new(Handoff {
            entry: Mutex::new(None),
            given: Condvar::new(),
        });
        state.reserve.push(Arc::clone(&own));
        loop {
            own.given.wait(state);
            let given = own.take();
            if given.is_some() || state.closed {
                return given;
            }
        }
    }

    fn wait_idle(&self, state: &mut MutexGuard<'_, QueueState<E>>) {
        state.idle += 1;
        let seen = self.arrivals.load(Ordering::Relaxed);
        MutexGuard::unlocked(state, || self.linger(seen));
        if self.arrivals.load(Ordering::Relaxed) == seen {
            self.arrived.wait(state);
        }
        state.idle -= 1;
    }

    /// Spins for a short time until something arrives after `seen`.
    fn linger(&self, seen: u32) {
        let until = Instant::now() + LINGER;
        while self.arrivals.load(Ordering::Relaxed) == seen && Instant::now() < until {
            thread::yield_now();
        }
    }

    /// Closes the queue: drops what waits and lets the threads exit.
    pub fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        self.arrivals.fetch_add(1, Ordering::Relaxed);
        let new = [state.api.drain(), state.live.drain()];
        let help = std::mem::take(&mut state.help);
        for thread in state.reserve.drain(..) {
            thread.given.notify_one();
        }
        drop(state);
        self.arrived.notify_all();
        drop((new, help));
    }

    fn gauge(&self, state: &QueueState<E>) {
        let pressed = state.waiting() > state.idle;
        self.pressed.store(pressed, Ordering::Relaxed);
    }

    /// Threads that hold a slot and wait.
    #[cfg(test)]
    pub fn idle(&self) -> usize {
        self.state.lock().idle
    }
}

impl<E: QueueEntry> QueueState<E> {
    fn of(&mut self, class: Class) -> &mut FairQueue<E, Arc<Pause>> {
        match class {
            Class::Api => &mut self.api,
            Class::LiveGame => &mut self.live,
        }
    }

    fn waiting(&self) -> usize {
        self.api.len() + self.live.len()
    }

    fn pop(&mut self, capacity: &Capacity, may_begin: bool) -> Option<Selection<E, Arc<Pause>>> {
        let begun = self.begun;
        let all: usize = begun.iter().map(|begun| begun.count).sum();
        let fits = |entry: &E, own: usize| {
            let demand = entry.demand();
            let kind = Kind::of(demand);
            let Begun { count, memory_mb } = begun[kind as usize];
            let memory = memory_mb == 0 || memory_mb + demand.memory_mb <= capacity.memory_mb;
            let most = if own == 0 {
                capacity.threads
            } else {
                capacity.threads / 2
            };
            may_begin && all < most && memory && count < kind.most(capacity)
        };
        let order = match self.served {
            Class::Api => [Class::LiveGame, Class::Api],
            Class::LiveGame => [Class::Api, Class::LiveGame],
        };
        for class in order {
            if let Some(next) = self.of(class).pop(fits) {
                self.served = class;
                if let Selection::New(entry) = &next {
                    let demand = entry.demand();
                    let begun = &mut self.begun[Kind::of(demand) as usize];
                    begun.count += 1;
                    begun.memory_mb += demand.memory_mb;
                }
                return Some(next);
            }
        }
        None
    }

    fn ended(&mut self, demand: Demand) {
        self.of(demand.lane.class).ended(demand.lane.client);
        let begun = &mut self.begun[Kind::of(demand) as usize];
        begun.count -= 1;
        begun.memory_mb -= demand.memory_mb;
    }

    /// The recent time between two ends, or the first known deadline if that is earlier.
    fn expected_wait(&self) -> Duration {
        let now = Instant::now();
        let ends = self.deadlines.iter();
        let first = ends.map(|end| end.saturating_duration_since(now)).min();
        first.map_or(self.between_ends, |first| first.min(self.between_ends))
    }
}

impl Pause {
    fn resume(&self) {
        self.has_slot.store(true, Ordering::Relaxed);
        self.resumed.notify_one();
    }
}

impl<E> Handoff<E> {
    fn give(&self, entry: E) {
        *self.entry.lock() = Some(entry);
        self.given.notify_one();
    }

    fn take(&self) -> Option<E> {
        self.entry.lock().take()
    }
}
