//! What is looked into as it is shared: with its variations, and who played.

use engine::rules::pgn::{GameResult, Tags};
use engine::rules::{Color, Move, NodeId, Outcome, Position, Reason};
use wire::{
    live::typed_name::cleaned,
    visitor::live_games::{MAX_NAME_CHARS, SharedGame, SharedPlayer},
};

use super::{Analysis, YOU};

/// What is on the page, under this id.
pub fn shared(state: &Analysis, client_id: String) -> SharedGame {
    let tree = &state.tree;
    let end = tree.main_line().last().copied().unwrap_or(NodeId::START);
    let game = tree.game_at(end);
    let start = game.start();
    let mut tags = state.tags.clone();
    for tag in ["White", "Black"] {
        // Nobody else is "You"; the server knows who it is.
        if tags.get(tag) == Some(YOU) {
            tags.set(tag, "?");
        }
    }
    SharedGame {
        client_id,
        start_fen: (*start != Position::startpos()).then(|| start.to_fen()),
        moves: game.moves().iter().map(Move::to_string).collect(),
        white: player(&state.tags, "White"),
        black: player(&state.tags, "Black"),
        outcome: game
            .outcome_without_claims()
            .or_else(|| stated(&state.tags)),
        control: None,
        left_ms: Vec::new(),
        bottom: if state.flipped {
            Color::Black
        } else {
            Color::White
        },
        pgn: Some(state.pgn_with(&tags)),
    }
}

fn player(tags: &Tags, tag: &str) -> SharedPlayer {
    let name = tags.get(tag).unwrap_or_default();
    // As the playing page calls who sits there.
    if name.trim() == YOU {
        return SharedPlayer::Visitor;
    }
    // What the server refuses in a name is left out, so that the game can be shared all the same.
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

/// The result that the tags tell. How it came about they do not.
fn stated(tags: &Tags) -> Option<Outcome> {
    match GameResult::from_text(tags.get("Result")?)? {
        GameResult::Win(color) => Some(Outcome::win(color, Reason::Resignation)),
        GameResult::Draw => Some(Outcome::draw(Reason::Agreement)),
        GameResult::Unknown => None,
    }
}
