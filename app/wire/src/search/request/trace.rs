//! The request for the tree of a search.

use engine::player::StrategyId;
use serde::{Deserialize, Serialize};

use super::field::check;
use crate::field_error::FieldError;

/// The most nodes and moves of a tree that may be asked for.
pub const MAX_TRACE_NODES: u32 = 65_536;

/// The tree of the search: every position visited and every move left out, with the reason. It comes as a
/// stream before the result, and each node of it counts as a position visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TraceSpec {
    /// The most nodes and moves that are told, besides the searches of the root and what lies on the way to
    /// the last node. Of a larger tree small branches are folded into counts by cause.
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 65536))]
    pub nodes: u32,
}

impl TraceSpec {
    /// Checks what can be traced: alpha-beta as strong as it is, on one thread. `changed_by` is the field that
    /// names a strength or a style.
    ///
    /// # Errors
    /// The first field that does not fit.
    pub(super) fn check(
        self,
        strategy: StrategyId,
        changed_by: Option<&str>,
        threads: u16,
    ) -> Result<(), FieldError> {
        check("trace.nodes", self.nodes, MAX_TRACE_NODES)?;
        if !matches!(strategy, StrategyId::Intuition | StrategyId::Calculator) {
            let reason = format!("expected intuition or calculator for a trace, found {strategy}");
            return Err(FieldError::new("strategy", reason));
        }
        if let Some(field) = changed_by {
            let reason = "a search at a playing level or in a style is not traced";
            return Err(FieldError::new(field, reason));
        }
        if threads > 1 {
            let reason = format!("expected 1 for a trace, found {threads}");
            return Err(FieldError::new("threads", reason));
        }
        Ok(())
    }
}
