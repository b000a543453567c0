//! The site without a socket: a router over a temporary site and a temporary store.

// Each test program uses its own part of this.
#![allow(dead_code)]

pub mod guest;
#[cfg(feature = "nats")]
pub mod worker;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use app::server_fns::CookiePolicy;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use engine::tables::{SharedTables, TableSet};
use fresh_database::FreshDatabase;
use serde_json::Value;
use server::backend::Visitors;
use server::bus::LocalBus;
use server::live::Hub;
use server::live::admission::SocketLimits;
use server::moderation::Moderator;
use server::rate_limit::{BucketRule, Clients, Rules};
use server::readiness::Readiness;
use server::routes;
use server::search::backend::SearchBackend;
use server::search::pool::{Actor, Size};
#[cfg(feature = "nats")]
use server::search::remote::RemoteSearches;
use server::search::service::{SearchService, start_threads};
use server::site::Site;
use server::state::AppState;
use server::storage::Storage;
use server::store::{Store, StoreLocation};
use server::tables::sets::TableSets;
use sqlx::{AnyConnection, Connection};
use syzygy::{Syzygy, SyzygyOptions};
use tablefiles::TableFolder;
use tower::ServiceExt;

/// The hash of the temporary site's bundle.
pub const HASH: &str = "0123abcd";

/// The host that requests name.
const HOST: &str = "ponder.test";

/// How a site is set up.
struct Terms {
    /// Search threads.
    threads: NonZeroUsize,
    /// What each client may spend.
    rules: Rules,
    /// How long a search may wait.
    patience: Duration,
    /// Whether it is reached over TLS.
    secure: bool,
    /// What the store may take, bytes.
    quota: u64,
    /// The endgame tables that are there.
    tables: TableSets,
    /// Whether its store is a file, even where the environment names a server of databases.
    is_file: bool,
    /// Where its store is, if there is one already.
    location: Option<StoreLocation>,
    /// Where workers are ordered searches, if they are.
    #[cfg(feature = "nats")]
    workers: Option<async_nats::Client>,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            threads: NonZeroUsize::MIN,
            rules: plenty(),
            // Longer than any test.
            patience: Duration::from_secs(600),
            secure: false,
            quota: u64::MAX,
            tables: TableSets::default(),
            is_file: false,
            location: None,
            #[cfg(feature = "nats")]
            workers: None,
        }
    }
}

/// The Syzygy tables of three and four men in the folder that `SYZYGY_DIR` names, if it does.
pub fn syzygy() -> Option<Arc<Syzygy>> {
    let folder = std::env::var_os("SYZYGY_DIR")?;
    let (tables, problems) = Syzygy::open(&[folder.into()], &SyzygyOptions::default());
    assert!(problems.is_empty(), "{problems:?}");
    Some(Arc::new(tables))
}

/// More than any test asks for.
pub fn plenty() -> Rules {
    let rule = BucketRule {
        per_second: 1 << 40,
        burst: 1 << 40,
        at_once: 1_000,
    };
    Rules {
        pages: rule,
        calls: rule,
        cross_site: rule,
        key_lookups: rule,
        daily_guests: rule,
        daily_calls: rule,
        daily_bytes: rule,
        // By nodes alone, which are the same on every machine.
        nodes_per_thread_second: 0,
        ..Rules::of_nodes(1_000_000_000)
    }
}

/// Where an empty store is: the database, or the folder where there is none.
fn location_in(database: Option<&FreshDatabase>, data: &Path) -> StoreLocation {
    match database {
        #[cfg(feature = "postgres")]
        Some(database) => StoreLocation::Postgres(database.url.parse().expect("an address")),
        _ => StoreLocation::Folder(data.to_owned()),
    }
}

