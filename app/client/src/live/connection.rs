//! The WebSocket of a page: when it opens, closes and reconnects.
//!
//! Sockets are numbered; an event of an earlier socket is ignored. The random part of the backoff
//! comes with the event.

use wire::live::protocol::ClientMessage;

/// The interval of pings, milliseconds.
pub const PING_INTERVAL_MS: u32 = 3_000;
/// A socket without a pong for this long is closed, milliseconds.
const PONG_TIMEOUT_MS: u64 = 6_000;
/// A socket that is not open after this long is closed, milliseconds.
const CONNECT_TIMEOUT_MS: u64 = 10_000;
/// The first backoff, milliseconds; each further failure doubles it.
const MIN_BACKOFF_MS: u32 = 250;
/// Doublings until the longest backoff of eight seconds.
const MAX_BACKOFF_DOUBLINGS: u32 = 5;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Connection {
    /// Whether the page needs a connection.
    wanted: bool,
    state: ConnectionState,
    /// The number of the latest socket.
    socket: u32,
    /// Failures in a row.
    failures: u32,
    /// When the connection was lost, in monotonic milliseconds; `None` before the first loss and
    /// while it works.
    lost_at: Option<u64>,
    /// The unanswered ping: its id and when it was sent.
    pending_ping: Option<(u32, u64)>,
    last_ping_id: u32,
    /// The round trip of the latest answered ping, milliseconds.
    lag_ms: Option<u64>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ConnectionState {
    #[default]
    Disconnected,
    /// A socket was requested at this time.
    Connecting(u64),
    Open,
    /// A new socket is opened after the backoff.
    BackingOff,
}

/// What happens to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionEvent {
    /// The page has loaded, became visible, or its network has changed.
    Wake,
    /// This socket is open.
    Opened(u32),
    /// This socket was closed or could not be opened.
    Closed {
        /// The socket's number.
        socket: u32,
        /// A random number that shortens the backoff.
        jitter: u8,
    },
    /// The heartbeat of this socket is due.
    Heartbeat(u32),
    /// The backoff after this socket is over.
    Retry(u32),
    /// The server answered the ping with this id.
    Pong(u32),
}

/// What the caller has to do for a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectionEffect {
    /// Open a socket with this number; `Opened` or `Closed` follows.
    Connect(u32),
    /// Close the socket without waiting; `Closed` follows at once.
    Close(u32),
    Send(ClientMessage),
    /// Dispatch an event later.
    After {
        /// The delay, milliseconds.
        ms: u32,
        /// The event to dispatch.
        event: ConnectionEvent,
    },
}

impl Connection {
    /// Says whether the page needs a connection. An open one stays open.
    pub fn set_wanted(&mut self, wanted: bool) {
        self.wanted = wanted;
    }

    pub fn is_open(&self) -> bool {
        self.state == ConnectionState::Open
    }

    pub fn socket(&self) -> u32 {
        self.socket
    }

    /// When the connection was lost, in monotonic milliseconds.
    pub fn lost_at(&self) -> Option<u64> {
        self.lost_at
    }

    /// The round trip of the latest answered ping, milliseconds.
    pub fn lag_ms(&self) -> Option<u64> {
        self.lag_ms
    }

    /// Marks the connection as working: the page has caught up with the server.
    pub fn mark_synced(&mut self) {
        (self.lost_at, self.failures) = (None, 0);
    }

    /// Handles an event at `now`, in monotonic milliseconds.
    pub fn update(&mut self, event: ConnectionEvent, now: u64) -> Vec<ConnectionEffect> {
        let mut effects = Vec::new();
        match event {
            ConnectionEvent::Wake => self.wake(now, &mut effects),
            ConnectionEvent::Opened(socket) if self.is_connecting(socket) => {
                self.state = ConnectionState::Open;
                effects.push(schedule_heartbeat(socket));
            }
            ConnectionEvent::Closed { socket, jitter } if socket == self.socket => {
                self.handle_closed(jitter, now, &mut effects);
            }
            ConnectionEvent::Heartbeat(socket) if socket == self.socket => {
                self.heartbeat(now, &mut effects)
            }
            ConnectionEvent::Retry(socket)
                if socket == self.socket && self.state == ConnectionState::BackingOff =>
            {
                self.connect(now, &mut effects);
            }
            ConnectionEvent::Pong(id) => {
                if let Some((_, sent)) = self.pending_ping.take_if(|(asked, _)| *asked == id) {
                    self.lag_ms = Some(now.saturating_sub(sent));
                }
            }
            ConnectionEvent::Opened(_)
            | ConnectionEvent::Closed { .. }
            | ConnectionEvent::Heartbeat(_)
            | ConnectionEvent::Retry(_) => {}
        }
        effects
    }

