//! Records a page's console for the assertion at a test's end.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown,
};
use futures::StreamExt;
use tokio::sync::watch;

/// What a mark begins with.
const MARK: &str = "mark of the test ";

/// Warnings, errors and uncaught exceptions of a page.
#[derive(Clone)]
pub struct Console {
    complaints: Arc<Mutex<Vec<String>>>,
    /// The number of the latest mark that has come.
    mark: Arc<watch::Sender<u64>>,
}

impl Console {
    /// Listens to a page from now on.
    pub async fn of(page: &Page) -> Self {
        let console = Self {
            complaints: Arc::default(),
            mark: Arc::new(watch::Sender::new(0)),
        };
        page.enable_log().await.expect("the log domain exists");
        let mut entries = page
            .event_listener::<EventEntryAdded>()
            .await
            .expect("listens");
        let mut calls = page
            .event_listener::<EventConsoleApiCalled>()
            .await
            .expect("listens");
        let mut thrown = page
            .event_listener::<EventExceptionThrown>()
            .await
            .expect("listens");
        let keep = console.clone();
        tokio::spawn(async move {
            loop {
                // A mark is a call: what came before it is taken first.
                tokio::select! {
                    biased;
                    Some(event) = entries.next() => keep.entry(&event),
                    Some(event) = thrown.next() => {
                        let details = &event.exception_details;
                        let what = details.exception.as_ref().and_then(|e| e.description.clone());
                        keep.push(format!("uncaught: {}", what.unwrap_or_else(|| details.text.clone())));
                    }
                    Some(event) = calls.next() => keep.call(&event),
                    else => break,
                }
            }
        });
        console
    }

    /// All messages above info so far.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// A number that no mark has had, and the call by which a page says it.
    pub fn next_mark() -> (u64, String) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        (number, format!("console.debug('{MARK}{number}')"))
    }

    /// Waits for a mark. Messages come in their order: all that were there before it have come, too.
    pub async fn until_marked(&self, number: u64) {
        let mut marks = self.mark.subscribe();
        let came = marks.wait_for(|latest| *latest >= number).await;
        came.expect("the sender is this console's");
    }

    fn push(&self, text: String) {
        self.complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(text);
    }

    fn entry(&self, event: &EventEntryAdded) {
        if matches!(
            event.entry.level,
            LogEntryLevel::Warning | LogEntryLevel::Error
        ) {
            let url = event.entry.url.as_deref().unwrap_or_default();
            self.push(format!("log: {} {url}", event.entry.text));
        }
    }

    fn call(&self, event: &EventConsoleApiCalled) {
        use ConsoleApiCalledType::{Assert, Debug, Error, Warning};
        let said = event.args.first().and_then(|first| first.value.as_ref());
        let mark = said.and_then(|said| said.as_str()?.strip_prefix(MARK)?.parse().ok());
        if let (Debug, Some(number)) = (&event.r#type, mark) {
            self.mark.send_replace(number);
        }
        if matches!(event.r#type, Warning | Error | Assert) {
            let words: Vec<String> = event
                .args
                .iter()
                .map(|argument| match (&argument.value, &argument.description) {
                    (Some(value), _) => value.to_string(),
                    (None, description) => description.clone().unwrap_or_default(),
                })
                .collect();
            self.push(format!("console: {}", words.join(" ")));
        }
    }
}
