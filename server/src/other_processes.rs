//! The other processes of the site: servers that share the database, and workers that search.

use std::sync::Arc;

#[cfg(feature = "nats")]
use crate::bus::NatsBus;
use crate::bus::{Bus, LocalBus};
use crate::config::Config;
#[cfg(feature = "nats")]
use crate::config::SearchPlace;
#[cfg(feature = "nats")]
use crate::nats::{self, NatsError};
use crate::search::backend::SearchBackend;
use crate::search::pool::Stub;
#[cfg(feature = "nats")]
use crate::search::remote::RemoteSearches;
use crate::search::worker::SearchWorker;
use crate::store::{Store, StoreError};
use crate::tables::sets::TableSets;

/// The way to the other processes, if there is one.
#[derive(Debug, Default)]
pub struct Nats {
    #[cfg(feature = "nats")]
    client: Option<async_nats::Client>,
}

#[cfg(feature = "nats")]
impl Nats {
    /// Connects where an address is named.
    ///
    /// # Errors
    /// NATS cannot be used so.
    pub async fn connect(config: &Config) -> Result<Self, NatsError> {
        let client = match &config.nats {
            Some(address) => Some(nats::connect(address).await?),
            None => None,
        };
        Ok(Self { client })
    }

    /// What tells the other servers of the store what is new.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn bus(&self, store: &Store) -> Result<Arc<dyn Bus>, StoreError> {
        match &self.client {
            Some(client) if store.is_shared() => {
                let bus = NatsBus::new(client.clone(), &store.identity().await?);
                Ok(Arc::new(bus))
            }
            _ => Ok(LocalBus::default().join()),
        }
    }

    /// Who makes searches; `pool` are this process's threads.
    pub fn search_backend(
        &self,
        config: &Config,
        pool: Stub<SearchWorker>,
        tables: &TableSets,
    ) -> SearchBackend {
        match &self.client {
            Some(client) if config.searches == SearchPlace::Workers => {
                let syzygy = tables.syzygy_fingerprint();
                SearchBackend::Workers(RemoteSearches::new(client.clone(), syzygy, pool))
            }
            _ => SearchBackend::Threads(pool),
        }
    }
}

/// Without NATS there is none but the store.
#[cfg(not(feature = "nats"))]
impl Nats {
    pub async fn connect(_: &Config) -> Result<Self, StoreError> {
        Ok(Self::default())
    }

    pub async fn bus(&self, _: &Store) -> Result<Arc<dyn Bus>, StoreError> {
        Ok(LocalBus::default().join())
    }

    pub fn search_backend(
        &self,
        _: &Config,
        pool: Stub<SearchWorker>,
        _: &TableSets,
    ) -> SearchBackend {
        SearchBackend::Threads(pool)
    }
}
