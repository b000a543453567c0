//! The slow replay of a search that was too short to watch.

/// Shorter searches are replayed, milliseconds.
pub const SHORT_SEARCH_MS: u32 = 600;
/// The duration of a replay of few reports, milliseconds.
const MIN_REPLAY_MS: u32 = 600;
/// The longest replay, milliseconds.
const MAX_REPLAY_MS: u32 = 900;
/// What each report adds to the duration, milliseconds.
const MS_PER_REPORT: u32 = 3;
/// The shortest visible step, milliseconds.
const STEP_MS: u32 = 30;

/// The pause before a book move, which needs no search, milliseconds.
const BOOK_PAUSE_MS: std::ops::RangeInclusive<u32> = 200..=500;

/// The progress of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    reports: usize,
    steps: usize,
    steps_done: usize,
    total_ms: u32,
}

impl Replay {
    /// A replay of this many reports.
    pub fn new(reports: usize) -> Self {
        let total_ms = total_ms(reports);
        Self {
            reports,
            steps: reports.min((total_ms / STEP_MS) as usize),
            steps_done: 0,
            total_ms,
        }
    }

    /// The pause before a book move; a random number decides its length.
    pub fn book_pause(chance: u64) -> Self {
        let (least, most) = (*BOOK_PAUSE_MS.start(), *BOOK_PAUSE_MS.end());
        Self {
            reports: 0,
            steps: 1,
            steps_done: 0,
            total_ms: least + (chance % u64::from(most - least + 1)) as u32,
        }
    }

    /// Whether reports are shown later than they were made.
    pub fn is_slow(&self) -> bool {
        self.reports > 0
    }

    /// Takes the next step: the range of reports to show, or `None` at the end.
    pub fn step(&mut self) -> Option<std::ops::Range<usize>> {
        if self.steps_done >= self.steps {
            return None;
        }
        let from = self.reports * self.steps_done / self.steps;
        self.steps_done += 1;
        Some(from..self.reports * self.steps_done / self.steps)
    }

    /// Milliseconds until the next step, and after the last one until the move.
    pub fn step_ms(&self) -> u32 {
        self.total_ms / self.steps.max(1) as u32
    }

    /// The reports that are not shown yet.
    pub fn remaining_reports(&self) -> std::ops::Range<usize> {
        self.reports * self.steps_done / self.steps.max(1)..self.reports
    }
}

fn total_ms(reports: usize) -> u32 {
    let reports = u32::try_from(reports).unwrap_or(u32::MAX);
    MIN_REPLAY_MS
        .saturating_add(reports.saturating_mul(MS_PER_REPORT))
        .min(MAX_REPLAY_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_shows_every_report_once_within_600_to_900_ms() {
        for reports in [1, 2, 3, 19, 20, 21, 100, 1_000, 100_000] {
            let mut replay = Replay::new(reports);
            let step_ms = replay.step_ms();
            let (mut shown, mut ms) = (0, 0);
            while let Some(range) = replay.step() {
                assert_eq!(range.start, shown);
                assert!(
                    !range.is_empty(),
                    "{reports} reports: a step that shows nothing"
                );
                assert_eq!(replay.remaining_reports(), range.end..reports);
                shown = range.end;
                ms += step_ms;
            }
            assert_eq!(shown, reports);
            assert!((570..=900).contains(&ms), "{reports} reports: {ms} ms");
        }
    }

    #[test]
    fn a_book_move_waits_200_to_500_ms() {
        for chance in [0, 1, 299, 300, 301, u64::MAX] {
            let mut pause = Replay::book_pause(chance);
            assert!(BOOK_PAUSE_MS.contains(&pause.step_ms()), "{pause:?}");
            assert!(!pause.is_slow());
            assert_eq!((pause.step(), pause.step()), (Some(0..0), None));
        }
    }

    #[test]
    fn nothing_to_show_takes_no_step() {
        assert_eq!(Replay::new(0).step(), None);
        assert_eq!(Replay::new(0).remaining_reports(), 0..0);
    }
}
