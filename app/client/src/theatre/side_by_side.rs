//! Minds side by side: each chooses in the same position with the same limit, and may play both sides on.

use std::time::Duration;

use engine::player::{Control, PlayerConfig, StrategyId};
use engine::rules::{Game, Move};
use engine::search::{Score, SearchLimits};
use serde::{Deserialize, Serialize};

use super::{Networks, TraceSetup};
use crate::worker::SearchId;

/// The minds that can be compared.
pub const COMPARED: [StrategyId; 9] = [
    StrategyId::Intuition,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::ExplorerRollout,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Grabber,
    StrategyId::Yours,
    StrategyId::Guest,
];

/// The most minds at a time.
pub const MAX_COMPARED: usize = 4;
/// The plies that the minds play on.
pub const PLAYED_ON: u8 = 10;

/// What each move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveLimit {
    /// Positions visited.
    Nodes(u32),
    /// Milliseconds.
    Time(u32),
}

/// The limits that are offered.
pub const MOVE_LIMITS: [MoveLimit; 5] = [
    MoveLimit::Nodes(1_000),
    MoveLimit::Nodes(10_000),
    MoveLimit::Nodes(100_000),
    MoveLimit::Time(200),
    MoveLimit::Time(1_000),
];

/// A comparison to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    pub minds: Vec<StrategyId>,
    pub limit: MoveLimit,
    /// Plies that each mind plays against itself, at least 1.
    pub plies: u8,
}

/// A move of one of the minds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MindMove {
    /// Index of the mind.
    pub mind: u8,
    /// `None` where the game is over.
    pub mv: Option<Move>,
    /// Side to move.
    pub score: Option<Score>,
    /// The line that it expects, this move first.
    pub pv: Vec<Move>,
    pub depth: u8,
    pub nodes: u64,
    pub time_ms: u64,
}

impl MoveLimit {
    fn limits(self) -> SearchLimits {
        match self {
            MoveLimit::Nodes(nodes) => SearchLimits::nodes(nodes.into()),
            MoveLimit::Time(ms) => SearchLimits::movetime(Duration::from_millis(ms.into())),
        }
    }
}

/// Minds that move in the same position.
#[derive(Debug, Clone, PartialEq)]
pub struct MindsSideBySide {
    /// The comparison in progress.
    pub running: Option<SearchId>,
    /// Those to compare next.
    pub chosen: Vec<StrategyId>,
    pub limit: MoveLimit,
    /// Those that were compared, and their moves as they came.
    pub compared: Vec<StrategyId>,
    pub moves: Vec<MindMove>,
    /// Why the last comparison was not made.
    pub refused: Option<String>,
}

impl Default for MindsSideBySide {
    fn default() -> Self {
        Self {
            running: None,
            chosen: vec![StrategyId::Intuition, StrategyId::Explorer],
            limit: MOVE_LIMITS[1],
            compared: Vec::new(),
            moves: Vec::new(),
            refused: None,
        }
    }
}

impl MindsSideBySide {
    /// Adds a mind to those that are compared, or takes it away.
    pub(super) fn toggle(&mut self, mind: StrategyId) {
        let is_known = COMPARED.contains(&mind);
        if self.chosen.contains(&mind) {
            self.chosen.retain(|chosen| *chosen != mind);
        } else if is_known && self.chosen.len() < MAX_COMPARED {
            self.chosen.push(mind);
        }
    }

    pub(super) fn clear(&mut self) {
        self.running = None;
        self.compared.clear();
        self.moves.clear();
        self.refused = None;
    }
}

/// Has the minds move in turns, ply by ply; `send` gets each move.
pub(super) fn compare(
    setup: &TraceSetup,
    comparison: &Comparison,
    networks: &Networks,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(MindMove),
) {
    let Ok(game) = setup.game() else { return };
    let seat = |mind| PlayerConfig {
        network: networks.of(mind),
        book: None,
        learning: None,
        ..PlayerConfig::default()
    };
    let known = comparison
        .minds
        .iter()
        .filter(|mind| COMPARED.contains(mind));
    let mut players: Vec<_> = known
        .take(MAX_COMPARED)
        .filter_map(|&mind| Some((seat(mind).player(mind)?, game.clone())))
        .collect();
    for _ in 0..comparison.plies.clamp(1, PLAYED_ON) {
        for (index, (player, game)) in players.iter_mut().enumerate() {
            if control.stop.is_set() {
                return;
            }
            let found = next_move(player.as_mut(), game, comparison.limit, control);
            send(MindMove {
                mind: index as u8,
                ..found
            });
        }
    }
}

/// Plays one move.
fn next_move(
    player: &mut dyn engine::player::Player,
    game: &mut Game,
    limit: MoveLimit,
    control: &mut Control<'_>,
) -> MindMove {
    let over = MindMove {
        mind: 0,
        mv: None,
        score: None,
        pv: Vec::new(),
        depth: 0,
        nodes: 0,
        time_ms: 0,
    };
    if game.outcome().is_some() {
        return over;
    }
    let begin = control.clock.now();
    let decision = player.choose(game, &limit.limits(), control);
    let best = decision.lines.first();
    let played = decision.mv.filter(|&mv| game.play(mv).is_ok());
    MindMove {
        mv: played,
        score: best.map(|line| line.score),
        pv: best.map_or_else(Vec::new, |line| line.pv.clone()),
        depth: decision.depth,
        nodes: decision.nodes,
        time_ms: (control.clock.now() - begin).as_millis() as u64,
        ..over
    }
}
