//! The reducer of the playing page.
//!
//! The events are handled by topic: `moves`, `player_actions`, `clock`, `variations`, `explain`,
//! `search`, `record`, `matching`, `coach`, `learn`, `learner_sync`. Three invariants: a search starts only in
//! [`PlayUpdate::schedule_search`], and only when none is in progress; what changes the position
//! first calls [`PlayUpdate::cancel_search`]; a report or result counts only with the id of the
//! search in progress.

use engine::rules::{Game, Move, Position};

use super::game_clock::GameClock;
use super::saved_game::{SavedGame, VERSION};
use super::unsent_game::Recipient;
use super::{PlayEffect, PlayEvent, PlayState};
use crate::settings::Settings;
use crate::worker::{EngineCommand, ToWorker};

/// Handles an event at `now`, in monotonic milliseconds. The caller carries out the effects in
/// order.
pub fn update(state: &mut PlayState, event: PlayEvent, now: u64) -> Vec<PlayEffect> {
    let mut step = PlayUpdate {
        state,
        now,
        effects: Vec::new(),
        save: false,
    };
    // An event after the flag has fallen comes too late.
    step.check_flag();
    step.handle(event);
    step.sync_at_game_start();
    if step.save && step.state.loaded {
        let saved = step.state.saved();
        step.effects
            .extend(saved.map(|saved| PlayEffect::Save(Box::new(saved))));
    }
    step.effects
}

/// The state with one event being handled.
pub(super) struct PlayUpdate<'a> {
    pub(super) state: &'a mut PlayState,
    /// Monotonic milliseconds.
    pub(super) now: u64,
    pub(super) effects: Vec<PlayEffect>,
    /// Whether the game has to be stored again.
    pub(super) save: bool,
}

