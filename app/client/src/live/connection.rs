//! The connection of a page: when it is made, given up and made again.
//!
//! It is looked after by a number: whatever a socket says that is no longer in use counts for
//! nothing. What chance decides comes with the event.

use wire::live::protocol::ClientMessage;

/// A connection is looked at this often: a ping each time, milliseconds.
pub const LOOK_EVERY_MS: u32 = 3_000;
/// One that answers nothing for so long is given up, milliseconds.
const ANSWER_WITHIN_MS: u64 = 6_000;
/// One that has not come about after so long is given up, milliseconds.
const OPEN_WITHIN_MS: u64 = 10_000;
/// The first pause before another try, milliseconds; each later one is twice as long.
const FIRST_PAUSE_MS: u32 = 250;
/// So often it grows: to eight seconds.
const DOUBLINGS: u32 = 5;

/// A page's connection.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    /// Whether there is to be one.
    wanted: bool,
    place: Place,
    /// The number of the latest socket.
    socket: u32,
    /// How often in a row it came to nothing.
    tries: u32,
    /// Since when nothing can be heard, milliseconds; `None` at first and while all is well.
    lost_at: Option<u64>,
    /// The ping that is not answered: its id, and when it was sent.
    ping: Option<(u32, u64)>,
    last_ping: u32,
    /// How long the latest answered ping took, milliseconds.
    lag_ms: Option<u64>,
}

/// Where it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// There is none.
    #[default]
    Down,
    /// It was asked for at this time.
    Dialling(u64),
    /// It is there.
    Open,
    /// It comes back after a pause.
    Pausing,
}

/// What happens to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEvent {
    /// Time to see to it: the page has come or come back, or its network has changed.
    Stir,
    /// This socket is open.
    Opened(u32),
    /// This socket is closed, or never opened.
    Closed {
        /// Which.
        socket: u32,
        /// What chance says of the pause.
        draw: u8,
    },
    /// This socket is to be looked at.
    Look(u32),
    /// The pause after this socket is over.
    Again(u32),
    /// A ping was answered.
    Ponged(u32),
}

/// What has to be done for a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineEffect {
    /// Open a socket under this number; answered by `Opened` or `Closed`.
    Connect(u32),
    /// Close it, and wait for nothing; answered by `Closed` at once.
    HangUp(u32),
    /// Send this.
    Send(ClientMessage),
    /// Let this happen after so many milliseconds.
    After {
        /// How long.
        ms: u32,
        /// What.
        event: LineEvent,
    },
}

impl Line {
    /// Wants a connection, or wants none from its end on.
    pub fn want(&mut self, wanted: bool) {
        self.wanted = wanted;
    }

    /// Whether something can be sent.
    pub fn is_open(&self) -> bool {
        self.place == Place::Open
    }

    /// The number of the latest socket.
    pub fn socket(&self) -> u32 {
        self.socket
    }

    /// Since when the visitor is cut off, milliseconds.
    pub fn lost_at(&self) -> Option<u64> {
        self.lost_at
    }

    /// How long the latest answer took, milliseconds.
    pub fn lag_ms(&self) -> Option<u64> {
        self.lag_ms
    }

    /// All that was missed has been told: it works.
    pub fn settled(&mut self) {
        (self.lost_at, self.tries) = (None, 0);
    }

    /// Takes an event in that happened at `now`, milliseconds by a clock that never goes back.
    pub fn update(&mut self, event: LineEvent, now: u64) -> Vec<LineEffect> {
        let mut effects = Vec::new();
        match event {
            LineEvent::Stir => self.stir(now, &mut effects),
            LineEvent::Opened(socket) if self.waits_for(socket) => {
                self.place = Place::Open;
                effects.push(look_at(socket));
            }
            LineEvent::Closed { socket, draw } if socket == self.socket => {
                self.closed(draw, now, &mut effects);
            }
            LineEvent::Look(socket) if socket == self.socket => self.look(now, &mut effects),
            LineEvent::Again(socket) if socket == self.socket && self.place == Place::Pausing => {
                self.connect(now, &mut effects);
            }
            LineEvent::Ponged(id) => {
                if let Some((_, sent)) = self.ping.take_if(|(asked, _)| *asked == id) {
                    self.lag_ms = Some(now.saturating_sub(sent));
                }
            }
            LineEvent::Opened(_)
            | LineEvent::Closed { .. }
            | LineEvent::Look(_)
            | LineEvent::Again(_) => {}
        }
        effects
    }

