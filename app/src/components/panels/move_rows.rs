//! The rows of the move list, computed from a game.

use client::play::PlayState;
use engine::player::Source;
use engine::rules::{Color, Game, Move, san};

/// A move with its ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveEntry {
    pub ply: usize,
    pub san: String,
    /// The source of the engine's move; empty for a person's.
    pub source: &'static str,
}

/// A numbered row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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

/// The rows of a game. `source` labels the move with an index.
pub fn game_rows(game: &Game, source: impl Fn(usize) -> &'static str) -> Vec<MoveRow> {
    let black_begins = starts_with_black(game);
    let first_number = usize::from(game.start().fullmove_number());
    let mut rows: Vec<MoveRow> = Vec::new();
    for (index, san) in game.sans().into_iter().enumerate() {
        let half = index + black_begins;
        let number = first_number + half / 2;
        if rows.last().is_none_or(|row| row.number != number) {
            rows.push(MoveRow {
                number,
                ..MoveRow::default()
            });
        }
        let entry = MoveEntry {
            ply: index + 1,
            san,
            source: source(index),
        };
        if let Some(row) = rows.last_mut() {
            let place = if half.is_multiple_of(2) {
                &mut row.white
            } else {
                &mut row.black
            };
            *place = Some(entry);
        }
    }
    rows
}

/// 1 where Black makes the first move.
fn starts_with_black(game: &Game) -> usize {
    usize::from(game.start().side_to_move() == Color::Black)
}

/// The rows of the playing page's game, with its branches.
pub fn rows(state: &PlayState) -> Vec<MoveRow> {
    let mut rows = game_rows(&state.game, |index| {
        let source = state.sources.get(&index);
        source.map_or("", |source| source_label(*source))
    });
    let black_begins = starts_with_black(&state.game);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_from_where_the_game_begins() {
        let mut game = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").expect("legal");
        for uci in ["e8e7", "e2e4", "e7e6"] {
            let mv = game.position().parse_uci(uci).expect("legal");
            game.play(mv).expect("legal");
        }
        let entry = |ply, san: &str| {
            Some(MoveEntry {
                ply,
                san: san.to_owned(),
                source: "",
            })
        };
        let row = |number, white, black| MoveRow {
            number,
            white,
            black,
            branches: Vec::new(),
        };
        assert_eq!(
            game_rows(&game, |_| ""),
            [
                row(7, None, entry(1, "Ke7")),
                row(8, entry(2, "e4"), entry(3, "Ke6")),
            ]
        );
    }
}
