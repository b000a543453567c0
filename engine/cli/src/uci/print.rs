//! The lines that the engine sends.

use std::fmt::Write;

use engine::eval::{EvalConfig, Evaluation, Tuned};
use engine::rules::{Color, Move, Position, Square};
use engine::search::{Bound, Line, Score, Trying};

/// `info depth …`: the line of a finished depth, with its wins, draws and losses if `wdl`.
#[must_use]
pub fn info_line(line: &Line, wdl: bool) -> String {
    info(line, Bound::Exact, wdl)
}

/// `info … lowerbound …` or `upperbound`: a line of an unfinished depth.
#[must_use]
pub fn partial_info_line(line: &Line, bound: Bound, wdl: bool) -> String {
    info(line, bound, wdl)
}

fn info(line: &Line, bound: Bound, wdl: bool) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth, line.seldepth, line.rank, line.score
    );
    text.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if wdl {
        let [win, draw, loss] = line.score.wdl();
        append(&mut text, format_args!(" wdl {win} {draw} {loss}"));
    }
    append(
        &mut text,
        format_args!(
            " nodes {} nps {} hashfull {} time {} pv",
            line.nodes,
            nodes_per_second(line.nodes, line.time_ms),
            line.hashfull,
            line.time_ms,
        ),
    );
    for mv in &line.pv {
        append(&mut text, format_args!(" {mv}"));
    }
    text
}

/// `info … currmove …`: the root move that is searched next.
#[must_use]
pub fn current_move(trying: &Trying) -> String {
    format!(
        "info depth {} currmove {} currmovenumber {}",
        trying.depth, trying.mv, trying.number
    )
}

/// `info depth 0 …`: checkmate or stalemate, nothing to search.
#[must_use]
pub fn game_over(position: &Position) -> String {
    let score = if position.in_check() {
        Score::Mate(0)
    } else {
        Score::Cp(0)
    };
    format!("info depth 0 score {score}")
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

/// `d`: the board from White's side, FEN, key and checkers.
#[must_use]
pub fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        append(&mut text, format_args!("{} ", rank + 1));
        for file in 0..8 {
            let square = Square::from_index(rank * 8 + file);
            let piece = square.and_then(|square| position.piece_at(square));
            let letter = piece.map_or('.', |(color, piece)| match color {
                Color::White => piece.char().to_ascii_uppercase(),
                Color::Black => piece.char(),
            });
            append(&mut text, format_args!(" {letter}"));
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h\n\n");
    append(
        &mut text,
        format_args!("FEN: {}\nKey: {:016x}\n", position.to_fen(), position.key()),
    );
    text.push_str("Checkers:");
    for square in position.checkers() {
        append(&mut text, format_args!(" {square}"));
    }
    text
}

/// `eval`: the tuned evaluation by term, and the score of the evaluation in force, centipawns.
#[must_use]
pub fn evaluation(position: &Position, config: &EvalConfig) -> String {
    let [white, black] = Tuned::terms(position);
    let mut text = String::from("term       white mg/eg   black mg/eg\n");
    for ((name, own), (_, theirs)) in white.named().zip(black.named()) {
        append(
            &mut text,
            format_args!(
                "{name:<10}{:>6} {:>6} {:>6} {:>6}\n",
                own.middlegame, own.endgame, theirs.middlegame, theirs.endgame
            ),
        );
    }
    let tuned = EvalConfig::from(Evaluation::Tuned);
    let others = Some(config).filter(|config| config.name() != tuned.name());
    for config in [&tuned].into_iter().chain(others) {
        let score = config.evaluator().evaluate(position);
        let white_score = match position.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        };
        let name = config.name();
        append(
            &mut text,
            format_args!("{name}: {white_score} centipawns, White's view\n"),
        );
    }
    text.truncate(text.trim_end().len());
    text
}

fn nodes_per_second(nodes: u64, time_ms: u64) -> u64 {
    nodes.saturating_mul(1_000) / time_ms.max(1)
}

/// Appends to a string, which cannot fail.
fn append(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("a String accepts everything");
}

#[cfg(test)]
mod tests {
    use super::*;

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
            explored: None,
            pv,
        };
        let head = "info depth 6 seldepth 9 multipv 1 score mate -2";
        let tail = " nodes 3000 nps 1500000 hashfull 7 time 2 pv e2e4";
        let cases = [
            (info_line(&report, false), ""),
            (info_line(&report, true), " wdl 0 0 1000"),
            (partial_info_line(&report, Bound::Exact, false), ""),
            (
                partial_info_line(&report, Bound::Lower, false),
                " lowerbound",
            ),
            (
                partial_info_line(&report, Bound::Upper, true),
                " upperbound wdl 0 0 1000",
            ),
        ];
        for (text, middle) in cases {
            assert_eq!(text, format!("{head}{middle}{tail}"));
        }
    }

    #[test]
    fn a_finished_game_is_a_mate_or_a_draw() {
        for (fen, said) in [
            ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", "score mate 0"),
            ("k7/8/1Q6/8/8/8/8/2K5 b - - 0 1", "score cp 0"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(game_over(&position), format!("info depth 0 {said}"));
        }
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
