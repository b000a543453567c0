//! The evaluations by name.

use std::fmt;
use std::str::FromStr;

/// An evaluation by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Evaluation {
    /// The network; without one, [`Evaluation::Tuned`] replaces it.
    #[default]
    Network,
    /// The hand-crafted evaluation.
    Tuned,
    /// The evaluation of the article on server-side search.
    Classic,
    /// Material and six piece-square tables.
    Squares,
    /// Material and five piece-square tables.
    Course,
    /// Material and a piece-square table for rooks.
    Rooks,
    /// Material alone.
    Material,
}

impl Evaluation {
    /// All evaluations; those that play first, those for teaching after them.
    pub const ALL: [Evaluation; 7] = [
        Evaluation::Network,
        Evaluation::Tuned,
        Evaluation::Classic,
        Evaluation::Squares,
        Evaluation::Course,
        Evaluation::Rooks,
        Evaluation::Material,
    ];

    /// The name in options and for display.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Evaluation::Network => "network",
            Evaluation::Tuned => "tuned",
            Evaluation::Classic => "classic",
            Evaluation::Squares => "squares",
            Evaluation::Course => "course",
            Evaluation::Rooks => "rooks",
            Evaluation::Material => "material",
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that no evaluation has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown evaluation {0:?}")]
pub struct UnknownEvaluation(pub String);

impl FromStr for Evaluation {
    type Err = UnknownEvaluation;

    fn from_str(name: &str) -> Result<Evaluation, UnknownEvaluation> {
        Evaluation::ALL
            .into_iter()
            .find(|known| known.as_str() == name)
            .ok_or_else(|| UnknownEvaluation(name.to_owned()))
    }
}
