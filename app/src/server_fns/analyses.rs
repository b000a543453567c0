//! Server functions for kept analyses.

use leptos::prelude::*;
use wire::visitor::analyses::{
    AnalysisAnswer, AnalysisCursor, AnalysisId, AnalysisList, KeptAnalysis, SentAnalysis,
};
use wire::visitor::caller::BackendError;

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond, session, set_session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// Keeps a new analysis, or a new version of one. Idempotent.
#[server(prefix = "/fn", endpoint = "keep_analysis", input = StrictJson, client = SequentialClient)]
pub async fn keep_analysis(analysis: SentAnalysis) -> Result<AnalysisAnswer, BackendError> {
    let recorded = respond(backend().keep_analysis(session(), analysis).await)?;
    if let Some(token) = recorded.new_session {
        set_session(&token);
    }
    Ok(recorded.answer)
}

/// An analysis of the visitor; `None` if they have no such one.
#[server(prefix = "/fn", endpoint = "open_analysis", input = StrictJson)]
pub async fn open_analysis(id: AnalysisId) -> Result<Option<KeptAnalysis>, BackendError> {
    respond(backend().kept_analysis(session(), id).await)
}

/// A page of the visitor's analyses, the last change first; `before` comes from the previous page.
#[server(prefix = "/fn", endpoint = "kept_analyses", input = StrictJson)]
pub async fn kept_analyses(before: Option<AnalysisCursor>) -> Result<AnalysisList, BackendError> {
    respond(backend().kept_analyses(session(), before).await)
}

/// Gives an analysis another name. Idempotent.
#[server(prefix = "/fn", endpoint = "rename_analysis", input = StrictJson, client = SequentialClient)]
pub async fn rename_analysis(
    id: AnalysisId,
    seen: u64,
    name: String,
) -> Result<AnalysisAnswer, BackendError> {
    respond(backend().rename_analysis(session(), id, seen, name).await)
}

/// Deletes an analysis. Idempotent.
#[server(prefix = "/fn", endpoint = "delete_analysis", input = StrictJson, client = SequentialClient)]
pub async fn delete_analysis(id: AnalysisId, seen: u64) -> Result<AnalysisAnswer, BackendError> {
    respond(backend().delete_analysis(session(), id, seen).await)
}
