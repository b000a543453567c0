//! Who the visitor is, as far as the page knows.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wire::{Account, BackendError, Secret};

use crate::controllers::unsent_games;
use crate::server_fns;

/// What is on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is not known yet who this is.
    Asking,
    /// It could not be found out.
    Failed(String),
    /// A recovery code that is shown this once.
    Code(Secret),
    /// It is.
    Known(Account),
}

/// The page's state.
#[derive(Clone, Copy)]
pub struct Desk {
    pub stage: RwSignal<Stage>,
    /// Grows whenever the visitor becomes somebody else.
    pub visitor: RwSignal<u32>,
    /// Which sections have their content, or know that they can't have it.
    filled: RwSignal<[bool; 3]>,
}

/// A section that is filled from elsewhere.
#[derive(Clone, Copy)]
pub enum Section {
    Results,
    Games,
    Memory,
}

impl Desk {
    /// Asks who this is.
    pub fn open() -> Self {
        let desk = Self {
            stage: RwSignal::new(Stage::Asking),
            visitor: RwSignal::new(0),
            filled: RwSignal::new([false; 3]),
        };
        desk.ask();
        // Games that ended without a network belong in the lists, too.
        leptos::task::spawn_local(async move {
            if unsent_games::send().await {
                desk.turned();
            }
        });
        desk
    }

    /// This section has its content.
    pub fn filled(self, section: Section) {
        self.filled
            .try_update(|filled| filled[section as usize] = true);
    }

    /// Whether all of the page can be shown, so that nothing of it moves afterwards.
    pub fn is_ready(self) -> bool {
        self.filled.get() == [true; 3] && self.stage.with(|stage| *stage != Stage::Asking)
    }

    /// Asks who this is, once more.
    pub fn ask(self) {
        leptos::task::spawn_local(async move {
            let stage = match server_fns::account().await {
                Ok(account) => Stage::Known(account),
                Err(error) => Stage::Failed(in_words(&error)),
            };
            self.stage.try_set(stage);
        });
    }

    /// The visitor has become somebody else: everything is asked for again.
    pub fn turned(self) {
        self.ask();
        self.visitor.try_update(|visitor| *visitor += 1);
    }

    /// The same, with a code to be kept first.
    pub fn turned_with(self, code: Secret) {
        self.stage.set(Stage::Code(code));
        self.visitor.update(|visitor| *visitor += 1);
        focus("account");
    }

    /// Shows a new code.
    pub fn show(self, code: Secret) {
        self.stage.set(Stage::Code(code));
        focus("account");
    }
}

/// Moves the focus to what has this id, once it is drawn.
pub fn focus(id: &str) {
    let id = id.to_owned();
    request_animation_frame(move || {
        let element = document().get_element_by_id(&id);
        if let Some(element) = element.and_then(|element| element.dyn_into().ok()) {
            let element: web_sys::HtmlElement = element;
            // Refused only by what has left the page.
            element.focus().ok();
        }
    });
}

/// An error that no field of a form can show.
pub fn in_words(error: &BackendError) -> String {
    match error {
        BackendError::Invalid { reason, .. } => sentence(reason),
        BackendError::Denied => "That is not right.".to_owned(),
        BackendError::SignedOut => "You are not signed in any more. Reload the page.".to_owned(),
        BackendError::TooMany { wait_s } => {
            format!("Too many attempts. Try again in {wait_s} seconds.")
        }
        BackendError::Unavailable(_) => {
            "The server can\u{2019}t be reached now. Try again.".to_owned()
        }
    }
}

/// A reason as a sentence of its own.
pub fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
