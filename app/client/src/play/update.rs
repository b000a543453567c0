//! The reducer: what happened → the new state, and what has to be done.
//!
//! Each kind of event has a file: `moves`, `player_actions`, `clock`, `variations`, `explain`, `search`,
//! `record`, `learn`, `learner_sync`. Three rules hold everything together. A search is started in one
//! place, [`Step::go_on`], and only when none is in progress. What changes the position first calls
//! [`Step::drop_search`]. A report or an answer counts only if it bears the number of the search in
//! progress.

use engine::rules::{Game, Move, Position};

use super::saved_game::{SavedGame, VERSION};
use super::{Effect, EngineState, Event, State};
use crate::chess_clock::Clock;
use crate::settings::Settings;

/// Takes in an event that happened at `now`, milliseconds by a clock that never goes back, and
/// answers what has to be done, in this order.
pub fn update(state: &mut State, event: Event, now: u64) -> Vec<Effect> {
    let mut step = Step {
        state,
        now,
        effects: Vec::new(),
        save: false,
    };
    // Whatever happens after the flag has fallen comes too late.
    step.see_flag();
    step.take(event);
    step.meet_when_played();
    if step.save && step.state.loaded {
        let saved = step.state.saved();
        step.effects
            .extend(saved.map(|saved| Effect::Save(Box::new(saved))));
    }
    step.effects
}

/// One event on its way through the state.
pub(super) struct Step<'a> {
    pub(super) state: &'a mut State,
    /// Milliseconds, by a clock that never goes back.
    pub(super) now: u64,
    pub(super) effects: Vec<Effect>,
    /// Whether the saved game is no longer up to date.
    pub(super) save: bool,
}

impl Step<'_> {
    fn take(&mut self, event: Event) {
        // Before it is known which game was left here, there is none to change.
        if !self.state.loaded && event.changes_game() {
            return;
        }
        match event {
            Event::Loaded {
                saved,
                unsent,
                lessons,
                draw,
                instant,
            } => {
                self.state.memory.waiting = lessons;
                self.loaded(saved.map(|saved| *saved), unsent, draw, instant);
            }
            Event::UserMove(mv) => self.user_move(mv),
            Event::NewGame(draw) => self.new_game(draw),
            Event::BeginWith { draw, moves } => {
                self.new_game(draw);
                self.leave_position();
                moves.into_iter().for_each(|mv| self.step_along(mv));
                self.settle();
            }
            Event::TakeUp { saved, settings } => self.take_up(*saved, *settings),
            Event::Network(news) => self.state.network = Some(news),
            Event::ShowSeen(on) => self.state.sees = on,
            Event::See(position) => self.see(&position),
            Event::Seen { key, seen } => self.seen(key, seen),
            Event::CountSavings(position) => self.count_savings(&position),
            Event::Verified { key, sound } => self.verified(key, sound),
            Event::Counted { key, savings } => self.state.savings = Some((key, savings)),
            Event::Undo => self.undo(),
            Event::Redo => self.redo(),
            Event::Resign => self.resign(),
            Event::OfferDraw => self.offer_draw(),
            Event::Hint => self.hint(),
            Event::TakeVariation(index) => self.take_variation(index),
            Event::Explained { ply, said } => self.explained(ply, said),
            Event::Preview(line) => self.preview(line.map(|line| *line)),
            Event::AskWhyNot(on) => self.ask_why_not(on),
            Event::PlayOut { id, plies } => {
                if self.state.last_search == id {
                    self.play_out(plies);
                }
            }
            // Seen before any event.
            Event::Flag => self.start_clock(),
            Event::Leave => self.leave(),
            Event::NotKept(why) => self.state.not_kept = Some(why),
            Event::Stop => self.stop(),
            Event::Skip => self.skip(),
            Event::ViewPly(ply) => self.view(ply),
            Event::Flip => {
                self.state.flipped ^= true;
                self.save = true;
            }
            Event::ShowReply(shown) => self.state.reply_shown = shown,
            Event::Set(chosen) => self.set(|settings| {
                *settings = Settings {
                    opponent: settings.opponent,
                    color: settings.color,
                    ..*chosen
                };
            }),
            Event::Run(on) => self.run(on),
            Event::NextMove { after } => {
                if self.state.last_search == after {
                    self.go_on();
                }
            }
            Event::Learning(news) => self.learning_news(news),
            Event::AskMemory(order) => self.ask_memory(order),
            Event::MeetLearner => self.meet_first(),
            Event::Met(answer) => self.met(answer),
            Event::SetColor { choice, drawn } => {
                self.set(|settings| settings.color = choice);
                self.reseat(drawn);
            }
            Event::SetOpponent { opponent, drawn } => {
                self.set(|settings| settings.opponent = opponent);
                self.reseat(drawn);
            }
            Event::EngineReady => {
                self.state.engine = EngineState::Ready;
                self.send_lessons();
                self.go_on();
            }
            Event::EngineLate => self.engine_late(),
            Event::EngineFailed { message } => self.engine_failed(message),
            Event::RetryEngine => self.retry_engine(),
            Event::SearchReport { id, reports } => self.report(id, reports),
            Event::SearchDone { id, decision } => self.done(id, decision),
            Event::GoLive { id } => self.go_live(id),
            Event::ReplayTick { id } => self.replay_tick(id),
            Event::RecordSaved { client_id, results } => self.record_saved(&client_id, results),
            Event::RecordFailed { client_id, error } => self.record_failed(client_id, error),
            Event::RetryRecord => {
                self.send_all();
                self.meet_again();
            }
            Event::AskResults => self.effects.push(Effect::LoadResults),
            Event::ResultsLoaded(results) => self.state.results = Some(results),
        }
    }

    pub(super) fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.state.settings);
        self.effects.push(Effect::SaveSettings(self.state.settings));
        if !self.state.settings.slow_replay {
            self.skip();
        }
        let chosen = self.state.settings.clock;
        if !self.state.has_begun() && chosen != self.state.clock.as_ref().map(|clock| clock.control)
        {
            self.state.clock = chosen.map(Clock::new);
            self.save = true;
        }
    }
}

impl State {
    /// The game in the form that survives a reload; `None` until the page has loaded.
    pub fn saved(&self) -> Option<SavedGame> {
        let client_id = self.client_id.clone()?;
        Some(saved(self, client_id))
    }
}

fn saved(state: &State, client_id: wire::game_id::GameId) -> SavedGame {
    let played = state.game.moves().iter().chain(state.game.redo_moves());
    SavedGame {
        version: VERSION,
        client_id,
        day: state.day,
        start_fen: start_fen(&state.game),
        moves: played.map(Move::to_string).collect(),
        ply: state.game.ply(),
        human: state.seats.human(),
        ended: state.ended,
        clock: state.clock.as_ref().map(Clock::stopped),
        reasons: state
            .reasons
            .iter()
            .map(|(ply, said)| (*ply, said.clone()))
            .collect(),
        variations: state.variations.iter().map(|line| in_uci(line)).collect(),
        counted: state.counted,
        flipped: state.flipped,
        viewed: state.viewed,
        tally: state.tally,
        engines: state.seats == super::Seats::Engines,
        sources: state
            .sources
            .iter()
            .map(|(ply, source)| (*ply, *source))
            .collect(),
        streak: state.streak,
    }
}

/// Moves in UCI notation, with spaces.
fn in_uci(moves: &[Move]) -> String {
    let words: Vec<String> = moves.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// The start position in FEN, where it is not the usual one.
pub(crate) fn start_fen(game: &Game) -> Option<String> {
    (*game.start() != Position::startpos()).then(|| game.start().to_fen())
}
