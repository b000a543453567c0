//! The state of the page's game, and what can be read from it. Facts have one home; everything else is
//! a method.

use std::collections::BTreeMap;

use engine::{
    eval::Evaluation as Evaluator,
    player::{Decision, Level, Source},
    rules::{Color, Game, Move, Outcome, Position, Square},
    search::Report,
    teaching::PruningComparison,
};
use wire::{FinishedGame, StrategyTally, Tally, game_id::GameId};

use super::day::Day;
use super::draw::NotKept;
use super::draw_refusal::Refusal;
use super::evaluation::Evaluation;
use super::explanation::{Decided, Doubt, Preview, Said};
use super::learner_state::Remembered;
use super::replay::Replay;
use super::saved_game::SavedGame;
use super::seats::Seats;
use super::thinking::{self, Candidate, Thought};
use super::variation::Variation;
use super::win_streak::Streak;
use crate::chess_clock::Clock;
use crate::settings::{ColorChoice, EngineSettings, Opponent, Settings};
use crate::worker::{NetworkProgress, SearchId};

/// Everything that the page knows about its game.
#[derive(Debug, Clone)]
pub struct State {
    /// Whether the browser's storage was read. Nothing can be played before.
    pub loaded: bool,
    /// How the next game is set up, and how this one is shown.
    pub settings: Settings,
    /// Nothing is slowed down: asked for by the page's address, or less motion is preferred.
    pub instant: bool,
    /// The game's id; `None` until the page has loaded.
    pub client_id: Option<GameId>,
    /// When the game began.
    pub day: Day,
    /// The moves, with those that were taken back and can be played again.
    pub game: Game,
    /// Who plays.
    pub seats: Seats,
    /// How the game was ended by somebody's will or by the clock, in the position as it stands.
    pub ended: Option<Outcome>,
    /// The clocks, if it is played with them.
    pub clock: Option<Clock>,
    /// What the engine said to the offer of a draw in this position.
    pub refusal: Option<Refusal>,
    /// What the visitor was advised to play in this position.
    pub hint: Option<Move>,
    /// Whether advice was asked for and is not here yet.
    pub hint_wanted: bool,
    /// The game that the latest new one has replaced, if that went on.
    pub left: Option<Box<LeftGame>>,
    /// What the engines decided lately, by the ply before the move.
    pub decided: BTreeMap<usize, Decided>,
    /// Why the engines' moves were played, by the ply before each.
    pub reasons: BTreeMap<usize, Said>,
    /// A line that is looked at on the board.
    pub preview: Option<Preview>,
    /// Whether the next move on the board is doubted instead of played.
    pub asking: bool,
    /// The move that is doubted.
    pub doubt: Option<Doubt>,
    /// How far the network is that judges positions; `None` until the worker has said so.
    pub network: Option<NetworkProgress>,
    /// Whether what the network sees is shown on the board.
    pub sees: bool,
    /// What the network sees in the position with this key: what each piece adds, White's view.
    pub seen: Option<(u64, Vec<(Square, i32)>)>,
    /// What pruning saves, in the position with this key.
    pub savings: Option<(u64, Option<PruningComparison>)>,
    /// Lines that were left for others, oldest first.
    pub variations: Vec<Variation>,
    /// Whether this game's result was counted. It is counted once: a game that goes on after its
    /// end was taken back keeps its id and its first result.
    pub counted: bool,
    /// Whether the board is turned round from its usual way.
    pub flipped: bool,
    /// The earlier ply that is looked at, always below the game's; `None` for the game as it is.
    pub viewed: Option<usize>,
    /// The search in progress, its slow replay included.
    pub search: Option<Search>,
    /// The number of the latest search.
    pub last_search: SearchId,
    /// Whether engines that play each other go on.
    pub running: bool,
    /// What each of the engine's moves came from, by the ply before it.
    pub sources: BTreeMap<usize, Source>,
    /// The visitor's latest games in a row with the same end.
    pub streak: Streak,
    /// What learners remember, as far as it is known.
    pub memory: Remembered,
    /// What the opponent thought about its latest move.
    pub thought: Option<Thought>,
    /// Whether the visitor asked for the reply that the opponent expects to this move.
    pub reply_shown: bool,
    /// What is known about the positions of this game, by ply.
    pub evaluations: BTreeMap<usize, Evaluation>,
    /// The engine's worker.
    pub engine: EngineState,
    /// How often in a row the worker failed.
    pub failures: u8,
    /// Why the browser's storage did not take the game, where it did not.
    pub not_kept: Option<NotKept>,
    /// What became of this game's result.
    pub record: RecordState,
    /// Finished games that the server has not confirmed, oldest first.
    pub unsent: Vec<FinishedGame>,
    /// How often in a row the server could not be reached.
    pub send_failures: u32,
    /// Whether another try to send is planned.
    pub retry_planned: bool,
    /// Games of this browser's visitor, counted here.
    pub tally: Tally,
    /// The visitor's tallies as the server knows them; `None` until it has answered.
    pub results: Option<Vec<StrategyTally>>,
}

