//! Notices below the page: warnings that are shown once, the result of an action, an offer.

use std::time::Duration;

use leptos::prelude::*;

use crate::platform::timers::set_timeout;

/// How long a brief notice stays.
const BRIEF_DURATION: Duration = Duration::from_secs(6);

/// The notices of a page.
#[derive(Clone, Copy)]
pub struct Notices {
    /// All warnings so far, and whether each is still shown.
    once: RwSignal<Vec<(&'static str, bool)>>,
    /// The latest message, and the number of messages so far.
    latest: RwSignal<(String, u32)>,
    /// The present offer.
    offer: RwSignal<Option<Offer>>,
}

/// A proposal with a button.
#[derive(Clone, Copy)]
pub struct Offer {
    /// The sentence.
    pub text: &'static str,
    /// The button's label.
    pub button: &'static str,
    /// Called by the button.
    pub on_accept: Callback<()>,
}

impl Notices {
    /// Provides an empty list; components get it by [`use_notices`].
    pub fn provide() -> Notices {
        let notices = Notices {
            once: RwSignal::new(Vec::new()),
            latest: RwSignal::new((String::new(), 0)),
            offer: RwSignal::new(None),
        };
        provide_context(notices);
        notices
    }

    /// Shows a warning, unless it was shown before.
    pub fn show_once(self, what: &'static str) {
        self.once.try_update(|once| {
            if once.iter().all(|(known, _)| *known != what) {
                once.push((what, true));
            }
        });
    }

    /// Hides a warning.
    pub fn hide(self, what: &'static str) {
        self.once.try_update(|once| {
            for (_, shown) in once.iter_mut().filter(|(known, _)| *known == what) {
                *shown = false;
            }
        });
    }

    /// Shows the result of the visitor's action in place of the latest message.
    pub fn show(self, what: String) {
        self.latest.try_update(|(latest, times)| {
            *latest = what;
            *times += 1;
        });
    }

    /// Shows a message for [`BRIEF_DURATION`].
    pub fn show_briefly(self, what: &str) {
        self.show(what.to_owned());
        let shown_now = self.latest.try_get_untracked();
        let clear = move || {
            if self.latest.try_get_untracked() == shown_now {
                self.show(String::new());
            }
        };
        set_timeout(clear, BRIEF_DURATION);
    }

    /// Shows an offer in place of the former one.
    pub fn offer(self, offer: Option<Offer>) {
        self.offer.try_set(offer);
    }

    fn dismiss(self) {
        self.once
            .update(|once| once.iter_mut().for_each(|(_, shown)| *shown = false));
        self.show(String::new());
        self.offer(None);
    }

    /// All that is shown, as one text.
    fn text(self) -> String {
        let once = self.once.get();
        let shown = once.iter().filter(|(_, shown)| *shown);
        let mut text: Vec<_> = shown.map(|(what, _)| (*what).to_owned()).collect();
        text.push(self.latest.get().0);
        text.extend(self.offer.get().map(|offer| offer.text.to_owned()));
        text.retain(|what| !what.is_empty());
        text.join(" ")
    }
}

/// The notices of this page.
pub fn use_notices() -> Notices {
    expect_context()
}

/// Shows the notices until they are dismissed.
#[component]
pub fn NoticeBar(notices: Notices) -> impl IntoView {
    let text = Memo::new(move |_| notices.text());
    let accept = move |_| {
        if let Some(offer) = notices.offer.get_untracked() {
            notices.offer(None);
            offer.on_accept.run(());
        }
    };
    let button = move || notices.offer.get().map_or("", |offer| offer.button);
    view! {
        <div class="notices" role="status" hidden=move || text.with(String::is_empty)>
            <span>{move || text.get()}</span>
            <div class="row">
                <button
                    type="button"
                    class="button quiet primary"
                    hidden=move || button().is_empty()
                    on:click=accept
                >
                    {button}
                </button>
                <button type="button" class="button quiet" on:click=move |_| notices.dismiss()>
                    "Dismiss"
                </button>
            </div>
        </div>
    }
}
