//! Learner messages between page and worker, and the summary that the page shows.

use engine::learning::{Ending, QTable};
use engine::rules::{Game, Move};
use serde::{Deserialize, Serialize};
use wire::{game_id::GameId, visitor::learners::FinishedLesson};

use super::learner_sync::{LearningNetwork, SyncState};

/// Games that a point of the learning curve averages.
const CURVE_WINDOW: usize = 20;
/// The most points of the curve.
const MAX_CURVE_POINTS: usize = 60;

/// From the page to the worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearnerRequest {
    /// Send a summary of the table.
    Summarize,
    /// Learn from a finished game; a known game is ignored.
    Learn(FinishedLesson),
    /// Send the table as a document.
    Export,
    /// Replace the table by this document.
    Import(String),
    /// Empty the table, and take the network away.
    Clear,
    /// Synchronise the table with the server; answered by `Synced`.
    Sync,
    /// Empty the table here; the server keeps its own.
    ClearLocal,
}

/// From the worker to the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearnerResponse {
    Summary(LearnerSummary),
    /// This game was learned, or can never be.
    Learned(GameId),
    /// The exported document.
    Exported(String),
    /// The document was rejected for this reason; the table is unchanged.
    ImportFailed(String),
    /// Whether the server has answered a synchronisation.
    Synced(bool),
}

/// A summary of the learner's table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnerSummary {
    /// Wins, draws and losses of the learner.
    pub record: (u32, u32, u32),
    /// Known positions.
    pub positions: u32,
    /// Neurons of the network, and the games that it has learnt; `None` without a network.
    pub network: Option<(u8, u32)>,
    /// Positions that were evicted to make room.
    pub evicted: u32,
    pub owner: LearnerOwner,
    /// Operations that the server may not know, mostly games.
    pub unsynced: u32,
    /// Points per game in per mille, a moving average from the first games to the latest.
    pub curve: Vec<u16>,
    /// Why the table is not stored beyond this page, if so.
    pub storage_error: Option<String>,
}

/// Whose table it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LearnerOwner {
    /// This browser alone has it.
    #[default]
    Browser,
    /// A guest: the server has a copy.
    Guest,
    /// An account: other devices have copies, too.
    Account,
}

/// Replays a game.
///
/// # Errors
/// Which move or position is illegal.
pub fn replay_game(start_fen: Option<&str>, moves: &[Move]) -> Result<Game, String> {
    let mut game = match start_fen {
        None => Game::new(),
        Some(fen) => Game::from_fen(fen).map_err(|error| error.to_string())?,
    };
    for &mv in moves {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

impl LearnerSummary {
    pub fn new(
        table: &QTable,
        network: Option<&LearningNetwork>,
        sync_state: &SyncState,
        storage_error: Option<String>,
    ) -> Self {
        let record = table.record();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            record: (record.wins, record.draws, record.losses),
            positions: number(table.states()),
            network: network.map(|network| (network.neurons() as u8, network.games())),
            evicted: u32::try_from(table.forgotten()).unwrap_or(u32::MAX),
            owner: match sync_state.server_revision() {
                None => LearnerOwner::Browser,
                Some(seen) if seen.named => LearnerOwner::Account,
                Some(_) => LearnerOwner::Guest,
            },
            unsynced: number(sync_state.pending_count()),
            curve: curve(table.endings()),
            storage_error,
        }
    }
}

/// Points per game over the last [`CURVE_WINDOW`] games, per mille, at evenly spaced games.
fn curve(endings: &[Ending]) -> Vec<u16> {
    let points = endings.len().min(MAX_CURVE_POINTS);
    let at = |number: usize| {
        let end = endings.len() * number / points;
        let window = &endings[end.saturating_sub(CURVE_WINDOW)..end];
        let halves: u32 = window.iter().map(|ending| ending.half_points()).sum();
        (halves * 500 / window.len().max(1) as u32) as u16
    };
    (1..=points).map(at).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use engine::rules::Color;
    use wire::{game_id::GameId, learning_choice::LearningChoice};

    use super::*;

    /// The fool's mate, from which Black learns.
    pub fn lesson(id: u128) -> FinishedLesson {
        FinishedLesson {
            id: GameId::from_bits(id),
            start_fen: None,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
            winner: Some(Color::Black),
            sides: vec![Color::Black],
            how: LearningChoice::default(),
        }
    }

    #[test]
    fn a_lesson_is_learnt_once_and_shown_in_figures() {
        let mut table = QTable::default();
        assert_eq!(lesson(1).teach(&mut table), Ok(true));
        assert_eq!(lesson(1).teach(&mut table), Ok(false));
        let summary = LearnerSummary::new(&table, None, &SyncState::default(), None);
        assert_eq!((summary.record, summary.positions), ((1, 0, 0), 2));
        assert_eq!(summary.curve, [1000]);
    }

    #[test]
    fn the_curve_follows_the_last_games_and_stays_short() {
        let mut endings = vec![Ending::Loss; 100];
        endings.extend([Ending::Win; 100]);
        let curve = super::curve(&endings);
        assert_eq!((curve.len(), curve[0], curve[59]), (60, 0, 1000));
        assert!(curve.is_sorted());
        assert!(super::curve(&[]).is_empty());
        assert_eq!(super::curve(&[Ending::Draw]), [500]);
    }
}
