//! Loads the network in the worker. The code that parses it is a lazy bundle.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use client::worker::protocol::{NetworkInfo, NetworkProgress};
use engine::eval::{SharedEval, nnue::Network};
use js_sys::{Reflect, Uint8Array};
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;
use wasm_bindgen::{JsCast, prelude::*};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, ReadableStreamDefaultReader, Response};

/// The file's name, beside the package's script.
const FILE_NAME: &str = "intuition.nnue";

/// The network of the worker, and how far its loading is.
pub struct NetworkLoader {
    address: String,
    state: RefCell<NetworkState>,
}

enum NetworkState {
    /// Not requested, or failed.
    Missing,
    Loading,
    Ready(SharedEval),
}

impl NetworkLoader {
    /// A loader of the network beside the package's script; fetches nothing yet.
    pub fn for_script(script: &str) -> Rc<Self> {
        Rc::new(Self {
            address: network_url(script),
            state: RefCell::new(NetworkState::Missing),
        })
    }

    /// The network, if it is loaded.
    pub fn get(&self) -> Option<SharedEval> {
        match &*self.state.borrow() {
            NetworkState::Ready(network) => Some(network.clone()),
            NetworkState::Missing | NetworkState::Loading => None,
        }
    }

    /// Loads the network unless it is loaded or loading, and reports the progress. Players search
    /// meanwhile without it.
    pub async fn fetch(self: Rc<Self>, report: impl Fn(NetworkProgress) + Clone + 'static) {
        if !matches!(*self.state.borrow(), NetworkState::Missing) {
            return;
        }
        self.state.replace(NetworkState::Loading);
        report(NetworkProgress::Loading(0));
        let loading = report.clone();
        let loading = move |percent| loading(NetworkProgress::Loading(percent));
        let (state, news) = match load(&self.address, Box::new(loading)).await {
            Ok((network, info)) => (NetworkState::Ready(network), NetworkProgress::Ready(info)),
            Err(why) => (NetworkState::Missing, NetworkProgress::Failed(why)),
        };
        self.state.replace(state);
        report(news);
    }

    /// Waits for the network.
    ///
    /// # Errors
    /// Why it could not be loaded, as text.
    pub async fn wait(&self) -> Result<SharedEval, String> {
        match self.get() {
            Some(network) => Ok(network),
            None => Ok(load(&self.address, Box::new(|_| {})).await?.0),
        }
    }
}

/// The address of the network, beside the package's script.
fn network_url(script: &str) -> String {
    let folder = script.rfind('/').map_or("", |slash| &script[..=slash]);
    format!("{folder}{FILE_NAME}")
}

/// Receives the progress in per cent.
type OnProgress = Box<dyn Fn(u8)>;
/// The network, once it is loaded.
type FetchFuture = Pin<Box<dyn Future<Output = Result<(SharedEval, NetworkInfo), String>>>>;

/// Fetches the network from an address.
type Fetch = fn(String, OnProgress) -> FetchFuture;

/// The bundle's function.
#[lazy(network, fallible)]
fn load_code() -> Result<Box<Fetch>, SplitLoaderError> {
    Ok(Box::new(|address, report| Box::pin(fetch(address, report))))
}

async fn load(address: &str, report: OnProgress) -> Result<(SharedEval, NetworkInfo), String> {
    let fetch = load_code().await.map_err(|error| error.to_string())?;
    fetch(address.to_owned(), report).await
}

async fn fetch(address: String, report: OnProgress) -> Result<(SharedEval, NetworkInfo), String> {
    let network =
        Network::read(&download(&address, report).await?).map_err(|error| error.to_string())?;
    let info = NetworkInfo {
        name: format!("{:08x}", network.checksum()),
        width: network.width() as u16,
        provenance: network.provenance().to_owned(),
    };
    Ok((SharedEval::new(network), info))
}

async fn download(address: &str, report: OnProgress) -> Result<Vec<u8>, String> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = JsFuture::from(scope.fetch_with_str(address)).await;
    let answer: Response = answer.map_err(error_text)?.unchecked_into();
    let body = answer.body().filter(|_| answer.ok());
    let body = body.ok_or_else(|| format!("the server answered {}", answer.status()))?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut file = Vec::new();
    let mut reported = 0;
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(error_text)?;
        if field(&piece, "done").is_truthy() {
            return Ok(file);
        }
        file.extend(Uint8Array::new(&field(&piece, "value")).to_vec());
        if let Some(length) = Network::length(&file) {
            let percent = (100 * file.len() / length.max(1)).min(100) as u8;
            if percent > reported {
                reported = percent;
                report(percent);
            }
        }
    }
}

fn field(object: &JsValue, name: &str) -> JsValue {
    // Reading a property of an object does not fail.
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn error_text(error: JsValue) -> String {
    let message = field(&error, "message").as_string();
    message.unwrap_or_else(|| "the server did not answer".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_lies_beside_the_script() {
        assert_eq!(
            network_url("/pkg/0a1b/ponder.js"),
            "/pkg/0a1b/intuition.nnue"
        );
    }
}