    /// Ends the connection, of which nothing is to be heard any more until the next `Stir`.
    pub fn leave(&mut self) -> Option<LineEffect> {
        let there = matches!(self.place, Place::Open | Place::Dialling(_));
        (self.place, self.ping) = (Place::Down, None);
        there.then_some(LineEffect::HangUp(self.socket))
    }

    fn waits_for(&self, socket: u32) -> bool {
        socket == self.socket && matches!(self.place, Place::Dialling(_))
    }

    fn connect(&mut self, now: u64, effects: &mut Vec<LineEffect>) {
        self.socket = self.socket.wrapping_add(1);
        (self.place, self.ping) = (Place::Dialling(now), None);
        effects.push(LineEffect::Connect(self.socket));
        effects.push(look_at(self.socket));
    }

    fn stir(&mut self, now: u64, effects: &mut Vec<LineEffect>) {
        match self.place {
            Place::Down | Place::Pausing if self.wanted => {
                self.tries = 0;
                self.connect(now, effects);
            }
            Place::Open if self.ping.is_none() => self.ping(now, effects),
            Place::Down | Place::Pausing | Place::Open | Place::Dialling(_) => {}
        }
    }

    fn closed(&mut self, draw: u8, now: u64, effects: &mut Vec<LineEffect>) {
        if matches!(self.place, Place::Down | Place::Pausing) {
            return;
        }
        self.ping = None;
        if !self.wanted {
            self.place = Place::Down;
            return;
        }
        self.place = Place::Pausing;
        self.lost_at = self.lost_at.or(Some(now));
        effects.push(LineEffect::After {
            ms: pause_ms(self.tries, draw),
            event: LineEvent::Again(self.socket),
        });
        self.tries = self.tries.saturating_add(1);
    }

    fn look(&mut self, now: u64, effects: &mut Vec<LineEffect>) {
        let is_dead = match (self.place, self.ping) {
            (Place::Dialling(at), _) => now.saturating_sub(at) >= OPEN_WITHIN_MS,
            (Place::Open, Some((_, sent))) => now.saturating_sub(sent) >= ANSWER_WITHIN_MS,
            (Place::Open, None) => {
                self.ping(now, effects);
                false
            }
            (Place::Down | Place::Pausing, _) => return,
        };
        effects.push(match is_dead {
            true => LineEffect::HangUp(self.socket),
            false => look_at(self.socket),
        });
    }

    fn ping(&mut self, now: u64, effects: &mut Vec<LineEffect>) {
        self.last_ping = self.last_ping.wrapping_add(1);
        self.ping = Some((self.last_ping, now));
        effects.push(LineEffect::Send(ClientMessage::Ping { id: self.last_ping }));
    }
}

fn look_at(socket: u32) -> LineEffect {
    LineEffect::After {
        ms: LOOK_EVERY_MS,
        event: LineEvent::Look(socket),
    }
}

