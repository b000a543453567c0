//! The analysis from outside: events in, effects and facts out.

mod any;
mod board_setup;
mod looking;
mod network;
mod reviews;
mod texts;

use engine::player::{Decision, Source, StopReason};
use engine::rules::{Move, NodeId, Position, pgn};
use engine::search::{Line, Report, Score};

use super::{Analysis, Effect, Event, Opened};
use crate::worker::{NetworkInfo, NetworkNews, SearchId, SearchOrder};

/// A page with this game on it, its last position on the board.
fn opened(moves: &str) -> Analysis {
    let mut analysis = Analysis::default();
    let read = pgn::parse(moves).expect("a game");
    analysis.update(Event::Open(Box::new(Opened::of(read.tree, read.tags))));
    analysis
}

/// The same, with a worker that takes searches: and the order that it got.
fn awake(moves: &str) -> (Analysis, SearchOrder) {
    let mut analysis = opened(moves);
    let effects = ready(&mut analysis);
    let order = order(&effects).expect("a search");
    (analysis, order)
}

/// The worker takes searches, and has its network.
fn ready(analysis: &mut Analysis) -> Vec<Effect> {
    analysis.update(Event::EngineReady);
    analysis.update(Event::Network(here()))
}

fn here() -> NetworkNews {
    NetworkNews::Ready(NetworkInfo {
        name: "0a1b2c3d".to_owned(),
        width: 128,
        provenance: "a test".to_owned(),
    })
}

fn order(effects: &[Effect]) -> Option<SearchOrder> {
    effects.iter().find_map(|effect| match effect {
        Effect::Search(order) => Some(SearchOrder::clone(order)),
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
        recalled: None,
    })
}

fn done(id: SearchId, lines: Vec<Line>) -> Event {
    Event::Done {
        id,
        decision: decision(lines),
    }
}

fn reports(id: SearchId, lines: Vec<Line>) -> Event {
    Event::Reports {
        id,
        reports: lines.into_iter().map(Report::Depth).collect(),
    }
}

/// A move in the position on the board.
fn mv(analysis: &Analysis, text: &str) -> Move {
    analysis.position().parse_uci(text).expect("a legal move")
}

/// The place so many moves into the game.
fn place(analysis: &Analysis, ply: usize) -> NodeId {
    match ply.checked_sub(1) {
        Some(index) => analysis.tree.main_line()[index],
        None => NodeId::START,
    }
}

fn start() -> Position {
    Position::startpos()
}
