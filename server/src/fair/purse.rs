//! One client's allowance.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use super::Rule;

/// What one client may still spend, in nodes, and how many of its requests are under way. It fills
/// steadily; what a search has cost is taken out when it has ended, so that a client may be in debt
/// and waits until that is paid.
#[derive(Debug)]
pub struct Purse {
    rule: Rule,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Nodes, below zero for debt.
    balance: f64,
    /// When the balance was right.
    at: Instant,
    /// Requests under way.
    busy: u32,
}

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    /// Nothing is left to spend.
    Spent,
    /// So many requests are under way already.
    Busy,
}

/// An allowance, as the answer's headers tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Nodes that may be spent at once.
    pub limit: u64,
    /// Nodes left.
    pub remaining: u64,
    /// Seconds until it is whole again.
    pub reset: u64,
    /// Seconds until there is anything left.
    pub wait: u64,
}

impl Purse {
    /// A full purse.
    pub fn new(rule: Rule, now: Instant) -> Self {
        Self {
            rule,
            state: Mutex::new(State {
                balance: rule.burst as f64,
                at: now,
                busy: 0,
            }),
        }
    }

    /// Lets a request in; [`Purse::leave`] has to follow.
    pub fn enter(&self, now: Instant) -> Result<(), Shut> {
        let mut state = self.at(now);
        if state.balance <= 0.0 {
            return Err(Shut::Spent);
        }
        if state.busy >= self.rule.at_once {
            return Err(Shut::Busy);
        }
        state.busy += 1;
        Ok(())
    }

    /// A request has ended.
    pub fn leave(&self) {
        let mut state = self.lock();
        state.busy = state.busy.saturating_sub(1);
    }

    /// Takes out what something has cost.
    pub fn charge(&self, nodes: u64, now: Instant) {
        self.at(now).balance -= nodes as f64;
    }

    /// What is left.
    pub fn allowance(&self, now: Instant) -> Allowance {
        let state = self.at(now);
        let missing = |goal: f64| {
            let missing = (goal - state.balance).max(0.0);
            (missing / self.rule.per_second as f64).ceil() as u64
        };
        Allowance {
            limit: self.rule.burst,
            remaining: state.balance.max(0.0) as u64,
            reset: missing(self.rule.burst as f64),
            wait: missing(1.0),
        }
    }

    /// The state as of now.
    fn at(&self, now: Instant) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        let passed = now.saturating_duration_since(state.at);
        let filled = state.balance + passed.as_secs_f64() * self.rule.per_second as f64;
        state.balance = filled.min(self.rule.burst as f64);
        state.at = state.at.max(now);
        state
    }

    // Nothing that runs under the lock can leave the state half-changed.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const RULE: Rule = Rule {
        per_second: 100,
        burst: 1_000,
        at_once: 2,
    };

    #[test]
    fn debts_are_paid_before_anything_more_is_let_in() {
        let start = Instant::now();
        let purse = Purse::new(RULE, start);
        assert_eq!(purse.enter(start), Ok(()));
        purse.charge(1_500, start);
        purse.leave();
        assert_eq!(purse.enter(start), Err(Shut::Spent));
        let left = purse.allowance(start);
        assert_eq!((left.limit, left.remaining), (1_000, 0));
        assert_eq!((left.reset, left.wait), (15, 6));
        let later = start + Duration::from_secs(left.wait);
        assert_eq!(purse.enter(later), Ok(()));
        assert_eq!(purse.allowance(later).remaining, 100);
    }

    #[test]
    fn it_never_holds_more_than_fits() {
        let start = Instant::now();
        let purse = Purse::new(RULE, start);
        purse.charge(10, start);
        let later = start + Duration::from_secs(3_600);
        assert_eq!(purse.allowance(later).remaining, 1_000);
        assert_eq!(purse.allowance(later).reset, 0);
    }

    #[test]
    fn so_many_at_once_and_no_more() {
        let start = Instant::now();
        let purse = Purse::new(RULE, start);
        assert_eq!(purse.enter(start), Ok(()));
        assert_eq!(purse.enter(start), Ok(()));
        assert_eq!(purse.enter(start), Err(Shut::Busy));
        purse.leave();
        assert_eq!(purse.enter(start), Ok(()));
    }
}