/// The pause after so many failures, milliseconds: chance takes up to half of it away, so that not
/// all come back at the same moment.
fn pause_ms(tries: u32, draw: u8) -> u32 {
    let whole = FIRST_PAUSE_MS << tries.min(DOUBLINGS);
    whole - whole / 2 * u32::from(draw) / 255
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> (Line, Vec<LineEffect>) {
        let mut line = Line::default();
        line.want(true);
        let effects = line.update(LineEvent::Stir, 0);
        (line, effects)
    }

    fn open() -> Line {
        let (mut line, _) = line();
        line.update(LineEvent::Opened(1), 10);
        line.settled();
        line
    }

    fn closed(socket: u32) -> LineEvent {
        LineEvent::Closed { socket, draw: 0 }
    }

    #[test]
    fn pauses_double_from_a_quarter_of_a_second_to_eight_and_chance_halves_them_at_most() {
        let pauses: Vec<u32> = (0..8).map(|tries| pause_ms(tries, 0)).collect();
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
        assert_eq!(pause_ms(2, 255), 500);
        assert_eq!(pause_ms(0, 255), 125);
        for tries in [31, 32, 33, u32::MAX] {
            assert_eq!(pause_ms(tries, 0), 8_000, "{tries}");
        }
        for draw in 0..=255 {
            assert!((500..=1_000).contains(&pause_ms(2, draw)));
        }
    }

    #[test]
    fn it_is_made_when_the_page_has_come_and_looked_at_from_then_on() {
        let (mut line, effects) = line();
        assert_eq!(effects, [LineEffect::Connect(1), look_at(1)]);
        assert!(!line.is_open() && line.lost_at().is_none());
        assert_eq!(line.update(LineEvent::Opened(1), 10), [look_at(1)]);
        assert!(line.is_open());
    }

    #[test]
    fn nobody_connects_who_has_no_use_for_it() {
        let mut line = Line::default();
        assert_eq!(line.update(LineEvent::Stir, 0), []);
        let mut line = open();
        line.want(false);
        assert_eq!(line.update(closed(1), 20), []);
        assert_eq!((line.is_open(), line.lost_at()), (false, None));
    }

    #[test]
    fn a_broken_connection_comes_back_after_longer_and_longer_pauses() {
        let mut line = open();
        let mut pauses = Vec::new();
        for socket in 1..6 {
            let effects = line.update(closed(socket), 1_000);
            let [LineEffect::After { ms, event }] = effects[..] else {
                panic!("{effects:?}");
            };
            pauses.push(ms);
            assert_eq!(event, LineEvent::Again(socket));
            let effects = line.update(event, 2_000);
            assert_eq!(effects[0], LineEffect::Connect(socket + 1));
        }
        assert_eq!(pauses, [250, 500, 1_000, 2_000, 4_000]);
        // Lost since the first time, until it is known to work: being open is not enough.
        line.update(LineEvent::Opened(6), 3_000);
        assert_eq!(line.lost_at(), Some(1_000));
        line.settled();
        assert_eq!(line.lost_at(), None);
        let effects = line.update(closed(6), 4_000);
        assert!(matches!(effects[..], [LineEffect::After { ms: 250, .. }]));
    }

    #[test]
    fn a_page_that_wakes_does_not_wait_for_the_pause() {
        let mut line = open();
        line.update(closed(1), 1_000);
        let effects = line.update(LineEvent::Stir, 1_001);
        assert_eq!(effects[0], LineEffect::Connect(2));
        // And the pause, when it is over, makes no third one.
        assert_eq!(line.update(LineEvent::Again(1), 1_250), []);
        assert_eq!(line.update(LineEvent::Again(2), 1_250), []);
    }

    #[test]
    fn what_answers_no_ping_for_six_seconds_is_hung_up() {
        let mut line = open();
        let ping = LineEffect::Send(ClientMessage::Ping { id: 1 });
        assert_eq!(
            line.update(LineEvent::Look(1), 3_000),
            [ping.clone(), look_at(1)]
        );
        assert_eq!(line.update(LineEvent::Look(1), 6_000), [look_at(1)]);
        assert_eq!(
            line.update(LineEvent::Look(1), 9_000),
            [LineEffect::HangUp(1)]
        );
        // One that is answered in between is asked again.
        let mut line = open();
        line.update(LineEvent::Look(1), 3_000);
        line.update(LineEvent::Ponged(7), 3_010);
        assert_eq!(line.lag_ms(), None, "another ping's answer");
        line.update(LineEvent::Ponged(1), 3_040);
        assert_eq!(line.lag_ms(), Some(40));
        let again = LineEffect::Send(ClientMessage::Ping { id: 2 });
        assert_eq!(line.update(LineEvent::Look(1), 6_000), [again, look_at(1)]);
    }

    #[test]
    fn a_connection_that_never_comes_about_is_given_up() {
        let (mut line, _) = line();
        assert_eq!(line.update(LineEvent::Look(1), 9_999), [look_at(1)]);
        assert_eq!(
            line.update(LineEvent::Look(1), 10_000),
            [LineEffect::HangUp(1)]
        );
    }

    #[test]
    fn sockets_that_are_no_longer_in_use_are_not_heard() {
        let mut line = open();
        line.update(closed(1), 1_000);
        line.update(LineEvent::Again(1), 1_250);
        for event in [LineEvent::Opened(1), closed(1), LineEvent::Look(1)] {
            let before = line.clone();
            assert_eq!(line.update(event, 1_300), [], "{event:?}");
            assert_eq!(line, before, "{event:?}");
        }
    }

    #[test]
    fn whoever_leaves_hangs_up_and_may_come_back() {
        let mut line = open();
        assert_eq!(line.leave(), Some(LineEffect::HangUp(1)));
        assert_eq!(line.update(closed(1), 20), [], "no other is made");
        assert_eq!(line.leave(), None);
        let effects = line.update(LineEvent::Stir, 5_000);
        assert_eq!(effects[0], LineEffect::Connect(2));
    }
}
