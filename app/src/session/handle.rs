//! The page's handle on its game: signals to read, and one way to say what happened.

use engine::{
    player::Level,
    rules::{Color, Move, Outcome, Piece, Square, pgn},
};
use leptos::prelude::*;

use super::state::{
    Candidate, EngineState, Evaluation, Event, LiveLine, RecordState, State, Status, ThoughtLine,
    update,
};
use crate::{
    api::{StrategyTally, Tally},
    prefs::{ColorChoice, Opponent, Settings, use_prefs},
};

/// What stands on each square, a1 first, h8 last.
pub type Board = [Option<(Color, Piece)>; 64];

/// One game on one page. Copied freely; everything behind it ends with the page that made it.
///
/// Every method that returns a `Memo` returns the same one each time. A memo wakes its readers
/// only when its own value has changed, so a square can follow [`Session::square`] and is drawn
/// again only when something on it changes.
#[derive(Clone, Copy)]
pub struct Session {
    state: RwSignal<State>,
    #[cfg(feature = "hydrate")]
    runner: StoredValue<super::runner::Runner, LocalStorage>,
    board: Memo<Board>,
    playable: Memo<Vec<Move>>,
    last_move: Memo<Option<Move>>,
    check: Memo<Option<Square>>,
    status: Memo<Status>,
    arrows: Memo<Vec<Candidate>>,
    live_line: Memo<Option<LiveLine>>,
    lines: Memo<Vec<ThoughtLine>>,
    evaluation: Memo<Option<Evaluation>>,
    white_share: Memo<u16>,
    sans: Memo<Vec<String>>,
    shown_ply: Memo<usize>,
    bottom: Memo<Color>,
    human: Memo<Option<Color>>,
    settings: Memo<Settings>,
    can: Memo<Can>,
    reply_shown: Memo<bool>,
    loaded: Memo<bool>,
    engine: Memo<EngineState>,
    record: Memo<RecordState>,
    tally: Memo<Tally>,
    results: Memo<Option<Vec<StrategyTally>>>,
}

/// What can be asked for now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Can {
    /// `Event::Undo` does something.
    pub undo: bool,
    /// `Event::Redo` does something.
    pub redo: bool,
    /// `Event::Resign` does something.
    pub resign: bool,
    /// `Event::Stop` does something.
    pub stop: bool,
}

