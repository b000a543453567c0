//! Records a page's console for the assertion at a test's end.

use std::sync::{Arc, Mutex, PoisonError};

use chromiumoxide::Page;
use chromiumoxide::cdp::browser_protocol::log::{EventEntryAdded, LogEntryLevel};
use chromiumoxide::cdp::js_protocol::runtime::{
    ConsoleApiCalledType, EventConsoleApiCalled, EventExceptionThrown,
};
use futures::StreamExt;

/// Warnings, errors and uncaught exceptions of a page.
#[derive(Clone, Default)]
pub struct Console(Arc<Mutex<Vec<String>>>);

impl Console {
    /// Listens to a page from now on.
    pub async fn of(page: &Page) -> Self {
        let console = Self::default();
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
                tokio::select! {
                    Some(event) = entries.next() => keep.entry(&event),
                    Some(event) = calls.next() => keep.call(&event),
                    Some(event) = thrown.next() => {
                        let details = &event.exception_details;
                        let what = details.exception.as_ref().and_then(|e| e.description.clone());
                        keep.push(format!("uncaught: {}", what.unwrap_or_else(|| details.text.clone())));
                    }
                    else => break,
                }
            }
        });
        console
    }

    /// All messages above info so far.
    pub fn complaints(&self) -> Vec<String> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn push(&self, text: String) {
        self.0
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
        use ConsoleApiCalledType::{Assert, Error, Warning};
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
