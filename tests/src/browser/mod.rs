//! A headless Chromium, driven over the DevTools protocol: one process for each test program, a
//! context with cookies and storage of its own for each visitor.

mod console;
mod page;
mod plain;
mod process;
mod screen;
mod touch;

pub use page::{Key, Page};
pub use screen::Screen;

use std::sync::{Mutex, PoisonError};

use chromiumoxide::cdp::browser_protocol::browser::BrowserContextId;
use chromiumoxide::cdp::browser_protocol::target::{
    CreateBrowserContextParams, CreateTargetParams, GetBrowserContextsParams,
};

use crate::server::Server;

/// A visitor's browser: a context with cookies and storage of its own in the Chromium of this
/// program, closed when dropped.
pub struct Browser {
    context: BrowserContextId,
    /// Contexts of strangers.
    others: Mutex<Vec<BrowserContextId>>,
}

impl Browser {
    /// Makes a context, and starts the program named by `CHROMIUM` when it is the first;
    /// `cargo xtask test` sets it.
    ///
    /// # Panics
    /// When there is none or it does not start.
    pub async fn start() -> Self {
        Self {
            context: new_context().await,
            others: Mutex::default(),
        }
    }

    /// The context's id, for [`is_open`].
    pub fn context(&self) -> String {
        self.context.inner().clone()
    }

    /// Opens `path` of the server in a new tab and waits until the page answers to input.
    ///
    /// # Panics
    /// When the page does not come up.
    pub async fn open(&self, server: &Server, path: &str, screen: Screen) -> Page {
        let page = self.blank(screen).await;
        page.goto(&server.url(path)).await;
        page
    }

    /// As [`Browser::open`], in a browser in which `script` ran before anything of the page.
    ///
    /// # Panics
    /// When the page does not come up.
    pub async fn open_with(
        &self,
        script: &str,
        server: &Server,
        path: &str,
        screen: Screen,
    ) -> Page {
        let page = self.blank(screen).await;
        page.prepare(script).await;
        page.goto(&server.url(path)).await;
        page
    }

    /// A tab that shows nothing yet.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn blank(&self, screen: Screen) -> Page {
        new_tab(self.context.clone(), screen).await
    }

    /// Opens `path` as somebody else: in a tab with cookies of its own, in which `script` ran before
    /// anything of the page.
    ///
    /// # Panics
    /// When the page does not come up.
    pub async fn open_as_stranger(
        &self,
        script: &str,
        server: &Server,
        path: &str,
        screen: Screen,
    ) -> Page {
        let context = new_context().await;
        let page = new_tab(context.clone(), screen).await;
        self.others
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(context);
        page.prepare(script).await;
        page.goto(&server.url(path)).await;
        page
    }

    /// Opens `path`, but keeps the engine's file back, so that the page is drawn and not yet ready;
    /// [`Page::let_engine_load`] lets it come.
    ///
    /// # Panics
    /// When the page is not drawn.
    pub async fn open_without_engine(&self, server: &Server, path: &str, screen: Screen) -> Page {
        let page = self.blank(screen).await;
        page.hold_engine(&server.url(path)).await;
        page
    }
}

/// Whether Chromium has this context.
///
/// # Panics
/// When it does not answer.
pub async fn is_open(context: &str) -> bool {
    let chromium = &process::shared().chromium;
    let open = chromium.execute(GetBrowserContextsParams::default()).await;
    let open = open.expect("Chromium lists its contexts");
    let mut open = open.browser_context_ids.iter();
    open.any(|open| open.inner() == context)
}

async fn new_context() -> BrowserContextId {
    let context = process::shared()
        .chromium
        .create_browser_context(CreateBrowserContextParams::default());
    context.await.expect("Chromium makes a context")
}

async fn new_tab(context: BrowserContextId, screen: Screen) -> Page {
    let blank = CreateTargetParams::builder()
        .url("about:blank")
        .browser_context_id(context)
        .build()
        .expect("all fields are given");
    let tab = process::shared().chromium.new_page(blank).await;
    Page::new(tab.expect("a tab opens"), screen).await
}

impl Drop for Browser {
    fn drop(&mut self) {
        let others = self
            .others
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let contexts: Vec<_> = others.drain(..).chain([self.context.clone()]).collect();
        let process = process::shared();
        process.runtime.spawn(async move {
            for context in contexts {
                // A context that is not closed costs memory only.
                process.chromium.dispose_browser_context(context).await.ok();
            }
        });
    }
}
