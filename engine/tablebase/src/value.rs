//! Values while tables are made.

use engine::tables::EndgameValue;

/// A value in a byte: 0 for a draw, otherwise one more than the distance.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub u8);

impl Code {
    /// Not decided yet, and in the end a draw.
    pub const DRAW: Code = Code(0);
    /// No legal position, or one that has another place.
    pub const NONE: Code = Code(255);

    /// The code of a position that is decided in so many plies.
    pub const fn decided(plies: u8) -> Code {
        Code(plies + 1)
    }

    /// The distance of a decided position, plies.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Code::DRAW | Code::NONE => None,
            Code(code) => Some(code - 1),
        }
    }

    /// The value by the distance to mate; `None` for what is no position.
    pub const fn value(self) -> Option<EndgameValue> {
        match self {
            Code::DRAW => Some(EndgameValue::Draw),
            Code::NONE => None,
            Code(code) if code % 2 == 0 => Some(EndgameValue::Win(code - 1)),
            Code(code) => Some(EndgameValue::Loss(code - 1)),
        }
    }
}
