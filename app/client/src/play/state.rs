//! The state of the playing page. Each fact is stored once; what can be derived is a method.

use engine::eval::Evaluation as Evaluator;
use engine::player::{Decision, Level, Source, Strength};
use engine::rules::{Color, Game, Move, Outcome, Position, Square};
use engine::search::{Report, Score};
use engine::teaching::PruningComparison;
use litemap::LiteMap;
use wire::{StrategyTally, Tally, game_id::GameId, visitor::rating::VisitorRating};

use super::coach_state::Coach;
use super::day::CalendarDate;
use super::event::StorageError;
use super::explanation::{EngineDecision, Explanation, LinePreview, QuestionedMove};
use super::game_clock::GameClock;
use super::learner_state::LearnerState;
use super::replay::Replay;
use super::saved_game::{SavedGame, Variation};
use super::seats::Players;
use super::thinking::{self, Candidate, Evaluation, SearchView};
use super::unsent_game::UnsentGame;
use super::win_streak::Streak;
use crate::settings::{ColorChoice, EngineSettings, Opponent, Settings};
use crate::worker::{NetworkProgress, SearchId};

/// What the playing page knows.
#[derive(Debug, Clone)]
pub struct PlayState {
    /// Whether the browser's storage has been read. Nothing can be played before.
    pub loaded: bool,
    /// How the next game is set up, and how games are shown.
    pub settings: Settings,
    /// Whether nothing is slowed down, because the address or reduced motion asks for it.
    pub instant: bool,
    /// The game's id; `None` until the page has loaded.
    pub client_id: Option<GameId>,
    /// When the game began.
    pub date: CalendarDate,
    /// The moves, including those that can be redone.
    pub game: Game,
    pub players: Players,
    /// The outcome by resignation, agreement or clock, in the current position.
    pub ended: Option<Outcome>,
    /// The clock; `None` in a game without one.
    pub clock: Option<GameClock>,
    /// Why the engine has declined a draw in this position.
    pub draw_refusal: Option<DrawRefusal>,
    /// The suggested move in this position.
    pub hint: Option<Move>,
    /// Whether a hint was requested and has not arrived.
    pub hint_requested: bool,
    /// The unfinished game that the latest new game has replaced.
    pub replaced_game: Option<Box<ReplacedGame>>,
    /// The engines' latest decisions, by the ply before the move.
    pub decisions: LiteMap<usize, EngineDecision>,
    /// Explanations of the engines' moves, by the ply before each.
    pub explanations: LiteMap<usize, Explanation>,
    /// A previewed line.
    pub preview: Option<LinePreview>,
    /// Whether the next move on the board is questioned instead of played.
    pub asking_why_not: bool,
    /// The move that the visitor questions.
    pub questioned_move: Option<QuestionedMove>,
    /// Whether the endgame tables that the settings name cannot be had.
    pub lacks_tables: bool,
    /// Progress of loading the network; `None` before the worker's first message.
    pub network: Option<NetworkProgress>,
    /// Whether each piece's contribution to the evaluation is shown on the board.
    pub shows_network_view: bool,
    /// The contribution of each piece in White's view, for the position with this key.
    pub network_view: Option<(u64, Vec<(Square, i32)>)>,
    /// The nodes that pruning saves, for the position with this key.
    pub savings: Option<(u64, Option<PruningComparison>)>,
    /// Abandoned lines, oldest first.
    pub variations: Vec<Variation>,
    /// What the visitor's moves lost where it counts, since the page was loaded: the ply before each, and
    /// hundredths of a point of the chance to win.
    pub losses: Vec<[u32; 2]>,
    pub coach: Coach,
    /// The ply of a move that is looked at after the game, and the searches around it once they are done, as in
    /// [`Coach::Judged`].
    pub judged: Option<(usize, Option<Vec<u8>>)>,
    /// The visitor's strength; `None` before the server's answer.
    pub rating: Option<VisitorRating>,
    /// Whether this game's result was counted. It counts once: a game that continues after its end
    /// was undone keeps its id and its first result.
    pub counted: bool,
    /// Whether the board is flipped.
    pub flipped: bool,
    /// The earlier ply on the board, below the game's; `None` for the current position.
    pub viewed_ply: Option<usize>,
    /// The search in progress, including its slow replay.
    pub search: Option<ActiveSearch>,
    /// The id of the latest search.
    pub last_search: SearchId,
    /// Whether the game of two engines is running.
    pub engines_running: bool,
    /// The source of each of the engine's moves, by the ply before it.
    pub sources: LiteMap<usize, Source>,
    /// The visitor's latest games in a row with the same result.
    pub streak: Streak,
    pub learner: LearnerState,
    /// The opponent's search for its latest move, as shown.
    pub search_view: Option<SearchView>,
    /// Whether the reply that the opponent expects is shown.
    pub reply_shown: bool,
    /// The level of the search for the engine's latest move.
    pub searched_level: Option<Level>,
    /// Whether the board shows what the engine saw and overlooked at its last move.
    pub seen_shown: bool,
    /// Evaluations of this game's positions, by ply.
    pub evaluations: LiteMap<usize, Evaluation>,
    pub engine: EngineState,
    /// Failures of the worker in a row.
    pub failures: u8,
    /// Why the browser's storage could not be written, if so.
    pub storage_error: Option<StorageError>,
    /// Whether this game's result has been recorded.
    pub record: RecordState,
    /// Finished games that have not arrived, oldest first.
    pub unsent: Vec<UnsentGame>,
    /// Whether those of earlier visits could not be read; a retry looks again.
    pub unsent_missing: bool,
    /// Results that are on their way to the server.
    pub(super) records_sent: usize,
    /// Failures to reach the server in a row.
    pub send_failures: u32,
    /// Whether a retry is scheduled.
    pub retry_planned: bool,
    /// The visitor's results in this browser.
    pub tally: Tally,
    /// The visitor's results on the server; `None` before its answer.
    pub results: Option<Vec<StrategyTally>>,
}

