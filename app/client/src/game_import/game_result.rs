//! What is known of an analysed game.

use engine::exercises::{ExerciseId, GamePhase};
use engine::explain::{ClaimKind, Verdict};
use engine::rules::{Color, Move, Position, san};
use serde::{Deserialize, Serialize};

use super::claim_kind_text;
use super::found_game::MAX_NAME_CHARS;
use super::game_key::GameKey;
use super::refused::MAX_PLIES;
use super::stored_bytes::{StoredError, check};
use crate::phase_losses::MoveLosses;

/// The most mistakes of a side that are kept, the largest ones.
pub const MAX_MISTAKES: usize = 24;

/// The longest date, time control, opening's code and opening's name, characters.
pub(super) const MAX_DATE_CHARS: usize = 10;
pub(super) const MAX_TIME_CONTROL_CHARS: usize = 20;
const MAX_ECO_CHARS: usize = 3;
const MAX_OPENING_CHARS: usize = 80;
const MAX_FEN_BYTES: usize = 100;
/// A loss is at most 100 points.
const MAX_LOSS: u32 = 1_000;

/// An analysed game. Losses are of winning chance, in tenths of a percentage point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    pub key: GameKey,
    /// As in the tag: `2024.05.17`; empty where there is none.
    pub date: String,
    /// White and Black.
    pub players: [String; 2],
    pub end: GameEnd,
    pub opening: Option<PlayedOpening>,
    /// As in the tag: `180+2`; empty where there is none.
    pub time_control: String,
    /// Half-moves.
    pub plies: u16,
    /// Where it was decided, if it was.
    pub decided: Option<Decided>,
    /// The visitor's sides, White first: one, or two where both are looked at.
    pub sides: Vec<SideResult>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameEnd {
    Win(Color),
    Draw,
    Unknown,
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedOpening {
    /// `C60`
    pub eco: String,
    pub name: String,
}

impl PlayedOpening {
    /// The name without the variation.
    #[must_use]
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or_default().trim()
    }
}

/// From when on a game was decided: the last move after which one side's winning chance stayed at
/// [`DECIDED_CHANCE`](engine::exercises::DECIDED_CHANCE) or above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    pub phase: GamePhase,
    /// The side that was ahead.
    pub ahead: Color,
}

/// What is known of a side's moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideResult {
    pub color: Color,
    /// By the order of [`PHASES`](crate::phase_losses::PHASES).
    pub phases: [PhaseResult; 3],
    /// Moves in time trouble: with less than a tenth of the base time, or than 30 seconds if that is
    /// less.
    pub in_trouble: MoveLosses,
    /// Moves with more time.
    pub with_time: MoveLosses,
    /// Blunders after less than two seconds, with more time on the clock.
    pub premature: u16,
    /// In the game's order.
    pub mistakes: Vec<GameMistake>,
}

/// A side's moves in a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseResult {
    pub moves: MoveLosses,
    /// Mistakes and blunders, also those that are not kept.
    pub mistakes: u16,
    /// Moves whose time is known, and their time together, ms.
    pub timed_moves: u16,
    pub time_ms: u32,
}

/// A move that lost ten points or more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameMistake {
    /// Half-moves before it.
    pub ply: u16,
    /// The position before it.
    pub fen: String,
    pub played: Move,
    /// The best move.
    pub better: Move,
    pub loss: u16,
    pub phase: GamePhase,
    /// What the opponent could do then, where that is proved.
    #[serde(with = "claim_kind_text")]
    pub allowed: Option<ClaimKind>,
    /// What the best move would have done, where that is proved.
    #[serde(with = "claim_kind_text")]
    pub missed: Option<ClaimKind>,
    /// The clock before the move, ms.
    pub clock_ms: Option<u32>,
    /// Whether there is an exercise from this position.
    pub has_exercise: bool,
}