    /// Closes the connection; its events are ignored until the next `Wake`.
    pub fn close(&mut self) -> Option<ConnectionEffect> {
        let there = matches!(
            self.state,
            ConnectionState::Open | ConnectionState::Connecting(_)
        );
        (self.state, self.pending_ping) = (ConnectionState::Disconnected, None);
        there.then_some(ConnectionEffect::Close(self.socket))
    }

    fn is_connecting(&self, socket: u32) -> bool {
        socket == self.socket && matches!(self.state, ConnectionState::Connecting(_))
    }

    fn connect(&mut self, now: u64, effects: &mut Vec<ConnectionEffect>) {
        self.socket = self.socket.wrapping_add(1);
        (self.state, self.pending_ping) = (ConnectionState::Connecting(now), None);
        effects.push(ConnectionEffect::Connect(self.socket));
        effects.push(schedule_heartbeat(self.socket));
    }

    fn wake(&mut self, now: u64, effects: &mut Vec<ConnectionEffect>) {
        match self.state {
            ConnectionState::Disconnected | ConnectionState::BackingOff if self.wanted => {
                self.failures = 0;
                self.connect(now, effects);
            }
            ConnectionState::Open if self.pending_ping.is_none() => self.send_ping(now, effects),
            ConnectionState::Disconnected
            | ConnectionState::BackingOff
            | ConnectionState::Open
            | ConnectionState::Connecting(_) => {}
        }
    }

    fn handle_closed(&mut self, jitter: u8, now: u64, effects: &mut Vec<ConnectionEffect>) {
        if matches!(
            self.state,
            ConnectionState::Disconnected | ConnectionState::BackingOff
        ) {
            return;
        }
        self.pending_ping = None;
        if !self.wanted {
            self.state = ConnectionState::Disconnected;
            return;
        }
        self.state = ConnectionState::BackingOff;
        self.lost_at = self.lost_at.or(Some(now));
        effects.push(ConnectionEffect::After {
            ms: backoff_ms(self.failures, jitter),
            event: ConnectionEvent::Retry(self.socket),
        });
        self.failures = self.failures.saturating_add(1);
    }

    fn heartbeat(&mut self, now: u64, effects: &mut Vec<ConnectionEffect>) {
        let is_dead = match (self.state, self.pending_ping) {
            (ConnectionState::Connecting(at), _) => now.saturating_sub(at) >= CONNECT_TIMEOUT_MS,
            (ConnectionState::Open, Some((_, sent))) => now.saturating_sub(sent) >= PONG_TIMEOUT_MS,
            (ConnectionState::Open, None) => {
                self.send_ping(now, effects);
                false
            }
            (ConnectionState::Disconnected | ConnectionState::BackingOff, _) => return,
        };
        effects.push(match is_dead {
            true => ConnectionEffect::Close(self.socket),
            false => schedule_heartbeat(self.socket),
        });
    }

    fn send_ping(&mut self, now: u64, effects: &mut Vec<ConnectionEffect>) {
        self.last_ping_id = self.last_ping_id.wrapping_add(1);
        self.pending_ping = Some((self.last_ping_id, now));
        effects.push(ConnectionEffect::Send(ClientMessage::Ping {
            id: self.last_ping_id,
        }));
    }
}

fn schedule_heartbeat(socket: u32) -> ConnectionEffect {
    ConnectionEffect::After {
        ms: PING_INTERVAL_MS,
        event: ConnectionEvent::Heartbeat(socket),
    }
}

