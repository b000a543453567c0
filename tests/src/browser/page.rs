//! A tab: navigation, evaluation of JavaScript, and input events as from a mouse, a finger or a
//! keyboard.

use std::time::{Duration, Instant};

use chromiumoxide::Page as Tab;
use chromiumoxide::cdp::browser_protocol::emulation::{
    SetDeviceMetricsOverrideParams, SetFocusEmulationEnabledParams, SetTouchEmulationEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::fetch::{self, RequestPattern};
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType,
    DispatchTouchEventType, MouseButton,
};
use chromiumoxide::cdp::browser_protocol::page::ReloadParams;
use chromiumoxide::cdp::browser_protocol::target::SetAutoAttachParams;
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide::error::CdpError;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::console::Console;
use super::plain::Plain;
use super::process;
use super::screen::Screen;
use super::touch::Touch;

/// The time limit of a wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// From here on the page is asked whether a navigation is done.
const SLOW_NAVIGATION: Duration = Duration::from_secs(5);

/// Whether a document is loaded that nobody has marked.
const IS_NEW_DOCUMENT: &str = "document.readyState === 'complete' && !window.isOldDocument";

/// The pause between two looks at an element's place: more than one frame.
const FRAME: Duration = Duration::from_millis(20);

/// A tab that shows a page of the server, closed when dropped: its engine would go on thinking.
pub struct Page {
    tab: Tab,
    console: Console,
    screen: Screen,
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// Cancels.
    Escape,
    /// Confirms.
    Enter,
    /// To the next control.
    Tab,
    Left,
    Right,
    Up,
    Down,
    /// A printed character.
    Char(char),
}

/// A place on the page, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    x: f64,
    y: f64,
}

impl Page {
    pub(super) async fn new(tab: Tab, screen: Screen) -> Self {
        // Otherwise service workers wait for a debugger that sometimes never attaches.
        let unhindered = SetAutoAttachParams::builder()
            .auto_attach(true)
            .wait_for_debugger_on_start(false)
            .flatten(true)
            .build()
            .expect("all fields are given");
        tab.execute(unhindered).await.expect("workers may start");
        // The windows of other tests take the focus of the desktop.
        tab.execute(SetFocusEmulationEnabledParams::new(true))
            .await
            .expect("the page can have the focus");
        let console = Console::of(&tab).await;
        let page = Self {
            tab,
            console,
            screen,
        };
        page.resize(screen).await;
        page
    }

    /// Gives the window another size.
    pub async fn resize(&self, screen: Screen) {
        let metrics = SetDeviceMetricsOverrideParams::builder()
            .width(screen.width)
            .height(screen.height)
            .device_scale_factor(1.0)
            .mobile(screen.touch)
            .build()
            .expect("all fields are given");
        self.tab
            .execute(metrics)
            .await
            .expect("the window takes a size");
        self.tab
            .execute(SetTouchEmulationEnabledParams::new(screen.touch))
            .await
            .expect("touch can be switched");
    }

    /// Gives the browser a command of the DevTools protocol.
    ///
    /// # Panics
    /// When it refuses.
    pub async fn command(&self, method: &'static str, parameters: Value) -> Value {
        let done = self.tab.execute(Plain::new(method, parameters)).await;
        done.unwrap_or_else(|error| panic!("{method} failed: {error}"))
            .result
    }

    /// Has a script run in every document to come, before anything of its own.
    pub async fn prepare(&self, script: &str) {
        self.command(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": script }),
        )
        .await;
    }

    /// Navigates and waits until the document is loaded; it may not be hydrated yet.
    ///
    /// # Panics
    /// When the browser refuses, or as of [`until`](Self::until).
    pub async fn goto_drawn(&self, url: &str) {
        self.mark_document().await;
        // Chromiumoxide sometimes misses that a document has loaded: after a while the page is asked.
        tokio::select! {
            done = self.tab.goto(url) => match done {
                Ok(_) => {}
                Err(CdpError::Timeout) => self.until(IS_NEW_DOCUMENT).await,
                Err(error) => panic!("{url} cannot be loaded: {error}"),
            },
            () = async {
                tokio::time::sleep(SLOW_NAVIGATION).await;
                self.until(IS_NEW_DOCUMENT).await;
            } => {}
        }
    }

