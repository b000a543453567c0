//! Tests of repertoires and of the page's reducer.

mod drill;
mod own_games;
mod repertoires;
mod stored_text;
mod why;

use engine::rules::{Color, GameTree, Move, NodeId, Position, san};
use proptest::prelude::*;

use super::{OpeningsState, Repertoire, RepertoireId};
use crate::exercises::LocalTime;

/// A day in 2024, ms.
const NOW: u64 = 1_715_947_200_000;
const DAY: u64 = 86_400_000;

fn time(ms: u64) -> LocalTime {
    LocalTime { ms, utc_offset: 0 }
}

fn id() -> RepertoireId {
    RepertoireId(7)
}

fn repertoire(color: Color, pgn: &str) -> Repertoire {
    Repertoire::from_pgn(id(), "Mine", color, pgn).unwrap().0
}

fn with(repertoire: Repertoire) -> OpeningsState {
    OpeningsState {
        repertoires: vec![repertoire],
        time: time(NOW),
        ..OpeningsState::default()
    }
}

/// The moves of a line in SAN.
fn moves(sans: &str) -> Vec<Move> {
    let mut position = Position::startpos();
    let played = sans.split_whitespace().map(|text| {
        let mv = san::parse(&position, text).unwrap();
        position = position.play(mv);
        mv
    });
    played.collect()
}

fn after(sans: &str) -> Position {
    let start = Position::startpos();
    moves(sans)
        .into_iter()
        .fold(start, |position, mv| position.play(mv))
}

/// A tree of random legal moves.
fn trees() -> impl Strategy<Value = GameTree> {
    let choices = prop::collection::vec((any::<u16>(), any::<u16>()), 1..120);
    choices.prop_map(|choices| {
        let mut tree = GameTree::new(Position::startpos());
        let mut nodes = vec![NodeId::START];
        for (parent, chosen) in choices {
            // The latest ones more often: lines of some length.
            let back = usize::from(parent) % nodes.len().min(8);
            let at = nodes[nodes.len() - 1 - back];
            let legal = tree.position(at).legal_moves();
            let Some(&mv) = legal.get(usize::from(chosen) % legal.len().max(1)) else {
                continue;
            };
            nodes.push(tree.play(at, mv).unwrap());
        }
        tree
    })
}