/// A whole site, gone when dropped.
pub struct TestSite {
    pub router: Router,
    /// Whether it may be sent requests.
    pub ready: Readiness,
    /// Those for whom something is kept.
    pub visitors: Arc<Visitors>,
    /// Where it is kept.
    pub store: Store,
    /// Whether there is room in it.
    pub storage: Storage,
    /// Carries out what is ordered.
    pub moderator: Moderator,
    /// The endgame tables that are there.
    pub tables: TableSets,
    /// Searches; closed when dropped.
    pub threads: Actor,
    /// Where its store is.
    pub location: StoreLocation,
    folder: PathBuf,
    _database: Option<FreshDatabase>,
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl TestSite {
    /// A site with one search thread for which one search may wait.
    pub async fn new() -> Self {
        Self::with(Terms::default()).await
    }

    /// The same with a file for its store, whatever the environment names.
    pub async fn on_file() -> Self {
        Self::with(Terms {
            is_file: true,
            ..Terms::default()
        })
        .await
    }

    /// The same with more search threads.
    pub async fn with_threads(threads: NonZeroUsize) -> Self {
        Self::with(Terms {
            threads,
            ..Terms::default()
        })
        .await
    }

    /// The same behind TLS.
    pub async fn with_tls() -> Self {
        Self::with(Terms {
            secure: true,
            ..Terms::default()
        })
        .await
    }

    /// The same where each client may have so much searched.
    pub async fn with_search_rule(search: BucketRule) -> Self {
        Self::with_rules(Rules { search, ..plenty() }).await
    }

    /// The same where each client may spend so much.
    pub async fn with_rules(rules: Rules) -> Self {
        Self::with(Terms {
            rules,
            ..Terms::default()
        })
        .await
    }

    /// The same where the store may take so many bytes.
    pub async fn with_quota(quota: u64) -> Self {
        Self::with(Terms {
            quota,
            ..Terms::default()
        })
        .await
    }

    /// The same with endgame tables, whose larger set knows positions of three men, too.
    pub async fn with_tables() -> Self {
        static TABLES: LazyLock<SharedTables> =
            LazyLock::new(|| SharedTables::new(tablebase::three_men()));
        let site = Self::with_tables_in_the_making().await;
        site.tables.insert(TableSet::Three, TABLES.clone());
        site.tables.insert(TableSet::Four, TABLES.clone());
        site.tables.insert(TableSet::Syzygy, TABLES.clone());
        site
    }

    /// The same where the endgame tables are not there yet.
    pub async fn with_tables_in_the_making() -> Self {
        let tables = TableSets::new(
            Some(TableFolder::new("no such folder")),
            Some(syzygy().unwrap_or_else(|| Arc::new(Syzygy::empty(&SyzygyOptions::default())))),
        );
        Self::with(Terms {
            tables,
            ..Terms::default()
        })
        .await
    }

    /// The same where a search may wait for so long.
    pub async fn with_patience(patience: Duration) -> Self {
        Self::with(Terms {
            patience,
            ..Terms::default()
        })
        .await
    }

    /// The same whose searches are ordered of workers on this NATS.
    #[cfg(feature = "nats")]
    pub async fn with_workers(client: async_nats::Client) -> Self {
        Self::with(Terms {
            is_file: true,
            workers: Some(client),
            ..Terms::default()
        })
        .await
    }

    /// Another server on the same store, which hears nothing of this one but what it finds there.
    pub async fn beside(&self) -> Self {
        Self::with(Terms {
            location: Some(self.location.clone()),
            ..Terms::default()
        })
        .await
    }

    /// Has it act on what other servers announce.
    pub async fn follow_others(&self) {
        let effects = self.visitors.effects().clone();
        let followed = effects.begin().await.expect("the store works");
        tokio::spawn(async move { effects.follow(followed).await });
    }

    async fn with(terms: Terms) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("ponder-server-{}-{number}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        write_site(&folder.join("site"));
        let data = folder.join("data");
        let database = match terms.is_file || terms.location.is_some() {
            true => None,
            false => FreshDatabase::create().await,
        };
        let location = terms
            .location
            .unwrap_or_else(|| location_in(database.as_ref(), &data));
        let store = Store::open_at(&location).await.expect("the store opens");
        let size = Size {
            slots: terms.threads,
            waiting: 1,
            patience: terms.patience,
        };
        let (pool, threads) = start_threads(size).expect("threads");
        #[cfg(feature = "nats")]
        let backend = match terms.workers {
            Some(client) => SearchBackend::Workers(RemoteSearches::new(client, 0, pool)),
            None => SearchBackend::Threads(pool),
        };
        #[cfg(not(feature = "nats"))]
        let backend = SearchBackend::Threads(pool);
        let searches = SearchService::new(backend, terms.tables);
        let tables = searches.tables().clone();
        let clients = Clients::new(terms.rules, 0);
        let site = Site::open(&folder.join("site")).expect("the site was written");
        let ready = Readiness::new(store.clone());
        let crowd = SocketLimits {
            total: 1_000,
            per_address: 1_000,
        };
        let bus = LocalBus::default().join();
        let hub = Hub::open(store.clone(), searches.clone(), clients.clone(), crowd, bus)
            .await
            .expect("the store works");
        let visitors = Arc::new(Visitors::new(store.clone(), hub));
        let storage = Storage::new(store.clone(), data, terms.quota);
        let state = AppState::new(
            site,
            searches,
            clients,
            Arc::clone(&visitors),
            CookiePolicy {
                secure: terms.secure,
            },
            ready.clone(),
            storage.clone(),
        );
        let effects = visitors.effects().clone();
        let moderator = Moderator::new(store.clone(), state.hub.clone(), effects);
        Self {
            router: routes::router(state),
            ready,
            visitors,
            store,
            storage,
            moderator,
            tables,
            threads,
            folder,
            location,
            _database: database,
        }
    }

    /// The folder of its store.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The site's database, as another program sees it.
    pub async fn database(&self) -> AnyConnection {
        let url = match &self.location {
            StoreLocation::Folder(data) => {
                let file = data.join("ponder.sqlite");
                format!("sqlite:{}", file.display())
            }
            #[cfg(feature = "postgres")]
            StoreLocation::Postgres(url) => url.secret().to_owned(),
        };
        AnyConnection::connect(&url).await.expect("it opens")
    }

    /// Sends a request and reads the answer.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        send(self.router.clone(), request).await
    }