/// A search in progress.
#[derive(Debug, Clone)]
pub struct Search {
    /// Its number; answers with another one are dropped.
    pub id: SearchId,
    /// What for.
    pub purpose: Purpose,
    /// How it is shown.
    pub stage: Stage,
    /// Everything it has reported.
    pub reports: Vec<Report>,
    /// How many of the reports are shown.
    pub shown: usize,
    /// Whether it was told to move now.
    pub stopping: bool,
}

/// What a search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move.
    Move,
    /// The evaluation of a position in which a person moves. Never plays, and shows no line.
    Evaluate,
    /// The advice that a person asked for.
    Hint,
    /// What is wrong with a move that a person doubts.
    Doubt,
}

/// How a search is shown.
#[derive(Debug, Clone)]
pub enum Stage {
    /// Its first moments: reports are kept, since it may turn out too short to be seen.
    Recording,
    /// Reports are shown as they come.
    Live,
    /// The worker is done; what it reported is shown slowly, then its move is played.
    Replaying {
        /// How far the replay is.
        replay: Replay,
        /// What was decided.
        decision: Box<Decision>,
    },
}

/// The engine's worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    /// Not asked for yet.
    Off,
    /// On its way; after a failure, with what happened.
    Starting(Option<String>),
    /// Takes searches.
    Ready,
    /// Given up, with what happened. `Event::RetryEngine` tries again.
    Failed(String),
}

/// What became of this game's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordState {
    /// There is nothing to record.
    None,
    /// On its way.
    Sending,
    /// The server could not be reached, for this reason; it is tried again.
    Waiting(String),
    /// The server has it.
    Saved,
    /// The server refuses it, for this reason.
    Refused(String),
}

/// Where the game stands, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A person may make the first move.
    NotStarted,
    /// A person of this colour is to move.
    YourTurn(Color),
    /// The engine is to move and thinks.
    Thinking {
        /// Whether what is shown is slower than it was.
        slowed: bool,
    },
    /// The engine is to move and its worker is on the way.
    Waking,
    /// The engine is to move and its worker has failed.
    Stuck,
    /// Two engines have not begun, or pause.
    Halted,
    /// The game has ended.
    Over(Outcome),
}

/// A game that was left while it went on.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftGame {
    /// The game.
    pub saved: SavedGame,
    /// Under what settings it was played.
    pub settings: Settings,
}

impl State {
    /// The page before it has loaded, the same on the server and in the browser.
    pub fn new(settings: Settings) -> Self {
        Self {
            loaded: false,
            settings,
            instant: false,
            client_id: None,
            day: Day::default(),
            game: Game::new(),
            seats: Seats::under(&settings, Color::White),
            ended: None,
            clock: settings.clock.map(Clock::new),
            refusal: None,
            hint: None,
            hint_wanted: false,
            left: None,
            decided: BTreeMap::new(),
            reasons: BTreeMap::new(),
            preview: None,
            asking: false,
            doubt: None,
            network: None,
            sees: false,
            seen: None,
            savings: None,
            variations: Vec::new(),
            counted: false,
            flipped: false,
            viewed: None,
            search: None,
            last_search: SearchId::default(),
            running: false,
            sources: BTreeMap::new(),
            streak: Streak::default(),
            memory: Remembered::default(),
            thought: None,
            reply_shown: false,
            evaluations: BTreeMap::new(),
            engine: EngineState::Off,
            failures: 0,
            not_kept: None,
            record: RecordState::None,
            unsent: Vec::new(),
            send_failures: 0,
            retry_planned: false,
            tally: Tally::default(),
            results: None,
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.outcome())
    }

