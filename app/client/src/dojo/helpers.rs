//! The workers beside the first one: which jobs each of them has.

use std::collections::VecDeque;

use lab::dojo::{Job, JobId};

/// Batches of jobs that a worker has at a time: one to do, one that waits.
const BATCHES: usize = 2;

/// A worker beside the first one.
#[derive(Debug, Clone, Default)]
pub(super) struct Helper {
    pub is_ready: bool,
    /// Whether jobs were asked for that have not come.
    pub is_asking: bool,
    /// The batches that it has, in their order.
    batches: VecDeque<Vec<JobId>>,
}

impl Helper {
    /// Whether it could do more.
    pub fn wants_jobs(&self) -> bool {
        self.is_ready && !self.is_asking && self.batches.len() < BATCHES
    }

    pub fn begin(&mut self, jobs: &[Job]) {
        self.batches
            .push_back(jobs.iter().map(|job| job.id).collect());
    }

    /// The oldest batch is done.
    pub fn finish(&mut self) {
        self.batches.pop_front();
    }

    /// Forgets all its jobs, which are to be handed out again.
    pub fn take_jobs(&mut self) -> Vec<JobId> {
        self.batches.drain(..).flatten().collect()
    }
}
