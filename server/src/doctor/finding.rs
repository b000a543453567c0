//! What was found.

use std::fmt;

/// Findings in the order in which they were made.
#[derive(Debug, Default)]
pub struct Findings(Vec<(Verdict, String)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    /// It may be meant so.
    Doubtful,
    /// The server does not work so.
    Wrong,
}

impl Findings {
    pub fn right(&mut self, what: impl fmt::Display) {
        self.0.push((Verdict::Right, what.to_string()));
    }

    pub fn doubtful(&mut self, what: impl fmt::Display) {
        self.0.push((Verdict::Doubtful, what.to_string()));
    }

    pub fn wrong_is(&mut self, what: impl fmt::Display) {
        self.0.push((Verdict::Wrong, what.to_string()));
    }

    /// How many are wrong.
    pub fn wrong(&self) -> usize {
        let wrong = |(verdict, _): &&(Verdict, String)| *verdict == Verdict::Wrong;
        self.0.iter().filter(wrong).count()
    }

    /// A line for each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(verdict, what)| {
            let verdict = match verdict {
                Verdict::Right => "ok      ",
                Verdict::Doubtful => "doubtful",
                Verdict::Wrong => "wrong   ",
            };
            format!("{verdict} {}", what.replace('\n', " "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_is_a_line() {
        let mut findings = Findings::default();
        findings.right("a");
        findings.doubtful("b\nc");
        findings.wrong_is("d");
        let lines: Vec<_> = findings.lines().collect();
        assert_eq!(lines, ["ok       a", "doubtful b c", "wrong    d"]);
        assert_eq!(findings.wrong(), 1);
    }
}
