//! What an attack has done to a bystander, in counts.

use std::{collections::BTreeMap, fmt, io};

use crate::http::Response;

/// How often something was tried, how often it succeeded, and what came instead.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Tries.
    pub tried: usize,
    /// Those that succeeded.
    pub succeeded: usize,
    /// Why the others did not.
    pub failures: BTreeMap<String, usize>,
}

impl Tally {
    /// Counts a try.
    pub fn count(&mut self, result: Result<(), String>) {
        self.tried += 1;
        match result {
            Ok(()) => self.succeeded += 1,
            Err(why) => *self.failures.entry(why).or_default() += 1,
        }
    }

    /// Counts a request, which succeeds with a 200 (or a 304, of what is known already).
    pub fn answer(&mut self, answer: &io::Result<Response>) {
        self.count(match answer {
            Ok(answer) if matches!(answer.status, 200 | 304) => Ok(()),
            Ok(answer) => Err(answer.status.to_string()),
            Err(error) => Err(error.kind().to_string()),
        });
    }

    /// What several have counted.
    pub fn of_all(tallies: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        tallies.into_iter().for_each(|tally| all.add(tally));
        all
    }

    /// Adds what another has counted.
    pub fn add(&mut self, other: Self) {
        self.tried += other.tried;
        self.succeeded += other.succeeded;
        for (why, count) in other.failures {
            *self.failures.entry(why).or_default() += count;
        }
    }

    /// Whether every try succeeded, and there was one.
    pub fn is_whole(&self) -> bool {
        self.tried > 0 && self.succeeded == self.tried
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.succeeded, self.tried)?;
        if self.failures.is_empty() {
            return Ok(());
        }
        let failures = self.failures.iter();
        let failures: Vec<_> = failures
            .map(|(why, count)| format!("{count} \u{d7} {why}"))
            .collect();
        write!(f, " ({})", failures.join(", "))
    }
}

/// One row of the table.
#[derive(Clone, Debug)]
pub struct Report {
    /// The attack, with what is special about this run of it.
    pub attack: String,
    /// What the bystander tried.
    pub tallies: Vec<(String, Tally)>,
    /// Further figures.
    pub figures: Vec<String>,
    /// Bounds on the attacker, and whether they held.
    pub bounds: Vec<(String, bool)>,
}

impl Report {
    /// An empty row.
    pub fn of(attack: impl Into<String>) -> Self {
        Self {
            attack: attack.into(),
            tallies: Vec::new(),
            figures: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// Something that the bystander tried, all of which should succeed.
    pub fn tried(mut self, what: impl Into<String>, tally: Tally) -> Self {
        self.tallies.push((what.into(), tally));
        self
    }

    /// A further figure.
    pub fn figure(mut self, figure: impl Into<String>) -> Self {
        self.figures.push(figure.into());
        self
    }

    /// A bound on what the attacker gets.
    pub fn bound(mut self, what: impl Into<String>, holds: bool) -> Self {
        self.bounds.push((what.into(), holds));
        self
    }

    /// What the bystander lost, and the bounds that did not hold.
    pub fn losses(&self) -> Vec<String> {
        let lost = self.tallies.iter().filter(|(_, tally)| !tally.is_whole());
        let lost = lost.map(|(what, tally)| format!("the bystander\u{2019}s {what}: {tally}"));
        let broken = self.bounds.iter().filter(|(_, holds)| !holds);
        let broken = broken.map(|(what, _)| format!("expected: {what}"));
        lost.chain(broken).collect()
    }

    /// All that was lost, with what was measured; `None` where nothing was.
    pub fn harm(&self) -> Option<String> {
        let losses = self.losses();
        (!losses.is_empty()).then(|| {
            format!(
                "under {}: {}; measured: {}",
                self.attack,
                losses.join("; "),
                self.figures.join("; ")
            )
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tried = self.tallies.iter();
        let tried: Vec<_> = tried
            .map(|(what, tally)| format!("{what}: {tally}"))
            .collect();
        let bounds = self.bounds.iter().map(|(what, holds)| match holds {
            true => format!("{what}: yes"),
            false => format!("{what}: NO"),
        });
        let figures: Vec<_> = self.figures.iter().cloned().chain(bounds).collect();
        write!(
            f,
            "| {} | {} | {} |",
            self.attack,
            tried.join("; "),
            figures.join("; ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_lost_is_told_with_its_reasons() {
        let mut moves = Tally::default();
        moves.count(Ok(()));
        moves.count(Err("too_fast".to_owned()));
        let report = Report::of("a flood")
            .tried("moves", moves)
            .tried("pages", Tally::default())
            .bound("10 shares at most", true)
            .bound("10 MB at most", false);
        assert_eq!(
            report.losses(),
            [
                "the bystander\u{2019}s moves: 1 of 2 (1 \u{d7} too_fast)",
                "the bystander\u{2019}s pages: 0 of 0",
                "expected: 10 MB at most"
            ]
        );
    }
}
