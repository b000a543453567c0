//! Counts nodes and sees when the search has to end.

use std::time::Duration;

use super::crew::Part;
use crate::player::{Clock, Control, Stop, StopReason};

/// Nodes between two looks at the stop flag and, under a time limit, at the clock.
pub const POLL_EVERY: u64 = 2_048;

/// The search's own count of nodes with everything that can end it early.
pub(crate) struct Watch<'a> {
    clock: &'a dyn Clock,
    stop: &'a dyn Stop,
    start: Duration,
    /// When time began to count; not yet, while the opponent's is used (UCI's `ponder`).
    counts_from: Option<Duration>,
    /// Time that counts after which the search ends, within an iteration too.
    hard: Option<Duration>,
    /// Nothing is left to do for when time begins to count.
    is_due: bool,
    node_limit: u64,
    nodes: u64,
    part: Part<'a>,
    /// What the helpers' count was at first, of the leader's; what was added to it, of a helper's.
    told: u64,
    /// The count at which the next look is due: now, at first.
    next_look: u64,
    over: Option<StopReason>,
}

impl<'a> Watch<'a> {
    pub fn new<'c: 'a>(
        control: &Control<'c>,
        node_limit: Option<u64>,
        hard: Option<Duration>,
        part: Part<'a>,
    ) -> Self {
        let start = control.clock.now();
        Watch {
            clock: control.clock,
            stop: control.stop,
            start,
            counts_from: (!control.stop.is_pondering()).then_some(start),
            hard,
            is_due: false,
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: 0,
            part,
            told: match part {
                Part::Leader(nodes) => nodes.count(),
                Part::Alone | Part::Helper { .. } => 0,
            },
            next_look: 0,
            over: None,
        }
    }

    /// Counts a node. `true` when the search is over: the node does not count then, and whatever
    /// is returned from it must not be used.
    pub fn visit(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        if self.over.is_some() {
            return true;
        }
        self.nodes += 1;
        false
    }

    #[cold]
    fn look(&mut self) {
        if self.over.is_some() {
            return;
        }
        self.tell();
        if self.all_nodes() >= self.node_limit {
            self.over = Some(StopReason::Nodes);
        } else if self.stop.is_set() {
            self.over = Some(StopReason::Stopped);
        } else if self.nodes > 0 && self.is_late() {
            // With no time at all the first 2,048 nodes are searched all the same: they take
            // about a millisecond, and a move seen to depth 2 beats one not looked at.
            self.over = Some(StopReason::Time);
        }
        let left = self.node_limit.saturating_sub(self.all_nodes());
        self.next_look = self.nodes + left.min(POLL_EVERY);
    }

    fn is_late(&mut self) -> bool {
        let Some(hard) = self.hard else { return false };
        if self.is_pondering() {
            return false;
        }
        let from = self.counts_from.unwrap_or(self.start);
        self.is_due || self.clock.now().saturating_sub(from) >= hard
    }

    /// Whether time does not count yet. It begins to at the first look after it should.
    pub fn is_pondering(&mut self) -> bool {
        if self.counts_from.is_none() && !self.stop.is_pondering() {
            self.counts_from = Some(self.clock.now());
        }
        self.counts_from.is_none()
    }

    /// Ends the search as soon as time begins to count, if it has a limit.
    pub fn end_with_pondering(&mut self) {
        self.is_due = true;
    }

    /// Why the search is over, if it is.
    pub fn over(&self) -> Option<StopReason> {
        self.over
    }

    /// Nodes of this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes of this thread and of its helpers; theirs as of their last look.
    pub fn all_nodes(&self) -> u64 {
        match self.part {
            Part::Leader(nodes) => self.nodes + nodes.count().saturating_sub(self.told),
            Part::Alone | Part::Helper { .. } => self.nodes,
        }
    }

    /// Lets the leader know how many nodes a helper has visited.
    pub fn tell(&mut self) {
        if let Part::Helper { nodes, .. } = self.part {
            nodes.add(self.nodes - self.told);
            self.told = self.nodes;
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// The same in whole milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
