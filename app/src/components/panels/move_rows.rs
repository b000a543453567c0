//! The rows of the move list, computed from the play state.

use client::play::PlayState;
use engine::player::Source;
use engine::rules::{Color, Move, san};

/// A move with its ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveEntry {
    pub ply: usize,
    pub san: String,
    /// The source of the engine's move; empty for a person's.
    pub source: &'static str,
}

/// A numbered row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveRow {
    pub number: usize,
    pub white: Option<MoveEntry>,
    pub black: Option<MoveEntry>,
    /// Other lines that branch off here.
    pub branches: Vec<Branch>,
}

/// A branch with its index in the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Branch {
    pub index: usize,
    pub line: String,
}

/// The number of moves shown of a branch.
const MAX_BRANCH_MOVES: usize = 6;

/// The label of a move's source.
fn source_label(source: Source) -> &'static str {
    match source {
        Source::Book => "book",
        Source::Tablebase => "table",
        Source::Learner => "memory",
        Source::Search => "search",
        Source::Chance => "lot",
    }
}

/// The rows of the game, with its branches.
pub fn rows(state: &PlayState) -> Vec<MoveRow> {
    let start = state.game.start();
    let black_begins = usize::from(start.side_to_move() == Color::Black);
    let first_number = usize::from(start.fullmove_number());
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, san) in state.game.sans().into_iter().enumerate() {
        let half = index + black_begins;
        let source = state
            .sources
            .get(&index)
            .map_or("", |source| source_label(*source));
        let entry = Some(MoveEntry {
            ply: index + 1,
            san,
            source,
        });
        match rows.last_mut() {
            Some(row) if half % 2 == 1 => row.black = entry,
            _ => {
                let number = first_number + half / 2;
                let (white, black) = if half % 2 == 0 {
                    (entry, None)
                } else {
                    (None, entry)
                };
                rows.push(MoveRow {
                    number,
                    white,
                    black,
                    branches: Vec::new(),
                });
            }
        }
    }
    for (index, ply, line) in state.branches() {
        // Beside the move that it replaces; at the game's end beside the last one.
        let row = (ply + black_begins) / 2;
        let last = rows.len().saturating_sub(1);
        if let Some(row) = rows
            .get_mut(row.min(last))
            .filter(|_| ply <= state.game.ply())
        {
            row.branches.push(Branch {
                index,
                line: branch_line(state, ply, &line[ply..]),
            });
        }
    }
    rows
}

/// A line's first moves with their numbers: `2… c5 3. Nf3`.
fn branch_line(state: &PlayState, ply: usize, moves: &[Move]) -> String {
    let mut position = state.game.position_at(ply);
    let mut text = String::new();
    for (index, &mv) in moves.iter().take(MAX_BRANCH_MOVES).enumerate() {
        let number = position.fullmove_number();
        match (position.side_to_move(), index) {
            (Color::White, _) => text.push_str(&format!("{number}. ")),
            (Color::Black, 0) => text.push_str(&format!("{number}\u{2026} ")),
            (Color::Black, _) => {}
        }
        text.push_str(&san::write(&position, mv));
        text.push(' ');
        position = position.play(mv);
    }
    if moves.len() > MAX_BRANCH_MOVES {
        text.push('\u{2026}');
    }
    text.trim_end().to_owned()
}
