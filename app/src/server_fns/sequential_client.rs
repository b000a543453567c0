//! A client that sends requests one after another. Two concurrent requests without a cookie would
//! create two guests, and the browser would forget the first one with its data.

use futures::{Sink, Stream};
use leptos::server_fn::{
    Bytes,
    client::{Client, browser::BrowserClient},
};
use wire::visitor::caller::BackendError;

static REQUEST_LOCK: futures::lock::Mutex<()> = futures::lock::Mutex::new(());

/// The browser's `fetch`, where each request waits for the answer to the one before.
pub struct SequentialClient;

impl Client<BackendError> for SequentialClient {
    type Request = <BrowserClient as Client<BackendError>>::Request;
    type Response = <BrowserClient as Client<BackendError>>::Response;

    async fn send(request: Self::Request) -> Result<Self::Response, BackendError> {
        let _permit = REQUEST_LOCK.lock().await;
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
