//! A headless Chromium of one's own, driven over the DevTools protocol.

mod console;
mod page;
mod plain;
mod screen;
mod touch;

pub use page::{Key, Page};
pub use screen::Screen;

use chromiumoxide::cdp::browser_protocol::target::CreateTargetParams;
use chromiumoxide::{Browser as Chromium, BrowserConfig};
use futures::StreamExt;
use tokio::task::JoinHandle;

use crate::folder::TempFolder;
use crate::server::Server;

/// A running Chromium with an empty profile, ended when dropped.
pub struct Browser {
    chromium: Chromium,
    events: JoinHandle<()>,
    _profile: TempFolder,
}

impl Browser {
    /// Starts the program named by `CHROMIUM`; `cargo xtask test` sets it.
    ///
    /// # Panics
    /// When there is none or it does not start.
    pub async fn start() -> Self {
        let program = std::env::var_os("CHROMIUM")
            .expect("CHROMIUM is not set: `cargo xtask test` finds a browser and sets it");
        let profile = TempFolder::new().expect("a temporary folder can be made");
        let config = BrowserConfig::builder()
            .chrome_executable(program)
            .user_data_dir(profile.path())
            .no_sandbox()
            .new_headless_mode()
            .viewport(None)
            .args(["disable-gpu", "disable-component-update", "disable-quic"])
            .build()
            .expect("the configuration is complete");
        let (chromium, mut handler) = Chromium::launch(config).await.expect("Chromium starts");
        let events = tokio::spawn(async move { while handler.next().await.is_some() {} });
        Self {
            chromium,
            events,
            _profile: profile,
        }
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
        let blank = CreateTargetParams::new("about:blank");
        let tab = self.chromium.new_page(blank).await.expect("a tab opens");
        Page::new(tab, screen).await
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
        let context = self.chromium.create_browser_context(Default::default());
        let blank = CreateTargetParams::builder()
            .url("about:blank")
            .browser_context_id(context.await.expect("another visitor fits in"))
            .build()
            .expect("all fields are given");
        let tab = self.chromium.new_page(blank).await.expect("a tab opens");
        let page = Page::new(tab, screen).await;
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

impl Drop for Browser {
    fn drop(&mut self) {
        self.events.abort();
    }
}