    /// Marks the document, so that [`IS_NEW_DOCUMENT`] is false until another has taken its place.
    async fn mark_document(&self) {
        self.until("window.isOldDocument = true").await;
    }

    /// Navigates and waits until the page answers to input.
    pub async fn goto(&self, url: &str) {
        self.goto_drawn(url).await;
        self.hydrated().await;
    }

    /// Navigates with the engine's file held back, until the board is drawn.
    pub(super) async fn hold_engine(&self, url: &str) {
        self.hold("*.wasm").await;
        self.eval(&format!("location.href = {url:?}, true")).await;
        // All of the page, with its styles: what comes later may move the board.
        self.until(
            "document.querySelectorAll('[data-square]').length === 64 \
             && document.readyState !== 'loading' \
             && [...document.querySelectorAll('link[rel=stylesheet]')].every(link => link.sheet)",
        )
        .await;
    }

    /// Lets the engine's file load that was held back.
    pub async fn let_engine_load(&self) {
        self.let_load().await;
        self.hydrated().await;
    }

    /// Holds requests back whose URLs are of this pattern with `*`.
    pub async fn hold(&self, pattern: &str) {
        let held = RequestPattern::builder().url_pattern(pattern).build();
        let hold = fetch::EnableParams::builder().pattern(held).build();
        self.tab.execute(hold).await.expect("requests can be held");
    }

    /// Lets the requests go on that are held back, and all others.
    pub async fn let_load(&self) {
        let go_on = self.tab.execute(fetch::DisableParams::default()).await;
        go_on.expect("requests can go on");
    }

    /// Loads the page anew and waits until it answers to input.
    pub async fn reload(&self) {
        self.mark_document().await;
        let reload = self.tab.execute(ReloadParams::default()).await;
        reload.expect("the page loads again");
        self.until(IS_NEW_DOCUMENT).await;
        self.hydrated().await;
    }

    async fn hydrated(&self) {
        self.until("document.querySelector('[data-hydrated]') !== null")
            .await;
    }

    /// The value of a JavaScript expression; a promise is awaited.
    ///
    /// # Panics
    /// When the expression throws.
    pub async fn eval(&self, expression: &str) -> Value {
        match self.try_eval(expression).await {
            Ok(value) => value,
            Err(error) => panic!("`{expression}` failed: {error}"),
        }
    }

    async fn try_eval(&self, expression: &str) -> Result<Value, String> {
        let question = EvaluateParams::builder()
            .expression(expression)
            .await_promise(true)
            .return_by_value(true)
            .build()?;
        let answer = self
            .tab
            .evaluate_expression(question)
            .await
            .map_err(|e| e.to_string())?;
        Ok(answer.value().cloned().unwrap_or(Value::Null))
    }

    /// Waits until a JavaScript expression is true.
    ///
    /// # Panics
    /// When it is not after a minute; the message shows the page's text and its complaints.
    pub async fn until(&self, condition: &str) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            // Fails while the page is being replaced.
            if self
                .try_eval(condition)
                .await
                .is_ok_and(|value| value == Value::Bool(true))
            {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let text = self.try_eval("document.body.innerText").await;
        panic!(
            "never came: {condition}\npage: {text:?}\nconsole: {:?}",
            self.console.complaints()
        );
    }

