//! The game: begun, restored, moved in, taken back, given up.

use engine::rules::{Color, Game, Move};
use wire::FinishedGame;

use super::saved_game::SavedGame;
use super::update::Step;
use super::{Draw, Effect, EngineState, Event, LeftGame, RecordState, Seats};
use crate::chess_clock::Clock;
use crate::settings::Settings;

impl Step<'_> {
    pub(super) fn loaded(
        &mut self,
        saved: Option<SavedGame>,
        unsent: Vec<FinishedGame>,
        draw: Draw,
        instant: bool,
    ) {
        if self.state.loaded {
            return;
        }
        self.state.loaded = true;
        self.state.instant = instant;
        self.state.unsent = unsent;
        self.state.engine = EngineState::Starting(None);
        self.effects.push(Effect::StartEngine);
        self.send_all();
        match saved.and_then(|saved| Some((saved.game().ok()?, saved))) {
            Some((game, saved)) => self.restore(game, saved),
            None => self.begin(draw),
        }
    }

    pub(super) fn restore(&mut self, game: Game, saved: SavedGame) {
        let state = &mut *self.state;
        state.seats = saved.seats();
        state.game = game;
        state.ended = saved.ended.filter(|_| state.game.ply() > 0);
        state.clock = saved.clock.clone();
        state.variations = saved.variations();
        state.reasons = saved.reasons.iter().cloned().collect();
        state.counted = saved.counted;
        state.flipped = saved.flipped;
        state.tally = saved.tally;
        state.streak = saved.streak;
        state.sources = saved.sources.iter().copied().collect();
        let waiting = state
            .unsent
            .iter()
            .any(|game| game.client_id == saved.client_id.as_str());
        state.record = match (waiting, state.counted) {
            (true, _) => RecordState::Sending,
            (false, true) if state.seats.human().is_some() => RecordState::Saved,
            (false, _) => RecordState::None,
        };
        state.client_id = Some(saved.client_id);
        state.day = saved.day;
        self.settle();
        self.state.viewed = saved.viewed.filter(|&ply| ply < self.state.game.ply());
    }

    pub(super) fn new_game(&mut self, draw: Draw) {
        self.state.left = self.left_game();
        self.leave_position();
        self.effects.push(Effect::ForgetGame);
        self.begin(draw);
    }

    /// The game on the board, if it has begun and goes on.
    fn left_game(&self) -> Option<Box<LeftGame>> {
        let state = &*self.state;
        let goes_on = state.has_begun() && state.outcome().is_none();
        let saved = state.saved().filter(|_| goes_on)?;
        let settings = state.settings;
        Some(Box::new(LeftGame { saved, settings }))
    }

    pub(super) fn begin(&mut self, draw: Draw) {
        self.clear();
        let state = &mut *self.state;
        state.client_id = Some(draw.client_id);
        state.day = draw.day;
        state.game = Game::new();
        state.seats = Seats::under(&state.settings, draw.color);
        state.ended = None;
        state.clock = state.settings.clock.map(Clock::new);
        state.variations.clear();
        state.reasons.clear();
        state.counted = false;
        state.flipped = false;
        state.sources.clear();
        state.record = RecordState::None;
        self.settle();
    }

    /// Forgets what no game keeps.
    fn clear(&mut self) {
        self.state.decided.clear();
        self.state.evaluations.clear();
        self.state.running = false;
    }

    pub(super) fn take_up(&mut self, saved: SavedGame, settings: Settings) {
        let Ok(game) = saved.game() else {
            return;
        };
        let state = &*self.state;
        let saved = SavedGame {
            tally: state.tally,
            streak: state.streak,
            ..saved
        };
        self.state.left = None;
        self.leave_position();
        self.effects.push(Effect::ForgetGame);
        self.clear();
        self.set(|chosen| *chosen = settings);
        self.restore(game, saved);
    }

    /// Opponent and colour change a game that has not begun; one that has begun keeps them.
    pub(super) fn reseat(&mut self, drawn: Color) {
        if self.state.has_begun() {
            return;
        }
        self.leave_position();
        self.state.seats = Seats::under(&self.state.settings, drawn);
        self.state.clock = self.state.settings.clock.map(Clock::new);
        self.state.flipped = false;
        self.settle();
    }

    /// Engines that play each other begin or go on, or pause; the move in progress is dropped.
    pub(super) fn run(&mut self, on: bool) {
        if !self.state.can_run() || self.state.running == on {
            return;
        }
        self.state.running = on;
        if on {
            self.state.viewed = None;
            self.save = true;
            self.go_on();
        } else {
            self.stop_clock();
            self.drop_search();
        }
    }

    pub(super) fn user_move(&mut self, mv: Move) {
        let state = &*self.state;
        let position = state.shown_position();
        let playable = state.shown_outcome().is_none()
            && state.seats.is_human(position.side_to_move())
            && position.is_legal(mv);
        if !playable {
            return;
        }
        if state.asking && state.viewed.is_none() {
            return self.doubt(mv);
        }
        if let Some(ply) = state.viewed {
            if state.game.moves()[ply] == mv {
                // The game went on like this.
                return self.view(ply + 1);
            }
            self.leave_position();
            self.take_back_to(ply);
        } else {
            self.leave_position();
        }
        self.play(mv);
        self.settle();
    }

    pub(super) fn undo(&mut self) {
        let Some(target) = self.state.undo_target() else {
            return;
        };
        self.leave_position();
        self.take_back_to(target);
        self.settle();
    }

    /// Takes back all moves after this ply, and what ended the game.
    pub(super) fn take_back_to(&mut self, ply: usize) {
        while self.state.game.ply() > ply {
            self.state.game.undo();
        }
        self.state.ended = None;
        self.turn_clock_back();
    }

    pub(super) fn redo(&mut self) {
        if !self.state.can_redo() {
            return;
        }
        self.leave_position();
        // The answer comes back with the move, up to the visitor's turn.
        while self.state.game.redo().is_some() {
            self.press_clock();
            if self.state.seats.is_human(self.state.turn()) {
                break;
            }
        }
        self.settle();
    }

    pub(super) fn view(&mut self, ply: usize) {
        self.forget_doubt();
        self.state.viewed = (ply < self.state.game.ply()).then_some(ply);
        self.save = true;
    }

    /// Plays a legal move; what was known about later positions goes, and a line that is left by it
    /// is kept.
    pub(super) fn play(&mut self, mv: Move) {
        if self.state.game.redo_moves().first() == Some(&mv) {
            // As before: what came after it can still be played again.
            self.state.game.redo();
            return self.press_clock();
        }
        self.keep_line();
        self.step_along(mv);
    }

    /// Plays a legal move.
    pub(super) fn step_along(&mut self, mv: Move) {
        let ply = self.state.game.ply();
        if self.state.game.play(mv).is_ok() {
            self.press_clock();
            self.drop_lines_of_game();
            self.state.evaluations.retain(|&known, _| known <= ply);
            self.state.sources.retain(|&known, _| known < ply);
            self.state.reasons.retain(|&known, _| known < ply);
        }
    }

    /// The position has changed: show it, count the result if the game is over, go on if not.
    pub(super) fn settle(&mut self) {
        self.save = true;
        self.state.viewed = None;
        self.state.reply_shown = false;
        self.state.refusal = None;
        self.finish();
        let watched = self.state.seats == Seats::Engines && !self.state.instant;
        if watched && self.state.running && self.state.game.ply() > 0 {
            let after = self.state.last_search;
            self.effects.push(Effect::After {
                ms: self.state.settings.pace.ms(),
                event: Box::new(Event::NextMove { after }),
            });
        } else {
            self.go_on();
        }
    }
}