/// A search in progress.
#[derive(Debug, Clone)]
pub struct ActiveSearch {
    /// Its id; results with another id are ignored.
    pub id: SearchId,
    pub purpose: SearchPurpose,
    pub stage: SearchStage,
    pub reports: Vec<Report>,
    /// The number of reports that are shown.
    pub shown: usize,
    /// Whether it was told to move now.
    pub stopping: bool,
}

/// The purpose of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchPurpose {
    /// The engine's move.
    Move,
    /// The evaluation of a position in which a person is to move; it shows no lines.
    Evaluate,
    /// A hint for a person.
    Hint,
    /// The answer to "Why not…?": what follows the questioned move.
    WhyNot,
}

/// How a search is shown.
#[derive(Debug, Clone)]
pub enum SearchStage {
    /// Its first moments: reports are stored, since the search may be too short to watch.
    Recording,
    /// Reports are shown as they arrive.
    Live,
    /// The search is over; its reports are shown slowly, then its move is played.
    Replaying {
        replay: Replay,
        decision: Box<Decision>,
    },
}

/// The state of the engine's worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineState {
    /// Not started.
    Off,
    /// Starting; after a failure, with its message.
    Starting(Option<String>),
    /// Ready to search.
    Ready,
    /// Given up, with the last message. `PlayEvent::RetryEngine` tries again.
    Failed(String),
}

/// Whether this game's result has been recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordState {
    /// There is nothing to record.
    None,
    Sending,
    /// The server could not be reached for this reason; a retry follows.
    Waiting(String),
    Saved,
    /// The server rejects it for this reason.
    Rejected(String),
}

/// Why the engine declines a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawRefusal {
    /// The game has only begun.
    Early,
    /// The engine stands better; the score is its own view.
    Better(Score),
    /// The position has not been evaluated.
    Unknown,
}

/// What the game is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStatus {
    /// A person may make the first move.
    NotStarted,
    /// A person of this colour is to move.
    YourTurn(Color),
    /// The engine is to move and searches.
    Thinking {
        /// Whether the search is shown more slowly than it ran.
        slowed: bool,
    },
    /// The engine is to move and its worker starts.
    EngineStarting,
    /// The engine is to move and its worker has failed.
    EngineFailed,
    /// Two engines have not begun or are paused.
    Paused,
    Over(Outcome),
}

/// An unfinished game that was replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplacedGame {
    pub saved: SavedGame,
    /// The settings that it was played with.
    pub settings: Settings,
}

impl PlayState {
    /// The state before loading, the same on the server and in the browser.
    pub fn new(settings: Settings) -> Self {
        Self {
            loaded: false,
            settings,
            instant: false,
            client_id: None,
            date: CalendarDate::default(),
            game: Game::new(),
            players: Players::from_settings(&settings, Color::White),
            ended: None,
            clock: settings.clock.map(GameClock::new),
            draw_refusal: None,
            hint: None,
            hint_requested: false,
            replaced_game: None,
            decisions: LiteMap::new(),
            explanations: LiteMap::new(),
            preview: None,
            asking_why_not: false,
            questioned_move: None,
            lacks_tables: false,
            network: None,
            shows_network_view: false,
            network_view: None,
            savings: None,
            variations: Vec::new(),
            losses: Vec::new(),
            coach: Coach::Off,
            judged: None,
            rating: None,
            counted: false,
            flipped: false,
            viewed_ply: None,
            search: None,
            last_search: SearchId::default(),
            engines_running: false,
            sources: LiteMap::new(),
            streak: Streak::default(),
            learner: LearnerState::default(),
            search_view: None,
            reply_shown: false,
            searched_level: None,
            seen_shown: false,
            evaluations: LiteMap::new(),
            engine: EngineState::Off,
            failures: 0,
            storage_error: None,
            record: RecordState::None,
            unsent: Vec::new(),
            unsent_missing: false,
            records_sent: 0,
            send_failures: 0,
            retry_planned: false,
            tally: Tally::default(),
            results: None,
        }
    }