    /// The visible text of the first element that a selector finds.
    pub async fn text(&self, selector: &str) -> String {
        let value = self
            .eval(&format!(
                "document.querySelector({selector:?})?.innerText ?? ''"
            ))
            .await;
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Whether anything matches a selector.
    pub async fn has(&self, selector: &str) -> bool {
        self.eval(&format!("document.querySelector({selector:?}) !== null"))
            .await
            == Value::Bool(true)
    }

    /// The middle of the first visible element that a selector finds, scrolled into view, once it
    /// stays where it is.
    pub async fn middle(&self, selector: &str) -> Point {
        // A busy machine draws a moving element twice in the same place: nothing that ends may be on its way.
        let middle = format!(
            "(() => {{ const e = [...document.querySelectorAll({selector:?})]
                .find(e => e.getClientRects().length > 0);
               if (!e) return null;
               const moves = a => a.playState === 'running' && a.effect?.target?.contains(e)
                && a.effect.getComputedTiming().endTime !== Infinity;
               if (document.getAnimations().some(moves)) return null;
               e.scrollIntoView({{ block: 'nearest', behavior: 'instant' }});
               const r = e.getBoundingClientRect();
               return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        );
        self.until(&format!("{middle} !== null")).await;
        let mut place = self.eval(&middle).await;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            tokio::time::sleep(FRAME).await;
            let now = self.eval(&middle).await;
            if let (true, Some(x), Some(y)) = (now == place, now[0].as_f64(), now[1].as_f64()) {
                return Point { x, y };
            }
            place = now;
        }
        panic!("never stood still: {selector}")
    }

    /// Rests the mouse in the middle of what a selector finds.
    pub async fn hover(&self, selector: &str) {
        let place = self.middle(selector).await;
        self.mouse(DispatchMouseEventType::MouseMoved, place).await;
    }

    /// A click, or a tap on a touch screen, in the middle of what a selector finds.
    pub async fn press(&self, selector: &str) {
        let place = self.middle(selector).await;
        if self.screen.touch {
            self.touch(DispatchTouchEventType::TouchStart, Some(place))
                .await;
            self.touch(DispatchTouchEventType::TouchEnd, None).await;
        } else {
            self.press_down(place).await;
            self.mouse(DispatchMouseEventType::MouseReleased, place)
                .await;
        }
    }

    async fn press_down(&self, place: Point) {
        self.mouse(DispatchMouseEventType::MouseMoved, place).await;
        self.mouse(DispatchMouseEventType::MousePressed, place)
            .await;
    }

    /// A click whose button stays down until `meanwhile` is over.
    pub async fn press_during(&self, selector: &str, meanwhile: impl Future<Output = ()>) {
        let place = self.middle(selector).await;
        self.press_down(place).await;
        meanwhile.await;
        self.mouse(DispatchMouseEventType::MouseReleased, place)
            .await;
    }

