//! The entry to all searches: cached answers are repeated, equal searches in progress are shared,
//! the others wait for a thread.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use engine::player::Decision;
use engine::tables::SharedTables;
use wire::{SearchAnswer, search::request::ResolvedSearch};

use super::answer_cache::{AnswerCache, CachedAnswer};
use super::backend::SearchBackend;
use super::cache_key::{CacheKey, ended_by_itself, repeats};
use super::found::FinishedSearch;
use super::in_flight::{Progress, SharedSearch, SharedSearches};
use super::pool::{Actor, JobGuard, PoolError, Size, Stub};
use super::queue::Demand;
use super::request_context::RequestContext;
use super::worker::{SearchJob, SearchWorker};
use super::{demand, pool};
use crate::rate_limit::SearchPayer;
use crate::tables::sets::{TableSets, TablesUnavailable};

/// Starts searches and finds their answers; cheap to clone.
#[derive(Clone, Debug)]
pub struct SearchService {
    backend: SearchBackend,
    shared: Arc<SharedSearches>,
    kept: AnswerCache,
    tables: TableSets,
}

/// The state of a request.
pub enum PendingAnswer {
    /// The answer is cached.
    Cached(CachedAnswer),
    /// The game is over: there is nothing to search.
    GameOver(Arc<FinishedSearch>),
    /// The search is running or queued.
    Search(Arc<SharedSearch>),
}

impl SearchService {
    /// Starts the search threads, which make all searches.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(size: Size, tables: TableSets) -> io::Result<(Self, Actor)> {
        let (pool, threads) = start_threads(size)?;
        let searches = Self::new(SearchBackend::Threads(pool), tables);
        Ok((searches, threads))
    }

    /// Has searches made by a backend.
    pub fn new(backend: SearchBackend, tables: TableSets) -> Self {
        Self {
            backend,
            shared: Arc::default(),
            kept: AnswerCache::default(),
            tables,
        }
    }

    /// The key of a request.
    pub fn key(&self, request: &ResolvedSearch) -> CacheKey {
        CacheKey::of(request, self.tables.syzygy_fingerprint())
    }

    /// Requests a search of the HTTP API.
    ///
    /// # Errors
    /// It asks for endgame tables that are not there.
    pub fn ask(
        &self,
        request: ResolvedSearch,
        key: CacheKey,
        payer: &SearchPayer,
    ) -> Result<PendingAnswer, TablesUnavailable> {
        let tables = self.tables.get(request.tables)?;
        let demand = demand::of_api(&request, payer.lane());
        Ok(self.ask_as(request, key, tables, (payer, demand)))
    }

    fn ask_as(
        &self,
        request: ResolvedSearch,
        key: CacheKey,
        tables: Option<SharedTables>,
        (payer, demand): (&SearchPayer, Demand),
    ) -> PendingAnswer {
        // A game that ended by threefold repetition has legal moves, which are not searched.
        if request.game.outcome().is_some() {
            return PendingAnswer::GameOver(Arc::new(FinishedSearch {
                request,
                decision: Decision::game_over(0),
                threads: 1,
                tree: None,
                thread_time: Duration::ZERO,
                lacks_tables: false,
            }));
        }
        // A tree is too large to be kept.
        let repeats = repeats(&request) && request.trace.is_none();
        if let Some(answer) = repeats.then(|| self.kept.get(key)).flatten() {
            return PendingAnswer::Cached(answer);
        }
        let search = self.shared.join(key, |progress| {
            let search = TabledSearch { request, tables };
            self.begin(search, key, repeats, (payer.clone(), demand), progress)
        });
        PendingAnswer::Search(search)
    }

    /// Searches the move of an engine player; also the thread time without waiting.
    ///
    /// # Errors
    /// The search was not made.
    pub async fn decide(
        &self,
        mut request: ResolvedSearch,
        payer: &SearchPayer,
    ) -> Result<(SearchAnswer, Duration), PoolError> {
        // The set that is there; no other search of a live game is compared with this one.
        if request.strategy.may_use_tables(request.strength) {
            request.tables = self.tables.largest();
        }
        let tables = self.tables.get(request.tables).ok().flatten();
        let key = self.key(&request);
        let demand = demand::of_live_game(&request, payer.lane());
        let asked = self.ask_as(request, key, tables, (payer, demand));
        match asked.answer().await? {
            // A cached answer is JSON that this server wrote.
            FoundAnswer::Cached(kept) => {
                let answer = serde_json::from_slice(&kept.json).map_err(|_| PoolError::Failed)?;
                Ok((answer, Duration::ZERO))
            }
            FoundAnswer::New(found) => Ok((found.answer(), found.thread_time)),
        }
    }

    /// Queues a search for all who share it. The first requester pays.
    fn begin(
        &self,
        TabledSearch { request, tables }: TabledSearch,
        key: CacheKey,
        repeats: bool,
        (payer, demand): (SearchPayer, Demand),
        progress: Arc<Progress>,
    ) -> JobGuard {
        let job = SearchJob {
            request,
            tables,
            progress: Arc::clone(&progress),
            payer,
            since: Instant::now(),
            context: RequestContext::here(),
        };
        let kept = repeats.then(|| self.kept.clone());
        let untold = OutcomeGuard(progress);
        let (tables, failed_before) = (self.tables.clone(), self.tables.failed_probes());
        self.backend.start(job, demand, move |end| {
            let end = end.map(Arc::new);
            if let (Some(kept), Ok(found)) = (kept, &end)
                && ended_by_itself(&found.decision)
                && !found.lacks_tables
                && !tables.have_failed_since(failed_before)
            {
                kept.insert(key, found.answer(), &untold.0.reports());
            }
            untold.0.end(end);
        })
    }

    /// Refuses searches that others would have to make, as at shutdown; the threads have their own end.
    pub fn close(&self) {
        self.backend.close();
    }

    /// The endgame tables that searches may ask for.
    pub fn tables(&self) -> &TableSets {
        &self.tables
    }

    /// Whether an answer is cached.
    pub fn keeps(&self, key: CacheKey) -> bool {
        self.kept.contains(key)
    }
}

