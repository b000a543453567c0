//! The state that handlers share.

use std::{ops::Deref, sync::Arc};

use app::{
    document::public_origin::PublicOrigin, retention::AddressesKept, server_fns::CookiePolicy,
};
use axum::extract::FromRef;
use leptos::{config::LeptosOptions, context::provide_context};
use wire::Backend;

use crate::{
    abuse_log::AbuseLog, account::keys::ApiKeys, backend::Visitors, body_budget::BodyBudget,
    card::cache::Pictures, live::Hub, moderation::bans::BannedNetworks, networks::NetworkLoader,
    rate_limit::Clients, readiness::Readiness, search::service::SearchService, site::Site,
    storage::Storage, tables::sets::TableSets,
};

/// The server's parts behind one pointer, since each layer of each request clones them.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

/// The server's parts.
#[derive(Clone)]
pub struct Parts {
    /// Leptos's options: where the site's files are.
    pub options: LeptosOptions,
    /// The built site.
    pub site: Arc<Site>,
    /// Starts searches.
    pub searches: SearchService,
    /// Endgame tables.
    pub tables: TableSets,
    /// Uploaded networks.
    pub networks: NetworkLoader,
    /// Rate limits by client.
    pub clients: Clients,
    /// Memory for request bodies.
    pub bodies: BodyBudget,
    /// Known API keys.
    pub keys: ApiKeys,
    /// The page's server functions.
    pub backend: Arc<dyn Backend>,
    /// How cookies are set.
    pub cookies: CookiePolicy,
    /// The public origin; `None` takes it from each request.
    pub origin: Option<PublicOrigin>,
    /// Live games.
    pub hub: Hub,
    /// Drawn pictures of games.
    pub pictures: Pictures,
    /// Whether requests may be sent here.
    pub ready: Readiness,
    /// Whether the store has room.
    pub storage: Storage,
    /// The log of refused requests, if it is on.
    pub abuse_log: AbuseLog,
    /// How long the log keeps addresses.
    pub addresses_kept: Option<AddressesKept>,
    /// Banned networks.
    pub banned: BannedNetworks,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    /// Assembles the state.
    pub fn new(
        site: Site,
        searches: SearchService,
        clients: Clients,
        visitors: Arc<Visitors>,
        cookies: CookiePolicy,
        ready: Readiness,
        storage: Storage,
    ) -> Self {
        let options = LeptosOptions::builder()
            .output_name("ponder")
            .site_root(site.root().to_string_lossy())
            .site_pkg_dir(site.pkg_dir())
            .build();
        Self(Arc::new(Parts {
            options,
            site: Arc::new(site),
            tables: searches.tables().clone(),
            networks: NetworkLoader::new(visitors.store.clone()),
            searches,
            clients,
            bodies: BodyBudget::default(),
            hub: visitors.hub().clone(),
            keys: visitors.keys().clone(),
            banned: visitors.banned().clone(),
            backend: visitors,
            cookies,
            origin: None,
            pictures: Pictures::default(),
            ready,
            storage,
            abuse_log: AbuseLog::default(),
            addresses_kept: None,
        }))
    }

    /// Sets the public origin.
    #[must_use]
    pub fn with_origin(mut self, origin: Option<PublicOrigin>) -> Self {
        Arc::make_mut(&mut self.0).origin = origin;
        self
    }

    /// Sets the log of refused requests, and how many days it is kept.
    pub fn with_abuse_log(mut self, log: AbuseLog, days: u32) -> Self {
        let parts = Arc::make_mut(&mut self.0);
        parts.abuse_log = log;
        parts.addresses_kept = Some(AddressesKept { days });
        self
    }

    /// Provides the backend and its settings to Leptos.
    pub fn provide(&self) {
        provide_context(Arc::clone(&self.backend));
        provide_context(self.cookies);
        if let Some(kept) = self.addresses_kept {
            provide_context(kept);
        }
        if let Some(origin) = &self.origin {
            provide_context(origin.clone());
        }
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.options.clone()
    }
}

impl FromRef<AppState> for SearchService {
    fn from_ref(state: &AppState) -> Self {
        state.searches.clone()
    }
}

impl FromRef<AppState> for NetworkLoader {
    fn from_ref(state: &AppState) -> Self {
        state.networks.clone()
    }
}

impl FromRef<AppState> for TableSets {
    fn from_ref(state: &AppState) -> Self {
        state.tables.clone()
    }
}
