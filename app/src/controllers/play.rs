//! The page's handle on its game: signals to read, and one way to say what happened.

use client::play::{Event, State, Status, update};
use client::settings::{ColorChoice, Opponent, Settings};
use engine::rules::{Color, Move, Outcome, pgn};
use leptos::prelude::*;

use super::server_calls::LoadServerCalls;
use crate::preferences::use_prefs;

/// One game on one page. Copied freely; everything behind it ends with the page that made it.
///
/// The page reads the state through memos of just the part that it shows. A search that reports
/// every few frames wakes only those who [follow it](PlayController::follow_search).
#[derive(Clone, Copy)]
pub struct PlayController {
    state: RwSignal<State>,
    /// Woken by what a running search reports.
    found: RwSignal<()>,
    status: Memo<Status>,
    #[cfg(feature = "hydrate")]
    runner: super::play_effects::RunnerSlot,
}

impl PlayController {
    /// A controller for the component that calls this. The first render shows the start position
    /// under the visitor's preferences, in the browser as on the server; what the browser's storage
    /// holds comes after hydration.
    pub fn new(load_server_calls: LoadServerCalls) -> Self {
        #[cfg(not(feature = "hydrate"))]
        let _ = load_server_calls;
        let prefs = use_prefs();
        let state = RwSignal::new(State::new(prefs.get_untracked().settings));
        let play = Self {
            state,
            found: RwSignal::new(()),
            status: Memo::new(move |_| state.with(State::status)),
            #[cfg(feature = "hydrate")]
            runner: StoredValue::new_local(super::play_effects::Runner::new(
                prefs,
                load_server_calls,
            )),
        };
        // Effects run in the browser only, after hydration.
        #[cfg(feature = "hydrate")]
        Effect::new(move |_| {
            if let Some(kept) = crate::preferences::kept(prefs.get_untracked()) {
                prefs.set(kept);
                state.update(|state| *state = State::new(kept.settings));
            }
            play.dispatch(super::play_effects::loaded());
            // A page may be closed without any other sign.
            for sign in ["pagehide", "visibilitychange"] {
                let listener =
                    window_event_listener_untyped(sign, move |_| play.dispatch(Event::Leave));
                on_cleanup(move || listener.remove());
            }
        });
        play
    }

    /// Says what happened. Does nothing once the page is gone.
    pub fn dispatch(self, event: Event) {
        let is_report = matches!(event, Event::SearchReport { .. });
        let effects = self.state.try_maybe_update(|state| {
            let effects = update(state, event, crate::platform::clock::now());
            // A flag that fell in the meantime has effects.
            (!is_report || !effects.is_empty(), effects)
        });
        if is_report {
            self.found.notify();
        }
        #[cfg(feature = "hydrate")]
        for effect in effects.into_iter().flatten() {
            super::play_effects::run(move |event| self.dispatch(event), self.runner, effect);
        }
        #[cfg(not(feature = "hydrate"))]
        drop(effects);
    }

    /// Begins a new game under the settings; a search in progress ends and plays nothing.
    pub fn new_game(self) {
        #[cfg(feature = "hydrate")]
        self.dispatch(Event::NewGame(crate::platform::new_game::draw()));
    }

    /// Whether another game waits beside the one on the board.
    pub fn has_aside(self) -> bool {
        #[cfg(feature = "hydrate")]
        return crate::platform::game_storage::has_stashed_game();
        #[cfg(not(feature = "hydrate"))]
        false
    }

    /// Begins a new game with these moves played.
    pub fn begin_with(self, moves: Vec<Move>) {
        #[cfg(feature = "hydrate")]
        self.dispatch(Event::BeginWith {
            draw: crate::platform::new_game::draw(),
            moves,
        });
        #[cfg(not(feature = "hydrate"))]
        drop(moves);
    }

    /// Chooses the colour: at once if no move was made, else for the next game.
    pub fn set_color(self, choice: ColorChoice) {
        self.dispatch(Event::SetColor {
            choice,
            drawn: drawn_color(),
        });
    }

    /// Chooses the opponent: at once if no move was made, else for the next game.
    pub fn set_opponent(self, opponent: Opponent) {
        self.dispatch(Event::SetOpponent {
            opponent,
            drawn: drawn_color(),
        });
    }

    /// Changes settings that concern minds or the page.
    pub fn set(self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.with_untracked(|state| state.settings);
        change(&mut settings);
        self.dispatch(Event::Set(Box::new(settings)));
    }

    /// Has the reader follow what a running search finds out, too: its thoughts, and the
    /// evaluations that come with them.
    pub fn follow_search(self) {
        self.found.track();
    }

    /// Reads the state, and follows every change of it but a running search's: best inside a memo.
    pub fn with<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state without following it; for handlers.
    pub fn with_untracked<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// Where the game stands.
    pub fn status(self) -> Memo<Status> {
        self.status
    }

    /// The game as PGN.
    pub fn pgn(self) -> String {
        self.state
            .with(|state| pgn::write(&state.game, &tags(state), state.outcome().as_ref()))
    }
}

fn drawn_color() -> Color {
    #[cfg(feature = "hydrate")]
    return crate::platform::new_game::draw().color;
    #[cfg(not(feature = "hydrate"))]
    Color::White
}

/// Who plays, and how it ended, as a PGN says it.
pub fn tags(state: &State) -> pgn::Tags {
    let name = |color: Color| match state.engine_of(color) {
        Some(engine) if state.settings.depth_of(engine).is_none() && engine.mind.searches() => {
            let (name, level) = (engine.mind.strategy().name, engine.level.number());
            format!("{name}, level {level}")
        }
        Some(engine) => engine.mind.strategy().name.to_owned(),
        None => "Visitor".to_owned(),
    };
    let mut tags = pgn::Tags::new();
    tags.set("Event", "A game at Ponder");
    tags.set("Site", "?");
    tags.set("Date", state.day.to_string());
    tags.set("Round", "-");
    tags.set("White", name(Color::White));
    tags.set("Black", name(Color::Black));
    tags.set(
        "Result",
        state.outcome().as_ref().map_or("*", Outcome::result),
    );
    tags
}
