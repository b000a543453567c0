//! How many moves of reviewed games are judged, and how.

use std::collections::BTreeMap;

use engine::explain::{ClaimKind, MoveReason, Verdict};
use engine::rules::san;
use lab::claims::JudgedMove;

use super::check::Asserted;
use crate::output::print_line;

/// What was said of moves of reviewed games.
#[derive(Default)]
pub struct JudgementCounts {
    /// Moves with a verdict, and those with a specific sentence: of what they allow, of what they miss, of
    /// either.
    bad: [usize; 4],
    /// Moves without a verdict, and those with a sentence.
    good: [usize; 2],
    /// By what is said of it: number and an example.
    kinds: BTreeMap<(JudgedPart, ClaimKind), (usize, String)>,
    /// For another program, with the index of the game.
    pub asserted: Vec<(usize, Asserted)>,
}

/// A part of a judgement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum JudgedPart {
    Allowed,
    Missed,
    WellDone,
}

impl JudgementCounts {
    /// Counts what is said of a move of the game with this index.
    pub fn add(&mut self, index: usize, judged: &JudgedMove) {
        let judgement = &judged.judgement;
        let specific = |reason: &Option<MoveReason>| {
            let specific = reason.as_ref();
            specific.is_some_and(|reason| reason.claim.is_specific())
        };
        let (allowed, missed) = (specific(&judgement.allowed), specific(&judgement.missed));
        if judged.reviewed.verdict.is_some() {
            let counted = [true, allowed, missed, allowed || missed];
            for (count, more) in self.bad.iter_mut().zip(counted) {
                *count += usize::from(more);
            }
        } else {
            self.good[0] += 1;
            self.good[1] += usize::from(specific(&judgement.well_done));
        }
        for (part, reason) in parts(judged) {
            let example = || format!("{}: {}", named(judged), reason.text);
            let kind = self.kinds.entry((part, reason.kind()));
            kind.or_insert_with(|| (0, example())).0 += 1;
        }
        for (game, mv, reason) in judged.assertions() {
            let asserted = Asserted::new(&game, mv, reason);
            self.asserted
                .extend(asserted.map(|asserted| (index, asserted)));
        }
    }

    /// Prints the shares and the kinds, the most frequent first.
    pub fn print(&self) {
        let [bad, allowed, missed, either] = self.bad;
        let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        print_line(&format!(
            "{bad} bad moves, {:.1} % with what they allow or miss: {:.1} % allow, {:.1} % miss",
            share(either, bad),
            share(allowed, bad),
            share(missed, bad),
        ));
        let [good, done] = self.good;
        print_line(&format!(
            "{good} other moves, {:.1} % with what they do well",
            share(done, good)
        ));
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|((part, _), (count, _))| (*part, std::cmp::Reverse(*count)));
        for ((part, kind), (count, example)) in kinds {
            let name: &str = kind.into();
            let of = match part {
                JudgedPart::Allowed | JudgedPart::Missed => bad,
                JudgedPart::WellDone => good,
            };
            let part = part.name();
            print_line(&format!(
                "{part:<9} {name:<16} {count:>6} {:>5.1} %  {example}",
                share(*count, of)
            ));
        }
    }
}

impl JudgedPart {
    fn name(self) -> &'static str {
        match self {
            JudgedPart::Allowed => "allows",
            JudgedPart::Missed => "misses",
            JudgedPart::WellDone => "does well",
        }
    }
}

/// Position, move with its mark, and what is said.
pub fn line(judged: &JudgedMove) -> String {
    let said = parts(judged).map(|(part, reason)| {
        let kind: &str = reason.kind().into();
        format!(" | {} | {kind} | {}", part.name(), reason.text)
    });
    let said: Vec<String> = said.collect();
    let said = if said.is_empty() {
        " | -".to_owned()
    } else {
        said.concat()
    };
    format!("{} | {}{said}", judged.game.position(), named(judged))
}

fn parts(judged: &JudgedMove) -> impl Iterator<Item = (JudgedPart, &MoveReason)> {
    let judgement = &judged.judgement;
    let parts = [
        (JudgedPart::Allowed, judgement.allowed.as_ref()),
        (JudgedPart::Missed, judgement.missed.as_ref()),
        (JudgedPart::WellDone, judgement.well_done.as_ref()),
    ];
    let parts = parts.into_iter();
    parts.filter_map(|(part, reason)| Some((part, reason?)))
}

fn named(judged: &JudgedMove) -> String {
    let mark = match judged.reviewed.verdict {
        None => "",
        Some(Verdict::Inaccuracy) => "?!",
        Some(Verdict::Mistake) => "?",
        Some(Verdict::Blunder) => "??",
    };
    san::write(judged.game.position(), judged.mv) + mark
}
