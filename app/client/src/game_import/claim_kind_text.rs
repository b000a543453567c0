//! Kinds of claims as text, for `serde`: one that this version does not know is none.

use std::str::FromStr;

use engine::explain::ClaimKind;
use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(
    kind: &Option<ClaimKind>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.map_or("", <&str>::from))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ClaimKind>, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(ClaimKind::from_str(&text).ok())
}