    /// A `GET` without any header.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).body(Body::empty()).expect("a request"))
            .await
    }

    /// A `POST` of JSON.
    pub async fn post(&self, path: &str, body: impl Into<Body>) -> Answer {
        self.send(post(path, body)).await
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// A `POST` of JSON.
pub fn post(path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header("host", HOST)
        .header("content-type", "application/json")
        .body(body.into())
        .expect("a request")
}

/// Sends a request to a router of one's own, as a task may want to.
pub async fn send(router: Router, mut request: Request<Body>) -> Answer {
    // As every client of HTTP/1.1 does.
    let host = HeaderValue::from_static(HOST);
    request.headers_mut().entry("host").or_insert(host);
    let (parts, body) = router
        .oneshot(request)
        .await
        .expect("a router never fails")
        .into_parts();
    let body = to_bytes(body, usize::MAX)
        .await
        .expect("the body ends")
        .to_vec();
    Answer {
        status: parts.status,
        headers: parts.headers,
        body,
    }
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The problem document, checked for its shape.
    pub fn problem(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{}",
            self.text()
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16(), "{problem}");
        for field in ["type", "title", "detail"] {
            assert!(
                problem[field].as_str().is_some_and(|text| !text.is_empty()),
                "{problem}"
            );
        }
        problem
    }
}

fn write_site(root: &std::path::Path) {
    let bundle = root.join("pkg").join(HASH);
    std::fs::create_dir_all(&bundle).expect("a folder");
    std::fs::create_dir_all(root.join("pieces")).expect("a folder");
    for (path, content) in [
        ("pkg/current", format!("{HASH}\n")),
        (
            &format!("pkg/{HASH}/ponder.js"),
            "export default 1;".to_owned(),
        ),
        (
            &format!("pkg/{HASH}/ponder.js.br"),
            "brotli of it".to_owned(),
        ),
        (&format!("pkg/{HASH}/ponder.js.gz"), "gzip of it".to_owned()),
        (&format!("pkg/{HASH}/ponder_bg.wasm"), "\0asm".to_owned()),
        (&format!("pkg/{HASH}/ponder.css"), "body {}".to_owned()),
        ("engine-worker.js", "// the worker".to_owned()),
        ("pieces/wP.svg", "<svg/>".to_owned()),
        ("manifest.webmanifest", "{}".to_owned()),
        (".secret", "not for visitors".to_owned()),
    ] {
        std::fs::write(root.join(path), content).expect("a file");
    }
    std::fs::write(root.parent().expect("a parent").join("outside"), "outside").expect("a file");
}
