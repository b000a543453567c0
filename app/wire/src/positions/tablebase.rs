//! `GET /api/v1/tablebase`: what endgame tables say of a position and of its moves, in the shape of the
//! public tablebase API that clients know, with `mate` beside it.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The parameters as they were sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TablebaseQuery {
    /// The position; underscores may stand for its spaces.
    #[param(max_length = 100, example = json!("8/8/8/8/8/2k5/8/K6R w - - 0 1"))]
    pub fen: String,
}

/// The body of the answer, in the view of the side to move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TablebaseAnswer {
    #[serde(flatten)]
    pub position: TablebaseEntry,
    /// All legal moves, best first; what they say is of the position after them, in the view of the side
    /// that is to move there.
    pub moves: Vec<TablebaseMove>,
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TablebaseMove {
    /// In UCI notation.
    pub uci: String,
    /// In standard algebraic notation.
    pub san: String,
    /// Whether it is a capture or a pawn's move.
    pub zeroing: bool,
    #[serde(flatten)]
    pub position: TablebaseEntry,
}

/// A position in the tables, in the view of its side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TablebaseEntry {
    /// The result, the fifty-move rule by the position's own clock included.
    pub category: Category,
    /// Plies to the next capture, pawn move or mate in best play; negative where the side to move loses, -1
    /// where it is mated, 0 in a draw. `null` where no table has the position.
    pub dtz: Option<i32>,
    /// The same where it is exact; Syzygy tables, which positions of more than four men are looked up in, may
    /// be a ply short.
    pub precise_dtz: Option<i32>,
    /// Plies to mate, the fifty-move rule ignored; negative where the side to move loses, 0 where it is
    /// mated. `null` in a draw, and where no table of ours has the position.
    pub dtm: Option<i32>,
    /// Always `null`: of another variant.
    pub dtw: Option<i32>,
    /// Always `null`: no table has it.
    pub dtc: Option<i32>,
    /// Moves to mate; negative where the side to move is mated. `null` as with `dtm`.
    pub mate: Option<i32>,
    pub checkmate: bool,
    pub stalemate: bool,
    /// Always `false`: of another variant.
    pub variant_win: bool,
    /// Always `false`: of another variant.
    pub variant_loss: bool,
    /// Whether no sequence of moves leads to mate.
    pub insufficient_material: bool,
}

/// A result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    Win,
    /// No table has it.
    Unknown,
    /// Won, unless its last ply comes one too late.
    MaybeWin,
    /// Won, but for the fifty-move rule.
    CursedWin,
    Draw,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Lost, unless the last ply comes one too late.
    MaybeLoss,
    Loss,
}