    /// Presses the enabled button with this visible or accessible name.
    pub async fn press_button(&self, name: &str) {
        let mark = format!(
            "(() => {{ for (const e of document.querySelectorAll('[data-e2e]')) delete e.dataset.e2e;
               const e = [...document.querySelectorAll('button, [role=button], summary')]
                .find(e => e.getClientRects().length > 0 && !e.matches(':disabled')
                    && (e.innerText.trim() === {name:?} || e.getAttribute('aria-label') === {name:?}));
               if (!e) return false;
               e.dataset.e2e = ''; return true; }})()"
        );
        self.until(&mark).await;
        self.press("[data-e2e]").await;
    }

    /// Drags from the middle of one element to the middle of another, by mouse or finger.
    pub async fn drag(&self, from: &str, to: &str) {
        // Both are in view before either is measured.
        self.middle(to).await;
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        let on_the_way = (1..=6).map(|step| {
            let part = f64::from(step) / 6.0;
            Point {
                x: from.x + (to.x - from.x) * part,
                y: from.y + (to.y - from.y) * part,
            }
        });
        if self.screen.touch {
            self.touch(DispatchTouchEventType::TouchStart, Some(from))
                .await;
            for place in on_the_way {
                self.touch(DispatchTouchEventType::TouchMove, Some(place))
                    .await;
            }
            self.touch(DispatchTouchEventType::TouchEnd, None).await;
        } else {
            self.mouse(DispatchMouseEventType::MouseMoved, from).await;
            self.mouse(DispatchMouseEventType::MousePressed, from).await;
            for place in on_the_way {
                self.mouse(DispatchMouseEventType::MouseMoved, place).await;
            }
            self.mouse(DispatchMouseEventType::MouseReleased, to).await;
        }
    }

    /// Presses and releases a key.
    pub async fn key(&self, key: Key) {
        let (name, code, text) = match key {
            Key::Escape => ("Escape".to_owned(), 27, None),
            Key::Enter => ("Enter".to_owned(), 13, Some("\r".to_owned())),
            Key::Tab => ("Tab".to_owned(), 9, None),
            Key::Left => ("ArrowLeft".to_owned(), 37, None),
            Key::Up => ("ArrowUp".to_owned(), 38, None),
            Key::Right => ("ArrowRight".to_owned(), 39, None),
            Key::Down => ("ArrowDown".to_owned(), 40, None),
            // A full stop's own number is that of the key Delete.
            Key::Char('.') => (".".to_owned(), 190, Some(".".to_owned())),
            Key::Char(char) => {
                let code = i64::from(u32::from(char.to_ascii_uppercase()));
                (char.to_string(), code, Some(char.to_string()))
            }
        };
        for kind in [DispatchKeyEventType::KeyDown, DispatchKeyEventType::KeyUp] {
            let mut event = DispatchKeyEventParams::builder()
                .r#type(kind.clone())
                .key(name.clone())
                .code(name.clone())
                .windows_virtual_key_code(code);
            if let (DispatchKeyEventType::KeyDown, Some(text)) = (kind, &text) {
                event = event.text(text.clone());
            }
            let event = event.build().expect("all fields are given");
            self.tab.execute(event).await.expect("the key is taken");
        }
    }

    /// Types text, key by key.
    pub async fn type_text(&self, text: &str) {
        for char in text.chars() {
            self.key(Key::Char(char)).await;
        }
    }

    /// Drags with the right button.
    pub async fn draw(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from).await, self.middle(to).await);
        for (kind, place) in [
            (DispatchMouseEventType::MouseMoved, from),
            (DispatchMouseEventType::MousePressed, from),
            (DispatchMouseEventType::MouseMoved, to),
            (DispatchMouseEventType::MouseReleased, to),
        ] {
            self.mouse_with(MouseButton::Right, kind, place).await;
        }
    }

    async fn mouse(&self, kind: DispatchMouseEventType, place: Point) {
        self.mouse_with(MouseButton::Left, kind, place).await;
    }

    async fn mouse_with(&self, button: MouseButton, kind: DispatchMouseEventType, place: Point) {
        let button = match kind {
            DispatchMouseEventType::MouseMoved => MouseButton::None,
            _ => button,
        };
        let event = DispatchMouseEventParams::builder()
            .r#type(kind)
            .x(place.x)
            .y(place.y)
            .button(button)
            .click_count(1)
            .build()
            .expect("all fields are given");
        self.tab.execute(event).await.expect("the mouse is taken");
    }

    async fn touch(&self, kind: DispatchTouchEventType, place: Option<Point>) {
        let event = Touch::new(kind, place.map(|place| (place.x, place.y)));
        self.tab.execute(event).await.expect("the finger is taken");
    }

    /// Has the browser tell the page that there is a network, or none. What goes by the service
    /// worker is not held up by that: for it the server has to be stopped as well.
    pub async fn set_offline(&self, offline: bool) {
        let conditions = json!({
            "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.command("Network.emulateNetworkConditions", conditions)
            .await;
    }

    /// Asserts that the console has had nothing above info from the first request on.
    pub async fn assert_quiet(&self) {
        assert_eq!(self.complaints().await, Vec::<String>::new());
    }

    /// The same, but for what says `expected`.
    pub async fn assert_quiet_but(&self, expected: &str) {
        let mut complaints = self.complaints().await;
        complaints.retain(|complaint| !complaint.contains(expected));
        assert_eq!(complaints, Vec::<String>::new());
    }

    async fn complaints(&self) -> Vec<String> {
        // What this frame is about to say is said first.
        let (number, mark) = Console::next_mark();
        self.eval(&format!(
            "new Promise(done => requestAnimationFrame(() => setTimeout(() => done({mark}))))"
        ))
        .await;
        let came = timeout(PATIENCE, self.console.until_marked(number)).await;
        came.expect("what the page says arrives");
        self.console.complaints()
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let tab = self.tab.clone();
        process::shared().runtime.spawn(async move {
            // It may have gone with its context.
            tab.close().await.ok();
        });
    }
}
