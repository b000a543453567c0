//! Players' connections to the servers of one store.

use engine::rules::Color;

use super::clock::Now;

/// A server that has said nothing for so long is lost, milliseconds of game time. It says something every
/// second.
pub const MAX_SILENCE_MS: Now = 3_000;

/// A server, for as long as it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerId(pub String);

/// A player's connections to one server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub side: Color,
    pub server: ServerId,
    /// When the server was last heard of.
    pub seen: Now,
    /// Whether the server has said that it ends.
    pub gone: bool,
    /// When the last connection ended, as far as the server has said so; `None` while there is one.
    pub left: Option<Leave>,
}

/// The end of a player's last connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    pub at: Now,
    /// Whether the player said so, rather than losing the connection.
    pub goodbye: bool,
}

impl Seat {
    /// Whether the connections were lost with the server.
    pub fn is_lost(&self, now: Now) -> bool {
        self.left.is_none() && (self.gone || self.seen + MAX_SILENCE_MS < now)
    }

    /// The end of the connections at `now`, if it has come.
    pub fn end(&self, now: Now) -> Option<Leave> {
        self.left.or_else(|| {
            self.is_lost(now).then_some(Leave {
                at: self.seen,
                goodbye: false,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_ends_with_its_player_or_its_server() {
        let seat = Seat {
            side: Color::White,
            server: ServerId("a".to_owned()),
            seen: 10_000,
            gone: false,
            left: None,
        };
        let lost = Leave {
            at: 10_000,
            goodbye: false,
        };
        assert_eq!(seat.end(13_000), None);
        assert_eq!((seat.is_lost(13_001), seat.end(13_001)), (true, Some(lost)));
        let gone = Seat {
            gone: true,
            ..seat.clone()
        };
        assert_eq!(gone.end(10_001), Some(lost));
        let leave = Leave {
            at: 9_000,
            goodbye: true,
        };
        let left = Seat {
            left: Some(leave),
            ..gone
        };
        assert_eq!(
            (left.is_lost(99_999), left.end(99_999)),
            (false, Some(leave))
        );
    }
}
