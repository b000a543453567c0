//! The controller of the game on the playing page.

use client::navigation::NavigationStep;
use client::play::{GameStatus, PlayEvent, PlayState, update};
use client::settings::{ColorChoice, Opponent, Settings};
use client::worker::FromWorker;
use engine::rules::{Color, Move, Outcome, pgn};
use leptos::prelude::*;

use super::controller::{Controller, StateMachine};
use super::play_effects::{self, Runner};
use super::server_calls::LoadServerCalls;
use crate::platform::{game_storage, new_game};
use crate::preferences::{kept, use_prefs};

/// One game on one page.
pub type PlayController = Controller<PlayState>;

impl StateMachine for PlayState {
    type Event = PlayEvent;
    type Effect = client::play::PlayEffect;
    type Resources = Runner;

    fn handle(&mut self, event: PlayEvent, now: u64) -> Vec<Self::Effect> {
        update(self, event, now)
    }

    fn is_search_report(event: &PlayEvent) -> bool {
        matches!(event, PlayEvent::Engine(FromWorker::Reports { .. }))
    }

    fn run(controller: PlayController, effect: Self::Effect) {
        play_effects::run(controller, effect);
    }
}

impl PlayController {
    /// A controller for the component that calls this. The first render shows the start position
    /// under the visitor's preferences, in the browser as on the server; what the browser's storage
    /// holds comes after hydration.
    pub fn new(load_server_calls: LoadServerCalls) -> Self {
        let prefs = use_prefs();
        let state = PlayState::new(prefs.get_untracked().settings);
        let play = Self::with_resources(state, Runner::new(prefs, load_server_calls));
        // Effects run in the browser only, after hydration.
        Effect::new(move |_| {
            if let Some(kept) = kept(prefs.get_untracked()) {
                prefs.set(kept);
                play.replace(PlayState::new(kept.settings));
            }
            play.dispatch(play_effects::loaded());
            // A page may be closed without any other sign.
            for sign in ["pagehide", "visibilitychange"] {
                let listener =
                    window_event_listener_untyped(sign, move |_| play.dispatch(PlayEvent::Leave));
                on_cleanup(move || listener.remove());
            }
        });
        play
    }

    /// Begins a new game under the settings; a search in progress ends and plays nothing.
    pub fn new_game(self) {
        self.dispatch(PlayEvent::NewGame(new_game::draw()));
    }

    /// Steps through the moves.
    pub fn navigate(self, step: NavigationStep) {
        let (shown, end) = self.with_untracked(|state| (state.shown_ply(), state.game.ply()));
        self.dispatch(PlayEvent::ViewPly(step.target(shown, end)));
    }

    /// Whether another game waits beside the one on the board.
    pub fn has_stashed_game(self) -> bool {
        cfg!(feature = "hydrate") && game_storage::has_stashed_game()
    }

    /// Begins a new game with these moves played.
    pub fn begin_with(self, moves: Vec<Move>) {
        self.dispatch(PlayEvent::BeginWith {
            draw: new_game::draw(),
            moves,
        });
    }

    /// Chooses the colour: at once if no move was made, else for the next game.
    pub fn set_color(self, choice: ColorChoice) {
        self.dispatch(PlayEvent::SetColor {
            choice,
            drawn: new_game::draw().color,
        });
    }

    /// Chooses the opponent: at once if no move was made, else for the next game.
    pub fn set_opponent(self, opponent: Opponent) {
        self.dispatch(PlayEvent::SetOpponent {
            opponent,
            drawn: new_game::draw().color,
        });
    }

    /// Changes settings that concern engines or the page.
    pub fn set(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.chosen();
        change(&mut settings);
        self.choose(settings);
    }

    /// What is the same for every change is in the bundle once.
    #[inline(never)]
    fn chosen(self) -> Box<Settings> {
        Box::new(self.with_untracked(|state| state.settings))
    }

    #[inline(never)]
    fn choose(self, settings: Box<Settings>) {
        self.dispatch(PlayEvent::ChangeSettings(settings));
    }

    /// Where the game stands.
    pub fn status(self) -> Memo<GameStatus> {
        self.read(PlayState::status)
    }

    /// The game as PGN.
    pub fn pgn(self) -> String {
        self.with(|state| pgn::write(&state.game, &tags(state), state.outcome().as_ref()))
    }
}

/// Who plays, and how it ended, as a PGN says it.
pub fn tags(state: &PlayState) -> pgn::Tags {
    let name = |color: Color| match state.engine_for(color) {
        Some(engine) if state.settings.depth_of(engine).is_none() && engine.strategy.searches() => {
            let (name, strength) = (engine.strategy.strategy().name, engine.strength);
            format!("{name}, level {strength}")
        }
        Some(engine) => engine.strategy.strategy().name.to_owned(),
        None => "Visitor".to_owned(),
    };
    let mut tags = pgn::Tags::new();
    tags.set("Event", "A game at Ponder");
    tags.set("Site", "?");
    tags.set("Date", state.date.to_string());
    tags.set("Round", "-");
    tags.set("White", name(Color::White));
    tags.set("Black", name(Color::Black));
    tags.set(
        "Result",
        state.outcome().as_ref().map_or("*", Outcome::result),
    );
    tags
}
