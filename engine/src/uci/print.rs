//! Writes the answers of the protocol.

use std::fmt::Write;

use crate::eval::{Evaluator, Tuned};
use crate::rules::{Color, Move, Position, Square};
use crate::search::{Line, RootMove};

/// `info depth …`: a finished depth's line.
#[must_use]
pub fn line(line: &Line) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv",
        line.depth,
        line.seldepth,
        line.rank,
        line.score,
        line.nodes,
        nodes_per_second(line.nodes, line.time_ms),
        line.hashfull,
        line.time_ms,
    );
    for mv in &line.pv {
        push(&mut text, format_args!(" {mv}"));
    }
    text
}

/// `info … currmove …`: the root move that was just searched.
#[must_use]
pub fn current_move(root_move: &RootMove) -> String {
    format!(
        "info depth {} currmove {} currmovenumber {}",
        root_move.depth, root_move.mv, root_move.number
    )
}

/// `bestmove …`, with the expected reply where there is one.
#[must_use]
pub fn best_move(mv: Option<Move>, reply: Option<Move>) -> String {
    match (mv, reply) {
        (None, _) => "bestmove (none)".to_owned(),
        (Some(mv), None) => format!("bestmove {mv}"),
        (Some(mv), Some(reply)) => format!("bestmove {mv} ponder {reply}"),
    }
}

/// `d`: the board seen by White, FEN, key and checkers.
#[must_use]
pub fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        push(&mut text, format_args!("{} ", rank + 1));
        for file in 0..8 {
            let square = Square::from_index(rank * 8 + file);
            let piece = square.and_then(|square| position.piece_at(square));
            let letter = piece.map_or('.', |(color, piece)| match color {
                Color::White => piece.char().to_ascii_uppercase(),
                Color::Black => piece.char(),
            });
            push(&mut text, format_args!(" {letter}"));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n\n");
    push(
        &mut text,
        format_args!("FEN: {}\nKey: {:016x}\n", position.to_fen(), position.key()),
    );
    text.push_str("Checkers:");
    for square in position.checkers() {
        push(&mut text, format_args!(" {square}"));
    }
    text
}

/// `eval`: the tuned evaluation term by term, centipawns.
#[must_use]
pub fn evaluation(position: &Position) -> String {
    let [white, black] = Tuned::terms(position);
    let mut text = String::from("term       white mg/eg   black mg/eg\n");
    for ((name, own), (_, theirs)) in white.named().zip(black.named()) {
        push(
            &mut text,
            format_args!(
                "{name:<10}{:>6} {:>6} {:>6} {:>6}\n",
                own.middlegame, own.endgame, theirs.middlegame, theirs.endgame
            ),
        );
    }
    let score = Tuned::default().evaluate(position);
    let white_score = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    push(
        &mut text,
        format_args!("evaluation {white_score} centipawns, White's view"),
    );
    text
}

fn nodes_per_second(nodes: u64, time_ms: u64) -> u64 {
    nodes.saturating_mul(1_000) / time_ms.max(1)
}

/// Writing to a string cannot fail.
fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("a String accepts everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Score;

    #[test]
    fn a_line_reads_as_the_protocol_has_it() {
        let position = Position::startpos();
        let pv = vec![position.parse_uci("e2e4").unwrap()];
        let report = Line {
            rank: 1,
            depth: 6,
            seldepth: 9,
            score: Score::Mate(-2),
            nodes: 3_000,
            time_ms: 2,
            hashfull: 7,
            pv,
        };
        assert_eq!(
            line(&report),
            "info depth 6 seldepth 9 multipv 1 score mate -2 nodes 3000 nps 1500000 hashfull 7 \
             time 2 pv e2e4"
        );
    }

    #[test]
    fn no_move_is_said_as_none() {
        assert_eq!(best_move(None, None), "bestmove (none)");
    }

    #[test]
    fn the_board_shows_pieces_by_case() {
        let text = board(&Position::startpos());
        assert!(text.starts_with("8  r n b q k b n r\n"), "{text}");
        assert!(text.contains("1  R N B Q K B N R\n"), "{text}");
    }
}
