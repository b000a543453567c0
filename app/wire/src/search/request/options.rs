//! The options of a search.

use engine::book::Style;
use engine::eval::{Evaluation, PlayingStyle, UnknownPlayingStyle};
use engine::player::{Level, Strength};
use engine::tables::TableSet;
use serde::{Deserialize, Serialize};

use crate::NetworkId;
use crate::field_error::FieldError;
#[cfg(feature = "server")]
use crate::schema::{BookName, EvaluationName, PlayingStyleName, TableSetName};
use crate::strength::in_tenths;

/// Switches that change the search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct OptionsSpec {
    /// Whether captures are searched to the end at the leaves.
    pub quiescence: bool,
    /// Whether a move may be skipped to prove that a position is good enough.
    pub null_move: bool,
    /// Who judges positions: the strategy's own where absent. `network:` and the id of an uploaded network
    /// needs an API key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<EvaluationName>))]
    pub evaluation: Option<String>,
    /// How strong a strategy that searches plays: as well as its limits let it where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 10))]
    pub level: Option<u8>,
    /// The same in tenths of a level, in place of `level`: at 3.4 four moves of ten are of level 4, the others
    /// of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(minimum = 1, maximum = 10, example = json!(3.4)))]
    pub strength: Option<f64>,
    /// What a strategy that searches likes beside what is good; nothing where absent. It costs some strength, and
    /// scores are told without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<PlayingStyleName>))]
    pub playing_style: Option<String>,
    /// What the hybrid opens with: `standard` where absent, or `off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<BookName>))]
    pub book: Option<String>,
    /// The endgame tables that a search at full strength asks, by the most men: `none` where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "server", schema(value_type = Option<TableSetName>))]
    pub tables: Option<String>,
}

/// What stands before the id of an uploaded network.
const UPLOADED: &str = "network:";

impl OptionsSpec {
    /// The evaluation, and the uploaded network of `network:<id>`.
    pub(super) fn evaluation(&self) -> Result<(Option<Evaluation>, Option<NetworkId>), FieldError> {
        let Some(name) = &self.evaluation else {
            return Ok((None, None));
        };
        let refuse = |reason: String| FieldError::new("options.evaluation", reason);
        if let Some(id) = name.strip_prefix(UPLOADED) {
            let id = id
                .parse()
                .map_err(|error| refuse(format!("after {UPLOADED:?}: {error}, found {id:?}")))?;
            return Ok((Some(Evaluation::Network), Some(id)));
        }
        let evaluation = name.parse().map_err(|_| {
            let known = Evaluation::ALL.map(Evaluation::as_str).join(", ");
            refuse(format!(
                "expected one of {known}, {UPLOADED}<id>, found {name:?}"
            ))
        })?;
        Ok((Some(evaluation), None))
    }

    /// The strength by either name.
    pub(super) fn strength(&self) -> Result<Option<Strength>, FieldError> {
        let level = self.level.map(Level::try_from).transpose();
        let level = level.map_err(|error| FieldError::new("options.level", error))?;
        let Some(strength) = self.strength else {
            return Ok(level.map(Strength::from));
        };
        if level.is_some() {
            let reason = "expected a level or a strength, found both";
            return Err(FieldError::new("options.strength", reason));
        }
        match in_tenths(strength) {
            Ok(strength) => Ok(Some(strength)),
            Err(error) => Err(error.within("options")),
        }
    }

    pub(super) fn playing_style(&self) -> Result<Option<PlayingStyle>, FieldError> {
        let style = self.playing_style.as_deref().map(str::parse).transpose();
        style.map_err(|UnknownPlayingStyle(found)| {
            let known = PlayingStyle::ALL.map(PlayingStyle::as_str).join(", ");
            let reason = format!("expected one of {known}, found {found:?}");
            FieldError::new("options.playing_style", reason)
        })
    }

    /// The field by which the search is another than the strategy's at its best, if there is one.
    pub(super) fn changed_by(&self) -> Option<&'static str> {
        if self.playing_style.is_some() {
            Some("options.playing_style")
        } else if self.level.is_some() {
            Some("options.level")
        } else {
            self.strength.map(|_| "options.strength")
        }
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
            strength: None,
            playing_style: None,
            book: None,
            tables: None,
        }
    }
}