    /// How the game has ended, where its end is on the board.
    pub fn shown_outcome(&self) -> Option<Outcome> {
        self.outcome().filter(|_| self.viewed.is_none())
    }

    /// Where the game stands.
    pub fn status(&self) -> Status {
        if let Some(outcome) = self.outcome() {
            return Status::Over(outcome);
        }
        let turn = self.turn();
        if self.seats.is_human(turn) {
            return if self.game.ply() == 0 {
                Status::NotStarted
            } else {
                Status::YourTurn(turn)
            };
        }
        if self.seats == Seats::Engines && !self.running {
            return Status::Halted;
        }
        match (&self.engine, &self.search) {
            (_, Some(search)) => Status::Thinking {
                slowed: matches!(&search.stage, Stage::Replaying { replay, .. } if replay.is_slow()),
            },
            (EngineState::Failed(_), None) => Status::Stuck,
            (_, None) => Status::Waking,
        }
    }

    /// The ply on the board.
    pub fn shown_ply(&self) -> usize {
        self.viewed.unwrap_or_else(|| self.game.ply())
    }

    /// The position on the board.
    pub fn shown_position(&self) -> Position {
        match self.viewed {
            Some(ply) => self.game.position_at(ply),
            None => *self.game.position(),
        }
    }

    /// The move that led to the position on the board.
    pub fn last_move(&self) -> Option<Move> {
        let ply = self.shown_ply().checked_sub(1)?;
        self.game.moves().get(ply).copied()
    }

    /// The moves that a person may make on the board now. While an earlier ply is looked at they
    /// go on from there.
    pub fn playable_moves(&self) -> Vec<Move> {
        let position = self.shown_position();
        let playable = self.loaded
            && self.preview.is_none()
            && self.seats.is_human(position.side_to_move())
            && self.shown_outcome().is_none();
        if playable {
            position.legal_moves().to_vec()
        } else {
            Vec::new()
        }
    }

    /// The colour at the board's lower edge.
    pub fn bottom(&self) -> Color {
        let usual = self.seats.human().unwrap_or(Color::White);
        if self.flipped { !usual } else { usual }
    }