impl Session {
    /// A session for the component that calls this. The first render shows the start position
    /// under the visitor's preferences, in the browser as on the server; what the browser's storage
    /// holds comes after hydration.
    #[allow(clippy::new_without_default)] // It starts effects: nothing to be made in passing.
    pub fn new() -> Self {
        let prefs = use_prefs();
        let state = RwSignal::new(State::new(prefs.get_untracked().settings));
        fn memo<T: PartialEq + Send + Sync + 'static>(
            state: RwSignal<State>,
            read: impl Fn(&State) -> T + Send + Sync + 'static,
        ) -> Memo<T> {
            Memo::new(move |_| state.with(&read))
        }
        let session = Self {
            state,
            #[cfg(feature = "hydrate")]
            runner: StoredValue::new_local(super::runner::Runner::new(prefs)),
            board: memo(state, board),
            playable: memo(state, State::playable_moves),
            last_move: memo(state, State::last_move),
            check: memo(state, check),
            status: memo(state, State::status),
            arrows: memo(state, State::arrows),
            live_line: memo(state, |state| state.thought.as_ref()?.live_line()),
            lines: memo(state, |state| {
                state
                    .thought
                    .as_ref()
                    .map_or_else(Vec::new, |thought| thought.lines.clone())
            }),
            evaluation: memo(state, State::evaluation),
            white_share: memo(state, State::white_share),
            sans: memo(state, |state| state.game.sans()),
            shown_ply: memo(state, State::shown_ply),
            bottom: memo(state, State::bottom),
            human: memo(state, |state| state.seats.human()),
            settings: memo(state, |state| state.settings),
            can: memo(state, |state| Can {
                undo: state.can_undo(),
                redo: state.can_redo(),
                resign: state.can_resign(),
                stop: state.can_stop(),
            }),
            reply_shown: memo(state, |state| state.reply_shown),
            loaded: memo(state, |state| state.loaded),
            engine: memo(state, |state| state.engine.clone()),
            record: memo(state, |state| state.record.clone()),
            tally: memo(state, |state| state.tally),
            results: memo(state, |state| state.results.clone()),
        };
        // Effects run in the browser only, after hydration.
        #[cfg(feature = "hydrate")]
        Effect::new(move |_| {
            let loaded = super::browser::load();
            session.dispatch(loaded);
        });
        session
    }

    /// Says what happened. Does nothing once the page is gone.
    pub fn dispatch(self, event: Event) {
        let effects = self.state.try_update(|state| update(state, event));
        #[cfg(feature = "hydrate")]
        for effect in effects.into_iter().flatten() {
            super::runner::run(self, self.runner, effect);
        }
        #[cfg(not(feature = "hydrate"))]
        drop(effects);
    }

    /// Begins a new game under the settings; a search in progress ends and plays nothing.
    pub fn new_game(self) {
        #[cfg(feature = "hydrate")]
        self.dispatch(Event::NewGame(super::browser::draw()));
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

    /// Chooses the level, from the next search on.
    pub fn set_level(self, level: Level) {
        self.dispatch(Event::SetLevel(level));
    }

    /// Reads the state itself, and follows every change of it. The memos below are finer.
    pub fn with<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state without following it; for handlers.
    pub fn with_untracked<T>(self, read: impl FnOnce(&State) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// What stands on the board that is shown.
    pub fn board(self) -> Memo<Board> {
        self.board
    }

    /// What stands on one square of the board that is shown. A new memo for each call.
    pub fn square(self, square: Square) -> Memo<Option<(Color, Piece)>> {
        let board = self.board;
        Memo::new(move |_| board.with(|board| board[square.index()]))
    }

    /// The moves that a person may make now; empty while an earlier ply is shown.
    pub fn playable_moves(self) -> Memo<Vec<Move>> {
        self.playable
    }

    /// The playable moves from one square to another: several where a pawn promotes. For handlers.
    pub fn moves_between(self, from: Square, to: Square) -> Vec<Move> {
        self.playable.with_untracked(|moves| {
            moves
                .iter()
                .copied()
                .filter(|mv| mv.from() == from && mv.to() == to)
                .collect()
        })
    }

    /// The squares to which the piece on `from` may go now. For handlers.
    pub fn targets(self, from: Square) -> Vec<Square> {
        let mut targets: Vec<Square> = self.playable.with_untracked(|moves| {
            moves
                .iter()
                .filter(|mv| mv.from() == from)
                .map(|mv| mv.to())
                .collect()
        });
        targets.dedup();
        targets
    }

    /// The move that led to the position shown.
    pub fn last_move(self) -> Memo<Option<Move>> {
        self.last_move
    }

    /// Where the king in check stands in the position shown.
    pub fn check(self) -> Memo<Option<Square>> {
        self.check
    }

    /// Where the game stands.
    pub fn status(self) -> Memo<Status> {
        self.status
    }

    /// The opponent's candidates for arrows, at most three, the best first.
    pub fn arrows(self) -> Memo<Vec<Candidate>> {
        self.arrows
    }

    /// The line beside the board. Its `reply` is to be folded unless [`Session::reply_shown`].
    pub fn live_line(self) -> Memo<Option<LiveLine>> {
        self.live_line
    }

    /// A line for each finished depth, shallow first. All but the first move of each is to be
    /// folded unless [`Session::reply_shown`].
    pub fn lines(self) -> Memo<Vec<ThoughtLine>> {
        self.lines
    }

    /// What is known about the position shown.
    pub fn evaluation(self) -> Memo<Option<Evaluation>> {
        self.evaluation
    }

    /// White's share of the evaluation bar in per mille.
    pub fn white_share(self) -> Memo<u16> {
        self.white_share
    }

    /// The moves played, in SAN.
    pub fn sans(self) -> Memo<Vec<String>> {
        self.sans
    }

    /// The ply that is shown: 0 for the start position.
    pub fn shown_ply(self) -> Memo<usize> {
        self.shown_ply
    }

    /// The colour at the board's lower edge.
    pub fn bottom(self) -> Memo<Color> {
        self.bottom
    }

    /// The visitor's colour against the engine; `None` between people.
    pub fn human(self) -> Memo<Option<Color>> {
        self.human
    }

    /// How the next game is set up, and how this one is shown.
    pub fn settings(self) -> Memo<Settings> {
        self.settings
    }

    /// What can be asked for now.
    pub fn can(self) -> Memo<Can> {
        self.can
    }

    /// Whether the reply that the opponent expects was asked for.
    pub fn reply_shown(self) -> Memo<bool> {
        self.reply_shown
    }

    /// Whether storage was read, so that the board takes moves.
    pub fn loaded(self) -> Memo<bool> {
        self.loaded
    }

    /// The worker's state.
    pub fn engine(self) -> Memo<EngineState> {
        self.engine
    }

    /// What became of this game's result.
    pub fn record(self) -> Memo<RecordState> {
        self.record
    }

    /// The visitor's games as this browser counted them.
    pub fn tally(self) -> Memo<Tally> {
        self.tally
    }

    /// The visitor's tallies as the server knows them; `None` until it has answered.
    pub fn results(self) -> Memo<Option<Vec<StrategyTally>>> {
        self.results
    }

    /// The FEN of the position shown.
    pub fn fen(self) -> String {
        self.state.with(|state| state.shown_position().to_fen())
    }

    /// The game as PGN.
    pub fn pgn(self) -> String {
        self.state
            .with(|state| pgn::write(&state.game, &tags(state), state.outcome().as_ref()))
    }
}

fn drawn_color() -> Color {
    #[cfg(feature = "hydrate")]
    return super::browser::draw().color;
    #[cfg(not(feature = "hydrate"))]
    Color::White
}

fn board(state: &State) -> Board {
    let position = state.shown_position();
    let mut board = [None; 64];
    for square in Square::ALL {
        board[square.index()] = position.piece_at(square);
    }
    board
}

fn check(state: &State) -> Option<Square> {
    let position = state.shown_position();
    position
        .in_check()
        .then(|| position.king(position.side_to_move()))
}

fn tags(state: &State) -> pgn::Tags {
    let engine = format!("Calculator, level {}", state.settings.level.number());
    let name = |color: Color| match state.seats.human() {
        Some(human) if human != color => engine.clone(),
        _ => "Visitor".to_owned(),
    };
    let mut tags = pgn::Tags::new();
    tags.set("Event", "A game at Ponder");
    tags.set("Site", "?");
    tags.set("Date", "????.??.??");
    tags.set("Round", "-");
    tags.set("White", name(Color::White));
    tags.set("Black", name(Color::Black));
    tags.set(
        "Result",
        state.outcome().as_ref().map_or("*", Outcome::result),
    );
    tags
}
