//! Our tables and Syzygy tables as one set that a search is lent.

use std::sync::Arc;

use engine::rules::{Game, Position};
use engine::tables::{EndgameTables, EndgameValue, KeepingMoves, Wdl};
use syzygy::{Syzygy, SyzygyWdl};
use tablebase::Tables;

/// Syzygy tables with the limits of their use.
#[derive(Clone)]
pub struct LentSyzygy {
    pub tables: Arc<Syzygy>,
    /// The least depth, plies, at which a search asks them for positions of as many men as the largest has.
    pub probe_depth: i32,
    /// Positions with more men are not asked for.
    pub max_men: usize,
}

/// The tables that a search is lent. What ours have comes first: they know the distance to mate.
#[derive(Clone, Default)]
pub struct LentTables {
    pub ours: Option<Arc<Tables>>,
    pub syzygy: Option<LentSyzygy>,
}

impl LentTables {
    /// Whether there is nothing to ask.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.men() == 0
    }

    fn our_men(&self) -> usize {
        self.ours.as_ref().map_or(0, |tables| tables.men())
    }

    fn syzygy_for(&self, position: &Position) -> Option<&Syzygy> {
        let lent = self.syzygy.as_ref()?;
        let has_few = position.occupied().len() <= lent.max_men;
        has_few.then_some(&*lent.tables)
    }
}

impl EndgameTables for LentTables {
    fn men(&self) -> usize {
        let syzygy = self.syzygy.as_ref();
        let syzygy = syzygy.map_or(0, |lent| lent.tables.men().min(lent.max_men));
        self.our_men().max(syzygy)
    }

    /// A win that the fifty-move rule takes away is a draw: a search asks after captures and pawn moves, when
    /// the clock stands at zero. A file that cannot be read has nothing.
    fn wdl(&self, position: &Position) -> Option<Wdl> {
        if let Some(result) = self.ours.as_ref().and_then(|tables| tables.wdl(position)) {
            return Some(result);
        }
        let found = self.syzygy_for(position)?.wdl(position);
        found.ok().flatten().map(result)
    }

    fn mate(&self, position: &Position) -> Option<EndgameValue> {
        self.ours.as_ref()?.mate(position)
    }

    fn zeroing(&self, position: &Position) -> Option<u8> {
        self.ours.as_ref()?.zeroing(position)
    }

    fn min_depth(&self, men: usize) -> i32 {
        match &self.syzygy {
            Some(lent) if men > self.our_men() && men >= lent.tables.men().min(lent.max_men) => {
                lent.probe_depth
            }
            _ => i32::MIN,
        }
    }

    fn keeping_moves(&self, game: &Game) -> Option<KeepingMoves> {
        let found = self.syzygy_for(game.position())?.root_moves(game);
        let mut moves = found.ok().flatten()?;
        let result = result(moves.first()?.wdl);
        moves.retain(|ranked| ranked.rank == 0);
        Some(KeepingMoves {
            result,
            moves: moves.into_iter().map(|ranked| ranked.mv).collect(),
        })
    }
}

fn result(wdl: SyzygyWdl) -> Wdl {
    match wdl {
        SyzygyWdl::Win => Wdl::Win,
        SyzygyWdl::Loss => Wdl::Loss,
        SyzygyWdl::BlessedLoss | SyzygyWdl::Draw | SyzygyWdl::CursedWin => Wdl::Draw,
    }
}
