//! Reading and checking fields of a request.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

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

/// Checks the range of a number.
///
/// # Errors
/// The number is out of its range.
pub(super) fn check(field: &str, found: u64, least: u64, most: u64) -> Result<(), FieldError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(FieldError::new(
        field,
        format_args!("expected {least} to {most}, found {found}"),
    ))
}
