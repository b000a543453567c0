//! What the page knows about the game on it, and what changes it.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::player::{Decision, StrategyId};
use engine::rules::{GameTree, Move, NodeId, Outcome, Position, Reason, pgn};
use engine::search::{Line, Options, Report, Score, SearchLimits};

use super::link::Opened;
use super::network_wait::Awaited;
use super::review_state::Reviewing;
use crate::play::{EngineState, MAX_FAILURES};
use crate::worker::protocol::HASH_MB;
use crate::worker::{NetworkNews, SearchId, SearchOrder};

/// At most so many lines are looked at.
pub const MOST_LINES: u8 = 5;
/// So long a position is looked at, unless more is asked for.
const LOOK: Duration = Duration::from_secs(15);

/// Everything that the page knows.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The moves, with all that was tried.
    pub tree: GameTree,
    /// What is on the board.
    pub at: NodeId,
    /// Who played, where that is known.
    pub tags: pgn::Tags,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// A line that is looked at on the board, and its last move.
    pub preview: Option<(Position, Move)>,
    /// Whether positions are looked into as they are gone to.
    pub thinking: bool,
    /// How many lines are looked for.
    pub lines: u8,
    /// What was found, by place.
    pub found: BTreeMap<NodeId, Found>,
    /// What is being looked at.
    pub search: Option<Looking>,
    pub last_search: SearchId,
    /// The engine's worker.
    pub engine: EngineState,
    /// How often in a row it failed.
    pub failures: u8,
    /// What judges positions, in the worker.
    pub network: Awaited,
    /// The game as a whole, gone through move by move.
    pub review: Reviewing,
}

/// What was found about a position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    /// Best first, scores in the mover's view.
    pub lines: Vec<Line>,
    /// Whether it was looked at for as long as it gets.
    pub done: bool,
    /// How many lines were looked for.
    pub wanted: u8,
}

/// A search in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looking {
    pub id: SearchId,
    pub at: NodeId,
    /// Whether it is a review's.
    pub reviews: bool,
}

/// One of four ways through the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    First,
    Back,
    On,
    Last,
}

/// Something that happened.
#[derive(Debug, Clone)]
pub enum Event {
    /// Another game or position takes the place of what is here.
    Open(Box<Opened>),
    /// A move on the board.
    Play(Move),
    /// Moves of a line, from the position on the board on.
    Take(Vec<Move>),
    /// A line from another place on: the moves are kept, the first of them is on the board.
    Show {
        from: NodeId,
        moves: Vec<Move>,
    },
    Go(NodeId),
    Step(Step),
    /// The line on the board becomes the main line.
    Promote,
    /// The move on the board goes, with all that follows it.
    Remove,
    Flip,
    /// A line is to be looked at on the board; or no longer.
    Preview(Option<Vec<Move>>),
    /// Positions are looked into, or not.
    Think(bool),
    Lines(u8),
    /// The position on the board is looked into until something else is.
    Deeper,
    Review,
    StopReview,
    EngineReady,
    EngineFailed(String),
    RetryEngine,
    /// How far the network is.
    Network(NetworkNews),
    /// The network was waited for long enough.
    NetworkLate,
    Reports {
        id: SearchId,
        reports: Vec<Report>,
    },
    Done {
        id: SearchId,
        decision: Box<Decision>,
    },
}

/// Something that has to be done outside of the state.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start the worker, or replace it.
    StartEngine,
    /// Tell the worker that another game begins.
    ForgetGame,
    Search(Box<SearchOrder>),
    CancelSearch(SearchId),
    /// What is on the page has changed: its address is to say so.
    Remember,
    /// Something goes that only the address holds from now on: the browser's way back is to lead
    /// there.
    KeepAddress,
}

impl Default for Analysis {
    fn default() -> Self {
        Self {
            tree: GameTree::new(Position::startpos()),
            at: NodeId::START,
            tags: pgn::Tags::new(),
            flipped: false,
            preview: None,
            thinking: true,
            lines: 3,
            found: BTreeMap::new(),
            search: None,
            last_search: SearchId::default(),
            engine: EngineState::Off,
            failures: 0,
            network: Awaited::default(),
            review: Reviewing::None,
        }
    }
}

impl Analysis {
    /// The position on the board, not counting a line that is looked at.
    pub fn position(&self) -> &Position {
        self.tree.position(self.at)
    }

    /// What the board shows, and the move that led there.
    pub fn board(&self) -> (Position, Option<Move>) {
        match self.preview {
            Some((position, last)) => (position, Some(last)),
            None => (*self.position(), self.tree.last_move(self.at)),
        }
    }

    /// How the game ends on the board, if it does.
    pub fn outcome(&self) -> Option<Outcome> {
        self.tree.game_at(self.at).outcome()
    }

    /// What is on the page as PGN.
    pub fn pgn(&self) -> String {
        self.pgn_with(&self.tags)
    }

