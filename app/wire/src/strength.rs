//! A playing strength as two fields: `level`, and `strength` where it lies between levels.
//!
//! So what knows levels alone, such as a page or a server of an earlier version, reads the nearest one.

use engine::player::{Level, Strength};

use crate::FieldError;

/// The two fields of a strength.
#[must_use]
pub fn write(strength: Strength) -> (u8, Option<f64>) {
    (strength.level().number(), strength.between().map(f64::from))
}

/// The strength that the two fields name.
///
/// # Errors
/// The field that is out of range, or `strength` where `level` is not the nearest to it.
pub fn read(level: u8, strength: Option<f64>) -> Result<Strength, FieldError> {
    let level = Level::try_from(level).map_err(|error| FieldError::new("level", error))?;
    let Some(strength) = strength else {
        return Ok(level.into());
    };
    let strength = in_tenths(strength)?;
    if strength.level() != level {
        let (nearest, found) = (strength.level().number(), level.number());
        let reason = format!("expected level {nearest} with strength {strength}, found {found}");
        return Err(FieldError::new("strength", reason));
    }
    Ok(strength)
}

/// The strength of a number.
///
/// # Errors
/// The number is none, with the field `strength`.
pub fn in_tenths(strength: f64) -> Result<Strength, FieldError> {
    Strength::try_from(strength).map_err(|error| {
        let reason = format!("{error}, found {strength}");
        FieldError::new("strength", reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for strength in Strength::all() {
            let (level, between) = write(strength);
            assert_eq!(read(level, between), Ok(strength));
        }
        assert_eq!(read(3, Some(3.0)), Ok(Strength::default()));
    }

    #[test]
    fn what_is_no_strength_is_refused_by_its_field() {
        for (level, strength, field) in [
            (0, None, "level"),
            (11, None, "level"),
            (255, Some(3.4), "level"),
            (3, Some(3.45), "strength"),
            (3, Some(3.6), "strength"),
            (10, Some(10.1), "strength"),
            (3, Some(f64::NAN), "strength"),
            (3, Some(f64::INFINITY), "strength"),
            (3, Some(-3.0), "strength"),
        ] {
            let refused = read(level, strength).map_err(|error| error.field);
            assert_eq!(refused, Err(field.to_owned()), "{level} {strength:?}");
        }
    }
}
