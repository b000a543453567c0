//! State and reducer of the analysis page.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::player::{Decision, SolvedRoot, StrategyId};
use engine::rules::{GameTree, Move, NodeId, Outcome, Position, pgn};
use engine::search::{Line, Options, Report, Score, SearchLimits};
use engine::tables::TableSet;

use super::event::{AnalysisEffect, AnalysisEvent};
use super::kept_entry::KeptEntry;
use super::link::{OpenedGame, RequestedReview};
use super::review_state::ReviewState;
use super::stored_review::StoredReviewError;
use crate::navigation::NavigationStep;
use crate::network::NetworkStatus;
use crate::play::{EngineState, MAX_FAILURES, start_fen};
use crate::worker::protocol::{HASH_MB, TableChoice};
use crate::worker::{EngineCommand, FromWorker, NetworkProgress, SearchId, SearchOrder, ToWorker};

/// The most lines (MultiPV) of a search.
pub const MAX_LINES: u8 = 5;
/// The PGN tag of a review.
pub(super) const REVIEW_TAG: &str = "PonderReview";
/// The time limit of a position's search, unless the visitor asks for more.
const SEARCH_TIME: Duration = Duration::from_secs(15);

/// What the analysis page knows.
#[derive(Debug, Clone)]
pub struct AnalysisState {
    /// The moves with all variations.
    pub tree: GameTree,
    /// The node on the board.
    pub current: NodeId,
    /// What is said about the moves.
    pub annotations: pgn::TreeAnnotations,
    /// PGN tags, as far as known.
    pub tags: pgn::Tags,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The entry among the visitor's analyses, if it is kept.
    pub kept: Option<KeptEntry>,
    /// How many games have been opened.
    pub opened: u32,
    /// A previewed line: the position after it and its last move.
    pub preview: Option<(Position, Move)>,
    /// Whether the shown position is searched automatically.
    pub engine_on: bool,
    /// The number of lines to search.
    pub multipv: u8,
    /// Search results by node.
    pub evaluations: BTreeMap<NodeId, NodeEvaluation>,
    /// The search in progress.
    pub search: Option<NodeSearch>,
    pub last_search: SearchId,
    pub engine: EngineState,
    /// Failures in a row.
    pub failures: u8,
    pub network: NetworkStatus,
    pub review: ReviewState,
    /// Why the review that came with the game is left out.
    pub review_error: Option<StoredReviewError>,
}

/// The search result of a position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NodeEvaluation {
    /// Best first, scores from the mover's view.
    pub lines: Vec<Line>,
    /// Whether its search has ended.
    pub finished: bool,
    /// The number of lines that were searched.
    pub multipv: u8,
    /// What endgame tables have of the position.
    pub solved: Option<SolvedRoot>,
}

/// A search in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeSearch {
    pub id: SearchId,
    pub node: NodeId,
    /// Whether the review has started it.
    pub for_review: bool,
}

impl Default for AnalysisState {
    fn default() -> Self {
        Self {
            tree: GameTree::new(Position::startpos()),
            current: NodeId::START,
            annotations: pgn::TreeAnnotations::new(),
            tags: pgn::Tags::new(),
            flipped: false,
            kept: None,
            opened: 0,
            preview: None,
            engine_on: true,
            multipv: 3,
            evaluations: BTreeMap::new(),
            search: None,
            last_search: SearchId::default(),
            engine: EngineState::Off,
            failures: 0,
            network: NetworkStatus::default(),
            review: ReviewState::None,
            review_error: None,
        }
    }
}

/// The outcome that the tags state.
pub(super) fn stated_outcome(tags: &pgn::Tags) -> Option<Outcome> {
    pgn::GameResult::from_text(tags.get("Result")?)?.outcome()
}

impl AnalysisState {
    /// The shown position, without a preview.
    pub fn position(&self) -> &Position {
        self.tree.position(self.current)
    }

    /// The position on the board and the move that led to it.
    pub fn board(&self) -> (Position, Option<Move>) {
        match self.preview {
            Some((position, last)) => (position, Some(last)),
            None => (*self.position(), self.tree.last_move(self.current)),
        }
    }

    /// The outcome in the shown position, if the game is over there.
    pub fn outcome(&self) -> Option<Outcome> {
        self.tree.game_at(self.current).outcome()
    }

    /// The game with its annotations as PGN.
    pub fn pgn(&self) -> String {
        let with_review = self.tags_with_review(&self.tags);
        self.pgn_with(
            &self.annotations,
            with_review.as_ref().unwrap_or(&self.tags),
        )
    }

