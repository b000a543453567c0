//! Moderation: whoever runs the site bans addresses and accounts and removes what others have put
//! there, on the command line.
//!
//! The command writes an `order` into the store; the server, which alone changes the rest, carries
//! it out and notes what came of it, so that the orders are the audit as well. `bans` keeps
//! addresses out.

pub mod bans;
mod cli;
pub mod order;

use std::{convert::Infallible, time::Duration};

use wire::live::GameLink;

use self::bans::{BannedNetwork, network};
use self::order::{Action, Order};
use crate::account::effects::Effects;
use crate::account::names;
use crate::live::Hub;
use crate::live::room::command::CancelOutcome;
use crate::store::{Announcement, KeptOrder, Store, StoreError, UserId};

pub use cli::{CommandError, audit, give};

/// Interval of checking for orders.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Carries orders out; cheap to clone.
#[derive(Clone, Debug)]
pub struct Moderator {
    store: Store,
    hub: Hub,
    effects: Effects,
}

impl Moderator {
    /// Creates a moderator.
    pub fn new(store: Store, hub: Hub, effects: Effects) -> Self {
        Self {
            store,
            hub,
            effects,
        }
    }

    /// Carries out orders for as long as it is polled.
    pub async fn run(&self) -> Infallible {
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            if let Err(error) = self.carry_out().await {
                tracing::warn!(%error, "an order could not be carried out");
            }
        }
    }

    /// Carries out the open orders.
    ///
    /// # Errors
    /// The store cannot be reached.
    pub async fn carry_out(&self) -> Result<(), StoreError> {
        while let Some(order) = self.store.take_order().await? {
            let id = order.id;
            let outcome = self.apply(&order).await?;
            tracing::info!(order = id, action = %order.action, outcome, "moderation");
            self.store.close_order(id, outcome).await?;
        }
        Ok(())
    }

    /// Carries out an order and returns the outcome.
    async fn apply(&self, kept: &KeptOrder) -> Result<String, StoreError> {
        let Ok(action) = kept.action.parse::<Action>() else {
            return Ok("unknown action".to_owned());
        };
        let order = Order {
            action,
            target: kept.target.clone(),
            days: None,
            reason: None,
        };
        let outcome = match action {
            Action::Ban => self.ban(&order, kept.until).await?,
            Action::Unban => self.unban(&order).await?,
            Action::RemoveAccount => self.remove_account(&order).await?,
            Action::RemoveShare | Action::RemoveChallenge => {
                let Ok(link) = order.link().parse::<GameLink>() else {
                    return Ok("that is no link of a game".to_owned());
                };
                match action {
                    Action::RemoveShare => self.remove_share(link).await?,
                    _ => self.remove_challenge(&link).await,
                }
            }
        };
        Ok(outcome.to_owned())
    }

    async fn ban(&self, order: &Order, until: Option<i64>) -> Result<&'static str, StoreError> {
        if let Some(network) = network(&order.target) {
            self.store
                .ban_network(BannedNetwork { network, until })
                .await?;
            self.effects.of(Announcement::NetworksBanned).await?;
            return Ok("the address is banned");
        }
        let Some(user) = self.account(order).await? else {
            return Ok("there is no such account");
        };
        self.store.ban_user(user, until).await?;
        for what in [
            Announcement::KeysDeleted,
            Announcement::SessionsEnded { user },
        ] {
            self.effects.of(what).await?;
        }
        Ok("the account is banned")
    }

    async fn unban(&self, order: &Order) -> Result<&'static str, StoreError> {
        let was_banned = if let Some(network) = network(&order.target) {
            let was_banned = self.store.unban_network(network.to_string()).await?;
            self.effects.of(Announcement::NetworksBanned).await?;
            was_banned
        } else {
            match self.account(order).await? {
                Some(user) => self.store.unban_user(user).await?,
                None => return Ok("there is no such account"),
            }
        };
        Ok(match was_banned {
            true => "the ban is lifted",
            false => "there was no such ban",
        })
    }

    async fn remove_account(&self, order: &Order) -> Result<&'static str, StoreError> {
        let Some(user) = self.account(order).await? else {
            return Ok("there is no such account");
        };
        // Their games end first, while the account exists.
        self.hub.end_games(user).await?;
        self.store.remove_account(user).await?;
        self.effects.of(Announcement::Deleted { user }).await?;
        Ok("the account is removed")
    }

    async fn remove_share(&self, link: GameLink) -> Result<&'static str, StoreError> {
        Ok(match self.store.remove_share(link).await? {
            true => "the share is removed",
            false => "nothing is shared under that link",
        })
    }

    async fn remove_challenge(&self, link: &GameLink) -> &'static str {
        match self.hub.cancel_challenge(link).await {
            CancelOutcome::Canceled => "the challenge is removed",
            CancelOutcome::NotOpen => "that is no open challenge",
            CancelOutcome::Unavailable => "the challenge could not be reached",
        }
    }

    async fn account(&self, order: &Order) -> Result<Option<UserId>, StoreError> {
        let spelt = names::keys(&order.target).spelt;
        let proofs = self.store.proofs_by_name(&spelt).await?;
        Ok(proofs.map(|proofs| proofs.user))
    }
}
