//! A game: start position, moves, and the draw rules that depend on its history.

use super::{FenError, Move, Outcome, Position, Reason, san};

/// A start position and the moves played from it, with a cursor: [`Game::undo`] steps back and
/// keeps the moves for [`Game::redo`], until another move is played.
///
/// ```
/// use engine::rules::{Game, Reason};
///
/// let mut game = Game::new();
/// for mv in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     game.play(game.position().parse_uci(mv).unwrap()).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, Reason::Checkmate);
/// assert_eq!(game.sans(), ["f3", "e5", "g4", "Qh4#"]);
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Every position, the start first, those to redo last; never empty.
    positions: Vec<Position>,
    /// The keys of `positions`, for searches that look for repetitions.
    keys: Vec<u64>,
    /// The moves between the positions: one fewer.
    moves: Vec<Move>,
    /// Number of moves played; the rest are to redo.
    cursor: usize,
}

/// A move that the rules forbid in the position it was played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal in this position")]
pub struct IllegalMove {
    /// The refused move.
    pub mv: Move,
}

impl Game {
    /// A game from the usual start position.
    pub fn new() -> Game {
        Game::from_position(Position::startpos())
    }

    /// A game that starts in this position.
    pub fn from_position(start: Position) -> Game {
        Game {
            keys: vec![start.key()],
            positions: vec![start],
            moves: Vec::new(),
            cursor: 0,
        }
    }

    /// A game that starts in the position of a FEN.
    ///
    /// # Errors
    /// What [`Position::from_fen`] refuses.
    pub fn from_fen(fen: &str) -> Result<Game, FenError> {
        Position::from_fen(fen).map(Game::from_position)
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.cursor]
    }

    /// The moves played, without those to redo.
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.cursor]
    }

    /// The moves taken back, the next one to redo first.
    pub fn redo_moves(&self) -> &[Move] {
        &self.moves[self.cursor..]
    }

    /// Number of half-moves played.
    pub fn ply(&self) -> usize {
        self.cursor
    }

    /// The position after `ply` half-moves; the current one beyond the last move.
    pub fn position_at(&self, ply: usize) -> Position {
        self.positions[ply.min(self.cursor)]
    }

    /// The keys of all positions from the start to the current one.
    pub fn keys(&self) -> &[u64] {
        &self.keys[..=self.cursor]
    }

    /// Plays a move and drops those to redo. A finished game can be continued while there are legal
    /// moves.
    ///
    /// # Errors
    /// The move is illegal; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMove { mv });
        }
        self.push(mv, self.position().play(mv));
        Ok(())
    }

    /// Plays a legal move.
    pub(super) fn push(&mut self, mv: Move, next: Position) {
        self.positions.truncate(self.cursor + 1);
        self.keys.truncate(self.cursor + 1);
        self.moves.truncate(self.cursor);
        self.positions.push(next);
        self.keys.push(next.key());
        self.moves.push(mv);
        self.cursor += 1;
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.cursor = self.cursor.checked_sub(1)?;
        Some(self.moves[self.cursor])
    }

    /// Plays the next move that was taken back and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.cursor)?;
        self.cursor += 1;
        Some(mv)
    }

    /// The moves played, in Standard Algebraic Notation.
    pub fn sans(&self) -> Vec<String> {
        self.positions
            .iter()
            .zip(self.moves())
            .map(|(position, &mv)| san::write(position, mv))
            .collect()
    }

    /// How often a position after a move was on the board since the last capture or pawn move.
    #[must_use]
    pub fn occurrences_of(&self, child: &Position) -> usize {
        let reach = usize::from(self.position().halfmove_clock()) + 1;
        let keys = self.keys().iter().rev().take(reach);
        keys.filter(|&&key| key == child.key()).count()
    }

    /// Number of occurrences of the current position, at least 1.
    pub fn repetitions(&self) -> u32 {
        // Only positions since the last irreversible move, with the same side to move, can repeat.
        let reach = usize::from(self.position().halfmove_clock()) + 1;
        let current = self.position().key();
        let same = self
            .keys()
            .iter()
            .rev()
            .take(reach)
            .step_by(2)
            .filter(|&&key| key == current);
        same.count() as u32
    }

    /// The outcome by the rules, with claimable draws counted as claimed. Mate takes precedence, even on
    /// the hundredth half-move.
    pub fn outcome(&self) -> Option<Outcome> {
        self.dead_end()
            .or_else(|| self.claimable().map(Outcome::draw))
    }

    /// The outcome by the rules without any claim (FIDE Laws of Chess, 5.1, 5.2 and 9.6).
    pub fn outcome_without_claims(&self) -> Option<Outcome> {
        let reason = if let Some(end) = self.dead_end() {
            return Some(end);
        } else if self.position().halfmove_clock() >= 150 {
            Reason::SeventyFiveMove
        } else if self.repetitions() >= 5 {
            Reason::Fivefold
        } else {
            return None;
        };
        Some(Outcome::draw(reason))
    }

    /// The claimable draw in this position (FIDE Laws of Chess, 9.2 and 9.3).
    pub fn claimable(&self) -> Option<Reason> {
        if self.position().halfmove_clock() >= 100 {
            Some(Reason::FiftyMove)
        } else if self.repetitions() >= 3 {
            Some(Reason::Threefold)
        } else {
            None
        }
    }

    /// Mate, stalemate, or insufficient material.
    fn dead_end(&self) -> Option<Outcome> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.in_check() {
                Outcome::win(!position.side_to_move(), Reason::Checkmate)
            } else {
                Outcome::draw(Reason::Stalemate)
            });
        }
        let dead = position.insufficient_material();
        dead.then_some(Outcome::draw(Reason::InsufficientMaterial))
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}
