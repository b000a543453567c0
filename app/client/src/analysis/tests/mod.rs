//! The analysis tested by events and effects.

mod annotations;
mod board_setup;
mod curves;
mod kept;
mod network;
mod random_events;
mod reviews;
mod searches;
mod stored_pgn;
mod stored_reviews;
mod texts;

use crate::worker::{EngineCommand, FromWorker, ToWorker};
use engine::player::{Decision, Source, StopReason};
use engine::rules::{Move, NodeId, Position, pgn};
use engine::search::{Line, Report, Score};

use super::{AnalysisEffect, AnalysisEvent, AnalysisState, OpenedGame};
use crate::worker::{NetworkInfo, NetworkProgress, SearchId, SearchOrder};

/// A page with this game, at its last position.
fn opened(moves: &str) -> AnalysisState {
    let mut analysis = AnalysisState::default();
    let read = pgn::parse(moves).expect("a game");
    analysis.update(AnalysisEvent::Open(Box::new(OpenedGame::new(
        read.tree, read.tags,
    ))));
    analysis
}

/// The same with a ready worker, and the order that it received.
fn searching(moves: &str) -> (AnalysisState, SearchOrder) {
    let mut analysis = opened(moves);
    let effects = ready(&mut analysis);
    let order = order(&effects).expect("a search");
    (analysis, order)
}

/// The worker and its network are ready.
fn ready(analysis: &mut AnalysisState) -> Vec<AnalysisEffect> {
    analysis.update(AnalysisEvent::Engine(FromWorker::Ready));
    analysis.update(AnalysisEvent::Engine(FromWorker::Network(here())))
}

fn here() -> NetworkProgress {
    NetworkProgress::Ready(NetworkInfo {
        name: "0a1b2c3d".to_owned(),
        width: 128,
        provenance: "a test".to_owned(),
    })
}

fn order(effects: &[AnalysisEffect]) -> Option<SearchOrder> {
    effects.iter().find_map(|effect| match effect {
        AnalysisEffect::Engine(EngineCommand::Send(ToWorker::Search(order))) => {
            Some(SearchOrder::clone(order))
        }
        _ => None,
    })
}

fn line(rank: u8, depth: u8, score: Score, pv: Vec<Move>) -> Line {
    Line {
        rank,
        depth,
        seldepth: depth,
        score,
        nodes: 1_000,
        time_ms: 10,
        hashfull: 0,
        explored: None,
        pv,
    }
}

fn decision(lines: Vec<Line>) -> Box<Decision> {
    Box::new(Decision {
        mv: lines.first().and_then(|line| line.pv.first().copied()),
        source: Source::Search,
        depth: 1,
        seldepth: 1,
        nodes: 1_000,
        time_ms: 10,
        stop_reason: StopReason::Nodes,
        lines,
        sight: None,
        recalled: None,
        solved: None,
    })
}

fn done(id: SearchId, lines: Vec<Line>) -> AnalysisEvent {
    AnalysisEvent::Engine(FromWorker::Done {
        id,
        decision: decision(lines),
    })
}

fn reports(id: SearchId, lines: Vec<Line>) -> AnalysisEvent {
    AnalysisEvent::Engine(FromWorker::Reports {
        id,
        reports: lines.into_iter().map(Report::Depth).collect(),
    })
}

/// A move in the shown position.
fn mv(analysis: &AnalysisState, text: &str) -> Move {
    analysis.position().parse_uci(text).expect("a legal move")
}

/// The node after this many plies.
fn node_at(analysis: &AnalysisState, ply: usize) -> NodeId {
    match ply.checked_sub(1) {
        Some(index) => analysis.tree.main_line()[index],
        None => NodeId::START,
    }
}

fn start() -> Position {
    Position::startpos()
}
