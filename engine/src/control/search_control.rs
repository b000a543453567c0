//! Counts nodes and checks the limits of a search.

use std::time::Duration;

use super::clock::Clock;
use super::limits::SearchLimits;
use super::smp::ThreadRole;
use super::stop::{Stop, StopReason};
use super::time::time_budget;

/// Nodes between two checks of the stop flag and, under a time limit, of the clock.
pub const POLL_EVERY: u64 = 2_048;

/// The node count of one search and everything that can end it early.
pub(crate) struct SearchControl<'a> {
    clock: &'a dyn Clock,
    stop: &'a dyn Stop,
    start: Duration,
    /// When time began to count; `None` while pondering.
    counts_from: Option<Duration>,
    /// Hard time limit, measured from `counts_from`; ends the search within an iteration too.
    hard_limit: Option<Duration>,
    /// Pondering has found enough: the search ends as soon as time counts.
    ends_with_pondering: bool,
    node_limit: u64,
    nodes: u64,
    role: ThreadRole<'a>,
    /// Main thread: the helpers' node count at the start. Helper: the part of `nodes` already
    /// published.
    published: u64,
    /// The node count at which the limits are checked next.
    next_check: u64,
    stop_reason: Option<StopReason>,
}

impl<'a> SearchControl<'a> {
    /// Starts the clock of a search under `limits`.
    pub fn new(
        limits: &SearchLimits,
        clock: &'a dyn Clock,
        stop: &'a dyn Stop,
        role: ThreadRole<'a>,
    ) -> Self {
        let start = clock.now();
        SearchControl {
            clock,
            stop,
            start,
            counts_from: (!stop.is_pondering()).then_some(start),
            hard_limit: time_budget(limits).hard,
            ends_with_pondering: false,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            role,
            published: match role {
                ThreadRole::Main(nodes) => nodes.count(),
                ThreadRole::Single | ThreadRole::Helper { .. } => 0,
            },
            next_check: 0,
            stop_reason: None,
        }
    }

    /// Counts a node. `true` when the search is over: the node is not counted then, and its result
    /// must not be used.
    pub fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        if self.stop_reason.is_some() {
            return true;
        }
        self.nodes += 1;
        false
    }

    #[cold]
    fn check_limits(&mut self) {
        if self.stop_reason.is_some() {
            return;
        }
        self.publish_nodes();
        if self.all_nodes() >= self.node_limit {
            self.stop_reason = Some(StopReason::Nodes);
        } else if self.stop.is_set() {
            self.stop_reason = Some(StopReason::Stopped);
        } else if self.nodes > 0 && self.is_out_of_time() {
            // The first 2,048 nodes are searched even with no time at all: they take about a
            // millisecond, and a move searched to depth 2 beats an unsearched one.
            self.stop_reason = Some(StopReason::Time);
        }
        let left = self.node_limit.saturating_sub(self.all_nodes());
        self.next_check = self.nodes + left.min(POLL_EVERY);
    }

    fn is_out_of_time(&mut self) -> bool {
        let Some(hard_limit) = self.hard_limit else {
            return false;
        };
        if self.is_pondering() {
            return false;
        }
        let from = self.counts_from.unwrap_or(self.start);
        self.ends_with_pondering || self.clock.now().saturating_sub(from) >= hard_limit
    }

    /// Whether time does not count yet. It begins to count at the first check after `ponderhit`.
    pub fn is_pondering(&mut self) -> bool {
        if self.counts_from.is_none() && !self.stop.is_pondering() {
            self.counts_from = Some(self.clock.now());
        }
        self.counts_from.is_none()
    }

    /// Ends the search as soon as time begins to count, if it has a time limit.
    pub fn end_with_pondering(&mut self) {
        self.ends_with_pondering = true;
    }

    /// Why the search is over, if it is.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    /// Nodes of this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of this thread and of its helpers, the latter as of their last check.
    pub fn all_nodes(&self) -> u64 {
        match self.role {
            ThreadRole::Main(nodes) => self.nodes + nodes.count().saturating_sub(self.published),
            ThreadRole::Single | ThreadRole::Helper { .. } => self.nodes,
        }
    }

    /// Adds a helper's new nodes to the shared count.
    pub fn publish_nodes(&mut self) {
        if let ThreadRole::Helper { nodes, .. } = self.role {
            nodes.add(self.nodes - self.published);
            self.published = self.nodes;
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Time since the search began, in whole milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