/// Exponential backoff after `failures` failures, milliseconds. `jitter` takes away up to half of
/// it, so that the clients of a restarted server do not return at the same moment.
fn backoff_ms(failures: u32, jitter: u8) -> u32 {
    let whole = MIN_BACKOFF_MS << failures.min(MAX_BACKOFF_DOUBLINGS);
    whole - whole / 2 * u32::from(jitter) / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connecting() -> (Connection, Vec<ConnectionEffect>) {
        let mut connection = Connection::default();
        connection.set_wanted(true);
        let effects = connection.update(ConnectionEvent::Wake, 0);
        (connection, effects)
    }

    fn connected() -> Connection {
        let (mut connection, _) = connecting();
        connection.update(ConnectionEvent::Opened(1), 10);
        connection.mark_synced();
        connection
    }

    fn closed(socket: u32) -> ConnectionEvent {
        ConnectionEvent::Closed { socket, jitter: 0 }
    }

    #[test]
    fn pauses_double_from_a_quarter_of_a_second_to_eight_and_chance_halves_them_at_most() {
        let pauses: Vec<u32> = (0..8).map(|failures| backoff_ms(failures, 0)).collect();
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
        assert_eq!(backoff_ms(2, 255), 500);
        assert_eq!(backoff_ms(0, 255), 125);
        for failures in [31, 32, 33, u32::MAX] {
            assert_eq!(backoff_ms(failures, 0), 8_000, "{failures}");
        }
        for jitter in 0..=255 {
            assert!((500..=1_000).contains(&backoff_ms(2, jitter)));
        }
    }

    #[test]
    fn it_is_made_when_the_page_has_come_and_looked_at_from_then_on() {
        let (mut connection, effects) = connecting();
        assert_eq!(
            effects,
            [ConnectionEffect::Connect(1), schedule_heartbeat(1)]
        );
        assert!(!connection.is_open() && connection.lost_at().is_none());
        assert_eq!(
            connection.update(ConnectionEvent::Opened(1), 10),
            [schedule_heartbeat(1)]
        );
        assert!(connection.is_open());
    }

    #[test]
    fn nobody_connects_who_has_no_use_for_it() {
        let mut connection = Connection::default();
        assert_eq!(connection.update(ConnectionEvent::Wake, 0), []);
        let mut connection = connected();
        connection.set_wanted(false);
        assert_eq!(connection.update(closed(1), 20), []);
        assert_eq!((connection.is_open(), connection.lost_at()), (false, None));
    }

    #[test]
    fn a_broken_connection_comes_back_after_longer_and_longer_pauses() {
        let mut connection = connected();
        let mut pauses = Vec::new();
        for socket in 1..6 {
            let effects = connection.update(closed(socket), 1_000);
            let [ConnectionEffect::After { ms, event }] = effects[..] else {
                panic!("{effects:?}");
            };
            pauses.push(ms);
            assert_eq!(event, ConnectionEvent::Retry(socket));
            let effects = connection.update(event, 2_000);
            assert_eq!(effects[0], ConnectionEffect::Connect(socket + 1));
        }
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000]);
        // An open socket is not enough: the loss lasts until the page has caught up.
        connection.update(ConnectionEvent::Opened(6), 3_000);
        assert_eq!(connection.lost_at(), Some(1_000));
        connection.mark_synced();
        assert_eq!(connection.lost_at(), None);
        let effects = connection.update(closed(6), 4_000);
        assert!(matches!(
            effects[..],
            [ConnectionEffect::After { ms: 250, .. }]
        ));
    }

    #[test]
    fn a_page_that_wakes_does_not_wait_for_the_pause() {
        let mut connection = connected();
        connection.update(closed(1), 1_000);
        let effects = connection.update(ConnectionEvent::Wake, 1_001);
        assert_eq!(effects[0], ConnectionEffect::Connect(2));
        // The end of the earlier backoff opens no third socket.
        assert_eq!(connection.update(ConnectionEvent::Retry(1), 1_250), []);
        assert_eq!(connection.update(ConnectionEvent::Retry(2), 1_250), []);
    }

    #[test]
    fn what_answers_no_ping_for_six_seconds_is_hung_up() {
        let mut connection = connected();
        let ping = ConnectionEffect::Send(ClientMessage::Ping { id: 1 });
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 3_000),
            [ping.clone(), schedule_heartbeat(1)]
        );
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 6_000),
            [schedule_heartbeat(1)]
        );
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 9_000),
            [ConnectionEffect::Close(1)]
        );
        // An answered ping is followed by the next one.
        let mut connection = connected();
        connection.update(ConnectionEvent::Heartbeat(1), 3_000);
        connection.update(ConnectionEvent::Pong(7), 3_010);
        assert_eq!(connection.lag_ms(), None, "another ping's answer");
        connection.update(ConnectionEvent::Pong(1), 3_040);
        assert_eq!(connection.lag_ms(), Some(40));
        let again = ConnectionEffect::Send(ClientMessage::Ping { id: 2 });
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 6_000),
            [again, schedule_heartbeat(1)]
        );
    }

    #[test]
    fn a_connection_that_never_comes_about_is_given_up() {
        let (mut connection, _) = connecting();
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 9_999),
            [schedule_heartbeat(1)]
        );
        assert_eq!(
            connection.update(ConnectionEvent::Heartbeat(1), 10_000),
            [ConnectionEffect::Close(1)]
        );
    }

    #[test]
    fn sockets_that_are_no_longer_in_use_are_not_heard() {
        let mut connection = connected();
        connection.update(closed(1), 1_000);
        connection.update(ConnectionEvent::Retry(1), 1_250);
        for event in [
            ConnectionEvent::Opened(1),
            closed(1),
            ConnectionEvent::Heartbeat(1),
        ] {
            let before = connection.clone();
            assert_eq!(connection.update(event, 1_300), [], "{event:?}");
            assert_eq!(connection, before, "{event:?}");
        }
    }

    #[test]
    fn whoever_leaves_hangs_up_and_may_come_back() {
        let mut connection = connected();
        assert_eq!(connection.close(), Some(ConnectionEffect::Close(1)));
        assert_eq!(connection.update(closed(1), 20), [], "no other is made");
        assert_eq!(connection.close(), None);
        let effects = connection.update(ConnectionEvent::Wake, 5_000);
        assert_eq!(effects[0], ConnectionEffect::Connect(2));
    }
}