impl PlayUpdate<'_> {
    /// Has the engine's worker do something.
    pub(super) fn command(&mut self, command: EngineCommand) {
        self.effects.push(PlayEffect::Engine(command));
    }

    /// Sends the engine's worker a message.
    pub(super) fn send(&mut self, message: ToWorker) {
        self.command(EngineCommand::Send(message));
    }

    /// Dispatches an event later.
    pub(super) fn after(&mut self, ms: u32, event: PlayEvent) {
        let event = Box::new(event);
        self.effects.push(PlayEffect::After { ms, event });
    }

    fn handle(&mut self, event: PlayEvent) {
        // Before loading there is no game to change.
        if !self.state.loaded && event.changes_game() {
            return;
        }
        match event {
            PlayEvent::Loaded {
                saved,
                unsent,
                draw,
                instant,
            } => self.loaded(saved.map(|saved| *saved), &unsent, draw, instant),
            PlayEvent::UnsentFound(games) => self.unsent_found(games),
            PlayEvent::UserMove(mv) => self.user_move(mv),
            PlayEvent::NewGame(draw) => self.new_game(draw),
            PlayEvent::BeginWith { draw, moves } => {
                self.new_game(draw);
                self.clear_position_data();
                moves.into_iter().for_each(|mv| self.append_move(mv));
                self.position_changed();
            }
            PlayEvent::RestoreGame { saved, settings } => {
                self.restore_other_game(*saved, *settings)
            }
            PlayEvent::ShowNetworkView(on) => self.state.shows_network_view = on,
            PlayEvent::RequestNetworkView(position) => self.request_network_view(&position),
            PlayEvent::CountPruning(position) => self.request_savings(&position),
            PlayEvent::Undo => self.undo(),
            PlayEvent::Redo => self.redo(),
            PlayEvent::Resign => self.resign(),
            PlayEvent::OfferDraw => self.offer_draw(),
            PlayEvent::Hint => self.hint(),
            PlayEvent::TakeVariation(index) => self.take_variation(index),
            PlayEvent::Explained { ply, said } => self.store_explanation(ply, said),
            PlayEvent::Preview(line) => self.state.preview = line.map(|line| *line),
            PlayEvent::AskWhyNot(on) => self.ask_why_not(on),
            PlayEvent::ShowRefutation { id, plies } => {
                if self.state.last_search == id {
                    self.show_refutation_step(plies);
                }
            }
            // The flag is checked before every event.
            PlayEvent::CheckFlag => self.start_clock(),
            PlayEvent::Leave => self.store_clock(),
            PlayEvent::StorageFailed(why) => self.state.storage_error = Some(why),
            PlayEvent::Stop => self.stop_search(),
            PlayEvent::Skip => self.skip_replay(),
            PlayEvent::ViewPly(ply) => self.view_ply(ply),
            PlayEvent::Flip => {
                self.state.flipped ^= true;
                self.save = true;
            }
            PlayEvent::ShowReply(shown) => self.state.reply_shown = shown,
            PlayEvent::ShowSeen(shown) => self.state.seen_shown = shown,
            PlayEvent::ChangeSettings(chosen) => {
                let before = self.state.settings;
                self.change_settings(|settings| {
                    *settings = Settings {
                        opponent: settings.opponent,
                        color: settings.color,
                        // Who chooses a strength keeps it.
                        matched: chosen.matched && chosen.engine.strength == before.engine.strength,
                        ..*chosen
                    };
                });
                if !before.matched {
                    self.request_rating();
                }
            }
            PlayEvent::Run(on) => self.set_running(on),
            PlayEvent::NextMove { after } => {
                if self.state.last_search == after {
                    self.schedule_search();
                }
            }
            PlayEvent::LearnerRequest(order) => self.request_learner(order),
            PlayEvent::SyncLearner => self.sync_once(),
            PlayEvent::SetColor { choice, drawn } => {
                self.change_settings(|settings| settings.color = choice);
                self.change_players(drawn);
            }
            PlayEvent::SetOpponent { opponent, drawn } => {
                self.change_settings(|settings| settings.opponent = opponent);
                self.change_players(drawn);
            }
            PlayEvent::Engine(message) => self.handle_worker(message),
            PlayEvent::EngineTimeout => self.engine_late(),
            PlayEvent::RetryEngine => self.retry_engine(),
            PlayEvent::GoLive { id } => self.show_live(id),
            PlayEvent::ReplayTick { id } => self.replay_tick(id),
            PlayEvent::RecordSaved { client_id, results } => self.record_saved(&client_id, results),
            PlayEvent::RecordFailed { client_id, error } => self.record_failed(&client_id, error),
            PlayEvent::RetryRecord => {
                self.state.retry_planned = false;
                self.send_unsent(Recipient::Server);
                if self.state.unsent_missing {
                    self.find_unsent();
                }
                self.retry_sync();
            }
            PlayEvent::ShowCoach(on) => self.set_coach(on),
            PlayEvent::Judge(ply) => self.judge(ply),
            PlayEvent::Answer => self.answer(),
            PlayEvent::RatingLoaded(rating) => self.rating_loaded(rating),
            PlayEvent::ResetRating => self.effects.push(PlayEffect::AskRating { reset: true }),
            PlayEvent::RequestResults => self.effects.push(PlayEffect::LoadResults),
            PlayEvent::ResultsLoaded(results) => self.state.results = Some(results),
        }
    }

    pub(super) fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.state.settings);
        self.settings_changed();
    }

    /// Apart from the change itself, so that it is in the bundle once.
    #[inline(never)]
    fn settings_changed(&mut self) {
        self.effects
            .push(PlayEffect::SaveSettings(self.state.settings));
        if !self.state.settings.slow_replay {
            self.skip_replay();
        }
        let chosen = self.state.settings.clock;
        if !self.state.has_begun() && chosen != self.state.clock.as_ref().map(|clock| clock.control)
        {
            self.state.clock = chosen.map(GameClock::new);
            self.save = true;
        }
    }
}

impl PlayState {
    /// The game in its stored form; `None` until the page has loaded.
    pub fn saved(&self) -> Option<SavedGame> {
        let client_id = self.client_id.clone()?;
        Some(saved(self, client_id))
    }
}

fn saved(state: &PlayState, client_id: wire::game_id::GameId) -> SavedGame {
    let played = state.game.moves().iter().chain(state.game.redo_moves());
    SavedGame {
        version: VERSION,
        client_id,
        day: state.date,
        start_fen: start_fen(&state.game),
        moves: played.map(Move::to_string).collect(),
        ply: state.game.ply(),
        human: state.players.human(),
        ended: state.ended,
        clock: state.clock.as_ref().map(GameClock::stopped),
        reasons: state
            .explanations
            .iter()
            .map(|(ply, said)| (*ply, said.clone()))
            .collect(),
        variations: state.variations.iter().map(|line| uci_line(line)).collect(),
        counted: state.counted,
        flipped: state.flipped,
        viewed: state.viewed_ply,
        tally: state.tally,
        engines: state.players == super::Players::TwoEngines,
        sources: state
            .sources
            .iter()
            .map(|(ply, source)| (*ply, *source))
            .collect(),
        streak: state.streak,
    }
}

/// Moves in UCI notation, separated by spaces.
fn uci_line(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// The FEN of the start position; `None` for the standard one.
pub fn start_fen(game: &Game) -> Option<String> {
    (*game.start() != Position::startpos()).then(|| game.start().to_fen())
}
