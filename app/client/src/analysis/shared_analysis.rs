//! The analysis in the form that the server shares.

use engine::rules::pgn::{Tags, TreeAnnotations};
use engine::rules::{Color, Move, NodeId};
use wire::live::typed_name::cleaned;
use wire::visitor::live_games::{MAX_NAME_CHARS, MAX_PGN_BYTES, SharedGame, SharedPlayer};

use super::fitting::{AnalysisPart, FittedAnnotations};
use super::{AnalysisState, YOU, state::stated_outcome};
use crate::play::start_fen;

/// An analysis to share.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedAnalysis {
    pub game: SharedGame,
    /// What its PGN leaves out, because it would be longer than [`MAX_PGN_BYTES`].
    pub dropped: Vec<AnalysisPart>,
}

/// The analysis under this client id. Annotations that make its PGN too long are left out.
pub fn shared_analysis(state: &AnalysisState, client_id: String) -> SharedAnalysis {
    let tree = &state.tree;
    let end = tree.main_line().last().copied().unwrap_or(NodeId::START);
    let game = tree.game_at(end);
    let mut tags = state.tags.clone();
    for tag in ["White", "Black"] {
        // Only the visitor is "You"; the server knows who that is.
        if tags.get(tag) == Some(YOU) {
            tags.set(tag, "?");
        }
    }
    let (pgn, dropped) = fitted_pgn(state, &tags);
    let game = SharedGame {
        client_id,
        start_fen: start_fen(&game),
        moves: game.moves().iter().map(Move::to_string).collect(),
        white: shared_player(&state.tags, "White"),
        black: shared_player(&state.tags, "Black"),
        outcome: game
            .outcome_without_claims()
            .or_else(|| stated_outcome(&state.tags)),
        control: None,
        left_ms: Vec::new(),
        bottom: if state.flipped {
            Color::Black
        } else {
            Color::White
        },
        pgn: Some(pgn),
    };
    SharedAnalysis { game, dropped }
}

/// The PGN with as many annotations as the server takes, and with the finished review if there is room
/// for it. The server refuses a tree that is too large without any.
fn fitted_pgn(state: &AnalysisState, tags: &Tags) -> (String, Vec<AnalysisPart>) {
    let (mut written, mut dropped) = (String::new(), Vec::new());
    let mut annotations = TreeAnnotations::new();
    for fitted in FittedAnnotations::steps(&state.annotations) {
        written = state.pgn_with(&fitted.annotations, tags);
        (annotations, dropped) = (fitted.annotations, fitted.dropped);
        if written.len() <= MAX_PGN_BYTES {
            break;
        }
    }
    let mut is_left_out = state.has_too_long_review();
    if let Some(tags) = state.tags_with_review(tags) {
        let whole = state.pgn_with(&annotations, &tags);
        is_left_out = whole.len() > MAX_PGN_BYTES;
        if !is_left_out {
            written = whole;
        }
    }
    if is_left_out {
        dropped.insert(0, AnalysisPart::Review);
    }
    (written, dropped)
}

fn shared_player(tags: &Tags, tag: &str) -> SharedPlayer {
    let name = tags.get(tag).unwrap_or_default();
    // The playing page uses the same name.
    if name.trim() == YOU {
        return SharedPlayer::Visitor;
    }
    // Characters that the server rejects are removed, so that the game can be shared all the same.
    match cleaned(name).as_str() {
        "" | "?" => SharedPlayer::Somebody,
        name => {
            let short: String = name.chars().take(MAX_NAME_CHARS).collect();
            SharedPlayer::Called {
                name: short.trim_end().to_owned(),
            }
        }
    }
}
