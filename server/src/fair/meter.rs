//! Stands before the routes that cost something.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::Instant,
};

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{
    Client, Clients,
    purse::{Allowance, Purse, Shut},
};
use crate::error::Refusal;

/// What any request costs, in nodes, whatever else it asks for.
pub(super) const ENTRANCE: u64 = 1_000;

/// What a call of the page costs, in nodes: it may write, and a write is synced. With the usual
/// allowance that is a hundred a second for as long as one likes.
const CALL: u64 = 20_000;

/// A request under way, in its client's name. It ends when the last copy is gone: with a stream,
/// at the stream's end.
#[derive(Clone, Debug)]
pub struct Visit(Arc<Inner>);

#[derive(Debug)]
struct Inner(Payer);

impl Drop for Inner {
    fn drop(&mut self) {
        self.0.purse.leave();
    }
}

impl Visit {
    /// A client comes in without a request, for a search of its own.
    ///
    /// # Errors
    /// It has nothing left to spend, or as much under way as it may.
    pub fn enter(clients: &Clients, client: Client) -> Result<Self, Shut> {
        let payer = Payer::of(clients, client);
        payer.purse.enter(Instant::now())?;
        Ok(Self(Arc::new(Inner(payer))))
    }

    /// Who pays for what it asks for.
    pub fn payer(&self) -> &Payer {
        &self.0.0
    }
}

/// A client, as the search threads know it.
#[derive(Clone, Debug)]
pub struct Payer {
    purse: Arc<Purse>,
    lane: u64,
}

impl Payer {
    /// A client whose searches nobody's request waits for.
    pub fn of(clients: &Clients, client: Client) -> Self {
        Self {
            purse: clients.purse(client),
            lane: lane_of(client),
        }
    }

    /// In which line its searches wait.
    pub fn lane(&self) -> u64 {
        self.lane
    }

    /// Whether there is anything left to spend.
    ///
    /// # Errors
    /// When there is not.
    pub fn afford(&self) -> Result<(), Refusal> {
        let left = self.purse.allowance(Instant::now());
        match left.remaining {
            0 => Err(spent(left)),
            _ => Ok(()),
        }
    }

    /// Pays for so many nodes.
    pub fn charge(&self, nodes: u64) {
        self.purse.charge(nodes, Instant::now());
    }
}

/// All searches of a client wait in one line.
fn lane_of(client: Client) -> u64 {
    let mut lane = DefaultHasher::new();
    client.hash(&mut lane);
    lane.finish()
}

/// Lets a request in if its client has anything left to spend, and says in any case what is left.
pub async fn meter(State(clients): State<Clients>, request: Request, next: Next) -> Response {
    admit(&clients, request, next, ENTRANCE).await
}

/// The same of what the page calls in a visitor's name.
pub async fn calls(State(clients): State<Clients>, request: Request, next: Next) -> Response {
    admit(&clients, request, next, CALL).await
}

async fn admit(clients: &Clients, mut request: Request, next: Next, price: u64) -> Response {
    let by_key = request.extensions().get::<Client>().copied();
    let client = by_key.unwrap_or_else(|| {
        Client::Address(clients.origin(request.headers(), request.extensions()))
    });
    let purse = clients.purse(client);
    let now = Instant::now();
    let entered = purse.enter(now);
    purse.charge(price, now);
    let mut response = match entered {
        Ok(()) => {
            let payer = Payer {
                purse: Arc::clone(&purse),
                lane: lane_of(client),
            };
            let visit = Visit(Arc::new(Inner(payer)));
            request.extensions_mut().insert(visit);
            next.run(request).await
        }
        Err(Shut::Spent) => spent(purse.allowance(now)).into_response(),
        Err(Shut::Busy) => Refusal::TooMany.into_response(),
    };
    tell(&mut response, purse.allowance(Instant::now()));
    response
}

pub(super) fn spent(left: Allowance) -> Refusal {
    Refusal::Spent {
        wait: left.wait.max(1),
    }
}

fn tell(response: &mut Response, left: Allowance) {
    for (name, value) in [
        ("ratelimit-limit", left.limit),
        ("ratelimit-remaining", left.remaining),
        ("ratelimit-reset", left.reset),
    ] {
        let headers = response.headers_mut();
        headers.insert(HeaderName::from_static(name), HeaderValue::from(value));
    }
}
