//! The server functions of kept analyses: `Analyses` over the store.

use engine::rules::{GameTree, NodeId, pgn};
use wire::positions::validate::parse_annotated_pgn;
use wire::visitor::analyses::{check_name, check_pgn_text};
use wire::{
    Analyses, AnalysisAnswer, AnalysisCursor, AnalysisId, AnalysisList, BackendError,
    BackendFuture, FieldError, KeptAnalysis, RecordedAnalysis, SentAnalysis, SessionToken,
};

use crate::backend::Visitors;
use crate::offload::offload;
use crate::store::{AnalysesFull, NewAnalysis};

impl Analyses for Visitors {
    fn keep_analysis(
        &self,
        session: Option<SessionToken>,
        analysis: SentAnalysis,
    ) -> BackendFuture<'_, RecordedAnalysis> {
        Box::pin(async move {
            // Each move is checked.
            let checked = offload(move || checked(analysis)).await;
            let checked = checked.map_err(|error| BackendError::Unavailable(error.to_string()))?;
            let analysis = checked.map_err(invalid)?;
            let user = self.user(session).await?;
            let kept = self.store.keep_analysis(user, analysis).await?;
            kept.map_err(|full| {
                let field = match full {
                    AnalysesFull::Number => "analyses",
                    AnalysesFull::Bytes => "pgn",
                };
                invalid(FieldError::new(field, full))
            })
        })
    }

    fn kept_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
    ) -> BackendFuture<'_, Option<KeptAnalysis>> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.kept_analysis(user, id).await?),
                None => Ok(None),
            }
        })
    }

    fn kept_analyses(
        &self,
        session: Option<SessionToken>,
        before: Option<AnalysisCursor>,
    ) -> BackendFuture<'_, AnalysisList> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.kept_analyses(user, before).await?),
                None => Ok(AnalysisList::default()),
            }
        })
    }

    fn rename_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
        seen: u64,
        name: String,
    ) -> BackendFuture<'_, AnalysisAnswer> {
        Box::pin(async move {
            check_name(&name).map_err(invalid)?;
            match self.user(session).await? {
                Some(user) => Ok(self.store.rename_analysis(user, id, seen, name).await?),
                None => Ok(AnalysisAnswer::Gone),
            }
        })
    }

    fn delete_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
        seen: u64,
    ) -> BackendFuture<'_, AnalysisAnswer> {
        Box::pin(async move {
            match self.user(session).await? {
                Some(user) => Ok(self.store.delete_analysis(user, id, seen).await?),
                None => Ok(AnalysisAnswer::Gone),
            }
        })
    }
}

fn invalid(error: FieldError) -> BackendError {
    BackendError::Invalid {
        field: error.field,
        reason: error.reason,
    }
}

/// The analysis with its PGN as the rules write it.
fn checked(analysis: SentAnalysis) -> Result<NewAnalysis, FieldError> {
    analysis.check()?;
    let read = parse_annotated_pgn(&analysis.pgn)?;
    let pgn = pgn::write_annotated_tree(
        &read.tree,
        &read.annotations,
        &read.tags,
        read.result.outcome().as_ref(),
    );
    // What was written in few letters may be longer now.
    check_pgn_text(&pgn)?;
    Ok(NewAnalysis {
        id: analysis.id,
        seen: analysis.seen,
        name: analysis.name,
        plies: count(read.tree.main_line().len()),
        variations: count(variations(&read.tree)),
        pgn,
    })
}

/// A PGN has far fewer moves than this can count.
fn count(found: usize) -> u32 {
    u32::try_from(found).unwrap_or(u32::MAX)
}

/// The lines of a tree beside its main line.
fn variations(tree: &GameTree) -> usize {
    let mut count = 0;
    let mut open = vec![NodeId::START];
    while let Some(at) = open.pop() {
        let replies = tree.replies(at);
        count += replies.len().saturating_sub(1);
        open.extend(replies);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(pgn: &str) -> SentAnalysis {
        SentAnalysis {
            id: AnalysisId(7),
            seen: 3,
            name: "Ada \u{2013} Bob".to_owned(),
            pgn: pgn.to_owned(),
        }
    }

    #[test]
    fn all_that_an_analysis_says_is_kept_and_its_lines_are_counted() {
        let text = "[White \"Ada\"]\n[PonderReview \"of a later version\"]\n\n\
             1. e4! {[%csl Ge4] good} (1. d4 d5 (1... Nf6) 2. c4) (1. c4) e5 1-0";
        let kept = checked(sent(text)).expect("is taken");
        assert_eq!((kept.seen, kept.plies, kept.variations), (3, 2, 3));
        let (before, after) = (
            pgn::parse_annotated(text).expect("is a PGN"),
            pgn::parse_annotated(&kept.pgn).expect("is a PGN"),
        );
        assert_eq!(after.tags.get("PonderReview"), Some("of a later version"));
        assert_eq!(before.annotations, after.annotations);
        assert_eq!(before.result, after.result);
        // Written once more it is the same, so that sending it again changes nothing.
        let again = checked(sent(&kept.pgn)).expect("is taken");
        assert_eq!(again.pgn, kept.pgn);
    }

    #[test]
    fn what_is_no_pgn_is_refused_by_its_field() {
        let deep = "(1. d4 ".repeat(30_000);
        for bad in ["1. e5", "[FEN \"x\"]\n\n*", "1. e4 {\0}", &deep, "'; DROP"] {
            let error = checked(sent(bad)).expect_err("is refused");
            assert_eq!(error.field, "pgn");
        }
        // Dense text that is too long as the rules write it.
        let dense = format!("{}*", "Nf3 Nf6 Ng1 Ng8 ".repeat(15_000));
        let error = checked(sent(&dense)).map(|kept| kept.pgn.len());
        assert_eq!(error.expect_err("is refused").field, "pgn");
    }

    #[test]
    fn an_analysis_without_moves_may_be_kept() {
        for text in ["*", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*"] {
            let kept = checked(sent(text)).expect("is taken");
            assert_eq!((kept.plies, kept.variations), (0, 0));
        }
    }
}
