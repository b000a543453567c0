//! A window of Firefox or WebKit: what a test looks at and presses.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::elements::{Element, ElementRef};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::Value;

use super::driver::{Driver, Kind};
use crate::server::Server;

/// How long a test waits for what has to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long the pointer takes from one place to the next.
const STEP: Duration = Duration::from_millis(60);

/// A window with cookies and storage of its own.
pub struct Window {
    kind: Kind,
    client: Client,
    _driver: Driver,
}

impl Window {
    /// Opens `path` of the server and waits until the page answers to input.
    ///
    /// # Panics
    /// When the browser or the page does not come up.
    pub async fn open(kind: Kind, server: &Server, path: &str) -> Self {
        let driver = Driver::start(kind);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(kind.capabilities());
        let client = builder.connect(&driver.address()).await;
        let window = Self {
            kind,
            client: client.unwrap_or_else(|error| panic!("{kind:?} does not start: {error}")),
            _driver: driver,
        };
        window
            .client
            .set_window_rect(0, 0, 1440, 900)
            .await
            .expect("a window of this size");
        window.goto(&server.url(path)).await;
        window
    }

    /// Goes to an address and waits until the page answers to input.
    pub async fn goto(&self, address: &str) {
        self.client.goto(address).await.expect("the page is loaded");
        self.until_hydrated().await;
    }

    /// Loads the page anew.
    pub async fn reload(&self) {
        self.client.refresh().await.expect("the page is loaded");
        self.until_hydrated().await;
    }

    async fn until_hydrated(&self) {
        self.until("document.documentElement.hasAttribute('data-hydrated')")
            .await;
    }

    /// The value of an expression.
    pub async fn eval(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        let value = self.client.execute(&script, Vec::new()).await;
        value.unwrap_or_else(|error| panic!("{:?}: {expression}: {error}", self.kind))
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    /// When that takes too long.
    pub async fn until(&self, condition: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Fails while the page is being replaced.
            let script = format!("return {condition}");
            let value = self.client.execute(&script, Vec::new()).await;
            if matches!(value, Ok(Value::Bool(true))) {
                return;
            }
            assert!(
                Instant::now() < deadline,
                "{:?}: waited in vain for {condition}; the page says: {}",
                self.kind,
                self.eval("document.body.innerText.slice(0, 600)").await
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Presses what a selector finds.
    pub async fn press(&self, selector: &str) {
        self.press_found(&format!("document.querySelector({selector:?})"))
            .await;
    }

    /// Presses the button with this text or name.
    pub async fn press_button(&self, name: &str) {
        self.press_found(&format!(
            "([...document.querySelectorAll('button')].find(e => !e.matches(':disabled') && \
             e.getClientRects().length > 0 && \
             (e.getAttribute('aria-label') ?? e.textContent.trim()) === {name:?}) ?? null)"
        ))
        .await;
    }

    /// Presses the element that an expression finds, again where the page puts another in its place
    /// meanwhile.
    ///
    /// # Panics
    /// When it cannot be pressed for too long.
    async fn press_found(&self, expression: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let pressed = self.try_press(expression).await;
            let Err(error) = pressed else {
                return;
            };
            assert!(
                Instant::now() < deadline,
                "{:?}: {expression}: {error}",
                self.kind
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn try_press(&self, expression: &str) -> Result<(), String> {
        let script = format!("return {expression}");
        let found = self.client.execute(&script, Vec::new()).await;
        let found = found.map_err(|error| error.to_string())?;
        let reference: ElementRef = found
            .as_object()
            .and_then(|element| element.values().next()?.as_str())
            .map(|id| ElementRef::from(id.to_owned()))
            .ok_or("it is not there")?;
        let element = Element::from_element_id(self.client.clone(), reference);
        element.click().await.map_err(|error| error.to_string())
    }

    /// Drags from the middle of one element to that of another.
    pub async fn drag(&self, from: &str, to: &str) {
        let mut drag = MouseActions::new("mouse".to_owned());
        for (selector, then) in [
            (from, PointerAction::Down { button: 0 }),
            (to, PointerAction::Up { button: 0 }),
        ] {
            let (x, y) = self.middle(selector).await;
            let duration = Some(STEP);
            drag = drag
                .then(PointerAction::MoveTo { duration, x, y })
                .then(then);
        }
        self.client.perform_actions(drag).await.expect("a drag");
    }

    /// In CSS pixels of the window.
    async fn middle(&self, selector: &str) -> (f64, f64) {
        let place = self
            .eval(&format!(
                "(r => [r.left + r.width / 2, r.top + r.height / 2])\
                 (document.querySelector({selector:?}).getBoundingClientRect())"
            ))
            .await;
        let number = |index: usize| place[index].as_f64().expect("a number").round();
        (number(0), number(1))
    }

    /// Ends the browser.
    pub async fn close(self) {
        // It may have ended by itself.
        self.client.close().await.ok();
    }
}
