//! Games that come without a file, such as those played on this site: exercises are made of them, and no report.

use std::collections::VecDeque;

use engine::rules::pgn::{self, Tags};
use engine::rules::{Color, Game, NodeId};
use wire::visitor::games::PlayedGame;

use super::visitor::Visitor;
use crate::analysis::{OpenedGame, YOU};
use crate::worker::SearchId;

/// The most games that wait.
pub const MAX_GIVEN: usize = 100;
/// Failures of the worker in a game after which it is left out.
const MAX_FAILURES: u8 = 2;

/// A game to make exercises of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenGame {
    /// PGN.
    pub text: String,
    pub visitor: Visitor,
    /// When the server stored it, milliseconds since 1970: later visits leave it out. `None` of a game that is
    /// not stored there.
    pub kept_ms: Option<i64>,
}

impl GivenGame {
    /// A game that the visitor has finished on this site; `None` of one that goes on, or cannot be replayed.
    #[must_use]
    pub fn played(played: &PlayedGame) -> Option<GivenGame> {
        let outcome = played.outcome?;
        let game = Game::replay(played.start_fen.as_deref(), &played.moves).ok()?;
        let text = pgn::write(&game, &sides(played.human), Some(&outcome));
        Some(GivenGame::of_visitor(text, Some(played.kept_ms)))
    }

    /// The main line of a game in the analysis, whose lower side is the visitor's.
    #[must_use]
    pub fn opened(opened: &OpenedGame) -> GivenGame {
        let human = match opened.flipped {
            true => Color::Black,
            false => Color::White,
        };
        let end = opened.tree.main_line().last().copied();
        let game = opened.tree.game_at(end.unwrap_or(NodeId::START));
        let text = pgn::write(&game, &sides(human), game.outcome().as_ref());
        GivenGame::of_visitor(text, None)
    }

    fn of_visitor(text: String, kept_ms: Option<i64>) -> GivenGame {
        GivenGame {
            text,
            visitor: Visitor::Names(vec![YOU.to_owned()]),
            kept_ms,
        }
    }
}

/// The visitor's name as that of one side.
fn sides(human: Color) -> Tags {
    let mut tags = Tags::new();
    let tag = match human {
        Color::White => "White",
        Color::Black => "Black",
    };
    tags.set(tag, YOU);
    tags
}

/// The games that wait, the next one first, and what became of the others.
#[derive(Clone, Debug, Default)]
pub(super) struct GivenGames {
    waiting: VecDeque<GivenGame>,
    /// The request about the first one.
    request: Option<SearchId>,
    /// Failures of the worker in it.
    failures: u8,
    done: u32,
    exercises: u32,
}

/// How far the games without a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenProgress {
    pub done: u32,
    pub total: u32,
    /// Exercises made of those that are done.
    pub exercises: u32,
}

impl GivenGames {
    /// Adds games, as many as have room.
    pub fn add(&mut self, games: Vec<GivenGame>) {
        let room = MAX_GIVEN.saturating_sub(self.waiting.len());
        self.waiting.extend(games.into_iter().take(room));
    }

    /// Whether the worker has one.
    pub fn is_searched(&self) -> bool {
        self.request.is_some()
    }

    /// The game to ask about.
    pub fn next(&self) -> Option<&GivenGame> {
        self.waiting.front().filter(|_| self.request.is_none())
    }

    /// The worker was asked about the first one.
    pub fn asked(&mut self, id: SearchId) {
        self.request = Some(id);
    }

    /// Whether this is the request about the first one.
    pub fn is_about(&self, id: SearchId) -> bool {
        self.request == Some(id)
    }

    /// The first one is done, with so many exercises.
    pub fn complete(&mut self, exercises: usize) -> Option<GivenGame> {
        (self.request, self.failures) = (None, 0);
        self.done = self.done.saturating_add(1);
        let made = u32::try_from(exercises).unwrap_or(u32::MAX);
        self.exercises = self.exercises.saturating_add(made);
        self.waiting.pop_front()
    }

    /// The request came to nothing.
    pub fn interrupt(&mut self) {
        self.request = None;
    }

    /// The worker has failed: the game is tried again, then left out and returned.
    pub fn worker_failed(&mut self) -> Option<GivenGame> {
        self.request.take()?;
        self.failures += 1;
        (self.failures >= MAX_FAILURES).then(|| self.complete(0))?
    }

    /// Forgets those that wait.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.request = None;
    }

    pub fn progress(&self) -> Option<GivenProgress> {
        let waiting = u32::try_from(self.waiting.len()).unwrap_or(u32::MAX);
        let total = self.done.saturating_add(waiting);
        (total > 0).then_some(GivenProgress {
            done: self.done,
            total,
            exercises: self.exercises,
        })
    }
}
