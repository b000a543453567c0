//! What the board shows.

use engine::exercises::HintStage;
use engine::rules::{BitBoard, Color, Game, Move, Position};

use super::shown_line::ShownLine;
use super::state::{Attempt, AttemptStage, TrainState};
use crate::analysis::{OpenedGame, fragment};

/// What to analyse: the exercise's position with the moves on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisTarget {
    pub start: Position,
    pub moves: Vec<Move>,
    /// Whether Black is below.
    pub flipped: bool,
}

impl AnalysisTarget {
    /// The fragment of the analysis page's address, without `#`.
    #[must_use]
    pub fn fragment(&self) -> String {
        let mut game = Game::from_position(self.start);
        for &mv in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        let opened = OpenedGame::from_game(&game, &[], game.ply());
        fragment(&opened.tree, opened.current, &opened.tags, self.flipped)
    }
}

impl Attempt {
    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> Position {
        if let Some(preview) = self.preview() {
            return preview.position;
        }
        match self.wrong_move() {
            Some(wrong) => self.position.play(wrong),
            None => self.position,
        }
    }

    /// The last move on the board; `None` where the exercise begins.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        match self.preview() {
            Some(preview) => preview.last,
            None => self.wrong_move().or(self.moves.last().copied()),
        }
    }

    /// The marked squares: those of a proof, or that of the piece in a hint.
    #[must_use]
    pub fn marked(&self) -> BitBoard {
        if let Some(preview) = self.preview() {
            return preview.marked;
        }
        let hinted = self.to_find().filter(|_| self.hint.is_some());
        hinted.map(Move::from).into_iter().collect()
    }

    /// The arrows: the move that a hint gives away.
    #[must_use]
    pub fn arrows(&self) -> Vec<Move> {
        let given = self.hint == Some(HintStage::Move) && self.line.is_none();
        self.to_find().filter(|_| given).into_iter().collect()
    }

    /// The side whose pieces the visitor may move.
    #[must_use]
    pub fn movable(&self) -> Option<Color> {
        let may_move = self.stage == AttemptStage::YourMove && self.line.is_none();
        may_move.then(|| self.exercise.solver())
    }

    /// The side at the bottom of the board: it solves.
    #[must_use]
    pub fn bottom(&self) -> Color {
        self.exercise.solver()
    }

    /// What the analysis page is to open: what is on the board. A pass cannot be analysed, so a line ends
    /// before it and the position after it is taken in its place.
    #[must_use]
    pub fn analysis(&self) -> AnalysisTarget {
        let flipped = self.bottom() == Color::Black;
        if let Some(ShownLine { kind, plies }) = self.line
            && let Some(line) = self.line(kind)
        {
            let played = &line.proof.moves[..plies.min(line.proof.moves.len())];
            let after_pass = played
                .iter()
                .rposition(Option::is_none)
                .map_or(0, |at| at + 1);
            let start = line.proof.position_after(&line.before, after_pass);
            if let Some(start) = start {
                return AnalysisTarget {
                    start,
                    moves: played[after_pass..].iter().flatten().copied().collect(),
                    flipped,
                };
            }
        }
        let mut moves = self.moves.clone();
        moves.extend(self.wrong_move());
        AnalysisTarget {
            start: self.exercise.start,
            moves,
            flipped,
        }
    }

    /// The wrong move that is on the board.
    fn wrong_move(&self) -> Option<Move> {
        let is_wrong = self.stage == AttemptStage::Wrong;
        self.wrong.last().copied().filter(|_| is_wrong)
    }

    /// The move of the solution that is to be found now.
    fn to_find(&self) -> Option<Move> {
        let is_own = self.stage == AttemptStage::YourMove;
        let mv = self.exercise.solution.get(2 * self.index()).copied();
        mv.filter(|_| is_own)
    }
}

impl TrainState {
    /// The position on the board; `None` while no exercise is shown.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.shown.as_ref().map(Attempt::position)
    }
}
