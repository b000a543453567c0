//! The practice game that the page shows, move by move, while others are played much faster.

use engine::rules::{Color, Game, Move};
use lab::datagen::SelfPlayGame;

/// Ticks for which the end of a game stays.
const TICKS_AT_THE_END: u32 = 6;

/// The practice game that is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct PracticeBoard {
    /// As far as it is shown.
    pub game: Game,
    /// Which generation's network plays.
    pub generation: u32,
    rest: std::collections::VecDeque<Move>,
    winner: Option<Color>,
    ticks_left: u32,
    /// The latest game, which comes next.
    next: Option<(u32, SelfPlayGame)>,
}

impl PracticeBoard {
    pub(super) fn new(generation: u32, record: &SelfPlayGame) -> Self {
        Self {
            // It was checked by the worker that played it.
            game: record.opening().unwrap_or_else(|_| Game::new()),
            generation,
            rest: record.moves.iter().map(|scored| scored.mv).collect(),
            winner: record.winner,
            ticks_left: TICKS_AT_THE_END,
            next: None,
        }
    }

    /// Takes in a game that comes after this one, unless a later one does.
    pub(super) fn queue(&mut self, generation: u32, record: SelfPlayGame) {
        self.next = Some((generation, record));
    }

    /// Shows the next move, or the next game.
    pub(super) fn tick(&mut self) {
        if let Some(mv) = self.rest.pop_front() {
            if self.game.play(mv).is_err() {
                self.rest.clear();
            }
            return;
        }
        self.ticks_left = self.ticks_left.saturating_sub(1);
        if self.ticks_left == 0
            && let Some((generation, record)) = self.next.take()
        {
            *self = Self::new(generation, &record);
        }
    }

    /// Who has won, once all is shown; `None` within is a draw.
    #[must_use]
    pub fn result(&self) -> Option<Option<Color>> {
        self.rest.is_empty().then_some(self.winner)
    }
}
