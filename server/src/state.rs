//! What every handler can reach.

use std::{ops::Deref, sync::Arc};

use app::{public_origin::PublicOrigin, retention::AddressesKept, server_fns::CookiePolicy};
use axum::extract::FromRef;
use leptos::{config::LeptosOptions, context::provide_context};
use wire::Backend;

use crate::{
    abuse_log::AbuseLog, account::keys::ApiKeys, backend::Visitors, body_budget::BodyBudget,
    card::cache::Pictures, live::Hub, moderation::bans::BannedNetworks, rate_limit::Clients,
    readiness::Readiness, search::service::Searches, site::Site, storage::Storage,
};

/// The server's parts, all of them in one place: every layer of every request clones this.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

/// What they are.
#[derive(Clone)]
pub struct Parts {
    /// For the page: where its files are.
    pub options: LeptosOptions,
    /// The built site.
    pub site: Arc<Site>,
    /// The way to the search threads.
    pub searches: Searches,
    /// Who asks for searches.
    pub clients: Clients,
    /// How much of their bodies is held.
    pub bodies: BodyBudget,
    /// Who has a key for the API.
    pub keys: ApiKeys,
    /// What is kept for visitors.
    pub backend: Arc<dyn Backend>,
    /// How cookies are set.
    pub cookies: CookiePolicy,
    /// Where the site is reached from outside; `None` where each request says it.
    pub origin: Option<PublicOrigin>,
    /// The live games.
    pub hub: Hub,
    /// Pictures of games that were drawn.
    pub pictures: Pictures,
    /// Whether requests may be sent here.
    pub ready: Readiness,
    /// Whether there is room for more.
    pub storage: Storage,
    /// The log of refused requests, if it is kept.
    pub abuse_log: AbuseLog,
    /// For how long it is.
    pub addresses_kept: Option<AddressesKept>,
    /// Addresses that are kept out.
    pub banned: BannedNetworks,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl AppState {
    /// Puts the parts together.
    pub fn new(
        site: Site,
        searches: Searches,
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
            searches,
            clients,
            bodies: BodyBudget::default(),
            hub: visitors.hub().clone(),
            keys: visitors.keys().clone(),
            backend: visitors,
            cookies,
            origin: None,
            pictures: Pictures::default(),
            ready,
            storage,
            banned: BannedNetworks::default(),
            abuse_log: AbuseLog::default(),
            addresses_kept: None,
        }))
    }

    /// The same with absolute addresses that begin as configured.
    #[must_use]
    pub fn with_origin(mut self, origin: Option<PublicOrigin>) -> Self {
        Arc::make_mut(&mut self.0).origin = origin;
        self
    }

    /// The same with a log of refused requests, and how long it is kept.
    pub fn with_abuse_log(mut self, log: AbuseLog, days: u32) -> Self {
        let parts = Arc::make_mut(&mut self.0);
        parts.abuse_log = log;
        parts.addresses_kept = Some(AddressesKept { days });
        self
    }

    /// Lends the visitor's side to whatever Leptos is about to run.
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

impl FromRef<AppState> for Searches {
    fn from_ref(state: &AppState) -> Self {
        state.searches.clone()
    }
}
