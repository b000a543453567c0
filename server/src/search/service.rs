//! Every search that anybody asks for: known answers are given again, equal searches under way are
//! made once, the others wait for a thread.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::body::Bytes;
use engine::player::Decision;
use wire::{SearchAnswer, search::request::ResolvedSearch};

use super::{
    answer_cache::{AnswerCache, CachedAnswer},
    cache_key::{Key, ended_by_itself, repeats},
    demand,
    found::Answered,
    in_flight::{Flight, Flights, Progress},
    pool::{self, Actor, JobGuard, PoolError, Size, Stub},
    queue::Demand,
    worker::{Desk, Order},
};
use crate::rate_limit::SearchPayer;

/// The way to an answer; cheap to clone.
#[derive(Clone, Debug)]
pub struct Searches {
    pool: Stub<Desk>,
    flights: Arc<Flights>,
    kept: AnswerCache,
}

/// What has become of a request.
pub enum Asked {
    /// It was answered before.
    Kept(CachedAnswer),
    /// There is nothing to search.
    Over(Arc<Answered>),
    /// It is searched.
    Flight(Arc<Flight>),
}

impl Searches {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(size: Size) -> io::Result<(Self, Actor)> {
        let (pool, actor) = pool::start(size, Desk::default)?;
        let searches = Self {
            pool,
            flights: Arc::default(),
            kept: AnswerCache::default(),
        };
        Ok((searches, actor))
    }

    /// Asks for a search of the API.
    pub fn ask(&self, request: ResolvedSearch, key: Key, payer: &SearchPayer) -> Asked {
        let demand = demand::of_api(&request, payer.lane());
        self.ask_as(request, key, payer, demand)
    }

    fn ask_as(
        &self,
        request: ResolvedSearch,
        key: Key,
        payer: &SearchPayer,
        demand: Demand,
    ) -> Asked {
        // By threefold repetition a game ends with legal moves left; nobody is to search them.
        if request.game.outcome().is_some() {
            return Asked::Over(Arc::new(Answered {
                request,
                decision: Decision::game_over(0),
                threads: 1,
                thread_time: Duration::ZERO,
            }));
        }
        let repeats = repeats(&request);
        if let Some(answer) = repeats.then(|| self.kept.get(key)).flatten() {
            return Asked::Kept(answer);
        }
        let flight = self.flights.join(key, |progress| {
            self.begin(request, key, repeats, (payer.clone(), demand), progress)
        });
        Asked::Flight(flight)
    }

    /// Has the move of a live game searched, and the time of its thread, without what it waited.
    ///
    /// # Errors
    /// Why there is nothing.
    pub async fn decide(
        &self,
        request: ResolvedSearch,
        payer: &SearchPayer,
    ) -> Result<(SearchAnswer, Duration), PoolError> {
        let key = Key::of(&request);
        let demand = demand::of_live_game(&request, payer.lane());
        match self.ask_as(request, key, payer, demand).answer().await? {
            // What was kept can be read again.
            Found::Kept(kept) => {
                let answer = serde_json::from_slice(&kept.json).map_err(|_| PoolError::Failed)?;
                Ok((answer, Duration::ZERO))
            }
            Found::New(found) => Ok((found.answer(), found.thread_time)),
        }
    }

    /// Has a search made for all who wait for it. Whoever asked first pays for it.
    fn begin(
        &self,
        request: ResolvedSearch,
        key: Key,
        repeats: bool,
        (payer, demand): (SearchPayer, Demand),
        progress: Arc<Progress>,
    ) -> JobGuard {
        let order = Order {
            request,
            progress: Arc::clone(&progress),
            payer,
            since: Instant::now(),
        };
        let kept = repeats.then(|| self.kept.clone());
        let untold = Untold(progress);
        self.pool.start(order, demand, move |end| {
            let end = end.map(Arc::new);
            if let (Some(kept), Ok(found)) = (kept, &end)
                && ended_by_itself(&found.decision)
            {
                kept.insert(key, found.answer(), &untold.0.reports());
            }
            untold.0.end(end);
        })
    }

    /// Whether the answer is there for whoever asks again.
    pub fn keeps(&self, key: Key) -> bool {
        self.kept.contains(key)
    }
}

/// An end that is still to be told. Should it never be, nobody waits in vain.
struct Untold(Arc<Progress>);

impl Drop for Untold {
    fn drop(&mut self) {
        self.0.end(Err(PoolError::Failed));
    }
}

impl Asked {
    /// The answer.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn answer(self) -> Result<Found, PoolError> {
        Ok(match self {
            Asked::Kept(answer) => Found::Kept(answer),
            Asked::Over(found) => Found::New(found),
            Asked::Flight(flight) => Found::New(flight.end().await?),
        })
    }
}

/// An answer.
pub enum Found {
    /// From an earlier search.
    Kept(CachedAnswer),
    /// Just found.
    New(Arc<Answered>),
}

impl Found {
    /// As JSON; `None` if it can't be written, which would be a fault of ours.
    pub fn json(&self) -> Option<Bytes> {
        match self {
            Found::Kept(kept) => Some(kept.json.clone()),
            Found::New(found) => serde_json::to_vec(&found.answer()).ok().map(Bytes::from),
        }
    }
}
