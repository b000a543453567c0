//! The limits of a search.

use std::time::Duration;

use engine::search::SearchLimits;
use serde::{Deserialize, Serialize};

use super::field::check;
use crate::field_error::FieldError;

/// Limits of a request that names none: 200 ms.
pub const DEFAULT_MOVETIME_MS: u64 = 200;
/// The longest search that may be asked for, in milliseconds.
pub const MAX_MOVETIME_MS: u64 = 10_000;
/// The most positions that may be asked for.
pub const MAX_NODES: u64 = 50_000_000;
/// The deepest search that may be asked for, in plies.
pub const MAX_DEPTH: u8 = 64;

/// When a search stops. Whichever comes first counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LimitsSpec {
    /// Depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 64))]
    pub depth: Option<u8>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 50_000_000))]
    pub nodes: Option<u64>,
    /// Time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 10_000))]
    pub movetime_ms: Option<u64>,
}

impl LimitsSpec {
    /// Whether there is no limit.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A time limit alone.
    pub fn movetime(ms: u64) -> Self {
        Self {
            movetime_ms: Some(ms),
            ..Self::default()
        }
    }

    /// These limits, or the default if there are none.
    ///
    /// # Errors
    /// A limit is out of its range.
    pub(super) fn or_default(self) -> Result<Self, FieldError> {
        if self.is_empty() {
            return Ok(Self::movetime(DEFAULT_MOVETIME_MS));
        }
        if let Some(depth) = self.depth {
            check("limits.depth", depth, MAX_DEPTH)?;
        }
        if let Some(nodes) = self.nodes {
            check("limits.nodes", nodes, MAX_NODES)?;
        }
        if let Some(ms) = self.movetime_ms {
            check("limits.movetime_ms", ms, MAX_MOVETIME_MS)?;
        }
        Ok(self)
    }

    pub(super) fn to_limits(self) -> SearchLimits {
        SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime_ms.map(Duration::from_millis),
            ..SearchLimits::default()
        }
    }
}