impl GameMistake {
    /// The position before the move; `None` only where the text is none.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        Position::from_fen(&self.fen).ok()
    }

    /// The move in Standard Algebraic Notation.
    #[must_use]
    pub fn san(&self) -> String {
        self.write(self.played)
    }

    /// The best move in Standard Algebraic Notation.
    #[must_use]
    pub fn better_san(&self) -> String {
        self.write(self.better)
    }

    fn write(&self, mv: Move) -> String {
        let position = self.position().filter(|position| position.is_legal(mv));
        position.map_or_else(String::new, |position| san::write(&position, mv))
    }

    #[must_use]
    pub fn verdict(&self) -> Verdict {
        Verdict::of(f64::from(self.loss) / 10.0).unwrap_or(Verdict::Mistake)
    }

    /// The exercise from this position.
    #[must_use]
    pub fn exercise_id(&self) -> Option<ExerciseId> {
        let position = self.position().filter(|_| self.has_exercise)?;
        Some(ExerciseId(position.key()))
    }
}

impl GameResult {
    /// Whether a side has won; `None` for a draw and where it is not known.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.end {
            GameEnd::Win(color) => Some(color),
            GameEnd::Draw | GameEnd::Unknown => None,
        }
    }

    /// Ids of the exercises from this game.
    pub fn exercises(&self) -> impl Iterator<Item = ExerciseId> {
        let mistakes = self.sides.iter().flat_map(|side| &side.mistakes);
        mistakes.filter_map(GameMistake::exercise_id)
    }

    /// Whether all that a result promises holds.
    pub(super) fn check(&self) -> Result<(), StoredError> {
        let fits = |text: &str, most| text.chars().count() <= most;
        check(fits(&self.date, MAX_DATE_CHARS), "date")?;
        let players = self.players.iter().all(|name| fits(name, MAX_NAME_CHARS));
        check(players, "players' names")?;
        let time_control = fits(&self.time_control, MAX_TIME_CONTROL_CHARS);
        check(time_control, "time control")?;
        if let Some(opening) = &self.opening {
            let is_short =
                fits(&opening.eco, MAX_ECO_CHARS) && fits(&opening.name, MAX_OPENING_CHARS);
            check(is_short, "opening")?;
        }
        check(usize::from(self.plies) <= MAX_PLIES, "number of moves")?;
        let colors: Vec<Color> = self.sides.iter().map(|side| side.color).collect();
        let are_sides = matches!(colors[..], [_] | [Color::White, Color::Black]);
        check(are_sides, "sides")?;
        self.sides
            .iter()
            .try_for_each(|side| side.check(self.plies))
    }
}

impl SideResult {
    fn check(&self, plies: u16) -> Result<(), StoredError> {
        let clocked = [self.in_trouble, self.with_time];
        let phases = self.phases.iter().map(|phase| phase.moves);
        for losses in clocked.into_iter().chain(phases) {
            let is_possible =
                losses.moves <= plies && losses.loss <= MAX_LOSS * u32::from(losses.moves);
            check(is_possible, "loss of a phase")?;
        }
        for phase in &self.phases {
            let counts = [phase.mistakes, phase.timed_moves];
            let is_possible = counts.iter().all(|count| *count <= phase.moves.moves);
            check(is_possible, "mistakes or times of a phase")?;
        }
        check(self.premature <= plies, "premature moves")?;
        check(self.mistakes.len() <= MAX_MISTAKES, "number of mistakes")?;
        let mut mistakes = self.mistakes.iter();
        mistakes.try_for_each(|one| one.check(self.color, plies))
    }
}

impl GameMistake {
    fn check(&self, color: Color, plies: u16) -> Result<(), StoredError> {
        check(self.ply < plies, "mistake's place")?;
        check(u32::from(self.loss) <= MAX_LOSS, "mistake's loss")?;
        check(self.fen.len() <= MAX_FEN_BYTES, "mistake's position")?;
        let Some(position) = self.position() else {
            return check(false, "mistake's position");
        };
        let is_legal = |mv| position.is_legal(mv);
        let fits =
            position.side_to_move() == color && is_legal(self.played) && is_legal(self.better);
        check(fits, "mistake's moves")
    }
}
