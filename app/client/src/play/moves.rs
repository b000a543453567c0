//! Starting, restoring, playing and undoing.

use engine::rules::{Color, Game, Move};

use super::game_clock::GameClock;
use super::saved_game::SavedGame;
use super::unsent_game::Recipient;
use super::update::PlayUpdate;
use super::{EngineState, NewGameSeed, PlayEvent, Players, RecordState, ReplacedGame};
use crate::settings::Settings;
use crate::worker::{EngineCommand, ToWorker};

impl PlayUpdate<'_> {
    pub(super) fn loaded(
        &mut self,
        saved: Option<SavedGame>,
        unsent: &[(Recipient, String)],
        draw: NewGameSeed,
        instant: bool,
    ) {
        if self.state.loaded {
            return;
        }
        self.state.loaded = true;
        self.state.instant = instant;
        self.state.engine = EngineState::Starting(None);
        self.command(EngineCommand::Start);
        if !unsent.is_empty() {
            self.find_unsent();
        }
        self.request_rating();
        match saved.and_then(|saved| Some((saved.game().ok()?, saved))) {
            Some((game, saved)) => {
                let waits = |(recipient, id): &(Recipient, String)| {
                    *recipient == Recipient::Server && *id == saved.client_id.as_str()
                };
                let is_unsent = unsent.iter().any(waits);
                self.restore(game, saved);
                if is_unsent {
                    self.state.record = RecordState::Sending;
                }
            }
            None => self.start_game(draw),
        }
    }

    pub(super) fn restore(&mut self, game: Game, saved: SavedGame) {
        let state = &mut *self.state;
        state.players = saved.seats();
        state.game = game;
        state.ended = saved.ended.filter(|_| state.game.ply() > 0);
        state.clock = saved.clock.clone();
        state.variations = saved.variations();
        state.explanations = saved.reasons.iter().cloned().collect();
        state.counted = saved.counted;
        state.flipped = saved.flipped;
        state.tally = saved.tally;
        state.streak = saved.streak;
        state.sources = saved.sources.iter().copied().collect();
        state.losses.clear();
        state.record = match state.players.human() {
            Some(_) if state.counted => RecordState::Saved,
            _ => RecordState::None,
        };
        state.client_id = Some(saved.client_id);
        state.date = saved.day;
        self.position_changed();
        self.state.viewed_ply = saved.viewed.filter(|&ply| ply < self.state.game.ply());
    }

    pub(super) fn new_game(&mut self, draw: NewGameSeed) {
        self.state.replaced_game = self.left_game();
        self.clear_position_data();
        self.send(ToWorker::NewGame);
        self.start_game(draw);
    }

    /// The game on the board, if it has begun and is not over.
    fn left_game(&self) -> Option<Box<ReplacedGame>> {
        let state = &*self.state;
        let goes_on = state.has_begun() && state.outcome().is_none();
        let saved = state.saved().filter(|_| goes_on)?;
        let settings = state.settings;
        Some(Box::new(ReplacedGame { saved, settings }))
    }

    pub(super) fn start_game(&mut self, draw: NewGameSeed) {
        self.reset_search_data();
        self.match_opponent();
        let state = &mut *self.state;
        state.client_id = Some(draw.client_id);
        state.date = draw.date;
        state.game = Game::new();
        state.players = Players::from_settings(&state.settings, draw.color);
        state.ended = None;
        state.clock = state.settings.clock.map(GameClock::new);
        state.variations.clear();
        state.explanations.clear();
        state.counted = false;
        state.flipped = false;
        state.sources.clear();
        state.losses.clear();
        state.record = RecordState::None;
        self.position_changed();
    }

    /// Resets what belongs to searches and is not stored.
    fn reset_search_data(&mut self) {
        self.state.decisions.clear();
        self.state.evaluations.clear();
        self.state.judged = None;
        self.state.lacks_tables = false;
        self.state.engines_running = false;
    }

    pub(super) fn restore_other_game(&mut self, saved: SavedGame, settings: Settings) {
        let Ok(game) = saved.game() else {
            return;
        };
        let state = &*self.state;
        let saved = SavedGame {
            tally: state.tally,
            streak: state.streak,
            ..saved
        };
        self.state.replaced_game = None;
        self.clear_position_data();
        self.send(ToWorker::NewGame);
        self.reset_search_data();
        self.change_settings(|chosen| *chosen = settings);
        self.restore(game, saved);
    }

    /// Changes opponent and colour of a game that has not begun.
    pub(super) fn change_players(&mut self, drawn: Color) {
        if self.state.has_begun() {
            return;
        }
        self.clear_position_data();
        self.state.players = Players::from_settings(&self.state.settings, drawn);
        self.state.clock = self.state.settings.clock.map(GameClock::new);
        self.state.flipped = false;
        self.position_changed();
    }

    /// Starts, continues or pauses the game of two engines; pausing cancels the search.
    pub(super) fn set_running(&mut self, on: bool) {
        if !self.state.can_run() || self.state.engines_running == on {
            return;
        }
        self.state.engines_running = on;
        if on {
            self.clear_question();
            self.state.viewed_ply = None;
            self.save = true;
            self.schedule_search();
        } else {
            self.stop_clock();
            self.cancel_search();
        }
    }

    pub(super) fn user_move(&mut self, mv: Move) {
        let state = &*self.state;
        let position = state.shown_position();
        let playable = state.shown_outcome().is_none()
            && state.players.is_human(position.side_to_move())
            && position.is_legal(mv);
        if !playable {
            return;
        }
        if state.asking_why_not && state.viewed_ply.is_none() {
            return self.question_move(mv);
        }
        if let Some(ply) = state.viewed_ply {
            if state.game.moves()[ply] == mv {
                // The same move was played in the game.
                return self.view_ply(ply + 1);
            }
            self.clear_position_data();
            self.undo_to(ply);
        } else {
            self.clear_position_data();
        }
        self.play_move(mv);
        self.measure_move();
        self.position_changed();
    }

    pub(super) fn undo(&mut self) {
        let Some(target) = self.state.undo_target() else {
            return;
        };
        self.clear_position_data();
        self.undo_to(target);
        self.position_changed();
    }

    /// Undoes all moves after a ply, and the end of the game.
    pub(super) fn undo_to(&mut self, ply: usize) {
        while self.state.game.ply() > ply {
            self.state.game.undo();
        }
        self.state.ended = None;
        self.rewind_clock();
    }

    pub(super) fn redo(&mut self) {
        if !self.state.can_redo() {
            return;
        }
        self.clear_position_data();
        // The engine's reply is redone with the move, up to the visitor's turn.
        while self.state.game.redo().is_some() {
            self.press_clock();
            if self.state.players.is_human(self.state.turn()) {
                break;
            }
        }
        self.position_changed();
    }

    pub(super) fn view_ply(&mut self, ply: usize) {
        self.clear_question();
        self.state.viewed_ply = (ply < self.state.game.ply()).then_some(ply);
        self.save = true;
    }

    /// Plays a legal move. Data about later positions is dropped, an abandoned line is stored.
    pub(super) fn play_move(&mut self, mv: Move) {
        if self.state.game.redo_moves().first() == Some(&mv) {
            // The same move as before keeps what can be redone after it.
            self.state.game.redo();
            return self.press_clock();
        }
        self.store_abandoned_line();
        self.append_move(mv);
    }

    /// Appends a legal move.
    pub(super) fn append_move(&mut self, mv: Move) {
        let ply = self.state.game.ply();
        if self.state.game.play(mv).is_ok() {
            self.press_clock();
            self.remove_followed_variations();
            self.state.evaluations.retain(|&known, _| known <= ply);
            self.state.sources.retain(|&known, _| known < ply);
            self.forget_losses(ply);
            self.state.explanations.retain(|&known, _| known < ply);
        }
    }

    /// The position has changed: shows it, and counts the result or continues the game.
    pub(super) fn position_changed(&mut self) {
        self.clear_question();
        self.save = true;
        self.state.viewed_ply = None;
        self.state.reply_shown = false;
        self.state.seen_shown = false;
        self.state.draw_refusal = None;
        self.handle_game_end();
        let watched = self.state.players == Players::TwoEngines && !self.state.instant;
        if watched && self.state.engines_running && self.state.game.ply() > 0 {
            let after = self.state.last_search;
            let ms = self.state.settings.pace.ms();
            self.after(ms, PlayEvent::NextMove { after });
        } else {
            self.schedule_search();
        }
    }
}
