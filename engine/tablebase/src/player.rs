//! A player that answers from tables where they have the position.

use engine::player::{Control, Decision, Player, Source, StopReason};
use engine::rules::{Game, Move, Position};
use engine::search::{Line, Report, Score, SearchLimits};
use engine::tables::{EndgameTables, EndgameValue, SharedTables};

/// Half moves without a capture or pawn move after which a draw is claimed.
const FIFTY_MOVES: u16 = 100;
/// Plies of a line that are shown.
const MAX_LINE: usize = 200;

/// A player with endgame tables: in a solved position it plays the quickest win or the longest defence, and
/// leaves only moves that draw to the search where the position is drawn.
pub struct TablePlayer {
    tables: SharedTables,
    inner: Box<dyn Player + Send>,
}

/// What tables say of a position in which a move is wanted.
pub enum SolvedRoot {
    /// No table has it.
    Unknown,
    /// Won or lost: the answer.
    Decided(Box<Decision>),
    /// Drawn: the limits of a search among the moves that keep the draw.
    Drawn(Box<SearchLimits>),
}

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

impl TablePlayer {
    /// `inner` plays where no table has the position; it should be lent the same tables.
    #[must_use]
    pub fn new(tables: SharedTables, inner: Box<dyn Player + Send>) -> TablePlayer {
        TablePlayer { tables, inner }
    }
}

impl Player for TablePlayer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        match solved_root(&*self.tables, game, limits, control) {
            SolvedRoot::Unknown => self.inner.choose(game, limits, control),
            SolvedRoot::Decided(decision) => *decision,
            SolvedRoot::Drawn(limits) => self.inner.choose(game, &limits, control),
        }
    }

    fn new_game(&mut self) {
        self.inner.new_game();
    }
}

/// Looks a game's position up, with the moves that the limits allow.
pub fn solved_root(
    tables: &dyn EndgameTables,
    game: &Game,
    limits: &SearchLimits,
    control: &mut Control<'_>,
) -> SolvedRoot {
    let started = control.clock.now();
    let Some(mut moves) = solved_moves(tables, game.position()) else {
        return SolvedRoot::Unknown;
    };
    let wanted = limits.root_moves(moves.iter().map(|solved| solved.mv).collect());
    moves.retain(|solved| wanted.contains(&solved.mv));
    let Some(best) = moves.first() else {
        return SolvedRoot::Unknown;
    };
    if best.value == EndgameValue::Draw {
        let drawing = moves
            .iter()
            .filter(|solved| solved.value == EndgameValue::Draw);
        let mut limits = limits.clone();
        // An analysis of several lines shows the losing moves, too.
        if limits.multipv <= 1 {
            limits.searchmoves = drawing.map(|solved| solved.mv).collect();
        }
        return SolvedRoot::Drawn(Box::new(limits));
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
    SolvedRoot::Decided(Box::new(Decision {
        mv: Some(best.mv),
        source: Source::Tablebase,
        lines,
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time_ms: (control.clock.now() - started).as_millis() as u64,
        stop_reason: StopReason::Mate,
        recalled: None,
    }))
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
    moves.sort_by_key(|solved| match solved.value {
        EndgameValue::Win(plies) => (0, i32::from(plies)),
        // Of wins that the fifty-move rule takes away, those that come closest.
        EndgameValue::Draw => (1, solved.zeroing.map_or(i32::MAX, i32::from)),
        EndgameValue::Loss(plies) => (2, -i32::from(plies)),
    });
    Some(moves)
}

/// What the tables have of a move.
fn solved_move(tables: &dyn EndgameTables, position: &Position, mv: Move) -> Option<SolvedMove> {
    let child = position.play(mv);
    let value = match tables.mate(&child)? {
        EndgameValue::Draw => EndgameValue::Draw,
        EndgameValue::Win(plies) => EndgameValue::Loss(plies + 1),
        EndgameValue::Loss(plies) => EndgameValue::Win(plies + 1),
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
