//! Time controls of PGN.

/// A time control with a clock for the whole game, or for its first part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    pub base_ms: u32,
    pub increment_ms: u32,
}

/// The longest base time and increment, seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

impl TimeControl {
    /// Reads the tag: `180`, `180+2`, `40/7200:3600`. `None` for games without a clock (`-`), for those
    /// with days for a move (`1/86400`), and for what is not understood.
    pub fn parse(tag: &str) -> Option<TimeControl> {
        let first = tag.split(':').next()?.trim();
        let first = match first.split_once('/') {
            Some(("1", _)) => return None,
            Some((_, seconds)) => seconds,
            None => first,
        };
        let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
        let ms = |text: &str| {
            let seconds: f64 = text.trim().parse().ok()?;
            let fits = (0.0..=MAX_SECONDS).contains(&seconds);
            fits.then_some((seconds * 1_000.0) as u32)
        };
        Some(TimeControl {
            base_ms: ms(base)?,
            increment_ms: ms(increment)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_of_both_sites_and_of_tournaments_are_read() {
        for (tag, expected) in [
            ("180", Some((180_000, 0))),
            ("180+2", Some((180_000, 2_000))),
            ("600+0.5", Some((600_000, 500))),
            ("40/7200:3600", Some((7_200_000, 0))),
            ("1/86400", None),
            ("-", None),
            ("?", None),
            ("", None),
            ("NaN+inf", None),
            ("-5", None),
            ("1e300", None),
        ] {
            let read = TimeControl::parse(tag);
            let read = read.map(|control| (control.base_ms, control.increment_ms));
            assert_eq!(read, expected, "{tag}");
        }
    }
}