    pub fn turn(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.outcome())
    }

    /// The outcome, if the final position is on the board.
    pub fn shown_outcome(&self) -> Option<Outcome> {
        self.outcome().filter(|_| self.viewed_ply.is_none())
    }

    pub fn status(&self) -> GameStatus {
        if let Some(outcome) = self.outcome() {
            return GameStatus::Over(outcome);
        }
        // Whose move is held can take it back.
        let turn = match self.coach.holds() {
            true => !self.turn(),
            false => self.turn(),
        };
        if self.players.is_human(turn) {
            return if self.game.ply() == 0 {
                GameStatus::NotStarted
            } else {
                GameStatus::YourTurn(turn)
            };
        }
        if self.players == Players::TwoEngines && !self.engines_running {
            return GameStatus::Paused;
        }
        match (&self.engine, &self.search) {
            (_, Some(search)) => GameStatus::Thinking {
                slowed: matches!(&search.stage, SearchStage::Replaying { replay, .. } if replay.is_slow()),
            },
            (EngineState::Failed(_), None) => GameStatus::EngineFailed,
            (_, None) => GameStatus::EngineStarting,
        }
    }

    /// Whether nobody is to move: two engines are paused, or the coach looks at a move.
    pub(super) fn is_halted(&self) -> bool {
        self.players == Players::TwoEngines && !self.engines_running || self.coach.holds()
    }

    pub fn shown_ply(&self) -> usize {
        self.viewed_ply.unwrap_or_else(|| self.game.ply())
    }

    pub fn shown_position(&self) -> Position {
        match self.viewed_ply {
            Some(ply) => self.game.position_at(ply),
            None => *self.game.position(),
        }
    }

    pub fn last_move(&self) -> Option<Move> {
        let ply = self.shown_ply().checked_sub(1)?;
        self.game.moves().get(ply).copied()
    }

    /// The moves that a person may make on the board now. At an earlier ply they start a new line.
    pub fn playable_moves(&self) -> Vec<Move> {
        let position = self.shown_position();
        let playable = self.loaded
            && self.preview.is_none()
            && self.players.is_human(position.side_to_move())
            && self.shown_outcome().is_none();
        if playable {
            position.legal_moves().to_vec()
        } else {
            Vec::new()
        }
    }

    /// The colour at the bottom of the board.
    pub fn bottom(&self) -> Color {
        let usual = self.players.human().unwrap_or(Color::White);
        if self.flipped { !usual } else { usual }
    }

    /// The evaluation of the shown ply, or of the nearest one before it.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.evaluation_at_or_before(self.shown_ply())
    }

    /// The evaluation of a ply, or of the nearest one before it.
    pub(super) fn evaluation_at_or_before(&self, ply: usize) -> Option<Evaluation> {
        let mut latest_first = self.evaluations.iter().rev();
        let found = latest_first.find(|(known, _)| **known <= ply);
        found.map(|(_, evaluation)| *evaluation)
    }

    /// White's share of the evaluation bar in per mille: 500 when equal, full at 800 centipawns, at
    /// a mate, and after a win.
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

    /// The ply that an undo leads to: the latest one before this at which a person was to move. So
    /// it is two plies back on the visitor's turn, one while the engine searches, and none before
    /// the visitor's first move.
    pub fn undo_target(&self) -> Option<usize> {
        let start = self.game.start().side_to_move();
        (0..self.game.ply()).rev().find(|ply| {
            let turn = if ply % 2 == 0 { start } else { !start };
            self.players.is_human(turn)
        })
    }

    pub fn can_undo(&self) -> bool {
        self.loaded && self.undo_target().is_some()
    }

    pub fn can_redo(&self) -> bool {
        self.loaded && self.ended.is_none() && !self.game.redo_moves().is_empty()
    }

    pub fn can_resign(&self) -> bool {
        self.loaded
            && self.players != Players::TwoEngines
            && self.game.ply() > 0
            && self.outcome().is_none()
    }

    pub fn can_share(&self) -> bool {
        self.loaded && (self.game.ply() > 0 || *self.game.start() != Position::startpos())
    }

    /// Whether a game has begun, even if all its moves were undone.
    pub fn has_begun(&self) -> bool {
        self.game.ply() > 0 || !self.game.redo_moves().is_empty()
    }

    /// Whether the chosen opponent or colour applies only to the next game, since this one has
    /// begun.
    pub fn settings_pending(&self) -> bool {
        let chosen = match (self.settings.opponent, self.settings.color) {
            (Opponent::Person, _) => self.players == Players::TwoPeople,
            (Opponent::Engines, _) => self.players == Players::TwoEngines,
            (Opponent::Engine, ColorChoice::White) => self.players.human() == Some(Color::White),
            (Opponent::Engine, ColorChoice::Black) => self.players.human() == Some(Color::Black),
            (Opponent::Engine, ColorChoice::Random) => self.players.human().is_some(),
        };
        self.has_begun() && !chosen
    }

    /// Whether the engine plays in this game or the next, so that its settings matter.
    pub fn engine_matters(&self) -> bool {
        self.players != Players::TwoPeople || self.settings.opponent != Opponent::Person
    }

    /// The engine that plays this colour, if one does.
    pub fn engine_for(&self, color: Color) -> Option<&EngineSettings> {
        match (self.players, color) {
            (Players::TwoPeople, _) => None,
            (Players::Engine { human }, _) if human == color => None,
            (Players::TwoEngines, Color::White) => Some(&self.settings.second_engine),
            (Players::Engine { .. } | Players::TwoEngines, _) => Some(&self.settings.engine),
        }
    }

    /// The seed of the game's searches.
    pub fn seed(&self) -> u64 {
        self.client_id.as_ref().map_or(0, GameId::seed)
    }

    /// The strength of an engine; `None` where it has none, or a fixed depth.
    pub fn strength_of(&self, engine: &EngineSettings) -> Option<Strength> {
        let has_one = engine.strategy.searches() && self.settings.depth_of(engine).is_none();
        has_one.then_some(engine.strength)
    }

    /// The ply of the engine's latest move up to the one on the board, with the engine that made it.
    pub fn last_engine_turn(&self) -> Option<(usize, &EngineSettings)> {
        let first = self.game.start().side_to_move();
        let engine = |ply: usize| match ply.is_multiple_of(2) {
            true => self.engine_for(first),
            false => self.engine_for(!first),
        };
        let mut plies = (0..self.shown_ply()).rev();
        plies.find_map(|ply| Some((ply, engine(ply)?)))
    }

    /// The opponent's strength if its evaluation is noisy at that.
    pub fn noisy_strength(&self) -> Option<Strength> {
        let Players::Engine { human } = self.players else {
            return None;
        };
        let engine = self.engine_for(!human)?;
        self.strength_of(engine)?;
        self.noise_strength(engine)
    }

    /// The strength of an engine whose evaluation is noisy at some of its moves.
    fn noise_strength(&self, engine: &EngineSettings) -> Option<Strength> {
        let errs = engine.strength.lower().noise(engine.strategy, 0).is_some();
        (errs && self.settings.depth_of(engine).is_none()).then_some(engine.strength)
    }

    /// Whether the evaluation of the side to move is the engine's best. At a low level it is noisy,
    /// and a teaching strategy knows less, so the page does not show those.
    pub(super) fn evaluates_soundly(&self) -> bool {
        self.engine_for(self.turn()).is_none_or(|engine| {
            let is_noisy = self.noise_strength(engine).is_some();
            let best = matches!(
                engine.strategy.evaluation(),
                Evaluator::Tuned | Evaluator::Network
            );
            self.players == Players::TwoEngines || !is_noisy && best
        })
    }

    /// Whether two engines can start, continue or be paused.
    pub fn can_run(&self) -> bool {
        self.loaded && self.players == Players::TwoEngines && self.outcome().is_none()
    }

    /// Whether a running search can be told to move now.
    pub fn can_stop(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.purpose == SearchPurpose::Move && !search.stopping)
    }

    /// The arrows on the board: the hint, or at most three candidates, the best first. None once
    /// the move is played and at an earlier ply.
    pub fn arrows(&self) -> Vec<Candidate> {
        if let Some(mv) = self.hint.filter(|_| self.viewed_ply.is_none()) {
            return vec![Candidate::hint(mv)];
        }
        match (&self.search_view, self.viewed_ply) {
            (Some(thought), None) if !thought.finished => thought.candidates(),
            _ => Vec::new(),
        }
    }
}
