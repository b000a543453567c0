//! What the page has to say once: that something is refused, and that the game goes on without it.

use std::time::Duration;

use leptos::prelude::*;

use super::erased_view::IntoWhole;

/// So long what is said in passing stays.
const PASSING: Duration = Duration::from_secs(6);

/// The notices of a page.
#[derive(Clone, Copy)]
pub struct Notices {
    /// All that were ever said, and whether each is still shown.
    said: RwSignal<Vec<(&'static str, bool)>>,
    /// What was told last, and how often something was.
    told: RwSignal<(String, u32)>,
    /// What is offered.
    offer: RwSignal<Option<Offer>>,
}

/// Something that can be taken or left.
#[derive(Clone, Copy)]
pub struct Offer {
    /// What there is to know of it.
    pub words: &'static str,
    /// What the button says.
    pub name: &'static str,
    /// What it does.
    pub take: Callback<()>,
}

impl Notices {
    /// None yet; components find them by [`use_notices`].
    pub fn provide() -> Notices {
        let notices = Notices {
            said: RwSignal::new(Vec::new()),
            told: RwSignal::new((String::new(), 0)),
            offer: RwSignal::new(None),
        };
        provide_context(notices);
        notices
    }

    /// Says something, unless it was said before.
    pub fn say(self, what: &'static str) {
        self.said.try_update(|said| {
            if said.iter().all(|(known, _)| *known != what) {
                said.push((what, true));
            }
        });
    }

    /// Says it no longer.
    pub fn unsay(self, what: &'static str) {
        self.said.try_update(|said| {
            for (_, shown) in said.iter_mut().filter(|(known, _)| *known == what) {
                *shown = false;
            }
        });
    }

    /// Says what came of something that the visitor has done, in place of what was told before.
    pub fn tell(self, what: String) {
        self.told.try_update(|(told, times)| {
            *told = what;
            *times += 1;
        });
    }

    /// The same, in passing.
    pub fn mention(self, what: &str) {
        self.tell(what.to_owned());
        let mentioned = self.told.try_get_untracked();
        let forget = move || {
            if self.told.try_get_untracked() == mentioned {
                self.tell(String::new());
            }
        };
        set_timeout(forget, PASSING);
    }

    /// Offers something, in place of what was offered before.
    pub fn offer(self, offer: Option<Offer>) {
        self.offer.try_set(offer);
    }

    fn dismiss(self) {
        self.said
            .update(|said| said.iter_mut().for_each(|(_, shown)| *shown = false));
        self.tell(String::new());
        self.offer(None);
    }

    /// All that is shown.
    fn words(self) -> String {
        let said = self.said.get();
        let shown = said.iter().filter(|(_, shown)| *shown);
        let mut words: Vec<_> = shown.map(|(what, _)| (*what).to_owned()).collect();
        words.push(self.told.get().0);
        words.extend(self.offer.get().map(|offer| offer.words.to_owned()));
        words.retain(|what| !what.is_empty());
        words.join(" ")
    }
}

/// The notices of this page.
pub fn use_notices() -> Notices {
    // Outside of a page nobody reads them.
    use_context().unwrap_or_else(Notices::provide)
}

/// Shows them until they are put away.
#[component]
pub fn NoticeBar(notices: Notices) -> impl IntoView {
    let words = Memo::new(move |_| notices.words());
    let taken = move |_| {
        if let Some(offer) = notices.offer.get_untracked() {
            notices.offer(None);
            offer.take.run(());
        }
    };
    let offered = move || notices.offer.get().map_or("", |offer| offer.name);
    view! {
        <div class="notices" role="status" hidden=move || words.with(String::is_empty)>
            <span>{move || words.get()}</span>
            <div class="row">
                <button
                    type="button"
                    class="button quiet primary"
                    hidden=move || offered().is_empty()
                    on:click=taken
                >
                    {offered}
                </button>
                <button type="button" class="button quiet" on:click=move |_| notices.dismiss()>
                    "Dismiss"
                </button>
            </div>
        </div>
    }
    .into_whole()
}
