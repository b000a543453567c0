//! The options of a search.

use engine::{book::Style, eval::Evaluation, player::Level, tables::TableSet};
use serde::{Deserialize, Serialize};

use crate::field_error::FieldError;
#[cfg(feature = "server")]
use crate::schema::{BookName, EvaluationName, TableSetName};

/// Switches that change the search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OptionsSpec {
    /// Whether captures are searched to the end at the leaves.
    pub quiescence: bool,
    /// Whether a move may be skipped to prove that a position is good enough.
    pub null_move: bool,
    /// Who judges positions: the strategy's own where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<EvaluationName>))]
    pub evaluation: Option<String>,
    /// How strong a strategy that searches plays: as well as its limits let it where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// What the hybrid opens with: `standard` where absent, or `off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<BookName>))]
    pub book: Option<String>,
    /// The endgame tables that a search at full strength asks, by the most men: `none` where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<TableSetName>))]
    pub tables: Option<String>,
}

impl OptionsSpec {
    pub(super) fn evaluation(&self) -> Result<Option<Evaluation>, FieldError> {
        let Some(name) = &self.evaluation else {
            return Ok(None);
        };
        name.parse().map(Some).map_err(|_| {
            let known = Evaluation::ALL.map(Evaluation::as_str).join(", ");
            let reason = format!("expected one of {known}, found {name:?}");
            FieldError::new("options.evaluation", reason)
        })
    }

    pub(super) fn level(&self) -> Result<Option<Level>, FieldError> {
        let level = self.level.map(Level::try_from).transpose();
        level.map_err(|error| FieldError::new("options.level", error))
    }

    pub(super) fn book(&self) -> Result<Option<Style>, FieldError> {
        match self.book.as_deref() {
            None => Ok(Some(Style::default())),
            Some("off") => Ok(None),
            Some(name) => name.parse().map(Some).map_err(|_| {
                let known = Style::ALL.map(Style::as_str).join(", ");
                let reason = format!("expected one of {known}, off, found {name:?}");
                FieldError::new("options.book", reason)
            }),
        }
    }

    pub(super) fn tables(&self) -> Result<TableSet, FieldError> {
        let Some(name) = &self.tables else {
            return Ok(TableSet::None);
        };
        TableSet::from_name(name).ok_or_else(|| {
            let known = TableSet::ALL.map(TableSet::as_str).join(", ");
            let reason = format!("expected one of {known}, found {name:?}");
            FieldError::new("options.tables", reason)
        })
    }
}

impl Default for OptionsSpec {
    fn default() -> Self {
        Self {
            quiescence: true,
            null_move: true,
            evaluation: None,
            level: None,
            book: None,
            tables: None,
        }
    }
}