    /// What is known about the position on the board: of this ply, or of the nearest one before.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.evaluations
            .range(..=self.shown_ply())
            .next_back()
            .map(|(_, found)| *found)
    }

    /// White's share of the evaluation bar in per mille: 500 when equal, all at 800 centipawns
    /// (V5), at a mate, and at the end of a game that was won.
    pub fn white_share(&self) -> u16 {
        match (
            self.shown_outcome(),
            self.evaluation().map(|found| found.score),
        ) {
            (
                Some(Outcome {
                    winner: Some(Color::White),
                    ..
                }),
                _,
            ) => 1000,
            (
                Some(Outcome {
                    winner: Some(Color::Black),
                    ..
                }),
                _,
            ) => 0,
            (Some(Outcome { winner: None, .. }), _) | (None, None) => 500,
            (None, Some(score)) => thinking::white_share(score),
        }
    }

    /// The ply to which taking back would lead: the latest one before this at which a person was
    /// to move. So two plies back on the visitor's turn, one while the engine thinks, and none
    /// before the visitor's first move.
    pub fn undo_target(&self) -> Option<usize> {
        let start = self.game.start().side_to_move();
        (0..self.game.ply()).rev().find(|ply| {
            let turn = if ply % 2 == 0 { start } else { !start };
            self.seats.is_human(turn)
        })
    }

    /// Whether moves can be taken back.
    pub fn can_undo(&self) -> bool {
        self.loaded && self.undo_target().is_some()
    }

    /// Whether moves that were taken back can be played again.
    pub fn can_redo(&self) -> bool {
        self.loaded && self.ended.is_none() && !self.game.redo_moves().is_empty()
    }

    /// Whether there is a game to give up.
    pub fn can_resign(&self) -> bool {
        self.loaded
            && self.seats != Seats::Engines
            && self.game.ply() > 0
            && self.outcome().is_none()
    }

    /// Whether there is something to show to others.
    pub fn can_share(&self) -> bool {
        self.loaded && (self.game.ply() > 0 || *self.game.start() != Position::startpos())
    }

    /// Whether a game was begun, be all its moves taken back.
    pub fn has_begun(&self) -> bool {
        self.game.ply() > 0 || !self.game.redo_moves().is_empty()
    }

    /// Whether the chosen opponent or colour waits for the next game, since this one has begun
    /// with others.
    pub fn settings_wait(&self) -> bool {
        let chosen = match (self.settings.opponent, self.settings.color) {
            (Opponent::Person, _) => self.seats == Seats::People,
            (Opponent::Engines, _) => self.seats == Seats::Engines,
            (Opponent::Engine, ColorChoice::White) => self.seats.human() == Some(Color::White),
            (Opponent::Engine, ColorChoice::Black) => self.seats.human() == Some(Color::Black),
            (Opponent::Engine, ColorChoice::Random) => self.seats.human().is_some(),
        };
        self.has_begun() && !chosen
    }

    /// Whether the engine plays, now or in the next game: else its mind and level are of no use.
    pub fn engine_matters(&self) -> bool {
        self.seats != Seats::People || self.settings.opponent != Opponent::Person
    }

    /// The engine that plays this colour, if one does.
    pub fn engine_of(&self, color: Color) -> Option<&EngineSettings> {
        match (self.seats, color) {
            (Seats::People, _) => None,
            (Seats::Engine { human }, _) if human == color => None,
            (Seats::Engines, Color::White) => Some(&self.settings.second_engine),
            (Seats::Engine { .. } | Seats::Engines, _) => Some(&self.settings.engine),
        }
    }

    /// The level at which the visitor's opponent guesses what a position is worth; `None` where it
    /// judges as well as it can.
    pub fn guessing_level(&self) -> Option<Level> {
        let Seats::Engine { human } = self.seats else {
            return None;
        };
        let engine = self.engine_of(!human)?;
        engine.strategy.searches().then_some(())?;
        self.erring_level(engine)
    }

    /// The level that an engine plays at, if it misjudges there.
    fn erring_level(&self, engine: &EngineSettings) -> Option<Level> {
        let errs = engine.level.noise(engine.strategy, 0).is_some();
        (errs && self.settings.depth_of(engine).is_none()).then_some(engine.level)
    }

    /// Whether what the side to move thinks of its position is the engine's best judgement. A low
    /// level misjudges, and a teaching mind knows less: those are no evaluation for the page.
    pub(super) fn judges_soundly(&self) -> bool {
        self.engine_of(self.turn()).is_none_or(|engine| {
            let level = self.erring_level(engine);
            let best = matches!(
                engine.strategy.evaluation(),
                Evaluator::Tuned | Evaluator::Network
            );
            self.seats == Seats::Engines || level.is_none() && best
        })
    }

    /// Whether two engines can begin, go on or be paused.
    pub fn can_run(&self) -> bool {
        self.loaded && self.seats == Seats::Engines && self.outcome().is_none()
    }

    /// Whether a search is running that can be told to move now.
    pub fn can_stop(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.purpose == Purpose::Move && !search.stopping)
    }

    /// What to show of the opponent's candidates: at most three, the best first; none once its
    /// move is played, while an earlier ply is looked at, or when nothing is thought about.
    pub fn arrows(&self) -> Vec<Candidate> {
        if let Some(mv) = self.hint.filter(|_| self.viewed.is_none()) {
            return vec![Candidate::advice(mv)];
        }
        match (&self.thought, self.viewed) {
            (Some(thought), None) if !thought.finished => thought.candidates(),
            _ => Vec::new(),
        }
    }
}
