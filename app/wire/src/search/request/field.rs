//! Reading and checking fields of a request.

use std::{fmt, marker::PhantomData};

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::field_error::FieldError;

/// Reads a JSON object only. By default serde also reads a struct from an array, value by value,
/// whose meaning no name shows.
///
/// # Errors
/// The input is no object, or not this one.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
}

/// Reads a JSON object as [`object`] does, or `null`.
///
/// # Errors
/// The input is neither, or not this object.
pub fn optional_object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    struct Whole<T>(T);

    impl<'de, T: Deserialize<'de>> Deserialize<'de> for Whole<T> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            object(deserializer).map(Whole)
        }
    }

    let found = Option::<Whole<T>>::deserialize(deserializer)?;
    Ok(found.map(|Whole(value)| value))
}

/// Checks that a number is from 1 to `most`.
///
/// # Errors
/// The number is out of its range.
pub(super) fn check<T: Into<u64>>(field: &str, found: T, most: T) -> Result<(), FieldError> {
    let (found, most) = (found.into(), most.into());
    if (1..=most).contains(&found) {
        return Ok(());
    }
    let reason = format_args!("expected 1 to {most}, found {found}");
    Err(FieldError::new(field, reason))
}
