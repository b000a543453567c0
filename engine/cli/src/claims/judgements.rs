//! How many moves of reviewed games are judged, and how.

use std::collections::BTreeMap;

use engine::explain::{ClaimKind, MoveReason, Verdict};
use engine::rules::san;
use lab::claims::{JudgedMove, ReviewNodes};

use super::check::Asserted;
use super::lot::ToldSentence;
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
    nodes: ReviewNodes,
    /// For another program, with the index of the game.
    pub asserted: Vec<(usize, Asserted)>,
    /// For lots, with the index of the game.
    pub told: Vec<(usize, ToldSentence)>,
}

/// A part of a judgement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum JudgedPart {
    Allowed,
    Missed,
    WellDone,
    Choice,
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
            let told = ToldSentence::of(&judged.game, judged.mv, reason);
            self.told.extend(told.map(|told| (index, told)));
        }
        for (game, mv, reason) in judged.assertions() {
            let asserted = Asserted::new(&game, mv, reason);
            self.asserted
                .extend(asserted.map(|asserted| (index, asserted)));
        }
    }

    /// Counts what the review of a game took.
    pub fn add_nodes(&mut self, nodes: ReviewNodes) {
        self.nodes.all += nodes.all;
        self.nodes.of_others += nodes.of_others;
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
        let ReviewNodes { all, of_others } = self.nodes;
        print_line(&format!(
            "{all} nodes, {:.1} % more than without the searches of other moves",
            share(of_others as usize, (all - of_others) as usize)
        ));
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|((part, _), (count, _))| (*part, std::cmp::Reverse(*count)));
        for ((part, kind), (count, example)) in kinds {
            let name: &str = kind.into();
            let of = match part {
                JudgedPart::Allowed | JudgedPart::Missed => bad,
                JudgedPart::WellDone | JudgedPart::Choice => good,
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
            JudgedPart::Choice => "of few",
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
        (JudgedPart::Choice, judgement.choice.as_ref()),
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
