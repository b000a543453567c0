//! Creates players: with endgame tables, and with the network that this browser has for a strategy.

use std::pin::Pin;

use client::worker::protocol::TableChoice;
use engine::eval::{SharedEval, nnue::Network};
use engine::player::{Player, PlayerConfig, StrategyId};

use super::tabled_player::tabled_player;
use crate::platform::dojo_storage::DojoStorage;

/// The player, or why there is none.
pub type PlayerFuture = Pin<Box<dyn Future<Output = Result<Box<dyn Player + Send>, String>>>>;

/// Creates the player of a strategy.
pub fn create_player(mut seat: PlayerConfig, id: StrategyId, tables: TableChoice) -> PlayerFuture {
    Box::pin(async move {
        if !id.strategy().ready {
            seat.network = Some(visitors_network(id).await?);
        }
        let player = match tables {
            TableChoice::None => seat.player(id),
            tables => tabled_player(&seat, id, tables),
        };
        // The page offers only strategies that exist.
        player.ok_or_else(|| format!("{} does not play yet", id.as_str()))
    })
}

/// The network of a strategy that plays by one of the visitor's.
///
/// # Errors
/// Why it is not there, as text.
pub async fn visitors_network(id: StrategyId) -> Result<SharedEval, String> {
    let file = DojoStorage::network_of(id).await?;
    let network = Network::read(&file).map_err(|error| error.to_string())?;
    Ok(SharedEval::new(network))
}
