//! Cached answers with the reports of their searches, so that they can be repeated as a document or
//! as a stream.

use std::{mem, sync::Arc};

use axum::body::Bytes;
use engine::rules::Move;
use engine::search::{Explored, Report};
use moka::sync::Cache;
use wire::SearchAnswer;

use super::cache_key::CacheKey;

/// Maximum memory of all answers, bytes.
const MAX_BYTES: usize = 64 << 20;

/// Maximum memory of the reports of one answer, bytes: 64 depths of five lines take half of it. A
/// tree search with more reports is repeated from where the rest fits.
const MAX_REPORT_BYTES: usize = 128 << 10;

/// A cached answer; cheap to clone.
#[derive(Clone, Debug)]
pub struct CachedAnswer {
    /// The answer as JSON, with `cached` set.
    pub json: Bytes,
    /// The reports, oldest first.
    pub reports: Arc<[Report]>,
}

/// Answers by key, least recently used evicted first; cheap to clone.
#[derive(Clone, Debug)]
pub struct AnswerCache(Cache<CacheKey, CachedAnswer>);

impl Default for AnswerCache {
    fn default() -> Self {
        let weigh = |_: &CacheKey, kept: &CachedAnswer| {
            let reports: usize = kept.reports.iter().map(size_of_report).sum();
            u32::try_from(kept.json.len() + reports).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder()
            .weigher(weigh)
            .max_capacity(MAX_BYTES as u64)
            .build();
        Self(cache)
    }
}

impl AnswerCache {
    /// The answer of a key.
    pub fn get(&self, key: CacheKey) -> Option<CachedAnswer> {
        self.0.get(&key)
    }

    /// Whether an answer is cached.
    pub fn contains(&self, key: CacheKey) -> bool {
        self.0.contains_key(&key)
    }

    /// Caches an answer with its reports.
    pub fn insert(&self, key: CacheKey, mut answer: SearchAnswer, reports: &[Report]) {
        answer.cached = true;
        // Answers always serialize.
        if let Ok(json) = serde_json::to_vec(&answer) {
            let kept = CachedAnswer {
                json: json.into(),
                reports: last_that_fit(reports, MAX_REPORT_BYTES).into(),
            };
            self.0.insert(key, kept);
        }
    }
}

/// As many of the last reports as take at most `max_bytes`, from the beginning of a step on: a
/// depth with several lines has a report per line.
fn last_that_fit(reports: &[Report], max_bytes: usize) -> &[Report] {
    if reports.iter().map(size_of_report).sum::<usize>() <= max_bytes {
        return reports;
    }
    let mut start = reports.len();
    let mut bytes = 0;
    for (index, report) in reports.iter().enumerate().rev() {
        bytes += size_of_report(report);
        if bytes > max_bytes {
            break;
        }
        if begins_step(report) {
            start = index;
        }
    }
    &reports[start..]
}

fn begins_step(report: &Report) -> bool {
    match report {
        Report::Depth(line) => line.rank == 1,
        // They belong to the depth that follows.
        Report::RootMove(_) => false,
        _ => true,
    }
}

/// The memory that a report takes, in bytes.
fn size_of_report(report: &Report) -> usize {
    let list = match report {
        Report::Depth(line) => line.pv.len() * size_of::<Move>(),
        Report::Explored(moves) => moves.len() * size_of::<Explored>(),
        _ => 0,
    };
    mem::size_of::<Report>() + list
}

#[cfg(test)]
mod tests {
    use engine::search::{Line, Score};

    use super::*;

    fn depth(depth: u8, rank: u8) -> Report {
        Report::Depth(Line {
            rank,
            depth,
            seldepth: depth,
            score: Score::Cp(0),
            nodes: 0,
            time_ms: 0,
            hashfull: 0,
            explored: None,
            pv: Vec::new(),
        })
    }

    #[test]
    fn what_fits_is_kept_whole() {
        let reports = [depth(1, 1), Report::Explored(Vec::new()), depth(2, 1)];
        let size: usize = reports.iter().map(size_of_report).sum();
        assert_eq!(last_that_fit(&reports, size), &reports);
        assert!(last_that_fit(&[], size).is_empty());
    }

    #[test]
    fn what_is_too_much_loses_its_first_depths_as_a_whole() {
        let reports: Vec<_> = (1..=3)
            .flat_map(|at| [depth(at, 1), depth(at, 2), depth(at, 3)])
            .collect();
        let one = size_of_report(&reports[0]);
        assert_eq!(last_that_fit(&reports, 8 * one), &reports[3..]);
        assert_eq!(last_that_fit(&reports, 6 * one), &reports[3..]);
        assert_eq!(last_that_fit(&reports, 5 * one), &reports[6..]);
        assert!(last_that_fit(&reports, 2 * one).is_empty());
    }
}
