//! The network, as the worker fetches it, with the code that works it out: a bundle of its own,
//! which no first paint waits for.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;

use client::worker::protocol::{NetworkInfo, NetworkNews};
use engine::eval::{Learned, nnue::Network};
use js_sys::{Reflect, Uint8Array};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen::{JsCast, prelude::*};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, ReadableStreamDefaultReader, Response};

/// Its name beside the package's script.
const NAME: &str = "intuition.nnue";

/// Where the worker has its network from.
pub struct Supply {
    address: String,
    stage: RefCell<Stage>,
}

enum Stage {
    /// Nobody has asked for it, or it could not be had.
    Missing,
    Coming,
    Here(Learned),
}

impl Supply {
    /// What lies beside the package's script; nothing is fetched yet.
    pub fn beside(script: &str) -> Rc<Self> {
        Rc::new(Self {
            address: beside(script),
            stage: RefCell::new(Stage::Missing),
        })
    }

    /// The network, if it is here.
    pub fn get(&self) -> Option<Learned> {
        match &*self.stage.borrow() {
            Stage::Here(network) => Some(network.clone()),
            Stage::Missing | Stage::Coming => None,
        }
    }

    /// Fetches it if it is neither here nor on its way, and tells how far that is. The minds play
    /// meanwhile.
    pub async fn fetch(self: Rc<Self>, tell: impl Fn(NetworkNews) + Clone + 'static) {
        if !matches!(*self.stage.borrow(), Stage::Missing) {
            return;
        }
        self.stage.replace(Stage::Coming);
        tell(NetworkNews::Loading(0));
        let loading = tell.clone();
        let loading = move |percent| loading(NetworkNews::Loading(percent));
        let (stage, news) = match load(&self.address, Box::new(loading)).await {
            Ok((network, info)) => (Stage::Here(network), NetworkNews::Ready(info)),
            Err(why) => (Stage::Missing, NetworkNews::Failed(why)),
        };
        self.stage.replace(stage);
        tell(news);
    }

    /// The network, for who cannot do without.
    ///
    /// # Errors
    /// Why it cannot be had, as text.
    pub async fn wait(&self) -> Result<Learned, String> {
        match self.get() {
            Some(network) => Ok(network),
            None => Ok(load(&self.address, Box::new(|_| {})).await?.0),
        }
    }
}

/// Where it lies, beside the package's script.
fn beside(script: &str) -> String {
    let folder = script.rfind('/').map_or("", |slash| &script[..=slash]);
    format!("{folder}{NAME}")
}

/// Hears how much of it is there, per cent.
type Tell = Box<dyn Fn(u8)>;
/// The network, once it is here.
type Fetched = Pin<Box<dyn Future<Output = Result<(Learned, NetworkInfo), String>>>>;

/// Fetches the network from an address.
type Fetch = fn(String, Tell) -> Fetched;

/// The bundle's function.
#[wasm_split(network, wasm_split_path = leptos::wasm_split, fallible)]
fn code() -> Result<Box<Fetch>, SplitLoaderError> {
    Ok(Box::new(|address, tell| Box::pin(fetch(address, tell))))
}

async fn load(address: &str, tell: Tell) -> Result<(Learned, NetworkInfo), String> {
    let fetch = code().await.map_err(|error| error.to_string())?;
    fetch(address.to_owned(), tell).await
}

async fn fetch(address: String, tell: Tell) -> Result<(Learned, NetworkInfo), String> {
    let network = Network::read(&file(&address, tell).await?).map_err(|error| error.to_string())?;
    let info = NetworkInfo {
        name: format!("{:08x}", network.checksum()),
        width: network.width() as u16,
        provenance: network.provenance().to_owned(),
    };
    Ok((Learned::new(network), info))
}

async fn file(address: &str, tell: Tell) -> Result<Vec<u8>, String> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answer = JsFuture::from(scope.fetch_with_str(address)).await;
    let answer: Response = answer.map_err(text_of)?.unchecked_into();
    let body = answer.body().filter(|_| answer.ok());
    let body = body.ok_or_else(|| format!("the server answered {}", answer.status()))?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut file = Vec::new();
    let mut told = 0;
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(text_of)?;
        if field(&piece, "done").is_truthy() {
            return Ok(file);
        }
        file.extend(Uint8Array::new(&field(&piece, "value")).to_vec());
        if let Some(length) = Network::length(&file) {
            let percent = (100 * file.len() / length.max(1)).min(100) as u8;
            if percent > told {
                told = percent;
                tell(percent);
            }
        }
    }
}

fn field(object: &JsValue, name: &str) -> JsValue {
    // Of an object every field can be asked for.
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn text_of(error: JsValue) -> String {
    let message = field(&error, "message").as_string();
    message.unwrap_or_else(|| "the server did not answer".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lies_beside_the_script() {
        assert_eq!(beside("/pkg/0a1b/ponder.js"), "/pkg/0a1b/intuition.nnue");
    }
}
