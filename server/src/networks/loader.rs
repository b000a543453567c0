//! Loads uploaded networks for searches, and remembers the latest.

use std::time::Duration;

use engine::eval::{SharedEval, nnue::Network};
use moka::future::Cache;
use wire::search::request::ResolvedSearch;
use wire::{FieldError, NetworkId};

use crate::error::Refusal;
use crate::rate_limit::RateLimitKey;
use crate::store::{Store, StoreError};

/// Networks in memory at the same time, each of up to half a megabyte.
const MAX_LOADED: u64 = 32;

/// How long a network that was deleted at another server may still be used.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);

/// Uploaded networks; cheap to clone.
#[derive(Clone, Debug)]
pub struct NetworkLoader {
    store: Store,
    loaded: Cache<NetworkId, SharedEval>,
}

impl NetworkLoader {
    /// Those of a store.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            loaded: Cache::builder()
                .max_capacity(MAX_LOADED)
                .time_to_live(FORGOTTEN_AFTER)
                .build(),
        }
    }

    /// Where they are stored.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// The request with the network that it names, if it names one.
    ///
    /// # Errors
    /// Nobody showed an API key, or there is no such network.
    pub async fn provide(
        &self,
        mut request: ResolvedSearch,
        key: Option<RateLimitKey>,
    ) -> Result<ResolvedSearch, Refusal> {
        let Some(id) = request.network_id else {
            return Ok(request);
        };
        if !matches!(key, Some(RateLimitKey::Account(..))) {
            return Err(Refusal::NeedsKey);
        }
        let loaded = self.load(id).await.map_err(|error| {
            tracing::error!(%error, "a network could not be loaded");
            Refusal::Internal
        })?;
        let network = loaded.ok_or_else(|| {
            let reason = format!("there is no network {id}");
            FieldError::new("options.evaluation", reason)
        })?;
        request.network = Some(network);
        Ok(request)
    }

    async fn load(&self, id: NetworkId) -> Result<Option<SharedEval>, StoreError> {
        if let Some(network) = self.loaded.get(&id).await {
            return Ok(Some(network));
        }
        let Some(file) = self.store.network_file(id).await? else {
            return Ok(None);
        };
        let damaged = |error| StoreError::Damaged(format!("the network {id}: {error}"));
        let network = SharedEval::new(Network::read(&file).map_err(damaged)?);
        self.loaded.insert(id, network.clone()).await;
        Ok(Some(network))
    }

    /// Forgets a network that may be gone.
    pub(super) async fn forget(&self, id: NetworkId) {
        self.loaded.invalidate(&id).await;
    }
}
