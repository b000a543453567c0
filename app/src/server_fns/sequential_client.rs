//! A client that sends requests one after another. Two concurrent requests without a cookie would
//! create two guests, and the browser would forget the first one with its data.
//!
//! All pages and workers of the site take turns. Where the browser has no locks for that, the requests
//! of a page do, and its worker's requests among each other; then the page orders a synchronisation
//! only when its own results have arrived.

use futures::lock::{Mutex, MutexGuard};
use futures::{Sink, Stream};
use leptos::server_fn::Bytes;
use leptos::server_fn::client::Client;
use leptos::server_fn::client::browser::BrowserClient;
use wire::visitor::caller::BackendError;

use crate::platform::web_lock::{self, WebLock};

static REQUEST_LOCK: Mutex<()> = Mutex::new(());

/// The lock's name among all pages and workers.
const SHARED_LOCK: &str = "ponder.request";

/// A permit to send a request, until it is dropped.
pub struct Turn {
    _here: MutexGuard<'static, ()>,
    _shared: Option<WebLock>,
}

/// Waits until no other request of this client is on its way.
pub async fn turn() -> Turn {
    Turn {
        _here: REQUEST_LOCK.lock().await,
        _shared: web_lock::acquire(SHARED_LOCK).await,
    }
}

/// The browser's `fetch`, where each request waits for the answer to the one before.
pub struct SequentialClient;

impl Client<BackendError> for SequentialClient {
    type Request = <BrowserClient as Client<BackendError>>::Request;
    type Response = <BrowserClient as Client<BackendError>>::Response;

    async fn send(request: Self::Request) -> Result<Self::Response, BackendError> {
        let _turn = turn().await;
        <BrowserClient as Client<BackendError>>::send(request).await
    }

    fn open_websocket(
        path: &str,
    ) -> impl Future<
        Output = Result<
            (
                impl Stream<Item = Result<Bytes, Bytes>> + Send + 'static,
                impl Sink<Bytes> + Send + 'static,
            ),
            BackendError,
        >,
    > + Send {
        <BrowserClient as Client<BackendError>>::open_websocket(path)
    }

    fn spawn(future: impl Future<Output = ()> + Send + 'static) {
        <BrowserClient as Client<BackendError>>::spawn(future);
    }
}