    /// These tags with the finished review of the main line; `None` if there is none.
    pub(super) fn tags_with_review(&self, tags: &pgn::Tags) -> Option<pgn::Tags> {
        self.finished_review()?;
        let mut tags = tags.clone();
        tags.set(REVIEW_TAG, self.review_text()?);
        Some(tags)
    }

    /// The game as PGN with other annotations and tags, without its review.
    pub(super) fn pgn_with(&self, annotations: &pgn::TreeAnnotations, tags: &pgn::Tags) -> String {
        // Without a result the rules decide by the last position.
        let outcome = stated_outcome(tags);
        pgn::write_annotated_tree(&self.tree, annotations, tags, outcome.as_ref())
    }

    /// White's score of a node, if known.
    pub fn score(&self, at: NodeId) -> Option<Score> {
        let position = self.tree.position(at);
        if !position.has_legal_move() {
            return Some(match position.in_check() {
                true => Score::Mate(0),
                false => Score::Cp(0),
            });
        }
        let best = self.evaluations.get(&at)?.lines.first()?;
        Some(best.score.for_white(position.side_to_move()))
    }

    pub fn current_evaluation(&self) -> Option<&NodeEvaluation> {
        self.evaluations.get(&self.current)
    }

    /// The line through the shown node to its end.
    pub fn current_line(&self) -> Vec<NodeId> {
        self.tree.line_through(self.current)
    }

    /// The node that a step leads to, if there is one.
    pub fn navigation_target(&self, step: NavigationStep) -> Option<NodeId> {
        let goal = match step {
            NavigationStep::First => NodeId::START,
            NavigationStep::Previous => self.tree.parent(self.current)?,
            NavigationStep::Next => *self.tree.replies(self.current).first()?,
            NavigationStep::Last => *self.current_line().last()?,
        };
        (goal != self.current).then_some(goal)
    }

    /// Whether the shown position is being searched.
    pub fn is_searching(&self) -> bool {
        let looking = self.search.as_ref();
        looking.is_some_and(|search| !search.for_review && search.node == self.current)
    }

    /// Handles an event. The caller carries out the effects in order.
    pub fn update(&mut self, event: AnalysisEvent) -> Vec<AnalysisEffect> {
        let mut effects = Vec::new();
        self.handle(event, &mut effects);
        self.schedule_search(&mut effects);
        effects
    }

    fn handle(&mut self, event: AnalysisEvent, effects: &mut Vec<AnalysisEffect>) {
        match event {
            AnalysisEvent::Open(opened) => self.open(*opened, effects),
            AnalysisEvent::Play(mv) => self.play(&[mv], effects),
            AnalysisEvent::PlayLine(moves) => self.play(&moves, effects),
            AnalysisEvent::ShowLine { from, moves } => self.show_line(from, &moves, effects),
            AnalysisEvent::GoTo(at) => self.go_to(at, effects),
            AnalysisEvent::Navigate(step) => {
                if let Some(goal) = self.navigation_target(step) {
                    self.go_to(goal, effects);
                }
            }
            AnalysisEvent::PromoteLine => {
                self.tree.promote(self.current);
                effects.push(AnalysisEffect::UpdateAddress);
            }
            AnalysisEvent::RemoveMove => {
                if let Some(parent) = self.tree.parent(self.current) {
                    if self.review.contains(self.current) {
                        self.stop_review(effects);
                    }
                    effects.push(AnalysisEffect::PushHistory);
                    self.tree.remove(self.current);
                    self.annotations.retain_reachable(&self.tree);
                    self.go_to(parent, effects);
                }
            }
            AnalysisEvent::StoredPgn { moves, pgn } => {
                self.add_stored_pgn(&moves, &pgn, effects);
            }
            AnalysisEvent::Annotate { at, edit } => self.annotate(at, edit, effects),
            AnalysisEvent::Flip => {
                self.flipped ^= true;
                effects.push(AnalysisEffect::UpdateAddress);
            }
            AnalysisEvent::SetKept { entry, tags } => {
                self.kept = entry;
                self.add_tags(&tags);
                effects.push(AnalysisEffect::UpdateAddress);
            }
            AnalysisEvent::Preview(moves) => self.preview = self.preview_after(moves),
            AnalysisEvent::SetEngineOn(on) => self.set_engine_on(on, effects),
            AnalysisEvent::SetMultipv(lines) => {
                self.multipv = lines.clamp(1, MAX_LINES);
                self.restart_search(effects);
            }
            AnalysisEvent::SearchDeeper => self.search_deeper(effects),
            AnalysisEvent::StartReview => self.start_review(effects),
            AnalysisEvent::StopReview => self.stop_review(effects),
            AnalysisEvent::Engine(message) => self.handle_worker(message, effects),
            AnalysisEvent::RetryEngine => {
                if matches!(self.engine, EngineState::Failed(_)) {
                    self.failures = 0;
                    self.engine = EngineState::Off;
                }
            }
            AnalysisEvent::NetworkTimeout => self.network.stop_waiting(),
        }
    }

