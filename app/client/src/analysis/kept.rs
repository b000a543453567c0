//! The analysis as it is sent to be kept, and compared with what is kept.

use engine::rules::pgn::Tags;
use engine::rules::{Move, NodeId};
use wire::visitor::analyses::{AnalysisId, SentAnalysis};

use super::AnalysisState;
use super::analysis_link::analysis_link;
use super::import::import;
use super::link::{ImportError, OpenedGame, parse_fragment};

/// What is kept, beside what is open.
#[derive(Debug, Clone, PartialEq)]
pub enum KeptComparison {
    /// The address has all of it that an address can hold: this is the whole, shown at the same move.
    Same(Box<OpenedGame>),
    /// Something was changed after it was kept, or it was kept again elsewhere. These tags of what is kept are not
    /// in what is open.
    Different { missing_tags: Tags },
}

impl AnalysisState {
    /// All of the analysis, as it is sent.
    pub fn sent_analysis(&self, id: AnalysisId, seen: u64, name: String) -> SentAnalysis {
        SentAnalysis {
            id,
            seen,
            name,
            pgn: self.pgn(),
        }
    }

    /// Compares what is open, as an address has it, with what is kept.
    ///
    /// # Errors
    /// What is kept cannot be read.
    pub fn compare_with_kept(&self, pgn: &str) -> Result<KeptComparison, ImportError> {
        let mut opened = import(pgn)?.opened;
        let whole = Self::of_opened(&opened);
        let link = analysis_link(&whole).fragment;
        let held = match parse_fragment(&link) {
            Some(held) => Self::of_opened(&held?),
            None => Self::default(),
        };
        if held.pgn() != self.pgn() {
            let missing = |(name, _): &(&str, &str)| self.tags.get(name).is_none();
            return Ok(KeptComparison::Different {
                missing_tags: opened.tags.iter().filter(missing).collect(),
            });
        }
        let line: Vec<Move> = self.moves_to(self.current);
        opened.current = opened.tree.add_line(NodeId::START, line);
        opened.flipped = self.flipped;
        Ok(KeptComparison::Same(Box::new(opened)))
    }

    /// Whether an address holds all of what is kept.
    pub fn fits_address(pgn: &str) -> bool {
        import(pgn).is_ok_and(|read| {
            let link = analysis_link(&Self::of_opened(&read.opened));
            link.dropped.is_empty()
        })
    }

    fn moves_to(&self, at: NodeId) -> Vec<Move> {
        let path = self.tree.path(at).into_iter();
        path.filter_map(|at| self.tree.last_move(at)).collect()
    }

    fn of_opened(opened: &OpenedGame) -> Self {
        Self {
            tree: opened.tree.clone(),
            current: opened.current,
            annotations: opened.annotations.clone(),
            tags: opened.tags.clone(),
            flipped: opened.flipped,
            ..Self::default()
        }
    }

    /// Adds tags that are not there.
    pub(super) fn add_tags(&mut self, tags: &Tags) {
        for (name, value) in tags.iter() {
            if self.tags.get(name).is_none() {
                self.tags.set(name, value);
            }
        }
    }
}
