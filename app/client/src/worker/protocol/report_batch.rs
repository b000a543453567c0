//! Batching of search reports.

use engine::search::Report;

/// The minimal interval between two batches, milliseconds.
pub const BATCH_MS: u64 = 30;

/// The most root moves of a batch; the oldest are dropped. Depth reports are never dropped.
pub const BATCH_ROOT_MOVES: usize = 256;

/// Reports that have not been posted.
#[derive(Debug, Default)]
pub struct ReportBatch {
    reports: Vec<Report>,
    root_moves: usize,
    posted_ms: u64,
}

impl ReportBatch {
    /// An empty batch of a search that began at `now_ms`.
    #[must_use]
    pub fn new(now_ms: u64) -> Self {
        Self {
            posted_ms: now_ms,
            ..Self::default()
        }
    }

    /// Adds a report; returns the batch when it is time to post it.
    pub fn push(&mut self, report: Report, now_ms: u64) -> Option<Vec<Report>> {
        match report {
            // The page shows neither.
            Report::Trying(_) | Report::Unfinished { .. } => {}
            Report::RootMove(_) => {
                self.root_moves += 1;
                self.reports.push(report);
            }
            Report::Depth(_) | Report::Explored(_) => self.reports.push(report),
        }
        if self.root_moves > BATCH_ROOT_MOVES {
            self.drop_oldest_root_move();
        }
        if self.reports.is_empty() || now_ms.saturating_sub(self.posted_ms) < BATCH_MS {
            return None;
        }
        self.posted_ms = now_ms;
        Some(self.take())
    }

    /// Takes the remaining reports.
    pub fn take(&mut self) -> Vec<Report> {
        self.root_moves = 0;
        std::mem::take(&mut self.reports)
    }

    fn drop_oldest_root_move(&mut self) {
        let oldest = self
            .reports
            .iter()
            .position(|report| matches!(report, Report::RootMove(_)));
        if let Some(index) = oldest {
            self.reports.remove(index);
            self.root_moves -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{Move, Position};
    use engine::search::{Bound, Line, RootMove, Score};

    use super::*;

    fn e2e4() -> Move {
        Position::startpos().parse_uci("e2e4").unwrap()
    }

    fn line(depth: u8) -> Report {
        Report::Depth(Line {
            rank: 1,
            depth,
            seldepth: depth,
            score: Score::Mate(-3),
            nodes: u64::MAX,
            time_ms: 5,
            hashfull: 1,
            explored: None,
            pv: vec![e2e4()],
        })
    }

    fn root_move(number: u16) -> Report {
        Report::RootMove(RootMove {
            mv: e2e4(),
            score: Score::Cp(30),
            bound: Bound::Exact,
            depth: 1,
            number,
            of: 20,
            nodes: 1,
        })
    }

    #[test]
    fn reports_are_posted_once_in_thirty_milliseconds() {
        let mut batch = ReportBatch::new(0);
        assert_eq!(batch.push(line(1), 10), None);
        assert_eq!(batch.push(line(2), 29), None);
        assert_eq!(
            batch.push(line(3), 30).map(|reports| reports.len()),
            Some(3)
        );
        assert_eq!(batch.push(line(4), 59), None);
        assert_eq!(batch.take().len(), 1);
        assert!(batch.take().is_empty());
    }

    #[test]
    fn a_full_batch_forgets_root_moves_but_no_depth() {
        let mut batch = ReportBatch::new(0);
        for number in 0..1_000 {
            assert_eq!(batch.push(root_move(number), 0), None);
            if number % 100 == 0 {
                assert_eq!(batch.push(line((number / 100) as u8), 0), None);
            }
        }
        let reports = batch.take();
        let depths = reports
            .iter()
            .filter(|report| matches!(report, Report::Depth(_)))
            .count();
        assert_eq!((depths, reports.len()), (10, 10 + BATCH_ROOT_MOVES));
        assert!(reports.contains(&root_move(999)));
    }
}