    fn handle_worker(&mut self, message: FromWorker, effects: &mut Vec<AnalysisEffect>) {
        match message {
            FromWorker::Ready => self.engine = EngineState::Ready,
            FromWorker::Failed { message } => self.engine_failed(message, effects),
            FromWorker::Network(progress) => self.handle_network(progress, effects),
            FromWorker::Reports { id, reports } => self.handle_reports(id, &reports),
            FromWorker::Done { id, decision } => self.handle_done(id, &decision, effects),
            // Nothing here asks for these.
            FromWorker::NetworkView { .. }
            | FromWorker::Verified { .. }
            | FromWorker::LossMeasured { .. }
            | FromWorker::PruningCounted { .. }
            | FromWorker::Learner(_)
            | FromWorker::NoTables
            | FromWorker::Bench(_)
            | FromWorker::Lazy(_) => {}
        }
    }

    fn open(&mut self, opened: OpenedGame, effects: &mut Vec<AnalysisEffect>) {
        effects.push(AnalysisEffect::PushHistory);
        self.cancel_search(effects);
        self.stop_review(effects);
        if self.engine == EngineState::Ready {
            effects.push(AnalysisEffect::send(ToWorker::NewGame));
        }
        self.evaluations.clear();
        self.tree = opened.tree;
        self.annotations = opened.annotations;
        self.tags = opened.tags;
        self.flipped = opened.flipped;
        self.kept = None;
        self.opened = self.opened.wrapping_add(1);
        self.go_to(opened.current, effects);
        match opened.review {
            RequestedReview::None => {}
            RequestedReview::Start => self.start_review(effects),
            RequestedReview::Stored(text) => {
                self.review_error = self.restore_review(&text, effects).err();
            }
        }
    }

    fn play(&mut self, moves: &[Move], effects: &mut Vec<AnalysisEffect>) {
        let reached = self.tree.add_line(self.current, moves.iter().copied());
        self.go_to(reached, effects);
    }

    fn show_line(&mut self, from: NodeId, moves: &[Move], effects: &mut Vec<AnalysisEffect>) {
        if self.tree.holds(from) {
            let end = self.tree.add_line(from, moves.iter().copied());
            let first = self.tree.path(end).get(self.tree.ply(from)).copied();
            self.go_to(first.unwrap_or(from), effects);
        }
    }

    fn go_to(&mut self, at: NodeId, effects: &mut Vec<AnalysisEffect>) {
        if !self.tree.holds(at) {
            return;
        }
        self.preview = None;
        self.current = at;
        if self
            .search
            .is_some_and(|search| !search.for_review && search.node != at)
        {
            self.cancel_search(effects);
        }
        effects.push(AnalysisEffect::UpdateAddress);
    }