/// Starts threads that search.
///
/// # Errors
/// The system gives no thread.
pub fn start_threads(size: Size) -> io::Result<(Stub<SearchWorker>, Actor)> {
    pool::start(size, SearchWorker::default)
}

/// A search with the endgame tables that it asks for.
struct TabledSearch {
    request: ResolvedSearch,
    tables: Option<SharedTables>,
}

/// Completes with `Failed` when dropped without a result.
struct OutcomeGuard(Arc<Progress>);

impl Drop for OutcomeGuard {
    fn drop(&mut self) {
        self.0.end(Err(PoolError::Failed));
    }
}

impl PendingAnswer {
    /// Waits for the answer.
    ///
    /// # Errors
    /// The search was not made.
    pub async fn answer(self) -> Result<FoundAnswer, PoolError> {
        Ok(match self {
            PendingAnswer::Cached(answer) => FoundAnswer::Cached(answer),
            PendingAnswer::GameOver(found) => FoundAnswer::New(found),
            PendingAnswer::Search(search) => FoundAnswer::New(search.end().await?),
        })
    }
}

/// An answer.
pub enum FoundAnswer {
    /// From an earlier search.
    Cached(CachedAnswer),
    /// From a new search.
    New(Arc<FinishedSearch>),
}

impl FoundAnswer {
    /// The answer as JSON; `None` if it cannot be serialized.
    pub fn json(&self) -> Option<Bytes> {
        match self {
            FoundAnswer::Cached(kept) => Some(kept.json.clone()),
            FoundAnswer::New(found) => serde_json::to_vec(&found.answer()).ok().map(Bytes::from),
        }
    }
}
