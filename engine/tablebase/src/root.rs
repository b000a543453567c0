//! Answers from tables at the root of a search.

use engine::player::{Control, Decision, SolvedRoot, Source, StopReason};
use engine::rules::{Game, Move, Position};
use engine::search::{Bound, Line, Report, RootMove, Score, SearchLimits};
use engine::tables::{EndgameTables, EndgameValue, Wdl};

/// Half moves without a capture or pawn move after which a draw is claimed.
const FIFTY_MOVES: u16 = 100;
/// Plies of a line that are shown.
const MAX_LINE: usize = 200;

/// A move with what the tables have of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedMove {
    pub mv: Move,
    /// For the mover. A win that the fifty-move rule takes away is a draw here.
    pub value: EndgameValue,
    /// Plies to the next capture, pawn move or mate, this move included; `None` if the position after it is
    /// drawn.
    pub zeroing: Option<u8>,
}

/// Chooses with tables, where there are some: in a won position the quickest win, in a lost one the longest
/// defence, and where the game is drawn or no table has it what `search` chooses, in a drawn one among the
/// moves that draw.
pub fn choose_by_tables(
    tables: Option<&dyn EndgameTables>,
    game: &Game,
    limits: &SearchLimits,
    control: &mut Control<'_>,
    search: impl FnOnce(&SearchLimits, &mut Control<'_>) -> Decision,
) -> Decision {
    let Some(tables) = tables else {
        return search(limits, control);
    };
    let started = control.clock.now();
    let Some(mut moves) = solved_moves(tables, game.position()) else {
        return choose_among_keeping(tables, game, limits, control, search);
    };
    draw_third_occurrences(&mut moves, game);
    let root = solved_root(&moves);
    let wanted = limits.root_moves(moves.iter().map(|solved| solved.mv).collect());
    moves.retain(|solved| wanted.contains(&solved.mv));
    let Some(best) = moves.first().copied() else {
        return search(limits, control);
    };
    if best.value == EndgameValue::Draw {
        moves.retain(|solved| solved.value == EndgameValue::Draw);
        let mut limits = limits.clone();
        limits.searchmoves = moves.iter().map(|solved| solved.mv).collect();
        return Decision {
            solved: root,
            ..choose_drawn(&limits, control, search)
        };
    }
    let count = usize::from(limits.multipv.max(1));
    let lines = moves
        .iter()
        .take(count)
        .zip(1..)
        .map(|(solved, rank)| Line {
            rank,
            depth: 0,
            seldepth: 0,
            score: score(solved.value),
            nodes: 0,
            time_ms: 0,
            hashfull: 0,
            explored: None,
            pv: line(tables, game.position(), solved.mv),
        });
    let lines: Vec<Line> = lines.collect();
    for line in &lines {
        (control.report)(Report::Depth(line.clone()));
    }
    Decision {
        mv: Some(best.mv),
        source: Source::Tablebase,
        lines,
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time_ms: (control.clock.now() - started).as_millis() as u64,
        stop_reason: StopReason::Mate,
        sight: None,
        recalled: None,
        solved: root,
    }
}

/// Searches the moves that keep the result, where tables tell them, and otherwise all.
fn choose_among_keeping(
    tables: &dyn EndgameTables,
    game: &Game,
    limits: &SearchLimits,
    control: &mut Control<'_>,
    search: impl FnOnce(&SearchLimits, &mut Control<'_>) -> Decision,
) -> Decision {
    let Some(mut keeping) = tables.keeping_moves(game) else {
        return search(limits, control);
    };
    let wanted = limits.root_moves(game.position().legal_moves().into_iter().collect());
    keeping.moves.retain(|mv| wanted.contains(mv));
    if keeping.moves.is_empty() {
        return search(limits, control);
    }
    let limits = SearchLimits {
        searchmoves: keeping.moves,
        ..limits.clone()
    };
    match keeping.result {
        Wdl::Draw => choose_drawn(&limits, control, search),
        Wdl::Win | Wdl::Loss => search(&limits, control),
    }
}

/// The value of a position and how many of its moves have which result; `None` where it has no move.
fn solved_root(moves: &[SolvedMove]) -> Option<SolvedRoot> {
    let count = |result: Wdl| {
        let same = moves.iter().filter(|solved| solved.value.wdl() == result);
        same.count() as u8
    };
    Some(SolvedRoot {
        score: score(moves.first()?.value),
        moves: [Wdl::Win, Wdl::Draw, Wdl::Loss].map(count),
    })
}

/// Chooses among moves that draw. The search's scores say which of them sets more problems; what is told is
/// the truth.
fn choose_drawn(
    limits: &SearchLimits,
    control: &mut Control<'_>,
    search: impl FnOnce(&SearchLimits, &mut Control<'_>) -> Decision,
) -> Decision {
    let report = &mut *control.report;
    let mut report_drawn = |found: Report| {
        report(match found {
            Report::Depth(line) => Report::Depth(drawn(line)),
            Report::Unfinished { line, .. } => Report::Unfinished {
                line: drawn(line),
                bound: Bound::Exact,
            },
            Report::RootMove(root_move) => Report::RootMove(RootMove {
                score: Score::Cp(0),
                bound: Bound::Exact,
                ..root_move
            }),
            Report::Trying(_) | Report::Explored(_) => found,
        });
    };
    let mut control = Control {
        clock: control.clock,
        stop: control.stop,
        report: &mut report_drawn,
        rng: control.rng.clone(),
    };
    let decision = search(limits, &mut control);
    Decision {
        source: Source::Tablebase,
        lines: decision.lines.into_iter().map(drawn).collect(),
        ..decision
    }
}

fn drawn(line: Line) -> Line {
    Line {
        score: Score::Cp(0),
        ..line
    }
}

/// The moves of a solved position, best first: quick wins, draws, slow losses. `None` unless the position
/// and those after its moves are in the tables.
#[must_use]
pub fn solved_moves(tables: &dyn EndgameTables, position: &Position) -> Option<Vec<SolvedMove>> {
    if position.occupied().len() > tables.men() {
        return None;
    }
    tables.mate(position)?;
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        moves.push(solved_move(tables, position, mv)?);
    }
    sort(&mut moves);
    Some(moves)
}

/// Best first.
fn sort(moves: &mut [SolvedMove]) {
    moves.sort_by_key(|solved| match solved.value {
        EndgameValue::Win(plies) => (0, i32::from(plies)),
        EndgameValue::Draw => (1, 0),
        EndgameValue::Loss(plies) => (2, -i32::from(plies)),
    });
}

/// A move to a position that was on the board twice draws.
fn draw_third_occurrences(moves: &mut [SolvedMove], game: &Game) {
    for solved in &mut *moves {
        let child = game.position().play(solved.mv);
        if game.occurrences_of(&child) >= 2 {
            solved.value = EndgameValue::Draw;
        }
    }
    sort(moves);
}

/// What the tables have of a move.
fn solved_move(tables: &dyn EndgameTables, position: &Position, mv: Move) -> Option<SolvedMove> {
    let child = position.play(mv);
    let value = match tables.mate(&child)? {
        EndgameValue::Draw => EndgameValue::Draw,
        EndgameValue::Win(plies) => EndgameValue::Loss(plies.checked_add(1)?),
        EndgameValue::Loss(plies) => EndgameValue::Win(plies.checked_add(1)?),
    };
    let ends_phase = child.halfmove_clock() == 0;
    let after = if ends_phase {
        Some(0)
    } else {
        tables.zeroing(&child)
    };
    let zeroing = match value {
        EndgameValue::Draw => None,
        _ => Some(after?.saturating_add(1)),
    };
    // The clock after the move, and what the phase still takes; mate on the hundredth ply counts.
    let clock = child.halfmove_clock() + u16::from(after.unwrap_or(0));
    let is_in_time = value == EndgameValue::Draw || clock <= FIFTY_MOVES;
    Some(SolvedMove {
        mv,
        value: if is_in_time {
            value
        } else {
            EndgameValue::Draw
        },
        zeroing,
    })
}

/// The score for the mover.
fn score(value: EndgameValue) -> Score {
    match value {
        EndgameValue::Draw => Score::Cp(0),
        EndgameValue::Win(plies) => Score::Mate((i32::from(plies) + 1) / 2),
        EndgameValue::Loss(plies) => Score::Mate(-i32::from(plies) / 2),
    }
}

/// A move, and the best play of both sides after it.
fn line(tables: &dyn EndgameTables, position: &Position, mv: Move) -> Vec<Move> {
    let mut line = vec![mv];
    let mut position = position.play(mv);
    while line.len() < MAX_LINE {
        let best = solved_moves(tables, &position).and_then(|moves| moves.first().copied());
        let Some(best) = best.filter(|best| best.value != EndgameValue::Draw) else {
            break;
        };
        line.push(best.mv);
        position = position.play(best.mv);
    }
    line
}