    /// The same, with other tags.
    pub(super) fn pgn_with(&self, tags: &pgn::Tags) -> String {
        let stated = tags.get("Result").and_then(pgn::GameResult::from_text);
        let outcome = match stated {
            Some(pgn::GameResult::Win(color)) => Some(Outcome::win(color, Reason::Resignation)),
            Some(pgn::GameResult::Draw) => Some(Outcome::draw(Reason::Agreement)),
            // What the rules say of the last position.
            Some(pgn::GameResult::Unknown) | None => None,
        };
        pgn::write_tree(&self.tree, tags, outcome.as_ref())
    }

    /// White's score at a place, as far as it is known.
    pub fn score(&self, at: NodeId) -> Option<Score> {
        let position = self.tree.position(at);
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => Score::Mate(0),
                false => Score::Cp(0),
            });
        }
        let best = self.found.get(&at)?.lines.first()?;
        Some(best.score.for_white(position.side_to_move()))
    }

    /// What was found about the position on the board.
    pub fn here(&self) -> Option<&Found> {
        self.found.get(&self.at)
    }

    /// The line that is gone through: by way of the position on the board to its end.
    pub fn line(&self) -> Vec<NodeId> {
        self.tree.line_through(self.at)
    }

    /// Where a step leads; `None` where there is nowhere to go.
    pub fn goal(&self, step: Step) -> Option<NodeId> {
        let goal = match step {
            Step::First => NodeId::START,
            Step::Back => self.tree.parent(self.at)?,
            Step::On => *self.tree.replies(self.at).first()?,
            Step::Last => *self.line().last()?,
        };
        (goal != self.at).then_some(goal)
    }

    /// Whether the position on the board is being looked into.
    pub fn is_looking(&self) -> bool {
        let looking = self.search.as_ref();
        looking.is_some_and(|search| !search.reviews && search.at == self.at)
    }

    /// Takes an event in: what has to be done outside of the state.
    pub fn update(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.take(event, &mut effects);
        self.look(&mut effects);
        effects
    }

    fn take(&mut self, event: Event, effects: &mut Vec<Effect>) {
        match event {
            Event::Open(opened) => self.open(*opened, effects),
            Event::Play(mv) => self.play(&[mv], effects),
            Event::Take(moves) => self.play(&moves, effects),
            Event::Show { from, moves } => self.show(from, &moves, effects),
            Event::Go(at) => self.go(at, effects),
            Event::Step(step) => {
                if let Some(goal) = self.goal(step) {
                    self.go(goal, effects);
                }
            }
            Event::Promote => {
                self.tree.promote(self.at);
                effects.push(Effect::Remember);
            }
            Event::Remove => {
                if let Some(parent) = self.tree.parent(self.at) {
                    if self.review.goes_through(self.at) {
                        self.stop_review(effects);
                    }
                    effects.push(Effect::KeepAddress);
                    self.tree.remove(self.at);
                    self.go(parent, effects);
                }
            }
            Event::Flip => {
                self.flipped ^= true;
                effects.push(Effect::Remember);
            }
            Event::Preview(moves) => self.preview = self.preview_of(moves),
            Event::Think(on) => self.think(on, effects),
            Event::Lines(lines) => {
                self.lines = lines.clamp(1, MOST_LINES);
                self.look_anew(effects);
            }
            Event::Deeper => self.look_deeper(effects),
            Event::Review => self.begin_review(effects),
            Event::StopReview => self.stop_review(effects),
            Event::EngineReady => self.engine = EngineState::Ready,
            Event::EngineFailed(message) => self.engine_failed(message, effects),
            Event::RetryEngine => {
                if matches!(self.engine, EngineState::Failed(_)) {
                    self.failures = 0;
                    self.engine = EngineState::Off;
                }
            }
            Event::Network(news) => self.hear_of_network(news, effects),
            Event::NetworkLate => self.do_without_network(),
            Event::Reports { id, reports } => self.report(id, &reports),
            Event::Done { id, decision } => self.done(id, &decision),
        }
    }

    fn open(&mut self, opened: Opened, effects: &mut Vec<Effect>) {
        effects.push(Effect::KeepAddress);
        self.stop_looking(effects);
        self.stop_review(effects);
        if self.engine == EngineState::Ready {
            effects.push(Effect::ForgetGame);
        }
        self.found.clear();
        self.tree = opened.tree;
        self.tags = opened.tags;
        self.flipped = opened.flipped;
        self.go(opened.at, effects);
        if opened.review {
            self.begin_review(effects);
        }
    }

    fn play(&mut self, moves: &[Move], effects: &mut Vec<Effect>) {
        let reached = self.tree.add_line(self.at, moves.iter().copied());
        self.go(reached, effects);
    }

    fn show(&mut self, from: NodeId, moves: &[Move], effects: &mut Vec<Effect>) {
        if self.tree.holds(from) {
            let end = self.tree.add_line(from, moves.iter().copied());
            let first = self.tree.path(end).get(self.tree.ply(from)).copied();
            self.go(first.unwrap_or(from), effects);
        }
    }

    fn go(&mut self, at: NodeId, effects: &mut Vec<Effect>) {
        if !self.tree.holds(at) {
            return;
        }
        self.preview = None;
        self.at = at;
        if self
            .search
            .is_some_and(|search| !search.reviews && search.at != at)
        {
            self.stop_looking(effects);
        }
        effects.push(Effect::Remember);
    }

    fn preview_of(&self, moves: Option<Vec<Move>>) -> Option<(Position, Move)> {
        let moves = moves?;
        let mut position = *self.position();
        for &mv in &moves {
            if !position.is_legal(mv) {
                return None;
            }
            position = position.play(mv);
        }
        Some((position, *moves.last()?))
    }

    fn think(&mut self, on: bool, effects: &mut Vec<Effect>) {
        self.thinking = on;
        if !on {
            self.look_anew(effects);
        }
    }

    /// Ends what is being looked at, unless it is for a review, which goes on whatever else changes.
    fn look_anew(&mut self, effects: &mut Vec<Effect>) {
        if !self.reviews() {
            self.stop_looking(effects);
        }
    }

    fn look_deeper(&mut self, effects: &mut Vec<Effect>) {
        if self.reviews() || self.engine != EngineState::Ready || self.outcome().is_some() {
            return;
        }
        self.thinking = true;
        self.stop_looking(effects);
        self.search(self.at, true, effects);
    }

    /// Starts the search that is wanted now. Nothing else starts one but [`Event::Deeper`].
    fn look(&mut self, effects: &mut Vec<Effect>) {
        if self.search.is_some() || !(self.thinking || self.reviews()) {
            return;
        }
        match self.engine {
            EngineState::Off => {
                self.engine = EngineState::Starting(None);
                return self.start_engine(effects);
            }
            EngineState::Ready if self.network.is_due() => return,
            EngineState::Ready => {}
            EngineState::Starting(_) | EngineState::Failed(_) => return,
        }
        self.review_next(effects);
        if self.search.is_some() || !self.thinking {
            return;
        }
        let enough = self
            .here()
            .is_some_and(|found| found.done && found.wanted >= self.lines);
        if !enough && self.outcome().is_none() {
            self.search(self.at, false, effects);
        }
    }

    fn search(&mut self, at: NodeId, endless: bool, effects: &mut Vec<Effect>) {
        let limits = SearchLimits {
            movetime: (!endless).then_some(LOOK),
            infinite: endless,
            ..SearchLimits::default().with_multipv(self.lines)
        };
        self.order(at, limits, effects);
    }

    /// Sends an order for the position at a place.
    pub(super) fn order(&mut self, at: NodeId, limits: SearchLimits, effects: &mut Vec<Effect>) {
        let id = self.last_search.next();
        self.last_search = id;
        self.search = Some(Looking {
            id,
            at,
            reviews: self.reviews(),
        });
        let game = self.tree.game_at(at);
        effects.push(Effect::Search(Box::new(SearchOrder {
            id,
            start_fen: (*game.start() != Position::startpos()).then(|| game.start().to_fen()),
            moves: game.moves().to_vec(),
            limits,
            strategy: StrategyId::Intuition,
            level: None,
            book: None,
            learning: None,
            options: Options::default(),
            seed: 0,
            hash_mb: HASH_MB,
        })));
    }

    pub(super) fn stop_looking(&mut self, effects: &mut Vec<Effect>) {
        if let Some(search) = self.search.take() {
            effects.push(Effect::CancelSearch(search.id));
        }
    }

    fn report(&mut self, id: SearchId, reports: &[Report]) {
        let Some(search) = self.search.filter(|search| search.id == id) else {
            return;
        };
        if self.review.looks_at_one_move() {
            // A move that was played is looked at alone: it need not be the best one here.
            return;
        }
        let lines = self.lines;
        let found = self.found.entry(search.at).or_default();
        for report in reports {
            if let Report::Depth(line) = report {
                if !search.reviews {
                    (found.done, found.wanted) = (false, lines);
                }
                found.keep(line);
            }
        }
    }

    fn done(&mut self, id: SearchId, decision: &Decision) {
        let Some(search) = self.search.filter(|search| search.id == id) else {
            return;
        };
        self.search = None;
        self.failures = 0;
        if search.reviews {
            return self.review_found(search.at, decision.lines.first());
        }
        let lines = self.lines;
        let found = self.found.entry(search.at).or_default();
        decision.lines.iter().for_each(|line| found.keep(line));
        // Whatever came out, the same again would bring no more.
        (found.done, found.wanted) = (true, lines);
    }

    fn engine_failed(&mut self, message: String, effects: &mut Vec<Effect>) {
        self.search = None;
        self.failures = self.failures.saturating_add(1);
        if self.failures >= MAX_FAILURES {
            self.review = Reviewing::None;
            self.engine = EngineState::Failed(message);
        } else {
            self.engine = EngineState::Starting(Some(message));
            self.start_engine(effects);
        }
    }
}

impl Found {
    /// Puts a line into its place; a deeper one stays until it is reached again.
    pub(super) fn keep(&mut self, line: &Line) {
        let index = usize::from(line.rank.saturating_sub(1));
        match self.lines.get_mut(index) {
            Some(known) if known.depth > line.depth => {}
            Some(known) => known.clone_from(line),
            None => self.lines.push(line.clone()),
        }
    }
}
