//! Static evaluation: what a position is worth without looking ahead, in centipawns.
//!
//! `nnue` is the one that plays, a network, and `tuned` the hand-made one; `classic` and the presets
//! are the sources', kept for teaching. The search calls them through [`Evaluator`]; integers only,
//! so the answer is the same on every target.

mod classic;
mod judge;
mod learned;
mod masks;
pub mod nnue;
mod parts;
mod presets;
mod tapered;
pub mod tuned;

use std::fmt;
use std::str::FromStr;

use crate::rules::Position;

pub use classic::Classic;
pub use judge::{Judge, Noise};
pub use learned::{Judges, Learned};
pub use parts::Part;
pub use tapered::Tapered;
pub use tuned::{Terms, Tuned};

/// A judge of positions. What it keeps from one position to the next never changes its answer.
pub trait Evaluator: Send {
    /// Centipawns from the point of view of the side to move; always smaller in size than
    /// [`LIMIT`].
    fn evaluate(&mut self, position: &Position) -> i32;

    /// As [`evaluate`](Self::evaluate), in a search, `ply` plies from where it began: a position
    /// lies near the one that was evaluated a ply before it.
    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        let _ = ply;
        self.evaluate(position)
    }
}

/// Bound of every evaluation, centipawns: scores from here on are mates.
pub const LIMIT: i32 = 30_000;

/// The evaluations by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Evaluation {
    /// The network. Where there is none, [`Evaluation::Tuned`] stands in for it.
    #[default]
    Network,
    /// The hand-made one.
    Tuned,
    /// The article's (E2).
    Classic,
    /// B's: material and tables.
    Squares,
    /// D's: material and five tables.
    Course,
    /// C's: material and a table for rooks.
    Rooks,
    /// E's: material alone.
    Material,
}

impl Evaluation {
    /// All evaluations; what plays first, what teaches after it.
    pub const ALL: [Evaluation; 7] = [
        Evaluation::Network,
        Evaluation::Tuned,
        Evaluation::Classic,
        Evaluation::Squares,
        Evaluation::Course,
        Evaluation::Rooks,
        Evaluation::Material,
    ];

    /// The name under which it is selected and shown.
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

    fn evaluator(self, network: Option<&Learned>) -> Box<dyn Evaluator> {
        match (self, network) {
            (Evaluation::Network, Some(network)) => network.evaluator(),
            (Evaluation::Network | Evaluation::Tuned, _) => Box::<Tuned>::default(),
            (Evaluation::Classic, _) => Box::new(Classic),
            (Evaluation::Squares, _) => Box::new(presets::SQUARES),
            (Evaluation::Course, _) => Box::new(presets::COURSE),
            (Evaluation::Rooks, _) => Box::new(presets::ROOKS),
            (Evaluation::Material, _) => Box::new(presets::MATERIAL),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is no evaluation's.
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
