//! The times of a game's moves, by its clocks.

use super::time_control::TimeControl;

/// A clock may show so much more than the move before allows, ms: it is rounded to a second.
const TOLERANCE_MS: u32 = 1_000;
/// Time trouble begins at this share of the base time, and not before this.
const TROUBLE_SHARE: u32 = 10;
const TROUBLE_MS: u32 = 30_000;

/// The time of a move, where it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveTime {
    /// ms
    pub used: Option<u32>,
    /// The mover's clock before the move, ms.
    pub left: Option<u32>,
    /// Whether the mover had little time; `None` where that is not known.
    pub in_trouble: Option<bool>,
}

/// What a PGN says of a move's time, ms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StatedTime {
    /// The mover's clock after the move.
    pub clock: Option<u32>,
    /// What the move took.
    pub elapsed: Option<u32>,
}

/// The times of all moves. How long a side's first move took is only known where the PGN says so: its
/// clock may not have run.
pub(super) fn move_times(stated: &[StatedTime], control: Option<TimeControl>) -> Vec<MoveTime> {
    let increment = control.map_or(0, |control| control.increment_ms);
    let time_of = |ply: usize| {
        let left = match ply.checked_sub(2) {
            Some(before) => stated[before].clock,
            None => control.map(|control| control.base_ms),
        };
        let by_clocks = || {
            let earlier = stated[ply.checked_sub(2)?].clock?;
            let most = earlier.saturating_add(increment);
            let clock = stated[ply].clock?;
            // Somebody has added time.
            let is_possible = clock <= most.saturating_add(TOLERANCE_MS);
            is_possible.then(|| most.saturating_sub(clock))
        };
        let base = control.map(|control| control.base_ms);
        let first = stated.get(ply % 2).and_then(|first| first.clock);
        let limit = base
            .or(first)
            .map(|base| (base / TROUBLE_SHARE).min(TROUBLE_MS));
        MoveTime {
            used: stated[ply].elapsed.or_else(by_clocks),
            left,
            in_trouble: left.zip(limit).map(|(left, limit)| left < limit),
        }
    };
    let has_clocks = stated.iter().any(|one| one.clock.is_some());
    (0..stated.len())
        .map(|ply| match has_clocks {
            true => time_of(ply),
            false => MoveTime {
                used: stated[ply].elapsed,
                ..MoveTime::default()
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(seconds: &[u32]) -> Vec<StatedTime> {
        let stated = |&seconds: &u32| StatedTime {
            clock: Some(seconds * 1_000),
            elapsed: None,
        };
        seconds.iter().map(stated).collect()
    }

    #[test]
    fn a_move_took_what_the_clock_lost_and_the_increment() {
        let control = TimeControl::parse("60+2");
        let times = move_times(&clocks(&[60, 60, 57, 61, 5, 60, 6]), control);
        let used: Vec<_> = times.iter().map(|time| time.used).collect();
        let ms = |seconds: u32| Some(seconds * 1_000);
        assert_eq!(used, [None, None, ms(5), ms(1), ms(54), ms(3), ms(1)]);
        let trouble: Vec<_> = times.iter().map(|time| time.in_trouble).collect();
        assert_eq!(trouble[..6], [Some(false); 6]);
        assert_eq!(trouble[6], Some(true));
        assert_eq!(times[6].left, ms(5));
    }

    #[test]
    fn time_that_was_added_is_not_used_and_without_clocks_nothing_is_known() {
        let times = move_times(&clocks(&[60, 60, 50, 60, 65]), TimeControl::parse("60"));
        assert_eq!(times[4].used, None);
        let none = move_times(&[StatedTime::default(); 4], TimeControl::parse("60"));
        assert_eq!(none, [MoveTime::default(); 4]);
        // Without a tag the first clock is the base time.
        let times = move_times(&clocks(&[100, 100, 9, 100, 5]), None);
        assert_eq!(times[4].in_trouble, Some(true));
        assert_eq!(times[2].in_trouble, Some(false));
    }
}
