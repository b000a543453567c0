//! The position of a request, with the moves that led to it.

use std::fmt;

use engine::rules::Game;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::field_error::FieldError;
use crate::replay::replay;
#[cfg(feature = "server")]
use crate::schema::UciMove;

/// The longest game, plies.
pub const MAX_PLIES: usize = 1_000;

/// A position with its history: `"startpos"`, or a FEN and the moves played from it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PositionSpec {
    /// The usual start position.
    #[default]
    Startpos,
    /// Moves from a position.
    From(PositionFields),
}

/// The fields of a [`PositionSpec`] that is an object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionFields {
    /// The position before the moves; the usual start position where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(max_length = 100))]
    pub fen: Option<String>,
    /// The moves played from there, in UCI notation. Repetition needs them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "server", schema(value_type = Vec<UciMove>, max_items = 1_000))]
    pub moves: Vec<String>,
}

impl PositionSpec {
    /// The game up to the position.
    ///
    /// # Errors
    /// `position.fen` or the first illegal `position.moves[i]`.
    pub fn game(&self) -> Result<Game, FieldError> {
        match self {
            Self::Startpos => Ok(Game::new()),
            Self::From(fields) => fields.game().map_err(|error| error.within("position")),
        }
    }
}

impl PositionFields {
    /// The game up to the position.
    ///
    /// # Errors
    /// `fen`, too many `moves`, or the first illegal `moves[i]`.
    pub fn game(&self) -> Result<Game, FieldError> {
        replay("fen", self.fen.as_deref(), &self.moves, MAX_PLIES)
    }
}

impl Serialize for PositionSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Startpos => serializer.serialize_str("startpos"),
            Self::From(fields) => fields.serialize(serializer),
        }
    }
}

// Handwritten, since an untagged enum would hide the name of an unknown field.
impl<'de> Deserialize<'de> for PositionSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StringOrObject;

        impl<'de> Visitor<'de> for StringOrObject {
            type Value = PositionSpec;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"startpos\" or an object with `fen` and `moves`")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                match text {
                    "startpos" => Ok(PositionSpec::Startpos),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                PositionFields::deserialize(MapAccessDeserializer::new(map)).map(PositionSpec::From)
            }
        }

        deserializer.deserialize_any(StringOrObject)
    }
}
