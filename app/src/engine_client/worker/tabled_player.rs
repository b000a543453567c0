//! A player that is lent the endgame tables that are there.

use engine::player::{Control, Decision, Player, PlayerConfig, StrategyId};
use engine::rules::Game;
use engine::search::SearchLimits;
use tablebase::choose_by_tables;

use super::table_store;

/// A player, made anew when other tables are there.
struct TabledPlayer {
    /// With the tables that it was lent last.
    config: PlayerConfig,
    id: StrategyId,
    player: Box<dyn Player + Send>,
}

/// The player of a strategy with tables; `None` for one that cannot play yet.
pub fn tabled_player(config: &PlayerConfig, id: StrategyId) -> Option<Box<dyn Player + Send>> {
    Some(Box::new(TabledPlayer {
        player: config.player(id)?,
        config: config.clone(),
        id,
    }))
}

impl Player for TabledPlayer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let tables = table_store::lend(game.position());
        if tables != self.config.tables {
            self.config.tables = tables.clone();
            if let Some(player) = self.config.player(self.id) {
                self.player = player;
            }
        }
        let player = &mut self.player;
        match tables {
            Some(tables) => choose_by_tables(&*tables, game, limits, control, |limits, control| {
                player.choose(game, limits, control)
            }),
            None => player.choose(game, limits, control),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