    fn preview_after(&self, moves: Option<Vec<Move>>) -> Option<(Position, Move)> {
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

    fn set_engine_on(&mut self, on: bool, effects: &mut Vec<AnalysisEffect>) {
        self.engine_on = on;
        if !on {
            self.restart_search(effects);
        }
    }

    /// Cancels the search so that it restarts with the new settings; a review goes on.
    fn restart_search(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if !self.is_reviewing() {
            self.cancel_search(effects);
        }
    }

    fn search_deeper(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if self.is_reviewing() || self.engine != EngineState::Ready || self.outcome().is_some() {
            return;
        }
        self.engine_on = true;
        self.cancel_search(effects);
        self.search(self.current, true, effects);
    }

    /// Starts the search that is due. Only [`AnalysisEvent::SearchDeeper`] starts one elsewhere.
    fn schedule_search(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if self.search.is_some() || !(self.engine_on || self.is_reviewing()) {
            return;
        }
        match self.engine {
            EngineState::Off => {
                self.engine = EngineState::Starting(None);
                return self.start_engine(effects);
            }
            EngineState::Ready if self.network.is_pending() => return,
            EngineState::Ready => {}
            EngineState::Starting(_) | EngineState::Failed(_) => return,
        }
        self.continue_review(effects);
        if self.search.is_some() || !self.engine_on {
            return;
        }
        let enough = self
            .current_evaluation()
            .is_some_and(|found| found.finished && found.multipv >= self.multipv);
        if !enough && self.outcome().is_none() {
            self.search(self.current, false, effects);
        }
    }

    fn search(&mut self, at: NodeId, endless: bool, effects: &mut Vec<AnalysisEffect>) {
        let limits = SearchLimits {
            movetime: (!endless).then_some(SEARCH_TIME),
            infinite: endless,
            ..SearchLimits::default().with_multipv(self.multipv)
        };
        self.send_search(at, limits, effects);
    }

    /// Sends a search order for a node.
    pub(super) fn send_search(
        &mut self,
        at: NodeId,
        limits: SearchLimits,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        let id = self.last_search.next();
        self.last_search = id;
        self.search = Some(NodeSearch {
            id,
            node: at,
            for_review: self.is_reviewing(),
        });
        let game = self.tree.game_at(at);
        // Tables that come in the middle of a review would change it, but for what they solve.
        let is_solved = game.position().occupied().len() <= TableSet::Four.men();
        let tables = match self.is_reviewing() && !is_solved {
            true => TableChoice::None,
            false => TableChoice::Available,
        };
        let order = SearchOrder {
            id,
            start_fen: start_fen(&game),
            moves: game.moves().to_vec(),
            limits,
            strategy: StrategyId::Intuition,
            strength: None,
            book: None,
            playing_style: None,
            learning: None,
            options: Options::default(),
            tables,
            seed: 0,
            hash_mb: HASH_MB,
        };
        effects.push(AnalysisEffect::send(ToWorker::Search(Box::new(order))));
    }

    /// Starts or replaces the worker; a new worker loads the network again.
    fn start_engine(&mut self, effects: &mut Vec<AnalysisEffect>) {
        self.network = NetworkStatus::default();
        effects.push(AnalysisEffect::Engine(EngineCommand::Start));
    }

    /// When the network arrives after the fallback was used, earlier evaluations are dropped and a
    /// running review restarts: scores of two evaluations are not comparable.
    fn handle_network(&mut self, news: NetworkProgress, effects: &mut Vec<AnalysisEffect>) {
        if self.network.uses_fallback() && matches!(news, NetworkProgress::Ready(_)) {
            self.cancel_search(effects);
            self.evaluations.clear();
            self.restart_review(effects);
        }
        self.network.progress = Some(news);
    }

    pub(super) fn cancel_search(&mut self, effects: &mut Vec<AnalysisEffect>) {
        if let Some(search) = self.search.take() {
            effects.push(AnalysisEffect::Engine(EngineCommand::Cancel(search.id)));
        }
    }

    fn handle_reports(&mut self, id: SearchId, reports: &[Report]) {
        let Some(search) = self.search.filter(|search| search.id == id) else {
            return;
        };
        if self.review.leaves_moves_out() {
            // A search of some moves need not find the best one.
            return;
        }
        let lines = self.multipv;
        let found = self.evaluations.entry(search.node).or_default();
        for report in reports {
            if let Report::Depth(line) = report {
                if !search.for_review {
                    (found.finished, found.multipv) = (false, lines);
                }
                found.store_line(line);
            }
        }
    }

    fn handle_done(
        &mut self,
        id: SearchId,
        decision: &Decision,
        effects: &mut Vec<AnalysisEffect>,
    ) {
        let Some(search) = self.search.filter(|search| search.id == id) else {
            return;
        };
        self.search = None;
        self.failures = 0;
        if search.for_review {
            return self.handle_review_search(search.node, decision, effects);
        }
        let lines = self.multipv;
        let found = self.evaluations.entry(search.node).or_default();
        found.store_decision(decision);
        // The same search again would find nothing more.
        (found.finished, found.multipv) = (true, lines);
    }

    fn engine_failed(&mut self, message: String, effects: &mut Vec<AnalysisEffect>) {
        self.search = None;
        self.failures = self.failures.saturating_add(1);
        if self.failures >= MAX_FAILURES {
            self.review = ReviewState::None;
            self.engine = EngineState::Failed(message);
        } else {
            self.engine = EngineState::Starting(Some(message));
            self.start_engine(effects);
        }
    }
}

impl NodeEvaluation {
    /// Stores what was decided.
    pub(super) fn store_decision(&mut self, decision: &Decision) {
        match decision.solved {
            // However deep a search was before.
            Some(_) => self.lines.clone_from(&decision.lines),
            None => decision.lines.iter().for_each(|line| self.store_line(line)),
        }
        self.solved = decision.solved;
    }

    /// Stores a line by its rank; a deeper known line is kept.
    pub(super) fn store_line(&mut self, line: &Line) {
        let index = usize::from(line.rank.saturating_sub(1));
        match self.lines.get_mut(index) {
            Some(known) if known.depth > line.depth => {}
            Some(known) => known.clone_from(line),
            None => self.lines.push(line.clone()),
        }
    }
}
