//! A player that is lent endgame tables: those that are there, or those that it is to have.

use client::worker::protocol::TableChoice;
use engine::player::{Control, Decision, Player, PlayerConfig, StrategyId};
use engine::rules::Game;
use engine::search::SearchLimits;
use tablebase::choose_by_tables;

use super::table_store;

/// A player, made when it is first asked, and anew when other tables are there.
struct TabledPlayer {
    /// With the tables that it was lent last.
    config: PlayerConfig,
    id: StrategyId,
    choice: TableChoice,
    player: Option<Box<dyn Player + Send>>,
}

/// The player of a strategy with tables; `None` for one that uses none.
pub fn tabled_player(
    config: &PlayerConfig,
    id: StrategyId,
    choice: TableChoice,
) -> Option<Box<dyn Player + Send>> {
    if !id.may_use_tables(config.strength) {
        return None;
    }
    Some(Box::new(TabledPlayer {
        config: config.clone(),
        id,
        choice,
        player: None,
    }))
}

impl Player for TabledPlayer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let tables = table_store::lend(game.position(), self.choice);
        if tables != self.config.tables {
            // Its memory is freed before the next one is made.
            self.player = None;
            self.config.tables = tables.clone();
        }
        if self.player.is_none() {
            self.player = self.config.player(self.id);
        }
        let search = |limits: &SearchLimits, control: &mut Control<'_>| match &mut self.player {
            Some(player) => player.choose(game, limits, control),
            // Each strategy that may use tables plays.
            None => Decision::game_over(0),
        };
        choose_by_tables(tables.as_deref(), game, limits, control, search)
    }

    fn new_game(&mut self) {
        self.player = None;
    }
}
