//! Every search that anybody asks for: known answers are given again, equal searches under way are
//! made once, the others wait for a thread.

use std::{io, sync::Arc, time::Instant};

use app::api::{answer::answer, request::Resolved};
use axum::body::Bytes;
use engine::player::Decision;
use moka::sync::Cache;
use tokio::sync::watch;

use super::{
    desk::{Answered, Desk, Order},
    flights::{Flight, Flights, Progress},
    key::{Key, ended_by_itself, repeats},
    pool::{self, Actor, PoolError, Size, Stub},
};
use crate::fair::Payer;

/// Answers that are kept may take so much memory, in bytes.
const MOST_KEPT: u64 = 64 << 20;

/// The way to an answer; cheap to clone.
#[derive(Clone, Debug)]
pub struct Searches {
    pool: Stub<Desk>,
    flights: Arc<Flights>,
    kept: Cache<Key, Bytes>,
}

/// What has become of a request.
pub enum Asked {
    /// It was answered before: the answer as JSON.
    Kept(Bytes),
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
        let kept = Cache::builder()
            .weigher(|_, answer: &Bytes| u32::try_from(answer.len()).unwrap_or(u32::MAX))
            .max_capacity(MOST_KEPT)
            .build();
        let searches = Self {
            pool,
            flights: Arc::default(),
            kept,
        };
        Ok((searches, actor))
    }

    /// Asks for a search.
    pub fn ask(&self, request: Resolved, key: Key, payer: &Payer) -> Asked {
        // By threefold repetition a game ends with legal moves left; nobody is to search them.
        if request.game.outcome().is_some() {
            return Asked::Over(Arc::new(Answered {
                request,
                decision: Decision::game_over(0),
                threads: 1,
            }));
        }
        let repeats = repeats(&request);
        if let Some(answer) = repeats.then(|| self.kept.get(&key)).flatten() {
            return Asked::Kept(answer);
        }
        let flight = self.flights.join(key, |tell| {
            let (searches, payer) = (self.clone(), payer.clone());
            let task = async move { searches.fly(request, key, repeats, payer, tell).await };
            tokio::spawn(task).abort_handle()
        });
        Asked::Flight(flight)
    }

    /// Makes a search for all who wait for it. Whoever asked first pays for it.
    async fn fly(
        self,
        request: Resolved,
        key: Key,
        repeats: bool,
        payer: Payer,
        tell: watch::Sender<Progress>,
    ) {
        let lane = payer.lane();
        let order = Order {
            request,
            tell: tell.clone(),
            payer,
            since: Instant::now(),
        };
        let end = self.pool.run(order, lane).await.map(Arc::new);
        if let Ok(found) = &end
            && repeats
            && ended_by_itself(&found.decision)
        {
            self.keep(key, found);
        }
        tell.send_modify(|progress| progress.end = Some(end));
    }

    /// Whether the answer is there for whoever asks again.
    pub fn keeps(&self, key: Key) -> bool {
        self.kept.contains_key(&key)
    }

    fn keep(&self, key: Key, found: &Answered) {
        let mut answer = found.answer();
        answer.cached = true;
        // An answer can always be written.
        if let Ok(json) = serde_json::to_vec(&answer) {
            self.kept.insert(key, json.into());
        }
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
    /// From an earlier search, as JSON.
    Kept(Bytes),
    /// Just found.
    New(Arc<Answered>),
}

impl Found {
    /// As JSON; `None` if it can't be written, which would be a fault of ours.
    pub fn json(&self) -> Option<Bytes> {
        match self {
            Found::Kept(answer) => Some(answer.clone()),
            Found::New(found) => serde_json::to_vec(&found.answer()).ok().map(Bytes::from),
        }
    }
}

impl Answered {
    /// As the API answers it.
    pub fn answer(&self) -> app::api::SearchAnswer {
        answer(&self.request, &self.decision, self.threads)
    }
}
